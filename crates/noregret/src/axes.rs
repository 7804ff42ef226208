//! What a learner is put together from: every axis with its members, as a shell lists them.

use noregret_core::ascent::AnyAscent;
use noregret_core::boost::AnyRule;
use noregret_core::generate::AnyGenerator;
use noregret_core::geometry::AnyGeometry;
use noregret_core::kernel::AnyKernel;
use noregret_core::loss::AnyLoss;
use noregret_core::metric::AnyMetric;
use noregret_core::problem::AnyProblem;
use noregret_core::registry::Entry;
use noregret_core::replay::scope::AnyScope;
use noregret_core::schedule::AnySchedule;

/// Components of one kind, of which one is chosen by its name.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// What its members are called together.
    pub name: &'static str,
    /// What a member decides.
    pub about: &'static str,
    /// The members.
    pub entries: Vec<Entry>,
}

/// Every axis, in the order in which they are listed.
///
/// ```
/// let axes = noregret::axes();
/// let losses = axes.iter().find(|axis| axis.name == "losses").unwrap();
/// assert!(losses.entries.iter().any(|entry| entry.name == "hinge"));
/// ```
pub fn axes() -> Vec<Axis> {
    let axis = |name, about, entries| Axis { name, about, entries };
    vec![
        axis("problems", "What a label asks", AnyProblem::entries()),
        axis("losses", "What a missed margin costs", AnyLoss::entries()),
        axis("ascents", "How far the duals move", AnyAscent::entries()),
        axis("geometries", "What a small change is", AnyGeometry::entries()),
        axis("schedules", "How the trade-off c is chosen", AnySchedule::entries()),
        axis("scopes", "Whose dual variables a round may move", AnyScope::entries()),
        axis("kernels", "Inner products of the weights' space", AnyKernel::entries()),
        axis("metrics", "How good the answers of a run were", AnyMetric::entries()),
        axis("rules", "How far a round of boosting steps", AnyRule::entries()),
        axis("generators", "Made-up data", AnyGenerator::entries()),
    ]
}
