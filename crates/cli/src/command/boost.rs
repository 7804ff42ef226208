//! `noregret boost`: decision stumps, each found on the examples that those before it get wrong.
//!
//! The data is read into memory; the model is a file like others, which `predict`, `test` and
//! `inspect` understand. Errors are counted on the rows that were learned from, so not on those of
//! importance 0; the certificate's training error is their share by importance.

use super::learn::check_files;
use crate::args::BoostArgs;
use crate::failure::{Failure, Result};
use crate::observer::Remarks;
use crate::report::{self, count, headroom, line, say, say_while_read};
use noregret::Model;
use noregret::core::boost::{AnyRule, Rule, Stump};
use noregret::io::FeatureSpace;
use noregret::model::Meter;
use noregret::train::{BoostRound, Boosting};
use noregret::words::class_values;
use serde_json::{Map, Value, json};
use std::time::Instant;

/// Runs the command.
pub(crate) fn run(args: &BoostArgs) -> Result<()> {
    let rule = rule(args)?;
    check_files(&args.data, args.test.as_deref(), args.output.as_deref(), 1)?;
    let start = Instant::now();
    let boosting = Boosting { training: args.training(), rule, rounds: args.rounds };
    let mut read = args.json && !args.quiet;
    let each = |round: &BoostRound<'_>| {
        // The model is still wanted when nobody reads any more.
        read = read && say_while_read(&line(&event(round)))?;
        Ok(())
    };
    let mut remarks = Remarks { quiet: args.quiet };
    let boosted = boosting.run(&mut remarks, each)?;
    let model = &boosted.model;
    let tested = |path| boosting.training.test(model, path, &mut remarks);
    let test = args.test.as_deref().map(tested).transpose()?;
    boosted.stream.warn_at_end(&mut remarks);
    if args.json {
        let mut map = object(model);
        map.insert("event".into(), json!("done"));
        map.insert("seconds".into(), json!(start.elapsed().as_secs_f64()));
        map.insert("skipped".into(), json!(boosted.stream.skipped()));
        if !boosted.headroom.is_empty() {
            map.insert("headroom".into(), json!(boosted.headroom));
        }
        map.extend(test.map(|test| ("test".into(), Value::Object(test.json()))));
        return say(&line(&map));
    }
    if args.quiet {
        return Ok(());
    }
    say(&text(model, test.as_ref()))?;
    let room = headroom::lines("their", &boosted.headroom);
    room.iter().try_for_each(|line| say(line))?;
    args.output.as_ref().map_or(Ok(()), |path| say(&format!("model: {}", path.display())))
}

/// The rule as typed.
fn rule(args: &BoostArgs) -> Result<AnyRule> {
    let mut rule = AnyRule::parse(&args.rule)?;
    if let Some(gamma) = args.gamma
        && !rule.set_gamma(gamma)
    {
        return Err(Failure::usage(format!("--gamma has no place in the rule {}", rule.name())));
    }
    rule.check()?;
    Ok(rule)
}

/// A round as JSON.
fn event(told: &BoostRound<'_>) -> Map<String, Value> {
    let BoostRound { space, booster, round } = told;
    let now = booster.certificate();
    let stump = &round.hypothesis;
    Map::from_iter([
        ("event".into(), json!("round")),
        ("round".into(), json!(now.rounds)),
        ("feature".into(), json!(feature(space, stump))),
        ("threshold".into(), json!(stump.threshold)),
        ("step".into(), json!(round.step)),
        ("edge".into(), json!(round.edge)),
        ("z".into(), json!(round.z)),
        ("training_error".into(), json!(now.training_error)),
        ("exp_loss".into(), json!(now.exp_loss)),
        ("bound".into(), json!(now.bound)),
    ])
}

/// The name of the feature a stump looks at; none if it is constant.
fn feature(space: &FeatureSpace, stump: &Stump) -> Option<String> {
    let name = space.name(stump.feature).map(|name| name.to_string());
    name.filter(|_| !stump.is_constant())
}

/// Everything about a boosted model.
pub(super) fn object(model: &Model) -> Map<String, Value> {
    let mut map = Map::new();
    map.insert("algorithm".into(), json!(model.algorithm()));
    map.append(&mut model.meter().json());
    map.insert("features".into(), json!(model.feature_count()));
    map.insert("class_names".into(), class_values(model.class_names()));
    if let Some(boosted) = model.boosted() {
        map.insert("rounds".into(), json!(boosted.certificate.rounds));
        map.insert("rule".into(), json!(boosted.rule));
        map.insert("certificate".into(), json!(boosted.certificate));
    }
    map
}

/// The report in words.
pub(super) fn text(model: &Model, test: Option<&Meter>) -> String {
    let Some(boosted) = model.boosted() else { return String::new() };
    let now = &boosted.certificate;
    let mut lines = vec![
        format!(
            "{} ({}, decision stumps): {}, {}, {}",
            boosted.rule,
            model.problem().name(),
            count(model.meter().examples, "example"),
            count(model.feature_count() as u64, "feature"),
            count(now.rounds, "round")
        ),
        format!("training: {}", report::tested(model, model.meter())),
    ];
    lines.extend(test.map(|test| format!("test: {}", report::tested(model, test))));
    let counted = if model.meter().weighted { " (rows count by their importance)" } else { "" };
    lines.push(format!("certificate{counted}: {now}"));
    lines.join("\n")
}
