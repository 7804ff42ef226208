//! Fixed predictors whose loss on all rounds is known: those of the first block, one a loss, judged
//! by every block after it.

use super::block::Block;
use super::bounds::Fixed;
use super::class_visits::ClassJudging;
use super::classes::Several;
use super::ones::{Closed, Judged, LANES, Ones, Pace, numbers_of, scores};
use super::run::{Kind, Witness};
use crate::loss::{AnyLoss, Loss};
use crate::number::{STRETCH, Sum};
use crate::replay::work::Work;
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

/// Rows of a block that are being judged.
#[derive(Clone, Debug, Default)]
pub(super) struct Judging {
    /// Rows that were.
    at: usize,
    /// Predictors to be, and what they have lost.
    fresh: Followed,
    judged: Judged,
    /// Those of classes are judged by a search.
    classes: Option<ClassJudging>,
}

impl Followed {
    /// Counts what the predictors of one score lose on a row; the numbers looked at.
    #[inline(always)]
    fn judge(&mut self, block: &Block, i: usize, losses: &[&AnyLoss]) -> usize {
        let (asked, scores) = (&block.asked[i], scores(block, i, &self.ones));
        for (at, loss) in losses.iter().enumerate() {
            let z = asked.target * scores[at] - asked.shift;
            self.losses[at].add(asked.weight * loss.value(z));
            let wrong = !loss.two_sided() && z <= 0.0;
            self.mistakes[at].add(if wrong { asked.weight } else { 0.0 });
        }
        numbers_of(block, i)
    }

    /// Goes on counting what the predictor of classes loses on a block; whether that is done.
    fn judge_classes(&mut self, block: &Block, judging: &mut Judging, work: &mut Work) -> bool {
        let stride = Several { classes: self.classes, lanes: Vec::new() }.stride();
        let known = judging.classes.get_or_insert_with(|| ClassJudging::new(block, 1.0));
        let is_done = work.grow(&mut self.several, block.rows.width() * stride, &0.0)
            && known.go_on(block, self.classes, &self.several, work);
        if is_done {
            self.losses[0].absorb(&known.losses);
            self.mistakes[0].absorb(&known.wrong);
        }
        is_done
    }
}

impl Witness {
    /// Goes on judging the predictors of the first block by the rows of another; whether that is
    /// done.
    pub(super) fn follow(&mut self, block: &Block, judging: &mut Judging, work: &mut Work) -> bool {
        let Some(followed) = &mut self.followed else { return true };
        match &self.kind {
            Kind::Several(_) => followed.judge_classes(block, judging, work),
            Kind::Ones(ones) => {
                let families = ones.families();
                let losses: Vec<_> =
                    families.iter().map(|(_, range)| &ones.lanes[range.start].loss).collect();
                Arch::new().dispatch(|| {
                    let judge = |i| followed.judge(block, i, &losses);
                    work.go_on(&mut judging.at, block.len(), judge)
                })
            }
        }
    }

    /// Of each loss the predictor whose witness did best before it saw the rows is followed from
    /// now on; goes on finding what they lose on these, and says whether that is done.
    pub(super) fn begin_to_follow(
        &mut self,
        block: &Block,
        pace: &Pace,
        closed: &[Closed],
        judging: &mut Judging,
        work: &mut Work,
    ) -> bool {
        let is_done = match &self.kind {
            Kind::Ones(ones) => judging.best_of_ones(ones, block, pace, closed, work),
            Kind::Several(several) => judging.middle_of(several, block, pace, work),
        };
        if is_done {
            self.followed = Some(Box::new(std::mem::take(&mut judging.fresh)));
        }
        is_done
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

impl Judging {
    fn best_of_ones(
        &mut self,
        ones: &Ones,
        block: &Block,
        pace: &Pace,
        closed: &[Closed],
        work: &mut Work,
    ) -> bool {
        let Judging { at, fresh, judged, .. } = self;
        let (c, progressive) = (ones.tradeoffs(pace.scale), closed[0].progressive);
        let least = |range: Range<usize>| {
            let better = |a: usize, b| if progressive[b] < progressive[a] { b } else { a };
            range.clone().reduce(better).unwrap_or(range.start)
        };
        let best: Vec<usize> = ones.families().into_iter().map(|(_, range)| least(range)).collect();
        let weights = |each: &[f64; LANES]| {
            std::array::from_fn(|at| best.get(at).map_or(0.0, |&k| each[k] / c[k]))
        };
        let mut known = fresh.ones.len();
        fresh.ones.reserve_exact(ones.table.len() - known);
        let is_done = work.go_on(&mut known, ones.table.len(), |j| {
            fresh.ones.push(weights(&ones.table[j]));
            LANES
        }) && work.go_on(at, block.len(), |i| ones.judge(block, i, &c, judged));
        for (at, &k) in best.iter().enumerate() {
            (fresh.losses[at], fresh.mistakes[at]) = (judged.losses[k], judged.wrong[k]);
        }
        is_done
    }

    fn middle_of(
        &mut self,
        several: &Several,
        block: &Block,
        pace: &Pace,
        work: &mut Work,
    ) -> bool {
        let lane = &several.lanes[several.lanes.len() / 2];
        let (c, fresh) = (lane.kappa * pace.scale, &mut self.fresh);
        fresh.classes = several.classes;
        let mut known = fresh.several.len().div_ceil(STRETCH);
        fresh.several.reserve_exact(lane.table.len() - fresh.several.len());
        let is_known = work.go_on(&mut known, lane.table.len().div_ceil(STRETCH), |k| {
            let stretch = &lane.table[k * STRETCH..];
            let stretch = &stretch[..stretch.len().min(STRETCH)];
            fresh.several.extend(stretch.iter().map(|v| v / c));
            STRETCH
        });
        let judging = self.classes.get_or_insert_with(|| ClassJudging::new(block, c));
        let is_done = is_known && judging.go_on(block, several.classes, &lane.table, work);
        (fresh.losses[0], fresh.mistakes[0]) = (judging.losses, judging.wrong);
        is_done
    }
}
