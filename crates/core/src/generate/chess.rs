//! The chess board: points drawn uniformly from the unit square, cut into 8 x 8 squares; the class
//! of square (i, j) is `(i + j) mod 8`, from 0. No noise. (Crammer and Singer 2003, sec. 8.)

use super::{Drawn, Generator, Source};
use crate::error::Result;
use crate::random::Random;
use crate::registry::Component;
use serde::{Deserialize, Serialize};

/// The chess board.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Chess {}

impl Component for Chess {
    const ABOUT: &'static str = "points of the unit square, 8 classes in diagonals of an 8 x 8 \
        board (no linear predictor does well)";
    const REFERENCE: &'static str = "Crammer and Singer 2003, sec. 8";
}

/// Squares a side, and classes.
const SIDE: u32 = 8;

impl Chess {
    /// A point and its class.
    pub fn point(random: &mut Random) -> ([f64; 2], u32) {
        let point = [random.unit(), random.unit()];
        (point, class(point))
    }
}

fn class(point: [f64; 2]) -> u32 {
    let [i, j] = point.map(|x| (x * f64::from(SIDE)) as u32);
    (i + j) % SIDE
}

impl Generator for Chess {
    fn begin(&self, _random: &mut Random) -> Box<dyn Source> {
        Box::new(Drawing)
    }

    fn features(&self, _rows: u64) -> usize {
        2
    }
}

struct Drawing;

impl Source for Drawing {
    fn draw(&mut self, random: &mut Random, example: &mut Drawn) -> Result<bool> {
        let (point, class) = Chess::point(random);
        example.set_dense(&point);
        example.label = f64::from(class);
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::class;

    #[test]
    fn classes_run_along_the_diagonals() {
        assert_eq!(class([0.0, 0.0]), 0);
        assert_eq!(class([0.13, 0.0]), 1);
        assert_eq!(class([0.0, 0.13]), 1);
        assert_eq!(class([0.99, 0.0]), 7);
        assert_eq!(class([0.99, 0.13]), 0);
        assert_eq!(class([0.99, 0.99]), 6);
        assert_eq!(class([0.124, 0.126]), 1);
    }
}
