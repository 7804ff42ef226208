//! Random signs: the instance is always 1, the label -1 or 1 with equal probability. On `|w| <= 1`
//! the hinge loss is `1 - y w`, so after T rounds the expected regret of every algorithm against
//! the best `|u| <= 1` is `E|sum y| ~ sqrt(2T/pi)`. (Shalev-Shwartz 2007, Thm. 3.)

use super::{Drawn, Generator, Source};
use crate::error::Result;
use crate::random::Random;
use crate::registry::Component;
use serde::{Deserialize, Serialize};

/// Labels that nothing tells.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Signs {}

impl Component for Signs {
    const ABOUT: &'static str = "x = 1, y = -1 or 1 at random: expected regret sqrt(2T/pi) for \
        every algorithm, against |u| <= 1";
    const REFERENCE: &'static str = "Shalev-Shwartz 2007, Thm. 3";
}

impl Generator for Signs {
    fn begin(&self, _random: &mut Random) -> Box<dyn Source> {
        Box::new(Drawing)
    }

    fn features(&self, _rows: u64) -> usize {
        1
    }
}

struct Drawing;

impl Source for Drawing {
    fn draw(&mut self, random: &mut Random, example: &mut Drawn) -> Result<bool> {
        example.set_dense(&[1.0]);
        example.label = random.sign();
        Ok(true)
    }
}
