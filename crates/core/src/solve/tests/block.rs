//! The exact solver and the Pegasos-type iteration for a block of rows: golden rounds, projected
//! gradient as a slow oracle, live gaps, degenerate Gram matrices.

use super::support::{Rng, near, near_all};
use crate::solve::block::{GramProblem, Stop, solve_block, subgradient_block};
use crate::solve::separable_budget;

const EXACT: Stop = Stop { gap: 1e-12, iterations: 100_000 };

fn gram(rows: &[Vec<f64>]) -> Vec<f64> {
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum();
    rows.iter().flat_map(|a| rows.iter().map(|b| dot(a, b)).collect::<Vec<f64>>()).collect()
}

/// Losses, rows and a cap; rows may repeat or vanish.
fn random(rng: &mut Rng) -> (Vec<f64>, Vec<f64>, f64) {
    let (k, n) = (1 + rng.below(12), 1 + rng.below(8));
    let mut rows: Vec<Vec<f64>> = (0..k).map(|_| rng.vector(n)).collect();
    if rng.chance(0.3) {
        rows[0] = rows[k - 1].clone();
        rows[k / 2] = vec![0.0; n];
    }
    let losses = (0..k).map(|_| rng.between(-0.5, 2.0)).collect();
    (losses, gram(&rows), rng.magnitude(1e-2, 10.0))
}

fn value(block: &GramProblem<'_>, l: &[f64]) -> f64 {
    let k = l.len();
    let at = |i: usize, j: usize| l[i] * l[j] * block.gram[i * k + j];
    let square: f64 = (0..k).map(|i| (0..k).map(|j| at(i, j)).sum::<f64>()).sum();
    l.iter().zip(block.losses).map(|(l, m)| l * m).sum::<f64>() - 0.5 * square
}

fn gradient(block: &GramProblem<'_>, l: &[f64]) -> Vec<f64> {
    let k = l.len();
    let inner = |i: usize| (0..k).map(|j| block.gram[i * k + j] * l[j]).sum::<f64>();
    (0..k).map(|i| block.losses[i] - inner(i)).collect()
}

/// Projects onto `{x >= 0, sum x <= total}`: `x_i = [v_i - theta]_+`, theta by halving.
fn project(v: &mut [f64], total: f64) {
    let sum = |v: &[f64], theta: f64| v.iter().map(|x| (x - theta).max(0.0)).sum::<f64>();
    let (mut low, mut high) = (0.0, v.iter().fold(0.0, |top: f64, x| top.max(*x)));
    if sum(v, 0.0) <= total {
        high = 0.0;
    }
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if sum(v, middle) > total {
            low = middle;
        } else {
            high = middle;
        }
    }
    v.iter_mut().for_each(|x| *x = (*x - high).max(0.0));
}

fn projected_gradient(block: &GramProblem<'_>) -> Vec<f64> {
    let k = block.losses.len();
    let trace: f64 = (0..k).map(|i| block.gram[i * k + i]).sum();
    let mut l = vec![0.0; k];
    for _ in 0..20_000 {
        let before = l.clone();
        let g = gradient(block, &l);
        l.iter_mut().zip(g).for_each(|(l, g)| *l += g / trace.max(1e-9));
        project(&mut l, block.cap);
        if l.iter().zip(&before).all(|(a, b)| (a - b).abs() < 1e-15) {
            break;
        }
    }
    l
}

#[track_caller]
fn assert_feasible(block: &GramProblem<'_>, l: &[f64]) {
    let total: f64 = l.iter().sum();
    assert!(l.iter().all(|l| *l >= 0.0) && total <= block.cap * (1.0 + 1e-12), "{l:?} {block:?}");
}

#[test]
fn golden_rounds() {
    // Two orthogonal rows of the thesis, and the witness against SimOpt, where one row is best.
    let pair = [1.0, 0.0, 0.0, 1.0];
    let block = GramProblem { losses: &[1.0, 1.0], gram: &pair, cap: 1.0 };
    let mut duals = [7.0; 2];
    let found = solve_block(&block, EXACT, &mut duals);
    near_all(&duals, &[0.5, 0.5], 1e-12, "orthogonal");
    near(found.increase, 0.75, 1e-12, "increase");
    let witness = [1.0, 0.8, 0.8, 1.0];
    let block = GramProblem { losses: &[1.0, 0.4], gram: &witness, cap: 1.0 };
    let found = solve_block(&block, EXACT, &mut duals);
    near_all(&duals, &[1.0, 0.0], 1e-12, "witness");
    near(found.increase, 0.5, 1e-12, "increase");
}

#[test]
fn exact_solver_against_projected_gradient() {
    let mut rng = Rng::new(14);
    for _ in 0..1000 {
        let (losses, gram, cap) = random(&mut rng);
        let block = GramProblem { losses: &losses, gram: &gram, cap };
        let mut duals = vec![f64::NAN; losses.len()];
        let found = solve_block(&block, EXACT, &mut duals);
        assert_feasible(&block, &duals);
        assert!(found.gap <= 1e-12 * (1.0 + found.increase), "{found:?} {block:?}");
        near(found.increase, value(&block, &duals), 1e-13, "increase");
        let slow = value(&block, &projected_gradient(&block));
        assert!(slow <= found.increase + 1e-12, "{slow} {found:?}");
        near(slow, found.increase, 1e-6, "oracle");
    }
}

/// Every step of the iteration is feasible and its gap is honest: the optimum lies between dual and
/// dual plus gap.
#[test]
fn subgradient_iteration_has_a_live_gap() {
    let mut rng = Rng::new(15);
    let mut counts = Vec::new();
    for _ in 0..200 {
        let (losses, gram, cap) = random(&mut rng);
        let block = GramProblem { losses: &losses, gram: &gram, cap };
        let mut duals = vec![f64::NAN; losses.len()];
        let best = solve_block(&block, EXACT, &mut duals).increase;
        for iterations in [0, 1, 2, 3, 10, 100] {
            let stop = Stop { gap: 0.0, iterations };
            let found = subgradient_block(&block, stop, &mut duals);
            assert_feasible(&block, &duals);
            near(found.increase, value(&block, &duals), 1e-12, "increase");
            let honest =
                found.increase <= best + 1e-12 && best <= found.increase + found.gap + 1e-12;
            assert!(honest, "{found:?} {best}");
        }
        let stop = Stop { gap: 1e-3 * (1.0 + best), iterations: 200_000 };
        let found = subgradient_block(&block, stop, &mut duals);
        assert!(found.gap <= stop.gap * (1.0 + 1e-9), "{found:?} {block:?}");
        counts.push(found.iterations);
    }
    counts.sort_unstable();
    println!("to a gap of 1e-3: median {}, most {}", counts[100], counts[199]);
}

/// Orthogonal rows: the separable problem is the whole problem.
#[test]
fn orthogonal_rows_are_separable() {
    let mut rng = Rng::new(16);
    for _ in 0..300 {
        let k = 1 + rng.below(10);
        let losses: Vec<f64> = (0..k).map(|_| rng.between(-0.5, 2.0)).collect();
        let squares: Vec<f64> = (0..k).map(|_| rng.magnitude(0.1, 10.0)).collect();
        let mut gram = vec![0.0; k * k];
        (0..k).for_each(|j| gram[j * k + j] = squares[j]);
        let block = GramProblem { losses: &losses, gram: &gram, cap: rng.magnitude(0.01, 10.0) };
        let (mut whole, mut apart) = (vec![0.0; k], vec![0.0; k]);
        solve_block(&block, EXACT, &mut whole);
        separable_budget(&losses, &squares, block.cap, &mut Vec::new(), &mut apart);
        near_all(&whole, &apart, 1e-5, "separable");
        near(value(&block, &whole), value(&block, &apart), 1e-12, "value");
    }
}

#[test]
fn nothing_to_do() {
    let mut duals = [9.0; 2];
    let block = GramProblem { losses: &[-1.0, 0.0], gram: &[1.0, 0.0, 0.0, 1.0], cap: 1.0 };
    for found in
        [solve_block(&block, EXACT, &mut duals), subgradient_block(&block, EXACT, &mut duals)]
    {
        assert_eq!((found.iterations, found.gap, duals), (0, 0.0, [0.0; 2]));
    }
    let empty = GramProblem { losses: &[], gram: &[], cap: 1.0 };
    assert_eq!(solve_block(&empty, EXACT, &mut []).iterations, 0);
    // No direction at all: the budget goes to the largest loss.
    let flat = GramProblem { losses: &[0.5, 1.0], gram: &[0.0; 4], cap: 3.0 };
    solve_block(&flat, EXACT, &mut duals);
    assert_eq!(duals, [0.0, 3.0]);
}
