//! Ranking loss: the share of the pairs (relevant, other) that a ranking has in wrong order or
//! tied. The measure of one round is in [`Ranking`](crate::round::Ranking).

use super::{Judged, Mean, Metric, MetricValue};
use crate::number::additive;
use crate::problem::Problem;
use crate::registry::Component;
use serde::{Deserialize, Serialize};

/// How many pairs rankings have in wrong order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RankingLoss {
    mean: Mean,
}

additive!(RankingLoss { mean });

impl Component for RankingLoss {
    const ABOUT: &'static str = "share of the pairs (relevant, other) in wrong order";
    const REFERENCE: &'static str = "Schapire & Singer 2000, sec. 4";
}

impl Metric for RankingLoss {
    fn applies(problem: &impl Problem) -> bool {
        problem.quality().ranking().is_some()
    }

    fn add(&mut self, judged: &Judged<'_>) {
        if let Some(ranking) = judged.outcome.quality.ranking() {
            self.mean.add(ranking.ranking_loss);
        }
    }

    fn values(&self) -> Vec<MetricValue> {
        self.mean.named("ranking loss")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::tests::added;
    use crate::round::{Outcome, Quality, Ranking};

    fn ranking(ranking_loss: f64) -> Outcome {
        let quality = Quality::Ranking(Ranking { ranking_loss, ..Ranking::default() });
        Outcome { quality, ..Outcome::default() }
    }

    #[test]
    fn the_mean_is_over_rounds_with_a_ranking() {
        let metric: RankingLoss =
            added(&[ranking(0.25), ranking(0.0), ranking(0.5), Outcome::default()]);
        assert_eq!(metric.values(), [MetricValue::new("ranking loss", Some(0.25))]);
        assert!(added::<RankingLoss>(&[Outcome::default()]).values().is_empty());
    }
}
