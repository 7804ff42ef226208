//! Fixed trade-off: `c = 1/C`, C the aggressiveness; `C = inf` removes the cap on the duals (PA).
//!
//! Regret at most `c f(u) + (1/2c) sum |lambda_t|^2`. Default C = 1. (Thesis Lemma 1.)

use super::{Clock, Schedule};
use crate::error::{Error, Result};
use crate::registry::Component;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// `c = 1/C`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FixedRate {
    /// Aggressiveness C, positive, possibly infinite.
    #[serde(rename = "C", serialize_with = "write_rate", deserialize_with = "read_rate")]
    pub aggressiveness: f64,
}

impl Default for FixedRate {
    fn default() -> Self {
        FixedRate { aggressiveness: 1.0 }
    }
}

// JSON has no infinity: it is written as the text "inf".
fn write_rate<S: Serializer>(x: &f64, s: S) -> std::result::Result<S::Ok, S::Error> {
    if x.is_finite() { s.serialize_f64(*x) } else { s.serialize_str("inf") }
}

fn read_rate<'de, D: Deserializer<'de>>(d: D) -> std::result::Result<f64, D::Error> {
    let value = serde_json::Value::deserialize(d)?;
    let text = value.as_str().map(str::trim);
    let infinite = text.is_some_and(|t| t.eq_ignore_ascii_case("inf") || t == "infinity");
    match value.as_f64() {
        Some(x) => Ok(x),
        None if infinite => Ok(f64::INFINITY),
        None => Err(de::Error::custom(format!("C is not a number: {value}"))),
    }
}

impl FixedRate {
    fn rate(&self) -> f64 {
        if self.aggressiveness.is_infinite() { 1.0 } else { 1.0 / self.aggressiveness }
    }
}

impl Component for FixedRate {
    const ABOUT: &'static str = "c = 1/C, C=inf for no cap";
    const REFERENCE: &'static str = "Shalev-Shwartz 2007, Lemma 1 and Cor. 1";
}

impl Schedule for FixedRate {
    fn tradeoff(&self, _clock: &Clock) -> f64 {
        self.rate()
    }

    #[inline]
    fn constant(&self) -> Option<f64> {
        Some(self.rate())
    }

    fn is_hard(&self) -> bool {
        self.aggressiveness.is_infinite()
    }

    fn check(&self) -> Result<()> {
        let c = 1.0 / self.aggressiveness;
        if self.aggressiveness > 0.0 && (c == 0.0 || c.is_normal()) {
            return Ok(());
        }
        Err(Error::Spec(format!("C must be positive, not {}", self.aggressiveness)))
    }
}
