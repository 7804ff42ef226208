//! The multiclass MIRA step: `min_tau A/2 sum_r tau_r^2 + sum_r B_r tau_r - beta tau_y` subject to
//! `tau_r <= C [r = y]` and `sum_r tau_r = 0` (Crammer and Singer, "Ultraconservative online
//! algorithms for multiclass problems", 2003, Eq. 12).
//!
//! With the excesses `e_r = (B_r - B_y + beta) / A` and the duals `alpha_r = -tau_r` of the wrong
//! classes, optimality reads `alpha_r = [e_r - phi]_+` and `sum alpha = min(phi, C)`. The textbook
//! form `tau = 1_y - projection of D onto the simplex` subtracts numbers near one, and is useless
//! as soon as `e < 1e-14`; `e_r - phi` in turn loses the digits of a small `C` under a large `e`.
//! Hence everything here is written in the *level* `psi = max alpha` and the *gaps*
//! `g_r = max e - e_r`:
//!
//! ```text
//! alpha_r = [psi - g_r]_+     sum_r [psi - g_r]_+ = min(max e - psi, C)
//! ```
//!
//! For a set `S` of active classes the level is `min((max e + sum_S g) / (|S| + 1), (C + sum_S g) /
//! |S|)`, a sum of non-negative terms without cancellation at any scale. It is never below the
//! solution, and equals it for the right `S`. The level is at most `min(max e / 2, C)`, so that
//! only *candidates*, the `v` classes whose gap is smaller than that, need to be looked at.

mod active_set;
mod bisection;
mod fixed_point;
mod sort;

use serde::{Deserialize, Serialize};

/// How the multiclass MIRA step is solved; all agree up to rounding.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MiraSolver {
    /// Sorts the candidates: exact, `O(k + v log v)`.
    #[default]
    Sort,
    /// Repeats `psi <- level(sum_r min(psi, g_r))` until it moves by less than `1e-13` of itself,
    /// at most 1000 times, then solves on the active set found: `O(k)` per iteration, about
    /// `v/u ln(1e13 v)` iterations for `u` active classes.
    FixedPoint,
    /// Halves an interval until its width is `1e-13` of its end, then solves on the active set
    /// found: `O(k)` per step, at most `44 + log2 v` steps.
    Bisection,
    /// Drops the candidates above the level of those that remain (Michelot 1986): exact, `O(k)` per
    /// pass, at most `v + 1` passes and usually a few.
    ActiveSet,
}

impl MiraSolver {
    /// Solves the MIRA step: `duals[i]` becomes `alpha_i >= 0` for the wrong class with
    /// `excess[i]`.
    ///
    /// `excess[i] = (B_r - B_y + beta) / A`; classes without a positive excess get exactly zero.
    /// The cap `C` is positive and may be infinite. The coefficient of the right class is
    /// `sum duals`, at most `cap` up to the rounding of the sum. Only [`MiraSolver::Sort`] uses
    /// `scratch`, whose content is overwritten. An excess that is not a number is ignored; an
    /// infinite one leaves every dual at zero.
    pub fn solve(self, excess: &[f64], cap: f64, scratch: &mut Vec<f64>, duals: &mut [f64]) {
        duals.fill(0.0);
        let Some(gaps) = Gaps::new(excess, cap) else { return };
        let level = match self {
            MiraSolver::Sort => sort::level(&gaps, scratch),
            MiraSolver::FixedPoint => active_set::refine(&gaps, fixed_point::level(&gaps)),
            MiraSolver::Bisection => active_set::refine(&gaps, bisection::level(&gaps)),
            MiraSolver::ActiveSet => active_set::refine(&gaps, gaps.highest()),
        };
        for (dual, &e) in duals.iter_mut().zip(excess) {
            *dual = (level - (gaps.top - e)).max(0.0);
        }
    }
}

/// A problem with at least one positive excess, in terms of the distance to the largest.
struct Gaps<'a> {
    excess: &'a [f64],
    top: f64,
    cap: f64,
}

impl<'a> Gaps<'a> {
    /// `None` if no class can get a positive dual.
    fn new(excess: &'a [f64], cap: f64) -> Option<Self> {
        let top = excess.iter().fold(0.0, |top: f64, &e| top.max(e));
        let gaps = Gaps { excess, top, cap };
        (top.is_finite() && gaps.highest() > 0.0).then_some(gaps)
    }

    /// The gaps smaller than `bound`.
    fn below(&self, bound: f64) -> impl Iterator<Item = f64> + '_ {
        self.excess.iter().map(|e| self.top - e).filter(move |&gap| gap < bound)
    }

    /// The gaps of all classes that can be active.
    fn candidates(&self) -> impl Iterator<Item = f64> + '_ {
        self.below(self.highest())
    }

    /// The level for an active set of `count` classes whose gaps add up to `sum`.
    #[inline]
    fn level(&self, count: usize, sum: f64) -> f64 {
        let n = count as f64;
        ((self.top + sum) / (n + 1.0)).min((self.cap + sum) / n)
    }

    /// Upper bound on the level: the class of the largest excess alone.
    fn highest(&self) -> f64 {
        self.level(1, 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Before the last exact step the iterations are at the solution already, from above.
    #[test]
    fn iterations_converge_on_their_own() {
        let excess: Vec<f64> = (0..40).map(|i| 1.0 + 0.7 * f64::from(i * i % 41) / 41.0).collect();
        for scale in [1e-18, 1.0, 1e6] {
            let scaled: Vec<f64> = excess.iter().map(|e| scale * e).collect();
            for cap in [1e-3 * scale, 0.1 * scale, f64::INFINITY] {
                let gaps = Gaps::new(&scaled, cap).unwrap();
                let exact = sort::level(&gaps, &mut Vec::new());
                for found in [fixed_point::level(&gaps), bisection::level(&gaps)] {
                    let above = (found - exact) / exact;
                    assert!((-1e-14..1e-11).contains(&above), "{above} at {scale}, cap {cap}");
                }
            }
        }
    }
}
