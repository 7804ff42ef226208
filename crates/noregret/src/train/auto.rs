//! `-a auto`: which learners are followed.
//!
//! Those of `--among`, or those that compete by default; with `--grid KEY=X,X,…` each of them once for every value. All read the
//! same rows, once; how their answers are weighed is in [`Committee`].

use super::{holdout, rival};
use crate::args::{Keep, LearnArgs, LearnerArgs};
use crate::command::compare::entry;
use crate::failure::{Failure, Outcome};
use crate::report::short;
use crate::run::committee::{Committee, Expert};
use crate::run::contest::{Contest, Rival};
use crate::run::costs;
use crate::run::head::Head;
use crate::run::session::Session;
use noregret_core::Spec;

const NAME: &str = "auto";

/// Several learners, asked for.
pub(super) struct Auto {
    /// The run that all share, with the flags of the first.
    pub(super) shared: LearnArgs,
    /// By name, with the flags of each; none for those of the default.
    entries: Vec<(String, LearnerArgs)>,
    /// Values of C for those of the default.
    grid: Vec<f64>,
}

impl Auto {
    /// What was asked for, if several learners were.
    pub(super) fn asked(args: &LearnArgs) -> Outcome<Option<Self>> {
        if args.learner.algorithm.as_deref() != Some(NAME) {
            return match args.auto.is_empty() {
                true => Ok(None),
                false => Err(usage("--among, --grid and --keep are for -a auto")),
            };
        }
        if args.tolerance.is_some() {
            return Err(usage("-a auto learns online: leave out --tolerance"));
        }
        if args.until_gap.is_some() {
            return Err(usage("-a auto learns online: leave out --until-gap"));
        }
        if args.resume.is_some() {
            return Err(usage(
                "a resumed model goes on with the learners that are in it: leave out -a auto",
            ));
        }
        let common = LearnerArgs { algorithm: None, ..args.learner.clone() };
        let typed = args.auto.among.as_deref();
        let mut entries = typed.map_or(Ok(Vec::new()), |typed| entry::parse(typed, &common))?;
        let mut grid = Vec::new();
        if let Some(typed) = &args.auto.grid {
            let (key, values) = settings(typed)?;
            match entries.is_empty() {
                true => grid = numbers(key, &values)?,
                false => entries = multiplied(&entries, key, &values)?,
            }
        }
        if entries.is_empty() && !common.leaves_the_learner_open() {
            return Err(usage("-a auto with other flags for the learner needs --among"));
        }
        let learner = entries.first().map_or(common, |(_, learner)| learner.clone());
        let shared = LearnArgs { learner, ..args.clone() };
        Ok(Some(Auto { shared, entries, grid }))
    }

    /// Puts the learners into the session.
    pub(super) fn enter(&self, session: &mut Session, head: &Head) -> Outcome<()> {
        let args = &self.shared;
        let contest = session.contest.take().map_or(Vec::new(), Contest::rivals);
        let mut experts = match self.entries.is_empty() {
            true => self.usual(contest)?,
            false => self.named(session, head)?,
        };
        if experts.is_empty() {
            let problem = session.spec.problem.name();
            let reason =
                format!("no learners compete by default for {problem}: name some with --among");
            return Err(usage(&reason));
        }
        for expert in &mut experts {
            expert.rival.learner.use_threads(args.reading.threads());
        }
        session.committee = Some(Committee::new(experts)?);
        Ok(())
    }

    /// Leaves in the session what the model is to keep.
    pub(super) fn leave(&self, session: &mut Session) {
        if self.shared.auto.keep == Some(Keep::Best) {
            session.keep_best();
        }
    }

    fn named(&self, session: &mut Session, head: &Head) -> Outcome<Vec<Expert>> {
        let args = &self.shared;
        // Rows that are held out have no say in what is learned.
        let learned = args.test_every.map(|every| holdout::without(head, every, false));
        let head = learned.as_ref().unwrap_or(head);
        let costs = args.learner.costs.as_deref().map(costs::read).transpose()?.unwrap_or_default();
        let expert = |(name, learner): &(String, LearnerArgs)| {
            let args = LearnArgs { learner: learner.clone(), ..args.clone() };
            let rival = rival::build(&args, &costs, session, head);
            let rival = rival.map_err(|failure| rival::named(name, failure))?;
            Ok(Expert { name: name.clone(), rival })
        };
        self.entries.iter().map(expert).collect()
    }

    /// Those of the default, by what tells them apart.
    fn usual(&self, rivals: Vec<Rival>) -> Outcome<Vec<Expert>> {
        let rivals = if self.grid.is_empty() { rivals } else { regrided(rivals, &self.grid)? };
        let expert = |rival: Rival| Expert { name: described(&rival.spec), rival };
        Ok(rivals.into_iter().map(expert).collect())
    }
}

/// A name for a learner of the default.
fn described(spec: &Spec) -> String {
    let rate = spec.aggressiveness().map_or(String::new(), |c| format!(":C={}", short(c, 6)));
    let one_each = (spec.problem.name() == "one-vs-rest").then_some("one against the rest");
    let standard = spec.standard.map(|_| "standardised");
    let more: Vec<&str> = one_each.into_iter().chain(standard).collect();
    let more = if more.is_empty() { String::new() } else { format!(" ({})", more.join(", ")) };
    format!("{}{rate}{more}", spec.algorithm)
}

fn usage(reason: &str) -> Failure {
    Failure::Usage(reason.into())
}

/// `KEY=X,X,…`.
fn settings(typed: &str) -> Outcome<(&str, Vec<&str>)> {
    let odd = || usage(&format!("--grid {typed} is not KEY=X,X,…"));
    let (key, values) = typed.split_once('=').ok_or_else(odd)?;
    let values: Vec<&str> = values.split(',').map(str::trim).collect();
    match values.iter().all(|value| !value.is_empty()) && !key.trim().is_empty() {
        true => Ok((key.trim(), values)),
        false => Err(odd()),
    }
}

fn numbers(key: &str, values: &[&str]) -> Outcome<Vec<f64>> {
    if key != "C" {
        let reason = format!(
            "--grid of the learners of the default is about C; for {key} name them with --among"
        );
        return Err(usage(&reason));
    }
    let number = |value: &&str| {
        value.parse::<f64>().map_err(|_| usage(&format!("'{value}' in --grid is not a number")))
    };
    values.iter().map(number).collect()
}

/// Every entry once for every value.
fn multiplied(
    entries: &[(String, LearnerArgs)],
    key: &str,
    values: &[&str],
) -> Outcome<Vec<(String, LearnerArgs)>> {
    let mut all = Vec::new();
    for (name, learner) in entries {
        for value in values {
            let (mut learner, mark) = (learner.clone(), if name.contains(':') { ',' } else { ':' });
            entry::set(&mut learner, &format!("{key}={value}"))?;
            all.push((format!("{name}{mark}{key}={value}"), learner));
        }
    }
    Ok(all)
}

/// Those that differ in more than C, once for every value of it.
fn regrided(rivals: Vec<Rival>, grid: &[f64]) -> Outcome<Vec<Rival>> {
    let mut all: Vec<Rival> = Vec::new();
    for rival in rivals {
        let mut same = rival.spec.clone();
        same.set_aggressiveness(grid[0])?;
        if all.iter().any(|known| known.spec == same) {
            continue;
        }
        for &c in grid {
            let mut spec = same.clone();
            spec.set_aggressiveness(c)?;
            all.push(Rival { learner: spec.build()?, spec, constant: rival.constant });
        }
    }
    Ok(all)
}
