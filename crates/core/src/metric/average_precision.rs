//! Average precision: the mean over the relevant members of a ranking of the share of relevant ones
//! among those down to it. The measure of one round is in [`Ranking`](crate::round::Ranking).

use super::{Judged, Mean, Metric, MetricValue};
use crate::number::additive;
use crate::problem::Problem;
use crate::registry::Component;
use serde::{Deserialize, Serialize};

/// How clean rankings are above their relevant members.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct AveragePrecision {
    mean: Mean,
}

additive!(AveragePrecision { mean });

impl Component for AveragePrecision {
    const ABOUT: &'static str =
        "mean over relevant members of the share of relevant ones down to each";
    const REFERENCE: &'static str = "Schapire & Singer 2000, sec. 4";
}

impl Metric for AveragePrecision {
    fn applies(problem: &impl Problem) -> bool {
        problem.quality().ranking().is_some()
    }

    fn add(&mut self, judged: &Judged<'_>) {
        if let Some(ranking) = judged.outcome.quality.ranking() {
            self.mean.add(ranking.precision);
        }
    }

    fn values(&self) -> Vec<MetricValue> {
        self.mean.named("average precision")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::tests::added;
    use crate::round::{Outcome, Quality, Ranking};

    fn ranking(precision: f64) -> Outcome {
        let quality = Quality::Ranking(Ranking { precision, ..Ranking::default() });
        Outcome { quality, ..Outcome::default() }
    }

    #[test]
    fn the_mean_is_over_rounds_with_a_ranking() {
        let metric: AveragePrecision = added(&[ranking(0.5), ranking(1.0), Outcome::default()]);
        assert_eq!(metric.values(), [MetricValue::new("average precision", Some(0.75))]);
        assert!(added::<AveragePrecision>(&[Outcome::default()]).values().is_empty());
    }
}
