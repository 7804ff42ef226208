//! A composition from the texts of its parts; the last hypothesis answers.

use noregret_core::Spec;
use noregret_core::ascent::AnyAscent;
use noregret_core::geometry::AnyGeometry;
use noregret_core::loss::AnyLoss;
use noregret_core::problem::AnyProblem;
use noregret_core::readout::Readout;
use noregret_core::schedule::AnySchedule;

pub fn composition(
    problem: &str,
    loss: &str,
    ascent: &str,
    geometry: &str,
    schedule: &str,
) -> Spec {
    Spec {
        algorithm: String::new(),
        problem: AnyProblem::parse(problem).unwrap(),
        loss: AnyLoss::parse(loss).unwrap(),
        ascent: AnyAscent::parse(ascent).unwrap(),
        geometry: AnyGeometry::parse(geometry).unwrap(),
        schedule: AnySchedule::parse(schedule).unwrap(),
        readout: Readout::Last,
        kernel: None,
        budget: None,
        standard: None,
        scope: Default::default(),
    }
}
