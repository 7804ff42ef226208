//! An assumed margin against a run: either the run proves that nobody has it, or it bounds the
//! mistakes to come.
//!
//! The assumption is "some predictor of norm 1 (or in the bounded class) has this margin on every
//! example". It is refuted by the margin ceiling of the certificate; else, for unit steps on
//! mistakes, [`remaining`] says how many can come.

use super::mistakes::{Budget, refutes_margin, remaining};
use super::{Certificate, Ledger};
use crate::error::{Error, Result};
use crate::number::short;
use serde_json::{Value, json};
use std::fmt;

/// An assumed margin, and what a run says about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Assumption {
    /// The class of predictors in words.
    pub whom: String,
    /// The margin assumed.
    pub margin: f64,
    /// Whether the run proves that no predictor of the class has it.
    pub refuted: bool,
    /// Mistakes that can still come if it holds, all weights are 1 and no instance gets larger;
    /// known for unit steps on mistakes in binary problems.
    pub to_come: Option<f64>,
}

impl Assumption {
    /// What a run says about this margin.
    ///
    /// `growth` is the factor by which the norm of the potential grows with that of an instance (1,
    /// or `sqrt(p-1)` for the p-norm), for learners that make unit steps on mistakes and on nothing
    /// else; `None` for all others.
    pub fn new(
        certificate: &Certificate,
        ledger: &Ledger,
        growth: Option<f64>,
        margin: f64,
    ) -> Result<Self> {
        if !(margin > 0.0 && margin.is_finite()) {
            return Err(Error::Spec("--assume-margin must be a positive number".into()));
        }
        let ceiling = certificate
            .margin_ceiling
            .ok_or_else(|| Error::State("this model has no certificate about margins".into()))?;
        let refuted = refutes_margin(ceiling, 1.0, margin);
        let to_come = growth.filter(|_| !refuted).and_then(|growth| {
            let potential = certificate.potential_norm.powi(2);
            match remaining(1.0, margin, ledger.mistakes, potential, growth * ledger.largest) {
                Budget::AtMost(mistakes) => Some(mistakes.floor()),
                Budget::Refuted => None,
            }
        });
        let whom = certificate.class.phrase(certificate.class.whole());
        Ok(Assumption { whom, margin, refuted, to_come })
    }

    /// The margin, whether it is refuted, and the mistakes to come.
    pub fn json(&self) -> Value {
        json!({ "margin": self.margin, "refuted": self.refuted, "mistakes_to_come": self.to_come })
    }
}

impl fmt::Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let margin = short(self.margin, 6);
        match (self.refuted, self.to_come) {
            (true, _) => write!(f, "margin {margin}: refuted, no {} has it", self.whom),
            (_, Some(n)) => write!(
                f,
                "margin {margin}: possible; then at most {n} mistakes can come, at weight 1 and \
                 while no instance is larger than those so far"
            ),
            _ => write!(f, "margin {margin}: not refuted by this run"),
        }
    }
}
