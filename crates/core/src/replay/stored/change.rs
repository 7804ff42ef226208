//! What a step on a stored round changes in the totals of the run.

use super::Stored;
use super::raise::Buffers;
use super::step::Step;
use crate::certificate::Change;
use crate::loss::Loss;
use crate::round::direction_length;

/// What this step changes; its direction is in `buffers.terms`.
pub(super) fn change_of<L: Loss>(
    loss: &L,
    round: &Stored,
    group: usize,
    step: Step,
    buffers: &Buffers,
) -> Change {
    let cap = round.cap(group);
    let (old, new) = (round.total(group), step.total(round, group));
    let mut change = Change {
        before: loss.gain(old, cap),
        after: loss.gain(new, cap),
        cancelled: cancelled(loss, old, cap) + cancelled(loss, new, cap),
        step: direction_length(&buffers.view, &buffers.terms),
        ..Change::default()
    };
    for (i, new) in step.all() {
        let (old, shift) = (round.constraints[i].dual, round.constraints[i].shift);
        let more = new.abs() - old.abs();
        change.before += old * shift;
        change.after += new * shift;
        change.cancelled += (old * shift).abs() + (new * shift).abs();
        change.mass += more;
        change.stretch += more * direction_length(&buffers.view, round.direction(i));
    }
    change
}

/// Bound on the terms that cancel in the gain: of `m d - k d^2` both follow from its values at d
/// and 2d.
fn cancelled<L: Loss>(loss: &L, d: f64, cap: f64) -> f64 {
    3.0 * loss.gain(d, cap).abs() + loss.gain(2.0 * d, cap).abs()
}
