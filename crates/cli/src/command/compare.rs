//! `noregret compare`: several algorithms on the same data, read once.
//!
//! They are the entrants of a contest that nobody wins, so that the learning loop is that of `learn`. One that refuses a
//! row which the best so far takes is out, and it is said why.

pub(super) mod entry;
mod hindsight;
mod plot;
mod regret;
mod table;

use crate::args::{CompareArgs, LearnArgs, LearnerArgs};
use crate::command::learn::{self, rival::named};
use crate::failure::{Failure, Outcome};
use crate::report;
use crate::run::contest::{Contest, Entrant, Rival};
use crate::run::head::Head;
use crate::run::meter::Meter;
use crate::run::session::Session;
use crate::run::{costs, plan};
use hindsight::Hindsight;
use noregret_core::algorithms::ALGORITHMS;
use noregret_core::problem::Cost;

/// How one did.
struct Compared {
    entrant: Entrant,
    test: Option<Meter>,
    hindsight: Option<Hindsight>,
}

/// Runs the command.
pub(crate) fn run(args: &CompareArgs) -> Outcome<()> {
    let chosen = match &args.learner.algorithm {
        Some(typed) => entry::parse(typed, &args.learner)?,
        None => Vec::new(),
    };
    let costs = args.learner.costs.as_deref().map(costs::read).transpose()?.unwrap_or_default();
    for (name, learner) in &chosen {
        plan::check(learner, &costs).map_err(|failure| named(name, failure))?;
    }
    let base = chosen.first().map_or_else(|| args.learner.clone(), |(_, learner)| learner.clone());
    let shared = args.learning(base);
    learn::check::check(&shared)?;
    learn::check::gap(args.gap)?;
    args.plot.as_ref().map_or(Ok(()), |path| learn::check::picture(&shared, path))?;
    let (mut session, head, mut stream) = learn::begin(&shared).map_err(|failure| match chosen
        .first()
    {
        Some((name, learner)) if plan::refuses(learner, &costs, &failure) => named(name, failure),
        _ => failure,
    })?;
    let rivals = rivals(args, chosen, &costs, &mut session, &head)?;
    session.contest = Some(contest(args, rivals));
    let mut skipped = 0;
    learn::passes::run(&shared, &mut session, head, &mut stream, &mut skipped)?;
    session.reading.schema = stream.schema();
    let kept = session.contest.as_mut().and_then(Contest::take_kept);
    let (entrants, out) = session.contest.take().map(Contest::entrants).unwrap_or_default();
    let results = entrants.into_iter().map(|entrant| tested(&shared, &mut session, entrant));
    let mut results = results.collect::<Outcome<Vec<Compared>>>()?;
    if let Some(mut examples) = kept {
        hindsight::search(args, &mut examples, &mut results);
    }
    for (name, reason) in out {
        eprintln!("noregret: {name} gave up: {reason}");
    }
    stream.say_oddities();
    if let Some(path) = &args.plot {
        let picture = plot::plot(&title(args), &results);
        let failed = |e| Failure::Other(format!("{}: {e}", path.display()));
        std::fs::write(path, picture).map_err(failed)?;
    }
    if args.json {
        return results.iter().try_for_each(|r| report::say(&report::line(&table::json(r))));
    }
    report::say(&table::text(args.gap, &session, &results))
}

/// All of them go on to the end.
fn contest(args: &CompareArgs, rivals: Vec<Rival>) -> Contest {
    let contest = match args.plot {
        Some(_) => Contest::drawn(rivals),
        None => Contest::endless(rivals),
    };
    if args.hindsight { contest.keeping() } else { contest }
}

/// The files that were read.
fn title(args: &CompareArgs) -> String {
    let name = |path: &std::path::PathBuf| {
        path.file_name().map_or_else(|| path.display().to_string(), |n| n.to_string_lossy().into())
    };
    args.data.iter().map(name).collect::<Vec<String>>().join(", ")
}

/// The learners to compare: those typed, or all that fit.
fn rivals(
    args: &CompareArgs,
    chosen: Vec<(String, LearnerArgs)>,
    costs: &[Cost],
    session: &mut Session,
    head: &Head,
) -> Outcome<Vec<Rival>> {
    if !chosen.is_empty() {
        let each = chosen.into_iter().map(|entry| {
            let name = entry.0.clone();
            rival(args, entry, costs, session, head).map_err(|failure| named(&name, failure))
        });
        return each.collect();
    }
    // What looks at the whole past in every round takes part only if it is named.
    let quick = ALGORITHMS.iter().filter(|algorithm| algorithm.scope != "leader");
    let named = quick.map(|algorithm| {
        let name = algorithm.name.to_owned();
        (name.clone(), LearnerArgs { algorithm: Some(name), ..args.learner.clone() })
    });
    let fitting: Vec<Rival> =
        named.filter_map(|entry| rival(args, entry, costs, session, head).ok()).collect();
    if fitting.is_empty() {
        return Err(Failure::Usage("no algorithm takes these flags: name some with -a".into()));
    }
    Ok(fitting)
}

fn rival(
    args: &CompareArgs,
    (name, learner): (String, LearnerArgs),
    costs: &[Cost],
    session: &mut Session,
    head: &Head,
) -> Outcome<Rival> {
    let mut rival = learn::rival::build(&args.learning(learner), costs, session, head)?;
    rival.spec.algorithm = name;
    Ok(rival)
}

/// The counters of a learner on the data of `--test`.
fn tested(args: &LearnArgs, session: &mut Session, entrant: Entrant) -> Outcome<Compared> {
    let Some(path) = &args.test else {
        return Ok(Compared { entrant, test: None, hindsight: None });
    };
    let rival = entrant.rival.clone();
    (session.spec, session.learner, session.constant) = (rival.spec, rival.learner, rival.constant);
    let test = Some(learn::test(args, session, path)?);
    Ok(Compared { entrant, test, hindsight: None })
}
