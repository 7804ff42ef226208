//! How the last examples did, beside all: a line, a sentence if it has changed, an object.

use super::{count, short};
use noregret::model::{Recent, WINDOW};
use serde_json::{Value, json};

/// The lines of a report: nothing before two windows are full.
pub(super) fn lines(recent: &Recent) -> Vec<String> {
    if recent.examples() < 2 * WINDOW as u64 {
        return Vec::new();
    }
    let mut lines = vec![format!("the last {WINDOW}: {}", headline(recent))];
    if let [earlier @ .., last] = recent.shifts() {
        let earlier = match earlier.len() {
            0 => String::new(),
            more => format!(" (and {} before)", count(more as u64, "change")),
        };
        lines.push(format!("change: {last}{earlier}"));
    }
    lines
}

/// The error of the window in words.
pub(super) fn headline(recent: &Recent) -> String {
    let error = recent.error().unwrap_or(0.0);
    match recent.is_rate() {
        true => format!("error {} %", short(100.0 * error, 3)),
        false => format!("mean squared error {}", short(error, 4)),
    }
}

/// What JSON has.
pub(super) fn object(recent: &Recent) -> Value {
    let (rate, square) = match recent.is_rate() {
        true => (recent.error(), None),
        false => (None, recent.error()),
    };
    json!({
        "examples": recent.window(),
        "error_rate": rate,
        "mean_squared_error": square,
        "changes": recent.shifts(),
    })
}
