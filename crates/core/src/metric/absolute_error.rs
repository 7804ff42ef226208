//! Mean absolute error: the mean of `|prediction - label|`, for problems whose labels are numbers.

use super::{Judged, Mean, Metric, MetricValue};
use crate::number::{additive, short};
use crate::problem::Problem;
use crate::registry::Component;
use serde::{Deserialize, Serialize};

/// How far predictions are off.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AbsoluteError {
    mean: Mean,
}

additive!(AbsoluteError { mean });

impl Component for AbsoluteError {
    const ABOUT: &'static str = "mean of |prediction - label|, for numbers";
    const REFERENCE: &'static str = "Shalev-Shwartz 2007, sec. 5.3.1";
}

impl Metric for AbsoluteError {
    fn applies(problem: &impl Problem) -> bool {
        problem.two_sided()
    }

    #[inline]
    fn add(&mut self, judged: &Judged<'_>) {
        self.mean.add(judged.outcome.margin.abs());
    }

    fn values(&self) -> Vec<MetricValue> {
        let value = MetricValue::new("mean absolute error", self.mean.value());
        vec![MetricValue { digits: 5, ..value }]
    }

    fn headline(&self) -> Option<String> {
        Some(format!("mae {}", short(self.mean.value().unwrap_or(0.0), 4)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::tests::{added, residuals};

    #[test]
    fn residuals_by_hand() {
        let error: AbsoluteError = added(&residuals(&[-1.0, 0.5, 2.0]));
        assert_eq!(error.values()[0].value, Some(3.5 / 3.0));
        assert_eq!(error.text(""), ["mean absolute error 1.1667"]);
        assert_eq!(error.columns(), [("mean absolute error", "1.167".into())]);
        assert_eq!(error.headline().unwrap(), "mae 1.167");
        let fresh = AbsoluteError::default();
        assert_eq!(fresh.json(), [("mean_absolute_error".into(), serde_json::Value::Null)]);
        assert_eq!(fresh.text(""), ["mean absolute error 0"]);
    }
}
