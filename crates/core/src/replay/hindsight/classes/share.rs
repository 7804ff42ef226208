//! The best dual variables of one row, all others fixed:
//! `max sum_r d_r E_r - q/2 ((sum_r d_r)^2 + sum_r d_r^2)`, `d >= 0`, `sum d <= m`, with the misses
//! `E_r = e_r + q (D + d_r)` that the row would have without its own share D of the weights.
//!
//! `d_r = [E_r/q - theta]_+`, where theta is the sum of the d or, if that exceeds m, makes it m: the
//! root of `sum_r [E_r/q - theta]_+ - min(theta, m)`, which is convex, falls and is not negative at
//! the larger of half the largest `E_r/q` and the largest less m. From there Newton's method goes up
//! to it, in as many steps as sets of classes are met; no sorting.

/// What the dual variables of a row are bound by.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    /// `|x|^2/c`.
    pub(super) q: f64,
    /// m.
    pub(super) cap: f64,
    /// The sum before.
    pub(super) total: f64,
}

/// Moves the dual variables of a row with these misses to their best values and lists what changed;
/// the misses are used up.
#[inline(always)]
pub(super) fn share(
    misses: &mut [f64],
    Row { q, cap, total }: Row,
    duals: &mut [f64],
    changes: &mut Vec<(usize, f64)>,
) {
    changes.clear();
    let rate = 1.0 / q;
    let height = |e: f64, d: f64| e * rate + (total + d);
    let mut tops = [f64::NEG_INFINITY; 4];
    for (e, d) in misses.as_chunks::<4>().0.iter().zip(duals.as_chunks::<4>().0) {
        for k in 0..4 {
            let u = height(e[k], d[k]);
            tops[k] = if u > tops[k] { u } else { tops[k] };
        }
    }
    let largest = tops.into_iter().fold(f64::NEG_INFINITY, f64::max);
    if !(rate < f64::MAX && largest < f64::MAX) {
        return stuck(misses, cap, duals, changes);
    }
    let heights = misses;
    heights.iter_mut().zip(duals.iter()).for_each(|(e, d)| *e = height(*e, *d));
    let theta = threshold(heights, largest, cap);
    let mut sum = 0.0;
    for (r, (u, d)) in heights.iter().zip(duals.iter_mut()).enumerate() {
        let best = (u - theta).max(0.0);
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

/// What is taken off each.
#[inline(always)]
fn threshold(heights: &[f64], largest: f64, cap: f64) -> f64 {
    let mut theta = (0.5 * largest).max(largest - cap).max(0.0);
    loop {
        let (mut sums, mut counts) = ([0.0; 4], [0.0; 4]);
        for four in heights.as_chunks::<4>().0 {
            for k in 0..4 {
                let is_above = four[k] > theta;
                sums[k] += if is_above { four[k] } else { 0.0 };
                counts[k] += if is_above { 1.0 } else { 0.0 };
            }
        }
        let (sum, count) = (sums.iter().sum::<f64>(), counts.iter().sum::<f64>());
        if count == 0.0 {
            return theta;
        }
        let next = (sum / (count + 1.0)).max((sum - cap) / count);
        if next <= theta {
            return theta;
        }
        theta = next;
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::xorshift_star;

    /// By bisection.
    fn slow_threshold(heights: &[f64], cap: f64) -> f64 {
        let above = |theta: f64| heights.iter().map(|u| (u - theta).max(0.0)).sum::<f64>();
        let (mut low, mut high) = (0.0, heights.iter().fold(0.0, |top: f64, u| top.max(*u)));
        for _ in 0..200 {
            let mid = 0.5 * (low + high);
            if above(mid) > mid.min(cap) { low = mid } else { high = mid }
        }
        high
    }

    #[test]
    fn threshold_is_the_root() {
        let mut random = 7;
        for trial in 0..2000 {
            let mut number = || (xorshift_star(&mut random) >> 11) as f64 / (1u64 << 53) as f64;
            let (size, cap) = (10f64.powf(6.0 * number() - 3.0), 10f64.powf(2.0 * number() - 1.0));
            let mut heights: Vec<f64> = (0..24).map(|_| size * (number() - 0.3)).collect();
            // Places without a class, and equals.
            heights[20..].fill(f64::NEG_INFINITY);
            if trial % 3 == 0 {
                heights[5] = heights[4];
            }
            let largest = heights.iter().fold(f64::NEG_INFINITY, |top, u| u.max(top));
            let (fast, slow) = (threshold(&heights, largest, cap), slow_threshold(&heights, cap));
            assert!((fast - slow).abs() <= 1e-12 * size, "{trial}: {fast} {slow}");
        }
    }

    #[test]
    fn a_row_without_misses_and_mass_stays() {
        let (mut misses, mut duals, mut changes) = ([-1.0; 8], [0.0; 8], Vec::new());
        share(&mut misses, Row { q: 2.0, cap: 1.0, total: 0.0 }, &mut duals, &mut changes);
        assert!(changes.is_empty() && duals == [0.0; 8]);
    }
}
