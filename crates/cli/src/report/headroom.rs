//! How much of the loss was avoidable: lines of a report, objects of JSON.

use noregret::proof::Verdict;
use noregret::{Headroom, Model};
use serde_json::{Value, json};
use std::io::IsTerminal;

const INDENT: &str = "          ";
/// No line is longer.
const WIDTH: usize = 80;

/// The lines of a report; the bar is for people who look.
pub(crate) fn lines(whose: &str, all: &[Headroom]) -> Vec<String> {
    let bar = std::io::stdout().is_terminal();
    let mut lines = Vec::new();
    let Some((first, others)) = all.split_first() else { return lines };
    let about = if first.standardised { " (standardised columns)" } else { "" };
    wrap(&format!("headroom{about}: "), first.lines(whose, bar).into_iter(), &mut lines);
    // A bound that says nothing is not printed, nor one that seems to say the opposite.
    let is_beaten = |headroom: &Headroom| matches!(headroom.verdict, Verdict::Beaten { .. });
    let says = |other: &&Headroom| other.floor > 0.0 && (!is_beaten(other) || is_beaten(first));
    lines.extend(others.iter().filter(says).map(|other| format!("{INDENT}{}", other.line())));
    lines
}

/// Joins sentences as far as lines reach.
fn wrap(begin: &str, parts: impl Iterator<Item = String>, lines: &mut Vec<String>) {
    let mut line = begin.to_owned();
    for part in parts {
        let fits = line.len() + part.len() < WIDTH;
        if line.trim().is_empty() || line == begin {
            line.push_str(&part);
        } else if fits {
            line.push(' ');
            line.push_str(&part);
        } else {
            lines.push(std::mem::replace(&mut line, format!("{INDENT}{part}")));
        }
    }
    lines.push(line);
}

/// What JSON has.
pub(super) fn object(model: &Model) -> Option<Value> {
    let all = model.headroom();
    (!all.is_empty()).then(|| json!(all))
}
