//! Answers without learning: predictions and evaluations by the chosen readout.

use super::{Learner, Outcome, check_finite, check_shape};
use crate::ascent::Ascent;
use crate::block::Block;
use crate::error::Result;
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
        let mut view = View::default();
        self.view(x, &mut view)?;
        Ok((self.problem.decide(&view), self.problem.score(&view)))
    }

    /// What learning from this example would report, without learning, by the chosen readout.
    pub fn evaluate(&self, x: Instance<'_>, label: Label<'_>) -> Result<Outcome> {
        let (mut view, mut block) = (View::default(), Block::default());
        self.view(x, &mut view)?;
        self.problem.constrain(&view, label, &mut block)?;
        let margin = block.worst().map_or(0.0, |i| block.constraints[i].z);
        Ok(Outcome {
            score: self.problem.score(&view),
            margin,
            loss: self.loss.value(margin),
            mistake: block.mistake,
            step: 0.0,
            counted: true,
        })
    }

    fn view(&self, x: Instance<'_>, view: &mut View) -> Result<()> {
        let parts = [x];
        let c = if self.c > 0.0 { self.c } else { 1.0 };
        check_shape(&parts)?;
        self.hypothesis.look(&parts, view);
        check_finite(view)?;
        self.hypothesis.score(&parts, c, view);
        if self.problem.starts_at_first_instance() {
            view.gap = self.hypothesis.gap(x, c, view);
        }
        match self.readout {
            Readout::Last => {}
            Readout::Average => {
                self.hypothesis.average(&parts, view);
            }
            Readout::Vote => view.scores[0] = self.vote.score(x),
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
