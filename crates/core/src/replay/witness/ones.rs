//! Witnesses of rounds with one score: their potentials lie side by side, so that a visit looks at
//! a row once for all of them.

use super::block::{Asked, Block};
use super::bounds::{Bound, Fixed, Measure};
use super::effort::Effort;
use super::tally::Tally;
use super::visits::Visits;
use crate::loss::{AnyLoss, Hinge, Logistic, Loss, Squared};
use crate::number::Sum;
use crate::replay::work::Work;

/// How many witnesses there are.
pub(super) const LANES: usize = 4;
/// A visit of a row looks at so many numbers a witness besides its cells.
const BESIDES: usize = 4;

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
    /// The block under way, whose memory the next one gets.
    pub(super) visits: Visits,
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

/// What each witness loses on a block, and the weight of its mistakes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Judged {
    pub(super) losses: [Sum; LANES],
    pub(super) wrong: [Sum; LANES],
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
        Ones { lanes, table, sums, tallies, visits: Visits::default() }
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
        self.begin(pace);
        self.raise(block, pace, &mut Work::all());
        self.shown()
    }

    /// Begins to visit the rounds of a block.
    pub(super) fn begin(&mut self, pace: &Pace) {
        let c = self.tradeoffs(pace.scale);
        self.visits.begin(c, pace);
    }

    /// Goes on with that; whether it is done.
    pub(super) fn raise(&mut self, block: &Block, pace: &Pace, work: &mut Work) -> bool {
        let mut visits = std::mem::take(&mut self.visits);
        let is_done = visits.go_on(self, block, pace, work);
        self.visits = visits;
        is_done
    }

    /// What that has shown so far.
    pub(super) fn shown(&self) -> Closed {
        self.visits.closed()
    }

    /// Enters the dual variables of a round.
    pub(super) fn enter(&mut self, asked: &Asked, duals: &Each) {
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

    /// Counts what each loses on a round at its present weights; the numbers looked at.
    pub(super) fn judge(&self, block: &Block, i: usize, c: &Each, judged: &mut Judged) -> usize {
        let (asked, scores) = (block.asked[i], scores(block, i, &self.table));
        for k in 0..LANES {
            let z = asked.target * (scores[k] / c[k]) - asked.shift;
            let loss = &self.lanes[k].loss;
            judged.losses[k].add(asked.weight * loss.value(z));
            let wrong = !loss.two_sided() && z <= 0.0;
            judged.wrong[k].add(if wrong { asked.weight } else { 0.0 });
        }
        numbers_of(block, i)
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

/// Numbers that a visit of a row looks at.
#[inline(always)]
pub(super) fn numbers_of(block: &Block, i: usize) -> usize {
    (block.rows.cells_of(i) + BESIDES) * LANES
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
