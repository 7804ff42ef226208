//! The examples of a generator one after the other, an adversary's answers against a learner that
//! learns from them.

use super::{AnyGenerator, Drawn, Generator, Source};
use crate::error::{Error, Result};
use crate::learner::AnyLearner;
use crate::problem::AnyProblem;
use crate::random::Random;
use crate::round::Label;
use crate::spec::Spec;

/// A stream of a generator.
pub struct Stream {
    source: Box<dyn Source>,
    random: Random,
    example: Drawn,
    /// Whom an adversary plays against.
    opponent: Option<AnyLearner>,
    mistakes: u64,
}

/// A learner for an adversary to play against, by its published name: the labels have two classes.
///
/// # Errors
/// If no algorithm of this name is for two classes.
pub fn opponent(algorithm: &str) -> Result<Spec> {
    Spec::named(algorithm, "binary")
}

impl AnyGenerator {
    /// The stream of a seed. An adversary plays against a fresh learner of this kind, which must be
    /// for two classes.
    ///
    /// # Errors
    /// If the parameters are no good, an adversary has nobody to play against, or another generator
    /// has somebody.
    pub fn stream(&self, seed: u64, against: Option<&Spec>) -> Result<Stream> {
        self.check()?;
        let opponent = match (self.is_adversary(), against) {
            (true, Some(spec)) if matches!(spec.problem, AnyProblem::Binary(_)) => {
                Some(spec.build()?)
            }
            (true, _) => {
                let name = self.name();
                return Err(Error::Spec(format!("{name} plays against a learner of two classes")));
            }
            (false, None) => None,
            (false, Some(_)) => {
                let name = self.name();
                return Err(Error::Spec(format!(
                    "{name} is no adversary: it plays against nobody"
                )));
            }
        };
        let mut random = Random::new(seed, 0);
        let source = self.begin(&mut random);
        Ok(Stream { source, random, example: Drawn::default(), opponent, mistakes: 0 })
    }
}

impl Stream {
    /// The next example; none at the end.
    ///
    /// # Errors
    /// If nothing can be drawn with these parameters, or the learner refuses the example.
    pub fn draw(&mut self) -> Result<Option<&Drawn>> {
        let Stream { source, random, example, opponent, mistakes } = self;
        if !source.draw(random, example)? {
            return Ok(None);
        }
        if let Some(learner) = opponent {
            let (_, score) = learner.predict(example.instance())?;
            // A score of 0 is decided as positive.
            example.label = if score >= 0.0 { -1.0 } else { 1.0 };
            source.answered(example.label);
            let round = learner.learn(example.instance(), Label::Number(example.label))?;
            *mistakes += u64::from(round.mistake);
        }
        Ok(Some(&self.example))
    }

    /// How often an adversary's opponent was wrong so far.
    pub fn mistakes(&self) -> u64 {
        self.mistakes
    }
}
