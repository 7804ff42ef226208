//! Witnesses of rounds with a score a class: each visits the block by itself, as the search for
//! the best predictor of several classes does
//! ([`hindsight`](crate::replay::hindsight)).

use super::block::Block;
use super::bounds::{Fixed, Measure};
use super::ones::{Closed, Pace};
use super::tally::Tally;
use crate::number::{Sum, square_of};
use crate::replay::hindsight::classes::{ClassSearch, LANES as PLACES, Needs, Target};

/// Kappas of the witnesses; with more classes than [`FEW`] only the second, whose visits cost as
/// much as those of the learner.
const KAPPAS: [f64; 3] = [12.0, 1.0, 0.15];
const FEW: usize = 8;
/// Work of reading a cell, in visits of one class.
const READING: f64 = 5.0;
/// A row is at rest if it has more room than so many times the mean violation.
const AT_REST: f64 = 2.0;
/// The required lead.
const MARGIN: f64 = 1.0;

/// One witness.
#[derive(Clone, Debug, Default)]
pub(super) struct ClassLane {
    pub(super) kappa: f64,
    /// v, by coordinate and place of a class.
    pub(super) table: Vec<f64>,
    /// A class each: the sum of what was added to v, each row taken for 1.
    pub(super) sums: Vec<f64>,
    pub(super) tally: Tally,
}

/// The witnesses.
#[derive(Clone, Debug, Default)]
pub(super) struct Several {
    pub(super) classes: usize,
    pub(super) lanes: Vec<ClassLane>,
}

impl Several {
    /// Fresh witnesses for so many classes; their kappas are multiplied by `factor`.
    pub(super) fn new(classes: usize, factor: f64, all: bool) -> Self {
        let kappas = if classes <= FEW || all { &KAPPAS[..] } else { &KAPPAS[1..2] };
        let lane = |kappa: &f64| ClassLane { kappa: kappa * factor, ..ClassLane::default() };
        Several { classes, lanes: kappas.iter().map(lane).collect() }
    }

    /// Places of a coordinate.
    pub(super) fn stride(&self) -> usize {
        stride(self.classes)
    }

    /// Visits of the cells of a row that count as one visit of them, and what reading a cell
    /// allows.
    pub(super) fn price(&self) -> (f64, f64) {
        let classes = self.classes.max(1) as f64;
        (classes / READING, 1.0 + classes / READING)
    }

    /// Makes room for so many coordinates and classes.
    pub(super) fn widen(&mut self, width: usize, classes: usize) {
        let (old, new) = (self.stride(), stride(classes.max(self.classes)));
        self.classes = classes.max(self.classes);
        for lane in &mut self.lanes {
            lane.sums.resize(self.classes, 0.0);
            if old != new {
                let mut table = vec![0.0; lane.table.len() / old * new];
                for (to, from) in table.chunks_exact_mut(new).zip(lane.table.chunks_exact(old)) {
                    to[..old.min(new)].copy_from_slice(&from[..old.min(new)]);
                }
                lane.table = table;
            }
            if lane.table.len() < width * new {
                lane.table.resize(width * new, 0.0);
            }
        }
    }

    /// Visits the rounds of a block and adds what they prove.
    pub(super) fn close(&mut self, block: &Block, pace: &Pace) -> Vec<Closed> {
        let known = block.asked.iter().map(|asked| asked.class() + 1).max().unwrap_or(0);
        self.widen(block.rows.width(), known);
        let (targets, classes) = (targets(block), self.classes);
        let needs = Needs { classes, margin: MARGIN, costs: &[] };
        let left = pace.left / self.lanes.len() as f64;
        let most: f64 = targets.iter().map(|target| target.weight).sum();
        let close = |lane: &mut ClassLane| {
            let c = lane.kappa * pace.scale;
            let search = ClassSearch::new(&block.rows, &targets, needs, c).upon(&lane.table);
            let closed = lane.raise(search, pace, left / (classes as f64 / READING), most);
            lane.tally.measured(square_of(&lane.table).sqrt());
            closed
        };
        self.lanes.iter_mut().map(close).collect()
    }

    /// What each has lost on a block at its present weights, and the weight of its mistakes.
    pub(super) fn judge(&self, block: &Block, scale: f64) -> Vec<(Sum, Sum)> {
        let tables = self.lanes.iter().map(|lane| (&lane.table[..], lane.kappa * scale));
        tables.map(|(table, c)| judge(block, self.classes, table, c)).collect()
    }

    /// What is proved; `norms` and `stretch` as they are measured.
    pub(super) fn measures(&self, norms: &[f64], stretch: f64, found: Vec<Fixed>) -> Vec<Measure> {
        let lanes = self.lanes.iter().zip(norms);
        let bounds = lanes.map(|(lane, norm)| lane.tally.bound(*norm, stretch)).collect();
        vec![Measure { loss: "hinge", bounds, found }]
    }
}

impl ClassLane {
    fn raise(&mut self, mut search: ClassSearch<'_>, pace: &Pace, left: f64, most: f64) -> Closed {
        let (mut closed, mut random) = (Closed::default(), pace.seed);
        let (mut threshold, cells) = (f64::INFINITY, search.cells_a_row());
        for _ in 0..pace.effort.sweeps {
            let (gap, violation, visited) = search.sweep_once(&mut random, threshold);
            closed.work += visited as f64 * cells;
            threshold = AT_REST * violation / visited.max(1) as f64;
            let rests = gap <= pace.effort.rest * most;
            if rests || search.active() == 0 || closed.work >= left {
                break;
            }
        }
        let raised = search.finish(&mut self.table);
        self.tally.gain.absorb(&raised.gain);
        self.sums.iter_mut().zip(&raised.sums).for_each(|(sum, more)| *sum += more);
        // One addition a round and coordinate, none of which leaves v longer than this.
        self.tally.reach += raised.length;
        self.tally.drift += search.rounds() as f64 * 2.0 * self.tally.reach;
        closed
    }

    /// The length of v, whose coordinates are mapped first: coordinate, v, the sum of its class.
    pub(super) fn norms(
        &self,
        classes: usize,
        stride: usize,
        map: impl Fn(usize, f64, f64) -> f64,
    ) -> f64 {
        let mut square = Sum::default();
        for (j, places) in self.table.chunks_exact(stride).enumerate() {
            for (v, sum) in places[..classes].iter().zip(&self.sums) {
                square.add(map(j, *v, *sum).powi(2));
            }
        }
        square.value().sqrt()
    }
}

fn stride(classes: usize) -> usize {
    classes.max(1).next_multiple_of(PLACES)
}

fn targets(block: &Block) -> Vec<Target> {
    let of = |asked: &super::block::Asked| Target { class: asked.class(), weight: asked.weight };
    block.asked.iter().map(of).collect()
}

/// What the weights `table/c` lose on a block, and the weight of their mistakes.
pub(super) fn judge(block: &Block, classes: usize, table: &[f64], c: f64) -> (Sum, Sum) {
    let targets = targets(block);
    let needs = Needs { classes, margin: MARGIN, costs: &[] };
    let mut search = ClassSearch::new(&block.rows, &targets, needs, c).upon(table);
    let (mut losses, mut wrong) = (Sum::default(), Sum::default());
    search.judge(|i, loss, mistake| {
        losses.add(targets[i].weight * loss);
        wrong.add(if mistake { targets[i].weight } else { 0.0 });
    });
    (losses, wrong)
}
