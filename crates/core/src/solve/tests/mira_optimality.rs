//! The four MIRA solvers against the optimality conditions, strong duality, enumeration of the
//! active sets and a slow search in the primal.

use super::mira_rounds::{Problem, SOLVERS, for_random_problems, largest, solve};
use super::support::{Rng, near, near_all};

/// In gaps to the largest excess, where no digit is lost: every dual is `[max dual - gap]_+`, and
/// the sum is `cap`, or less if the margin is reached.
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

/// `min(C, l/2A) <= tau_y <= min(C, (k-1)/k l/A)`: Lemma 8 on the left, equal excesses on the
/// right.
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
