//! What a run keeps for its certificate: a dozen numbers, O(1) per round.

use super::{Change, RowTotals};
use crate::number::{Sum, is_countable};
use serde::{Deserialize, Serialize};

/// One round as it is entered.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LedgerEntry {
    /// Loss of the round, times its weight.
    pub(crate) loss: f64,
    /// The part of it whose answers were wrong, ties included: groups with a slack of their own are
    /// judged one by one.
    pub(crate) mistake_loss: f64,
    /// Weight of the round.
    pub(crate) weight: f64,
    /// The least margin.
    pub(crate) margin: f64,
    /// Whether the prediction was wrong, ties included.
    pub(crate) mistake: bool,
    /// Sum of the dual variables (in size).
    pub(crate) mass: f64,
    /// Largest sum of the dual variables of one slack, relative to the weight of the round.
    pub(crate) peak: f64,
    /// `-g*(lambda)`, what the duals add.
    pub(crate) gain: f64,
    /// Size of the terms that cancelled in the gain, besides itself.
    pub(crate) cancelled: f64,
    /// Error of the step beyond rounding, in machine epsilons.
    pub(crate) step_error: f64,
    /// Dual norm of the step `sum d a`, or a bound on it.
    pub(crate) step: f64,
    /// Dual norm of the instance.
    pub(crate) size: f64,
    /// `|subgradient|^2 / (2c)`, if the rule acts on this round.
    pub(crate) subgradient: f64,
    /// Whether a step was shared among constraints of one slack, in another way than the best, or
    /// does not count the constant.
    pub(crate) is_shared: bool,
    /// f of the weights, where losses are regularised by it.
    pub(crate) complexity: f64,
}

/// Running totals.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Ledger {
    /// Rounds.
    pub rounds: u64,
    /// Rounds whose prediction was wrong, ties included.
    pub mistakes: u64,
    /// Rounds that moved the weights.
    pub updates: u64,
    /// G: cumulative loss.
    pub loss: Sum,
    /// The part of G on mistakes.
    pub mistake_loss: Sum,
    /// A: cumulative dual gain.
    pub gain: Sum,
    /// Sum of the dual variables.
    pub mass: Sum,
    /// Sum of `|subgradient|^2 / (2c)` over the rounds acted on.
    pub subgradients: Sum,
    /// Largest dual variable relative to the weight of its round; above 1 when C is infinite, and
    /// where old dual variables are rescaled or several of one slack move by themselves.
    pub peak: f64,
    /// Bound on `|v|`: length of the starting point and of all steps.
    pub travelled: f64,
    /// Sum over the updates of that bound; machine precision times this bounds the rounding error
    /// in v.
    pub drift: f64,
    /// Largest dual norm of an instance.
    pub largest: f64,
    /// Largest dual norm of an instance that met a mistake.
    pub largest_mistake: f64,
    /// Largest loss of a round.
    pub largest_loss: f64,
    /// Whether old dual variables were ever rescaled.
    pub is_rescaled: bool,
    /// Whether a step was ever shared among constraints of one slack in another way than the best:
    /// such a step may raise the dual by less than a subgradient.
    #[serde(default)]
    pub is_shared: bool,
    /// Sum of f(w_t), where losses are regularised by it.
    #[serde(default, skip_serializing_if = "Sum::is_zero")]
    pub complexity: Sum,
    /// The dual side of every row, where each has a learner of its own that rescales its weights.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<RowTotals>,
}

impl Ledger {
    /// Enters a round.
    #[inline(always)]
    pub(crate) fn enter(&mut self, entry: &LedgerEntry) {
        self.enter_idle(entry.size);
        if entry.loss != 0.0 {
            self.loss.add(entry.loss);
            self.mistake_loss.add(entry.mistake_loss);
            self.largest_loss = larger(self.largest_loss, entry.loss);
        }
        if entry.mistake {
            self.mistakes += 1;
            self.largest_mistake = larger(self.largest_mistake, entry.size);
        }
        if entry.subgradient != 0.0 {
            self.subgradients.add(entry.subgradient);
            self.is_shared |= entry.is_shared;
        }
        if entry.complexity != 0.0 {
            self.complexity.add(entry.complexity);
        }
        if entry.mass != 0.0 {
            self.enter_step(entry);
        }
    }

    /// Enters a round of an instance of this size in which nothing was lost or moved.
    #[inline(always)]
    pub(crate) fn enter_idle(&mut self, size: f64) {
        self.rounds += 1;
        self.largest = larger(self.largest, size);
    }

    /// Whether all totals stay finite with this round.
    #[inline]
    pub(crate) fn can_enter(&self, entry: &LedgerEntry) -> bool {
        let totals = (self.loss.value() + entry.loss)
            + (self.gain.magnitude() + entry.gain.abs() + entry.cancelled)
            + (self.mass.value() + entry.mass)
            + (self.subgradients.value() + entry.subgradient)
            + (self.complexity.value() + entry.complexity)
            + (self.drift + self.travelled + entry.step + entry.step_error);
        // The square of what bounds |v| too: |v|^2 is kept. None is negative, so the sum is finite
        // only if each is.
        let reach = self.travelled + entry.step;
        (totals + entry.peak + reach * reach).is_finite()
    }

    /// Whether these can be the totals of a run: all are finite, and so are the squares of norms.
    pub(crate) fn is_sound(&self) -> bool {
        let norms = [self.largest, self.largest_mistake, self.travelled];
        let sizes = [self.peak, self.drift, self.largest_loss];
        let counts = [self.rounds, self.mistakes, self.updates];
        counts.into_iter().all(is_countable)
            && norms.iter().all(|norm| *norm >= 0.0 && (norm * norm).is_finite())
            && sizes.iter().all(|size| *size >= 0.0 && size.is_finite())
            && self.can_enter(&LedgerEntry::default())
            && self.rows.iter().all(RowTotals::is_sound)
    }

    /// The totals after all dual variables, and with them the weights, were multiplied by
    /// `keep >= 0`.
    pub(crate) fn rescaled(&self, keep: f64) -> Self {
        let mut ledger = self.clone();
        ledger.gain.scale(keep);
        ledger.mass.scale(keep);
        for number in [&mut ledger.peak, &mut ledger.travelled, &mut ledger.drift] {
            *number *= keep;
        }
        ledger.is_rescaled = true;
        ledger
    }

    /// Takes the dual side of the rows as they are after a round, and finds the totals anew.
    pub(crate) fn gather(&mut self, rows: Vec<RowTotals>) {
        (self.gain, self.mass) = (Sum::default(), Sum::default());
        (self.peak, self.travelled, self.drift) = (0.0, 0.0, 0.0);
        for row in &rows {
            self.gain.absorb(&row.gain);
            self.mass.absorb(&row.mass);
            self.peak = larger(self.peak, row.peak);
            self.travelled += row.travelled;
            self.drift += row.drift;
        }
        (self.rows, self.is_rescaled) = (rows, true);
    }

    /// Enters the change of a past round: losses, mistakes and rounds are what they were.
    pub(crate) fn amend(&mut self, change: &Change) {
        // Two terms, not their difference, so that what was once added is taken off exactly.
        self.gain.add(change.after);
        self.gain.add(-change.before);
        self.gain.widen(change.cancelled);
        self.mass.add(change.mass);
        // |v| is at most the sum of |d| |a| as the dual variables are now.
        self.travelled = (self.travelled + change.stretch).max(0.0);
        self.drift += self.travelled + change.step;
    }

    /// Whether all totals stay finite with this change.
    pub(crate) fn can_amend(&self, change: &Change) -> bool {
        let gain =
            self.gain.magnitude() + change.before.abs() + change.after.abs() + change.cancelled;
        let reach = self.travelled + change.stretch.abs() + change.step;
        (gain + self.mass.magnitude() + change.mass.abs() + self.drift + reach * reach).is_finite()
    }

    #[inline]
    fn enter_step(&mut self, entry: &LedgerEntry) {
        self.updates += 1;
        self.gain.add(entry.gain);
        self.gain.widen(entry.cancelled);
        self.mass.add(entry.mass);
        self.peak = larger(self.peak, entry.peak);
        self.travelled += entry.step;
        self.drift += self.travelled + entry.step_error;
    }
}

/// The larger of two numbers; `f64::max` also asks whether one is none.
#[inline(always)]
fn larger(a: f64, b: f64) -> f64 {
    if b > a { b } else { a }
}
