//! Whether a model can have made its run on the rows at hand: it was one learner that learned online, from as many examples
//! of the same weight in all, and they have no feature that it does not know. Rows that differ otherwise are not noticed.

use crate::failure::{Failure, Outcome};
use crate::report::{count, short};
use crate::run::session::Session;
use noregret_core::solve::Sum;
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
    pub(super) fn begin(session: &Session) -> Outcome<Self> {
        let reason = if session.committee.is_some() {
            "several learners answer together in this model: --model is about one (learn with --keep best)"
        } else if session.is_in_hindsight() {
            "this model was found in hindsight: --model is about one that learned online"
        } else {
            return Ok(Seen { features: session.space.len(), examples: 0, weight: Sum::default() });
        };
        Err(Failure::Usage(reason.into()))
    }

    /// One more example.
    pub(super) fn count(&mut self, rows: &[Row]) {
        // Nobody learns from a row of weight 0.
        self.examples += u64::from(rows[0].weight > 0.0);
        self.weight.add(rows[0].weight);
    }

    /// Refuses a model that cannot have learned from them.
    pub(super) fn check(&self, session: &Session) -> Outcome<()> {
        let rounds = session.learner.ledger().rounds;
        let (here, known) = (self.weight.value(), session.meter.weight.value());
        let differs = if rounds != self.examples {
            let learned = count(rounds, "example");
            format!("the model learned from {learned}, but there are {} here", self.examples)
        } else if !session.stopped && (here - known).abs() > 1e-9 * known {
            let [known, here] = [known, here].map(|weight| short(weight, 6));
            format!(
                "the model learned from examples of weight {known} in all, but here it is {here}"
            )
        } else if session.space.len() > self.features {
            "the model has never seen some of the features here".into()
        } else {
            return Ok(());
        };
        Err(Failure::Usage(format!(
            "{differs}: the regret of a run is about the data it learned from"
        )))
    }
}
