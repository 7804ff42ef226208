//! Euclidean projections onto `{x >= 0, sum x = z}`, `{x >= 0, sum x <= z}` and `{|x|_1 <= z}`.
//!
//! `x_i = [v_i - theta]_+`, written with the gaps `g_i = max v - v_i` and the level
//! `psi = max v - theta` as `x_i = [psi - g_i]_+`, so that a small `z` under large entries keeps
//! its digits. The level is at most `z`: only gaps below `z` are sorted, `O(n + m log m)` for the
//! `m` of them.

/// Projects `v` onto `{x >= 0, sum x = total}`; `total` is finite and not negative.
///
/// `scratch` is overwritten. A vector with an infinite entry or without a number becomes zero.
pub fn project_simplex(v: &mut [f64], total: f64, scratch: &mut Vec<f64>) {
    shrink(v, total, scratch, |x| x);
}

/// Projects `v` onto `{x >= 0, sum x <= total}`.
pub fn project_solid_simplex(v: &mut [f64], total: f64, scratch: &mut Vec<f64>) {
    if v.iter().map(|x| x.max(0.0)).sum::<f64>() > total {
        project_simplex(v, total, scratch);
    } else {
        v.iter_mut().for_each(|x| *x = x.max(0.0));
    }
}

/// Projects `v` onto `{|x|_1 <= radius}`: the simplex for the sizes, the signs stay.
pub fn project_l1_ball(v: &mut [f64], radius: f64, scratch: &mut Vec<f64>) {
    if v.iter().map(|x| x.abs()).sum::<f64>() > radius {
        shrink(v, radius, scratch, f64::abs);
    }
}

/// Moves every size down by one threshold until the sizes add up to `total`, and gives it back its
/// sign where the size is not the entry itself.
fn shrink(v: &mut [f64], total: f64, scratch: &mut Vec<f64>, size: impl Fn(f64) -> f64) {
    let top = v.iter().fold(f64::NEG_INFINITY, |top: f64, &x| top.max(size(x)));
    if !top.is_finite() {
        v.fill(0.0);
        return;
    }
    let gap = |x: f64| top - size(x);
    scratch.clear();
    scratch.extend(v.iter().map(|&x| gap(x)).filter(|&g| g == 0.0 || g < total));
    scratch.sort_unstable_by(f64::total_cmp);
    let level = level(scratch, total);
    for x in v {
        let left = (level - gap(*x)).max(0.0);
        *x = if size(*x) == *x { left } else { -left };
    }
}

/// The level that `mass` reaches over ascending heights that begin with zero,
/// `sum_i [level - g_i]_+ = mass`: with the `i` lowest under water `(mass + sum g) / i`, where
/// nothing cancels.
fn level(heights: &[f64], mass: f64) -> f64 {
    let mut sum = 0.0;
    for (i, &height) in heights.iter().enumerate().skip(1) {
        // From this mass on the next height gets wet.
        if height * i as f64 - sum >= mass {
            return (mass + sum) / i as f64;
        }
        sum += height;
    }
    (mass + sum) / heights.len() as f64
}
