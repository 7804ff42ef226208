//! `noregret boost`: decision stumps, each found on the examples that those before it get wrong.
//!
//! The data is read into memory; the model is a file like others, which `predict`, `test` and `inspect` understand.
//! Errors are counted on the rows that were learned from, so not on those of importance 0; the certificate's training error
//! is their share by importance.

use crate::args::BoostArgs;
use crate::command::learn::{self, whole};
use crate::failure::{Failure, Outcome};
use crate::report::{self, count, heard, line, say};
use crate::run::boosted::{Boosted, side};
use crate::run::example::instances;
use crate::run::meter::Meter;
use crate::run::saved;
use crate::run::session::Session;
use noregret_core::boost::{AnyRule, Booster, Committee, Leaves, Round, Rule, Stump, Stumps};
use noregret_io::Row;
use serde_json::{Map, Value, json};
use std::time::Instant;

/// Runs the command.
pub(crate) fn run(args: &BoostArgs) -> Outcome<()> {
    let rule = rule(args)?;
    let reading = args.reading_run();
    learn::check::check(&reading)?;
    let start = Instant::now();
    let (mut session, head, mut stream) = learn::begin(&reading)?;
    let rows = whole::read(&mut session, head, &mut stream, |_| Ok(()))?;
    session.reading.schema = stream.schema();
    session.spec.algorithm = rule.name().into();
    let boosted = boost(args, rule, &session, &rows)?;
    for row in rows.iter().filter(|row| row.weight > 0.0) {
        session.meter.count(&boosted.evaluate(session.learner.problem(), row)?, row.weight);
    }
    session.boosted = Some(boosted);
    if let Some(path) = &args.output {
        saved::save(&session, path)?;
    }
    let test = args.test.as_ref().map(|path| learn::test(&reading, &session, path)).transpose()?;
    stream.say_oddities();
    if args.json {
        let mut map = object(&session);
        map.insert("event".into(), json!("done"));
        map.insert("seconds".into(), json!(start.elapsed().as_secs_f64()));
        map.insert("skipped".into(), json!(stream.skipped()));
        map.extend(test.map(|test| ("test".into(), Value::Object(test.json(false)))));
        return say(&line(&map));
    }
    if args.quiet {
        return Ok(());
    }
    say(&text(&session, test.as_ref()))?;
    args.output.as_ref().map_or(Ok(()), |path| say(&format!("model: {}", path.display())))
}

/// The rule as typed.
fn rule(args: &BoostArgs) -> Outcome<AnyRule> {
    let mut rule = AnyRule::parse(&args.rule)?;
    if let Some(gamma) = args.gamma
        && !rule.set_gamma(gamma)
    {
        return Err(Failure::Usage(format!("--gamma has no place in the rule {}", rule.name())));
    }
    rule.check()?;
    Ok(rule)
}

/// All rounds.
fn boost(args: &BoostArgs, rule: AnyRule, session: &Session, rows: &[Row]) -> Outcome<Boosted> {
    let problem = session.learner.problem();
    let sides = rows.iter().map(|row| side(problem, row)).collect::<Result<Vec<f64>, _>>()?;
    let importance: Vec<f64> = rows.iter().map(|row| row.weight).collect();
    let leaves = if rule.needs_signs() { Leaves::Signs } else { Leaves::Reals };
    let mut stumps = Stumps::new(&instances(rows), leaves)?;
    let mut booster = Booster::new(rule.clone(), sides, &importance)?;
    let mut members = Vec::new();
    let mut listened = args.json && !args.quiet;
    for _ in 0..args.rounds {
        let Some(round) = booster.round(&mut stumps)? else { break };
        members.push((round.step, round.hypothesis));
        if listened {
            // The model is still wanted when nobody listens any more.
            listened = heard(&line(&event(session, &booster, &round)))?;
        }
    }
    if members.is_empty() {
        return Err(Failure::Other("no stump is better than a guess on this data".into()));
    }
    let committee = Committee::new(members)?;
    Ok(Boosted { rule, committee, certificate: booster.certificate() })
}

/// A round as JSON.
fn event(session: &Session, booster: &Booster, round: &Round<Stump>) -> Map<String, Value> {
    let now = booster.certificate();
    let stump = &round.hypothesis;
    Map::from_iter([
        ("event".into(), json!("round")),
        ("round".into(), json!(now.rounds)),
        ("feature".into(), json!(feature(session, stump))),
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
fn feature(session: &Session, stump: &Stump) -> Option<String> {
    let name = session.space.name(stump.feature).map(|name| name.to_string());
    name.filter(|_| !stump.is_constant())
}

/// Everything about a boosted model.
pub(super) fn object(session: &Session) -> Map<String, Value> {
    let mut map = Map::new();
    map.insert("algorithm".into(), json!(session.spec.algorithm));
    map.append(&mut session.meter.json(false));
    map.insert("features".into(), json!(session.space.len()));
    map.insert("class_names".into(), json!(session.class_names()));
    if let Some(boosted) = &session.boosted {
        map.insert("rounds".into(), json!(boosted.certificate.rounds));
        map.insert("rule".into(), json!(boosted.rule));
        map.insert("certificate".into(), json!(boosted.certificate));
    }
    map
}

/// The report in words.
pub(super) fn text(session: &Session, test: Option<&Meter>) -> String {
    let Some(boosted) = &session.boosted else { return String::new() };
    let now = &boosted.certificate;
    let mut lines = vec![
        format!(
            "{} (binary, decision stumps): {}, {}, {}",
            boosted.rule,
            count(session.meter.examples, "example"),
            count(session.space.len() as u64, "feature"),
            count(now.rounds, "round")
        ),
        format!("training: {}", report::tested(session, &session.meter)),
    ];
    lines.extend(test.map(|test| format!("test: {}", report::tested(session, test))));
    let counted = if session.meter.weighted { " (rows count by their importance)" } else { "" };
    lines.push(format!("certificate{counted}: {now}"));
    lines.join("\n")
}
