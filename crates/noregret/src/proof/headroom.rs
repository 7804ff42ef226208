//! Headroom: what the run lost between what no fixed predictor can go below and what one that was
//! found reaches. Keep tuning, or change the features?
//!
//! The norm that is spoken about is that of a predictor found: the largest one whose floor is at
//! least [`TIGHT`] of its loss, so that the band is narrow and the class of models as large as it
//! can be; if there is none, the one with the narrowest band. Where the run lost less than that
//! whole class and a predictor of a larger one did better still, it is that one.

use super::judge::RunLoss;
use noregret_core::replay::witness::{Findings, Fixed, Measure};
use serde::Serialize;

/// A band is narrow if its floor is at least this share of its top.
const TIGHT: f64 = 0.95;
/// Rows are nearly separable if a predictor gets no more than this share of them wrong,
const FEW_WRONG: f64 = 0.02;
/// and what is proved is no more than this share of what the run lost.
const LITTLE: f64 = 0.25;
/// A floor below this share of the loss says nothing.
const NOTHING: f64 = 0.01;

/// What the figures mean.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "verdict")]
pub enum Verdict {
    /// Some of the loss may have been avoidable.
    Room,
    /// The run lost less than every fixed linear model up to a norm.
    Beaten {
        /// The norm, which is not that of the model found.
        #[serde(rename = "beaten_norm")]
        norm: f64,
    },
    /// A linear model that gets nearly all rows right exists: what was lost is the price of
    /// learning.
    Separable,
    /// A linear model without much loss cannot be excluded.
    Open,
}

/// What a run lost beside what was proved and found about all fixed linear models.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Headroom {
    /// The loss.
    pub loss: &'static str,
    /// Rows, and their weight.
    pub rows: u64,
    /// Their weight: losses are means by it.
    pub weight: f64,
    /// What the run lost, a row.
    pub run: f64,
    /// Whether its scores were judged after one scale learned online.
    pub scaled: bool,
    /// The norm of the models spoken about.
    pub norm: f64,
    /// No linear model of that norm lost less, a row.
    pub floor: f64,
    /// A fixed linear model of that norm that was found: its loss a row.
    pub found: Option<f64>,
    /// The share of the rows that it gets wrong, where labels are classes.
    pub found_error: Option<f64>,
    /// No more than this share of the run's loss was avoidable by a fixed linear model of that
    /// norm.
    pub avoidable_at_most: f64,
    /// At least this share of it was.
    pub avoidable_at_least: Option<f64>,
    /// Whether models are linear in standardised columns, with the last moments.
    pub standardised: bool,
    /// What the figures mean.
    #[serde(flatten)]
    pub verdict: Verdict,
}

impl Headroom {
    /// What is known about one loss; `None` without rows. `norm` is used where no predictor was
    /// found.
    pub(super) fn new(
        findings: &Findings,
        measure: &Measure,
        run: RunLoss,
        norm: Option<f64>,
        standardised: bool,
    ) -> Option<Self> {
        let weight = findings.weight;
        let chosen = choose(measure, run.loss);
        let norm = chosen.map(|fixed| fixed.norm).or(norm)?;
        if !(weight > 0.0 && norm.is_finite() && run.loss > 0.0) {
            return None;
        }
        let floor = measure.lower_bound(norm);
        let classes = measure.loss != "squared";
        let share = |loss: f64| 1.0 - loss / run.loss;
        let mut headroom = Headroom {
            loss: measure.loss,
            rows: findings.rounds,
            weight,
            run: run.loss / weight,
            scaled: run.scaled,
            norm,
            floor: floor / weight,
            found: chosen.map(|fixed| fixed.loss / weight),
            found_error: chosen.filter(|_| classes).map(|fixed| fixed.mistakes / weight),
            avoidable_at_most: share(floor).max(0.0),
            avoidable_at_least: chosen.map(|fixed| share(fixed.loss)).filter(|share| *share > 0.0),
            standardised,
            verdict: Verdict::Room,
        };
        headroom.verdict = headroom.judge(measure, run.loss);
        Some(headroom)
    }

    fn judge(&self, measure: &Measure, run: f64) -> Verdict {
        if let Some(norm) = measure.norm_above(run).filter(|norm| *norm >= self.norm) {
            return Verdict::Beaten { norm };
        }
        let little = self.floor <= LITTLE * self.run;
        if little && self.found_error.is_some_and(|error| error <= FEW_WRONG) {
            return Verdict::Separable;
        }
        if self.floor <= NOTHING * self.run { Verdict::Open } else { Verdict::Room }
    }
}

/// The predictor whose norm is spoken about.
fn choose(measure: &Measure, run: f64) -> Option<Fixed> {
    let known = || measure.found.iter().copied().filter(|fixed| fixed.norm.is_finite());
    let ratio = |fixed: &Fixed| match fixed.loss > 0.0 {
        true => measure.lower_bound(fixed.norm) / fixed.loss,
        false => 1.0,
    };
    let larger = |a: Fixed, b: Fixed| if b.norm > a.norm { b } else { a };
    let narrower = |a: Fixed, b: Fixed| if ratio(&b) > ratio(&a) { b } else { a };
    let better = |a: Fixed, b: Fixed| if b.loss < a.loss { b } else { a };
    let tight = known().filter(|fixed| ratio(fixed) >= TIGHT).reduce(larger);
    let chosen = tight.or_else(|| known().reduce(narrower))?;
    // That the run beat a small class says little while a model of a larger one did better.
    let beaten = measure.lower_bound(chosen.norm) > run;
    let best = known().reduce(better).filter(|best| beaten && best.loss < run);
    Some(best.unwrap_or(chosen))
}
