//! What the runs of a learner found: a line of a table.

use super::learners::TagLearner;
use super::run::Rates;
use serde_json::{Value, json};

/// The rates of a learner after the passes that were tested, means over the runs.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) learner: &'static TagLearner,
    /// What else is to be said of it, empty if nothing.
    pub(super) remark: &'static str,
    /// Whether the average of all weights answered.
    pub(super) averaged: bool,
    pub(super) passes: Vec<Rates>,
    /// The standard deviation of the token error after the last pass, over the runs.
    pub(super) deviation: f64,
}

impl Line {
    /// The line of these runs, of which there is one at least.
    pub(super) fn of(
        (learner, remark, averaged): (&'static TagLearner, &'static str, bool),
        runs: &[Vec<Rates>],
    ) -> Self {
        let count = runs.len() as f64;
        let mean = |pass: usize, of: fn(&Rates) -> f64| {
            runs.iter().map(|run| of(&run[pass])).sum::<f64>() / count
        };
        let rates = |pass| Rates {
            token: mean(pass, |r| r.token),
            sentence: mean(pass, |r| r.sentence),
            f1: mean(pass, |r| r.f1),
        };
        let passes: Vec<Rates> = (0..runs.first().map_or(0, Vec::len)).map(rates).collect();
        let last = passes.last().map_or(0.0, |rates| rates.token);
        let squares = runs.iter().filter_map(|run| run.last()).map(|r| (r.token - last).powi(2));
        let deviation = (squares.sum::<f64>() / (count - 1.0).max(1.0)).sqrt();
        Line { learner, remark, averaged, passes, deviation }
    }

    /// As one JSON object of this experiment and part of it.
    pub(super) fn object(&self, experiment: &str, part: &str, tested: &[usize]) -> Value {
        let pass = |(pass, rates): (&usize, &Rates)| {
            let Rates { token, sentence, f1 } = rates;
            json!({
                "pass": pass, "token_error_percent": token, "sentence_error_percent": sentence,
                "chunk_f1_percent": f1,
            })
        };
        json!({
            "event": "run", "experiment": experiment, "part": part,
            "algorithm": self.learner.name, "features": self.remark,
            "readout": if self.averaged { "average" } else { "last" },
            "passes": tested.iter().zip(&self.passes).map(pass).collect::<Vec<_>>(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::learners::LEARNERS;
    use super::*;

    #[test]
    fn means_and_deviation_by_hand() {
        let rates = |token| Rates { token, sentence: 2.0 * token, f1: 0.0 };
        let runs = [vec![rates(5.0), rates(1.0)], vec![rates(7.0), rates(3.0)]];
        let line = Line::of((&LEARNERS[0], "", true), &runs);
        assert_eq!(line.passes, [rates(6.0), rates(2.0)]);
        assert_eq!(line.deviation, 2f64.sqrt());
        assert_eq!(Line::of((&LEARNERS[0], "", true), &runs[..1]).deviation, 0.0);
    }
}
