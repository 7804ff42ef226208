//! The four MIRA solvers against golden vectors and each other, under every symmetry; and the
//! textbook simplex form, which fails where the excesses are small.

use super::mira_rounds::{Problem, SOLVERS, agree, for_random_problems, largest, solve};
use super::support::{near, near_all};
use crate::solve::MiraSolver;

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

/// While unclipped the duals are proportional to the excesses, and with the cap scaled alike
/// always.
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
