//! The dual variables of a shard, taken out and put back.

use super::Shard;
use crate::error::{Error, Result};
use crate::loss::Loss;

/// The dual variables of a row sum to its cap up to this.
const ROUNDING: f64 = 1e-12;

impl Shard {
    /// How many dual variables a round has: one, or one a class.
    pub fn duals_a_round(&self) -> usize {
        self.rows_of_weights()
    }

    /// The dual variables, round by round.
    pub fn duals(&self) -> &[f64] {
        &self.duals
    }

    /// The dual variables before the last step, round by round.
    pub fn previous(&self) -> &[f64] {
        &self.previous
    }

    /// Goes on from these dual variables, which were those before the last step too.
    ///
    /// # Errors
    /// If they are not as many, or not feasible.
    pub fn set_duals(&mut self, duals: &[f64]) -> Result<()> {
        self.check_duals(duals)?;
        self.duals.copy_from_slice(duals);
        self.previous.copy_from_slice(duals);
        Ok(())
    }

    /// Says what the dual variables were before the last step.
    ///
    /// # Errors
    /// If they are not as many, or not feasible.
    pub fn set_previous(&mut self, duals: &[f64]) -> Result<()> {
        self.check_duals(duals)?;
        self.previous.copy_from_slice(duals);
        Ok(())
    }

    fn check_duals(&self, duals: &[f64]) -> Result<()> {
        let (found, wanted) = (duals.len(), self.duals.len());
        if found != wanted {
            return Err(Error::Shape(format!("{found} dual variables where there are {wanted}")));
        }
        match (0..self.len()).find(|&i| !self.is_feasible(i, duals)) {
            None => Ok(()),
            Some(round) => Err(Error::State(format!(
                "the dual variables of round {round} are out of their range"
            ))),
        }
    }

    fn is_feasible(&self, round: usize, duals: &[f64]) -> bool {
        let count = self.duals_a_round();
        let duals = &duals[round * count..][..count];
        if let Some(target) = self.rounds.targets.get(round) {
            let above = duals.iter().all(|d| *d >= 0.0) && duals[target.class] == 0.0;
            return above && duals.iter().sum::<f64>() <= target.weight * (1.0 + ROUNDING);
        }
        let (least, most) = self.loss.domain();
        let cap = self.rounds.asks[round].weight;
        duals.iter().all(|d| d.is_finite() && *d >= least * cap && *d <= most * cap)
    }
}
