//! What is said about a model that has been learned.
//!
//! The errors are those of the model on what it learned from. The certificate is about the run that
//! learned the weights: its losses are `[rho - <w,a>]_+` of the alignments that the run itself
//! predicted (on rounds with a cost), not the maximal loss, and comparators have norm `sqrt(2U)` on
//! the scaled base functions.

use std::fmt;

use serde_json::{Value, json};

use super::Accuracy;
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
    /// The norm of the comparators that the certificate is about.
    fn norm(&self) -> f64 {
        (2.0 * self.summary.complexity).sqrt()
    }

    fn certificate(&self) -> String {
        let Summary { cumulative_loss, .. } = self.summary;
        let least = self.summary.lower_bound(self.norm());
        format!(
            "certificate (prediction-based loss: that of the alignments the run itself predicted): \
             any fixed weights of norm up to {:.3} would have lost at least {least:.2}; the run \
             lost {cumulative_loss:.2}, so its regret is at most {:.2}",
            self.norm(),
            cumulative_loss - least
        )
    }

    /// As JSON.
    pub fn json(&self) -> Value {
        let skipped: Vec<&str> = self.skipped.iter().map(|s| s.reason.as_str()).collect();
        let (least, lost) = (self.summary.lower_bound(self.norm()), self.summary.cumulative_loss);
        json!({
            "event": "done", "examples": self.examples, "phones": self.phones,
            "training": self.accuracy.json(), "rounds": self.summary.rounds,
            "mistakes": self.summary.mistakes, "complexity": self.summary.complexity,
            "certificate": {
                "loss": "prediction-based", "norm": self.norm(), "lower_bound": least,
                "cumulative_loss": lost, "regret": lost - least,
                "dual_gain": self.summary.dual_gain,
                "potential_norm": self.summary.potential_norm,
            },
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
        write!(f, "\ntraining: {accuracy}")?;
        let (mistakes, rounds) = (summary.mistakes, summary.rounds);
        let complexity = summary.complexity;
        write!(f, "\nrounds: {mistakes} of {rounds} with a cost, U = {complexity}")?;
        write!(f, "\n{}", self.certificate())?;
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
