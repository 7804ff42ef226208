//! `noregret inspect`: what a model is, what it was fed, its certificate, its heaviest features.

mod boosted;
mod expansion;
mod heaviest;

use crate::args::InspectArgs;
use crate::failure::{Failure, Result};
use crate::report::{self, Finished, short};
use heaviest::Heavy;
use noregret::Model;
use noregret::core::ClassName;
use noregret::core::certificate::Assumption;
use noregret::core::problem::Problem;
use noregret::model::{Merging, Single};
use noregret::words::{class_values, one_line};
use serde_json::{Map, Value, json};

/// Runs the command.
pub(crate) fn run(args: &InspectArgs) -> Result<()> {
    let model = Model::load(&args.model)?;
    if let Some(boosted) = model.boosted() {
        return boosted::inspect(args, &model, boosted);
    }
    let Some(single) = model.leader() else { return Ok(()) };
    let heaviest = match single.spec.kernel {
        Some(_) => Vec::new(),
        None => heaviest::heaviest(&model, single, args.top),
    };
    let assume = |margin| assume(&model, single, margin);
    let assumed = args.assume_margin.map(assume).transpose()?;
    if args.json {
        let mut map = object(&model, single, &heaviest);
        map.extend(assumed.map(|a| ("assumed_margin".into(), a.json())));
        return report::say(&Value::Object(map).to_string());
    }
    report::say(&describe(&model, single))?;
    assumed.map_or(Ok(()), |a| report::say(&a.to_string()))?;
    match single.spec.kernel {
        Some(_) => report::say("heaviest features: none, a kernel weighs patterns"),
        None => heaviest::say(&heaviest),
    }
}

/// What the run says about an assumed margin.
fn assume(model: &Model, single: &Single, margin: f64) -> Result<Assumption> {
    if !(margin > 0.0 && margin.is_finite()) {
        return Err(Failure::usage("--assume-margin must be a positive number"));
    }
    let weighted = model.meter().weighted;
    Ok(Assumption::from_learner(&single.learner, &single.spec, weighted, margin)?)
}

fn describe(model: &Model, single: &Single) -> String {
    let spec = &single.spec;
    let finished = Finished::of(model);
    let constant = single.constant().map_or("none".into(), |value| short(value, 6));
    let mut lines = vec![report::finished(&finished)];
    lines.extend(
        model
            .committee()
            .map(|several| format!("best      {} (what follows is about it)", several.best().name)),
    );
    lines.extend([
        format!("problem   {}", problem(model)),
        format!("loss      {}", spec.loss),
        format!("ascent    {}", spec.ascent),
        format!("geometry  {}", spec.geometry),
    ]);
    lines.extend(single.expansion().map(|e| expansion::describe(e, spec.budget.as_ref())));
    lines.extend([
        format!("schedule  {} (c = {} now)", spec.schedule, short(single.learner.tradeoff(), 6)),
        format!("readout   {}", report::word(spec.readout)),
        format!("constant  {constant}"),
    ]);
    if !spec.scope.is_current() {
        let stored = single.learner.stored();
        lines.push(format!("scope     {} ({stored} rounds are stored)", spec.scope));
    }
    let thresholds = thresholds(single);
    if !thresholds.is_empty() {
        let all: Vec<String> = thresholds.iter().map(|b| short(*b, 6)).collect();
        lines.push(format!("between   {} (thresholds of the ranks)", all.join(", ")));
    }
    if let Some(Merging { shards, times }) = model.merging() {
        let often = if times > 1 { format!(", {times} times") } else { String::new() };
        lines.push(format!("merged    of {}{often}", report::count(shards, "model")));
    }
    if let Some(rows) = model.place() {
        let rows = report::count(rows, "row");
        lines.push(format!("seen      {rows} of its data: a checkpoint"));
    }
    if !model.reading().text.is_empty() {
        lines.push(format!("words of  {}", model.reading().text.join(" ")));
    }
    let products = &model.reading().interact;
    if !products.is_empty() {
        let words: Vec<String> = products.iter().map(ToString::to_string).collect();
        lines.push(format!("products  {}", words.join(" ")));
    }
    lines.join("\n")
}

/// The thresholds between ranks, if there are such: the second row of the weights.
fn thresholds(single: &Single) -> Vec<f64> {
    match single.spec.kernel {
        Some(_) => Vec::new(),
        None => {
            let threshold = |i| single.learner.answering_weight(i, 1);
            (0..single.learner.problem().thresholds()).map(threshold).collect()
        }
    }
}

/// The problem in words; long lists in lines of their own.
fn problem(model: &Model) -> String {
    let problem = model.problem();
    let Some(classes) = problem.classes() else { return problem.to_string() };
    let name = |class: &ClassName| one_line(&class.to_string()).into_owned();
    let names: Vec<String> = classes.names().iter().map(name).collect();
    let mut text = format!("{}\nclasses   {}: {}", problem.name(), names.len(), names.join(", "));
    if let costs @ 1.. = problem.cost_lines() {
        text.push_str(&format!("\ncosts     {}", report::count(costs as u64, "line")));
    }
    text
}

fn object(model: &Model, single: &Single, heaviest: &[Heavy]) -> Map<String, Value> {
    let mut map = report::end(&Finished::of(model), "model");
    map.extend(model.place().map(|rows| ("place".into(), json!(rows))));
    map.insert("problem".into(), json!(model.problem()));
    map.insert("class_names".into(), class_values(model.class_names()));
    if model.problem().ranks().is_some() {
        map.insert("thresholds".into(), json!(thresholds(single)));
    }
    if let Some(e) = single.expansion() {
        map.append(&mut expansion::json(e, single.spec.budget.as_ref()));
    }
    map.insert("text".into(), json!(model.reading().text));
    map.insert("interact".into(), json!(model.reading().interact));
    map.insert("heaviest".into(), Value::Array(heaviest.iter().map(Heavy::json).collect()));
    map
}
