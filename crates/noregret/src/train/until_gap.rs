//! The best fixed predictor for the data as the model, by repeated dual ascent.
//!
//! The counters are those of the model found, on the data it was found on; its certificate is tight
//! up to the gap.

use super::examples::{Examples, Watched};
use super::hindsight::warn_unreached;
use super::read;
use crate::Result;
use crate::example::ExampleLabel;
use crate::model::Model;
use crate::observer::Observer;
use crate::opening::Begun;
use noregret_core::replay::hindsight::{Goal, Optimum};
use noregret_io::Row;

/// Reads everything, then searches; how far it came.
pub(super) fn run(goal: &Goal, begun: &mut Begun, observer: &mut dyn Observer) -> Result<Optimum> {
    let mut examples = Examples::new(&begun.model.one()?.spec)?;
    let take = |model: &mut Model, rows: &mut [Row]| {
        model.check_rank(&rows[0])?;
        let single = model.one_mut()?;
        let label = ExampleLabel::of(single.learner.problem(), rows)?;
        single.learner.admit_label(label.label())?;
        examples.push(single, rows)
    };
    let read = read::all(begun, observer, take)?;
    let single = begun.model.one_mut()?;
    let best = examples.best(single, goal, Watched::after(read, observer))?;
    warn_unreached("", &best.optimum, observer);
    Ok(best.answer_in(&mut begun.model)?)
}
