//! What was found, in words and as JSON.

use super::Found;
use crate::report::{count, optimum, short, tested};
use noregret_core::replay::hindsight::Optimum;
use serde_json::{Map, Value, json};

/// Says on standard error that the gap is larger than was asked for, if it is; `whose` begins the message.
pub(in crate::command) fn unreached(whose: &str, optimum: &Optimum) {
    if !optimum.reached {
        eprintln!(
            "noregret: {whose}after {} the gap is still {}: --max-sweeps allows more",
            count(optimum.sweeps, "sweep"),
            short(optimum.bounds.relative_gap(), 3)
        );
    }
}

/// The report.
pub(super) fn text(found: &Found<'_>) -> String {
    let Found { session, online, best, regret, .. } = found;
    let spec = &best.spec;
    let class = session.learner.certificate().class.phrase(regret.level);
    let mut lines = vec![
        format!(
            "hindsight ({}, {}, {}, c = {}): {}, {} in {:.2} s",
            spec.problem.name(),
            spec.loss,
            spec.geometry,
            short(best.optimum.c, 6),
            count(session.meter.examples, "example"),
            count(session.space.len() as u64, "feature"),
            found.seconds
        ),
        format!(
            "best fixed predictor: {} {}, loss {}, {}",
            regret.measured_by,
            short(regret.complexity, 6),
            short(regret.best_loss, 8),
            tested(session, &session.meter)
        ),
        format!("{} in {:.3} s", optimum::line(&best.optimum), best.seconds),
        format!("online run ({}): loss {}", online.algorithm, short(regret.online_loss, 8)),
        format!(
            "regret against whatever {class}: {} (to within {})",
            short(regret.regret, 6),
            short(regret.within + regret.rounding, 3)
        ),
    ];
    let times = |ratio: f64| format!(", {} times as much", short(ratio, 3));
    lines.push(format!(
        "certified by the run itself: at most {}{}",
        short(regret.certified, 6),
        regret.ratio().map_or_else(String::new, times)
    ));
    let certified = regret.regularised_certified.map_or("nothing".into(), |x| short(x, 6));
    lines.push(format!(
        "beyond the least of c f(u) + loss: {}, certified {certified}",
        short(regret.regularised, 6)
    ));
    if found.resumed {
        lines.push(
            "the model must have learned from exactly these rows; only their number, weight and features were checked"
                .into(),
        );
    }
    if found.skipped > 0 {
        lines.push(format!("{} skipped", count(found.skipped, "row")));
    }
    lines.join("\n")
}

/// The same as one object.
pub(super) fn json(found: &Found<'_>) -> Map<String, Value> {
    let Found { session, online, best, regret, .. } = found;
    let mut map = Map::new();
    map.insert("event".into(), json!("hindsight"));
    map.append(&mut optimum::object(&best.optimum));
    map.insert("seconds".into(), json!(found.seconds));
    map.insert("solving_seconds".into(), json!(best.seconds));
    map.insert("skipped".into(), json!(found.skipped));
    map.insert("best".into(), Value::Object(session.meter.json(session.is_regression())));
    map.insert("regret".into(), json!(regret));
    map.insert("ratio".into(), json!(regret.ratio()));
    map.insert("features".into(), json!(session.space.len()));
    map.insert("bias".into(), json!(session.constant.map(|c| c.value)));
    map.insert("online".into(), json!(online));
    if found.resumed {
        map.insert("checked".into(), json!(["examples", "weight", "features"]));
    }
    map.insert("spec".into(), json!(session.spec));
    map.insert("certificate".into(), json!(session.learner.certificate()));
    map
}
