//! Writes a trace, one line a round.

use super::{VERSION, traceable};
use crate::Result;
use crate::model::{Model, Single};
use crate::words::class_values;
use noregret_core::hypothesis::Hypothesis;
use noregret_io::Row;
use noregret_io::lines::LineFile;
use serde_json::{Value, json};
use std::path::Path;

/// Where the lines go.
#[derive(Debug)]
pub(crate) struct TraceWriter {
    out: LineFile,
    rounds: u64,
}

impl TraceWriter {
    /// Begins a file for the rounds of this model, which its learner writes down from here on.
    pub(crate) fn new(path: &Path, model: &mut Model) -> Result<Self> {
        let first = header(traceable(model)?, model);
        let mut writer = TraceWriter { out: LineFile::create(path)?, rounds: 0 };
        writer.out.write(&first)?;
        model.one_mut()?.learner.follow_rounds();
        Ok(writer)
    }

    /// Writes the round that was just learned from.
    pub(crate) fn round(&mut self, model: &Model, rows: &[Row]) -> Result<()> {
        let single = model.one()?;
        let Some(traced) = single.learner.traced() else { return Ok(()) };
        self.rounds += 1;
        let mut line = json!(traced);
        let totals = json!({
            "event": "round", "round": self.rounds, "line": rows[0].line,
            "label": rows.iter().map(|row| row.label.text()).collect::<Vec<_>>(),
            "A": single.learner.ledger().gain.value(), "v": norm(single),
        });
        if let (Value::Object(line), Value::Object(totals)) = (&mut line, totals) {
            line.extend(totals);
        }
        Ok(self.out.write(&line)?)
    }

    /// Writes the totals, and moves the file into place.
    pub(crate) fn finish(mut self, model: &Model) -> Result<()> {
        let single = model.one()?;
        let ledger = single.learner.ledger();
        self.out.write(json!({
            "event": "end", "rounds": self.rounds, "A": ledger.gain.value(), "v": norm(single),
            "G": ledger.loss.value(), "peak": ledger.peak,
            "class_names": class_values(model.class_names()),
        }))?;
        Ok(self.out.finish()?)
    }
}

/// `|v|` in the dual norm.
fn norm(single: &Single) -> f64 {
    let c = single.learner.tradeoff();
    single.learner.hypothesis().dual(if c > 0.0 { c } else { 1.0 }).norm
}

/// The composition.
fn header(single: &Single, model: &Model) -> Value {
    let spec = &single.spec;
    json!({
        "event": "trace", "version": VERSION, "algorithm": spec.algorithm,
        "problem": spec.problem.name(), "loss": spec.loss.to_string(),
        "ascent": spec.ascent.to_string(), "geometry": spec.geometry.to_string(),
        "schedule": spec.schedule.to_string(), "margin": spec.loss.margin(),
        "constant": single.constant(), "standardised": spec.standard.is_some(),
        "rounds_before": single.learner.ledger().rounds,
        "class_names": class_values(model.class_names()),
    })
}
