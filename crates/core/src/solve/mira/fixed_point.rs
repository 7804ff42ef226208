//! Fixed point of `psi = level(v, sum_r min(psi, g_r))` over the `v` candidates.
//!
//! Started above the solution it falls monotonically, and the error shrinks by `1 - u/(v + 1)` or
//! better for `u` active classes: about `(v + 1)/u ln(v/tolerance)` iterations.

use super::Gaps;

const TOLERANCE: f64 = 1e-13;
const ITERATIONS: usize = 1000;

/// The level from above, within about `v` times the tolerance unless the iterations ran out.
pub(super) fn level(gaps: &Gaps<'_>) -> f64 {
    let count = gaps.candidates().count();
    let mut level = gaps.highest();
    for _ in 0..ITERATIONS {
        let sum = gaps.candidates().map(|gap| gap.min(level)).sum();
        let next = gaps.level(count, sum);
        if level - next <= TOLERANCE * level {
            break;
        }
        level = next;
    }
    level
}
