//! `S <- {r : g_r < level(S)}` until nothing is dropped (Michelot, "A finite algorithm for finding
//! the projection of a point onto the canonical simplex", 1986).
//!
//! The level of any set is at least the solution, so an active class is never dropped; every pass
//! but the last drops one, hence at most `v + 1` passes.

use super::Gaps;

/// The level, exact up to rounding, from one that is not below it.
pub(super) fn refine(gaps: &Gaps<'_>, start: f64) -> f64 {
    let (mut level, mut last) = (start, usize::MAX);
    loop {
        let (count, sum) =
            gaps.below(level).fold((0, 0.0), |(count, sum), gap| (count + 1, sum + gap));
        if count == 0 || count >= last {
            return level;
        }
        (level, last) = (gaps.level(count, sum), count);
    }
}
