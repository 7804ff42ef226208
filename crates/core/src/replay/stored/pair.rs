//! Two rounds of one constraint each at once, in the Euclidean geometry with the hinge: in the two
//! dual variables D is `h d - d'Qd/2` up to a constant, with `Q_ij = <a_i,a_j>/c` and
//! `h = margin - z + Qd` at any dual variables d. (Shalev-Shwartz 2007, sec. 5.2.2, claims a closed
//! form without giving it.)

use super::raise::{Buffers, LearnerParts};
use super::round::{Stored, with_parts};
use crate::geometry::Curvature;
use crate::hypothesis::{Hypothesis, Response};
use crate::loss::Loss;
use crate::solve::box_pair;

impl<L: Loss, H: Hypothesis> LearnerParts<'_, L, H> {
    /// Gives both rounds their best dual variables; false, and nothing done, where there is no
    /// closed form.
    pub(crate) fn raise_two(&mut self, rounds: [&mut Stored; 2], buffers: &mut Buffers) -> bool {
        if self.loss.two_sided() || !self.loss.linear_gain() {
            return false;
        }
        let [a, b] = rounds;
        let (Some((miss_a, q_a)), Some((miss_b, q_b))) =
            (self.miss(a, buffers), self.miss(b, buffers))
        else {
            return false;
        };
        let cross = a.inner(b, self.hypothesis) / self.c;
        let (old, q) = ([a.constraints[0].dual, b.constraints[0].dual], [q_a, cross, q_b]);
        let h = [miss_a + q_a * old[0] + cross * old[1], miss_b + cross * old[0] + q_b * old[1]];
        let new = box_pair(h, q, [a.cap(0), b.cap(0)]);
        let value = |d: [f64; 2]| {
            d[0] * h[0] + d[1] * h[1]
                - 0.5 * (q_a * d[0] * d[0] + 2.0 * cross * d[0] * d[1] + q_b * d[1] * d[1])
        };
        if value(new) > value(old) {
            self.set(a, new[0], buffers);
            self.set(b, new[1], buffers);
        }
        true
    }

    /// `margin - z` and curvature of a round of one constraint whose scores answer linearly.
    fn miss(&self, round: &Stored, buffers: &mut Buffers) -> Option<(f64, f64)> {
        let [constraint] = &*round.constraints else { return None };
        with_parts(&round.parts, |parts| {
            self.see(parts, buffers);
            let response = self.hypothesis.response(parts, 0, &buffers.view, self.c);
            let direction = self.along(parts, &round.terms, &buffers.view, round.cap(0));
            let z = direction.slope(self.hypothesis.rows()) - constraint.shift;
            let q = self.hypothesis.curvature(&direction, Curvature::Width);
            let linear = matches!(response, Response::Linear { .. });
            self.loss.kink(z).filter(|_| linear).map(|kink| (kink - z, q))
        })
    }
}
