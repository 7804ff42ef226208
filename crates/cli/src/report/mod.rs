//! What a run says: JSON lines, a short report in words, a progress bar.

mod bar;
mod committee;
mod fresh;
mod json;
pub(crate) mod optimum;
mod progress;
mod subject;
mod text;

pub(crate) use fresh::{Bound, Fresh, Validated};
pub(crate) use json::{done, line, test_event};
pub(crate) use progress::Progress;
pub(crate) use text::{finished, tested};

use crate::failure::Outcome;
use crate::run::session::Session;
use noregret_core::readout::Readout;
use noregret_core::replay::hindsight::Optimum;
use std::io::Write;

/// A finished run.
pub(crate) struct Finished<'a> {
    pub(crate) session: &'a Session,
    pub(crate) seconds: f64,
    pub(crate) passes: u64,
    pub(crate) skipped: u64,
    /// Counted after a batch conversion, not while learning.
    pub(crate) converted: bool,
    /// Rows held out of the last pass.
    pub(crate) holdout: Option<&'a crate::run::meter::Meter>,
    pub(crate) test: Option<&'a crate::run::meter::Meter>,
    /// What is promised about fresh examples.
    pub(crate) fresh: Option<&'a Fresh>,
    /// The best fixed predictor, if that was looked for.
    pub(crate) found: Option<&'a Optimum>,
}

/// Prints to standard output.
pub(crate) fn say(text: &str) -> Outcome<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.write_all(b"\n")?;
    Ok(out.flush()?)
}

/// The same; false if whoever read has gone, which is no reason to stop where there is more to do.
pub(crate) fn heard(text: &str) -> Outcome<bool> {
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

/// So many of these: "1 row", "2 rows".
pub(crate) fn count(number: u64, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// A number with at most this many significant digits, without trailing zeros.
pub(crate) fn short(x: f64, digits: usize) -> String {
    if x == 0.0 || !x.is_finite() {
        return x.to_string();
    }
    let magnitude = x.abs().log10().floor() as i32;
    let decimals = (digits as i32 - 1 - magnitude).max(0) as usize;
    if decimals > 12 {
        return format!("{x:.*e}", digits - 1);
    }
    let text = format!("{x:.decimals$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').into() } else { text }
}
