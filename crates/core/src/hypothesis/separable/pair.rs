//! The step between two rows on one instance, the usual one of label ranking.

use super::LinkSpace;
use crate::geometry::Link;
use crate::hypothesis::{Hypothesis, Response};
use crate::loss::Loss;
use crate::round::Direction;
use crate::solve::ranking::pair_step_logit;

impl<G: Link> LinkSpace<G> {
    /// The exact step between two rows on one instance whose entries are equal, where it is known
    /// in closed form: update II of label ranking.
    pub(super) fn exact_on_pair<L: Loss>(
        &self,
        direction: &Direction<'_>,
        z: f64,
        loss: &L,
        cap: f64,
    ) -> Option<f64> {
        let [up, down] = direction.terms else { return None };
        let is_pair =
            up.part == down.part && up.row != down.row && (up.coef, down.coef) == (1.0, -1.0);
        let (Some(kink), true) = (loss.kink(z), is_pair && direction.own == 0.0) else {
            return None;
        };
        let response = self.response(direction.parts, up.part, direction.view, direction.c);
        let Response::Logistic { scale, rate } = response else { return None };
        let score = |row: usize| direction.view.scores[up.part * self.rows() + row];
        // Rounding may leave a score above what it tends to.
        let logit = |row: usize| (score(row) / (scale - score(row)).max(0.0)).ln();
        let target = kink + (score(up.row) - score(down.row)) - z;
        let step = pair_step_logit(logit(up.row), logit(down.row), target / scale, rate * cap);
        (step.is_finite() && step >= 0.0).then_some((step / rate).min(cap))
    }
}
