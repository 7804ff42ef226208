//! What a run says: JSON lines, a short report in words, a progress bar.

mod bar;
mod committee;
mod fresh;
pub(crate) mod headroom;
mod json;
pub(crate) mod optimum;
mod progress;
mod recent;
mod subject;
mod text;

pub(crate) use json::{done, line, test_event};
pub(crate) use noregret::words::{count, short};
pub(crate) use progress::Progress;
pub(crate) use text::{finished, tested};

use crate::failure::Result;
use crate::signal::Caught;
use noregret::Model;
use noregret::core::readout::Readout;
use noregret::core::replay::hindsight::Optimum;
use noregret::model::{Meter, Recent};
use noregret::train::Fresh;
use serde_json::{Map, Value, json};
use std::io::Write;

/// A finished run.
pub(crate) struct Finished<'a> {
    pub(crate) model: &'a Model,
    pub(crate) seconds: f64,
    pub(crate) passes: u64,
    pub(crate) skipped: u64,
    /// Counted after a batch conversion, not while learning.
    pub(crate) converted: bool,
    /// Rows held out of the last pass.
    pub(crate) holdout: Option<&'a Meter>,
    pub(crate) test: Option<&'a Meter>,
    /// How the last examples did; of a model alone that is not known.
    pub(crate) recent: Option<&'a Recent>,
    /// What ended the run before its data.
    pub(crate) stopped: Option<Caught>,
    /// What is promised about fresh examples.
    pub(crate) fresh: Option<&'a Fresh>,
    /// The best fixed predictor, if that was looked for.
    pub(crate) found: Option<&'a Optimum>,
}

impl<'a> Finished<'a> {
    /// A run of which only the end is known.
    pub(crate) fn of(model: &'a Model) -> Self {
        Finished {
            model,
            seconds: 0.0,
            passes: 1,
            skipped: 0,
            converted: false,
            holdout: None,
            test: None,
            recent: None,
            stopped: None,
            fresh: None,
            found: None,
        }
    }
}

/// What is known of a model alone, as JSON.
pub(crate) fn end(finished: &Finished<'_>, event: &str) -> Map<String, Value> {
    let mut map = done(finished);
    for unknown in ["seconds", "passes", "skipped"] {
        map.remove(unknown);
    }
    map.insert("event".into(), json!(event));
    let merging = finished.model.merging();
    map.extend(merging.map(|merging| ("merged".into(), json!(merging))));
    map
}

/// Prints to standard output.
pub(crate) fn say(text: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.write_all(b"\n")?;
    Ok(out.flush()?)
}

/// Prints to standard output; false if whoever read has gone, which is no reason to stop where
/// there is more to do.
pub(crate) fn say_while_read(text: &str) -> Result<bool> {
    match say(text) {
        Err(failure) if failure.is_closed_pipe() => Ok(false),
        said => said.map(|()| true),
    }
}

/// A readout by its name.
pub(crate) fn word(readout: Readout) -> &'static str {
    match readout {
        Readout::Last => "last",
        Readout::Average => "average",
        Readout::Linear => "linear average",
        Readout::Vote => "vote",
    }
}
