//! Error rate: the share of the examples whose answer was wrong, `mistakes / examples`, for every
//! problem in which an answer is right or wrong.
//!
//! Counted besides: violations, where some wrong answer scored at least as high as the right one.
//! They are what the proofs count; a tie is a violation, but a mistake only if the decision falls
//! on the wrong side of it.

use super::{Judged, Metric, MetricValue};
use crate::number::{additive, count, short};
use crate::problem::Problem;
use crate::registry::Component;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// How often answers are wrong.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ErrorRate {
    examples: u64,
    mistakes: u64,
    violations: u64,
}

additive!(ErrorRate { examples, mistakes, violations });

impl Component for ErrorRate {
    const ABOUT: &'static str = "share of wrong answers, with mistakes and violations: ties count";
    const REFERENCE: &'static str = "Shalev-Shwartz 2007, sec. 1.1; Crammer & Singer 2003, sec. 2";
}

impl ErrorRate {
    /// Mistakes an example.
    fn rate(&self) -> Option<f64> {
        (self.examples > 0).then(|| self.mistakes as f64 / self.examples as f64)
    }

    fn percent(&self) -> Option<f64> {
        self.rate().map(|rate| 100.0 * rate)
    }
}

impl Metric for ErrorRate {
    fn applies(problem: &impl Problem) -> bool {
        !problem.two_sided()
    }

    #[inline]
    fn add(&mut self, judged: &Judged<'_>) {
        self.examples += 1;
        self.mistakes += u64::from(judged.outcome.mistake);
        self.violations += u64::from(judged.outcome.violation);
    }

    fn values(&self) -> Vec<MetricValue> {
        vec![MetricValue::new("error rate", self.rate())]
    }

    fn absent_keys() -> &'static [&'static str] {
        &["mistakes", "violations", "error_rate"]
    }

    fn json(&self) -> Vec<(String, Value)> {
        vec![
            ("mistakes".into(), json!(self.mistakes)),
            ("violations".into(), json!(self.violations)),
            ("error_rate".into(), json!(self.rate())),
        ]
    }

    fn text(&self, wrong: &str) -> Vec<String> {
        let ErrorRate { examples, mistakes, violations } = self;
        let percent = short(self.percent().unwrap_or(0.0), 4);
        let mut parts = vec![format!("{mistakes} of {examples} {wrong} ({percent} %)")];
        if violations != mistakes {
            parts.push(count(*violations, "violation"));
        }
        parts
    }

    fn columns(&self) -> Vec<(&'static str, String)> {
        vec![("error %", MetricValue::new("error %", self.percent()).cell())]
    }

    fn headline(&self) -> Option<String> {
        Some(format!("error {:.2} %", self.percent().unwrap_or(0.0)))
    }

    fn curve(&self) -> Option<(&'static str, Option<f64>)> {
        Some(("error %", self.percent()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::tests::added;
    use crate::round::Outcome;

    fn round(mistake: bool, violation: bool) -> Outcome {
        Outcome { mistake, violation, ..Outcome::default() }
    }

    #[test]
    fn a_tie_is_a_violation_and_need_not_be_a_mistake() {
        let rounds = [round(true, true), round(false, true), round(false, false)];
        let rate: ErrorRate = added(&rounds);
        let json = |key: &str, value: Value| (key.to_owned(), value);
        let third = json!(1.0 / 3.0);
        let all =
            [json("mistakes", json!(1)), json("violations", json!(2)), json("error_rate", third)];
        assert_eq!(rate.json(), all);
        assert_eq!(rate.text("wrong"), ["1 of 3 wrong (33.33 %)", "2 violations"]);
        assert_eq!(rate.columns(), [("error %", "33.33".into())]);
        assert_eq!(rate.headline().unwrap(), "error 33.33 %");
        assert_eq!(rate.curve(), Some(("error %", Some(100.0 * (1.0 / 3.0)))));
        let plain: ErrorRate = added(&[round(true, true), round(false, false)]);
        assert_eq!(plain.text("outside the ball"), ["1 of 2 outside the ball (50 %)"]);
    }

    #[test]
    fn without_examples_there_is_no_rate() {
        let fresh = ErrorRate::default();
        assert_eq!(fresh.json()[2].1, Value::Null);
        assert_eq!(fresh.text("wrong"), ["0 of 0 wrong (0 %)"]);
        assert_eq!(fresh.columns(), [("error %", String::new())]);
        assert_eq!(fresh.headline().unwrap(), "error 0.00 %");
        assert_eq!(fresh.curve(), Some(("error %", None)));
    }
}
