//! One side of rows should lead the other on one instance: a coefficient a row, `theta_r += alpha_r x`, instead of a dual
//! variable a pair; those are `d_rs = alpha_r (-alpha_s)/A` with `A = sum_r alpha_r` over the leading side.
//!
//! Only rows of violated pairs can move: a row that does not has its new score beyond the level of its side.

use crate::ascent::{Ascent, Exact, Round};
use crate::block::{Block, Term};
use crate::hypothesis::{Direction, Hypothesis, Response};
use crate::loss::Loss;
use crate::solve::ranking::{
    BinaryEntropy, Demand, InteriorPoint, Potential, Quadratic, WaterFilling,
};
use std::cell::RefCell;

/// The rows of the violated pairs.
struct Sides {
    rows: Vec<usize>,
    leads: Vec<bool>,
    scores: Vec<f64>,
    alpha: Vec<f64>,
    /// Where each row stands in these lists.
    places: Vec<usize>,
}

const NOWHERE: usize = usize::MAX;

impl Sides {
    fn of(block: &Block, scores: &[f64]) -> Self {
        let most = scores.len();
        let mut sides = Sides {
            rows: Vec::with_capacity(most),
            leads: Vec::with_capacity(most),
            scores: Vec::with_capacity(most),
            alpha: Vec::new(),
            places: vec![NOWHERE; most],
        };
        for i in block.active() {
            for (k, t) in block.direction(i).iter().enumerate() {
                if sides.places[t.row] == NOWHERE {
                    sides.places[t.row] = sides.rows.len();
                    sides.rows.push(t.row);
                    sides.leads.push(k == 0);
                    sides.scores.push(scores[t.row]);
                }
            }
        }
        sides.alpha = vec![0.0; sides.rows.len()];
        sides
    }

    /// Writes a dual variable for each pair; false if there is nothing to share out.
    fn spread(&self, block: &mut Block) -> bool {
        let (alpha, leads) = (self.alpha.iter(), self.leads.iter());
        let total: f64 = alpha.zip(leads).filter(|(_, lead)| **lead).map(|(a, _)| a).sum();
        if !(total > 0.0 && self.alpha.iter().all(|alpha| alpha.is_finite())) {
            return false;
        }
        for i in block.active() {
            let [up, down] = [0, 1].map(|k| self.alpha[self.places[block.direction(i)[k].row]]);
            block.duals[i] = (up / total) * -down;
        }
        true
    }
}

/// Solves the round of the group in focus.
pub(super) fn solve<L: Loss, H: Hypothesis>(
    round: &mut Round<'_, L, H>,
    block: &mut Block,
    interior: bool,
) {
    let mut sides = Sides::of(block, &round.view.scores);
    let leads = std::mem::take(&mut sides.leads);
    let demand = Demand { relevant: &leads, margin: block.margin, cap: round.cap };
    match round.hypothesis.response(round.parts, 0, round.view, round.c) {
        Response::Linear { rate } => linear(&mut sides, &demand, rate, interior),
        Response::Logistic { scale, rate } => {
            logistic(&mut sides, &demand, (scale, rate), interior);
        }
        Response::Numeric => numeric(&mut sides, &demand, round),
    }
    sides.leads = leads;
    if !sides.spread(block) {
        // Scores that no step moves (all weight on the instance): the dual variables still count in the dual.
        Exact::default().step(round, block);
    }
}

fn linear(sides: &mut Sides, demand: &Demand<'_>, rate: f64, interior: bool) {
    let Sides { scores, alpha, .. } = sides;
    if interior {
        InteriorPoint::default().solve(&Quadratic { scores, square: rate }, demand, alpha);
    } else {
        WaterFilling::default().euclid(scores, demand, rate, alpha);
    }
}

/// In units where scores lie between 0 and 1 and a step adds itself to the logit.
fn logistic(sides: &mut Sides, demand: &Demand<'_>, (scale, rate): (f64, f64), interior: bool) {
    // Rounding may leave a score above what it tends to.
    let logit = |score: &f64| (score / (scale - score).max(0.0)).ln();
    let logits: Vec<f64> = sides.scores.iter().map(logit).collect();
    let margin = demand.margin / scale;
    if interior && logits.iter().any(|logit| !logit.is_finite()) {
        return;
    }
    if interior {
        let demand = Demand { margin, cap: rate * demand.cap, ..*demand };
        let potential = BinaryEntropy { logits: &logits };
        InteriorPoint::default().solve(&potential, &demand, &mut sides.alpha);
        sides.alpha.iter_mut().for_each(|alpha| *alpha /= rate);
    } else {
        let demand = Demand { margin, ..*demand };
        WaterFilling::default().logit(&logits, &demand, rate, &mut sides.alpha);
    }
}

fn numeric<L: Loss, H: Hypothesis>(
    sides: &mut Sides,
    demand: &Demand<'_>,
    round: &mut Round<'_, L, H>,
) {
    let (parts, view, c, weight) = (round.parts, round.view, round.c, round.cap);
    let rows = Rows {
        blank: Direction { parts, view, terms: &[], own: 0.0, c, weight },
        rows: &sides.rows,
        hypothesis: RefCell::new(&mut *round.hypothesis),
    };
    InteriorPoint::default().solve(&rows, demand, &mut sides.alpha);
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
