//! The answer that learning is about to judge: what is known of an example before its label counts
//! already, as it does when the example is learned from (sizes of features that scale the weights,
//! moments of standardised columns, the trade-off of the round), and then nothing of it is kept.

use super::{Composition, Learner, check_finite, check_shape, check_values, with_units};
use crate::ascent::Ascent;
use crate::error::Result;
use crate::hypothesis::Hypothesis;
use crate::loss::Loss;
use crate::problem::Problem;
use crate::readout::Readout;
use crate::round::{Label, Prediction};
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
    /// The answer, and the number behind it, that learning from this example would judge if it came
    /// next, with this weight.
    ///
    /// [`Learner::predict_parts`] differs where learning counts the example before it answers.
    /// Readouts other than the last hypothesis answer as they predict. The learner is unchanged.
    pub fn foresee_parts(
        &mut self,
        parts: &[Instance<'_>],
        weight: f64,
    ) -> Result<(Prediction, f64)> {
        if self.run.readout != Readout::Last {
            return self.predict_parts(parts);
        }
        self.foresee_round(parts, weight)
    }

    /// The answer of the last hypothesis, whatever the readout: the one whose mistake and loss the
    /// round of this example would count.
    ///
    /// The learner is unchanged.
    pub fn foresee_round(
        &mut self,
        parts: &[Instance<'_>],
        weight: f64,
    ) -> Result<(Prediction, f64)> {
        if self.problem.starts_at_first_instance() {
            return self.predict_parts(parts);
        }
        check_shape(parts)?;
        match self.run.bias {
            Some(bias) => bias.with(parts, |parts| self.foresee_staged(parts, weight)),
            None => self.foresee_staged(parts, weight),
        }
    }

    /// The answer to parts that have their constant.
    fn foresee_staged(&mut self, parts: &[Instance<'_>], weight: f64) -> Result<(Prediction, f64)> {
        if let companions @ 1.. = self.problem.companions(Label::None) {
            let parts = with_units(&self.problem, parts, companions)?;
            return self.composition().foresee_as_is(&parts, weight);
        }
        let Some(mut standard) = self.run.standard.take() else {
            return self.composition().foresee_as_is(parts, weight);
        };
        let answer = check_values(parts)
            .and_then(|()| self.composition().foresee_as_is(&[standard.observe(parts[0])], weight));
        self.run.standard = Some(standard);
        answer
    }
}

impl<P, L, A, H, S> Composition<'_, P, L, A, H, S>
where
    P: Problem + Clone,
    L: Loss,
    A: Ascent,
    H: Hypothesis,
    S: Schedule,
{
    /// The answer to these parts as they are.
    fn foresee_as_is(&mut self, parts: &[Instance<'_>], weight: f64) -> Result<(Prediction, f64)> {
        let c = self.run.c;
        self.hypothesis.mark();
        self.look(parts, weight);
        let ready = check_finite(&self.run.scratch.view).and_then(|()| self.advance());
        let answer = ready.map(|_| {
            self.hypothesis.prepare(self.run.c);
            self.score(parts);
            let view = &self.run.scratch.view;
            (self.problem.decide(view), self.problem.score(view))
        });
        self.run.c = c;
        self.hypothesis.undo();
        answer
    }
}
