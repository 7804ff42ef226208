//! Label ranking at the edges: no pair, no instance, scores that cannot move, margins that cannot
//! be reached, caps over sixteen orders of magnitude, ten thousand labels.

use super::rounds::{Geometry, Kind, Round, logits};
use super::support::{Rng, near, near_all};
use crate::solve::ranking::{
    BinaryEntropy, Demand, InteriorPoint, Quadratic, WaterFilling, pair_step_logit,
};

const INF: f64 = f64::INFINITY;

fn fill_logits(keys: &[f64], relevant: &[bool], margin: f64, cap: f64) -> Vec<f64> {
    let mut alpha = vec![f64::NAN; keys.len()];
    let demand = Demand { relevant, margin, cap };
    WaterFilling::default().logit(keys, &demand, 1.0, &mut alpha);
    alpha
}

fn fill_scores(scores: &[f64], relevant: &[bool], square: f64, cap: f64) -> Vec<f64> {
    let mut alpha = vec![f64::NAN; scores.len()];
    let demand = Demand { relevant, margin: 1.0, cap };
    WaterFilling::default().euclid(scores, &demand, square, &mut alpha);
    alpha
}

#[test]
fn no_pair_no_loss_no_numbers() {
    for relevant in [[true; 3], [false; 3]] {
        assert_eq!(fill_scores(&[0.0; 3], &relevant, 1.0, 1.0), [0.0; 3]);
        assert_eq!(fill_logits(&[0.0; 3], &relevant, 0.3, 1.0), [0.0; 3]);
        let (mut alpha, demand) = ([9.0; 3], Demand { relevant: &relevant, margin: 1.0, cap: 1.0 });
        let solved = InteriorPoint::default().solve(
            &Quadratic { scores: &[0.0; 3], square: 1.0 },
            &demand,
            &mut alpha,
        );
        assert_eq!((solved.iterations, solved.increase, alpha), (0, 0.0, [0.0; 3]));
    }
    assert_eq!(fill_scores(&[], &[], 1.0, 1.0), [0.0; 0]);
    assert_eq!(fill_scores(&[1.0, 0.0], &[true, false], 1.0, 1.0), [0.0; 2]);
    assert_eq!(fill_scores(&[f64::NAN, 0.0], &[true, false], 1.0, 1.0), [0.0; 2]);
    assert_eq!(fill_scores(&[-INF, 0.0], &[true, false], 1.0, 1.0), [0.0; 2]);
    assert_eq!(fill_logits(&[f64::NAN, 0.0], &[true, false], 0.3, 1.0), [0.0; 2]);
}

#[test]
fn the_zero_instance_books_the_cap_on_the_worst_pair() {
    let relevant = [false, true, true];
    assert_eq!(fill_scores(&[0.0; 3], &relevant, 0.0, 4.0), [-4.0, 4.0, 0.0]);
    assert_eq!(fill_scores(&[0.0; 3], &relevant, 0.0, INF), [0.0; 3]);
    // Entropy: all scores are zero and stay there.
    let alpha = fill_logits(&[-INF; 3], &relevant, 0.3, 4.0);
    assert_eq!(alpha, [-4.0, 2.0, 2.0]);
    let demand = Demand { relevant: &relevant, margin: 0.3, cap: 4.0 };
    near(demand.increase(&BinaryEntropy { logits: &[-INF; 3] }, &alpha), 1.2, 1e-15, "gamma C");
    assert_eq!(fill_logits(&[-INF; 3], &relevant, 0.3, INF), [0.0; 3]);
}

/// Scores of zero and one cannot move; those in the wrong place take the whole cap, those in the
/// right place nothing as long as others can move.
#[test]
fn scores_of_zero_and_one() {
    let relevant = [true, true, false, false];
    let stuck_low = fill_logits(&[-INF, 0.0, 0.5, -1.0], &relevant, 0.3, 2.0);
    near_all(&stuck_low, &[2.0, 0.0, -1.75, -0.25], 1e-15, "a relevant score of zero");
    let stuck_high = fill_logits(&[0.5, 0.0, INF, -1.0], &relevant, 0.3, 2.0);
    near_all(&stuck_high, &[0.75, 1.25, -2.0, 0.0], 1e-15, "an irrelevant score of one");
    let fine = fill_logits(&[INF, 0.0, 0.5, -INF], &relevant, 0.3, 5.0);
    let tau = pair_step_logit(0.0, 0.5, 0.3, 5.0);
    near_all(&fine, &[0.0, tau, -tau, 0.0], 1e-14, "the others as if alone");
    // A whole side in its right place: the other one does all the work.
    let all_one = fill_logits(&[INF, INF, 2.0, -1.0], &relevant, 0.3, 50.0);
    let tau = pair_step_logit(INF, 2.0, 0.3, 50.0);
    near_all(&all_one, &[0.5 * tau, 0.5 * tau, -tau, 0.0], 1e-14, "relevant at one");
    assert_eq!(fill_logits(&[INF, INF, -INF, -INF], &relevant, 0.3, 5.0), [0.0; 4]);
}

#[test]
fn margins_out_of_reach_use_up_the_cap() {
    let relevant = [true, false, false];
    for margin in [1.0, 1.5, 10.0] {
        let alpha = fill_logits(&[0.0, 0.5, 0.0], &relevant, margin, 3.0);
        near_all(&alpha, &[3.0, -1.75, -1.25], 1e-15, "cap");
    }
}

/// From 1e-8 to 1e8 (and without a cap in Euclid) the answer has no gap and the cap is exact.
#[test]
fn caps_of_all_sizes() {
    for kind in [Kind::Euclid, Kind::Binary] {
        let mut rng = Rng::new(5);
        for trial in 0..600 {
            let mut round = Round::random(kind, 2 + rng.below(20), &mut rng);
            round.cap = 10f64.powi(trial % 17 - 8);
            let demand = round.demand();
            let mut alpha = vec![0.0; round.relevant.len()];
            let mut water = WaterFilling::default();
            let mass = match &round.geometry {
                Geometry::Euclid { scores, square } => {
                    let mut free = alpha.clone();
                    let open = Demand { cap: INF, ..demand };
                    let most = water.euclid(scores, &open, *square, &mut free);
                    let mass = water.euclid(scores, &demand, *square, &mut alpha);
                    let scale = most.min(round.cap);
                    assert!((mass - scale).abs() <= 1e-13 * scale, "{mass} {scale} {round:?}");
                    mass
                }
                Geometry::Binary { scores } => {
                    water.logit(&logits(scores), &demand, 1.0, &mut alpha)
                }
                Geometry::Real { .. } => unreachable!(),
            };
            round.assert_feasible(&alpha);
            let gap = round.with_potential(|p| demand.gap(p, &alpha));
            // Rounding of a score times the mass, and of the loss times the cap.
            assert!(gap.abs() <= 1e-14 * (mass + round.cap) * (1.0 + mass), "{gap} {round:?}");
            let increase = |a: &[f64]| round.with_potential(|p| demand.increase(p, a));
            let filled = increase(&alpha);
            let mut inner = vec![0.0; alpha.len()];
            let solved =
                round.with_potential(|p| InteriorPoint::default().solve(p, &demand, &mut inner));
            round.assert_feasible(&inner);
            let short = (filled - solved.increase) / round.cap.min(1.0);
            assert!(short < 1e-6, "{short} {solved:?} {round:?}");
        }
    }
}

#[test]
fn ten_thousand_labels() {
    let mut rng = Rng::new(8);
    for kind in [Kind::Euclid, Kind::Binary] {
        let round = Round::random(kind, 10_000, &mut rng);
        let mut alpha = vec![0.0; 10_000];
        let mut water = WaterFilling::default();
        match &round.geometry {
            Geometry::Euclid { scores, square } => {
                water.euclid(scores, &round.demand(), *square, &mut alpha)
            }
            Geometry::Binary { scores } => {
                water.logit(&logits(scores), &round.demand(), 1.0, &mut alpha)
            }
            Geometry::Real { .. } => unreachable!(),
        };
        round.assert_feasible(&alpha);
        let gap = round.with_potential(|p| round.demand().gap(p, &alpha));
        assert!(gap.abs() < 1e-10, "{gap}");
    }
}

/// Relabelling the labels relabels the answer.
#[test]
fn permuted_labels() {
    let mut rng = Rng::new(12);
    for _ in 0..200 {
        let scores = rng.vector(9);
        let relevant = super::rounds::random_sides(9, &mut rng);
        let turned: Vec<usize> = (0..9).map(|y| (y * 4 + 3) % 9).collect();
        let alpha = fill_scores(&scores, &relevant, 2.0, 0.4);
        let scores: Vec<f64> = turned.iter().map(|&y| scores[y]).collect();
        let flags: Vec<bool> = turned.iter().map(|&y| relevant[y]).collect();
        let wanted: Vec<f64> = turned.iter().map(|&y| alpha[y]).collect();
        assert_eq!(fill_scores(&scores, &flags, 2.0, 0.4), wanted);
    }
}
