//! ROMMA, the relaxed online maximum margin algorithm: the shortest w' with `<w',a> >= 1` and
//! `<w',w> >= |w|^2`, i.e. `w' = keep w + d a` with, for `q = |a|^2`, `s = <w,a>`, `N = |w|^2`,
//! `keep = (qN - s)/(qN - s^2)`, `d = N(1-s)/(qN - s^2)`.
//!
//! From w = 0, and in the aggressive form when the second constraint is slack (`s >= qN`), `w' = a/q`.
//! `qN = s^2` means the data cannot be separated; the round is skipped. Acts on mistakes, or on any margin
//! below 1 if `aggressive`. Euclidean only; it moves old duals, so the dual certificate does not apply. In exact
//! arithmetic `|w|` never exceeds the norm of any u with margin 1; near the degenerate case rounding spoils
//! that, so nothing is certified. The weight of an example plays no part. (Ultraconservative paper, sec. 7;
//! Li & Long 2002.)

use super::{Ascent, Round, Trigger};
use crate::block::Block;
use crate::hypothesis::Hypothesis;
use crate::loss::Loss;
use crate::registry::Component;
use serde::{Deserialize, Serialize};

/// Relaxed online maximum margin.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Romma {
    /// Whether to act on every margin below 1 instead of on mistakes only.
    pub aggressive: bool,
}

impl Component for Romma {
    const ABOUT: &'static str = "shortest w' with <w',a> >= 1 and <w',w> >= |w|^2";
    const REFERENCE: &'static str = "Li & Long 2002; Crammer & Singer 2003, sec. 7";
}

/// Relative distance to the degenerate case below which a round is skipped.
const DEGENERATE: f64 = 1e-12;

/// (keep, d), or `None` where the problem has no solution.
fn closed_form(q: f64, s: f64, n: f64) -> Option<(f64, f64)> {
    if n == 0.0 || s >= q * n {
        return Some((0.0, 1.0 / q));
    }
    let determinant = q * n - s * s;
    if determinant <= DEGENERATE * q * n {
        return None;
    }
    Some(((q * n - s) / determinant, n * (1.0 - s) / determinant))
}

impl Ascent for Romma {
    fn step<L: Loss, H: Hypothesis>(&self, round: &mut Round<'_, L, H>, block: &mut Block) -> f64 {
        let Some(i) = block.worst().filter(|_| self.trigger().fires(block)) else { return 1.0 };
        let margin = block.constraints[i].z;
        let q =
            round.hypothesis.curvature(&round.direction(block, i), Default::default()) * round.c;
        if margin >= 1.0 || q <= 0.0 {
            return 1.0;
        }
        let Some((keep, d)) = closed_form(q, margin, round.hypothesis.own_square(round.c)) else {
            return 1.0;
        };
        block.duals[i] = d * round.c;
        keep
    }

    fn trigger(&self) -> Trigger {
        if self.aggressive { Trigger::Loss } else { Trigger::Mistake }
    }

    fn uncertified(&self) -> Option<&'static str> {
        Some(
            "ROMMA rescales old dual variables, so its duals do not stay in the domain of the loss",
        )
    }
}
