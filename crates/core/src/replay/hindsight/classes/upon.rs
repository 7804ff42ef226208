//! A search that goes on from the weights of rounds that are gone, for
//! [witnesses](crate::replay::witness).

use super::{ClassSearch, Look};
use crate::number::Sum;
use crate::replay::hindsight::sweeps::{Sweep, Sweeps};

/// What rounds add to the dual side, and a bound on the way of v.
#[derive(Debug, Default)]
pub(crate) struct Raised {
    /// `sum_t sum_r d_r need(y,r)`.
    pub(crate) gain: Sum,
    /// Sum over the classes of what each coordinate of value 1 would have added.
    pub(crate) sums: Vec<f64>,
    /// `sum_t |x_t|` times the dual variables.
    pub(crate) length: f64,
}

impl ClassSearch<'_> {
    /// The search that starts at these potentials, by feature and place of a class.
    pub(crate) fn upon(mut self, potentials: &[f64]) -> Self {
        let (rate, width) = (1.0 / self.c, self.w.len());
        let known = &potentials[..potentials.len().min(width)];
        self.w.clear();
        self.w.extend(known.iter().map(|v| v * rate));
        self.w.resize(width, 0.0);
        self
    }

    /// One sweep over the rounds not at rest: gap and violation met, and how many rounds it was.
    pub(crate) fn sweep_once(&mut self, random: &mut u64, threshold: f64) -> (f64, f64, usize) {
        let Sweep { gap, violation, visited } = self.sweep(random, threshold);
        (gap, violation, visited)
    }

    /// How many rounds are not at rest.
    pub(crate) fn active(&self) -> usize {
        self.active.len()
    }

    /// How many rounds there are.
    pub(crate) fn rounds(&self) -> usize {
        self.targets.len()
    }

    /// How many cells a row has, on average.
    pub(crate) fn cells_a_row(&self) -> f64 {
        self.rows.cells() as f64 / self.rounds().max(1) as f64
    }

    /// Adds what the rounds have put into v to the potentials they started at, and says what they
    /// prove.
    pub(crate) fn finish(&self, potentials: &mut [f64]) -> Raised {
        let mut raised = Raised { sums: vec![0.0; self.needs.classes], ..Raised::default() };
        for (i, target) in self.targets.iter().enumerate() {
            let duals = self.duals_of(i);
            let total: f64 = duals.iter().sum();
            if total == 0.0 {
                continue;
            }
            let moved = || duals.iter().enumerate().filter(|(_, d)| **d != 0.0);
            moved().for_each(|(r, d)| {
                raised.gain.add(d * self.needs.of(target.class, r));
                raised.sums[r] -= d;
            });
            raised.sums[target.class] += total;
            // sqrt(2) for the two rows of a direction, one more coordinate for the sums.
            raised.length += total * (2.0 * (self.squares[i] * self.c + 1.0)).sqrt();
            let stride = self.stride;
            self.rows.for_each(i, |j, x| {
                let places = &mut potentials[j as usize * stride..][..stride];
                places[target.class] += total * x;
                moved().for_each(|(r, d)| places[r] -= d * x);
            });
        }
        raised
    }

    /// What the present weights lose on each round, whether they are wrong there.
    pub(crate) fn judge(&mut self, mut each: impl FnMut(usize, f64, bool)) {
        for i in 0..self.targets.len() {
            self.miss(i);
            let margin = self.needs.margin;
            let Look { level, .. } = self.look(i);
            // Wrong or tied if a class that asks for the margin alone misses all of it.
            each(i, level, level >= margin);
        }
    }
}
