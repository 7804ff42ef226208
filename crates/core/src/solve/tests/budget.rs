//! The separable problem under one budget: golden rounds of simultaneous projections, the
//! conditions of optimality, rows without direction, and the general form for the multiplicative
//! rounds.

use super::support::{Rng, near, near_all};
use crate::solve::{separable_budget, separable_budget_by};

fn solve(losses: &[f64], squares: &[f64], cap: f64) -> Vec<f64> {
    let (mut duals, mut scratch) = (vec![f64::NAN; losses.len()], vec![(1.0, 1.0)]);
    separable_budget(losses, squares, cap, &mut scratch, &mut duals);
    duals
}

#[test]
fn golden_rounds() {
    for (cap, wanted) in [(0.25, [0.25, 0.0]), (1.0, [0.8, 0.2]), (1.5, [1.0, 0.4])] {
        near_all(&solve(&[1.0, 0.4], &[1.0, 1.0], cap), &wanted, 1e-15, "A");
    }
    for (cap, wanted) in [(0.25, [0.0, 0.25, 0.0]), (1.0, [0.0, 0.875, 0.125])] {
        near_all(&solve(&[0.5, 1.5, 1.0], &[2.0, 1.0, 3.0], cap), &wanted, 1e-15, "B");
    }
    near_all(&solve(&[1.0, 0.4], &[2.0, 1.0], f64::INFINITY), &[0.5, 0.4], 1e-15, "no budget");
    assert_eq!(solve(&[], &[], 1.0), [0.0; 0]);
    assert_eq!(solve(&[-1.0, 0.0], &[1.0, 1.0], 1.0), [0.0; 2]);
}

/// `m - l v = tau` on active rows, `m <= tau` on the others, `tau >= 0`, and `tau = 0` unless the
/// budget is used up.
#[test]
fn conditions_of_optimality() {
    let mut rng = Rng::new(1);
    for _ in 0..2000 {
        let k = 1 + rng.below(30);
        let losses: Vec<f64> =
            (0..k).map(|_| (rng.between(-0.5, 2.0) * 8.0).round() / 8.0).collect();
        let squares: Vec<f64> = (0..k).map(|_| rng.magnitude(1e-4, 1e4)).collect();
        let cap = rng.magnitude(1e-8, 1e8);
        let duals = solve(&losses, &squares, cap);
        let total: f64 = duals.iter().sum();
        assert!(duals.iter().all(|l| *l >= 0.0) && total <= cap * (1.0 + 1e-15));
        let rows = || losses.iter().zip(&squares).zip(&duals).map(|((m, v), l)| (m - l * v, *l));
        let price = rows().filter(|r| r.1 > 0.0).map(|r| r.0).fold(0.0, f64::max);
        for (slope, dual) in rows() {
            assert!(slope <= price + 1e-10, "{losses:?} {squares:?} {cap} {duals:?}");
            assert!(dual == 0.0 || (slope - price).abs() < 1e-10, "{slope} {price} {duals:?}");
        }
        // A dual is a difference of losses, rounded, over its square.
        let rounding: f64 = squares.iter().map(|v| 1e-15 / v).sum();
        if total < cap - rounding {
            near(price, 0.0, 1e-10, "price of a budget with something left");
        }
    }
}

#[test]
fn rows_without_direction() {
    // Others are mistaken as well: the zero row is dropped.
    assert_eq!(solve(&[1.0, 1.0, 0.2], &[0.0, 2.0, 1.0], 10.0), [0.0, 0.5, 0.2]);
    // Only zero rows are mistaken: the first takes all.
    assert_eq!(solve(&[0.4, 1.0, 1.0], &[1.0, 0.0, 0.0], 10.0), [0.0, 10.0, 0.0]);
    assert_eq!(solve(&[1.0], &[0.0], f64::INFINITY), [0.0]);
    // Reciprocals that overflow when they are added up.
    assert_eq!(solve(&[1.0, 1.0, 0.5], &[1e-307; 3], 3.0), [1.5, 1.5, 0.0]);
}

/// The quadratic problem through the general form.
#[test]
fn general_form_agrees() {
    let mut rng = Rng::new(9);
    for _ in 0..500 {
        let k = 1 + rng.below(12);
        let losses: Vec<f64> = (0..k).map(|_| rng.between(-0.5, 2.0)).collect();
        let squares: Vec<f64> = (0..k).map(|_| rng.magnitude(0.1, 10.0)).collect();
        let cap = rng.magnitude(1e-3, 10.0);
        let mut duals = vec![0.0; k];
        let top = losses.iter().fold(0.0, |m: f64, l| m.max(*l));
        separable_budget_by(top, cap, &mut duals, |j, tau| {
            ((losses[j] - tau) / squares[j]).max(0.0)
        });
        assert!(duals.iter().sum::<f64>() <= cap * (1.0 + 1e-15));
        near_all(&duals, &solve(&losses, &squares, cap), 1e-12, "general form");
    }
}

/// SimOpt in its multiplicative form, on ternary rows, against a slow search over two rows.
#[test]
fn multiplicative_rounds() {
    let mut rng = Rng::new(10);
    for _ in 0..200 {
        let rows: Vec<Vec<f64>> = (0..2).map(|_| rng.simplex(3)).collect();
        let (gamma, cap) = (rng.between(0.05, 0.95), rng.magnitude(0.1, 5.0));
        let margin = |w: &[f64]| w[0] - w[1];
        let dual = |j: usize, tau: f64| {
            let (w, g) = (&rows[j], gamma - tau);
            if margin(w) >= g {
                return 0.0;
            }
            let (p, m, z) = (w[0], w[1], w[2]);
            // For a negative aim the same root in the form that does not cancel.
            let root = (g * g * z * z + 4.0 * (1.0 - g * g) * p * m).sqrt();
            let beta = if g >= 0.0 {
                (g * z + root) / (2.0 * (1.0 - g) * p)
            } else {
                2.0 * (1.0 + g) * m / (root - g * z)
            };
            beta.ln().max(0.0)
        };
        let gain = |j: usize, l: f64| {
            let w = &rows[j];
            gamma * l - (w[0] * l.exp() + w[1] * (-l).exp() + w[2]).ln()
        };
        let mut duals = [0.0; 2];
        let top = rows.iter().map(|w| gamma - margin(w)).fold(0.0, f64::max);
        separable_budget_by(top, cap, &mut duals, dual);
        assert!(duals.iter().sum::<f64>() <= cap * (1.0 + 1e-15));
        let value = gain(0, duals[0]) + gain(1, duals[1]);
        let grid = |i: u32, n: u32| cap * f64::from(i) / f64::from(n);
        for i in 0..=100 {
            for j in 0..=(100 - i) {
                assert!(gain(0, grid(i, 100)) + gain(1, grid(j, 100)) <= value + 1e-12);
            }
        }
    }
}
