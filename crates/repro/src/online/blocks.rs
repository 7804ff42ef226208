//! The blocks of tasks of [`noregret::core::generate::Blocks`] as a stream of rounds in memory.

use super::stream::{Input, Round};
use crate::failure::Result;
use noregret::core::generate::{self, Drawn, Source};
use noregret::core::random::Random;
use noregret::core::{Instance, Label};

/// Entries of an instance.
pub(crate) const FEATURES: usize = 500;
/// Rounds of a stream.
const ROUNDS: usize = 1000;

type Vector = (Vec<u32>, Vec<f64>);

/// A drawn stream.
#[derive(Debug)]
pub(crate) struct Blocks {
    margin: f64,
    rounds: Vec<(Vec<Vector>, Vec<f64>)>,
}

impl Blocks {
    /// Draws a stream; `(seed, stream)` choose the random numbers.
    pub(crate) fn draw(
        size: usize,
        relevant: usize,
        noise: f64,
        (seed, stream): (u64, u64),
        limit: usize,
    ) -> Result<Self> {
        let chosen =
            generate::Blocks { size, features: FEATURES, relevant, noise, ..Default::default() };
        let mut random = Random::new(seed, stream);
        let mut tasks = chosen.tasks(&mut random);
        let mut rounds = Vec::new();
        for _ in 0..ROUNDS.min(limit) {
            let (mut parts, mut sides) = (Vec::new(), Vec::new());
            for _ in 0..size {
                let mut task = Drawn::default();
                tasks.draw(&mut random, &mut task)?;
                parts.push((task.indices, task.values));
                sides.push(task.label);
            }
            rounds.push((parts, sides));
        }
        Ok(Blocks { margin: tasks.margin(), rounds })
    }

    /// The margin that was planted.
    pub(crate) fn margin(&self) -> f64 {
        self.margin
    }

    /// How many rounds there are.
    pub(crate) fn rounds(&self) -> usize {
        self.rounds.len()
    }

    /// Shows the rounds one after the other.
    pub(crate) fn for_each(&self, visit: &mut dyn FnMut(&dyn Round) -> Result<()>) -> Result<()> {
        for (parts, sides) in &self.rounds {
            let instance = |(at, values): &'_ Vector| Instance::sparse(at, values).map(drop);
            parts.iter().try_for_each(instance)?;
            let parts = parts.iter().map(|(indices, values)| Instance::Sparse { indices, values });
            visit(&Block { parts: parts.collect(), sides })?;
        }
        Ok(())
    }
}

struct Block<'a> {
    parts: Vec<Instance<'a>>,
    sides: &'a [f64],
}

impl Round for Block<'_> {
    fn parts(&self, _input: Input) -> &[Instance<'_>] {
        &self.parts
    }

    fn label(&self, _input: Input) -> Label<'_> {
        Label::Each(self.sides)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The published tables rest on this margin and these labels.
    #[test]
    fn the_stream_is_the_one_of_the_tables() {
        let drawn = Blocks::draw(4, 50, 0.5, (1, 0), 3).unwrap();
        let sides: Vec<f64> = drawn.rounds.iter().flat_map(|(_, sides)| sides.clone()).collect();
        assert_eq!(drawn.margin, 0.132_029_876_169_074_9);
        let (no, yes) = (-1.0, 1.0);
        assert_eq!(sides, [no, no, no, yes, yes, yes, no, no, no, yes, yes, yes]);
    }
}
