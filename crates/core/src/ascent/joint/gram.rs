//! A group of any directions in the Euclidean geometry, from their inner products alone. In another
//! geometry (pairs as labels, which are no two sides) the worst constraint is stepped on.

use super::{Joint, Solver};
use crate::ascent::{Ascent, Exact, Round, Separable};
use crate::hypothesis::{Hypothesis, Response};
use crate::loss::Loss;
use crate::round::{Block, Term};
use crate::solve::block::{GramProblem, Stop, solve_block, subgradient_block};

/// Iterations, each O(k), after which the step is taken as it is: any dual variables are a legal
/// step.
const MOST_ITERATIONS: usize = 10_000;

/// More constraints than this have no matrix: the guarded separable step is taken, not exact but
/// with the same bound.
const MOST_CONSTRAINTS: usize = 2000;

/// Solves the round of the group in focus.
pub(super) fn solve<L: Loss, H: Hypothesis>(
    round: &mut Round<'_, L, H>,
    block: &mut Block,
    joint: &Joint,
) -> f64 {
    let active = block.active();
    let response = round.hypothesis.response(round.parts, 0, round.view, round.c);
    if !matches!(response, Response::Linear { .. }) {
        block.gap = f64::INFINITY;
        return Exact::default().step(round, block);
    }
    if active.len() > MOST_CONSTRAINTS {
        block.gap = f64::INFINITY;
        return Separable::default().step(round, block);
    }
    let misses = block.constraints[active.clone()].iter().map(|k| block.margin - k.z);
    let losses: Vec<f64> = misses.collect();
    let gram = directions(round, block);
    let (first, single, least) = best_alone(&losses, &gram, round.cap);
    let problem = GramProblem { losses: &losses, gram: &gram, cap: round.cap };
    let stop = Stop { gap: joint.gap * least, iterations: MOST_ITERATIONS };
    let duals = &mut block.duals[active];
    let certified = match joint.solver {
        Solver::Pegasos => subgradient_block(&problem, stop, duals),
        Solver::Fastest | Solver::Interior | Solver::Pairwise => solve_block(&problem, stop, duals),
    };
    let mut gap = certified.gap;
    if certified.increase < least {
        // An iteration that was stopped may be worse than a single step.
        duals.fill(0.0);
        duals[first] = single;
        gap -= least - certified.increase;
    }
    block.gap += gap.max(0.0);
    1.0
}

/// The best step on one constraint alone: which, how far, and what it adds to the dual; the step on
/// all adds at least that.
fn best_alone(losses: &[f64], gram: &[f64], cap: f64) -> (usize, f64, f64) {
    let count = losses.len();
    let alone = |(i, &loss): (usize, &f64)| {
        let (loss, square) = (loss.max(0.0), gram[i * count + i]);
        let d = if square > 0.0 { (loss / square).min(cap) } else { cap };
        (i, d, d * (loss - 0.5 * d * square))
    };
    let better = |a: (usize, f64, f64), b: (usize, f64, f64)| if b.2 > a.2 { b } else { a };
    losses.iter().enumerate().map(alone).fold((0, 0.0, 0.0), better)
}

/// `<a_i, a_j>/c` of all directions of the group.
fn directions<L: Loss, H: Hypothesis>(round: &Round<'_, L, H>, block: &Block) -> Vec<f64> {
    let count = round.parts.len();
    let mut parts = vec![0.0; count * count];
    for (p, x) in round.parts.iter().enumerate() {
        parts[p * count + p] = round.view.squares[p] / round.c;
        for q in 0..p {
            let inner = x.inner(round.parts[q]) / round.c;
            (parts[p * count + q], parts[q * count + p]) = (inner, inner);
        }
    }
    let cross = |(a, b): (&Term, &Term)| {
        let inner = parts[a.part * count + b.part];
        if a.row == b.row { a.coef * b.coef * inner } else { 0.0 }
    };
    let all = || block.active().map(|i| block.direction(i));
    let pairs = all().flat_map(|a| all().map(move |b| (a, b)));
    pairs
        .map(|(a, b)| a.iter().flat_map(|t| b.iter().map(move |u| (t, u))).map(cross).sum())
        .collect()
}
