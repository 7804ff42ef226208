//! The rows of one machine with their dual variables.

use super::report::Report;
use crate::example::{Record, Records, instance, label, label_use, part_columns};
use crate::model::{Meter, Model};
use crate::{Error, Result};
use noregret_core::metric::Judged;
use noregret_core::replay::hindsight::{Local, Rounds, Shard, Sums};
use noregret_core::{Label, Outcome, Spec};
use noregret_io::{Lookup, MemoryRows, Row, RowBuilder};

/// Some of the rows, with their dual variables.
#[derive(Clone, Debug)]
pub struct DualShard {
    shard: Shard,
    spec: Spec,
    /// Which rows count; one that weighs nothing has no round.
    counted: Vec<bool>,
}

impl DualShard {
    /// Rows with the features, the classes and the constant of this model, their dual variables
    /// being 0.
    ///
    /// # Errors
    /// If a row is broken, or has a feature or a class that the model does not know.
    pub fn new(base: &Model, rows: &dyn MemoryRows) -> Result<Self> {
        let single = base.one()?;
        let (problem, known) = (single.learner.problem(), base.space.len());
        let (mut space, usage) = (base.space.clone(), label_use(problem));
        let mut builder = RowBuilder::with_parts(part_columns(problem));
        let (mut row, mut rounds, mut counted) = (Row::default(), Rounds::default(), Vec::new());
        for at in 0..rows.len() {
            let refused = |reason: String| Error::Refused(format!("row {at}: {reason}"));
            builder.clear();
            rows.put(at, &mut builder).map_err(|error| refused(error.to_string()))?;
            let built = builder.finish(Lookup::Learn(&mut space), &mut row);
            built.map_err(|error| refused(error.to_string()))?;
            if space.len() > known {
                let new = space.name(known as u32).map(|name| name.to_string());
                let new = new.unwrap_or_default();
                let reason = "is not among the features that the shards have in common";
                return Err(refused(format!("'{new}' {reason}: name all columns, or hash them")));
            }
            row.label.use_as(usage);
            let (x, weight) = (instance(&row), row.weight);
            let stored = single.learner.keep_round(&mut rounds, x, label(&row), weight);
            stored.map_err(|error| refused(error.to_string()))?;
            counted.push(weight > 0.0);
        }
        let shard = Shard::new(&single.learner, &single.spec, rounds, known)?;
        Ok(DualShard { shard, spec: single.spec.clone(), counted })
    }

    /// As [`DualShard::new`], from records.
    ///
    /// # Errors
    /// As there.
    pub fn of(base: &Model, records: Vec<Record>) -> Result<Self> {
        Self::new(base, &Records(records))
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.counted.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many dual variables a row has: one, or one a class.
    pub fn duals_a_row(&self) -> usize {
        self.shard.duals_a_round()
    }

    /// The dual variables, row by row; 0 for a row that weighs nothing.
    pub fn duals(&self) -> Vec<f64> {
        self.of_all_rows(self.shard.duals())
    }

    /// The dual variables before the last step.
    pub fn previous(&self) -> Vec<f64> {
        self.of_all_rows(self.shard.previous())
    }

    /// Goes on from these dual variables, which were those before the last step too.
    ///
    /// # Errors
    /// If they are not as many, or not feasible.
    pub fn set_duals(&mut self, duals: &[f64]) -> Result<()> {
        Ok(self.shard.set_duals(&self.of_counted(duals)?)?)
    }

    /// Says what the dual variables were before the last step.
    ///
    /// # Errors
    /// If they are not as many, or not feasible.
    pub fn set_previous(&mut self, duals: &[f64]) -> Result<()> {
        Ok(self.shard.set_previous(&self.of_counted(duals)?)?)
    }

    fn of_all_rows(&self, duals: &[f64]) -> Vec<f64> {
        let mut duals = duals.chunks_exact(self.duals_a_row());
        let none = vec![0.0; self.duals_a_row()];
        let each = self.counted.iter().map(|counts| match counts {
            true => duals.next().unwrap_or(&none),
            false => &none,
        });
        each.flatten().copied().collect()
    }

    fn of_counted(&self, duals: &[f64]) -> Result<Vec<f64>> {
        let (found, wanted) = (duals.len(), self.len() * self.duals_a_row());
        if found != wanted {
            return Err(Error::Usage(format!("{found} dual variables where there are {wanted}")));
        }
        let rows = duals.chunks_exact(self.duals_a_row()).zip(&self.counted);
        Ok(rows.filter(|(_, counts)| **counts).flat_map(|(duals, _)| duals).copied().collect())
    }

    /// Raises this part of the dual from the potentials v, which are ahead by the momentum; the
    /// change of v.
    ///
    /// # Errors
    /// If v or what is asked makes no sense; nothing has changed then.
    pub fn step(&mut self, v: &[f64], local: &Local) -> Result<Vec<f64>> {
        Ok(self.shard.step(v, local)?)
    }

    /// What the rows add to both values at the potentials v.
    ///
    /// # Errors
    /// If v makes no sense.
    pub fn sums(&self, v: &[f64]) -> Result<Sums> {
        Ok(self.shard.sums(v)?)
    }

    /// How the rows go at the predictor of the potentials v.
    ///
    /// # Errors
    /// If v makes no sense.
    pub fn report(&self, v: &[f64]) -> Result<Report> {
        let mut meter = Meter::new(&self.spec.problem);
        let seen = |outcome: Outcome, weight| {
            meter.add(&Judged { outcome: &outcome, label: Label::None, weight });
        };
        let played = self.shard.play(v, &self.spec, seen)?;
        Ok(Report { played, meter })
    }
}
