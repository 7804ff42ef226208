//! The list of metrics. The order of its lines is the order in which values are shown.

use super::*;
use crate::number::Additive;
use crate::registry::{Component, Entry};
use serde::{Deserialize, Serialize};
use serde_json::Map;

/// Declares the members of the list: the enum, its names, the choice for a problem, the dispatch.
macro_rules! metrics {
    ($(#[$meta:meta])* $any:ident { $($variant:ident = $name:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[serde(tag = "kind")]
        pub enum $any {
            $(
                #[doc = concat!("`", $name, "`: see [`", stringify!($variant), "`].")]
                #[serde(rename = $name)]
                $variant($variant),
            )+
        }

        impl $any {
            /// The members of the list; a metric has no parameters.
            pub fn entries() -> Vec<Entry> {
                vec![$(Entry {
                    name: $name,
                    about: <$variant as Component>::ABOUT,
                    reference: <$variant as Component>::REFERENCE,
                    defaults: Map::new(),
                }),+]
            }

            /// Name in the list.
            pub fn name(&self) -> &'static str {
                match self { $($any::$variant(_) => $name),+ }
            }

            /// Fresh metrics of those that apply to a problem.
            pub fn all_for(problem: &impl Problem) -> Vec<Self> {
                let mut all = Vec::new();
                $(if <$variant as Metric>::applies(problem) {
                    all.push($any::$variant($variant::default()));
                })+
                all
            }

            /// Keys that JSON has, as `null`, where the metric of the key does not apply.
            pub fn absent_keys() -> Vec<&'static str> {
                [$(<$variant as Metric>::absent_keys()),+].concat()
            }

            /// Counts a round.
            #[inline(always)]
            pub fn add(&mut self, judged: &Judged<'_>) {
                match self { $($any::$variant(metric) => metric.add(judged)),+ }
            }

            /// Adds what came to another since it was `began`; false, and nothing done, if they
            /// are not all the same member.
            pub(super) fn grow(&mut self, now: &Self, began: &Self) -> bool {
                match (self, now, began) {
                    $(($any::$variant(own), $any::$variant(now), $any::$variant(began)) => {
                        Additive::grow(own, now, began);
                        true
                    })+
                    _ => false,
                }
            }

            /// The member itself, to be shown.
            pub fn metric(&self) -> &dyn Metric {
                match self { $($any::$variant(metric) => metric),+ }
            }
        }
    };
}

metrics! {
    /// Any metric, as the counters of a run keep it.
    AnyMetric {
        ErrorRate = "error-rate",
        AbsoluteError = "absolute-error",
        SquaredError = "squared-error",
        RankError = "rank-error",
        WrongTasks = "wrong-tasks",
        OneError = "one-error",
        AveragePrecision = "average-precision",
        RankingLoss = "ranking-loss",
        Coverage = "coverage",
        Ndcg = "ndcg",
        TokenError = "token-error",
        ChunkF1 = "chunk-f1",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::AnyProblem;

    fn names(problem: &str) -> Vec<&'static str> {
        let problem = AnyProblem::parse(problem).unwrap();
        AnyMetric::all_for(&problem).iter().map(AnyMetric::name).collect()
    }

    #[test]
    fn a_problem_has_the_metrics_of_its_answers() {
        for problem in ["binary", "multiclass", "one-vs-rest", "uniclass", "candidates"] {
            assert_eq!(names(problem), ["error-rate"], "{problem}");
        }
        assert_eq!(names("regression"), ["absolute-error", "squared-error"]);
        assert_eq!(names("sequence"), ["error-rate", "token-error", "chunk-f1"]);
        assert_eq!(names("ordinal"), ["error-rate", "rank-error"]);
        assert_eq!(names("tasks"), ["error-rate", "wrong-tasks"]);
        let ranked = ["error-rate", "one-error", "average-precision", "ranking-loss", "coverage"];
        assert_eq!(names("label-ranking"), ranked);
        assert_eq!(names("queries"), [&ranked[..], &["ndcg"]].concat());
    }

    #[test]
    fn every_metric_applies_to_some_problem_and_is_kept_under_its_name() {
        let problems = AnyProblem::entries().into_iter().map(|entry| entry.name);
        let used: Vec<&str> = problems.flat_map(names).collect();
        for entry in AnyMetric::entries() {
            assert!(used.contains(&entry.name), "{}", entry.name);
            assert!(!entry.about.is_empty() && entry.usage() == entry.name);
        }
        for metric in AnyMetric::all_for(&AnyProblem::parse("queries").unwrap()) {
            let kept = serde_json::to_value(&metric).unwrap();
            assert_eq!(kept["kind"], metric.name());
            assert_eq!(serde_json::from_value::<AnyMetric>(kept).unwrap(), metric);
        }
    }
}
