//! The dual side of one row, where every row has a learner of its own: what the ledger keeps of a
//! run, kept a row.
//!
//! In one-vs-rest `<v,u> = sum_r <v_r,u_r>` and `A = sum_r A_r`: a learner that multiplies its old
//! dual variables multiplies its own A_r and v_r, and leaves those of the others alone. The totals
//! are found anew from the rows after every update.

use super::LedgerEntry;
use crate::number::Sum;
use serde::{Deserialize, Serialize};

/// Running totals of a row.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RowTotals {
    /// Rounds that moved the row.
    pub updates: u64,
    /// Cumulative dual gain.
    pub gain: Sum,
    /// Sum of the dual variables.
    pub mass: Sum,
    /// Largest dual variable relative to the weight of its round.
    pub peak: f64,
    /// Bound on the norm of the row of v.
    pub travelled: f64,
    /// Sum over the updates of that bound.
    pub drift: f64,
}

impl RowTotals {
    /// Enters what a round adds to the row, after its old dual variables were multiplied by `keep`.
    pub(crate) fn enter(&mut self, keep: f64, entry: &LedgerEntry) {
        if keep != 1.0 {
            self.gain.scale(keep);
            self.mass.scale(keep);
            for number in [&mut self.peak, &mut self.travelled, &mut self.drift] {
                *number *= keep;
            }
        }
        if entry.mass != 0.0 {
            self.updates += 1;
            self.gain.add(entry.gain);
            self.gain.widen(entry.cancelled);
            self.mass.add(entry.mass);
            self.peak = self.peak.max(entry.peak);
            self.travelled += entry.step;
            self.drift += self.travelled + entry.step_error;
        }
    }

    /// Whether all of it is finite, and the square of what bounds the norm too.
    pub(crate) fn is_sound(&self) -> bool {
        let sizes = [self.peak, self.travelled, self.drift];
        let sums = self.gain.magnitude() + self.mass.magnitude();
        sizes.iter().all(|size| *size >= 0.0)
            && (sums + self.peak + self.drift + self.travelled * self.travelled).is_finite()
    }
}
