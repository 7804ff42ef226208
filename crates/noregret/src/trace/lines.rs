//! The lines of a trace as JSON, made from a learner that follows its rounds.

use super::VERSION;
use crate::words::class_values;
use noregret_core::Spec;
use noregret_core::learner::AnyLearner;
use noregret_core::problem::Problem;
use noregret_io::Row;
use serde_json::{Value, json};

/// Where a round comes from: its number and that of the file, each from 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) round: u64,
    pub(crate) file: usize,
}

/// The composition.
pub(crate) fn header(spec: &Spec, learner: &AnyLearner) -> Value {
    json!({
        "event": "trace", "version": VERSION, "algorithm": spec.algorithm,
        "problem": spec.problem.name(), "loss": spec.loss.to_string(),
        "ascent": spec.ascent.to_string(), "geometry": spec.geometry.to_string(),
        "schedule": spec.schedule.to_string(), "margin": spec.loss.margin(),
        "constant": spec.bias.map(|bias| bias.value), "standardised": spec.standard.is_some(),
        "rounds_before": learner.ledger().rounds,
        "class_names": class_values(learner.problem().class_names()),
    })
}

/// The round that was just learned from.
pub(crate) fn round(learner: &AnyLearner, rows: &[Row], place: Place) -> Value {
    let mut line = json!(learner.traced());
    let totals = json!({
        "event": "round", "round": place.round, "file": place.file, "line": rows[0].line,
        "label": rows.iter().map(|row| row.label.text()).collect::<Vec<_>>(),
        "A": learner.ledger().gain.value(), "v": learner.evidence_norm(),
    });
    let gap = learner.progress().and_then(|progress| progress.gap).filter(|gap| *gap > 0.0);
    if let (Value::Object(line), Value::Object(totals)) = (&mut line, totals) {
        line.extend(totals);
        line.extend(gap.map(|gap| ("gap".into(), json!(gap))));
    }
    line
}

/// The totals.
pub(crate) fn end(learner: &AnyLearner, rounds: u64) -> Value {
    let ledger = learner.ledger();
    json!({
        "event": "end", "rounds": rounds, "A": ledger.gain.value(), "v": learner.evidence_norm(),
        "G": ledger.loss.value(), "peak": ledger.peak,
        "class_names": class_values(learner.problem().class_names()),
    })
}
