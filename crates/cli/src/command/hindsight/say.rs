//! What was found, in words and as JSON.

use crate::report::{count, optimum, short, tested};
use noregret::core::replay::hindsight::{Regret, phrase};
use noregret::model::Single;
use noregret::train::Found;
use serde_json::{Map, Value, json};

/// What was found, and how.
pub(super) struct Report<'a> {
    pub(super) found: &'a Found,
    /// In all.
    pub(super) seconds: f64,
    /// Whether the run was made before, and is in a model.
    pub(super) resumed: bool,
}

/// The report.
pub(super) fn text(report: &Report<'_>) -> String {
    let Found { model, online, optimum: best, regret, .. } = report.found;
    let Some(single) = model.leader() else { return String::new() };
    let spec = &single.spec;
    let columns = online.standard.map_or("", |_| " in the standardised columns");
    let class = single.learner.certificate().class.phrase(regret.level) + columns;
    let mut lines = vec![
        format!(
            "hindsight ({}, {}, {}, c = {}): {}, {} in {:.2} s",
            spec.problem.name(),
            spec.loss,
            spec.geometry,
            short(best.c, 6),
            count(model.meter().examples, "example"),
            count(model.feature_count() as u64, "feature"),
            report.seconds
        ),
        format!(
            "{}: {} {}, loss {}, {}",
            phrase(online),
            regret.measured_by,
            short(regret.complexity, 6),
            short(regret.best_loss, 8),
            tested(model, model.meter())
        ),
        format!("{} in {:.3} s", optimum::line(best), report.found.seconds),
        format!("online run ({}): loss {}", online.algorithm, short(regret.online_loss, 8)),
        format!(
            "regret against whatever {class}: {} (to within {})",
            short(regret.regret, 6),
            short(regret.within + regret.rounding, 3)
        ),
    ];
    lines.push(format!("certified by the run itself: {}", certified(regret)));
    let certified = regret.regularised_certified.map_or("nothing".into(), |x| short(x, 6));
    lines.push(format!(
        "beyond the least of c f(u) + loss: {}, certified {certified}",
        short(regret.regularised, 6)
    ));
    if report.resumed {
        lines.push(
            "the model must have learned from exactly these rows; only their number, weight and \
             features were checked"
                .into(),
        );
    }
    if report.found.skipped > 0 {
        lines.push(format!("{} skipped", count(report.found.skipped, "row")));
    }
    lines.join("\n")
}

/// What the run proves of its regret.
fn certified(regret: &Regret) -> String {
    let times = |ratio: f64| format!(", {} times as much", short(ratio, 3));
    match regret.certified {
        Some(most) => {
            let more = regret.ratio().map_or_else(String::new, times);
            format!("at most {}{more}", short(most, 6))
        }
        None => "nothing, for it saw its columns by the moments of the rows so far".into(),
    }
}

/// What was found as one object.
pub(super) fn json(report: &Report<'_>) -> Map<String, Value> {
    let Found { model, online, optimum: best, regret, .. } = report.found;
    let leader = model.leader();
    let mut map = Map::new();
    map.insert("event".into(), json!("hindsight"));
    map.append(&mut optimum::object(best));
    map.insert("seconds".into(), json!(report.seconds));
    map.insert("solving_seconds".into(), json!(report.found.seconds));
    map.insert("skipped".into(), json!(report.found.skipped));
    map.insert("best".into(), Value::Object(model.meter().json()));
    map.insert("regret".into(), json!(regret));
    map.insert("ratio".into(), json!(regret.ratio()));
    map.insert("features".into(), json!(model.feature_count()));
    map.insert("bias".into(), json!(leader.and_then(Single::constant)));
    map.insert("online".into(), json!(online));
    if report.resumed {
        map.insert("checked".into(), json!(["examples", "weight", "features"]));
    }
    map.insert("spec".into(), json!(model.spec()));
    map.insert("certificate".into(), json!(leader.map(|single| single.learner.certificate())));
    map
}
