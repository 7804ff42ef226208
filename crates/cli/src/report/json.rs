//! JSON lines: one object a line and nothing else.

use super::{Finished, committee, optimum, subject};
use crate::run::meter::Meter;
use crate::run::session::Session;
use serde_json::{Map, Value, json};

/// One line of JSON.
pub(crate) fn line(value: &Map<String, Value>) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

fn event(name: &str) -> Map<String, Value> {
    Map::from_iter([("event".to_string(), json!(name))])
}

/// How far the run has come.
pub(crate) fn progress(session: &Session, holdout: Option<&Meter>) -> Map<String, Value> {
    let mut map = event("progress");
    map.append(&mut session.meter.json(session.is_regression()));
    if session.contest.is_some() {
        // Those of different learners do not add up.
        map.remove("cumulative_loss");
        map.remove("mean_loss");
    }
    map.insert("updates".into(), json!(session.leader().ledger().updates));
    map.insert("features".into(), json!(session.space.len()));
    add_holdout(&mut map, session, holdout);
    map
}

/// The rows held out of this pass, if any are.
fn add_holdout(map: &mut Map<String, Value>, session: &Session, holdout: Option<&Meter>) {
    let counters = holdout.map(|meter| Value::Object(meter.json(session.is_regression())));
    map.extend(counters.map(|counters| ("holdout".into(), counters)));
}

/// The last object of `learn`.
pub(crate) fn done(finished: &Finished<'_>) -> Map<String, Value> {
    let session = finished.session;
    let mut map = event("done");
    map.insert("algorithm".into(), json!(session.algorithm()));
    map.append(&mut session.meter.json(session.is_regression()));
    map.insert("updates".into(), json!(session.learner.ledger().updates));
    map.insert("features".into(), json!(session.space.len()));
    map.extend(session.expansion().map(|e| ("patterns".into(), json!(e.patterns()))));
    map.insert("classes".into(), json!(session.classes()));
    map.insert("seconds".into(), json!(finished.seconds));
    map.insert("passes".into(), json!(finished.passes));
    map.insert("skipped".into(), json!(finished.skipped));
    if let Some(verdict) = session.verdict {
        map.insert("chosen_among".into(), json!(verdict.rivals));
        map.insert("chosen_on".into(), json!(verdict.rows));
    }
    if let Some(several) = &session.committee {
        map.append(&mut committee::object(several));
    }
    map.insert("bias".into(), json!(session.constant.map(|c| c.value)));
    map.insert("spec".into(), json!(session.spec));
    map.insert("certificate".into(), json!(session.learner.certificate()));
    map.extend(subject::subject(finished).map(|of| ("certificate_of".into(), json!(of))));
    map.extend(finished.found.map(optimum::object).unwrap_or_default());
    map.extend(finished.fresh.map(|fresh| ("risk".into(), json!(fresh))));
    add_holdout(&mut map, session, finished.holdout);
    if let Some(test) = finished.test {
        map.insert("test".into(), Value::Object(test.json(session.is_regression())));
    }
    map
}

/// The counters of `test`.
pub(crate) fn test_event(meter: &Meter, regression: bool) -> Map<String, Value> {
    let mut map = event("test");
    map.append(&mut meter.json(regression));
    map
}
