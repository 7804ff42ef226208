//! What is said about a model that has been learned.
//!
//! The errors are those of the model on what it learned from, the certificate is about the run that
//! learned the weights.

use std::fmt;

use serde_json::{Value, json};

use super::{Accuracy, certificate};
use crate::corpus::Skipped;
use crate::train::Summary;
use crate::words::count;

/// A model that has been learned, in figures.
#[derive(Clone, Debug)]
pub struct Report {
    /// What an example is called.
    pub what: &'static str,
    /// Number of examples.
    pub examples: usize,
    /// Phones with a model of their own.
    pub phones: Option<usize>,
    /// Errors on what was learned from.
    pub accuracy: Accuracy,
    /// What the run proves.
    pub summary: Summary,
    /// Recordings that were brought to another sample rate, and that rate in Hz.
    pub resampled: (usize, u32),
    /// What was left out.
    pub skipped: Vec<Skipped>,
}

impl Report {
    /// As JSON.
    pub fn json(&self) -> Value {
        let skipped: Vec<&str> = self.skipped.iter().map(|s| s.reason.as_str()).collect();
        json!({
            "event": "done", "examples": self.examples, "phones": self.phones,
            "training": self.accuracy.json(), "rounds": self.summary.rounds,
            "mistakes": self.summary.mistakes, "complexity": self.summary.complexity,
            "certificate": certificate::json(&self.summary),
            "widened": self.summary.widened, "resampled": self.resampled.0,
            "rate": self.resampled.1, "skipped": skipped,
        })
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { what, examples, accuracy, summary, .. } = self;
        let boundaries = match accuracy.count() {
            1 => "1 boundary".to_owned(),
            count => format!("{count} boundaries"),
        };
        write!(f, "{}, {boundaries}", count(*examples, what))?;
        if let Some(phones) = self.phones {
            let whose = if phones == 1 { "its" } else { "their" };
            let phones = count(phones, "phone");
            write!(f, ", {phones} with a model of {whose} own (10 examples or more)")?;
        }
        write!(f, "\ntraining: {accuracy}\n{}", certificate::rounds(summary))?;
        write!(f, "\n{}", certificate::text(summary))?;
        if summary.widened > 0 {
            let widened = count(summary.widened, what);
            write!(f, "\nwidened: the limits of {widened}, to hold the truth")?;
        }
        if let (resampled @ 1.., rate) = self.resampled {
            write!(f, "\nresampled: {}, to {rate} Hz", count(resampled, "recording"))?;
        }
        self.skipped.iter().try_for_each(|skipped| write!(f, "\nskipped: {}", skipped.reason))
    }
}
