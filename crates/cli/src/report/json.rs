//! JSON lines: one object a line and nothing else.

use super::{Finished, committee, headroom, optimum, recent, subject};
use noregret::core::Certificate;
use noregret::model::{Kind, Meter, Single};
use noregret::{Model, Progress};
use serde_json::{Map, Value, json};

/// One line of JSON.
pub(crate) fn line(value: &Map<String, Value>) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

fn event(name: &str) -> Map<String, Value> {
    Map::from_iter([("event".to_string(), json!(name))])
}

/// How far the run has come.
pub(crate) fn progress(progress: &Progress<'_>) -> Map<String, Value> {
    let Progress { model, holdout, recent, .. } = progress;
    let mut map = event("progress");
    map.append(&mut model.meter().json());
    if matches!(model.kind(), Kind::Contest(_)) {
        // Those of different learners do not add up.
        map.remove("cumulative_loss");
        map.remove("mean_loss");
    }
    map.insert("updates".into(), json!(updates(model)));
    map.insert("features".into(), json!(model.feature_count()));
    map.insert("recent".into(), recent::object(recent));
    add_holdout(&mut map, *holdout);
    map
}

/// The rows held out of this pass, if any are.
fn add_holdout(map: &mut Map<String, Value>, holdout: Option<&Meter>) {
    let counters = holdout.map(|meter| Value::Object(meter.json()));
    map.extend(counters.map(|counters| ("holdout".into(), counters)));
}

fn updates(model: &Model) -> Option<u64> {
    model.leader().map(|single| single.learner.ledger().updates)
}

/// The last object of `learn`.
pub(crate) fn done(finished: &Finished<'_>) -> Map<String, Value> {
    let model = finished.model;
    let leader = model.leader();
    let mut map = event("done");
    map.insert("algorithm".into(), json!(model.algorithm()));
    map.append(&mut model.meter().json());
    map.insert("updates".into(), json!(updates(model)));
    map.insert("features".into(), json!(model.feature_count()));
    let expansion = leader.and_then(|single| single.expansion());
    map.extend(expansion.map(|e| ("patterns".into(), json!(e.patterns()))));
    map.insert("classes".into(), json!(model.classes()));
    map.insert("seconds".into(), json!(finished.seconds));
    map.insert("passes".into(), json!(finished.passes));
    map.insert("skipped".into(), json!(finished.skipped));
    if let Some(verdict) = model.verdict() {
        map.insert("chosen_among".into(), json!(verdict.rivals));
        map.insert("chosen_on".into(), json!(verdict.rows));
    }
    if let Some(several) = model.committee() {
        map.append(&mut committee::object(several));
    }
    map.insert("bias".into(), json!(leader.and_then(Single::constant)));
    map.insert("spec".into(), json!(model.spec()));
    map.insert("certificate".into(), json!(certificate(model)));
    map.extend(headroom::object(model).map(|room| ("headroom".into(), room)));
    let against = model.spec().and_then(|spec| spec.against());
    map.extend(against.map(|against| ("loss_against".into(), json!(against))));
    map.extend(subject::subject(finished).map(|of| ("certificate_of".into(), json!(of))));
    map.extend(finished.found.map(optimum::object).unwrap_or_default());
    map.extend(finished.fresh.map(|fresh| ("risk".into(), json!(fresh))));
    map.extend(finished.recent.map(|last| ("recent".into(), recent::object(last))));
    map.extend(finished.stopped.map(|signal| ("stopped_by".into(), json!(signal.name()))));
    add_holdout(&mut map, finished.holdout);
    if let Some(test) = finished.test {
        map.insert("test".into(), Value::Object(test.json()));
    }
    map
}

fn certificate(model: &Model) -> Option<Certificate> {
    model.leader().map(|single| single.learner.certificate())
}

/// The counters of `test`.
pub(crate) fn test_event(meter: &Meter) -> Map<String, Value> {
    let mut map = event("test");
    map.append(&mut meter.json());
    map
}
