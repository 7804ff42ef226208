//! Dual coordinate ascent for `c/2 |u|^2 + sum_t m_t phi(sign_t <u,x_t> - shift_t)`.
//!
//! A sweep visits the rounds in random order; round t takes the dual variable that is best given
//! the others: with margin z now and `q = |x|^2/c`, that is `step(z - q d, q)`, and
//! `w += (d_new - d) sign x / c`.
//!
//! What round t adds to the gap, `m phi(z) + m phi*(-d/m) + d z`, is summed along the sweep
//! ([`sweeps`](super::sweeps)). A dual variable at its bound whose margin is far from the kink may
//! be left out.

use super::rounds::Ask;
use super::sweeps::{self, End, Sweep, Sweeps};
use super::{Bounds, Goal, GoesOn, Optimum, Sums, shuffle};
use crate::loss::Loss;
use crate::number::{Sum, square_of};
use crate::replay::rows::Rows;

/// How many rounds ahead a row is asked for.
const AHEAD: usize = 4;

/// A dual variable with what its step needs.
#[derive(Clone, Copy, Debug)]
struct Dual {
    d: f64,
    /// `|x|^2/c`.
    q: f64,
    ask: Ask,
}

/// A search under way.
pub(super) struct Search<'a, L> {
    rows: &'a Rows,
    loss: &'a L,
    c: f64,
    duals: Vec<Dual>,
    w: Vec<f64>,
    /// Rounds that are visited.
    active: Vec<u32>,
}

impl<'a, L: Loss> Search<'a, L> {
    pub(super) fn new(rows: &'a Rows, asks: &[Ask], loss: &'a L, c: f64) -> Self {
        let dual = |(i, ask): (usize, &Ask)| Dual { d: 0.0, q: rows.square(i) / c, ask: *ask };
        let duals: Vec<Dual> = asks.iter().enumerate().map(dual).collect();
        let active = (0..duals.len() as u32).collect();
        let w = vec![0.0; rows.width()];
        Search { rows, loss, c, duals, w, active }
    }

    /// The search that starts at these dual variables.
    pub(super) fn starting_at(mut self, duals: &[f64]) -> Self {
        self.duals.iter_mut().zip(duals).for_each(|(dual, d)| dual.d = *d);
        self
    }

    /// The search that starts at these weights, whatever the dual variables are.
    pub(super) fn upon(mut self, weights: impl Iterator<Item = f64>) -> Self {
        self.w.iter_mut().zip(weights).for_each(|(w, weight)| *w = weight);
        self
    }

    /// The dual variables.
    pub(super) fn duals(&self) -> Vec<f64> {
        self.duals.iter().map(|dual| dual.d).collect()
    }

    /// Sweeps until the goal is met, the sweeps are used up or nobody wants more.
    pub(super) fn run(mut self, goal: &Goal, goes_on: &mut GoesOn<'_>) -> Optimum {
        let End { bounds, sweeps, reached } = sweeps::run(&mut self, goal, goes_on);
        let complexity = 0.5 * square_of(&self.w);
        Optimum { bounds, complexity, sweeps, reached, duals: self.duals(), c: self.c }
    }

    /// Moves one dual variable to its best value; the room it had before.
    #[inline]
    fn visit(&mut self, i: usize, seen: &mut Sweep) -> f64 {
        let Dual { d, q, ask } = self.duals[i];
        let z = ask.sign * self.rows.dot(i, &self.w) - ask.shift;
        let room = self.loss.room(z, d, ask.weight);
        if room >= 0.0 {
            return room;
        }
        seen.violation -= room;
        seen.gap += self.loss.discrepancy(z, d, ask.weight);
        let best = self.loss.step_near(z - q * d, q, ask.weight, d);
        if best != d {
            self.duals[i].d = best;
            self.rows.add(i, (best - d) * ask.sign / self.c, &mut self.w);
        }
        room
    }

    /// The exact values at the present weights. Rounds at their bounds with room to spare are left
    /// out of the next sweeps.
    fn bounds(&mut self, threshold: f64) -> Bounds {
        let Sums { loss, gain } = self.sums(threshold);
        let complexity = 0.5 * self.c * square_of(&self.w);
        Bounds { primal: complexity + loss, dual: gain - complexity, loss }
    }

    /// What the rounds add to both values at the present weights.
    pub(super) fn sums(&mut self, threshold: f64) -> Sums {
        let (mut loss, mut gain) = (Sum::default(), Sum::default());
        self.active.clear();
        for (i, Dual { d, ask, .. }) in self.duals.iter().enumerate() {
            let z = ask.sign * self.rows.dot(i, &self.w) - ask.shift;
            loss.add(ask.weight * self.loss.value(z));
            gain.add(d * ask.shift + self.loss.gain(*d, ask.weight));
            if self.loss.room(z, *d, ask.weight) <= threshold {
                self.active.push(i as u32);
            }
        }
        Sums { loss: loss.value(), gain: gain.value() }
    }
}

impl<L: Loss> Sweeps for Search<'_, L> {
    fn sweep(&mut self, random: &mut u64, threshold: f64) -> Sweep {
        shuffle(&mut self.active, random);
        let mut seen = Sweep { visited: self.active.len(), ..Sweep::default() };
        let (mut at, mut kept) = (0, 0);
        while let Some(&i) = self.active.get(at) {
            if let Some(&next) = self.active.get(at + AHEAD) {
                self.rows.expect(next as usize);
            }
            at += 1;
            let room = self.visit(i as usize, &mut seen);
            self.active[kept] = i;
            kept += usize::from(room <= threshold);
        }
        self.active.truncate(kept);
        seen
    }

    fn check(&mut self, threshold: f64) -> Bounds {
        self.w.fill(0.0);
        for (i, dual) in self.duals.iter().enumerate().filter(|(_, dual)| dual.d != 0.0) {
            self.rows.add(i, dual.d * dual.ask.sign / self.c, &mut self.w);
        }
        self.bounds(threshold)
    }
}
