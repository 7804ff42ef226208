//! Streams around a planted solution, for each of the three problems.

use super::{Setting, Task};
use crate::support::{Rng, dot, norm, scaled};

#[derive(Clone, Debug)]
pub struct Example {
    pub x: Vec<f64>,
    pub y: f64,
}

/// Examples and the solution they were drawn around.
pub struct Stream {
    pub setting: Setting,
    pub planted: Vec<f64>,
    pub examples: Vec<Example>,
    /// The instance that only sets the centre (uniclass).
    pub first: Option<Vec<f64>>,
}

impl Stream {
    /// `len` examples in `n` dimensions; each breaks the planted rule with probability `noise`.
    ///
    /// Without noise the planted solution has no loss at the stream's own epsilon, the least
    /// possible.
    pub fn draw(task: Task, rng: &mut Rng, n: usize, len: usize, noise: f64) -> Self {
        let planted = scaled(&rng.vector(n), 2.0);
        let examples: Vec<Example> =
            (0..len).map(|_| example(task, rng, &planted, noise)).collect();
        let first = (task == Task::Uniclass).then(|| example(task, rng, &planted, 0.0).x);
        let clean = Setting { task, epsilon: 0.0 };
        let mut seen = examples.clone();
        seen.extend(first.iter().map(|x| Example { x: x.clone(), y: 1.0 }));
        let epsilon = clean.least_epsilon(&planted, &seen);
        Stream { setting: clean.with(epsilon), planted, examples, first }
    }

    /// Examples at a usual insensitivity (margin 1, epsilon 0.1, radius 1) that noise makes
    /// unreachable.
    pub fn noisy(task: Task, rng: &mut Rng, n: usize, len: usize, noise: f64) -> Self {
        let mut stream = Stream::draw(task, rng, n, len, noise);
        stream.setting.epsilon = match task {
            Task::Binary => -1.0,
            Task::Regression => 0.1,
            Task::Uniclass => 1.0,
        };
        stream
    }

    pub fn dimension(&self) -> usize {
        self.planted.len()
    }

    /// Settings at which the planted solution has no loss, with the room `epsilon - epsilon*` they
    /// leave.
    pub fn settings(&self) -> Vec<(Setting, f64)> {
        // A margin may not become negative: at most nine tenths of it are given up.
        let unit = if self.setting.task == Task::Binary { -self.setting.epsilon } else { 0.5 };
        [0.0, 0.3, 0.9]
            .map(|part| (self.setting.with(self.setting.epsilon + part * unit), part * unit))
            .into()
    }

    /// Largest squared norm of a direction: the B of the theorems.
    pub fn reach(&self) -> f64 {
        match self.setting.task {
            Task::Uniclass => 1.0,
            _ => self.examples.iter().map(|e| dot(&e.x, &e.x)).fold(0.0, f64::max),
        }
    }

    /// Comparators to measure against: the planted one, scalings of it, the origin, random ones.
    pub fn comparators(&self, rng: &mut Rng) -> Vec<Vec<f64>> {
        let mut all: Vec<Vec<f64>> =
            [1.0, 0.0, 0.5, 2.0, 7.0].iter().map(|&s| scaled(&self.planted, s)).collect();
        all.extend((0..3).map(|_| scaled(&rng.vector(self.dimension()), 2.0)));
        all
    }
}

fn example(task: Task, rng: &mut Rng, planted: &[f64], noise: f64) -> Example {
    let broken = rng.chance(noise);
    match task {
        Task::Binary => loop {
            let x = scaled(&rng.vector(planted.len()), 1.5);
            let score = dot(&x, planted);
            if score.abs() > 0.2 {
                break Example { x, y: score.signum() * if broken { -1.0 } else { 1.0 } };
            }
        },
        Task::Regression => {
            let x = rng.vector(planted.len());
            let size = if broken { 5.0 } else { 0.3 };
            Example { y: dot(&x, planted) + rng.between(-size, size), x }
        }
        Task::Uniclass => {
            let offset = rng.vector(planted.len());
            let size = rng.unit().max(0.05) * if broken { 6.0 } else { 1.0 } / norm(&offset);
            Example { x: planted.iter().zip(&offset).map(|(p, o)| p + size * o).collect(), y: 1.0 }
        }
    }
}
