//! One learner on one order of the sentences: passes, with tests after some of them.

use super::learners::TagLearner;
use super::sentence::{Asked, Sentence};
use crate::failure::Result;
use noregret::core::AnyLearner;
use noregret::core::metric::{Judged, Meter};

/// What a run learns from and is tested on.
#[derive(Debug)]
pub(super) struct Task<'a> {
    pub(super) learner: &'static TagLearner,
    /// Whether the average of all weights answers, and not the last ones.
    pub(super) averaged: bool,
    pub(super) train: &'a [&'a Sentence],
    pub(super) test: &'a [&'a Sentence],
    /// The passes after which it is tested, in order.
    pub(super) tested: &'a [usize],
}

/// Percent on the sentences of a test.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Rates {
    /// Tokens with a wrong tag.
    pub(super) token: f64,
    /// Sentences with a wrong tag.
    pub(super) sentence: f64,
    /// F1 of chunks, 0 where tags are none of chunks.
    pub(super) f1: f64,
}

impl Task<'_> {
    /// The rates after each of the passes that are tested.
    pub(super) fn run(&self) -> Result<Vec<Rates>> {
        let (train, test) = (Asked::all(self.train), Asked::all(self.test));
        let mut learner = self.learner.spec(self.averaged)?.build()?;
        let mut found = Vec::with_capacity(self.tested.len());
        for pass in 1..=self.tested.last().copied().unwrap_or(0) {
            for sentence in &train {
                learner.learn_parts(sentence.parts(), sentence.label(), 1.0)?;
            }
            if self.tested.contains(&pass) {
                found.push(rates(&learner, &test)?);
            }
        }
        Ok(found)
    }
}

fn rates(learner: &AnyLearner, test: &[Asked<'_>]) -> Result<Rates> {
    let mut meter = Meter::new(learner.problem());
    for sentence in test {
        let label = sentence.label();
        let outcome = learner.evaluate_parts(sentence.parts(), label)?;
        meter.add(&Judged { outcome: &outcome, label, weight: 1.0 });
    }
    let percent = |key| 100.0 * meter.value(key).unwrap_or(0.0);
    Ok(Rates {
        token: percent("token_error"),
        sentence: percent("error_rate"),
        f1: percent("chunk_f1"),
    })
}

/// The passes that are tested of so many: 1, 2, 5, 10 and the last.
pub(super) fn tested(passes: usize) -> Vec<usize> {
    let usual = [1, 2, 5, 10].into_iter().filter(|&pass| pass < passes);
    usual.chain([passes]).collect()
}

#[cfg(test)]
mod tests {
    use super::super::learners::{LEARNERS, reserved};
    use super::super::sentence::Token;
    use super::*;

    /// Features 0 and 1 have tags of their own; that of 2 depends on the tag before.
    fn sentence(features: &[u32]) -> Sentence {
        let first = reserved().unwrap() as u32;
        let mut tag = "O";
        let tokens = features.iter().map(|&feature| {
            let after = if tag == "B-A" { "I-A" } else { "O" };
            tag = ["B-A", "O", after][feature as usize];
            Token { indices: vec![first + feature], values: vec![1.0], tag: tag.into() }
        });
        tokens.collect()
    }

    #[test]
    fn a_chain_is_learned_by_all() {
        let sentences = [sentence(&[0, 2, 1, 2]), sentence(&[1, 2, 0, 2]), sentence(&[0])];
        let all: Vec<&Sentence> = sentences.iter().collect();
        for learner in &LEARNERS {
            let tested = [1, 40];
            let task = Task { learner, averaged: false, train: &all, test: &all, tested: &tested };
            let rates = task.run().unwrap();
            let perfect = Rates { token: 0.0, sentence: 0.0, f1: 100.0 };
            assert_eq!((rates.len(), rates[1]), (2, perfect), "{}", learner.name);
        }
        assert_eq!((tested(10), tested(3)), (vec![1, 2, 5, 10], vec![1, 2, 3]));
    }
}
