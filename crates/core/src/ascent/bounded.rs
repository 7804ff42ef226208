//! Step against a curvature bound: the `d` that maximises the quadratic lower bound
//! `d (b - <a,w>) + gain(d) - q d^2/2` on the dual, `q >= a' (Hessian of c f*(./c)) a`.
//!
//! In the entropy geometry with C = infinity this is multiplicative Passive-Aggressive,
//! `tau = 4 loss/(max a - min a)^2` (rule `width`, the corrected step for all of classification,
//! regression and uniclass). `published` is the step as printed, whose theorem fails for uniclass
//! and for signed instances. In the Euclidean geometry it is the exact step. (Crammer et al. 2003,
//! sec. 6.)

use super::{Ascent, Round, Trigger};
use crate::geometry::Curvature;
use crate::hypothesis::Hypothesis;
use crate::loss::Loss;
use crate::registry::Component;
use crate::round::Block;
use serde::{Deserialize, Serialize};

/// The best step for an upper bound on the curvature.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Bounded {
    /// How the curvature is bounded.
    pub rule: Curvature,
    /// When to step.
    pub on: Trigger,
}

impl Component for Bounded {
    const ABOUT: &'static str =
        "best step for a curvature bound: 4 loss/width^2 on the simplex (multiplicative PA)";
    const REFERENCE: &'static str = "Crammer et al. 2003, sec. 6 (step corrected for uniclass)";
}

impl Ascent for Bounded {
    fn step<L: Loss, H: Hypothesis>(&self, round: &mut Round<'_, L, H>, block: &mut Block) -> f64 {
        if let Some(i) = block.worst().filter(|_| self.on.fires(block)) {
            let direction = round.direction(block, i);
            let rule = match self.rule {
                Curvature::Published if direction.own != 0.0 => Curvature::PublishedDistance,
                rule => rule,
            };
            let q = round.hypothesis.curvature(&direction, rule);
            block.duals[i] = round.loss.step(block.constraints[i].z, q, round.cap);
        }
        1.0
    }

    fn trigger(&self) -> Trigger {
        self.on
    }
}
