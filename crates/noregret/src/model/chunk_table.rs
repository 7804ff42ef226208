//! Chunks by type: how many there are of each, were found, and were found right, counted as the
//! evaluation of the CoNLL shared tasks does.

use crate::example::label;
use crate::words::one_line;
use noregret_core::metric::ChunkF1;
use noregret_core::problem::{AnyProblem, Problem};
use noregret_core::round::chunks;
use noregret_core::{ClassName, Label, Prediction};
use noregret_io::Row;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::fmt;

/// Chunks by type.
#[derive(Debug, Default)]
pub struct ChunkTable {
    kinds: BTreeMap<String, ChunkF1>,
}

impl ChunkTable {
    /// Nothing counted, for a problem whose tags are those of chunks; `None` for any other.
    pub fn of(problem: &AnyProblem) -> Option<Self> {
        problem.quality().tags()?.chunks.map(|_| ChunkTable::default())
    }

    /// Counts a sentence.
    pub fn count(&mut self, rows: &[Row], prediction: &Prediction) {
        let Prediction::Tags(tags) = prediction else { return };
        let truth =
            rows.iter().map(|row| if let Label::Name(tag) = label(row) { tag } else { "O" });
        let found = tags.iter().map(|tag| if let ClassName::Text(tag) = tag { tag } else { "O" });
        let (truth, found) = (chunks(truth), chunks(found));
        for chunk in &truth {
            self.of_kind(chunk.kind).add_true();
        }
        for chunk in &found {
            self.of_kind(chunk.kind).add_found(chunk.is_among(&truth));
        }
    }

    fn of_kind(&mut self, kind: &str) -> &mut ChunkF1 {
        self.kinds.entry(kind.to_owned()).or_default()
    }

    /// An object of objects, a type each.
    pub fn json(&self) -> Value {
        let of = |counts: &ChunkF1| {
            json!({
                "precision": counts.precision(), "recall": counts.recall(), "f1": counts.f1(),
                "there": counts.there(), "found": counts.found(),
            })
        };
        let all = self.kinds.iter().map(|(kind, counts)| (kind.clone(), of(counts)));
        Value::Object(all.collect::<Map<String, Value>>())
    }
}

/// A line each type: precision, recall and F1 in percent, and how many were found.
impl fmt::Display for ChunkTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |share: Option<f64>| 100.0 * share.unwrap_or(0.0);
        let width = self.kinds.keys().map(|kind| kind.chars().count()).max().unwrap_or(0);
        for (at, (kind, counts)) in self.kinds.iter().enumerate() {
            let (precision, recall) = (percent(counts.precision()), percent(counts.recall()));
            let line = format!(
                "{:>width$}: precision {precision:6.2} %, recall {recall:6.2} %, F1 {:6.2}, {} found of {}",
                one_line(kind),
                percent(counts.f1()),
                counts.found(),
                counts.there(),
            );
            write!(f, "{}{line}", if at > 0 { "\n" } else { "" })?;
        }
        Ok(())
    }
}
