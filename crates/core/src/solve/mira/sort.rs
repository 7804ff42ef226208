//! `psi = min_j level({g_(1), ..., g_(j)})` over the sorted gaps.

use super::Gaps;

/// The level, exact up to rounding.
pub(super) fn level(gaps: &Gaps<'_>, scratch: &mut Vec<f64>) -> f64 {
    let mut level = gaps.highest();
    scratch.clear();
    scratch.extend(gaps.candidates());
    if scratch.len() == 1 {
        return level;
    }
    scratch.sort_unstable_by(f64::total_cmp);
    let mut sum = 0.0;
    for (j, &gap) in scratch.iter().enumerate() {
        if gap >= level {
            break;
        }
        sum += gap;
        level = level.min(gaps.level(j + 1, sum));
    }
    level
}
