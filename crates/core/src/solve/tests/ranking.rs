//! Label ranking, one round: golden vectors, and update III by filling, by the interior point
//! method and by a slow exchange of pairs, which must agree.

use super::rounds::{Geometry, Kind, Round, logits};
use super::support::{Rng, near, near_all};
use crate::solve::ranking::{Demand, InteriorPoint, WaterFilling, pair_step, pair_step_logit};

/// Update II of the squared norm: `min(C, [gamma - margin]_+ / (2 |x|^2))`; `C` for `x = 0` with a
/// loss.
fn pair_step_euclid(loss: f64, square: f64, cap: f64) -> f64 {
    if loss > 0.0 { (loss / (2.0 * square)).min(cap) } else { 0.0 }
}

fn euclid(scores: &[f64], relevant: &[usize], margin: f64, square: f64, cap: f64) -> Round {
    let geometry = Geometry::Euclid { scores: scores.to_vec(), square };
    Round { geometry, relevant: flags(scores.len(), relevant), margin, cap }
}

fn binary(scores: &[f64], relevant: &[usize], margin: f64, cap: f64) -> Round {
    let geometry = Geometry::Binary { scores: scores.to_vec() };
    Round { geometry, relevant: flags(scores.len(), relevant), margin, cap }
}

fn flags(k: usize, relevant: &[usize]) -> Vec<bool> {
    (0..k).map(|y| relevant.contains(&y)).collect()
}

fn fill(round: &Round) -> Vec<f64> {
    // Stale content must not matter.
    let mut alpha = vec![f64::NAN; round.relevant.len()];
    let mut water = WaterFilling::default();
    let mass = match &round.geometry {
        Geometry::Euclid { scores, square } => {
            water.euclid(scores, &round.demand(), *square, &mut alpha)
        }
        Geometry::Binary { scores } => {
            water.logit(&logits(scores), &round.demand(), 1.0, &mut alpha)
        }
        Geometry::Real { .. } => unreachable!("no levels"),
    };
    let given: f64 = alpha.iter().filter(|a| **a > 0.0).sum();
    near(mass, given, 1e-14, "mass");
    alpha
}

fn interior(round: &Round) -> (Vec<f64>, usize) {
    let mut alpha = vec![f64::NAN; round.relevant.len()];
    let solved = round.with_potential(|potential| {
        InteriorPoint::default().solve(potential, &round.demand(), &mut alpha)
    });
    assert!(solved.converged, "{round:?}");
    near(solved.increase, round.increase(&alpha), 1e-12, "increase");
    (alpha, solved.iterations)
}

fn loss(round: &Round, alpha: &[f64]) -> f64 {
    let score = |y: &usize| round.score(*y, alpha[*y]);
    let labels = 0..alpha.len();
    let low =
        labels.clone().filter(|y| round.relevant[*y]).map(|y| score(&y)).fold(1e300, f64::min);
    let high = labels.filter(|y| !round.relevant[*y]).map(|y| score(&y)).fold(-1e300, f64::max);
    round.margin - (low - high)
}

#[test]
fn golden_vectors_of_update_three() {
    for (cap, wanted, increase) in [
        (0.1, [0.0, -0.1, 0.1, 0.0], 0.048502045),
        (1.0, [-0.057773809, -0.596770310, 1.0, -0.345455881], 0.373377291),
        (5.0, [-0.383914260, -0.922910761, 1.978421353, -0.671596332], 0.504895603),
    ] {
        let round = binary(&[0.2, 0.3, 0.1, 0.25], &[2], 0.3, cap);
        let alpha = fill(&round);
        near_all(&alpha, &wanted, 1e-9, "entropy");
        near(round.increase(&alpha), increase, 1e-9, "increase");
    }
    for (cap, wanted, increase) in [
        (0.1, [0.0, 0.1, 0.0, -0.1], 0.18),
        (0.5, [-0.1875, 0.3125, 0.1875, -0.3125], 0.640625),
        (5.0, [-0.375, 0.5, 0.375, -0.5], 0.78125),
        (f64::INFINITY, [-0.375, 0.5, 0.375, -0.5], 0.78125),
    ] {
        let round = euclid(&[0.5, -0.25, 0.0, 0.75], &[1, 2], 1.0, 2.0, cap);
        let alpha = fill(&round);
        near_all(&alpha, &wanted, 1e-15, "Euclid");
        near(round.increase(&alpha), increase, 1e-15, "increase");
    }
}

/// The vectors of the thesis, `mu = (1/2 - s)/v` on `Y` and `nu = (1/2 + s)/v` elsewhere with unit
/// `v`, cap one.
#[test]
fn golden_vectors_of_the_thesis() {
    let cases: [[&[f64]; 4]; 4] = [
        [&[0.3, 0.25], &[0.2, 0.15], &[0.25, 0.2], &[0.25, 0.2]],
        [&[0.9, 0.4, -0.2], &[0.7, 0.1], &[0.75, 0.25, 0.0], &[0.8, 0.2]],
        [&[0.5, 0.1], &[0.3, -0.4], &[0.4, 0.0], &[0.4, 0.0]],
        [&[3.0, 2.5], &[1.0, 0.9, 0.2], &[0.75, 0.25], &[0.55, 0.45, 0.0]],
    ];
    for [mu, nu, up, down] in cases {
        let scores: Vec<f64> =
            mu.iter().map(|m| 0.5 - m).chain(nu.iter().map(|n| n - 0.5)).collect();
        let relevant: Vec<usize> = (0..mu.len()).collect();
        let wanted: Vec<f64> = up.iter().copied().chain(down.iter().map(|b| -b)).collect();
        let alpha = fill(&euclid(&scores, &relevant, 1.0, 1.0, 1.0));
        near_all(&alpha, &wanted, 1e-14, "SOPOPO");
    }
    // The thesis scales the conjugate: a logit moves by 1/c.
    let scores = logits(&[0.3, 0.4, 0.35, 0.1]);
    let relevant = flags(4, &[0]);
    for (c, wanted) in [(0.5, [0.397673, -0.252230, -0.145443, 0.0]), (5.0, [1.0, -1.0, 0.0, 0.0])]
    {
        let demand = Demand { relevant: &relevant, margin: 0.2, cap: 1.0 };
        let mut alpha = [0.0; 4];
        WaterFilling::default().logit(&scores, &demand, 1.0 / c, &mut alpha);
        near_all(&alpha, &wanted, 1e-6, "logit");
    }
}

#[test]
fn golden_vectors_of_update_two() {
    for (cap, wanted, increase) in
        [(0.1, 0.1, 0.048502045), (1.0, 1.0, 0.351706878), (5.0, 1.681537448, 0.421582112)]
    {
        let keys = logits(&[0.1, 0.3]);
        let tau = pair_step_logit(keys[0], keys[1], 0.3, cap);
        near(tau, wanted, 1e-9, "entropy");
        near(
            binary(&[0.1, 0.3], &[0], 0.3, cap).increase(&[tau, -tau]),
            increase,
            1e-9,
            "increase",
        );
    }
    for (cap, wanted, increase) in [(0.1, 0.1, 0.18), (0.5, 0.5, 0.5), (9.0, 0.5, 0.5)] {
        let tau = pair_step_euclid(2.0, 2.0, cap);
        near(tau, wanted, 1e-15, "Euclid");
        let round = euclid(&[-0.5, 0.5], &[0], 1.0, 2.0, cap);
        near(round.increase(&[tau, -tau]), increase, 1e-15, "increase");
    }
    assert_eq!(pair_step_euclid(1.0, 0.0, 3.0), 3.0);
    assert_eq!(pair_step_euclid(0.0, 0.0, 3.0), 0.0);
}

/// The closed form of update II against the root of the derivative, and an unclipped step lands on
/// the margin.
#[test]
fn closed_forms_of_update_two() {
    let mut rng = Rng::new(3);
    for _ in 0..2000 {
        let kind = [Kind::Euclid, Kind::Binary][rng.below(2)];
        let round = Round::random(kind, 2, &mut rng);
        let (demand, keys) = (
            round.demand(),
            match &round.geometry {
                Geometry::Euclid { scores, .. } => scores.clone(),
                Geometry::Binary { scores } => logits(scores),
                Geometry::Real { .. } => unreachable!(),
            },
        );
        let pair = demand.worst_pair(&keys).unwrap();
        let slow = round.with_potential(|p| pair_step(p, &demand, pair));
        let tau = match &round.geometry {
            Geometry::Euclid { square, .. } => {
                pair_step_euclid(loss(&round, &[0.0; 2]), *square, round.cap)
            }
            _ => {
                pair_step_logit(keys[pair.relevant], keys[pair.irrelevant], round.margin, round.cap)
            }
        };
        near(tau, slow, 1e-11, "closed form");
        let mut alpha = [0.0; 2];
        alpha[pair.relevant] = tau;
        alpha[pair.irrelevant] = -tau;
        if tau > 0.0 && tau < round.cap {
            near(loss(&round, &alpha), 0.0, 1e-12, "margin");
        }
        near_all(&alpha, &fill(&round), 1e-11, "two labels: update III is update II");
    }
}

#[test]
fn extreme_logits_of_update_two() {
    let inf = f64::INFINITY;
    let steps = [(-inf, 0.0), (0.0, inf), (-inf, -inf), (inf, inf), (-inf, inf)];
    for (relevant, irrelevant) in steps {
        assert_eq!(pair_step_logit(relevant, irrelevant, 0.3, 7.0), 7.0);
    }
    assert_eq!(pair_step_logit(inf, -inf, 0.3, 7.0), 0.0);
    assert_eq!(pair_step_logit(inf, -inf, 1.0, 7.0), 0.0);
    assert_eq!(pair_step_logit(inf, -inf, 1.5, 7.0), 7.0);
    // One end cannot move, the other goes to the margin.
    let sigmoid = |t: f64| 1.0 / (1.0 + (-t).exp());
    near(1.0 - sigmoid(2.0 - pair_step_logit(inf, 2.0, 0.3, 7.0)), 0.3, 1e-14, "lowered");
    near(sigmoid(pair_step_logit(-2.0, -inf, 0.3, 7.0) - 2.0), 0.3, 1e-14, "raised");
    near(pair_step_logit(-900.0, -900.0, 0.5, 1e8), 900.0, 1e-14, "far below the smallest float");
}

/// 1,000 small rounds in each geometry: filling, interior point and the slow exchange agree.
#[test]
fn three_solvers_agree() {
    for kind in [Kind::Euclid, Kind::Binary, Kind::Real] {
        let mut rng = Rng::new(17);
        let mut active = 0;
        for _ in 0..1000 {
            let k = 2 + rng.below(6);
            let round = Round::random(kind, k, &mut rng);
            let slow = round.slow_oracle();
            let best = round.increase(&slow);
            let (inner, _) = interior(&round);
            round.assert_feasible(&inner);
            near(round.increase(&inner), best, 2e-8, "interior point");
            active += usize::from(best > 0.0);
            if kind != Kind::Real {
                let filled = fill(&round);
                round.assert_feasible(&filled);
                near(round.increase(&filled), best, 1e-9, "filling");
                assert!(round.increase(&filled) >= best - 1e-13, "{round:?}");
                near_all(&filled, &slow, 1e-4, "alpha");
            }
        }
        assert!(active > 600, "{active} rounds with a loss");
    }
}

/// 1,000 rounds with up to 300 labels: no gap, interior point as good, few iterations.
#[test]
fn filling_leaves_no_gap_and_interior_point_agrees() {
    for kind in [Kind::Euclid, Kind::Binary] {
        let mut rng = Rng::new(23);
        let mut counts: Vec<usize> = Vec::new();
        for trial in 0..1000 {
            let k = [11, 30, 101, 300][trial % 4];
            let round = Round::random(kind, k, &mut rng);
            let alpha = fill(&round);
            round.assert_feasible(&alpha);
            let gap = round.with_potential(|p| round.demand().gap(p, &alpha));
            assert!((-1e-12..1e-12).contains(&(gap / (1.0 + round.cap))), "{gap} {round:?}");
            let mass: f64 = alpha.iter().filter(|a| **a > 0.0).sum();
            if mass < round.cap * (1.0 - 1e-12) && mass > 0.0 {
                near(loss(&round, &alpha), 0.0, 1e-11, "loss after an unclipped step");
            }
            let (inner, iterations) = interior(&round);
            round.assert_feasible(&inner);
            near(round.increase(&inner), round.increase(&alpha), 1e-7, "interior point");
            if iterations > 0 {
                counts.push(iterations);
            }
        }
        counts.sort_unstable();
        let (median, most) = (counts[counts.len() / 2], counts[counts.len() - 1]);
        println!("{kind:?}: {} solved, median {median}, most {most}", counts.len());
        assert!(median <= 15 && most <= 25, "{kind:?}: median {median}, most {most}");
    }
}
