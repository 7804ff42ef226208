//! Witnesses of rounds with one score: their potentials lie side by side, so that a visit looks at
//! a row once for all of them.
//!
//! Witness k moves dual variable d of a row with margin z to its best value given the others,
//! `step(z - q d, q)` with `q = |x|^2/c_k`. The logistic loss has no closed step; there d goes
//! towards `slope(z)` by Newton's step, which stays in its domain.

use super::block::{Asked, Block};
use super::bounds::{Bound, Fixed, Measure};
use super::effort::Effort;
use super::tally::Tally;
use crate::loss::{AnyLoss, Hinge, Logistic, Loss, Squared};
use crate::number::Sum;
use crate::replay::hindsight::shuffle;
use pulp::Arch;

/// How many witnesses there are.
pub(super) const LANES: usize = 4;
/// How many rows ahead one is asked for.
const AHEAD: usize = 4;
/// A margin is at rest if it has more room than so many times the mean violation.
const AT_REST: f64 = 2.0;

/// A dual variable of the logistic loss is at rest so near to where it would go.
const AT_HOME: f64 = 1e-3;

/// A number for each witness.
pub(super) type Each = [f64; LANES];

/// The loss of a witness, and its trade-off in the units of the data.
#[derive(Clone, Debug)]
pub(super) struct Lane {
    pub(super) loss: AnyLoss,
    pub(super) kappa: f64,
}

/// The witnesses.
#[derive(Clone, Debug)]
pub(super) struct Ones {
    pub(super) lanes: [Lane; LANES],
    /// v of each, by coordinate.
    pub(super) table: Vec<Each>,
    /// The sum of what was added to v, each row taken for 1.
    pub(super) sums: Each,
    pub(super) tallies: [Tally; LANES],
    /// Memory that blocks share.
    pub(super) duals: Vec<Each>,
    pub(super) active: Vec<u32>,
}

/// How a block is to be visited.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// `q (t/10^4)^(1/4)`.
    pub(super) scale: f64,
    pub(super) effort: Effort,
    /// Visits of cells that are left.
    pub(super) left: f64,
    /// Where random orders start.
    pub(super) seed: u64,
}

/// What closing a block has shown.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Closed {
    /// Cells visited.
    pub(super) work: f64,
    /// What each witness lost before it first saw a row.
    pub(super) progressive: Each,
}

impl Ones {
    /// Fresh witnesses for labels that are numbers, or for two classes; their kappas are multiplied
    /// by `factor`.
    pub(super) fn new(two_sided: bool, factor: f64) -> Self {
        let of = |(loss, kappa): (AnyLoss, f64)| Lane { loss, kappa: kappa * factor };
        let hinge = || AnyLoss::Hinge(Hinge::default());
        let squared = || AnyLoss::Squared(Squared { half: false });
        let lanes = match two_sided {
            true => [100.0, 10.0, 1.0, 0.1].map(|kappa| (squared(), kappa)),
            false => [
                (hinge(), 30.0),
                (hinge(), 5.5),
                (hinge(), 1.0),
                (AnyLoss::Logistic(Logistic::default()), 3.0),
            ],
        };
        let (table, sums) = (Vec::new(), [0.0; LANES]);
        let (lanes, tallies) = (lanes.map(of), Default::default());
        Ones { lanes, table, sums, tallies, duals: Vec::new(), active: Vec::new() }
    }

    /// The witnesses of each loss, in order.
    pub(super) fn families(&self) -> Vec<(&'static str, std::ops::Range<usize>)> {
        let mut families: Vec<(&'static str, std::ops::Range<usize>)> = Vec::new();
        for (k, lane) in self.lanes.iter().enumerate() {
            match families.last_mut() {
                Some((name, range)) if *name == lane.loss.name() => range.end = k + 1,
                _ => families.push((lane.loss.name(), k..k + 1)),
            }
        }
        families
    }

    /// Visits the rounds of a block until they rest or the work is done, and adds what they prove.
    pub(super) fn close(&mut self, block: &Block, pace: &Pace) -> Closed {
        if self.table.len() < block.rows.width() {
            self.table.resize(block.rows.width(), [0.0; LANES]);
        }
        let mut visits = Visits::new(self, block, pace);
        let closed = visits.run(pace);
        let Visits { duals, active, .. } = visits;
        for (asked, duals) in block.asked.iter().zip(&duals) {
            self.enter(asked, duals);
        }
        (self.duals, self.active) = (duals, active);
        let norms = self.norms(|_, v, _| v);
        self.tallies.iter_mut().zip(norms).for_each(|(tally, norm)| tally.measured(norm));
        closed
    }

    /// Enters the dual variables of a round.
    fn enter(&mut self, asked: &Asked, duals: &Each) {
        for (k, &d) in duals.iter().enumerate().filter(|(_, d)| **d != 0.0) {
            let (lift, gain) = (d * asked.shift, self.lanes[k].loss.gain(d, asked.weight));
            self.tallies[k].gain.add(lift + gain);
            self.tallies[k].gain.widen(lift.abs() + gain.abs());
        }
    }

    /// The length of each v, whose coordinates are mapped first: coordinate, v, the sum.
    pub(super) fn norms(&self, map: impl Fn(usize, f64, f64) -> f64) -> Each {
        let mut squares = [Sum::default(); LANES];
        for (j, each) in self.table.iter().enumerate() {
            for (k, square) in squares.iter_mut().enumerate() {
                let v = map(j, each[k], self.sums[k]);
                square.add(v * v);
            }
        }
        squares.map(|square| square.value().sqrt())
    }

    /// The trade-off of each.
    pub(super) fn tradeoffs(&self, scale: f64) -> Each {
        std::array::from_fn(|k| self.lanes[k].kappa * scale)
    }

    /// What each has lost on a block at its present weights, and the weight of its mistakes.
    pub(super) fn judge(&self, block: &Block, c: &Each) -> ([Sum; LANES], [Sum; LANES]) {
        let (mut losses, mut wrong) = ([Sum::default(); LANES], [Sum::default(); LANES]);
        for (i, asked) in block.asked.iter().enumerate() {
            let scores = scores(block, i, &self.table);
            for k in 0..LANES {
                let z = asked.target * (scores[k] / c[k]) - asked.shift;
                let loss = &self.lanes[k].loss;
                losses[k].add(asked.weight * loss.value(z));
                wrong[k].add(if !loss.two_sided() && z <= 0.0 { asked.weight } else { 0.0 });
            }
        }
        (losses, wrong)
    }

    /// What is proved of each loss; lengths of v and of found predictors as they are measured.
    pub(super) fn measures(
        &self,
        norms: &Each,
        stretch: f64,
        found: &[Vec<Fixed>],
    ) -> Vec<Measure> {
        let families = self.families().into_iter().enumerate();
        let measure = |(at, (loss, range)): (usize, (&'static str, std::ops::Range<usize>))| {
            let bound = |k: usize| -> Bound { self.tallies[k].bound(norms[k], stretch) };
            let found = found.get(at).cloned().unwrap_or_default();
            Measure { loss, bounds: range.map(bound).collect(), found }
        };
        families.map(measure).collect()
    }
}

/// The scores of a row by several tables of weights, side by side.
#[inline(always)]
pub(super) fn scores<const N: usize>(block: &Block, i: usize, table: &[[f64; N]]) -> [f64; N] {
    let mut sums = [0.0; N];
    block.rows.for_each_kept(i, |j, x| {
        if let Some(each) = table.get(j as usize) {
            (0..N).for_each(|k| sums[k] += x * each[k]);
        }
    });
    sums
}

/// A block while it is visited.
struct Visits<'a> {
    ones: &'a mut Ones,
    block: &'a Block,
    c: Each,
    duals: Vec<Each>,
    active: Vec<u32>,
    thresholds: Each,
    /// Whether the logistic loss asks for visits too.
    is_thorough: bool,
}

/// What a sweep has seen.
#[derive(Default)]
struct Seen {
    losses: Each,
    gaps: Each,
    violations: Each,
    cells: f64,
}

impl<'a> Visits<'a> {
    fn new(ones: &'a mut Ones, block: &'a Block, pace: &Pace) -> Self {
        let (mut duals, mut active) =
            (std::mem::take(&mut ones.duals), std::mem::take(&mut ones.active));
        duals.clear();
        duals.resize(block.len(), [0.0; LANES]);
        active.clear();
        active.extend(0..block.len() as u32);
        let (c, thresholds) = (ones.tradeoffs(pace.scale), [f64::INFINITY; LANES]);
        Visits { c, ones, block, duals, active, thresholds, is_thorough: pace.effort.finer }
    }

    fn run(&mut self, pace: &Pace) -> Closed {
        let (mut closed, mut random, arch) = (Closed::default(), pace.seed, Arch::new());
        for sweep in 0..pace.effort.sweeps {
            if sweep > 0 {
                shuffle(&mut self.active, &mut random);
            }
            let rows = self.active.len().max(1) as f64;
            let seen = arch.dispatch(|| self.sweep());
            closed.work += seen.cells;
            if sweep == 0 {
                closed.progressive = seen.losses;
            }
            self.thresholds = seen.violations.map(|violation| AT_REST * violation / rows);
            let rests = (0..LANES).all(|k| {
                seen.gaps[k] <= pace.effort.rest * closed.progressive[k] || self.follows(k)
            });
            if rests || self.active.is_empty() || closed.work >= pace.left {
                break;
            }
        }
        closed
    }

    /// Whether a witness moves where others do, and does not ask for visits of its own.
    fn follows(&self, k: usize) -> bool {
        !self.is_thorough && matches!(self.ones.lanes[k].loss, AnyLoss::Logistic(_))
    }

    /// Visits the rows that are not at rest.
    #[inline(always)]
    fn sweep(&mut self) -> Seen {
        let mut seen = Seen::default();
        let (mut at, mut kept) = (0, 0);
        while let Some(&i) = self.active.get(at) {
            if let Some(&next) = self.active.get(at + AHEAD) {
                self.block.rows.expect(next as usize);
            }
            at += 1;
            let rests = self.visit(i as usize, &mut seen);
            self.active[kept] = i;
            kept += usize::from(!rests);
        }
        self.active.truncate(kept);
        seen
    }

    /// Moves the dual variables of a row; whether all of them rest.
    #[inline(always)]
    fn visit(&mut self, i: usize, seen: &mut Seen) -> bool {
        let Asked { target, shift, weight, square } = self.block.asked[i];
        let scores = scores(self.block, i, &self.ones.table);
        let (mut moves, mut moved, mut rests) = ([0.0; LANES], false, true);
        seen.cells += self.block.rows.cells_of(i) as f64;
        for k in 0..LANES {
            let (c, d) = (self.c[k], self.duals[i][k]);
            let z = target * (scores[k] / c) - shift;
            let best = match &self.ones.lanes[k].loss {
                AnyLoss::Hinge(loss) => {
                    seen.losses[k] += weight * loss.value(z);
                    let room = loss.room(z, d, weight);
                    rests &= room > self.thresholds[k];
                    if room >= 0.0 {
                        continue;
                    }
                    seen.violations[k] -= room;
                    seen.gaps[k] += loss.discrepancy(z, d, weight);
                    let q = square / c;
                    loss.step(z - q * d, q, weight)
                }
                AnyLoss::Logistic(loss) => {
                    let p = loss.slope(z);
                    if self.is_thorough {
                        seen.losses[k] += weight * loss.value(z);
                        seen.gaps[k] += loss.discrepancy(z, d, weight);
                        rests &= (weight * p - d).abs() <= AT_HOME * weight;
                    }
                    let q = weight * square / c;
                    (d + (weight * p - d) / (1.0 + q * p * (1.0 - p))).clamp(0.0, weight)
                }
                loss => {
                    seen.losses[k] += weight * loss.value(z);
                    rests = false;
                    seen.gaps[k] += loss.discrepancy(z, d, weight);
                    let q = square / c;
                    loss.step_near(z - q * d, q, weight, d)
                }
            };
            moves[k] = best - d;
            moved |= best != d;
            self.duals[i][k] = best;
        }
        if moved {
            self.add(i, target, &moves);
        }
        rests
    }

    /// Takes moved dual variables into the potentials.
    #[inline(always)]
    fn add(&mut self, i: usize, target: f64, moves: &Each) {
        // One coordinate longer, for the sums, and room for a feature in the constant's place.
        let size = (2.0 * self.block.asked[i].square + 1.0).sqrt();
        let steps = moves.map(|by| target * by);
        for k in 0..LANES {
            self.ones.tallies[k].step(moves[k].abs() * size);
            self.ones.sums[k] += steps[k];
        }
        let table = &mut self.ones.table;
        self.block.rows.for_each_kept(i, |j, x| {
            let each = &mut table[j as usize];
            (0..LANES).for_each(|k| each[k] += steps[k] * x);
        });
    }
}
