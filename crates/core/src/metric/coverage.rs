//! Coverage: how many places below the first one must go down a ranking to have seen all that is
//! relevant. The measure of one round is in [`Ranking`](crate::round::Ranking).

use super::{Judged, Mean, Metric, MetricValue};
use crate::number::additive;
use crate::problem::Problem;
use crate::registry::Component;
use serde::{Deserialize, Serialize};

/// How deep in rankings the last relevant member is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Coverage {
    mean: Mean,
}

additive!(Coverage { mean });

impl Component for Coverage {
    const ABOUT: &'static str = "places below the first down to the last relevant member";
    const REFERENCE: &'static str = "Schapire & Singer 2000, sec. 4";
}

impl Metric for Coverage {
    fn applies(problem: &impl Problem) -> bool {
        problem.quality().ranking().is_some()
    }

    fn add(&mut self, judged: &Judged<'_>) {
        if let Some(ranking) = judged.outcome.quality.ranking() {
            self.mean.add(ranking.coverage);
        }
    }

    fn values(&self) -> Vec<MetricValue> {
        self.mean.named("coverage")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::tests::added;
    use crate::round::{Outcome, Quality, Ranking};

    fn ranking(coverage: f64) -> Outcome {
        let quality = Quality::Ranking(Ranking { coverage, ..Ranking::default() });
        Outcome { quality, ..Outcome::default() }
    }

    #[test]
    fn the_mean_is_over_rounds_with_a_ranking() {
        let metric: Coverage = added(&[ranking(3.0), ranking(0.0), Outcome::default()]);
        assert_eq!(metric.values(), [MetricValue::new("coverage", Some(1.5))]);
        assert!(added::<Coverage>(&[Outcome::default()]).values().is_empty());
    }
}
