//! The exact solver and the Pegasos-type iteration for a block of rows: golden rounds, projected
//! gradient as a slow oracle, live gaps, degenerate Gram matrices.

use super::support::{Rng, near, near_all};
use crate::solve::block::{
    BlockProblem, Gram, Matrix, Slack, Stop, solve_block, subgradient_block,
};
use crate::solve::separable_budget;

const EXACT: Stop = Stop { gap: 1e-12, iterations: 100_000 };

type Block<'a> = BlockProblem<'a, Matrix>;

fn matrix(count: usize, cells: &[f64]) -> Matrix {
    Matrix { count, cells: cells.to_vec() }
}

fn gram(rows: &[Vec<f64>]) -> Matrix {
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum();
    let cells = rows.iter().flat_map(|a| rows.iter().map(|b| dot(a, b)).collect::<Vec<f64>>());
    Matrix { count: rows.len(), cells: cells.collect() }
}

/// All rows in one slack.
fn tied(count: usize, cap: f64) -> [Slack; 1] {
    [Slack { rows: 0..count, cap }]
}

/// Losses, rows and a cap; rows may repeat or vanish.
fn random(rng: &mut Rng) -> (Vec<f64>, Matrix, f64) {
    let (k, n) = (1 + rng.below(12), 1 + rng.below(8));
    let mut rows: Vec<Vec<f64>> = (0..k).map(|_| rng.vector(n)).collect();
    if rng.chance(0.3) {
        rows[0] = rows[k - 1].clone();
        rows[k / 2] = vec![0.0; n];
    }
    let losses = (0..k).map(|_| rng.between(-0.5, 2.0)).collect();
    (losses, gram(&rows), rng.magnitude(1e-2, 10.0))
}

fn value(block: &Block<'_>, l: &[f64]) -> f64 {
    let k = l.len();
    let at = |i: usize, j: usize| l[i] * l[j] * block.gram.at(i, j);
    let square: f64 = (0..k).map(|i| (0..k).map(|j| at(i, j)).sum::<f64>()).sum();
    l.iter().zip(block.losses).map(|(l, m)| l * m).sum::<f64>() - 0.5 * square
}

fn gradient(block: &Block<'_>, l: &[f64]) -> Vec<f64> {
    let k = l.len();
    let inner = |i: usize| (0..k).map(|j| block.gram.at(i, j) * l[j]).sum::<f64>();
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

fn projected_gradient(block: &Block<'_>) -> Vec<f64> {
    let k = block.losses.len();
    let trace: f64 = (0..k).map(|i| block.gram.at(i, i)).sum();
    let mut l = vec![0.0; k];
    for _ in 0..20_000 {
        let before = l.clone();
        let g = gradient(block, &l);
        l.iter_mut().zip(g).for_each(|(l, g)| *l += g / trace.max(1e-9));
        for slack in block.slacks {
            project(&mut l[slack.rows.clone()], slack.cap);
        }
        if l.iter().zip(&before).all(|(a, b)| (a - b).abs() < 1e-15) {
            break;
        }
    }
    l
}

#[track_caller]
fn assert_feasible(block: &Block<'_>, l: &[f64]) {
    for Slack { rows, cap } in block.slacks {
        let l = &l[rows.clone()];
        let total: f64 = l.iter().sum();
        assert!(l.iter().all(|l| *l >= 0.0) && total <= cap * (1.0 + 1e-12), "{l:?} {block:?}");
    }
}

#[test]
fn golden_rounds() {
    // Two orthogonal rows of the thesis, and the witness against SimOpt, where one row is best.
    let pair = matrix(2, &[1.0, 0.0, 0.0, 1.0]);
    let block = BlockProblem { losses: &[1.0, 1.0], gram: &pair, slacks: &tied(2, 1.0) };
    let mut duals = [0.0; 2];
    let found = solve_block(&block, EXACT, &mut duals);
    near_all(&duals, &[0.5, 0.5], 1e-12, "orthogonal");
    near(found.increase, 0.75, 1e-12, "increase");
    let witness = matrix(2, &[1.0, 0.8, 0.8, 1.0]);
    let block = BlockProblem { losses: &[1.0, 0.4], gram: &witness, slacks: &tied(2, 1.0) };
    // From where it is, feasible as it is.
    let found = solve_block(&block, EXACT, &mut duals);
    near_all(&duals, &[1.0, 0.0], 1e-12, "witness");
    near(found.increase, 0.5, 1e-12, "increase");
}

#[test]
fn exact_solver_against_projected_gradient() {
    let mut rng = Rng::new(14);
    for _ in 0..1000 {
        let (losses, gram, cap) = random(&mut rng);
        let slacks = tied(losses.len(), cap);
        let block = BlockProblem { losses: &losses, gram: &gram, slacks: &slacks };
        let mut duals = vec![0.0; losses.len()];
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
        let slacks = tied(losses.len(), cap);
        let block = BlockProblem { losses: &losses, gram: &gram, slacks: &slacks };
        let mut duals = vec![0.0; losses.len()];
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
        let mut gram = matrix(k, &vec![0.0; k * k]);
        (0..k).for_each(|j| gram.cells[j * k + j] = squares[j]);
        let slacks = tied(k, rng.magnitude(0.01, 10.0));
        let block = BlockProblem { losses: &losses, gram: &gram, slacks: &slacks };
        let (mut whole, mut apart) = (vec![0.0; k], vec![0.0; k]);
        solve_block(&block, EXACT, &mut whole);
        separable_budget(&losses, &squares, slacks[0].cap, &mut Vec::new(), &mut apart);
        near_all(&whole, &apart, 1e-5, "separable");
        near(value(&block, &whole), value(&block, &apart), 1e-12, "value");
    }
}

#[test]
fn nothing_to_do() {
    let mut duals = [0.0; 2];
    let unit = matrix(2, &[1.0, 0.0, 0.0, 1.0]);
    let block = BlockProblem { losses: &[-1.0, 0.0], gram: &unit, slacks: &tied(2, 1.0) };
    for found in
        [solve_block(&block, EXACT, &mut duals), subgradient_block(&block, EXACT, &mut duals)]
    {
        assert_eq!((found.iterations, found.gap, duals), (0, 0.0, [0.0; 2]));
    }
    let none = matrix(0, &[]);
    let empty = BlockProblem { losses: &[], gram: &none, slacks: &tied(0, 1.0) };
    assert_eq!(solve_block(&empty, EXACT, &mut []).iterations, 0);
    // No direction at all: the budget goes to the largest loss.
    let still = matrix(2, &[0.0; 4]);
    let flat = BlockProblem { losses: &[0.5, 1.0], gram: &still, slacks: &tied(2, 3.0) };
    solve_block(&flat, EXACT, &mut duals);
    assert_eq!(duals, [0.0, 3.0]);
}

/// Several slacks, each with a budget of its own, over directions that overlap.
#[test]
fn several_slacks_against_projected_gradient() {
    let mut rng = Rng::new(17);
    for _ in 0..300 {
        let (losses, gram, cap) = random(&mut rng);
        let cut = rng.below(losses.len() + 1);
        let slacks = [Slack { rows: 0..cut, cap }, Slack { rows: cut..losses.len(), cap: 0.3 }];
        let block = BlockProblem { losses: &losses, gram: &gram, slacks: &slacks };
        let mut duals = vec![0.0; losses.len()];
        let found = solve_block(&block, EXACT, &mut duals);
        assert_feasible(&block, &duals);
        assert!(found.gap <= 1e-12 * (1.0 + found.increase), "{found:?} {block:?}");
        let slow = value(&block, &projected_gradient(&block));
        assert!(slow <= found.increase + 1e-12, "{slow} {found:?}");
        near(slow, found.increase, 1e-6, "oracle");
        let stop = Stop { gap: 1e-3 * (1.0 + found.increase), iterations: 200_000 };
        let rough = subgradient_block(&block, stop, &mut duals);
        assert_feasible(&block, &duals);
        assert!(rough.gap <= stop.gap * (1.0 + 1e-9), "{rough:?} {block:?}");
        assert!(rough.increase <= found.increase + 1e-12, "{rough:?} {found:?}");
    }
}

/// Rows nearly opposite to each other: pairwise steps alone creep, the face does not.
#[test]
fn opposite_rows_do_not_creep() {
    for length in [1.0, 30.0, 1000.0] {
        // The thresholds of a rank between others: s (x, -e_i).
        let rows: Vec<Vec<f64>> = (0..6)
            .map(|i| {
                let side = if i < 3 { 1.0 } else { -1.0 };
                let mut row = vec![0.0; 7];
                (row[0], row[i + 1]) = (side * length, -side);
                row
            })
            .collect();
        let losses: Vec<f64> = (0..6).map(|i| 1.0 + 0.1 * f64::from(i)).collect();
        let (gram, slacks) = (gram(&rows), tied(6, 20.0));
        let block = BlockProblem { losses: &losses, gram: &gram, slacks: &slacks };
        let mut duals = [0.0; 6];
        let stop = Stop { gap: 1e-9, iterations: 10_000 };
        let found = solve_block(&block, stop, &mut duals);
        assert_feasible(&block, &duals);
        // Residuals of rows so long have few digits left.
        let digits = 1e-14 * length * length * 20.0;
        assert!(found.gap <= 1e-9 + digits, "{length}: {found:?}");
    }
}
