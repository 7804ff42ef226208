//! A separable concave problem under one budget (SimOpt of simultaneous projections, section 5.4,
//! Fig. 4): `max sum_j g_j(l_j)` subject to `l >= 0`, `sum l <= C`.
//!
//! Additive form, `g_j(l) = m_j l - v_j l^2 / 2`: `l_j = [m_j - tau]_+ / v_j`, `tau >= 0` the price
//! of the budget. Written with the gaps `d_j = max m - m_j` and `psi = max m - tau`, for the active
//! rows `H`
//!
//! ```text
//! psi = min(max m, (C + sum_H d_j/v_j) / sum_H 1/v_j)      l_j = [psi - d_j]_+ / v_j
//! ```
//!
//! which has no cancellation; `H` grows from the largest `m` on, `O(k log k)`.

use super::bracketed_root;

/// Solves `max sum_j m_j l_j - v_j l_j^2 / 2`, `l >= 0`, `sum l <= cap` into `duals`; `cap` may be
/// infinite.
///
/// Rows with `v = 0` get nothing, unless every other row has a smaller `m` (none but they are
/// mistaken): then the first of the largest gets all of a finite cap. `scratch` is overwritten.
pub(crate) fn separable_budget(
    losses: &[f64],
    squares: &[f64],
    cap: f64,
    scratch: &mut Vec<(f64, f64)>,
    duals: &mut [f64],
) {
    duals.fill(0.0);
    let rows = || losses.iter().copied().zip(squares.iter().copied());
    let top = largest(rows().filter(|&(_, v)| !is_zero(v)).map(|(m, _)| m));
    let flat = largest(rows().filter(|&(_, v)| is_zero(v)).map(|(m, _)| m));
    if flat > top {
        let first = rows().position(|(m, v)| is_zero(v) && m == flat);
        if let (Some(first), true) = (first, cap.is_finite()) {
            duals[first] = cap;
        }
        return;
    }
    if top <= 0.0 {
        return;
    }
    // In units of the least square no reciprocal overflows.
    let unit = rows().filter(|&(m, v)| m > 0.0 && !is_zero(v)).fold(f64::MAX, |u, (_, v)| u.min(v));
    scratch.clear();
    scratch
        .extend(rows().filter(|&(m, v)| m > 0.0 && !is_zero(v)).map(|(m, v)| (top - m, unit / v)));
    let level = level(scratch, top, cap * unit);
    for (dual, (m, v)) in duals.iter_mut().zip(rows()) {
        if m > 0.0 && !is_zero(v) {
            // Without a price the row's own optimum, not a difference of differences.
            *dual = if level < top { (level - (top - m)).max(0.0) / v } else { m / v };
        }
    }
    keep_within(cap, duals);
}

/// Scales away what rounding left above the cap.
fn keep_within(cap: f64, duals: &mut [f64]) {
    let total: f64 = duals.iter().sum();
    if total > cap {
        duals.iter_mut().for_each(|l| *l *= cap / total);
    }
}

/// A square too small to be divided by.
fn is_zero(square: f64) -> bool {
    square < f64::MIN_POSITIVE
}

/// The largest value, zero if none is positive.
fn largest(values: impl Iterator<Item = f64>) -> f64 {
    values.fold(0.0, f64::max)
}

/// `psi` from pairs of gap and `1/v`.
fn level(rows: &mut [(f64, f64)], top: f64, cap: f64) -> f64 {
    rows.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let (mut mass, mut weight, mut level) = (cap, 0.0, top);
    for &(gap, w) in rows.iter() {
        if gap >= level {
            break;
        }
        mass += gap * w;
        weight += w;
        level = level.min(mass / weight);
    }
    level
}

/// The general form: fills `duals[j] = dual(j, tau)` with the least price `tau` in `[0, top]` at
/// which they add up to at most `cap`.
///
/// `dual(j, tau)` maximises `g_j(l) - tau l` over `l >= 0`: not negative, falling in `tau`, zero at
/// `top`; it may be infinite at `tau = 0`. What rounding leaves above the cap is scaled away.
pub(crate) fn separable_budget_by(
    top: f64,
    cap: f64,
    duals: &mut [f64],
    mut dual: impl FnMut(usize, f64) -> f64,
) {
    let rows = duals.len();
    let price = bracketed_root(0.0, top, |tau| (0..rows).map(|j| dual(j, tau)).sum::<f64>() - cap);
    duals.iter_mut().enumerate().for_each(|(j, l)| *l = dual(j, price));
    keep_within(cap, duals);
}
