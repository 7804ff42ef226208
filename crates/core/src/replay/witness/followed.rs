//! Fixed predictors whose loss on all rounds is known: those of the first block, one a loss, judged
//! by every block after it.

use super::block::Block;
use super::bounds::Fixed;
use super::classes::{self, Several};
use super::ones::{Closed, LANES, Pace, scores};
use super::run::{Kind, Witness};
use crate::loss::{AnyLoss, Loss};
use crate::number::Sum;
use pulp::Arch;
use std::ops::Range;

/// Predictors that are followed: one a loss.
pub(super) const FOLLOWED: usize = 2;

/// Fixed predictors of the first block, one a loss, and what they have lost since.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Followed {
    /// Weights: for one score those of each side by side, for classes of the one by coordinate and
    /// place.
    pub(super) ones: Vec<[f64; FOLLOWED]>,
    pub(super) several: Vec<f64>,
    /// Places of a coordinate, where there are classes.
    pub(super) classes: usize,
    pub(super) losses: [Sum; FOLLOWED],
    pub(super) mistakes: [Sum; FOLLOWED],
}

impl Followed {
    /// Counts what the predictors of one score lose on a block.
    #[inline(always)]
    fn judge(&mut self, block: &Block, losses: &[&AnyLoss]) {
        for (i, asked) in block.asked.iter().enumerate() {
            let scores = scores(block, i, &self.ones);
            for (at, loss) in losses.iter().enumerate() {
                let z = asked.target * scores[at] - asked.shift;
                self.losses[at].add(asked.weight * loss.value(z));
                let wrong = !loss.two_sided() && z <= 0.0;
                self.mistakes[at].add(if wrong { asked.weight } else { 0.0 });
            }
        }
    }
}

impl Witness {
    /// The predictors of the first block are judged by the rows of another.
    pub(super) fn follow(&mut self, block: &Block) {
        let Some(followed) = &mut self.followed else { return };
        match &self.kind {
            Kind::Several(_) => {
                let known = block.asked.iter().map(|asked| asked.class() + 1).max().unwrap_or(0);
                // A class that comes late asks more of earlier rows than they were judged by.
                if known > followed.classes {
                    self.followed = None;
                    return;
                }
                let classes = followed.classes;
                let mut one =
                    Several { classes: followed.classes, lanes: vec![Default::default()] };
                one.lanes[0].table = std::mem::take(&mut followed.several);
                one.widen(block.rows.width(), classes);
                followed.several = std::mem::take(&mut one.lanes[0].table);
                followed.classes = classes;
                let (loss, wrong) = classes::judge(block, classes, &followed.several, 1.0);
                followed.losses[0].absorb(&loss);
                followed.mistakes[0].absorb(&wrong);
            }
            Kind::Ones(ones) => {
                let losses: Vec<_> = ones.families().into_iter().map(|(_, range)| range).collect();
                let losses: Vec<_> =
                    losses.iter().map(|range| &ones.lanes[range.start].loss).collect();
                Arch::new().dispatch(|| followed.judge(block, &losses));
            }
        }
    }

    /// Of each loss the predictor whose witness did best before it saw the rows is followed from
    /// now on.
    pub(super) fn begin_to_follow(&mut self, block: &Block, pace: &Pace, closed: &[Closed]) {
        let mut followed = Followed::default();
        match &self.kind {
            Kind::Ones(ones) => {
                let (c, progressive) = (ones.tradeoffs(pace.scale), closed[0].progressive);
                let families = ones.families();
                let least = |range: &Range<usize>| {
                    let better = |a: usize, b| if progressive[b] < progressive[a] { b } else { a };
                    range.clone().reduce(better).unwrap_or(range.start)
                };
                let best: Vec<usize> = families.iter().map(|(_, range)| least(range)).collect();
                let weights = |each: &[f64; LANES]| {
                    std::array::from_fn(|at| best.get(at).map_or(0.0, |&k| each[k] / c[k]))
                };
                followed.ones = ones.table.iter().map(weights).collect();
                let (losses, wrong) = ones.judge(block, &c);
                for (at, &k) in best.iter().enumerate() {
                    (followed.losses[at], followed.mistakes[at]) = (losses[k], wrong[k]);
                }
            }
            Kind::Several(several) => {
                let judged = several.judge(block, pace.scale);
                let k = judged.len() / 2;
                let (lane, c) = (&several.lanes[k], several.lanes[k].kappa * pace.scale);
                followed.several = lane.table.iter().map(|v| v / c).collect();
                followed.classes = several.classes;
                (followed.losses[0], followed.mistakes[0]) = judged[k];
            }
        }
        self.followed = Some(Box::new(followed));
    }

    /// The predictors that were followed.
    pub(super) fn followed_found(&self) -> Vec<Vec<Fixed>> {
        let Some(followed) = &self.followed else { return Vec::new() };
        let fixed = |at: usize, norm: f64| Fixed {
            norm,
            loss: followed.losses[at].value(),
            mistakes: followed.mistakes[at].value(),
        };
        match &self.kind {
            Kind::Ones(ones) => {
                let norm = |at: usize| self.norm_of(followed.ones.iter().map(|each| [each[at]]));
                (0..ones.families().len()).map(|at| vec![fixed(at, norm(at))]).collect()
            }
            Kind::Several(_) => {
                let several = Several { classes: followed.classes, lanes: Vec::new() };
                vec![vec![fixed(0, self.norm_of_classes(&followed.several, &several, 1.0))]]
            }
        }
    }
}
