//! Progressive counters: every prediction is judged before its label is learned from.

use super::measures::Measures;
use noregret_core::Outcome;
use noregret_core::number::Sum;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// What is counted.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Meter {
    /// Examples.
    pub examples: u64,
    /// Wrong decisions.
    pub mistakes: u64,
    /// Wrong or tied answers.
    #[serde(default)]
    pub violations: u64,
    /// Sum of the weights.
    pub weight: Sum,
    /// Whether some example counted more or less than once.
    pub weighted: bool,
    /// Sum of the losses.
    pub loss: Sum,
    /// Sum of the absolute margins.
    pub absolute: Sum,
    /// Sum of the squared margins.
    pub squared: Sum,
    /// What the problem measures besides.
    #[serde(default, skip_serializing_if = "Measures::is_nothing")]
    pub measures: Measures,
}

impl Meter {
    /// Counts a round.
    #[inline(always)]
    pub fn count(&mut self, round: &Outcome, weight: f64) {
        self.examples += 1;
        self.mistakes += u64::from(round.mistake);
        self.violations += u64::from(round.violation);
        self.weight.add(weight);
        self.weighted |= weight != 1.0;
        self.loss.add(round.loss);
        self.absolute.add(round.margin.abs());
        self.squared.add(round.margin * round.margin);
        self.measures.add(&round.quality);
    }

    fn mean(&self, sum: &Sum) -> Option<f64> {
        (self.examples > 0).then(|| sum.value() / self.examples as f64)
    }

    /// Mistakes per example.
    pub fn error_rate(&self) -> Option<f64> {
        (self.examples > 0).then(|| self.mistakes as f64 / self.examples as f64)
    }

    /// Mean absolute residual.
    pub fn mean_absolute_error(&self) -> Option<f64> {
        self.mean(&self.absolute)
    }

    /// Mean squared residual.
    pub fn mean_squared_error(&self) -> Option<f64> {
        self.mean(&self.squared)
    }

    /// Mean loss.
    pub fn mean_loss(&self) -> Option<f64> {
        self.mean(&self.loss)
    }

    /// The counters as they appear in JSON; regression has errors instead of mistakes.
    pub fn json(&self, regression: bool) -> Map<String, Value> {
        let mut map = Map::new();
        map.insert("examples".into(), json!(self.examples));
        let (mistakes, violations) = (self.mistakes, self.violations);
        map.insert("mistakes".into(), json!((!regression).then_some(mistakes)));
        map.insert("violations".into(), json!((!regression).then_some(violations)));
        map.insert("error_rate".into(), json!(self.error_rate().filter(|_| !regression)));
        if regression {
            map.insert("mean_absolute_error".into(), json!(self.mean_absolute_error()));
            map.insert("mean_squared_error".into(), json!(self.mean_squared_error()));
        }
        map.append(&mut self.measures.json());
        map.insert("cumulative_loss".into(), json!(self.loss.value()));
        map.insert("mean_loss".into(), json!(self.mean_loss()));
        map
    }
}
