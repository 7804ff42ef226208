//! What a structured example asks: more constraints than can be written out, so the worst of them
//! is found at each predictor, and a direction is judged by the problem.

use super::asked::{Predictor, Wanted};
use crate::example::ExampleLabel;
use noregret_core::Spec;
use noregret_core::ascent::{Ascent, Trigger};
use noregret_core::learner::Dual;
use noregret_core::loss::AnyLoss;
use noregret_core::problem::{AnyProblem, Problem};
use noregret_core::round::{Block, Term, View};
use noregret_io::Row;
use std::rc::Rc;

/// An example whose constraints follow from its problem.
#[derive(Debug)]
pub(super) struct Implied {
    problem: Rc<AnyProblem>,
    rows: Vec<Row>,
    loss: AnyLoss,
    /// Whether a round is about the answer that was given.
    on_mistakes: bool,
}

impl Implied {
    /// The constraints of these rows, if the problem does not write them out.
    pub(super) fn new(spec: &Spec, problem: &AnyProblem, rows: &[Row]) -> Option<Self> {
        (!problem.writes_all()).then(|| Implied {
            problem: Rc::new(problem.clone()),
            rows: rows.to_vec(),
            loss: spec.loss.clone(),
            on_mistakes: spec.ascent.trigger() == Trigger::Mistake,
        })
    }

    /// Takes the problem of the example before it, if no label came in between.
    pub(super) fn share(&mut self, before: &Implied) {
        if before.problem.rows() == self.problem.rows() {
            self.problem = Rc::clone(&before.problem);
        }
    }

    /// Rows of the weights.
    pub(super) fn rows(&self) -> usize {
        self.problem.rows()
    }

    /// The constraint that costs the weights u most.
    pub(super) fn worst(&self, parts: &[Vec<(usize, f64)>], u: &Predictor) -> Vec<Wanted> {
        let view = self.view(parts, (u, 1.0));
        self.asked(|label, block| {
            let level = f64::NEG_INFINITY;
            self.problem.separate((&view, &view.scores), label, level, block);
        })
    }

    /// The constraints that a round writes at the weights v/c.
    pub(super) fn written(
        &self,
        parts: &[Vec<(usize, f64)>],
        (v, rate): (&Predictor, f64),
    ) -> Vec<Wanted> {
        let view = self.view(parts, (v, rate));
        self.asked(|label, block| {
            // The label is one of this problem: that was asked when the example was read.
            let _ = self.problem.constrain(&view, label, block);
        })
    }

    /// Whether a dual variable is one of a constraint that is asked for.
    pub(super) fn asks(&self, parts: usize, dual: &Dual) -> bool {
        let term = |&(part, row, coef): &(usize, usize, f64)| Term { part, row, coef };
        let mut terms: Vec<Term> = dual.terms.iter().map(term).collect();
        terms.sort_unstable_by_key(|t| (t.part, t.row));
        let mut block = Block::default();
        block.clear(&self.loss, f64::NEG_INFINITY);
        let Ok(label) = ExampleLabel::of(&self.problem, &self.rows) else { return false };
        self.problem.asks((parts, label.label()), (&terms, dual.shift), block.margin)
    }

    fn view(&self, parts: &[Vec<(usize, f64)>], (u, times): (&Predictor, f64)) -> View {
        let score = |part: &Vec<(usize, f64)>, row: usize| -> f64 {
            times * part.iter().map(|&(j, x)| x * u.at(j, row)).sum::<f64>()
        };
        let of_part = |part| (0..self.problem.rows()).map(move |row| score(part, row));
        View { scores: parts.iter().flat_map(of_part).collect(), ..View::default() }
    }

    fn asked(&self, write: impl FnOnce(noregret_core::Label<'_>, &mut Block)) -> Vec<Wanted> {
        let mut block = Block::default();
        block.on_mistakes = self.on_mistakes;
        block.clear(&self.loss, f64::NEG_INFINITY);
        if let Ok(label) = ExampleLabel::of(&self.problem, &self.rows) {
            write(label.label(), &mut block);
        }
        (0..block.constraints.len()).map(|i| Wanted::written(&block, i)).collect()
    }
}
