//! The sums behind an average: `S = sum_t t^power w_t`, and what they are divided by.

use super::Part;
use crate::hypothesis::Grid;

/// What an average is read from.
#[derive(Clone, Debug)]
pub(in crate::hypothesis) struct Sums {
    /// Round t counts `t^power` times.
    pub(in crate::hypothesis) power: u32,
    /// Rounds: with power 0 all of them, which divide; else the clock, a mean over the parts.
    pub(in crate::hypothesis) rounds: f64,
    /// `sum_t t^power`.
    pub(in crate::hypothesis) total: f64,
    /// S.
    pub(in crate::hypothesis) grid: Grid,
}

impl Sums {
    pub(super) fn widened(&self, (dimension, rows): (usize, usize)) -> Self {
        Sums { grid: self.grid.widened(dimension, rows), ..*self }
    }

    /// Adds what came to the sums of a part since it began.
    pub(in crate::hypothesis) fn absorb<H>(
        &mut self,
        own: &Sums,
        began: &Sums,
        part: &Part<'_, H>,
    ) {
        let share = if self.power == 0 { 1.0 } else { part.share };
        self.rounds += share * (own.rounds - began.rounds);
        self.total += own.total - began.total;
        let rows = self.grid.rows;
        part.places.each_change(&own.grid, &began.grid, |(j, row), change| {
            self.grid.cells[j * rows + row] += change;
        });
    }

    /// With a whole number of rounds.
    pub(in crate::hypothesis) fn rounded(mut self) -> Self {
        self.rounds = self.rounds.round();
        self
    }
}
