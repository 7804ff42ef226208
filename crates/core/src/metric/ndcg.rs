//! NDCG: normalised discounted cumulative gain of graded documents, over all places of a ranking
//! and over the first ten. The measure of one round is in [`Gains`](crate::round::Gains).

use super::{Judged, Mean, Metric, MetricValue};
use crate::number::additive;
use crate::problem::Problem;
use crate::registry::Component;
use serde::{Deserialize, Serialize};

/// How much of the grades comes first.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Ndcg {
    all: Mean,
    first_ten: Mean,
}

additive!(Ndcg { all, first_ten });

impl Component for Ndcg {
    const ABOUT: &'static str = "discounted gain of the grades, as a share of the most possible";
    const REFERENCE: &'static str = "Järvelin & Kekäläinen 2002; Burges et al. 2005, sec. 6";
}

impl Metric for Ndcg {
    fn applies(problem: &impl Problem) -> bool {
        problem.quality().gains().is_some()
    }

    fn add(&mut self, judged: &Judged<'_>) {
        if let Some(gains) = judged.outcome.quality.gains() {
            self.all.add(gains.ndcg);
            self.first_ten.add(gains.ndcg_at_10);
        }
    }

    fn values(&self) -> Vec<MetricValue> {
        [self.all.named("NDCG"), self.first_ten.named("NDCG@10")].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::tests::added;
    use crate::round::{Gains, Outcome, Quality, Ranking};

    #[test]
    fn gains_by_hand() {
        let graded = |ndcg: f64| {
            let gains = Gains { ndcg, ndcg_at_10: 0.5 * ndcg };
            let quality = Quality::Graded(Ranking::default(), gains);
            Outcome { quality, ..Outcome::default() }
        };
        let metric: Ndcg = added(&[graded(0.5), Outcome::default(), graded(1.0)]);
        let keys = metric.json();
        assert_eq!(keys, [("ndcg".into(), 0.75.into()), ("ndcg_at_10".into(), 0.375.into())]);
        assert_eq!(metric.text(""), ["NDCG 0.75", "NDCG@10 0.375"]);
        assert!(Ndcg::default().values().is_empty());
    }
}
