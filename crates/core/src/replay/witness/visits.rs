//! Sweeps over a block for witnesses of one score, which may be interrupted after any row: sweeps
//! until the rows rest or the work is done, then their dual variables are entered.

use super::block::Block;
use super::ones::{Closed, Each, LANES, Ones, Pace, numbers_of};
use super::visitor::{Seen, Visitor};
use crate::loss::AnyLoss;
use crate::number::Sum;
use crate::replay::hindsight::shuffle_on;
use crate::replay::work::Work;
use pulp::Arch;

/// How many rows ahead one is asked for.
const AHEAD: usize = 4;
/// A margin is at rest if it has more room than so many times the mean violation.
const AT_REST: f64 = 2.0;

/// A block while it is visited, and the memory for the next one.
#[derive(Clone, Debug, Default)]
pub(super) struct Visits {
    duals: Vec<Each>,
    active: Vec<u32>,
    way: Way,
}

/// How far the visits are.
#[derive(Clone, Copy, Debug, Default)]
struct Way {
    c: Each,
    thresholds: Each,
    /// Whether the logistic loss asks for visits too.
    is_thorough: bool,
    random: u64,
    sweep: Sweep,
    sweeps: u32,
    /// Whether there are no more sweeps.
    is_over: bool,
    closed: Closed,
    /// Rows whose dual variables were entered.
    entered: usize,
    /// Coordinates whose squares were summed.
    measured: usize,
    squares: [Sum; LANES],
}

/// A sweep under way.
#[derive(Clone, Copy, Debug, Default)]
struct Sweep {
    /// How much of the order is still to be shuffled.
    left: usize,
    /// The place in the order, and how many rows before it are kept.
    at: usize,
    kept: usize,
    seen: Seen,
}

impl Visits {
    /// Begins a block with these trade-offs.
    pub(super) fn begin(&mut self, c: Each, pace: &Pace) {
        self.duals.clear();
        self.active.clear();
        let is_thorough = pace.effort.finer;
        let (thresholds, random) = ([f64::INFINITY; LANES], pace.seed);
        let is_over = pace.effort.sweeps == 0;
        self.way = Way { c, thresholds, is_thorough, random, is_over, ..Way::default() };
    }

    /// Goes on; whether the rows were visited and entered.
    pub(super) fn go_on(
        &mut self,
        ones: &mut Ones,
        block: &Block,
        pace: &Pace,
        work: &mut Work,
    ) -> bool {
        self.make_room(ones, block, work)
            && self.sweep_all(ones, block, pace, work)
            && self.enter(ones, block, work)
            && self.measure(ones, work)
    }

    /// What the visits have shown.
    pub(super) fn closed(&self) -> Closed {
        self.way.closed
    }

    fn make_room(&mut self, ones: &mut Ones, block: &Block, work: &mut Work) -> bool {
        let mut known = self.duals.len();
        let is_known = work.go_on(&mut known, block.len(), |i| {
            self.duals.push([0.0; LANES]);
            self.active.push(i as u32);
            LANES
        });
        is_known && work.grow(&mut ones.table, block.rows.width(), &[0.0; LANES])
    }

    fn sweep_all(&mut self, ones: &mut Ones, block: &Block, pace: &Pace, work: &mut Work) -> bool {
        let arch = Arch::new();
        while !self.way.is_over {
            let Way { random, sweep, .. } = &mut self.way;
            let is_done = shuffle_on(&mut self.active, random, &mut sweep.left, work)
                && arch.dispatch(|| self.sweep(ones, block, work));
            if !is_done {
                return false;
            }
            self.end_sweep(ones, pace);
        }
        true
    }

    /// Takes stock after a sweep.
    fn end_sweep(&mut self, ones: &Ones, pace: &Pace) {
        let Sweep { seen, at, kept, .. } = self.way.sweep;
        self.active.truncate(kept);
        let rows = at.max(1) as f64;
        self.way.closed.work += seen.cells;
        if self.way.sweeps == 0 {
            self.way.closed.progressive = seen.losses;
        }
        self.way.thresholds = seen.violations.map(|violation| AT_REST * violation / rows);
        self.way.sweeps += 1;
        let Way { closed: Closed { progressive, work }, sweeps, .. } = self.way;
        let rests = (0..LANES)
            .all(|k| seen.gaps[k] <= pace.effort.rest * progressive[k] || self.follows(ones, k));
        let is_used_up = work >= pace.left || sweeps >= pace.effort.sweeps;
        self.way.is_over = rests || self.active.is_empty() || is_used_up;
        self.way.sweep = Sweep { left: self.active.len(), ..Sweep::default() };
    }

    /// Whether a witness moves where others do, and does not ask for visits of its own.
    fn follows(&self, ones: &Ones, k: usize) -> bool {
        !self.way.is_thorough && matches!(ones.lanes[k].loss, AnyLoss::Logistic(_))
    }

    /// Goes on visiting the rows that are not at rest; whether it is over.
    #[inline(always)]
    fn sweep(&mut self, ones: &mut Ones, block: &Block, work: &mut Work) -> bool {
        let Way { c, thresholds, is_thorough, .. } = self.way;
        let (active, duals) = (&mut self.active[..], &mut self.duals[..]);
        let mut visitor = Visitor { ones, block, duals, c, thresholds, is_thorough };
        let Sweep { mut at, mut kept, mut seen, .. } = self.way.sweep;
        while let Some(&i) = active.get(at).filter(|_| work.lasts()) {
            if let Some(&next) = active.get(at + AHEAD) {
                block.rows.expect(next as usize);
            }
            at += 1;
            let rests = visitor.visit(i as usize, &mut seen);
            active[kept] = i;
            kept += usize::from(!rests);
            work.spend(numbers_of(block, i as usize));
        }
        self.way.sweep = Sweep { at, kept, seen, ..self.way.sweep };
        at == self.active.len()
    }

    /// Enters the dual variables.
    fn enter(&mut self, ones: &mut Ones, block: &Block, work: &mut Work) -> bool {
        work.go_on(&mut self.way.entered, block.len(), |i| {
            ones.enter(&block.asked[i], &self.duals[i]);
            LANES
        })
    }

    /// Measures v.
    fn measure(&mut self, ones: &mut Ones, work: &mut Work) -> bool {
        let Way { measured, squares, .. } = &mut self.way;
        let is_done = work.go_on(measured, ones.table.len(), |j| {
            squares.iter_mut().zip(ones.table[j]).for_each(|(square, v)| square.add(v * v));
            LANES
        });
        if is_done {
            let norms = squares.map(|square| square.value().sqrt());
            ones.tallies.iter_mut().zip(norms).for_each(|(tally, norm)| tally.measured(norm));
        }
        is_done
    }
}
