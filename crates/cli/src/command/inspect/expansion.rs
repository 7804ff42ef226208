//! The kernel of a model, its patterns and its budget.

use crate::report::{count, short};
use noregret::core::hypothesis::{Budget, Expansion};
use noregret::core::registry::{parameters, plain};
use serde_json::{Map, Value, json};

/// Kernel and budget in words, a line each.
pub(super) fn describe(expansion: &Expansion, budget: Option<&Budget>) -> String {
    let patterns = count(expansion.patterns() as u64, "pattern");
    let kernel = format!("kernel    {} ({patterns})", expansion.kernel());
    let Some(budget) = budget else { return kernel };
    let pairs = parameters(json!(budget));
    let pairs: Vec<String> = pairs.iter().map(|(k, v)| format!("{k}={}", plain(v))).collect();
    let gone = match expansion.dropped() {
        0.0 => String::new(),
        norm => format!(" (what it removed has norm <= {})", short(norm, 6)),
    };
    format!("{kernel}\nbudget    {}{gone}", pairs.join(","))
}

/// Kernel, patterns and budget as JSON.
pub(super) fn json(expansion: &Expansion, budget: Option<&Budget>) -> Map<String, Value> {
    let mut map = Map::new();
    map.insert("kernel".into(), json!(expansion.kernel()));
    if let Some(budget) = budget {
        let mut budget = parameters(json!(budget));
        budget.insert("dropped_norm".into(), json!(expansion.dropped()));
        map.insert("budget".into(), Value::Object(budget));
    }
    map
}
