//! ROMMA, the relaxed online maximum margin algorithm: the shortest w' with `<w',a> >= 1` and
//! `<w',w> >= |w|^2`, i.e. `w' = keep w + d a` with, for `q = |a|^2`, `s = <w,a>`, `N = |w|^2`,
//! `keep = (qN - s)/(qN - s^2)`, `d = N(1-s)/(qN - s^2)`. With several constraints a is the mean of
//! the violated ones by `share`: multiclass ROMMA.
//!
//! From w = 0, and in the aggressive form when the second constraint is slack (`s >= qN`),
//! `w' = a/q`. `qN = s^2` means the data cannot be separated; the round is skipped. Acts on
//! mistakes, or on any margin below 1 if `aggressive`. Euclidean only. Old dual variables are
//! multiplied by keep >= 0 with the weights they made, so the certificate only scales them, and its
//! margin ceiling `|v| / sum d` does not rest on exact arithmetic, as the ceiling `1/|w|` of the
//! source does. The weight of an example plays no part. (Ultraconservative paper, sec. 7; Li & Long
//! 2002.) In one-vs-rest every class has a ROMMA of its own: w is then the row of the class.

use super::{Ascent, Round, Share, Trigger, violated};
use crate::hypothesis::Hypothesis;
use crate::loss::Loss;
use crate::registry::Component;
use crate::round::{Block, Direction};
use serde::{Deserialize, Serialize};

/// Relaxed online maximum margin.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Romma {
    /// Whether to act on every margin below 1 instead of on mistakes only.
    pub aggressive: bool,
    /// How the direction is mixed from the violated constraints.
    pub share: Share,
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

/// `|a|^2` for the mean of the directions by the shares in the duals.
fn mixed_square<L: Loss, H: Hypothesis>(round: &Round<'_, L, H>, block: &mut Block) -> f64 {
    let mut terms = Vec::new();
    block.combine_active(&mut terms);
    let mean = Direction {
        parts: round.parts,
        view: round.view,
        terms: &terms,
        own: 0.0,
        c: round.c,
        weight: round.cap,
    };
    round.hypothesis.curvature(&mean, Default::default()) * round.c
}

impl Ascent for Romma {
    fn step<L: Loss, H: Hypothesis>(&self, round: &mut Round<'_, L, H>, block: &mut Block) -> f64 {
        let on = self.trigger();
        let Some(worst) = block.worst().filter(|_| on.fires(block)) else { return 1.0 };
        if block.constraints[worst].z >= 1.0 {
            return 1.0;
        }
        self.share.spread(1.0, on, round.loss, block);
        let shares = block.active().map(|i| (block.duals[i], block.constraints[i].z));
        let margin: f64 = shares.map(|(share, z)| share * z).sum();
        let q = mixed_square(round, block);
        let step = (q > 0.0).then(|| closed_form(q, margin, round.own_square()));
        let (keep, d) = step.flatten().unwrap_or((1.0, 0.0));
        for i in block.active() {
            block.duals[i] *= d * round.c;
        }
        keep
    }

    fn trigger(&self) -> Trigger {
        if self.aggressive { Trigger::Loss } else { Trigger::Mistake }
    }

    fn rescales(&self) -> bool {
        true
    }

    fn reach<L: Loss>(&self, loss: &L) -> f64 {
        if self.share == Share::Max { f64::NEG_INFINITY } else { violated(loss) }
    }
}
