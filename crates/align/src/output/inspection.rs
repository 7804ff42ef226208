//! What an alignment model holds.
//!
//! As text its kind and sample rate, the phones, the rounds and the certificate of the run that
//! learned it, and a line for every base function. Weights are those of the scaled base functions
//! `phi_j / (s_j K)`, so that they can be compared with each other.

use std::fmt;

use serde_json::{Value, json};

use super::certificate;
use crate::train::Summary;

/// A base function with its weight.
#[derive(Clone, Debug, PartialEq)]
pub struct BaseWeight {
    /// What it is called.
    pub name: &'static str,
    /// Its weight once it is scaled.
    pub weight: f64,
    /// What it is divided by, `s_j`.
    pub scale: f64,
}

/// The content of a model.
#[derive(Clone, Debug, PartialEq)]
pub struct Inspection {
    /// "speech" or "music".
    pub kind: &'static str,
    /// The sample rate that recordings are brought to, in Hz.
    pub rate: u32,
    /// The base functions.
    pub weights: Vec<BaseWeight>,
    /// Phones with a model of their own, for speech.
    pub phones: Option<Vec<String>>,
    /// Phones that were seen too seldom for one, for speech.
    pub rare: Option<Vec<String>>,
    /// What the run proves.
    pub summary: Summary,
}

impl Inspection {
    /// As JSON.
    pub fn json(&self) -> Value {
        let weight =
            |b: &BaseWeight| json!({ "name": b.name, "weight": b.weight, "scale": b.scale });
        let summary = &self.summary;
        json!({
            "event": "alignment model", "kind": self.kind, "rate": self.rate,
            "phones": self.phones, "rare_phones": self.rare,
            "weights": self.weights.iter().map(weight).collect::<Vec<_>>(),
            "rounds": summary.rounds, "mistakes": summary.mistakes,
            "complexity": summary.complexity, "widened": summary.widened,
            "certificate": certificate::json(summary),
        })
    }
}

impl fmt::Display for Inspection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inspection { kind, rate, weights, summary, .. } = self;
        writeln!(f, "{kind} alignment model for {rate} Hz")?;
        if let Some(phones) = &self.phones {
            list(f, "phones with a model of their own", phones)?;
        }
        if let Some(rare) = self.rare.as_ref().filter(|rare| !rare.is_empty()) {
            list(f, "phones with fewer than 10 examples", rare)?;
        }
        writeln!(f, "{}", certificate::rounds(summary))?;
        writeln!(f, "{}", certificate::text(summary))?;
        write!(f, "weights of the scaled base functions:")?;
        let width = weights.iter().map(|base| base.name.len()).max().unwrap_or(0);
        weights.iter().try_for_each(|b| write!(f, "\n  {:width$} {:>9.4}", b.name, b.weight))
    }
}

fn list(f: &mut fmt::Formatter<'_>, title: &str, phones: &[String]) -> fmt::Result {
    writeln!(f, "{title} ({}): {}", phones.len(), phones.join(" "))
}
