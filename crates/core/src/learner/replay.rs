//! Past rounds of a learner: keeping them, raising their dual variables again, and what they cost
//! some weights.

use super::{Composition, Learner};
use crate::ascent::Ascent;
use crate::error::{Error, Result};
use crate::hypothesis::Hypothesis;
use crate::loss::Loss;
use crate::number::Sum;
use crate::problem::Problem;
use crate::replay::past::Past;
use crate::replay::scope::AnyScope;
use crate::replay::stored::{DualityGap, LearnerParts, Store, Stored};
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
    /// How many past rounds are stored. Only
    /// [`Spec::build_keeping`](crate::spec::Spec::build_keeping) stores all of them; rounds of
    /// weight 0 never are.
    pub fn stored(&self) -> usize {
        self.run.past.as_ref().map_or(0, |past| past.store.rounds.len())
    }

    /// Maximises the dual over the dual variables of stored round `i`, all others fixed; returns by
    /// how much it grew.
    ///
    /// Exact for rounds of one constraint. The certificate speaks of the dual variables as they are
    /// then.
    pub fn revisit(&mut self, i: usize) -> Result<f64> {
        let stored = self.stored();
        let missing = || Error::Shape(format!("there is no stored round {i}, only {stored}"));
        let mut past = self.run.past.take().ok_or_else(missing)?;
        let (mut parts, Store { rounds, buffers, .. }) =
            (self.composition().parts(), &mut past.store);
        let increase = rounds.get_mut(i).map(|round| parts.raise(round, buffers));
        self.run.past = Some(past);
        increase.ok_or_else(missing)
    }

    /// Loss, dual gain and duality gap of the stored rounds at the weights as they are now.
    pub fn duality_gap(&mut self) -> DualityGap {
        let Some(mut past) = self.run.past.take() else { return DualityGap::default() };
        let (parts, Store { rounds, buffers, .. }) = (self.composition().parts(), &mut past.store);
        let (mut loss, mut gain, mut gap) = (Sum::default(), Sum::default(), Sum::default());
        for now in rounds.iter().map(|round| parts.duality_gap(round, buffers)) {
            loss.add(now.loss);
            gain.add(now.gain);
            gap.add(now.gap);
        }
        self.run.past = Some(past);
        DualityGap { loss: loss.value(), gain: gain.value(), gap: gap.value() }
    }

    /// What the stored rounds cost other weights, `sum_t g_t(w)`; `weight(j, r)` is that of
    /// coordinate j in row r.
    pub fn stored_loss(&self, weight: impl Fn(usize, usize) -> f64) -> f64 {
        let Some(past) = &self.run.past else { return 0.0 };
        past.store.rounds.iter().map(|round| round.loss(&self.loss, &weight)).sum()
    }

    /// `D = A - c f*(v/c)` at the last trade-off, no rounding slack taken off. Costs a pass over
    /// the weights.
    pub fn dual_value(&self) -> f64 {
        let c = if self.run.c > 0.0 { self.run.c } else { 1.0 };
        self.run.ledger.gain.value() - self.proving().dual(c).conjugate
    }

    /// Keeps past rounds as the scope wants them; the current one alone keeps all.
    #[must_use]
    pub(crate) fn looking_back(mut self, scope: AnyScope) -> Self {
        self.run.past = Some(Box::new(Past::new(scope)));
        self
    }
}
impl<'a, P, L, A, H, S> Composition<'a, P, L, A, H, S>
where
    P: Problem + Clone,
    L: Loss,
    A: Ascent,
    H: Hypothesis,
    S: Schedule,
{
    fn parts(self) -> LearnerParts<'a, L, H> {
        let Composition { loss, hypothesis, run, .. } = self;
        hypothesis.prepare(run.c);
        LearnerParts { loss, hypothesis, ledger: &mut run.ledger, c: run.c }
    }

    /// Stores the round that was just learned from, and raises the dual over those that are stored.
    #[inline(never)]
    pub(super) fn look_back(mut self, parts: &[Instance<'_>], weight: f64) {
        let Some(mut past) = self.run.past.take() else { return };
        let round = Stored::new(parts, &self.run.scratch.block, weight);
        past.look_back(round, self.lend().parts());
        self.run.past = Some(past);
    }
}
