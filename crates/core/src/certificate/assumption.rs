//! An assumed margin against a run: either the run proves that nobody has it, or it bounds the
//! mistakes.
//!
//! The assumption is "some predictor of norm 1 (or in the bounded class) has this margin on every
//! example". It is refuted by the margin ceiling of the certificate, and by more mistakes than the
//! theorem of the learner allows; else that theorem bounds them all, and for unit steps on mistakes
//! [`remaining`] says more sharply how many can come.

use super::mistakes::{Budget, refutes_margin, remaining};
use super::{Certificate, Ledger};
use crate::error::{Error, Result};
use crate::number::{count, short};
use serde_json::{Value, json};
use std::fmt;

/// What a theorem promises if an assumed margin holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Promise {
    /// The most mistakes there can be in all.
    pub mistakes: f64,
    /// Where that is proved.
    pub theorem: &'static str,
    /// Whether the proof asks that all features are known from the start.
    pub from_start: bool,
}

/// An assumed margin, and what a run says about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Assumption {
    /// The class of predictors in words.
    pub whom: String,
    /// The margin assumed.
    pub margin: f64,
    /// Whether the run proves that no predictor of the class has it.
    pub refuted: bool,
    /// Mistakes that can still come if it holds, all weights are 1 and no instance gets larger.
    pub to_come: Option<f64>,
    /// The bound on all mistakes, where a theorem has one.
    pub promise: Option<Promise>,
}

impl Assumption {
    /// What a run says about this margin.
    ///
    /// `promise` is what a theorem says of its learner. `growth` bounds by how much a step
    /// lengthens the potential, for learners that make unit steps on mistakes and on nothing else;
    /// `None` for all others.
    pub fn new(
        certificate: &Certificate,
        ledger: &Ledger,
        promise: Option<Promise>,
        growth: Option<f64>,
        margin: f64,
    ) -> Result<Self> {
        if !(margin > 0.0 && margin.is_finite()) {
            return Err(Error::Spec("--assume-margin must be a positive number".into()));
        }
        let ceiling = certificate
            .margin_ceiling
            .ok_or_else(|| Error::State("this model has no certificate about margins".into()))?;
        let made = ledger.mistakes as f64;
        let exceeded = |p: &Promise| !p.from_start && made > p.mistakes * (1.0 + 1e-9);
        let refuted =
            refutes_margin(ceiling, 1.0, margin) || promise.as_ref().is_some_and(exceeded);
        let promise = promise.filter(|_| !refuted);
        let potential = certificate.potential_norm.powi(2);
        let sharper = growth.filter(|_| !refuted).and_then(|growth| {
            match remaining(1.0, margin, ledger.mistakes, potential, growth) {
                Budget::AtMost(mistakes) => Some(mistakes.floor()),
                Budget::Refuted => None,
            }
        });
        let to_come = sharper.or(promise.map(|p| (p.mistakes.floor() - made).max(0.0)));
        let whom = certificate.class.phrase(certificate.class.whole());
        Ok(Assumption { whom, margin, refuted, to_come, promise })
    }

    /// The margin, whether it is refuted, the mistakes to come and in all, and by which theorem.
    pub fn json(&self) -> Value {
        json!({
            "margin": self.margin, "refuted": self.refuted, "mistakes_to_come": self.to_come,
            "mistakes_in_all": self.promise.map(|p| p.mistakes.floor()),
            "theorem": self.promise.map(|p| p.theorem),
        })
    }
}

impl fmt::Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let margin = short(self.margin, 6);
        match (self.refuted, self.to_come) {
            (true, _) => write!(f, "margin {margin}: refuted, no {} has it", self.whom),
            (_, Some(to_come)) => {
                let few = count(to_come as u64, "mistake");
                write!(
                    f,
                    "margin {margin}: possible; then at most {few} can come, at weight 1 and while \
                     no instance is larger than those so far"
                )?;
                let Some(Promise { mistakes, theorem, from_start }) = &self.promise else {
                    return Ok(());
                };
                let known = if *from_start { ", all features known from the start" } else { "" };
                write!(f, " ({} in all by {theorem}{known})", mistakes.floor())
            }
            _ => write!(
                f,
                "margin {margin}: not refuted by this run; no bound on the mistakes of such a \
                 learner is known"
            ),
        }
    }
}
