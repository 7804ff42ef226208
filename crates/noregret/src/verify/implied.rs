//! What a structured example asks: more constraints than can be written out, so the worst of them
//! is found at each predictor, and a direction is judged by the problem.

use super::asked::{Predictor, Wanted};
use crate::example::ExampleLabel;
use noregret_core::ascent::{Ascent, Trigger};
use noregret_core::learner::Dual;
use noregret_core::loss::AnyLoss;
use noregret_core::problem::{AnyProblem, Problem};
use noregret_core::round::{Block, Term, View};
use noregret_core::{Label, Spec};
use noregret_io::Row;
use std::rc::Rc;

/// An example whose constraints follow from its problem.
#[derive(Debug)]
pub(super) struct Implied {
    problem: Rc<AnyProblem>,
    rows: Vec<Row>,
    loss: AnyLoss,
    /// Whether the ascent acts on mistakes only.
    on_mistakes: bool,
    /// Margins from which on the ascent does not look at all constraints.
    reach: f64,
}

/// Scores that differ by less than this share of what they add up are those of a tie.
const TIE: f64 = 1e-9;

impl Implied {
    /// The constraints of these rows, if the problem does not write them out.
    pub(super) fn new(spec: &Spec, problem: &AnyProblem, rows: &[Row]) -> Option<Self> {
        (!problem.writes_all()).then(|| Implied {
            problem: Rc::new(problem.clone()),
            rows: rows.to_vec(),
            loss: spec.loss.clone(),
            on_mistakes: spec.ascent.trigger() == Trigger::Mistake,
            reach: spec.ascent.reach(&spec.loss),
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
        self.asked(f64::NEG_INFINITY, |label, block| {
            let level = f64::NEG_INFINITY;
            self.problem.separate((&view, &view.scores), label, level, block);
        })
    }

    /// Whether a round is about the answer that was given.
    pub(super) fn is_about_answer(&self) -> bool {
        self.problem.asks_about_answer(self.on_mistakes)
    }

    /// The constraints that a round with these dual variables writes at the weights v/c.
    pub(super) fn written(
        &self,
        parts: &[Vec<(usize, f64)>],
        (v, rate): (&Predictor, f64),
        duals: &[Dual],
    ) -> Vec<Wanted> {
        let view = self.view(parts, (v, rate));
        let written = self.asked(self.reach, |label, block| {
            // The label is one of this problem: that was asked when the example was read.
            let _ = self.problem.constrain(&view, label, block);
        });
        match self.is_about_answer() {
            true => self.answered(&view, written, (parts.len(), duals)),
            false => written,
        }
    }

    /// What is asked of the answer that was given, where `found` is the constraint of one found
    /// here. Of outputs that score the same but for rounding any may have been the answer: the one
    /// that the dual variable is about, or the right one if there is none.
    fn answered(
        &self,
        view: &View,
        found: Vec<Wanted>,
        (parts, duals): (usize, &[Dual]),
    ) -> Vec<Wanted> {
        let along = |of: &Wanted| self.along(view, of);
        let (lead, size) = found.first().map_or((0.0, 1.0), along);
        match duals {
            [] if lead >= -TIE * size => Vec::new(),
            [dual] if self.asks(parts, dual) => {
                let given = Wanted { terms: dual.terms.clone(), shift: dual.shift };
                let (own, own_size) = along(&given);
                // The answer is the output that the right one leads by least.
                if own - lead <= TIE * size.max(own_size) { vec![given] } else { found }
            }
            _ => found,
        }
    }

    /// The score of a direction, and how large the numbers are that are added up for it.
    fn along(&self, view: &View, of: &Wanted) -> (f64, f64) {
        let score = |&(part, row, coef): &(usize, usize, f64)| {
            coef * view.scores[part * self.problem.rows() + row]
        };
        let scores = of.terms.iter().map(score);
        scores.fold((0.0, 1.0), |(sum, size), score| (sum + score, size + score.abs()))
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

    fn asked(&self, reach: f64, write: impl FnOnce(Label<'_>, &mut Block)) -> Vec<Wanted> {
        let mut block = Block::default();
        block.on_mistakes = self.on_mistakes;
        block.clear(&self.loss, reach);
        if let Ok(label) = ExampleLabel::of(&self.problem, &self.rows) {
            write(label.label(), &mut block);
        }
        (0..block.constraints.len()).map(|i| Wanted::written(&block, i)).collect()
    }
}
