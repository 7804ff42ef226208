//! Sums of what is measured beyond right or wrong: rankings, and how far a rank is off.

use noregret_core::number::Sum;
use noregret_core::round::{Gains, Quality, Ranking};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// The measures of the examples that have such, added up.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "of")]
pub enum Measures {
    /// There are none.
    #[default]
    Nothing,
    /// Of rankings.
    Rankings {
        count: u64,
        one_error: Sum,
        ranking_loss: Sum,
        coverage: Sum,
        precision: Sum,
        /// What only graded documents have.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        gains: Option<[Sum; 2]>,
    },
    /// Of tasks: the share that was wrong.
    Tasks { count: u64, wrong: Sum },
    /// Of ranks: how many they were off.
    Ranks { count: u64, distance: Sum },
}

impl Measures {
    /// Whether there are none.
    pub fn is_nothing(&self) -> bool {
        *self == Measures::Nothing
    }

    /// Adds the measures of a round; a run has those of one kind only.
    #[inline]
    pub fn add(&mut self, quality: &Quality) {
        match quality {
            Quality::Plain => {}
            Quality::Ranking(measured) => self.add_ranking(measured, None),
            Quality::Graded(measured, gains) => self.add_ranking(measured, Some(gains)),
            Quality::Ordinal { distance } => self.add_distance(*distance),
            Quality::Tasks { wrong } => self.add_wrong(*wrong),
        }
    }

    fn add_ranking(&mut self, measured: &Ranking, graded: Option<&Gains>) {
        if self.is_nothing() {
            let zero = Sum::default;
            *self = Measures::Rankings {
                count: 0,
                one_error: zero(),
                ranking_loss: zero(),
                coverage: zero(),
                precision: zero(),
                gains: graded.map(|_| [zero(), zero()]),
            };
        }
        let Measures::Rankings { count, one_error, ranking_loss, coverage, precision, gains } =
            self
        else {
            return;
        };
        *count += 1;
        one_error.add(measured.one_error);
        ranking_loss.add(measured.ranking_loss);
        coverage.add(measured.coverage);
        precision.add(measured.precision);
        if let (Some([all, first]), Some(graded)) = (gains, graded) {
            all.add(graded.ndcg);
            first.add(graded.ndcg_at_10);
        }
    }

    fn add_wrong(&mut self, share: f64) {
        if self.is_nothing() {
            *self = Measures::Tasks { count: 0, wrong: Sum::default() };
        }
        if let Measures::Tasks { count, wrong } = self {
            *count += 1;
            wrong.add(share);
        }
    }

    fn add_distance(&mut self, off: f64) {
        if self.is_nothing() {
            *self = Measures::Ranks { count: 0, distance: Sum::default() };
        }
        if let Measures::Ranks { count, distance } = self {
            *count += 1;
            distance.add(off);
        }
    }

    /// The mean of each measure: its name in words and its value.
    pub fn means(&self) -> Vec<(&'static str, f64)> {
        match self {
            Measures::Nothing => Vec::new(),
            Measures::Ranks { count, distance } => {
                vec![("mean absolute error", distance.value() / *count as f64)]
            }
            Measures::Tasks { count, wrong } => {
                vec![("wrong tasks", wrong.value() / *count as f64)]
            }
            Measures::Rankings { count, one_error, ranking_loss, coverage, precision, gains } => {
                let mean = |sum: &Sum| sum.value() / *count as f64;
                let mut means = vec![
                    ("one-error", mean(one_error)),
                    ("average precision", mean(precision)),
                    ("ranking loss", mean(ranking_loss)),
                    ("coverage", mean(coverage)),
                ];
                if let Some([all, first]) = gains {
                    means.extend([("NDCG", mean(all)), ("NDCG@10", mean(first))]);
                }
                means
            }
        }
    }

    /// The means as they appear in JSON.
    pub fn json(&self) -> Map<String, Value> {
        let key = |name: &str| name.replace([' ', '-'], "_").replace('@', "_at_").to_lowercase();
        self.means().into_iter().map(|(name, mean)| (key(name), json!(mean))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_of_each_kind() {
        let mut rankings = Measures::default();
        for (one_error, precision) in [(1.0, 0.5), (0.0, 1.0)] {
            let measured = Ranking { one_error, precision, ..Ranking::default() };
            rankings.add(&Quality::Ranking(measured));
            rankings.add(&Quality::Plain);
        }
        let json = rankings.json();
        assert_eq!((&json["one_error"], &json["average_precision"]), (&json!(0.5), &json!(0.75)));
        let mut queries = Measures::default();
        for ndcg in [0.5, 1.0] {
            let gains = Gains { ndcg, ndcg_at_10: 0.5 * ndcg };
            queries.add(&Quality::Graded(Ranking::default(), gains));
        }
        assert_eq!(queries.means()[4..], [("NDCG", 0.75), ("NDCG@10", 0.375)]);
        assert_eq!(queries.json()["ndcg_at_10"], json!(0.375));
        let mut tasks = Measures::default();
        [0.0, 0.5].iter().for_each(|&wrong| tasks.add(&Quality::Tasks { wrong }));
        assert_eq!(tasks.means(), [("wrong tasks", 0.25)]);
        let mut ranks = Measures::default();
        [0.0, 3.0].iter().for_each(|&distance| ranks.add(&Quality::Ordinal { distance }));
        assert_eq!(ranks.means(), [("mean absolute error", 1.5)]);
        assert!(Measures::default().json().is_empty());
        let kept: Measures = serde_json::from_value(json!(rankings)).unwrap();
        assert_eq!(kept, rankings);
    }
}
