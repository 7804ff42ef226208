//! Dual coordinate ascent for `c/2 |u|^2 + sum_t m_t phi(sign_t <u,x_t> - shift_t)`.
//!
//! A sweep visits the rounds in random order; round t takes the dual variable that is best given
//! the others: with margin z now and `q = |x|^2/c`, that is `step(z - q d, q)`, and
//! `w += (d_new - d) sign x / c`.
//!
//! What round t adds to the gap, `m phi(z) + m phi*(-d/m) + d z`, is summed along the sweep; when
//! that estimate says so the gap is computed exactly, over all rounds and with weights summed
//! afresh from the duals: whenever the estimate is a fifth of the last gap, and when it promises
//! the goal. One that promised too much is trusted less from then on.
//!
//! *Shrinking.* A dual variable at its bound whose margin is farther from the kink than twice the
//! mean violation of the last sweep is left out. Those that turn out to be wrong there come back
//! when the gap is next computed, which is often enough for so bold a rule, and no search ends
//! without that.

use super::rounds::Ask;
use super::rows::Rows;
use super::{Bounds, Goal, Optimum, shuffle, start};
use crate::loss::Loss;
use crate::number::{Sum, square_of};

/// How many rounds ahead a row is asked for.
const AHEAD: usize = 4;

/// The gap is computed again when the estimate has fallen to this share of it.
const PROGRESS: f64 = 0.2;
/// A margin is at rest if it has more room than so many times the mean violation.
const AT_REST: f64 = 2.0;

/// A dual variable with what its step needs.
#[derive(Clone, Copy, Debug)]
struct Dual {
    d: f64,
    /// `|x|^2/c`.
    q: f64,
    ask: Ask,
}

/// What was seen along a sweep.
struct Sweep {
    gap: f64,
    violation: f64,
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
    /// A round whose margin has more room than this is left out.
    threshold: f64,
}

impl<'a, L: Loss> Search<'a, L> {
    pub(super) fn new(rows: &'a Rows, asks: &[Ask], loss: &'a L, c: f64) -> Self {
        let dual = |(i, ask): (usize, &Ask)| Dual { d: 0.0, q: rows.square(i) / c, ask: *ask };
        let duals: Vec<Dual> = asks.iter().enumerate().map(dual).collect();
        let active = (0..duals.len() as u32).collect();
        let w = vec![0.0; rows.width()];
        Search { rows, loss, c, duals, w, active, threshold: f64::INFINITY }
    }

    /// The search that starts at these dual variables.
    pub(super) fn starting_at(mut self, duals: &[f64]) -> Self {
        self.duals.iter_mut().zip(duals).for_each(|(dual, d)| dual.d = *d);
        self
    }

    /// Sweeps until the goal is met or the sweeps are used up.
    pub(super) fn run(mut self, goal: &Goal) -> Optimum {
        let mut random = start(goal.seed);
        let mut bounds = self.check();
        // The estimate at which the gap is computed.
        let mut promise = PROGRESS * bounds.gap();
        let (mut sweeps, mut reached) = (0, bounds.meet(goal));
        while !reached && sweeps < goal.max_sweeps {
            let visited = self.active.len().max(1);
            let sweep = self.sweep(&mut random);
            sweeps += 1;
            if goal.shrink {
                self.threshold = AT_REST * sweep.violation / visited as f64;
            }
            if sweep.gap > promise && sweeps < goal.max_sweeps {
                continue;
            }
            bounds = self.check();
            let wanted = goal.gap * bounds.primal;
            reached = bounds.meet(goal);
            promise = (wanted * (sweep.gap / bounds.gap()).min(1.0)).max(PROGRESS * bounds.gap());
        }
        let duals = self.duals.iter().map(|dual| dual.d).collect();
        let complexity = 0.5 * square_of(&self.w);
        Optimum { bounds, complexity, sweeps, reached, duals, c: self.c }
    }

    /// One visit to each active round.
    fn sweep(&mut self, random: &mut u64) -> Sweep {
        shuffle(&mut self.active, random);
        let mut seen = Sweep { gap: 0.0, violation: 0.0 };
        let (mut at, mut kept) = (0, 0);
        while let Some(&i) = self.active.get(at) {
            if let Some(&next) = self.active.get(at + AHEAD) {
                self.rows.expect(next as usize);
            }
            at += 1;
            let room = self.visit(i as usize, &mut seen);
            self.active[kept] = i;
            kept += usize::from(room <= self.threshold);
        }
        self.active.truncate(kept);
        seen
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

    /// The exact values, with weights summed afresh; all rounds that are not surely at rest are
    /// visited again.
    fn check(&mut self) -> Bounds {
        self.w.fill(0.0);
        for (i, dual) in self.duals.iter().enumerate().filter(|(_, dual)| dual.d != 0.0) {
            self.rows.add(i, dual.d * dual.ask.sign / self.c, &mut self.w);
        }
        self.bounds()
    }

    /// The exact values at the present weights. Rounds at their bounds with room to spare are left
    /// out of the next sweeps.
    fn bounds(&mut self) -> Bounds {
        let (mut loss, mut gain) = (Sum::default(), Sum::default());
        self.active.clear();
        for (i, Dual { d, ask, .. }) in self.duals.iter().enumerate() {
            let z = ask.sign * self.rows.dot(i, &self.w) - ask.shift;
            loss.add(ask.weight * self.loss.value(z));
            gain.add(d * ask.shift + self.loss.gain(*d, ask.weight));
            if self.loss.room(z, *d, ask.weight) <= self.threshold {
                self.active.push(i as u32);
            }
        }
        let complexity = 0.5 * self.c * square_of(&self.w);
        let loss = loss.value();
        Bounds { primal: complexity + loss, dual: gain.value() - complexity, loss }
    }
}
