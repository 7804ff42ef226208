//! Sums of what is measured beyond right or wrong: rankings, and how far a rank is off.

use noregret_core::measure::{Quality, Ranking};
use noregret_core::solve::Sum;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// The measures of the examples that have such, added up.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "of")]
pub(crate) enum Measures {
    /// There are none.
    #[default]
    Nothing,
    /// Of rankings.
    Rankings { count: u64, one_error: Sum, ranking_loss: Sum, coverage: Sum, precision: Sum },
    /// Of ranks: how many they were off.
    Ranks { count: u64, distance: Sum },
}

impl Measures {
    /// Whether there are none.
    pub(crate) fn is_nothing(&self) -> bool {
        *self == Measures::Nothing
    }

    /// Adds the measures of a round; a run has those of one kind only.
    #[inline]
    pub(crate) fn add(&mut self, quality: &Quality) {
        match quality {
            Quality::Plain => {}
            Quality::Ranking(measured) => self.add_ranking(measured),
            Quality::Ordinal { distance } => self.add_distance(*distance),
        }
    }

    fn add_ranking(&mut self, measured: &Ranking) {
        if self.is_nothing() {
            let zero = Sum::default;
            *self = Measures::Rankings {
                count: 0,
                one_error: zero(),
                ranking_loss: zero(),
                coverage: zero(),
                precision: zero(),
            };
        }
        if let Measures::Rankings { count, one_error, ranking_loss, coverage, precision } = self {
            *count += 1;
            one_error.add(measured.one_error);
            ranking_loss.add(measured.ranking_loss);
            coverage.add(measured.coverage);
            precision.add(measured.precision);
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
    pub(crate) fn means(&self) -> Vec<(&'static str, f64)> {
        match self {
            Measures::Nothing => Vec::new(),
            Measures::Ranks { count, distance } => {
                vec![("mean absolute error", distance.value() / *count as f64)]
            }
            Measures::Rankings { count, one_error, ranking_loss, coverage, precision } => {
                let mean = |sum: &Sum| sum.value() / *count as f64;
                vec![
                    ("one-error", mean(one_error)),
                    ("average precision", mean(precision)),
                    ("ranking loss", mean(ranking_loss)),
                    ("coverage", mean(coverage)),
                ]
            }
        }
    }

    /// The means as they appear in JSON.
    pub(crate) fn json(&self) -> Map<String, Value> {
        let key = |name: &str| name.replace([' ', '-'], "_");
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
        let mut ranks = Measures::default();
        [0.0, 3.0].iter().for_each(|&distance| ranks.add(&Quality::Ordinal { distance }));
        assert_eq!(ranks.means(), [("mean absolute error", 1.5)]);
        assert!(Measures::default().json().is_empty());
        let kept: Measures = serde_json::from_value(json!(rankings)).unwrap();
        assert_eq!(kept, rankings);
    }
}
