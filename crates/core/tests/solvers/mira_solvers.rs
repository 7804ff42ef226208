//! The four MIRA solvers against golden vectors, each other, the optimality conditions, strong duality,
//! enumeration of the active sets and a slow search in the primal; and the textbook simplex form, which
//! fails where the excesses are small.

#![allow(clippy::unwrap_used)]

use crate::common::{Rng, near, near_all};
use noregret_core::solve::{MiraSolver, mira};

const SOLVERS: [MiraSolver; 4] =
    [MiraSolver::Sort, MiraSolver::FixedPoint, MiraSolver::Bisection, MiraSolver::ActiveSet];

fn solve(excess: &[f64], cap: f64, solver: MiraSolver) -> Vec<f64> {
    // Stale content must not matter.
    let (mut scratch, mut duals) = (vec![7.0; 3], vec![f64::NAN; excess.len()]);
    mira(excess, cap, solver, &mut scratch, &mut duals);
    duals
}

fn largest(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |a: f64, &b| a.max(b))
}

#[track_caller]
fn agree(left: &[f64], right: &[f64], tolerance: f64, what: &str) {
    let scale = largest(left).max(largest(right));
    assert_eq!(left.len(), right.len());
    for (l, r) in left.iter().zip(right) {
        assert!((l - r).abs() <= tolerance * scale, "{what}: {left:?} is not {right:?}");
    }
}

/// One round as the learner sees it.
#[derive(Clone, Debug)]
struct Problem {
    scores: Vec<f64>,
    y: usize,
    a: f64,
    beta: f64,
    cap: f64,
}

impl Problem {
    fn new(scores: &[f64], y: usize, a: f64, beta: f64) -> Self {
        Problem { scores: scores.to_vec(), y, a, beta, cap: 1.0 }
    }

    /// Log-uniform from 1e-8 to 1e16 in `a`; the scores include ties and equal excesses.
    fn random(rng: &mut Rng) -> Self {
        let (k, a) = (2 + rng.below(29), rng.magnitude(1e-8, 1e16));
        let beta = [0.0, 0.01, 1.0, a][rng.below(4)];
        let cap = [0.01, 1.0, 1e3, f64::INFINITY][rng.below(4)];
        let scores = scores(k, a, beta, rng);
        Problem { scores, y: rng.below(k), a, beta, cap }
    }

    fn excess(&self) -> Vec<f64> {
        let right = self.scores[self.y];
        let wrong = self.scores.iter().enumerate().filter(|(r, _)| *r != self.y);
        wrong.map(|(_, b)| (b - right + self.beta) / self.a).collect()
    }

    fn tau(&self, solver: MiraSolver) -> Vec<f64> {
        let duals = solve(&self.excess(), self.cap, solver);
        let mut tau: Vec<f64> = duals.iter().map(|d| -d).collect();
        tau.insert(self.y, duals.iter().sum());
        tau
    }

    /// `A theta`, from any active class.
    fn threshold(&self, tau: &[f64]) -> f64 {
        let active = (0..tau.len()).find(|&r| tau[r] < 0.0).unwrap();
        self.scores[active] + self.a * tau[active]
    }

    fn after(&self, tau: &[f64]) -> Vec<f64> {
        self.scores.iter().zip(tau).map(|(b, t)| b + self.a * t).collect()
    }

    /// `-2 Q`.
    fn gain(&self, tau: &[f64]) -> f64 {
        let linear: f64 = self.scores.iter().zip(tau).map(|(b, t)| b * t).sum();
        let square: f64 = tau.iter().map(|t| t * t).sum();
        2.0 * (self.beta * tau[self.y] - linear) - self.a * square
    }
}

fn scores(k: usize, a: f64, beta: f64, rng: &mut Rng) -> Vec<f64> {
    let kind = rng.below(7);
    let heavy = rng.magnitude(1e-3, 1e3);
    let one = |rng: &mut Rng| match kind {
        0 => 0.0,
        1 => rng.between(-1.0, 1.0),
        2 => rng.below(3) as f64,
        3 => a * rng.between(-2.0, 2.0),
        4 => beta * rng.between(-1.0, 1.0),
        5 => heavy * -rng.unit().max(1e-12).ln(),
        _ => a * rng.below(4) as f64,
    };
    (0..k).map(|_| one(rng)).collect()
}

fn for_random_problems(seed: u64, rounds: usize, mut check: impl FnMut(&Problem, &mut Rng)) {
    let mut rng = Rng::new(seed);
    for _ in 0..rounds {
        let problem = Problem::random(&mut rng);
        check(&problem, &mut rng);
    }
}

/// Scores, `y`, `A`, `beta`, then `tau`, `A theta`, the scores after the update, `-2 Q`.
type Golden<'a> = (&'a [f64], usize, f64, f64, &'a [f64], f64, &'a [f64], f64);

#[test]
fn golden_vectors() {
    let (third, six) = (1.0 / 3.0, 1.0 / 600.0);
    let post = [16.0 / 15.0 - 1.0 / 30.0, 8.0 / 15.0, 8.0 / 15.0, -1.0];
    let table: [Golden<'_>; 8] = [
        (&[1., 2., 0.5], 0, 1., 0., &[0.5, -0.5, 0.], 1.5, &[1.5, 1.5, 0.5], 0.5),
        (&[1., 2., 0.5], 0, 4., 0., &[0.125, -0.125, 0.], 1.5, &[1.5, 1.5, 0.5], 0.125),
        (
            &[0.; 3],
            1,
            2.,
            0.01,
            &[-six, 2. * six, -six],
            -2. * six,
            &[-2. * six, 4. * six, -2. * six],
            0.01 / 300.,
        ),
        (
            &[0.; 4],
            0,
            1.,
            2.,
            &[1., -third, -third, -third],
            -third,
            &[1., -third, -third, -third],
            8. * third,
        ),
        (&[0.2, 1., 0.9, -1.], 0, 1., 0., &[0.5, -0.3, -0.2, 0.], 0.7, &[0.7, 0.7, 0.7, -1.], 0.38),
        (
            &[0.2, 1., 0.9, -1.],
            0,
            1.,
            0.5,
            &[5. / 6., -7. / 15., -11. / 30., 0.],
            8. / 15.,
            &post,
            25. / 36. + 49. / 225. + 121. / 900.,
        ),
        (
            &[3., 3.005, 0.],
            0,
            1.,
            0.01,
            &[0.0075, -0.0075, 0.],
            2.9975,
            &[3.0075, 2.9975, 0.],
            2. * 0.0075 * 0.0075,
        ),
        (&[0., 5., 4.], 0, 1., 0., &[1., -1., 0.], 4., &[1., 4., 4.], 8.),
    ];
    for (scores, y, a, beta, tau, threshold, after, gain) in table {
        let problem = Problem::new(scores, y, a, beta);
        for solver in SOLVERS {
            let found = problem.tau(solver);
            let what = format!("{solver:?} on {problem:?}");
            near_all(&found, tau, 1e-14, &what);
            near(problem.threshold(&found), threshold, 1e-14, &what);
            near_all(&problem.after(&found), after, 1e-14, &what);
            near(problem.gain(&found), gain, 1e-13, &what);
        }
    }
}

#[test]
fn the_four_agree_at_every_scale() {
    let mut updates = 0;
    for_random_problems(1, 10_000, |problem, _| {
        let excess = problem.excess();
        let sorted = solve(&excess, problem.cap, MiraSolver::Sort);
        updates += usize::from(largest(&sorted) > 0.0);
        for solver in SOLVERS {
            let found = solve(&excess, problem.cap, solver);
            agree(&found, &sorted, 1e-12, &format!("{solver:?} on {problem:?}"));
        }
    });
    assert!(updates > 7_000, "{updates}");
}

/// In gaps to the largest excess, where no digit is lost: every dual is `[max dual - gap]_+`, and the
/// sum is `cap`, or less if the margin is reached.
#[test]
fn optimality_conditions() {
    let (mut clipped, mut free) = (0, 0);
    for_random_problems(2, 10_000, |problem, _| {
        let excess = problem.excess();
        let top = largest(&excess);
        for solver in SOLVERS {
            let duals = solve(&excess, problem.cap, solver);
            let (level, sum) = (largest(&duals), duals.iter().sum::<f64>());
            let what = format!("{solver:?} on {problem:?}: {duals:?}");
            if top == 0.0 {
                assert_eq!(level, 0.0, "{what}");
                continue;
            }
            for (e, d) in excess.iter().zip(&duals) {
                assert!(*d >= 0.0 && (*e > 0.0 || *d == 0.0), "{what}");
                let wanted = (level - (top - e)).max(0.0);
                assert!((d - wanted).abs() <= 1e-15 * level, "{what}");
            }
            let left = top - level - sum;
            if left > 1e-12 * top {
                clipped += 1;
                assert!((sum - problem.cap).abs() <= 1e-13 * problem.cap, "{what}");
            } else {
                free += 1;
                assert!(left.abs() <= 1e-12 * top && sum <= problem.cap * (1.0 + 1e-13), "{what}");
            }
        }
    });
    assert!(clipped > 4_000 && free > 4_000, "{clipped} {free}");
}

/// `-2 Q = A sum tau^2 + 2 C xi'` with the hinge left after the update, in units of `A`.
#[test]
fn strong_duality() {
    for_random_problems(3, 3_000, |problem, _| {
        let excess = problem.excess();
        for solver in SOLVERS {
            let duals = solve(&excess, problem.cap, solver);
            let sum: f64 = duals.iter().sum();
            let square = sum * sum + duals.iter().map(|d| d * d).sum::<f64>();
            let linear: f64 = excess.iter().zip(&duals).map(|(e, d)| e * d).sum();
            let rest = excess.iter().zip(&duals).map(|(e, d)| e - d - sum).fold(0.0, f64::max);
            // Unclipped, what is left of the hinge is rounding, whatever the cap.
            let price = if sum < problem.cap * (1.0 - 1e-12) { sum } else { problem.cap };
            let (dual, primal) = (2.0 * linear - square, square + 2.0 * price * rest);
            assert!((dual - primal).abs() <= 1e-11 * linear, "{solver:?} on {problem:?}");
            assert!(price == problem.cap || rest <= 1e-12 * largest(&excess), "{problem:?}");
        }
    });
}

/// `min(C, l/2A) <= tau_y <= min(C, (k-1)/k l/A)`: Lemma 8 on the left, equal excesses on the right.
#[test]
fn coefficient_of_the_right_class_is_bounded_on_both_sides() {
    for_random_problems(4, 5_000, |problem, _| {
        let (excess, k) = (problem.excess(), problem.scores.len() as f64);
        let top = largest(&excess);
        let (low, high) = (problem.cap.min(top / 2.0), problem.cap.min(top * (k - 1.0) / k));
        for solver in SOLVERS {
            let sum: f64 = solve(&excess, problem.cap, solver).iter().sum();
            let slack = 1e-13 * high;
            assert!(low - slack <= sum && sum <= high + slack, "{solver:?} on {problem:?}");
        }
    });
    for solver in SOLVERS {
        assert_eq!(solve(&[0.3, -1.0, 0.0], 1.0, solver), [0.15, 0.0, 0.0]);
        near(solve(&[0.3; 9], 1.0, solver).iter().sum(), 0.27, 1e-15, "equal excesses");
    }
}

/// Margin at most `-beta'`, `0 < beta' <= 2 R^2`, `A <= R^2`: then `tau_y >= beta' / 2 R^2`.
#[test]
fn lemma_8() {
    let mut rng = Rng::new(5);
    for _ in 0..2_000 {
        let (k, radius2) = (2 + rng.below(9), rng.magnitude(1e-3, 1e3));
        let y = rng.below(k);
        let mut scores: Vec<f64> = rng.vector(k).iter().map(|b| radius2 * b).collect();
        scores[(y + 1) % k] = scores[y] + 2.0 * radius2 * rng.unit().max(1e-6);
        let others = (0..k).filter(|&r| r != y).map(|r| scores[r]);
        let shortfall = others.fold(f64::NEG_INFINITY, f64::max) - scores[y];
        let problem = Problem::new(&scores, y, radius2 * rng.magnitude(1e-3, 1.0), 0.0);
        let least = shortfall.min(2.0 * radius2) / (2.0 * radius2);
        for solver in SOLVERS {
            assert!(problem.tau(solver)[y] >= least * (1.0 - 1e-12), "{solver:?} on {problem:?}");
        }
    }
}

fn dual_value(excess: &[f64], duals: &[f64]) -> f64 {
    let sum: f64 = duals.iter().sum();
    let linear: f64 = excess.iter().zip(duals).map(|(e, d)| e * d).sum();
    linear - 0.5 * (sum * sum + duals.iter().map(|d| d * d).sum::<f64>())
}

/// The best feasible point among those stationary on some set of classes, with or without the cap.
fn enumerated(excess: &[f64], cap: f64) -> Vec<f64> {
    let mut best = vec![0.0; excess.len()];
    for set in 1usize..1 << excess.len() {
        let inside = |i: usize| set >> i & 1 == 1;
        let n = f64::from(set.count_ones());
        let sum: f64 = (0..excess.len()).filter(|&i| inside(i)).map(|i| excess[i]).sum();
        for phi in [sum / (n + 1.0), (sum - cap) / n] {
            let point: Vec<f64> =
                (0..excess.len()).map(|i| if inside(i) { excess[i] - phi } else { 0.0 }).collect();
            let feasible =
                point.iter().all(|&d| d >= 0.0) && point.iter().sum::<f64>() <= cap * (1.0 + 1e-12);
            if feasible && dual_value(excess, &point) > dual_value(excess, &best) {
                best = point;
            }
        }
    }
    best
}

fn minimiser(mut low: f64, mut high: f64, f: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..100 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if f(a) <= f(b) { high = b } else { low = a }
    }
    0.5 * (low + high)
}

/// `min 1/2 |M' - M|^2 + C hinge(M')`: the hinge left, and for it the least move that reaches it.
fn primal(excess: &[f64], cap: f64) -> (Vec<f64>, f64) {
    let top = largest(excess);
    let moves = |right: f64, rest: f64| -> Vec<f64> {
        excess.iter().map(|e| (e - rest - right).max(0.0)).collect()
    };
    let size = |right: f64, rest: f64| {
        0.5 * (right * right + moves(right, rest).iter().map(|m| m * m).sum::<f64>())
    };
    let right = |rest: f64| minimiser(0.0, top, |right| size(right, rest));
    let cost = |rest: f64| size(right(rest), rest) + cap * rest;
    let rest = minimiser(0.0, top, cost);
    (moves(right(rest), rest), cost(rest))
}

#[test]
fn small_problems_by_enumeration_and_in_the_primal() {
    let mut rng = Rng::new(6);
    for round in 0..300 {
        let excess: Vec<f64> = match round % 3 {
            0 => (0..1 + rng.below(6)).map(|_| rng.between(-0.5, 1.5)).collect(),
            1 => (0..1 + rng.below(6)).map(|_| rng.below(4) as f64 - 1.0).collect(),
            _ => (0..1 + rng.below(6)).map(|_| rng.between(0.8, 1.0)).collect(),
        };
        let cap = rng.magnitude(0.05, 3.0);
        let exact = enumerated(&excess, cap);
        let (searched, cost) = primal(&excess, cap);
        for solver in SOLVERS {
            let duals = solve(&excess, cap, solver);
            let what = format!("{solver:?} on {excess:?}, cap {cap}");
            near_all(&duals, &exact, 1e-12, &what);
            near_all(&duals, &searched, 1e-5, &what);
            near(dual_value(&excess, &duals), cost, 1e-10, &what);
        }
    }
}

#[test]
fn order_of_the_classes_does_not_matter() {
    for_random_problems(7, 2_000, |problem, rng| {
        let excess = problem.excess();
        let mut order: Vec<usize> = (0..excess.len()).collect();
        (1..order.len()).for_each(|i| order.swap(i, rng.below(i + 1)));
        let shuffled: Vec<f64> = order.iter().map(|&i| excess[i]).collect();
        for solver in SOLVERS {
            let (plain, moved) =
                (solve(&excess, problem.cap, solver), solve(&shuffled, problem.cap, solver));
            let expected: Vec<f64> = order.iter().map(|&i| plain[i]).collect();
            agree(&moved, &expected, 1e-12, &format!("{solver:?} on {problem:?}"));
            assert!(solver != MiraSolver::Sort || moved == expected, "{problem:?}");
        }
    });
}

/// `x -> c x`, `beta -> c^2 beta` leaves the step unchanged: bit for bit for powers of two.
#[test]
fn scale_of_the_inputs_does_not_matter() {
    for_random_problems(8, 2_000, |problem, rng| {
        let (exact, any) = (4f64.powi(rng.below(21) as i32 - 10), rng.magnitude(1e-4, 1e4));
        for solver in SOLVERS {
            let plain = problem.tau(solver);
            assert_eq!(scaled(problem, exact).tau(solver), plain, "{solver:?} on {problem:?}");
            // The scores themselves are rounded by the scaling.
            let size = problem.scores.iter().fold(problem.beta, |m, b| m.max(b.abs()));
            let other = scaled(problem, any).tau(solver);
            for (l, r) in plain.iter().zip(&other) {
                let slack = 1e-14 * plain.len() as f64 * size / problem.a;
                assert!((l - r).abs() <= slack + 1e-12 * plain[problem.y], "{problem:?}");
            }
        }
    });
}

fn scaled(problem: &Problem, c2: f64) -> Problem {
    let scores = problem.scores.iter().map(|b| c2 * b).collect();
    Problem { scores, a: c2 * problem.a, beta: c2 * problem.beta, ..problem.clone() }
}

/// While unclipped the duals are proportional to the excesses, and with the cap scaled alike always.
#[test]
fn duals_scale_with_the_excesses() {
    for_random_problems(9, 2_000, |problem, _| {
        let excess = problem.excess();
        for solver in SOLVERS {
            let plain: Vec<f64> =
                solve(&excess, problem.cap, solver).iter().map(|d| 1024.0 * d).collect();
            let larger: Vec<f64> = excess.iter().map(|e| 1024.0 * e).collect();
            assert_eq!(solve(&larger, 1024.0 * problem.cap, solver), plain, "{problem:?}");
        }
    });
}

/// `tau = 1_y - projection onto the simplex`, as in the textbook.
fn naive(problem: &Problem) -> Vec<f64> {
    let indicator = |r: usize| f64::from(u8::from(r == problem.y));
    let right = |r: usize| problem.beta * indicator(r);
    let d: Vec<f64> = (0..problem.scores.len())
        .map(|r| (problem.scores[r] - right(r)) / problem.a + indicator(r))
        .collect();
    let mut sorted = d.clone();
    sorted.sort_unstable_by(|a, b| b.total_cmp(a));
    let (mut sum, mut theta) = (0.0, 0.0);
    for (j, &value) in sorted.iter().enumerate() {
        sum += value;
        let next = (sum - 1.0) / (j + 1) as f64;
        if value > next {
            theta = next;
        }
    }
    d.iter().enumerate().map(|(r, v)| indicator(r) - (v - theta).max(0.0)).collect()
}

#[test]
fn the_simplex_form_fails_where_the_excesses_are_small() {
    let at = |a: f64| Problem::new(&[0.0; 3], 1, a, 0.01);
    for solver in SOLVERS {
        for exponent in -8..=16 {
            let a = 10f64.powi(exponent);
            let truth = if a < 0.02 / 3.0 { 1.0 } else { 2.0 / 3.0 * (0.01 / a) };
            near(at(a).tau(solver)[1] / truth, 1.0, 1e-15, "zero scores");
        }
        near_all(&naive(&at(2.0)), &at(2.0).tau(solver), 1e-14, "large excesses");
    }
    near(naive(&at(1e14))[1] / 1.11e-16, 1.0, 1e-3, "naive at 1e14");
    near(at(1e14).tau(MiraSolver::Sort)[1] / 6.67e-17, 1.0, 1e-3, "true at 1e14");
    // At 1e16 it does not learn from the first example at all, breaks the constraint that the
    // coefficients add up to zero, and moves where the margin is met.
    assert_eq!(naive(&at(1e16)), [0.0; 3]);
    let violated = Problem::new(&[0.5, 0.0, 0.7], 1, 1e16, 0.01);
    let (wrong, right) = (naive(&violated), violated.tau(MiraSolver::Sort));
    near(right[1] / 4.0667e-17, 1.0, 1e-4, "true at 1e16");
    assert!(wrong[1] == 0.0 && wrong.iter().sum::<f64>() < -1e-16, "{wrong:?}");
    let met = Problem::new(&[-0.7, -0.6, -0.8], 1, 1e16, 0.01);
    assert_eq!(met.tau(MiraSolver::Sort), [0.0; 3]);
    assert!(naive(&met).iter().any(|t| t.abs() > 1e-17), "{:?}", naive(&met));
}

#[test]
fn degenerate_inputs() {
    for solver in SOLVERS {
        assert!(solve(&[], 1.0, solver).is_empty());
        assert_eq!(solve(&[-1.0, 0.0, -0.0], 1.0, solver), [0.0; 3]);
        assert_eq!(solve(&[3.0, 1.0], f64::INFINITY, solver), [1.5, 0.0]);
        assert_eq!(solve(&[f64::NAN, 1.0, f64::NEG_INFINITY], 1.0, solver), [0.0, 0.5, 0.0]);
        assert_eq!(solve(&[f64::INFINITY, 1.0], 1.0, solver), [0.0; 2]);
        assert_eq!(solve(&[1.0, 2.0], 0.0, solver), [0.0; 2]);
        assert_eq!(solve(&[1.0, 2.0], f64::NAN, solver).len(), 2);
        for tiny in [5e-324, 1e-323, 1e-320] {
            let duals = solve(&[tiny; 5], 1.0, solver);
            assert!(duals.iter().all(|&d| (0.0..=tiny / 2.0).contains(&d)), "{duals:?}");
        }
    }
}

#[test]
fn ties_without_a_margin_do_not_update() {
    let problem = Problem::new(&[2.0, 2.0, 1.0], 0, 3.0, 0.0);
    for solver in SOLVERS {
        assert_eq!(problem.tau(solver), [0.0; 3]);
    }
}

/// A long tail of almost active classes, where the fixed point creeps.
#[test]
fn many_classes() {
    let excess: Vec<f64> = (0..20_000).map(|i| 1.0 - 0.49 * f64::from(i) / 20_000.0).collect();
    for cap in [1e-6, 0.3, f64::INFINITY] {
        let sorted = solve(&excess, cap, MiraSolver::Sort);
        for solver in SOLVERS {
            agree(&solve(&excess, cap, solver), &sorted, 1e-11, &format!("{solver:?} cap {cap}"));
        }
    }
}

#[test]
fn names() {
    let names = SOLVERS.map(|solver| serde_json::to_string(&solver).unwrap());
    assert_eq!(names, ["\"sort\"", "\"fixed-point\"", "\"bisection\"", "\"active-set\""]);
    assert_eq!(MiraSolver::default(), MiraSolver::Sort);
}
