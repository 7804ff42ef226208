//! Writes a trace, one line a round.

use super::{VERSION, traceable};
use crate::Result;
use crate::model::{Model, Single};
use crate::words::class_values;
use noregret_core::hypothesis::Hypothesis;
use noregret_io::{Row, WriteError, WriteFault};
use serde_json::{Value, json};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

/// Where the lines go.
#[derive(Debug)]
pub(crate) struct TraceWriter {
    out: BufWriter<File>,
    file: String,
    rounds: u64,
}

impl TraceWriter {
    /// Opens the file for the rounds of this model, which its learner writes down from here on.
    pub(crate) fn new(path: &Path, model: &mut Model) -> Result<Self> {
        let first = header(traceable(model)?, model);
        let file = path.display().to_string();
        let out = File::create(path)
            .map_err(|error| WriteError { file: file.clone(), fault: WriteFault::Io(error) })?;
        let mut writer = TraceWriter { out: BufWriter::new(out), file, rounds: 0 };
        writer.line(&first)?;
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
        self.line(&line)
    }

    /// Writes the totals.
    pub(crate) fn finish(mut self, model: &Model) -> Result<()> {
        let single = model.one()?;
        let ledger = single.learner.ledger();
        self.line(&json!({
            "event": "end", "rounds": self.rounds, "A": ledger.gain.value(), "v": norm(single),
            "G": ledger.loss.value(), "peak": ledger.peak,
            "class_names": class_values(model.class_names()),
        }))?;
        let flushed = self.out.flush();
        self.unless(flushed)
    }

    fn line(&mut self, value: &Value) -> Result<()> {
        let written = writeln!(self.out, "{value}");
        self.unless(written)
    }

    fn unless(&self, done: std::io::Result<()>) -> Result<()> {
        let fault = |error| WriteError { file: self.file.clone(), fault: WriteFault::Io(error) };
        Ok(done.map_err(fault)?)
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
