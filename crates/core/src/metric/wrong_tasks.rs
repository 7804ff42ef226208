//! Wrong tasks: the mean share of the tasks of an example whose answer was wrong or tied. An
//! example counts as a mistake if one of them is.

use super::{Judged, Mean, Metric, MetricValue};
use crate::number::additive;
use crate::problem::Problem;
use crate::registry::Component;
use serde::{Deserialize, Serialize};

/// How many of the tasks of an example go wrong.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct WrongTasks {
    mean: Mean,
}

additive!(WrongTasks { mean });

impl Component for WrongTasks {
    const ABOUT: &'static str = "mean share of the tasks of an example that go wrong";
    const REFERENCE: &'static str = "Amit et al., sec. 2";
}

impl Metric for WrongTasks {
    fn applies(problem: &impl Problem) -> bool {
        problem.quality().wrong_tasks().is_some()
    }

    fn add(&mut self, judged: &Judged<'_>) {
        if let Some(share) = judged.outcome.quality.wrong_tasks() {
            self.mean.add(share);
        }
    }

    fn values(&self) -> Vec<MetricValue> {
        self.mean.named("wrong tasks")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::tests::added;
    use crate::round::{Outcome, Quality};

    #[test]
    fn shares_by_hand() {
        let share = |wrong| Outcome { quality: Quality::Tasks { wrong }, ..Outcome::default() };
        let metric: WrongTasks = added(&[share(0.0), share(0.5)]);
        assert_eq!(metric.values(), [MetricValue::new("wrong tasks", Some(0.25))]);
        assert!(WrongTasks::default().values().is_empty());
    }
}
