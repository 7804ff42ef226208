//! What a step on a stored round changes in the totals of the run.

use super::Stored;
use super::raise::Desk;
use super::step::Step;
use crate::loss::Loss;
use crate::round::direction_length;

/// The change of one group of a stored round.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Change {
    /// What the moved dual variables, and the total of the group, added to A before.
    pub(crate) before: f64,
    /// What they add now.
    pub(crate) after: f64,
    /// Size of the terms that cancelled in the two.
    pub(crate) blur: f64,
    /// Change of the sum of the dual variables (in size).
    pub(crate) mass: f64,
    /// Change of `sum_i |d_i| |a_i|`, which bounds the group's share of v.
    pub(crate) stretch: f64,
    /// Dual norm of what is added to v, or a bound on it.
    pub(crate) step: f64,
}

impl Change {
    /// What this step changes; its direction is in `desk.terms`.
    pub(super) fn of<L: Loss>(
        loss: &L,
        round: &Stored,
        group: usize,
        step: Step,
        desk: &Desk,
    ) -> Self {
        let cap = round.cap(group);
        let (old, new) = (round.total(group), step.total(round, group));
        let mut change = Change {
            before: loss.gain(old, cap),
            after: loss.gain(new, cap),
            blur: cancelled(loss, old, cap) + cancelled(loss, new, cap),
            step: direction_length(&desk.view, &desk.terms),
            ..Change::default()
        };
        for (i, new) in step.all() {
            let (old, shift) = (round.asked[i].dual, round.asked[i].shift);
            let more = new.abs() - old.abs();
            change.before += old * shift;
            change.after += new * shift;
            change.blur += (old * shift).abs() + (new * shift).abs();
            change.mass += more;
            change.stretch += more * direction_length(&desk.view, round.direction(i));
        }
        change
    }
}

/// Bound on the terms that cancel in the gain: of `m d - k d^2` both follow from its values at d and 2d.
fn cancelled<L: Loss>(loss: &L, d: f64, cap: f64) -> f64 {
    3.0 * loss.gain(d, cap).abs() + loss.gain(2.0 * d, cap).abs()
}
