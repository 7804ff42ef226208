//! Loss, dual gain and duality gap of stored rounds at some weights.

use super::Stored;
use crate::loss::Loss;
use crate::round::Term;
use std::ops::AddAssign;

/// Loss, dual gain and duality gap of stored rounds at some weights w.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DualityGap {
    /// `sum_t g_t(w)`.
    pub loss: f64,
    /// What the dual variables of these rounds add to the dual: `sum_t -g_t*(lambda_t)`.
    pub gain: f64,
    /// `sum_t g_t(w) + g_t*(lambda_t) - <lambda_t, w>`, each term at least 0. At the weights of the
    /// learner it is the duality gap of the problem over the dual variables of these rounds with
    /// all others fixed, and if every round is stored it is `c f(w) + sum_t g_t(w) - D`.
    pub gap: f64,
}

impl AddAssign for DualityGap {
    fn add_assign(&mut self, other: DualityGap) {
        self.loss += other.loss;
        self.gain += other.gain;
        self.gap += other.gap;
    }
}

impl DualityGap {
    /// The loss, dual gain and gap of a group at these margins.
    pub(super) fn of_group<L: Loss>(
        loss: &L,
        round: &Stored,
        group: usize,
        margins: &[f64],
    ) -> Self {
        let constraints = &round.constraints[round.members(group)];
        let Some(worst) = margins.iter().copied().reduce(f64::min) else { return Self::default() };
        let (cap, total) = (round.cap(group), round.total(group));
        let (lost, gained) = (cap * loss.value(worst), loss.gain(total, cap));
        let along: f64 = constraints.iter().zip(margins).map(|(k, z)| k.dual * z).sum();
        let shifts: f64 = constraints.iter().map(|k| k.dual * k.shift).sum();
        DualityGap { loss: lost, gain: gained + shifts, gap: (lost - gained + along).max(0.0) }
    }

    /// The loss, dual gain and gap of a whole round, given the score of each (part, row).
    pub(super) fn of_round<L: Loss>(
        loss: &L,
        round: &Stored,
        score: impl Fn(usize, usize) -> f64,
        margins: &mut Vec<f64>,
    ) -> Self {
        let mut now = DualityGap::default();
        for group in 0..round.slacks.len() {
            measure(round, group, &score, margins);
            now += DualityGap::of_group(loss, round, group, margins);
        }
        now
    }
}

/// Writes `<a_i, w> - b_i` for the constraints of a group, given the score of each (part, row).
pub(super) fn measure(
    round: &Stored,
    group: usize,
    score: impl Fn(usize, usize) -> f64,
    margins: &mut Vec<f64>,
) {
    let of = |t: &Term| t.coef * score(t.part, t.row);
    let z = |i: usize| round.direction(i).iter().map(of).sum::<f64>() - round.constraints[i].shift;
    margins.clear();
    margins.extend(round.members(group).map(z));
}
