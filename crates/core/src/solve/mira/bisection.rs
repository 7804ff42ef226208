//! Bisection of `sum_r [psi - g_r]_+ = min(max e - psi, C)`, whose left side rises and right side
//! falls.
//!
//! The bracket `[level(v, 0), level(1, 0)]` spans a factor of at most `v`: `log2(v/tolerance)`
//! steps.

use super::Gaps;

const TOLERANCE: f64 = 1e-13;

/// The level from above, within the tolerance.
pub(super) fn level(gaps: &Gaps<'_>) -> f64 {
    let (mut low, mut high) = (gaps.level(gaps.candidates().count(), 0.0), gaps.highest());
    while high - low > TOLERANCE * high {
        let middle = low + 0.5 * (high - low);
        if middle <= low || middle >= high {
            break;
        }
        if is_above(gaps, middle) {
            high = middle;
        } else {
            low = middle;
        }
    }
    high
}

fn is_above(gaps: &Gaps<'_>, level: f64) -> bool {
    let mass: f64 = gaps.below(level).map(|gap| level - gap).sum();
    mass >= gaps.cap.min(gaps.top - level)
}
