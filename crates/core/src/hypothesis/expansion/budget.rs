//! A bound on the number of stored patterns.
//!
//! An update that exceeds it removes one pattern, never the newest: the `oldest` (the forgetron's
//! choice), a `random` one (the randomised budget perceptron) or the one of the `smallest`
//! contribution `sum_r coef^2 K(x,x)`. With `project` its contribution is first projected onto the
//! patterns that stay (the projectron). What is lost either way is charged to the certificate.
//! Defaults: size 0 (no bound), oldest, no projection, seed 1. (Dekel, Shalev-Shwartz & Singer
//! 2008; Cavallanti, Cesa-Bianchi & Gentile 2007; Orabona, Keshet & Caputo 2008.)

use super::patterns::Patterns;
use crate::error::{Error, Result};
use crate::random::xorshift;
use crate::registry::{parameters, parse_component, whole};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// How many patterns may stay, and which one goes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Budget {
    /// Most patterns kept; 0 for no bound.
    #[serde(deserialize_with = "whole")]
    pub size: usize,
    /// Which pattern goes.
    pub rule: Evict,
    /// Whether its contribution is projected onto those that stay.
    pub project: bool,
    /// Seed of the random rule.
    #[serde(deserialize_with = "whole")]
    pub seed: u64,
}

/// Which pattern goes when there are too many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Evict {
    /// The oldest.
    #[default]
    Oldest,
    /// Any, with equal chances.
    Random,
    /// The one with the smallest contribution.
    Smallest,
}

impl Default for Budget {
    fn default() -> Self {
        Budget { size: 0, rule: Evict::Oldest, project: false, seed: 1 }
    }
}

impl Budget {
    /// Reads `500`, or `size=500,rule=random,project=true,seed=7`; what is not given keeps its
    /// default.
    pub fn parse(text: &str) -> Result<Self> {
        let pairs = if text.contains('=') { text.into() } else { format!("size={text}") };
        let given = parameters(parse_component(&format!("budget:{pairs}"))?);
        serde_json::from_value(Value::Object(given))
            .map_err(|e| Error::Spec(format!("budget '{text}': {e}")))
    }

    /// Why these parameters cannot be used, if they cannot.
    pub fn check(&self) -> Result<()> {
        if self.project && self.size == 0 {
            return Err(Error::Spec("a budget that projects needs a size".into()));
        }
        Ok(())
    }

    /// Whether so many patterns are too many.
    pub(super) fn is_exceeded(&self, patterns: usize) -> bool {
        self.size > 0 && patterns > self.size && patterns > 1
    }

    /// The pattern that goes; `state` is that of the random rule. There must be two at least.
    pub(super) fn choose(&self, patterns: &Patterns, state: &mut u64) -> usize {
        let old = &patterns.list[..patterns.list.len() - 1];
        match self.rule {
            Evict::Oldest => 0,
            // The low bits alone are weak.
            Evict::Random => ((xorshift(state) >> 11) % old.len() as u64) as usize,
            Evict::Smallest => {
                let weights = old.iter().map(|s| s.weight()).enumerate();
                weights.min_by(|a, b| a.1.total_cmp(&b.1)).map_or(0, |(at, _)| at)
            }
        }
    }

    /// Where the random rule starts: not 0, which xorshift cannot leave.
    pub(super) fn start(&self) -> u64 {
        self.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1
    }
}
