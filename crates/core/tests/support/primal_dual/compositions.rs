//! Compositions with one constraint per round.

use super::{GEOMETRIES, Geo};
use crate::support::composition;
use noregret_core::Spec;
use noregret_core::loss::{AnyLoss, Loss};

/// A composition from its texts.
pub fn spec(loss: &str, ascent: &str, geometry: &str, schedule: &str) -> Spec {
    let two_sided = AnyLoss::parse(loss).unwrap().two_sided();
    let problem = if two_sided { "regression" } else { "binary" };
    composition(problem, loss, ascent, geometry, schedule)
}

pub const BINARY_LOSSES: [&str; 5] = [
    "hinge",
    "hinge:margin=0.1",
    "squared-hinge:margin=0.5",
    "squared-hinge:half=true",
    "logistic",
];
pub const REGRESSION_LOSSES: [&str; 4] =
    ["eps-insensitive", "eps-insensitive:epsilon=0", "squared", "squared-eps-insensitive"];
pub const SCHEDULES: [&str; 13] = [
    "fixed",
    "fixed:C=0.05",
    "fixed:C=30",
    "relaxed",
    "horizon:rounds=60",
    "self-bounded",
    "sqrt",
    "running:complexity=2",
    "hinge-sqrt",
    "mistakes",
    "mistakes:lazy=false,complexity=1",
    "loss-adaptive:beta1=0.1",
    "bounded-domain",
];

/// Every composition of these ascents with all losses, geometries and schedules that is a learner.
pub fn compositions(ascents: &[&str]) -> Vec<(Spec, Geo)> {
    let mut found = Vec::new();
    for loss in BINARY_LOSSES.iter().chain(&REGRESSION_LOSSES) {
        for ascent in ascents {
            for geo in GEOMETRIES {
                for schedule in SCHEDULES {
                    let spec = spec(loss, ascent, &geo.text(), schedule);
                    if spec.check().is_ok() {
                        found.push((spec, geo));
                    }
                }
            }
        }
    }
    found
}

pub fn name(spec: &Spec) -> String {
    let Spec { loss, ascent, geometry, schedule, .. } = spec;
    format!("{loss} / {ascent} / {geometry} / {schedule}")
}
