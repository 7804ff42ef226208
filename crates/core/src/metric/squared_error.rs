//! Mean squared error: the mean of `(prediction - label)^2`, for problems whose labels are numbers.

use super::{Judged, Mean, Metric, MetricValue};
use crate::number::additive;
use crate::problem::Problem;
use crate::registry::Component;
use serde::{Deserialize, Serialize};

const NAME: &str = "mean squared error";

/// How far predictions are off, large errors above all.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SquaredError {
    mean: Mean,
}

additive!(SquaredError { mean });

impl Component for SquaredError {
    const ABOUT: &'static str = "mean of (prediction - label)^2, for numbers";
    const REFERENCE: &'static str = "Shalev-Shwartz 2007, sec. 5.3.1";
}

impl Metric for SquaredError {
    fn applies(problem: &impl Problem) -> bool {
        problem.two_sided()
    }

    #[inline]
    fn add(&mut self, judged: &Judged<'_>) {
        self.mean.add(judged.outcome.margin * judged.outcome.margin);
    }

    fn values(&self) -> Vec<MetricValue> {
        vec![MetricValue { digits: 5, ..MetricValue::new(NAME, self.mean.value()) }]
    }

    fn curve(&self) -> Option<(&'static str, Option<f64>)> {
        Some((NAME, self.mean.value()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::tests::{added, residuals};

    #[test]
    fn residuals_by_hand() {
        let error: SquaredError = added(&residuals(&[-1.0, 0.5, 2.0]));
        assert_eq!(error.values()[0].value, Some(5.25 / 3.0));
        assert_eq!(error.text(""), ["mean squared error 1.75"]);
        assert_eq!(error.json(), [("mean_squared_error".into(), 1.75.into())]);
        assert_eq!(error.curve(), Some(("mean squared error", Some(1.75))));
        assert_eq!(SquaredError::default().curve(), Some(("mean squared error", None)));
    }
}
