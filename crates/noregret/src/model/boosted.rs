//! Boosted stumps as a model: their answers, and how a model file keeps them.
//!
//! Tensors `boost.steps`, `boost.features` (slots), `boost.thresholds`, `boost.below`,
//! `boost.above`, one number a round; rule and certificate are in the meta data.

use crate::example::{instance, label};
use noregret_core::boost::{AnyRule, BoostCertificate, Committee as Stumps, Stump};
use noregret_core::problem::{AnyProblem, Problem};
use noregret_core::round::View;
use noregret_core::{Outcome, Prediction, Result};
use noregret_io::Row;
use noregret_io::model::{Tensor, TensorData};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A strong hypothesis and how it came about.
#[derive(Clone, Debug, PartialEq)]
pub struct Boosted {
    /// The two classes.
    pub problem: AnyProblem,
    /// How far each round stepped.
    pub rule: AnyRule,
    /// The stumps and their steps.
    pub stumps: Stumps,
    /// What the rounds prove.
    pub certificate: BoostCertificate,
}

impl Boosted {
    /// Decision and score for a row.
    pub(crate) fn predict(&self, row: &Row) -> Result<(Prediction, f64)> {
        let score = self.stumps.score(instance(row))?;
        let view = View { scores: vec![score], ..View::default() };
        Ok((self.problem.decide(&view), score))
    }

    /// Margin, exp-loss and whether the answer is wrong.
    pub(crate) fn evaluate(&self, row: &Row) -> Result<Outcome> {
        let score = self.stumps.score(instance(row))?;
        let margin = self.problem.side(label(row))? * score;
        let wrong = margin <= 0.0;
        Ok(Outcome {
            score,
            margin,
            loss: (-margin).exp(),
            mistake: wrong,
            violation: wrong,
            counted: true,
            ..Outcome::default()
        })
    }

    /// What the meta data of a model file says.
    pub(crate) fn meta(&self) -> Value {
        json!({ "problem": self.problem, "rule": self.rule, "certificate": self.certificate })
    }

    /// The numbers of the stumps.
    pub(crate) fn tensors(&self) -> Vec<(String, Tensor)> {
        let members = self.stumps.members();
        let real = |of: fn(&(f64, Stump)) -> f64| TensorData::F64(members.iter().map(of).collect());
        let features = members.iter().map(|(_, stump)| stump.feature).collect();
        let all = [
            ("steps", real(|(step, _)| *step)),
            ("features", TensorData::U32(features)),
            ("thresholds", real(|(_, stump)| stump.threshold)),
            ("below", real(|(_, stump)| stump.below)),
            ("above", real(|(_, stump)| stump.above)),
        ];
        all.map(|(name, data)| (named(name), Tensor::vector(data))).into()
    }

    /// Reads the stumps of a model file with so many features.
    pub(crate) fn read(
        meta: &Value,
        tensors: &mut BTreeMap<String, Tensor>,
        features: usize,
    ) -> std::result::Result<Self, String> {
        let broken = |name: &str| format!("the model lacks or garbles '{}'", named(name));
        let mut take = |name: &str| tensors.remove(&named(name)).map(Tensor::into_data);
        let mut reals = |name: &str| match take(name) {
            Some(TensorData::F64(numbers)) => Ok(numbers),
            _ => Err(broken(name)),
        };
        let (steps, thresholds) = (reals("steps")?, reals("thresholds")?);
        let (below, above) = (reals("below")?, reals("above")?);
        let slots = match take("features") {
            Some(TensorData::U32(slots)) => slots,
            _ => return Err(broken("features")),
        };
        let rounds = steps.len();
        let complete = [thresholds.len(), below.len(), above.len(), slots.len()] == [rounds; 4];
        if !complete || slots.iter().any(|&slot| slot as usize >= features.max(1)) {
            return Err(broken("features"));
        }
        let member = |t: usize| {
            let (feature, threshold) = (slots[t], thresholds[t]);
            (steps[t], Stump { feature, threshold, below: below[t], above: above[t] })
        };
        let stumps = Stumps::new((0..rounds).map(member).collect());
        let part = |name: &str| meta.get(name).cloned().unwrap_or_default();
        let garbled = |e: serde_json::Error| format!("boosted: {e}");
        Ok(Boosted {
            problem: serde_json::from_value(part("problem")).map_err(garbled)?,
            rule: serde_json::from_value(part("rule")).map_err(garbled)?,
            stumps: stumps.map_err(|e| e.to_string())?,
            certificate: serde_json::from_value(part("certificate")).map_err(garbled)?,
        })
    }
}

fn named(name: &str) -> String {
    format!("boost.{name}")
}
