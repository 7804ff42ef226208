//! Whether a model can have made its run on the rows at hand: it was one learner that learned
//! online, from as many examples of the same weight in all, and they have no feature that it does
//! not know. Rows that differ otherwise are not noticed.

use crate::model::Model;
use crate::words::{count, short};
use crate::{Error, Result};
use noregret_core::number::Sum;
use noregret_io::Row;

/// The rows at hand.
pub(super) struct Seen {
    /// Features that the model knew.
    features: usize,
    examples: u64,
    weight: Sum,
}

impl Seen {
    /// Refuses a model that is no run of one learner.
    pub(super) fn begin(model: &Model) -> Result<Self> {
        let reason = if model.committee().is_some() {
            "several learners answer together in this model: --model is about one (learn with \
             --keep best)"
        } else if model.is_in_hindsight() {
            "this model was found in hindsight: --model is about one that learned online"
        } else {
            return Ok(Seen { features: model.space.len(), examples: 0, weight: Sum::default() });
        };
        Err(Error::Usage(reason.into()))
    }

    /// One more example.
    pub(super) fn count(&mut self, rows: &[Row]) {
        // Nobody learns from a row of weight 0.
        self.examples += u64::from(rows[0].weight > 0.0);
        self.weight.add(rows[0].weight);
    }

    /// Refuses a model that cannot have learned from them.
    pub(super) fn check(&self, model: &Model) -> Result<()> {
        let rounds = model.one()?.learner.ledger().rounds;
        let (here, known) = (self.weight.value(), model.meter.weight.value());
        let differs = if rounds != self.examples {
            let learned = count(rounds, "example");
            format!("the model learned from {learned}, but there are {} here", self.examples)
        } else if !model.stopped && (here - known).abs() > 1e-9 * known {
            let [known, here] = [known, here].map(|weight| short(weight, 6));
            format!(
                "the model learned from examples of weight {known} in all, but here it is {here}"
            )
        } else if model.space.len() > self.features {
            "the model has never seen some of the features here".into()
        } else {
            return Ok(());
        };
        Err(Error::Usage(format!(
            "{differs}: the regret of a run is about the data it learned from"
        )))
    }
}
