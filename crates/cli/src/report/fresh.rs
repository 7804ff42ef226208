//! What is promised about fresh examples, in words and as JSON.

use super::{count, short};
use serde::Serialize;

/// A mean that was met, and what is promised of fresh examples.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Bound {
    pub(crate) met: f64,
    pub(crate) at_most: f64,
}

/// How a model was chosen on rows kept for it, and what follows.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Validated {
    pub(crate) candidates: usize,
    pub(crate) examples: u64,
    pub(crate) met: f64,
    pub(crate) at_most: f64,
}

/// Everything `--risk` and `--stop` have to say.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Fresh {
    pub(crate) delta: Option<f64>,
    /// Rounds that the bounds are about.
    pub(crate) rounds: u64,
    /// Rows before them that chose something about the learner.
    pub(crate) first: u64,
    /// What no loss exceeds, as was said.
    #[serde(rename = "loss_at_most")]
    pub(crate) largest: Option<f64>,
    /// Mistakes of a predictor drawn at random from those of the rounds.
    pub(crate) error: Option<Bound>,
    /// Its loss.
    pub(crate) loss: Option<Bound>,
    /// The loss of the average of the predictors.
    pub(crate) average_loss: Option<Bound>,
    /// The model is the predictor before this of the rounds.
    pub(crate) stopped_before: Option<u64>,
    pub(crate) validated: Option<Validated>,
    /// Why nothing is promised.
    pub(crate) nothing: Option<String>,
}

impl Fresh {
    /// The promises as sentences.
    pub(crate) fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(round) = self.stopped_before {
            let rounds = count(self.rounds, "round");
            lines.push(format!(
                "stop: the model is the predictor before round {round} of {rounds}, drawn at random"
            ));
        }
        let Some(delta) = self.delta else { return lines };
        if let Some(reason) = &self.nothing {
            lines.push(format!("risk: nothing is promised: {reason}"));
            return lines;
        }
        let sure = short(100.0 * (1.0 - delta), 6);
        lines.push(format!("risk: if all rows are drawn independently from one source, with probability {sure} % at least"));
        lines.extend(self.promises().into_iter().map(|promise| format!("      {promise}")));
        if self.first > 0 {
            lines.push(format!(
                "      ({} at the start chose the learner or its constant and do not count)",
                count(self.first, "row")
            ));
        }
        lines
    }

    fn promises(&self) -> Vec<String> {
        let largest = self.largest.map_or(String::new(), |x| format!(", if no loss exceeds {x}"));
        let drawn = format!("a predictor drawn at random from those of the {} rounds", self.rounds);
        let percent = |x: f64| short(100.0 * x, 4);
        let mut promises = Vec::new();
        if let Some(Validated { candidates, examples, met, at_most }) = self.validated {
            let kept = format!("the {} kept to choose among {candidates}", count(examples, "row"));
            promises.push(match self.error {
                Some(_) => format!(
                    "the model errs on at most {} % of fresh examples ({} % of {kept})",
                    percent(at_most),
                    percent(met)
                ),
                None => format!(
                    "the model loses at most {} on a fresh example, on average ({} on {kept}){largest}",
                    short(at_most, 4),
                    short(met, 4)
                ),
            });
        }
        if let Some(Bound { met, at_most }) = self.error {
            promises.push(format!(
                "{drawn} errs on at most {} % of fresh examples ({} % here)",
                percent(at_most),
                percent(met)
            ));
        }
        for (who, bound) in [
            (drawn.as_str(), self.loss),
            ("the average of the predictors, which is the model,", self.average_loss),
        ] {
            promises.extend(bound.map(|Bound { met, at_most }| {
                let (at_most, met) = (short(at_most, 4), short(met, 4));
                format!("{who} loses at most {at_most} on a fresh example, on average ({met} here){largest}")
            }));
        }
        promises
    }
}
