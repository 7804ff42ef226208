//! Learning from one example: its stages, then the round.

use super::{Composition, Learner, check_shape, check_values, with_units};
use crate::ascent::Ascent;
use crate::error::{Error, Result};
use crate::hypothesis::Hypothesis;
use crate::loss::Loss;
use crate::problem::Problem;
use crate::round::{Label, Outcome};
use crate::schedule::Schedule;
use crate::stage::Standard;
use crate::vector::Instance;

impl<P, L, A, H, S> Learner<P, L, A, H, S>
where
    P: Problem + Clone,
    L: Loss,
    A: Ascent,
    H: Hypothesis,
    S: Schedule,
{
    /// Predicts, then learns from the label.
    ///
    /// On an error the learner is unchanged.
    pub fn learn(&mut self, x: Instance<'_>, label: Label<'_>) -> Result<Outcome> {
        self.learn_weighted(x, label, 1.0)
    }

    /// Predicts, then learns from an example that counts `weight` times.
    pub fn learn_weighted(
        &mut self,
        x: Instance<'_>,
        label: Label<'_>,
        weight: f64,
    ) -> Result<Outcome> {
        self.learn_parts(&[x], label, weight)
    }

    /// Predicts, then learns from an example of several parts.
    pub fn learn_parts(
        &mut self,
        parts: &[Instance<'_>],
        label: Label<'_>,
        weight: f64,
    ) -> Result<Outcome> {
        self.composition().learn_parts(parts, label, weight)
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
    /// Checks an example, takes it through its stages and learns from what comes out.
    #[inline(always)]
    pub(super) fn learn_parts(
        &mut self,
        parts: &[Instance<'_>],
        label: Label<'_>,
        weight: f64,
    ) -> Result<Outcome> {
        check_weight(weight)?;
        check_shape(parts)?;
        let is_staged = self.run.bias.is_some() || self.run.standard.is_some();
        if is_staged || self.problem.companions(label) > 0 {
            return self.lend().learn_staged(parts, label, weight);
        }
        self.learn_as_is(parts, label, weight)
    }

    /// Takes an example through its stages: the constant first.
    #[inline(never)]
    fn learn_staged(
        mut self,
        parts: &[Instance<'_>],
        label: Label<'_>,
        weight: f64,
    ) -> Result<Outcome> {
        match self.run.bias {
            Some(bias) => bias.with(parts, |parts| self.lend().learn_biased(parts, label, weight)),
            None => self.learn_biased(parts, label, weight),
        }
    }

    /// Learns from parts that have their constant, if there is one.
    #[inline(always)]
    fn learn_biased(
        self,
        parts: &[Instance<'_>],
        label: Label<'_>,
        weight: f64,
    ) -> Result<Outcome> {
        if let companions @ 1.. = self.problem.companions(label) {
            let parts = with_units(self.problem, parts, companions)?;
            return self.learn_changed(&parts, label, weight);
        }
        match self.run.standard.take() {
            Some(standard) => self.learn_standardised(standard, parts, label, weight),
            None => self.learn_changed(parts, label, weight),
        }
    }

    /// Learns from parts that are not those given. Kept apart: the loop of a round is compiled into
    /// those that are.
    #[inline(never)]
    pub(super) fn learn_changed(
        mut self,
        parts: &[Instance<'_>],
        label: Label<'_>,
        weight: f64,
    ) -> Result<Outcome> {
        self.learn_as_is(parts, label, weight)
    }

    /// Learns from standardised columns; what failed, or weighs nothing, does not count in their
    /// moments.
    fn learn_standardised(
        mut self,
        mut standard: Box<Standard>,
        parts: &[Instance<'_>],
        label: Label<'_>,
        weight: f64,
    ) -> Result<Outcome> {
        let result = check_values(parts)
            .and_then(|()| self.lend().learn_changed(&[standard.observe(parts[0])], label, weight));
        if result.is_ok() && weight > 0.0 {
            standard.commit();
        }
        self.run.standard = Some(standard);
        result
    }
}

/// An error unless an example can count so often.
#[inline(always)]
pub(super) fn check_weight(weight: f64) -> Result<()> {
    // `is_finite` takes the number apart, which costs more than to compare it.
    if (0.0..=f64::MAX).contains(&weight) {
        return Ok(());
    }
    Err(Error::NotFinite(format!("the weight {weight} is not a number >= 0")))
}
