//! `noregret inspect`: what a model is, what it was fed, its certificate, its heaviest features.

mod assumption;

use crate::args::InspectArgs;
use crate::failure::Outcome;
use crate::report::{self, Finished, short};
use crate::run::saved;
use crate::run::session::Session;
use assumption::Assumption;
use serde_json::{Map, Value, json};

/// Runs the command.
pub(crate) fn run(args: &InspectArgs) -> Outcome<()> {
    let session = saved::load(&args.model)?;
    let heaviest = heaviest(&session, args.top);
    let assumed = args.assume_margin.map(|margin| Assumption::of(&session, margin)).transpose()?;
    if args.json {
        let mut map = object(&session, &heaviest);
        map.extend(assumed.map(|a| ("assumed_margin".into(), a.json())));
        return report::say(&Value::Object(map).to_string());
    }
    report::say(&describe(&session))?;
    assumed.map_or(Ok(()), |a| report::say(&a.to_string()))?;
    report::say("heaviest features:")?;
    for (name, weight) in heaviest {
        report::say(&format!("{:>14}  {name}", short(weight, 6)))?;
    }
    Ok(())
}

fn describe(session: &Session) -> String {
    let spec = &session.spec;
    let finished = described(session);
    let constant = session.constant.map_or("none".into(), |c| short(c.value, 6));
    [
        report::finished(&finished),
        format!("problem   {}", session.learner.problem()),
        format!("loss      {}", spec.loss),
        format!("ascent    {}", spec.ascent),
        format!("geometry  {}", spec.geometry),
        format!("schedule  {} (c = {} now)", spec.schedule, short(session.learner.tradeoff(), 6)),
        format!("readout   {}", report::word(spec.readout)),
        format!("constant  {constant}"),
    ]
    .join("\n")
}

/// A run of which only the end is known.
fn described(session: &Session) -> Finished<'_> {
    Finished { session, seconds: 0.0, passes: 1, skipped: 0, converted: false, test: None }
}

fn object(session: &Session, heaviest: &[(String, f64)]) -> Map<String, Value> {
    let finished = described(session);
    let mut map = report::done(&finished);
    for unknown in ["seconds", "passes", "skipped"] {
        map.remove(unknown);
    }
    map.insert("event".into(), json!("model"));
    map.insert("problem".into(), json!(session.learner.problem()));
    let feature = |(name, weight): &(String, f64)| json!({ "feature": name, "weight": weight });
    map.insert("heaviest".into(), Value::Array(heaviest.iter().map(feature).collect()));
    map
}

/// The features with the largest weights in size, by name.
fn heaviest(session: &Session, top: usize) -> Vec<(String, f64)> {
    let weight = |slot: u32| (slot, session.learner.answering_weight(slot as usize, 0));
    let mut all: Vec<(u32, f64)> = (0..session.space.len() as u32).map(weight).collect();
    all.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()).then(a.0.cmp(&b.0)));
    let named = |(slot, weight): (u32, f64)| {
        let name = session.space.name(slot).map_or_else(|| slot.to_string(), |n| n.to_string());
        (name, weight)
    };
    all.into_iter().take(top).filter(|(_, weight)| *weight != 0.0).map(named).collect()
}
