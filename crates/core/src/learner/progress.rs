//! What a round gained, for those who ask: by how much the dual value `D_c = A - c f*(v/c)` grew,
//! and how much more the best dual variables of the round would have given.
//!
//! Nothing is computed unless [`Learner::follow_progress`] asks for it: with several parts the
//! increase costs a pass over them, and a round that nobody follows should not pay. (Shalev-Shwartz
//! 2007, sec. 3.4: the increase is at least `g_t(w_t) - |subgradient|^2/(2c)` where the duals are
//! those of a subgradient or better.)

use super::{Composition, Learner, Scratch};
use crate::ascent::Ascent;
use crate::hypothesis::Hypothesis;
use crate::loss::Loss;
use crate::problem::Problem;
use crate::round::Direction;
use crate::schedule::Schedule;
use crate::vector::Instance;

/// What the last round gained.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// Increase of `D_c` at the trade-off c of the round. `None` where it is not that of a step
    /// alone: weights that are rescaled (ROMMA), directions that hold a share of the weights
    /// (uniclass), geometries that adapt to the data.
    pub increase: Option<f64>,
    /// The best increase is at most this much larger; 0 where a formula gives the best. `None`
    /// where the ascent takes another step than the best.
    pub gap: Option<f64>,
}

impl<P, L, A, H, S> Learner<P, L, A, H, S>
where
    P: Problem + Clone,
    L: Loss,
    A: Ascent,
    H: Hypothesis,
    S: Schedule,
{
    /// From the next round on, [`Learner::progress`] says what it gained.
    pub fn follow_progress(&mut self) {
        self.run.progress.get_or_insert_default();
    }

    /// What the last round gained; `None` if nobody follows.
    pub fn progress(&self) -> Option<Progress> {
        self.run.progress
    }
}

impl<P, L, A, H, S> Composition<'_, P, L, A, H, S>
where
    P: Problem + Clone,
    L: Loss,
    A: Ascent,
    H: Hypothesis,
    S: Schedule,
{
    /// Notes what the round is about to gain, before its step is applied.
    #[cold]
    pub(super) fn note_progress(self, parts: &[Instance<'_>], weight: f64, keep: f64) {
        let mut entry = self.blank_entry(weight);
        self.fill(&mut entry);
        let gain = entry.gain;
        if let Some(traced) = &mut self.run.traced {
            traced.note(&entry, &self.run.scratch, (keep, self.run.c));
        }
        let Scratch { view, block, moves, keeps, .. } = &mut self.run.scratch;
        let is_plain =
            keep == 1.0 && keeps.is_empty() && block.constraints.iter().all(|k| k.own == 0.0);
        block.combine(moves);
        let step = Direction { parts, view, terms: moves, own: 0.0, c: self.run.c, weight };
        let rise = if moves.is_empty() { 0.0 } else { self.hypothesis.rise(&step) };
        let known = is_plain && self.hypothesis.is_steady();
        let gap = if weight > 0.0 { self.ascent.gap(block) } else { None };
        self.run.progress = Some(Progress { increase: known.then_some(gain - rise), gap });
    }
}
