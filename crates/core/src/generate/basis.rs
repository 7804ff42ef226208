//! Basis vectors: the instance of round t is `e_t`, the label the opposite of what the learner
//! says. Every learner is wrong in every one of T rounds, though `u = (y_1, ..., y_T)` loses
//! nothing: with X = 1 and `|u|^2 = T` the Perceptron's bound `X^2 |u|^2` is reached.
//! (Shalev-Shwartz 2007, Thm. 4.)

use super::{Drawn, Generator, Source};
use crate::error::Result;
use crate::random::Random;
use crate::registry::Component;
use serde::{Deserialize, Serialize};

/// A new coordinate a round.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Basis {}

impl Component for Basis {
    const ABOUT: &'static str = "adversary: x_t = e_t, y the opposite of the answer: T mistakes = \
        X^2 |u|^2 for a u without loss";
    const REFERENCE: &'static str = "Shalev-Shwartz 2007, Thm. 4";
}

impl Generator for Basis {
    fn begin(&self, _random: &mut Random) -> Box<dyn Source> {
        Box::new(Drawing { round: 0 })
    }

    fn features(&self, rows: u64) -> usize {
        usize::try_from(rows).unwrap_or(usize::MAX)
    }

    fn is_adversary(&self) -> bool {
        true
    }
}

struct Drawing {
    round: u32,
}

impl Source for Drawing {
    fn draw(&mut self, _random: &mut Random, example: &mut Drawn) -> Result<bool> {
        example.clear();
        example.push(self.round as usize, 1.0);
        let next = self.round.checked_add(1);
        self.round = next.unwrap_or(self.round);
        Ok(next.is_some())
    }
}
