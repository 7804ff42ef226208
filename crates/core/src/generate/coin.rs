//! The coin: the instance is always 1, the label the opposite of what the learner says. Every
//! learner is wrong in every round, the better of the two constants in at most half of them.
//! (Shalev-Shwartz 2007, sec. 2.3.)

use super::{Drawn, Generator, Source};
use crate::error::Result;
use crate::random::Random;
use crate::registry::Component;
use serde::{Deserialize, Serialize};

/// Always the other side.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Coin {}

impl Component for Coin {
    const ABOUT: &'static str =
        "adversary: x = 1, y the opposite of the answer: T mistakes, the best constant has T/2";
    const REFERENCE: &'static str = "Shalev-Shwartz 2007, sec. 2.3";
}

impl Generator for Coin {
    fn begin(&self, _random: &mut Random) -> Box<dyn Source> {
        Box::new(Drawing)
    }

    fn features(&self, _rows: u64) -> usize {
        1
    }

    fn is_adversary(&self) -> bool {
        true
    }
}

struct Drawing;

impl Source for Drawing {
    fn draw(&mut self, _random: &mut Random, example: &mut Drawn) -> Result<bool> {
        example.set_dense(&[1.0]);
        Ok(true)
    }
}
