//! The average of the weights over the rounds, round t counted `t^power` times, kept in O(nnz) a
//! round.
//!
//! The additive hypothesis is `w_t = (scale_t/c_t) s_t` for a stored vector s that changes only by
//! added instances. With `reach = sum_t t^power scale_t/c_t`, `sum_t t^power w_t = reach s - lag`
//! when every addition `s += delta` also does `lag += reach delta` (reach taken before that round
//! counts). Round t counts the weights after its update, so with power 0, the plain mean, the
//! update of round t has weight (T-t+1)/T.

use super::{Grid, Sums};
use crate::number::is_countable;
use serde::{Deserialize, Serialize};

/// Scale, relative to the reach, below which a lag costs more than four digits.
const STRAINED: f64 = 1e-4;

/// A reach that is larger is none of a run: what it is multiplied by would overflow.
const FARTHEST: f64 = 1e250;

/// The numbers and the vector behind a lazy average.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Average {
    pub(crate) reach: f64,
    pub(crate) rounds: u64,
    /// 0 is the plain mean, and is not written.
    #[serde(default, skip_serializing_if = "is_zero")]
    power: u32,
    /// `sum_t t^power`, for a power above 0.
    #[serde(default, skip_serializing_if = "is_none")]
    total: f64,
    #[serde(skip)]
    pub(crate) lag: Vec<f64>,
}

fn is_zero(power: &u32) -> bool {
    *power == 0
}

fn is_none(total: &f64) -> bool {
    *total == 0.0
}

impl Average {
    /// Of no rounds.
    pub(crate) fn new(power: u32) -> Self {
        Average { reach: 0.0, rounds: 0, power, total: 0.0, lag: Vec::new() }
    }

    /// Whether this can be the state, read from a file, of an average that began as `fresh`.
    pub(crate) fn continues(&self, fresh: &Self) -> bool {
        let counted = self.power == 0 || self.rounds == 0 || self.total >= 1.0;
        self.power == fresh.power
            && is_countable(self.rounds)
            && counted
            && self.reach.abs() <= FARTHEST
    }

    /// Counts a round whose weights are `factor` times the stored vector.
    pub(crate) fn tick(&mut self, factor: f64) {
        self.rounds += 1;
        if self.power == 0 {
            self.reach += factor;
        } else {
            let share = self.share();
            self.reach += share * factor;
            self.total += share;
        }
    }

    /// How often the last round counts.
    fn share(&self) -> f64 {
        (self.rounds as f64).powi(self.power as i32)
    }

    /// Whether `reach s` and the lag, at this scale, are so much larger than their difference that
    /// it is time to [`Average::reset`].
    pub(crate) fn is_strained(&self, scale: f64) -> bool {
        self.share() * scale.abs() < STRAINED * self.reach.abs()
    }

    /// What was summed so far moves into the lag; the stored vector may then be multiplied by
    /// anything.
    pub(crate) fn reset(&mut self, stored: &[f64]) {
        for (lag, s) in self.lag.iter_mut().zip(stored) {
            *lag -= self.reach * s;
        }
        self.reach = 0.0;
    }

    /// Average of what is stored as `s`, with its lag.
    pub(crate) fn mean(&self, s: f64, lag: f64) -> f64 {
        let total = if self.power == 0 { self.rounds as f64 } else { self.total };
        if self.rounds == 0 { 0.0 } else { (self.reach * s - lag) / total }
    }

    /// The sums of these numbers, stored values and their slots among them.
    pub(super) fn sums(&self, grid: impl FnOnce(&dyn Fn(f64, usize) -> f64) -> Grid) -> Sums {
        let lag = |slot: usize| self.lag.get(slot).copied().unwrap_or(0.0);
        let grid = grid(&|stored, slot| self.reach * stored - lag(slot));
        Sums { power: self.power, rounds: self.rounds as f64, total: self.total, grid }
    }

    /// An average that goes on from these sums, whose slots are laid out as the table's.
    pub(super) fn of_sums(sums: &Sums, slots: &[f64]) -> Self {
        Average {
            reach: 0.0,
            rounds: sums.rounds as u64,
            power: sums.power,
            total: sums.total,
            lag: slots.iter().map(|sum| -sum).collect(),
        }
    }

    /// Average weight of the coordinate whose stored value is `s`.
    pub(crate) fn weight(&self, s: f64, slot: usize) -> f64 {
        self.mean(s, self.lag.get(slot).copied().unwrap_or(0.0))
    }
}
