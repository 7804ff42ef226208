//! The best fixed predictor for the data, and the regret of an online run against it.
//!
//! The data is read once: the learner makes its run while the examples are kept, and the best
//! predictor for its loss, geometry and last trade-off is then found by repeated dual ascent; by
//! the Euclidean norm where the geometry adapts to the data, in columns standardised by the last
//! moments where they are standardised.

use super::examples::{Examples, Watched};
use super::seen::Seen;
use super::{Training, read};
use crate::Result;
use crate::model::Model;
use crate::observer::Observer;
use crate::opening::{self, Begun};
use crate::words::{count, short};
use noregret_core::Spec;
use noregret_core::replay::hindsight::{Goal, Optimum, Regret};
use noregret_io::Row;

/// The best fixed predictor as a model, and how an online run compares.
#[derive(Debug)]
pub struct Found {
    /// The best fixed predictor; its counters are those on the data.
    pub model: Model,
    /// The composition of the online run.
    pub online: Spec,
    /// How far the search came.
    pub optimum: Optimum,
    /// The online run against the predictor.
    pub regret: Regret,
    /// Seconds of the search.
    pub seconds: f64,
    /// Rows skipped because they were broken.
    pub skipped: u64,
}

impl Training {
    /// Finds the best fixed predictor for the data to `goal`, and the regret of an online run: one
    /// that is made while reading or, with [`Training::resume`], the one that is in a model.
    ///
    /// # Errors
    /// If the data or the model is broken, or the learner has no best predictor.
    pub fn hindsight(&self, goal: &Goal, observer: &mut dyn Observer) -> Result<Found> {
        // The search is batch learning: no contest is made for it.
        let training = Training { until_gap: Some(*goal), ..self.completed() };
        training.check()?;
        let mut begun = opening::begin(&training, observer)?;
        let resumed = training.resume.is_some();
        let mut seen = resumed.then(|| Seen::begin(&begun.model)).transpose()?;
        let mut examples = Examples::new(&begun.model.one()?.spec)?;
        let take = |model: &mut Model, rows: &mut [Row]| {
            if resumed {
                // The run refused what is refused here.
                model.judge(rows)?;
            } else {
                model.learn_rows(rows)?;
            }
            examples.push(model.one()?, rows)?;
            seen.iter_mut().for_each(|seen| seen.count(rows));
            Ok(())
        };
        let read = read::all(&mut begun, observer, take)?;
        let Begun { mut model, stream, .. } = begun;
        model.reading.keep_found(&stream);
        seen.as_ref().map_or(Ok(()), |seen| seen.check(&model))?;
        let single = model.one_mut()?;
        let best = examples.best(single, goal, Watched::after(read, observer))?;
        warn_unreached("", &best.optimum, observer);
        let regret = single.learner.regret_to(&best.optimum, &single.spec);
        let (online, seconds) = (single.spec.clone(), best.seconds);
        let optimum = best.answer_in(&mut model)?;
        if let Some(path) = &training.output {
            model.save(path)?;
        }
        let skipped = stream.skipped();
        Ok(Found { model, online, optimum, regret, seconds, skipped })
    }
}

/// Warns that the gap is larger than was asked for, if it is; `whose` begins the message.
pub(super) fn warn_unreached(whose: &str, optimum: &Optimum, observer: &mut dyn Observer) {
    if !optimum.reached {
        observer.warning(&format!(
            "{whose}after {} the gap is still {}: --max-sweeps allows more",
            count(optimum.sweeps, "sweep"),
            short(optimum.bounds.relative_gap(), 3)
        ));
    }
}
