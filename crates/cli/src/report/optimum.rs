//! How far the best fixed predictor was found: its value, a value that none is below, and the gap
//! between them.

use super::{count, short};
use noregret::core::replay::hindsight::Optimum;
use serde_json::{Map, Value, json};

/// One line of a report.
pub(crate) fn line(optimum: &Optimum) -> String {
    let bounds = &optimum.bounds;
    format!(
        "value c f(u) + loss: {}, no predictor below {} (gap {}, {})",
        short(bounds.primal, 10),
        short(bounds.dual, 10),
        short(bounds.relative_gap(), 3),
        count(optimum.sweeps, "sweep")
    )
}

/// Value, gap and sweeps as JSON.
pub(crate) fn object(optimum: &Optimum) -> Map<String, Value> {
    let bounds = &optimum.bounds;
    Map::from_iter([
        ("primal".into(), json!(bounds.primal)),
        ("dual".into(), json!(bounds.dual)),
        ("gap".into(), json!(bounds.relative_gap())),
        ("reached".into(), json!(optimum.reached)),
        ("sweeps".into(), json!(optimum.sweeps)),
        ("tradeoff".into(), json!(optimum.c)),
    ])
}
