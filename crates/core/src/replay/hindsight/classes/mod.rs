//! Dual coordinate ascent for classes, all classes of a row at once:
//! `c/2 sum_r |u_r|^2 + sum_t m_t max_r [need(y_t,r) - <u_y - u_r, x_t>]_+`, the multiclass support
//! vector machine of Crammer and Singer.
//!
//! Row t has a dual variable `d_r >= 0` for every wrong class r, with `sum_r d_r <= m`, and adds
//! `sum_r d_r need(y,r)` to A and `sum_r d_r ((row y) - (row r)) x` to v. Given all other rows its
//! best ones are found exactly ([`share`]). With the misses `e_r = need(y,r) - <w_y - w_r, x>` the
//! row adds `m max_r [e_r]_+ - sum_r d_r e_r` to the gap, and its violation is the largest miss
//! less the least one that has mass (the unused budget being a class without a miss). Sweeps, gap
//! and shrinking are those of [`sweeps`](super::sweeps); now and then the best point of the face is
//! looked for ([`face`]). (Crammer & Singer 2001; Keerthi et al. 2008, "A sequential dual method
//! for large scale multi-class linear SVMs".)

mod face;
mod glance;
mod model;
mod pass;
mod shard;
mod share;
mod upon;

pub(crate) use pass::Pass;
pub(crate) use upon::{Paused, Raised};

use super::sweeps::{self, End, Sweep, Sweeps};
use super::{Bounds, Goal, GoesOn, Optimum, Sums, shuffle};
use crate::number::{Sum, square_of};
use crate::replay::rows::Rows;
use crate::replay::work::Work;
use glance::Glance;
use pulp::Arch;
use share::{Row, share};

/// Weights and dual variables of the classes lie side by side, in places for a multiple of so many.
pub(crate) const LANES: usize = 8;

/// A row whose dual variables sum to this share of its cap has used up its budget; the rest is
/// rounding.
const SPENT: f64 = 1.0 - 1e-12;

/// The right class of a round.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Target {
    /// The row of the hypothesis.
    pub(crate) class: usize,
    /// The cap on its dual variables.
    pub(crate) weight: f64,
}

/// By how much a class should lead another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Needs<'a> {
    /// How many classes there are.
    pub(crate) classes: usize,
    /// The margin of the loss.
    pub(crate) margin: f64,
    /// What is asked besides, right class by right class; empty if nothing is.
    pub(crate) costs: &'a [f64],
}

impl Needs<'_> {
    fn of(&self, right: usize, wrong: usize) -> f64 {
        match self.costs.get(right * self.classes + wrong) {
            Some(cost) => self.margin + cost,
            None => self.margin,
        }
    }
}

/// A search under way.
pub(crate) struct ClassSearch<'a> {
    rows: &'a Rows,
    targets: &'a [Target],
    needs: Needs<'a>,
    c: f64,
    stride: usize,
    /// `|x|^2/c` of every row.
    squares: Vec<f64>,
    /// By row and place of a class; that of the right class stays 0.
    duals: Vec<f64>,
    /// By feature and class.
    w: Vec<f64>,
    /// Rounds that are visited.
    active: Vec<u32>,
    /// Scores, then misses, of the row in hand.
    misses: Vec<f64>,
    /// What changes in the row in hand.
    changes: Vec<(usize, f64)>,
    arch: Arch,
}

/// A row as it is seen at the present weights.
struct Look {
    /// The largest miss, and 0.
    level: f64,
    /// What it adds to the gap.
    gap: f64,
    /// How far it is from moving; less than 0 if it should move, by how much.
    room: f64,
    /// Sum of its dual variables.
    total: f64,
}

impl<'a> ClassSearch<'a> {
    pub(crate) fn new(rows: &'a Rows, targets: &'a [Target], needs: Needs<'a>, c: f64) -> Self {
        let stride = needs.classes.next_multiple_of(LANES);
        ClassSearch {
            rows,
            targets,
            needs,
            c,
            stride,
            squares: (0..targets.len()).map(|i| rows.square(i) / c).collect(),
            duals: vec![0.0; targets.len() * stride],
            w: vec![0.0; rows.width() * stride],
            active: (0..targets.len() as u32).collect(),
            misses: vec![0.0; stride],
            changes: Vec::new(),
            arch: Arch::new(),
        }
    }

    /// Sweeps until the goal is met, the sweeps are used up or nobody wants more.
    pub(super) fn run(mut self, goal: &Goal, goes_on: &mut GoesOn<'_>) -> Optimum {
        let End { bounds, sweeps, reached } = sweeps::run(&mut self, goal, goes_on);
        let complexity = 0.5 * square_of(&self.w);
        Optimum { bounds, complexity, sweeps, reached, duals: self.known_duals(), c: self.c }
    }

    /// The dual variables of all rows, without places for no class.
    fn known_duals(&self) -> Vec<f64> {
        let known = |places: &[f64]| places[..self.needs.classes].to_vec();
        self.duals.chunks_exact(self.stride).flat_map(known).collect()
    }

    /// The dual variables of a row.
    fn duals_of(&self, i: usize) -> &[f64] {
        &self.duals[i * self.stride..][..self.stride]
    }

    /// Sums the scores of so many classes of a row.
    #[inline(always)]
    fn sum<const MANY: usize>(&mut self, i: usize, start: usize) {
        let (mut sums, places) = ([0.0; MANY], &self.w[start..]);
        self.rows.for_each_kept(i, |j, x| {
            let weights = &places[j as usize * self.stride..][..MANY];
            (0..MANY).for_each(|lane| sums[lane] += x * weights[lane]);
        });
        self.misses[start..][..MANY].copy_from_slice(&sums);
    }

    /// Finds the misses of a row; places without a class have none.
    #[inline(always)]
    fn miss(&mut self, i: usize) {
        // A few classes at a time, so that their sums stay in registers.
        let half = self.stride - self.stride % (2 * LANES);
        for start in (0..half).step_by(2 * LANES) {
            self.sum::<{ 2 * LANES }>(i, start);
        }
        if half < self.stride {
            self.sum::<LANES>(i, half);
        }
        let misses = &mut self.misses[..];
        let y = self.targets[i].class;
        let target = misses[y];
        let known = &mut misses[..self.needs.classes];
        match self.needs.costs {
            [] => known.iter_mut().for_each(|s| *s += self.needs.margin - target),
            _ => {
                let ask = |(r, s): (usize, &mut f64)| *s += self.needs.of(y, r) - target;
                known.iter_mut().enumerate().for_each(ask);
            }
        }
        // Never the largest, and without mass.
        known[y] = f64::NEG_INFINITY;
        misses[self.needs.classes..].fill(f64::NEG_INFINITY);
    }

    /// Judges a row whose misses were found.
    #[inline(always)]
    fn look(&self, i: usize) -> Look {
        let cap = self.targets[i].weight;
        let Glance { top, rest, lowest, total, inner } =
            Glance::new(&self.misses, self.duals_of(i));
        let top = top.max(0.0);
        // The unused budget is a class without a miss.
        let is_spent = total >= SPENT * cap;
        let lowest = if is_spent { lowest } else { lowest.min(0.0) };
        let rest = if is_spent { rest.max(0.0) } else { rest };
        let room = if top > lowest { lowest - top } else { top - rest };
        Look { level: top, gap: cap * top - inner, room, total }
    }

    /// Moves the dual variables of a row to their best values; the room it had before.
    #[inline(always)]
    fn visit(&mut self, i: usize, seen: &mut Sweep) -> f64 {
        self.miss(i);
        let Look { gap, room, total, .. } = self.look(i);
        if room >= 0.0 || gap <= 0.0 {
            return room;
        }
        seen.violation -= room;
        seen.gap += gap;
        let Target { class, weight } = self.targets[i];
        let duals = &mut self.duals[i * self.stride..][..self.stride];
        let row = Row { q: self.squares[i], cap: weight, total };
        share(&mut self.misses, row, duals, &mut self.changes);
        self.change(i, class);
        room
    }

    /// Takes the changes of a row into the weights.
    #[inline(always)]
    fn change(&mut self, i: usize, class: usize) {
        let (stride, w, rate) = (self.stride, &mut self.w, 1.0 / self.c);
        let up = rate * self.changes.iter().map(|(_, by)| by).sum::<f64>();
        self.changes.iter_mut().for_each(|(_, by)| *by *= rate);
        let changes = &self.changes;
        self.rows.for_each(i, |j, x| {
            let weights = &mut w[j as usize * stride..][..stride];
            weights[class] += up * x;
            changes.iter().for_each(|&(r, by)| weights[r] -= by * x);
        });
    }

    /// The exact values, with weights summed afresh.
    #[inline(always)]
    fn bounds(&mut self, threshold: f64) -> Bounds {
        self.refresh();
        let Sums { loss, gain } = self.sums(threshold);
        let complexity = 0.5 * self.c * square_of(&self.w);
        Bounds { primal: complexity + loss, dual: gain - complexity, loss }
    }

    /// What the rounds add to both values at the present weights.
    #[inline(always)]
    fn sums(&mut self, threshold: f64) -> Sums {
        let (mut loss, mut gain) = (Sum::default(), Sum::default());
        self.active.clear();
        for (i, target) in self.targets.iter().enumerate() {
            self.miss(i);
            let Look { level, room, .. } = self.look(i);
            loss.add(target.weight * level);
            for (r, d) in self.duals_of(i).iter().enumerate().filter(|(_, d)| **d != 0.0) {
                gain.add(d * self.needs.of(target.class, r));
            }
            if room <= threshold {
                self.active.push(i as u32);
            }
        }
        Sums { loss: loss.value(), gain: gain.value() }
    }

    /// Sums the weights afresh.
    #[inline(always)]
    fn refresh(&mut self) {
        self.w.fill(0.0);
        for i in 0..self.targets.len() {
            let duals = self.duals[i * self.stride..][..self.stride].iter();
            self.changes.clear();
            self.changes.extend(duals.copied().enumerate().filter(|(_, d)| *d != 0.0));
            if !self.changes.is_empty() {
                self.change(i, self.targets[i].class);
            }
        }
    }
}

impl Sweeps for ClassSearch<'_> {
    fn sweep(&mut self, random: &mut u64, threshold: f64) -> Sweep {
        let (mut pass, arch) = (Pass::default(), self.arch);
        shuffle(&mut self.active, random);
        arch.dispatch(|| self.pass(&mut pass, threshold, &mut Work::all()));
        pass.seen
    }

    fn check(&mut self, threshold: f64) -> Bounds {
        self.arch.dispatch(|| self.bounds(threshold))
    }

    fn leap(&mut self, sweeps: u64) {
        if sweeps.is_multiple_of(face::EVERY) {
            self.arch.dispatch(|| face::leap(self, sweeps));
        }
    }
}
