//! Token error: the share of tokens with a wrong tag.

use super::{Judged, Metric, MetricValue};
use crate::number::additive;
use crate::problem::Problem;
use crate::registry::Component;
use serde::{Deserialize, Serialize};

/// How many tokens have a wrong tag.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TokenError {
    tokens: u64,
    wrong: u64,
}

additive!(TokenError { tokens, wrong });

impl Component for TokenError {
    const ABOUT: &'static str = "share of the tokens with a wrong tag";
    const REFERENCE: &'static str = "Collins 2002, sec. 5";
}

impl TokenError {
    fn share(&self) -> Option<f64> {
        (self.tokens > 0).then(|| self.wrong as f64 / self.tokens as f64)
    }
}

impl Metric for TokenError {
    fn applies(problem: &impl Problem) -> bool {
        problem.quality().tags().is_some()
    }

    fn add(&mut self, judged: &Judged<'_>) {
        if let Some(counts) = judged.outcome.quality.tags() {
            self.tokens += u64::from(counts.tokens);
            self.wrong += u64::from(counts.wrong);
        }
    }

    fn values(&self) -> Vec<MetricValue> {
        self.share().map(|share| MetricValue::new("token error", Some(share))).into_iter().collect()
    }

    fn headline(&self) -> Option<String> {
        self.share().map(|share| format!("{:.2} % of tokens wrong", 100.0 * share))
    }

    fn curve(&self) -> Option<(&'static str, Option<f64>)> {
        Some(("token error", self.share()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::tests::added;
    use crate::round::{Outcome, Quality, TagCounts};

    #[test]
    fn tokens_count_and_not_sentences() {
        let sentence = |tokens, wrong| {
            let quality = Quality::Tags(TagCounts { tokens, wrong, chunks: None });
            Outcome { quality, ..Outcome::default() }
        };
        let metric: TokenError = added(&[sentence(1, 1), sentence(7, 1)]);
        assert_eq!(metric.values(), [MetricValue::new("token error", Some(0.25))]);
        assert!(TokenError::default().values().is_empty());
    }
}
