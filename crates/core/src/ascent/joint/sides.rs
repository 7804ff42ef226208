//! One side of rows should lead the other on one instance: a coefficient per row,
//! `theta_r += alpha_r x`, instead of a dual variable per pair. The step is `A` times a mean of the
//! pairs, `sum_rs (alpha_r/A) (-alpha_s/A) a_rs` with `A = sum_r alpha_r` over the leading side,
//! and it is written down as one constraint: that mean, with the dual variable A.
//!
//! Only rows of violated pairs can move: a row that does not has its new score beyond the level of
//! its side.

use crate::ascent::{Ascent, Exact, Round};
use crate::hypothesis::{Hypothesis, Response};
use crate::loss::Loss;
use crate::round::{Block, Direction, Sides, Term};
use crate::solve::ranking::{BinaryEntropy, Demand, Potential, Quadratic};
use std::cell::RefCell;

/// Solves the round of the group in focus, of which the worst pair is written.
pub(super) fn solve<L: Loss, H: Hypothesis>(
    round: &mut Round<'_, L, H>,
    block: &mut Block,
    worst: usize,
    interior: bool,
) {
    let mut sides = std::mem::take(&mut block.spare_sides);
    let response = round.hypothesis.response(round.parts, 0, round.view, round.c);
    match response {
        Response::Linear { .. } if !interior => sides.load_all(block, &round.view.scores),
        _ => sides.load(block, worst, &round.view.scores),
    }
    let demand = Demand { relevant: &[], margin: block.margin, cap: round.cap };
    let many = sides.rows.len() > 2;
    let gap = match response {
        _ if !many => 0.0,
        Response::Linear { rate } => linear(&mut sides, demand, rate, interior),
        Response::Logistic { scale, rate } => logistic(&mut sides, demand, (scale, rate), interior),
        Response::Numeric => numeric(&mut sides, demand, round),
    };
    block.gap += gap;
    if !(many && sides.write(block, block.constraints[worst].z)) {
        // A pair alone, or scores that no step moves (all weight on the instance): dual variables
        // still count then.
        Exact::default().step(round, block);
    }
    block.spare_sides = sides;
}

/// Returns the gap, as the others do.
fn linear(sides: &mut Sides, demand: Demand<'_>, rate: f64, by_interior: bool) -> f64 {
    let Sides { scores, leads, alpha, water, interior, .. } = sides;
    let demand = Demand { relevant: leads, ..demand };
    if by_interior {
        let potential = Quadratic { scores, square: rate };
        interior.solve(&potential, &demand, alpha);
        return demand.gap(&potential, alpha);
    }
    water.euclid(scores, &demand, rate, alpha);
    0.0
}

/// In units where scores lie between 0 and 1 and a step adds itself to the logit.
fn logistic(
    sides: &mut Sides,
    demand: Demand<'_>,
    (scale, rate): (f64, f64),
    by_interior: bool,
) -> f64 {
    let Sides { scores, leads, alpha, logits, water, interior, .. } = sides;
    // Rounding may leave a score above what it tends to.
    let logit = |score: &f64| (score / (scale - score).max(0.0)).ln();
    logits.clear();
    logits.extend(scores.iter().map(logit));
    let demand = Demand { relevant: leads, margin: demand.margin / scale, ..demand };
    if !by_interior {
        water.logit(logits, &demand, rate, alpha);
        return 0.0;
    }
    if logits.iter().any(|logit| !logit.is_finite()) {
        return f64::INFINITY;
    }
    let demand = Demand { cap: rate * demand.cap, ..demand };
    let potential = BinaryEntropy { logits };
    interior.solve(&potential, &demand, alpha);
    // In these units the dual is rate/scale times that of the round.
    let gap = demand.gap(&potential, alpha) * scale / rate;
    alpha.iter_mut().for_each(|alpha| *alpha /= rate);
    gap
}

fn numeric<L: Loss, H: Hypothesis>(
    sides: &mut Sides,
    demand: Demand<'_>,
    round: &mut Round<'_, L, H>,
) -> f64 {
    let (parts, view, c, weight) = (round.parts, round.view, round.c, round.cap);
    let Sides { rows, leads, alpha, interior, .. } = sides;
    let demand = Demand { relevant: leads, ..demand };
    let rows = Rows {
        blank: Direction { parts, view, terms: &[], own: 0.0, c, weight },
        rows,
        hypothesis: RefCell::new(&mut *round.hypothesis),
    };
    interior.solve(&rows, &demand, alpha);
    demand.gap(&rows, alpha)
}

/// The rows of a hypothesis along the first part, evaluated when asked.
struct Rows<'a, H> {
    blank: Direction<'a>,
    rows: &'a [usize],
    hypothesis: RefCell<&'a mut H>,
}

impl<H: Hypothesis> Potential for Rows<'_, H> {
    fn value(&self, label: usize, a: f64) -> f64 {
        let terms = [Term { part: 0, row: self.rows[label], coef: a }];
        self.hypothesis.borrow_mut().rise(&Direction { terms: &terms, ..self.blank })
    }

    fn slopes(&self, label: usize, a: f64) -> (f64, f64) {
        let terms = [Term { part: 0, row: self.rows[label], coef: 1.0 }];
        self.hypothesis.borrow_mut().along(&Direction { terms: &terms, ..self.blank }, a)
    }
}
