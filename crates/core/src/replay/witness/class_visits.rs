//! Sweeps over a block for witnesses of classes, one witness after another, which may be
//! interrupted after any row.

use super::block::Block;
use super::classes::{ClassLane, READING, Several, needs, targets};
use super::ones::{Closed, Pace};
use crate::number::{STRETCH, Sum, square_of_stretch};
use crate::replay::hindsight::classes::{ClassSearch, Pass, Paused, Raised, Target};
use crate::replay::work::Work;

/// A row is at rest if it has more room than so many times the mean violation.
const AT_REST: f64 = 2.0;

/// A block while it is visited.
#[derive(Clone, Debug, Default)]
pub(super) struct ClassVisits {
    targets: Vec<Target>,
    /// The weight of the rounds.
    most: f64,
    /// The witness under way, and what those before it have shown.
    way: Option<Way>,
    closed: Vec<Closed>,
}

/// How far a witness is.
#[derive(Clone, Debug)]
struct Way {
    search: Option<Paused>,
    pass: Option<Pass>,
    threshold: f64,
    random: u64,
    sweeps: u32,
    /// Whether there are no more sweeps.
    is_over: bool,
    closed: Closed,
    /// Rows whose dual variables were entered, and what they have raised.
    entered: usize,
    raised: Raised,
    /// Stretches of v whose squares were summed.
    measured: usize,
    square: Sum,
}

/// What is the same for all witnesses.
struct Task<'a> {
    block: &'a Block,
    targets: &'a [Target],
    most: f64,
    classes: usize,
    pace: &'a Pace,
    /// Visits of cells that a witness may take.
    left: f64,
}

impl ClassVisits {
    pub(super) fn new(block: &Block) -> Self {
        let targets = targets(block);
        let most = targets.iter().map(|target| target.weight).sum();
        ClassVisits { targets, most, ..ClassVisits::default() }
    }

    /// Goes on; whether all witnesses have visited and entered the rows.
    pub(super) fn go_on(
        &mut self,
        several: &mut Several,
        block: &Block,
        pace: &Pace,
        work: &mut Work,
    ) -> bool {
        let Several { classes, lanes } = several;
        let left = pace.left / lanes.len() as f64 / (*classes as f64 / READING);
        let ClassVisits { targets, most, way: under_way, closed } = self;
        let task = Task { block, targets, most: *most, classes: *classes, pace, left };
        for lane in lanes.iter_mut().skip(closed.len()) {
            let way = under_way.get_or_insert_with(|| Way::new(lane.kappa * pace.scale, &task));
            if !way.go_on(lane, &task, work) {
                return false;
            }
            closed.push(way.closed);
            *under_way = None;
        }
        true
    }

    /// What each has shown.
    pub(super) fn closed(self) -> Vec<Closed> {
        self.closed
    }
}

impl Way {
    fn new(c: f64, task: &Task<'_>) -> Self {
        Way {
            search: Some(Paused::new(c)),
            pass: None,
            threshold: f64::INFINITY,
            random: task.pace.seed,
            sweeps: 0,
            is_over: task.pace.effort.sweeps == 0,
            closed: Closed::default(),
            entered: 0,
            raised: Raised { sums: vec![0.0; task.classes], ..Raised::default() },
            measured: 0,
            square: Sum::default(),
        }
    }

    fn go_on(&mut self, lane: &mut ClassLane, task: &Task<'_>, work: &mut Work) -> bool {
        let Some(search) = self.search.take() else { return self.measure(lane, work) };
        let mut search = search.resume(&task.block.rows, task.targets, needs(task.classes));
        let is_entered = search.prepare(&lane.table, work)
            && self.sweep_all(&mut search, task, work)
            && self.enter(&search, lane, work);
        if !is_entered {
            self.search = Some(search.pause());
            return false;
        }
        self.measure(lane, work)
    }

    fn sweep_all(
        &mut self,
        search: &mut ClassSearch<'_>,
        task: &Task<'_>,
        work: &mut Work,
    ) -> bool {
        let (cells, effort) = (search.cells_a_row(), &task.pace.effort);
        while !self.is_over {
            let pass = self.pass.get_or_insert_with(|| search.begin_pass());
            if !search.sweep_on(pass, &mut self.random, self.threshold, work) {
                return false;
            }
            let seen = pass.seen;
            self.pass = None;
            self.sweeps += 1;
            self.closed.work += seen.visited as f64 * cells;
            self.threshold = AT_REST * seen.violation / seen.visited.max(1) as f64;
            let rests = seen.gap <= effort.rest * task.most || search.active() == 0;
            self.is_over = rests || self.closed.work >= task.left || self.sweeps >= effort.sweeps;
        }
        true
    }

    /// Enters the dual variables.
    fn enter(&mut self, search: &ClassSearch<'_>, lane: &mut ClassLane, work: &mut Work) -> bool {
        let is_done = work.go_on(&mut self.entered, search.rounds(), |i| {
            search.enter(i, &mut lane.table, &mut self.raised)
        });
        if is_done {
            let Raised { gain, sums, length } = &self.raised;
            lane.tally.gain.absorb(gain);
            lane.sums.iter_mut().zip(sums).for_each(|(sum, more)| *sum += more);
            // One addition a round and coordinate, none of which leaves v longer than this.
            lane.tally.reach += length;
            lane.tally.drift += search.rounds() as f64 * 2.0 * lane.tally.reach;
        }
        is_done
    }

    /// Measures v.
    fn measure(&mut self, lane: &mut ClassLane, work: &mut Work) -> bool {
        let stretches = lane.table.len().div_ceil(STRETCH);
        let is_done = work.go_on(&mut self.measured, stretches, |k| {
            let stretch = &lane.table[k * STRETCH..];
            self.square.add(square_of_stretch(&stretch[..stretch.len().min(STRETCH)]));
            STRETCH
        });
        if is_done {
            lane.tally.measured(self.square.value().sqrt());
        }
        is_done
    }
}

/// What weights `table/c` lose on a block, row by row.
#[derive(Clone, Debug)]
pub(super) struct ClassJudging {
    targets: Vec<Target>,
    search: Option<Paused>,
    at: usize,
    pub(super) losses: Sum,
    pub(super) wrong: Sum,
}

impl ClassJudging {
    pub(super) fn new(block: &Block, c: f64) -> Self {
        let (losses, wrong) = (Sum::default(), Sum::default());
        let search = Some(Paused::new(c));
        ClassJudging { targets: targets(block), search, at: 0, losses, wrong }
    }

    /// Goes on; whether all rows were judged.
    pub(super) fn go_on(
        &mut self,
        block: &Block,
        classes: usize,
        table: &[f64],
        work: &mut Work,
    ) -> bool {
        let Some(search) = self.search.take() else { return true };
        let ClassJudging { targets, at, losses, wrong, .. } = self;
        let mut search = search.resume(&block.rows, targets, needs(classes));
        let is_done = search.prepare(table, work)
            && work.go_on(at, targets.len(), |i| {
                let (loss, mistake, numbers) = search.judge(i);
                losses.add(targets[i].weight * loss);
                wrong.add(if mistake { targets[i].weight } else { 0.0 });
                numbers
            });
        self.search = (!is_done).then(|| search.pause());
        is_done
    }
}
