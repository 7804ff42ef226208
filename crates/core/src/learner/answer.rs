//! Answers without learning: predictions and evaluations by the chosen readout.

use super::{Learner, Outcome, check_finite, check_shape};
use crate::ascent::Ascent;
use crate::block::Block;
use crate::error::{Error, Result};
use crate::hypothesis::{Coordinates, Hypothesis, View};
use crate::label::{Label, Prediction};
use crate::loss::Loss;
use crate::problem::Problem;
use crate::readout::Readout;
use crate::schedule::Schedule;
use crate::vector::Instance;

impl<P, L, A, H, S> Learner<P, L, A, H, S>
where
    P: Problem + Clone,
    L: Loss,
    A: Ascent,
    H: Hypothesis,
    S: Schedule,
{
    /// Predicts without learning, by the chosen readout; the number behind the decision beside it.
    pub fn predict(&self, x: Instance<'_>) -> Result<(Prediction, f64)> {
        self.predict_parts(&[x])
    }

    /// The same for an example of several parts.
    pub fn predict_parts(&self, parts: &[Instance<'_>]) -> Result<(Prediction, f64)> {
        let mut view = View::default();
        self.view(parts, &mut view)?;
        Ok((self.problem.decide(&view), self.problem.score(&view)))
    }

    /// What learning from this example would report, without learning, by the chosen readout.
    pub fn evaluate(&self, x: Instance<'_>, label: Label<'_>) -> Result<Outcome> {
        self.evaluate_parts(&[x], label)
    }

    /// The same for an example of several parts.
    pub fn evaluate_parts(&self, parts: &[Instance<'_>], label: Label<'_>) -> Result<Outcome> {
        let (mut view, mut block) = (View::default(), Block::default());
        self.view(parts, &mut view)?;
        block.clear(self.loss.miss(0.0));
        let unknown = match self.problem.constrain(&view, label, &mut block) {
            Err(error) => Some(self.imagine(label, &mut view, &mut block, error)?),
            Ok(()) => None,
        };
        let worst = (0..block.groups()).filter_map(|g| block.worst_of(g));
        let margins = worst.map(|i| block.constraints[i].z);
        let (margin, loss) = margins.fold((f64::INFINITY, 0.0), |(least, loss), z| {
            (z.min(least), loss + self.loss.value(z))
        });
        Ok(Outcome {
            score: self.problem.score(&view),
            margin: if margin.is_finite() { margin } else { 0.0 },
            loss,
            mistake: block.mistake || unknown.is_some(),
            violation: block.violation,
            step: 0.0,
            counted: true,
        })
    }

    /// What a class never seen asks: its scores count as 0. The first error stands if the problem takes no new class.
    fn imagine(
        &self,
        label: Label<'_>,
        view: &mut View,
        block: &mut Block,
        error: Error,
    ) -> Result<()> {
        let mut problem = self.problem.clone();
        if problem.admit(label).is_err() || problem.rows() == self.problem.rows() {
            return Err(error);
        }
        view.scores.resize(problem.rows(), 0.0);
        block.clear(self.loss.miss(0.0));
        problem.constrain(view, label, block)
    }

    fn view(&self, parts: &[Instance<'_>], view: &mut View) -> Result<()> {
        let c = if self.c > 0.0 { self.c } else { 1.0 };
        check_shape(parts)?;
        self.hypothesis.look(parts, view);
        check_finite(view)?;
        self.hypothesis.score(parts, c, view);
        if self.problem.starts_at_first_instance() {
            view.gap = self.hypothesis.gap(parts[0], c, view);
        }
        match self.readout {
            Readout::Last => {}
            Readout::Average => {
                self.hypothesis.average(parts, view);
            }
            Readout::Vote => self.vote.score(parts[0], |dot, _, _| dot, &mut view.scores),
        }
        Ok(())
    }
}

impl<P, L, A, H: Coordinates, S> Learner<P, L, A, H, S> {
    /// Weight of a coordinate in the hypothesis that answers.
    pub fn answering_weight(&self, coordinate: usize, row: usize) -> f64 {
        match self.readout {
            Readout::Average => self.hypothesis.average_weight(coordinate, row),
            _ => None,
        }
        .unwrap_or_else(|| self.weight(coordinate, row))
    }
}
