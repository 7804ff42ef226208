//! Potentials of a shard: `sum_t d_t a_t` over its rounds, row by row of the weights.

use super::Shard;

impl Shard {
    /// v_k, summed afresh from the dual variables.
    pub fn potential(&self) -> Vec<f64> {
        self.spread(&self.duals)
    }

    /// What these dual variables make of the rounds.
    pub(super) fn spread(&self, duals: &[f64]) -> Vec<f64> {
        let mut v = vec![0.0; self.width()];
        match self.rounds.targets.is_empty() {
            true => self.spread_asks(duals, &mut v),
            false => self.spread_classes(duals, &mut v),
        }
        v
    }

    fn spread_asks(&self, duals: &[f64], v: &mut [f64]) {
        let rounds = self.rounds.asks.iter().zip(duals).enumerate();
        for (i, (ask, d)) in rounds.filter(|(_, (_, d))| **d != 0.0) {
            self.rounds.rows.add(i, d * ask.sign, v);
        }
    }

    fn spread_classes(&self, duals: &[f64], v: &mut [f64]) {
        let rounds = self.rounds.targets.iter().zip(duals.chunks_exact(self.duals_a_round()));
        for (i, (target, duals)) in rounds.enumerate() {
            if duals.iter().all(|d| *d == 0.0) {
                continue;
            }
            let mut add = |class: usize, d: f64| {
                self.rounds.rows.add(i, d, &mut v[class * self.dimension..][..self.dimension]);
            };
            add(target.class, duals.iter().sum());
            let moved = duals.iter().enumerate().filter(|(_, d)| **d != 0.0);
            moved.for_each(|(class, d)| add(class, -d));
        }
    }
}
