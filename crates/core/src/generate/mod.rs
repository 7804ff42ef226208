//! Streams made up: adversaries that reach the lower bounds, and the synthetic data of the papers.
//!
//! A generator with its parameters is a member of one table; [`AnyGenerator::stream`] gives its
//! examples one after the other, the same for the same seed. An adversary decides the label after
//! it has seen the learner's score, so it needs a learner to play against. Coordinates are numbered
//! from 0. The file that holds a generator begins with its recipe.

mod ball;
mod basis;
mod blocks;
mod chess;
mod classes;
mod coin;
mod law;
mod linear;
mod r_of_k;
mod separable;
mod signs;
mod stream;
mod text;
mod thresholds;

pub use ball::Ball;
pub use basis::Basis;
pub use blocks::{Blocks, Tasks};
pub use chess::Chess;
pub use classes::ManyClasses;
pub use coin::Coin;
pub use linear::LinearTarget;
pub use r_of_k::ROfK;
pub use separable::SeparableData;
pub use signs::Signs;
pub use stream::{Stream, opponent};
pub use text::TextLike;
pub use thresholds::Thresholds;

use crate::error::{Error, Result};
use crate::random::Random;
use crate::registry::components;
use crate::vector::Instance;

/// Most coordinates a generator makes.
const MOST_FEATURES: usize = 1 << 24;

/// A drawn example; its buffers are reused.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drawn {
    /// Coordinates, ascending.
    pub indices: Vec<u32>,
    /// Their values.
    pub values: Vec<f64>,
    /// Side, class or number; 0 where there are no labels.
    pub label: f64,
    /// The block it belongs to, where examples have several parts.
    pub group: Option<u64>,
}

impl Drawn {
    /// Takes the coordinates that are not 0 of a whole vector.
    fn set_dense(&mut self, x: &[f64]) {
        self.clear();
        for (at, &value) in x.iter().enumerate().filter(|(_, value)| **value != 0.0) {
            self.push(at, value);
        }
    }

    fn clear(&mut self) {
        self.indices.clear();
        self.values.clear();
    }

    fn push(&mut self, at: usize, value: f64) {
        self.indices.push(at as u32);
        self.values.push(value);
    }

    /// The features.
    pub fn instance(&self) -> Instance<'_> {
        Instance::Sparse { indices: &self.indices, values: &self.values }
    }
}

/// What the stream asks of a generator.
pub trait Generator {
    /// Why these parameters cannot be used, if they cannot.
    fn check(&self) -> Result<()> {
        Ok(())
    }

    /// Draws what stays fixed, and begins.
    fn begin(&self, random: &mut Random) -> Box<dyn Source>;

    /// Coordinates of so many rows.
    fn features(&self, rows: u64) -> usize;

    /// Whether its examples have labels.
    fn is_labelled(&self) -> bool {
        true
    }

    /// Whether labels are the opposite of what a learner says.
    fn is_adversary(&self) -> bool {
        false
    }
}

/// A stream under way.
pub trait Source {
    /// The next example, without its label if the generator is an adversary; false at the end.
    ///
    /// # Errors
    /// If the parameters leave nothing to draw.
    fn draw(&mut self, random: &mut Random, example: &mut Drawn) -> Result<bool>;

    /// Told the label an adversary gave.
    fn answered(&mut self, _label: f64) {}
}

components! { $
    /// Any generator, chosen at run time.
    AnyGenerator, each_generator {
        SeparableData = "separable",
        ManyClasses = "classes",
        LinearTarget = "linear",
        Ball = "ball",
        ROfK = "r-of-k",
        Chess = "chess",
        Blocks = "blocks",
        TextLike = "text",
        Signs = "signs",
        Coin = "coin",
        Basis = "basis",
        Thresholds = "thresholds",
    }
}

impl Generator for AnyGenerator {
    fn check(&self) -> Result<()> {
        each_generator!(self, generator => generator.check())
    }
    fn begin(&self, random: &mut Random) -> Box<dyn Source> {
        each_generator!(self, generator => generator.begin(random))
    }
    fn features(&self, rows: u64) -> usize {
        each_generator!(self, generator => generator.features(rows))
    }
    fn is_labelled(&self) -> bool {
        each_generator!(self, generator => generator.is_labelled())
    }
    fn is_adversary(&self) -> bool {
        each_generator!(self, generator => generator.is_adversary())
    }
}

/// An error unless the parameter is a probability.
fn probability(name: &str, x: f64) -> Result<()> {
    if (0.0..=1.0).contains(&x) {
        return Ok(());
    }
    Err(Error::Spec(format!("{name} is a probability, not {x}")))
}

/// An error unless the parameter is between these, both allowed.
fn within(name: &str, x: usize, least: usize, most: usize) -> Result<()> {
    if (least..=most).contains(&x) {
        return Ok(());
    }
    Err(Error::Spec(format!("{name} must be from {least} to {most}, not {x}")))
}

/// A vector of this length in a direction drawn uniformly.
fn direction(features: usize, length: f64, random: &mut Random) -> Vec<f64> {
    let mut x: Vec<f64> = (0..features).map(|_| random.normal()).collect();
    let norm = Instance::Dense(&x).square().sqrt();
    x.iter_mut().for_each(|x| *x *= length / norm);
    x
}
