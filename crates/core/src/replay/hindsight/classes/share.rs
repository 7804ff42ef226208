//! The best dual variables of one row, all others fixed:
//! `max sum_r d_r E_r - q/2 ((sum_r d_r)^2 + sum_r d_r^2)`, `d >= 0`, `sum d <= m`, with the misses
//! `E_r = e_r + q (D + d_r)` that the row would have without its own share D of the weights.
//!
//! `d_r = [E_r/q - theta]_+`, where theta is the sum of the d or, if that exceeds m, makes it m: a
//! projection onto a simplex, found by going down the largest ones. Only those above the larger of
//! half the largest and the largest less m can have mass, which are few.

/// Moves the dual variables of a row with these misses to their best values and lists what changed;
/// `q` is `|x|^2/c`, `cap` m and `total` the sum before.
#[inline]
pub(super) fn share(
    misses: &[f64],
    (q, cap, total): (f64, f64, f64),
    duals: &mut [f64],
    changes: &mut Vec<(usize, f64)>,
) {
    changes.clear();
    let rate = 1.0 / q;
    let all = misses.iter().zip(duals.iter()).map(|(e, d)| e * rate + (total + d));
    let largest = all.clone().fold(f64::NEG_INFINITY, |top, u| if u > top { u } else { top });
    if !(rate < f64::MAX && largest < f64::MAX) {
        return stuck(misses, cap, duals, changes);
    }
    let floor = (0.5 * largest).max(largest - cap).max(0.0);
    // At or above the floor: where two share evenly both are on it.
    changes.extend(all.enumerate().filter(|(_, u)| *u >= floor && *u > 0.0));
    changes.sort_unstable_by(|a, b| b.1.total_cmp(&a.1));
    let theta = threshold(changes, cap);
    changes.clear();
    let mut sum = 0.0;
    for (r, (e, d)) in misses.iter().zip(duals.iter_mut()).enumerate() {
        let best = (e * rate + (total + *d) - theta).max(0.0);
        if best != *d {
            changes.push((r, best - *d));
            *d = best;
        }
        sum += best;
    }
    if sum > cap {
        trim(cap, duals, changes);
    }
}

/// What is taken off each; the numbers fall.
fn threshold(falling: &[(usize, f64)], cap: f64) -> f64 {
    let (mut sum, mut theta) = (0.0, 0.0);
    for (count, &(_, u)) in falling.iter().enumerate() {
        if count > 0 && u <= theta {
            break;
        }
        sum += u;
        let free = sum / (count + 2) as f64;
        theta = if free <= cap { free } else { (sum - cap) / (count + 1) as f64 };
    }
    theta
}

/// What rounding put above the cap is taken off the largest.
#[cold]
fn trim(cap: f64, duals: &mut [f64], changes: &mut Vec<(usize, f64)>) {
    loop {
        let above = duals.iter().sum::<f64>() - cap;
        let larger = |a: usize, b: usize| if duals[b] > duals[a] { b } else { a };
        let Some(r) = (0..duals.len()).reduce(larger).filter(|_| above > 0.0) else { return };
        // At least one step of the numbers.
        let less = (duals[r] - above).min(duals[r].next_down()).max(0.0);
        changes.push((r, less - duals[r]));
        duals[r] = less;
    }
}

/// A row that moves no score: the largest miss takes all, if it is one.
#[cold]
fn stuck(misses: &[f64], cap: f64, duals: &mut [f64], changes: &mut Vec<(usize, f64)>) {
    let larger = |a: usize, b: usize| if misses[b] > misses[a] { b } else { a };
    let top = (0..duals.len()).reduce(larger).filter(|&r| misses[r] > 0.0);
    for (r, d) in duals.iter_mut().enumerate() {
        let best = if Some(r) == top { cap } else { 0.0 };
        if best != *d {
            changes.push((r, best - *d));
        }
        *d = best;
    }
}
