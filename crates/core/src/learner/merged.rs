//! What a learner that was merged of several keeps besides: the rest of its potential, and the
//! rounds that its schedule does not count.
//!
//! The weights stand for a mean of runs, the certificate for the sum of their dual variables: it is
//! read at `v + rest`. Trade-offs that follow rounds, mistakes or losses follow those of a mean run
//! (see [`crate::merge`]). Learning goes on as ever: what is added to v is added to the sum.

use super::Learner;
use crate::certificate::Ledger;
use crate::error::Result;
use crate::hypothesis::{Coordinates, Grid, Hypothesis};
use crate::number::is_countable;
use crate::state::{Arrays, State, field, impossible};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::ops::Deref;

/// What a merged learner keeps.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Merged {
    /// What the potential lacks to be the sum of all dual variables; empty if nothing.
    pub(crate) rest: Grid,
    pub(crate) aside: Aside,
}

/// Totals that the schedule does not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Aside {
    pub(crate) rounds: u64,
    pub(crate) mistakes: u64,
    pub(crate) loss: f64,
}

/// What a schedule counts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Counts {
    pub(crate) rounds: u64,
    pub(crate) mistakes: u64,
    pub(crate) loss: f64,
}

impl Counts {
    /// Of these totals, but for what is set aside.
    pub(crate) fn new(ledger: &Ledger, aside: Aside) -> Self {
        Counts {
            rounds: ledger.rounds.saturating_sub(aside.rounds),
            mistakes: ledger.mistakes.saturating_sub(aside.mistakes),
            loss: (ledger.loss.value() - aside.loss).max(0.0),
        }
    }

    /// What is to be set aside of these totals for the counts to be these.
    pub(crate) fn aside_of(&self, ledger: &Ledger) -> Aside {
        Aside {
            rounds: ledger.rounds.saturating_sub(self.rounds),
            mistakes: ledger.mistakes.saturating_sub(self.mistakes),
            loss: (ledger.loss.value() - self.loss).max(0.0),
        }
    }
}

impl Merged {
    /// Writes the table, returns the scalars.
    pub(crate) fn save(&self, arrays: &mut dyn Arrays) -> Value {
        arrays.copy("rest", &self.rest.cells);
        json!({ "rows": self.rest.rows, "aside": self.aside })
    }

    /// Reads back what was written of a learner of so many rows.
    pub(crate) fn load(state: &mut State, rows: usize) -> Result<Self> {
        let scalars: Value = field(&state.scalars, "merged")?;
        let aside: Aside = field(&scalars, "aside")?;
        let rest = Grid { rows: field(&scalars, "rows")?, cells: state.reals("rest")? };
        let fits = match rest.cells.len() {
            0 => true,
            cells => (1..=rows).contains(&rest.rows) && cells.is_multiple_of(rest.rows),
        };
        let counts = is_countable(aside.rounds) && is_countable(aside.mistakes);
        match fits && counts && aside.loss >= 0.0 {
            true => Ok(Merged { rest, aside }),
            false => Err(impossible("rest of a merged run")),
        }
    }
}

/// The hypothesis that the certificate is read from.
pub(crate) enum Proving<'a, H> {
    Own(&'a H),
    Raised(H),
}

impl<H> Deref for Proving<'_, H> {
    type Target = H;

    fn deref(&self) -> &H {
        match self {
            Proving::Own(hypothesis) => hypothesis,
            Proving::Raised(hypothesis) => hypothesis,
        }
    }
}

impl<P, L, A, H: Hypothesis, S> Learner<P, L, A, H, S> {
    /// The hypothesis at the sum of all dual variables.
    pub(crate) fn proving(&self) -> Proving<'_, H> {
        match &self.run.merged {
            Some(merged) if !merged.rest.cells.is_empty() => {
                Proving::Raised(self.hypothesis.raised(&merged.rest))
            }
            _ => Proving::Own(&self.hypothesis),
        }
    }

    /// `|v|` in the dual norm, of the sum of all dual variables.
    pub fn evidence_norm(&self) -> f64 {
        self.proving().dual(if self.run.c > 0.0 { self.run.c } else { 1.0 }).norm
    }

    /// Whether it was merged of several.
    pub fn is_merged(&self) -> bool {
        self.run.merged.is_some()
    }
}

impl<P, L, A, H: Coordinates, S> Learner<P, L, A, H, S> {
    /// The sum of all dual variables at a coordinate of a row: what the certificate speaks of. That
    /// is v, and where several runs were merged what the mixture of them lacks besides.
    pub fn evidence_at(&self, coordinate: usize, row: usize) -> f64 {
        let rest = self.run.merged.as_ref().map_or(0.0, |merged| merged.rest.at(coordinate, row));
        self.hypothesis.potential_at(coordinate, row) + rest
    }
}
