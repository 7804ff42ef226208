//! Examples kept in memory, and the best fixed predictor for them.
//!
//! Two classes and numbers in the Euclidean geometry go into the compact rounds of the core; the rows of everything else
//! are kept as they are until a learner that keeps its rounds has learned from them.

use crate::failure::Outcome;
use crate::run::example;
use crate::run::meter::Meter;
use crate::run::session::Session;
use noregret_core::geometry::AnyGeometry;
use noregret_core::hindsight::{self, Goal, Optimum, Rounds};
use noregret_core::{AnyLearner, Outcome as Round, Result, Spec};
use noregret_io::Row;
use std::time::Instant;

/// The examples.
pub(crate) enum Kept {
    Rounds(Box<Rounds>),
    Rows(Vec<Vec<Row>>),
}

/// The best fixed predictor, as a learner, and how it does on the examples.
pub(crate) struct Best {
    pub(crate) optimum: Optimum,
    pub(crate) spec: Spec,
    pub(crate) learner: AnyLearner,
    pub(crate) meter: Meter,
    /// Seconds of the search.
    pub(crate) seconds: f64,
}

impl Kept {
    /// Room for examples of this kind; an error if there is no best predictor for it.
    pub(crate) fn new(spec: &Spec) -> Result<Self> {
        hindsight::check(spec)?;
        let plain = Rounds::take(&spec.problem) && matches!(spec.geometry, AnyGeometry::Euclid(_));
        Ok(if plain { Kept::Rounds(Box::default()) } else { Kept::Rows(Vec::new()) })
    }

    /// Keeps an example whose label the learner knows.
    pub(crate) fn push(&mut self, learner: &AnyLearner, rows: &[Row]) -> Result<()> {
        match self {
            Kept::Rounds(rounds) => rows.iter().try_for_each(|row| {
                let (x, label) = (example::instance(row)?, example::label(row));
                rounds.push(learner.problem(), x, label, row.weight)
            }),
            Kept::Rows(kept) => {
                kept.push(rows.to_vec());
                Ok(())
            }
        }
    }

    /// The best predictor, at the loss and the trade-off of the learner of this session.
    pub(crate) fn best(self, session: &Session, goal: &Goal) -> Outcome<Best> {
        let (mut meter, start) = (Meter::default(), Instant::now());
        match self {
            Kept::Rounds(mut rounds) => {
                let optimum = session.learner.best_in_hindsight(&mut rounds, goal)?;
                let seconds = start.elapsed().as_secs_f64();
                let seen = |round: Round, weight| meter.count(&round, weight);
                let made = session.learner.in_hindsight(&session.spec, &rounds, &optimum, seen);
                let (spec, learner) = made?;
                Ok(Best { optimum, spec, learner, meter, seconds })
            }
            Kept::Rows(kept) => {
                let (spec, mut learner) = session.learner.searching(&session.spec)?;
                for rows in &kept {
                    example::learn(&mut learner, rows)?;
                }
                let optimum = learner.search(goal)?;
                let seconds = start.elapsed().as_secs_f64();
                let mut rounds = Vec::with_capacity(kept.len());
                for rows in &kept {
                    let mut round = example::evaluate(&learner, rows)?;
                    round.loss *= rows[0].weight;
                    meter.count(&round, rows[0].weight);
                    rounds.push(round);
                }
                learner.play_found(&optimum, rounds);
                Ok(Best { optimum, spec, learner, meter, seconds })
            }
        }
    }
}
