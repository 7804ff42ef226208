//! Answers without learning: predictions and evaluations by the chosen readout.
//!
//! An example is scored once; decision, score and the scores of all rows are read from that.

use super::{Learner, check_finite, check_shape, check_values, with_units};
use crate::ascent::{Ascent, Trigger};
use crate::error::{Error, Result};
use crate::hypothesis::{Coordinates, Hypothesis};
use crate::loss::Loss;
use crate::problem::{Answer, Problem};
use crate::readout::Readout;
use crate::round::{Block, Label, Outcome, Prediction, View};
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

    /// Predicts for an example of several parts, by the chosen readout.
    pub fn predict_parts(&self, parts: &[Instance<'_>]) -> Result<(Prediction, f64)> {
        let mut view = View::default();
        let answer = self.answer(parts, &mut view)?;
        Ok((answer.prediction(), answer.score()))
    }

    /// Decision, score and scores from one look at an example; the buffer serves any number of
    /// answers, and nothing is allocated once it is large enough.
    pub fn answer<'a>(
        &'a self,
        parts: &[Instance<'_>],
        view: &'a mut View,
    ) -> Result<Answer<'a, P>> {
        self.look_at(parts, view)?;
        Ok(Answer::new(&self.problem, view))
    }

    /// The score of every row (class), by the chosen readout.
    pub fn scores(&self, x: Instance<'_>) -> Result<Vec<f64>> {
        let mut scores = Vec::new();
        self.scores_into(x, &mut scores)?;
        Ok(scores)
    }

    /// Writes the score of every row (class) over `scores`, by the chosen readout.
    pub fn scores_into(&self, x: Instance<'_>, scores: &mut Vec<f64>) -> Result<()> {
        let mut view = View { scores: std::mem::take(scores), ..View::default() };
        let looked = self.look_at(&[x], &mut view);
        *scores = view.scores;
        looked
    }

    /// What learning from this example would report, without learning, by the chosen readout.
    pub fn evaluate(&self, x: Instance<'_>, label: Label<'_>) -> Result<Outcome> {
        self.evaluate_parts(&[x], label)
    }

    /// What learning from an example of several parts would report, without learning.
    pub fn evaluate_parts(&self, parts: &[Instance<'_>], label: Label<'_>) -> Result<Outcome> {
        let mut view = View::default();
        self.look_at(parts, &mut view)?;
        self.judge(&mut view, label, &mut Block::default())
    }

    /// What a label costs the answer that was seen.
    pub(super) fn judge(
        &self,
        view: &mut View,
        label: Label<'_>,
        block: &mut Block,
    ) -> Result<Outcome> {
        block.on_mistakes = self.ascent.trigger() == Trigger::Mistake;
        block.clear(&self.loss, f64::NEG_INFINITY);
        let unknown = match self.problem.constrain(view, label, block) {
            Err(error) => Some(self.imagine(label, view, block, error)?),
            Ok(()) => None,
        };
        let margin_of = |g| Some((block.constraints[block.worst_of(g)?].z, block.share_of(g)));
        let margins = (0..block.groups()).filter_map(margin_of);
        let (margin, loss) = margins.fold((f64::INFINITY, 0.0), |(least, loss), (z, share)| {
            (z.min(least), loss + share * self.loss.value(z))
        });
        Ok(Outcome {
            score: block.score.unwrap_or_else(|| self.problem.score(view)),
            margin: if margin.is_finite() { margin } else { 0.0 },
            loss,
            mistake: block.mistake || unknown.is_some(),
            violation: block.violation,
            quality: block.quality,
            step: 0.0,
            counted: true,
        })
    }

    /// What a class never seen asks: its scores count as 0. The first error stands if the problem
    /// takes no new class.
    fn imagine(
        &self,
        label: Label<'_>,
        view: &mut View,
        block: &mut Block,
        error: Error,
    ) -> Result<()> {
        let mut problem = self.problem.clone();
        if problem.admit(label).is_err() {
            return Err(error);
        }
        let companions = problem.companions(label) - self.problem.companions(Label::None);
        view.widen(self.problem.rows(), problem.rows(), companions);
        problem.answer_with(self.problem.rows());
        block.clear(&self.loss, f64::NEG_INFINITY);
        problem.constrain(view, label, block)
    }

    /// Sees an example by the chosen readout.
    pub(super) fn look_at(&self, parts: &[Instance<'_>], view: &mut View) -> Result<()> {
        check_shape(parts)?;
        match self.run.bias {
            Some(bias) => bias.with(parts, |parts| self.look_staged(parts, view)),
            None => self.look_staged(parts, view),
        }
    }

    /// Sees parts that have their constant.
    fn look_staged(&self, parts: &[Instance<'_>], view: &mut View) -> Result<()> {
        if let companions @ 1.. = self.problem.companions(Label::None) {
            return self.look_as_is(&with_units(&self.problem, parts, companions)?, view);
        }
        match &self.run.standard {
            None => self.look_as_is(parts, view),
            Some(standard) => {
                check_values(parts)?;
                self.look_as_is(&[standard.view(parts[0]).instance()], view)
            }
        }
    }

    fn look_as_is(&self, parts: &[Instance<'_>], view: &mut View) -> Result<()> {
        self.hypothesis.look(parts, view);
        self.complete(parts, view)?;
        if self.run.readout.power().is_some() {
            self.hypothesis.average(parts, view);
        }
        Ok(())
    }

    /// Scores what was looked at, by any readout but the average.
    pub(super) fn complete(&self, parts: &[Instance<'_>], view: &mut View) -> Result<()> {
        let c = if self.run.c > 0.0 { self.run.c } else { 1.0 };
        check_finite(view)?;
        self.hypothesis.score(parts, c, view);
        if self.problem.starts_at_first_instance() {
            view.gap = self.hypothesis.gap(parts[0], c, view);
        }
        if self.run.readout == Readout::Vote {
            let similarity = |dot, a, b| self.hypothesis.similarity(0, dot, a, b);
            self.run.vote.score(parts[0], similarity, &mut view.scores);
        }
        Ok(())
    }
}

impl<P, L, A, H: Coordinates, S> Learner<P, L, A, H, S> {
    /// Weight of a coordinate in the hypothesis that answers.
    pub fn answering_weight(&self, coordinate: usize, row: usize) -> f64 {
        let average = self.run.readout.power().and(self.hypothesis.average_weight(coordinate, row));
        average.unwrap_or_else(|| self.weight(coordinate, row))
    }
}
