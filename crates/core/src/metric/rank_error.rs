//! Rank error: the mean of `|predicted rank - rank|`, for ranks in order; shown as mean absolute
//! error.

use super::{Judged, Mean, Metric, MetricValue};
use crate::number::additive;
use crate::problem::Problem;
use crate::registry::Component;
use serde::{Deserialize, Serialize};

/// How many ranks answers are off.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RankError {
    mean: Mean,
}

additive!(RankError { mean });

impl Component for RankError {
    const ABOUT: &'static str = "mean of |predicted rank - rank|, for ranks in order";
    const REFERENCE: &'static str = "Amit et al., sec. 3.2";
}

impl Metric for RankError {
    fn applies(problem: &impl Problem) -> bool {
        problem.quality().rank_distance().is_some()
    }

    fn add(&mut self, judged: &Judged<'_>) {
        if let Some(distance) = judged.outcome.quality.rank_distance() {
            self.mean.add(distance);
        }
    }

    fn values(&self) -> Vec<MetricValue> {
        self.mean.named("mean absolute error")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::tests::added;
    use crate::round::{Outcome, Quality};

    #[test]
    fn distances_by_hand() {
        let off = |distance| {
            let quality = Quality::Ordinal { distance };
            Outcome { quality, ..Outcome::default() }
        };
        let metric: RankError = added(&[off(0.0), off(3.0)]);
        assert_eq!(metric.values(), [MetricValue::new("mean absolute error", Some(1.5))]);
        assert!(RankError::default().values().is_empty());
    }
}
