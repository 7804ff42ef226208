//! One-error: how often the first of a ranking is not relevant. Where the best relevant score is
//! tied with another the answer counts as wrong. The measure of one round is in
//! [`Ranking`](crate::round::Ranking).

use super::{Judged, Mean, Metric, MetricValue};
use crate::number::additive;
use crate::problem::Problem;
use crate::registry::Component;
use serde::{Deserialize, Serialize};

/// How often the first of a ranking is not relevant.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct OneError {
    mean: Mean,
}

additive!(OneError { mean });

impl Component for OneError {
    const ABOUT: &'static str = "share of the rankings whose first member is not relevant";
    const REFERENCE: &'static str = "Schapire & Singer 2000, sec. 4";
}

impl Metric for OneError {
    fn applies(problem: &impl Problem) -> bool {
        problem.quality().ranking().is_some()
    }

    fn add(&mut self, judged: &Judged<'_>) {
        if let Some(ranking) = judged.outcome.quality.ranking() {
            self.mean.add(ranking.one_error);
        }
    }

    fn values(&self) -> Vec<MetricValue> {
        self.mean.named("one-error")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::tests::added;
    use crate::round::{Outcome, Quality, Ranking};

    fn ranking(one_error: f64) -> Outcome {
        let quality = Quality::Ranking(Ranking { one_error, ..Ranking::default() });
        Outcome { quality, ..Outcome::default() }
    }

    #[test]
    fn the_mean_is_over_rounds_with_a_ranking() {
        let metric: OneError =
            added(&[ranking(1.0), ranking(0.0), ranking(0.0), ranking(1.0), Outcome::default()]);
        assert_eq!(metric.values(), [MetricValue::new("one-error", Some(0.5))]);
        assert!(added::<OneError>(&[Outcome::default()]).values().is_empty());
    }
}
