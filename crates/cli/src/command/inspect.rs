//! `noregret inspect`: what a model is, what it was fed, its certificate, its heaviest features.

mod assumption;
mod boosted;
mod expansion;
mod heaviest;

use crate::args::InspectArgs;
use crate::failure::Outcome;
use crate::report::{self, Finished, short};
use crate::run::saved;
use crate::run::session::Session;
use assumption::Assumption;
use heaviest::Heavy;
use noregret_core::problem::AnyProblem;
use serde_json::{Map, Value, json};

/// Runs the command.
pub(crate) fn run(args: &InspectArgs) -> Outcome<()> {
    let session = saved::load(&args.model)?;
    if let Some(boosted) = &session.boosted {
        return boosted::inspect(args, &session, boosted);
    }
    let heaviest = match session.spec.kernel {
        Some(_) => Vec::new(),
        None => heaviest::heaviest(&session, args.top),
    };
    let assumed = args.assume_margin.map(|margin| Assumption::of(&session, margin)).transpose()?;
    if args.json {
        let mut map = object(&session, &heaviest);
        map.extend(assumed.map(|a| ("assumed_margin".into(), a.json())));
        return report::say(&Value::Object(map).to_string());
    }
    report::say(&describe(&session))?;
    assumed.map_or(Ok(()), |a| report::say(&a.to_string()))?;
    match session.spec.kernel {
        Some(_) => report::say("heaviest features: none, a kernel weighs patterns"),
        None => heaviest::say(&heaviest),
    }
}

fn describe(session: &Session) -> String {
    let spec = &session.spec;
    let finished = described(session);
    let constant = session.constant.map_or("none".into(), |c| short(c.value, 6));
    let mut lines = vec![report::finished(&finished)];
    lines.extend(
        session
            .committee
            .as_ref()
            .map(|several| format!("best      {} (what follows is about it)", several.best().name)),
    );
    lines.extend([
        format!("problem   {}", problem(session)),
        format!("loss      {}", spec.loss),
        format!("ascent    {}", spec.ascent),
        format!("geometry  {}", spec.geometry),
    ]);
    lines.extend(session.expansion().map(|e| expansion::describe(e, spec.budget.as_ref())));
    lines.extend([
        format!("schedule  {} (c = {} now)", spec.schedule, short(session.learner.tradeoff(), 6)),
        format!("readout   {}", report::word(spec.readout)),
        format!("constant  {constant}"),
    ]);
    if !spec.scope.is_current() {
        let stored = session.learner.stored();
        lines.push(format!("scope     {} ({stored} rounds are stored)", spec.scope));
    }
    let thresholds = thresholds(session);
    if !thresholds.is_empty() {
        let all: Vec<String> = thresholds.iter().map(|b| short(*b, 6)).collect();
        lines.push(format!("between   {} (thresholds of the ranks)", all.join(", ")));
    }
    if !session.reading.text.is_empty() {
        lines.push(format!("words of  {}", session.reading.text.join(" ")));
    }
    let products = &session.reading.interact;
    if !products.is_empty() {
        let words: Vec<String> = products.iter().map(ToString::to_string).collect();
        lines.push(format!("products  {}", words.join(" ")));
    }
    lines.join("\n")
}

/// The thresholds between ranks, if there are such: the second row of the weights.
fn thresholds(session: &Session) -> Vec<f64> {
    match session.learner.problem() {
        AnyProblem::Ordinal(ordinal) if session.spec.kernel.is_none() => {
            let threshold = |i| session.learner.answering_weight(i, 1);
            (0..ordinal.ranks.saturating_sub(1)).map(threshold).collect()
        }
        _ => Vec::new(),
    }
}

/// The problem in words; long lists in lines of their own.
fn problem(session: &Session) -> String {
    let problem = session.learner.problem();
    let Some(classes) = problem.classes() else { return problem.to_string() };
    let names: Vec<String> = classes.names().iter().map(ToString::to_string).collect();
    let mut text = format!("{}\nclasses   {}: {}", problem.name(), names.len(), names.join(", "));
    if let AnyProblem::Multiclass(p) = problem
        && !p.costs().is_empty()
    {
        text.push_str(&format!("\ncosts     {}", report::count(p.costs().len() as u64, "line")));
    }
    text
}

/// A run of which only the end is known.
fn described(session: &Session) -> Finished<'_> {
    Finished {
        session,
        seconds: 0.0,
        passes: 1,
        skipped: 0,
        converted: false,
        holdout: None,
        test: None,
        fresh: None,
        found: None,
    }
}

fn object(session: &Session, heaviest: &[Heavy]) -> Map<String, Value> {
    let finished = described(session);
    let mut map = report::done(&finished);
    for unknown in ["seconds", "passes", "skipped"] {
        map.remove(unknown);
    }
    map.insert("event".into(), json!("model"));
    map.insert("problem".into(), json!(session.learner.problem()));
    map.insert("class_names".into(), json!(session.class_names()));
    if matches!(session.learner.problem(), AnyProblem::Ordinal(_)) {
        map.insert("thresholds".into(), json!(thresholds(session)));
    }
    if let Some(e) = session.expansion() {
        map.append(&mut expansion::json(e, session.spec.budget.as_ref()));
    }
    map.insert("text".into(), json!(session.reading.text));
    map.insert("interact".into(), json!(session.reading.interact));
    map.insert("heaviest".into(), Value::Array(heaviest.iter().map(Heavy::json).collect()));
    map
}
