//! Metrics: how good the answers of a run were, each judged before its label was learned from.
//!
//! A [`Metric`] adds up rounds and gives one value or several; a [`Meter`] holds the counters of a
//! run and the metrics that apply to its problem. All that a report shows of the errors of a run
//! comes from here: text, JSON, columns of a table, the line of a progress bar, the points of a
//! curve.
//!
//! A new metric is one file here and one line in the list of [`AnyMetric`]. It says to which
//! problems it applies, what a round adds and which values it gives:
//!
//! ```
//! use noregret_core::metric::{Mean, Metric, MetricValue, Judged};
//! use noregret_core::problem::Problem;
//!
//! /// How confident the answers are.
//! #[derive(Default)]
//! struct Confidence { mean: Mean }
//!
//! impl Metric for Confidence {
//!     fn applies(problem: &impl Problem) -> bool {
//!         problem.decides_class()
//!     }
//!     fn add(&mut self, judged: &Judged<'_>) {
//!         self.mean.add(judged.outcome.score.abs());
//!     }
//!     fn values(&self) -> Vec<MetricValue> {
//!         vec![MetricValue::new("mean confidence", self.mean.value())]
//!     }
//! }
//! ```

mod absolute_error;
mod any;
mod average_precision;
mod chunk_f1;
mod cost;
mod coverage;
mod error_rate;
#[cfg(test)]
mod golden;
mod mean;
mod meter;
mod ndcg;
mod one_error;
mod rank_error;
mod ranking_loss;
mod squared_error;
mod token_error;
mod value;
mod wrong_tasks;

pub use absolute_error::AbsoluteError;
pub use any::AnyMetric;
pub use average_precision::AveragePrecision;
pub use chunk_f1::ChunkF1;
pub use cost::cost;
pub use coverage::Coverage;
pub use error_rate::ErrorRate;
pub use mean::Mean;
pub use meter::Meter;
pub use ndcg::Ndcg;
pub use one_error::OneError;
pub use rank_error::RankError;
pub use ranking_loss::RankingLoss;
pub use squared_error::SquaredError;
pub use token_error::TokenError;
pub use value::MetricValue;
pub use wrong_tasks::WrongTasks;

use crate::problem::Problem;
use crate::round::{Label, Outcome};
use serde_json::Value;

/// A round, judged by its label.
#[derive(Clone, Copy, Debug)]
pub struct Judged<'a> {
    /// What the round did.
    pub outcome: &'a Outcome,
    /// The label that judges it.
    pub label: Label<'a>,
    /// How often the example counts.
    pub weight: f64,
}

/// A running number, or several, about the answers of a run.
///
/// Only the first three methods are asked of an ordinary metric: the others show its values in the
/// way that is usual.
pub trait Metric {
    /// Whether the rounds of this problem have it.
    fn applies(problem: &impl Problem) -> bool
    where
        Self: Sized;

    /// Counts a round.
    fn add(&mut self, judged: &Judged<'_>);

    /// Its values so far; none while no round has had it.
    fn values(&self) -> Vec<MetricValue>;

    /// Keys that JSON has, as `null`, also where the metric does not apply.
    fn absent_keys() -> &'static [&'static str]
    where
        Self: Sized,
    {
        &[]
    }

    /// Its values as they appear in JSON.
    fn json(&self) -> Vec<(String, Value)> {
        self.values().iter().map(|value| (value.key(), value.json())).collect()
    }

    /// Its values in words; `wrong` is what the problem calls an example that counts as a mistake.
    fn text(&self, _wrong: &str) -> Vec<String> {
        self.values().iter().map(MetricValue::text).collect()
    }

    /// Its values as cells of a table, each under its header.
    fn columns(&self) -> Vec<(&'static str, String)> {
        self.values().iter().map(|value| (value.name, value.cell())).collect()
    }

    /// What a progress bar shows of it, if it is the one to show.
    fn headline(&self) -> Option<String> {
        None
    }

    /// What a curve shows of it, under its title, if it is the one to show.
    fn curve(&self) -> Option<(&'static str, Option<f64>)> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A metric of these rounds, each with the weight 1 and no label.
    pub(super) fn added<M: Metric + Default>(rounds: &[Outcome]) -> M {
        let mut metric = M::default();
        for outcome in rounds {
            metric.add(&Judged { outcome, label: Label::None, weight: 1.0 });
        }
        metric
    }

    /// Rounds with these residuals.
    pub(super) fn residuals(margins: &[f64]) -> Vec<Outcome> {
        margins.iter().map(|&margin| Outcome { margin, ..Outcome::default() }).collect()
    }
}
