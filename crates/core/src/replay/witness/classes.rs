//! Witnesses of rounds with a score a class: each visits the block by itself, as the search for
//! the best predictor of several classes does
//! ([`hindsight`](crate::replay::hindsight)).

use super::block::{Asked, Block};
use super::bounds::{Fixed, Measure};
use super::class_visits::{ClassJudging, ClassVisits};
use super::ones::{Closed, Pace};
use super::tally::Tally;
use crate::number::Sum;
use crate::replay::hindsight::classes::{LANES as PLACES, Needs, Target};
use crate::replay::work::Work;

/// Kappas of the witnesses; with more classes than [`FEW`] only the second, whose visits cost as
/// much as those of the learner.
const KAPPAS: [f64; 3] = [12.0, 1.0, 0.15];
const FEW: usize = 8;
/// Work of reading a cell, in visits of one class.
pub(super) const READING: f64 = 5.0;
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
        self.meet(classes);
        self.make_room(width, &mut Work::all());
    }

    /// Makes room for so many classes.
    pub(super) fn meet(&mut self, classes: usize) {
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
        }
    }

    /// Goes on making room for so many coordinates; whether that is done.
    pub(super) fn make_room(&mut self, width: usize, work: &mut Work) -> bool {
        let numbers = width * self.stride();
        self.lanes.iter_mut().all(|lane| work.grow(&mut lane.table, numbers, &0.0))
    }

    /// Visits the rounds of a block and adds what they prove.
    pub(super) fn close(&mut self, block: &Block, pace: &Pace) -> Vec<Closed> {
        self.widen(block.rows.width(), block.classes());
        let mut visits = ClassVisits::new(block);
        visits.go_on(self, block, pace, &mut Work::all());
        visits.closed()
    }

    /// What each has lost on a block at its present weights, and the weight of its mistakes.
    pub(super) fn judge(&self, block: &Block, scale: f64) -> Vec<(Sum, Sum)> {
        let judge = |lane: &ClassLane| {
            let mut judging = ClassJudging::new(block, lane.kappa * scale);
            judging.go_on(block, self.classes, &lane.table, &mut Work::all());
            (judging.losses, judging.wrong)
        };
        self.lanes.iter().map(judge).collect()
    }

    /// What is proved; `norms` and `stretch` as they are measured.
    pub(super) fn measures(&self, norms: &[f64], stretch: f64, found: Vec<Fixed>) -> Vec<Measure> {
        let lanes = self.lanes.iter().zip(norms);
        let bounds = lanes.map(|(lane, norm)| lane.tally.bound(*norm, stretch)).collect();
        vec![Measure { loss: "hinge", bounds, found }]
    }
}

impl ClassLane {
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

/// What a witness asks of so many classes.
pub(super) fn needs(classes: usize) -> Needs<'static> {
    Needs { classes, margin: MARGIN, costs: &[] }
}

/// What the rounds of a block ask.
pub(super) fn targets(block: &Block) -> Vec<Target> {
    let of = |asked: &Asked| Target { class: asked.class(), weight: asked.weight };
    block.asked.iter().map(of).collect()
}
