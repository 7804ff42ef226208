//! Several learners followed at once: which they are.
//!
//! Those that are named, or those that compete by default; with a grid `KEY=X,X,…` each of them
//! once for every value. All read the same rows, once; how their answers are weighed is in
//! [`Committee`].

use super::{Auto, Keep, Training};
use crate::choice::Choice;
use crate::model::{Committee, Expert, Kind, Model, Single};
use crate::opening::{Begun, build};
use crate::words::short;
use crate::{Error, Result};
use noregret_core::Spec;

impl Auto {
    /// Refuses names that are none, and runs in which nobody can be followed.
    ///
    /// # Errors
    /// [`Error::Usage`] with the reason.
    pub fn check(&self, training: &Training) -> Result<()> {
        Following::new(training, self).map(drop)
    }
}

/// The learners that are followed, as they were chosen.
pub(super) struct Following {
    /// The run that all share, with the choice of the first.
    pub(super) shared: Training,
    /// By name, with the choice of each; none for those of the default.
    entries: Vec<(String, Choice)>,
    /// Values of C for those of the default.
    grid: Vec<f64>,
    keep: Keep,
}

impl Following {
    /// The learners of a run that follows several.
    pub(super) fn new(training: &Training, auto: &Auto) -> Result<Self> {
        if training.tolerance.is_some() {
            return Err(usage("-a auto learns online: leave out --tolerance"));
        }
        if training.until_gap.is_some() {
            return Err(usage("-a auto learns online: leave out --until-gap"));
        }
        if training.resume.is_some() {
            return Err(usage(
                "a resumed model goes on with the learners that are in it: leave out -a auto",
            ));
        }
        let common = Choice { algorithm: None, ..training.choice.clone() };
        let typed = auto.among.as_deref();
        let mut entries =
            typed.map_or(Ok(Vec::new()), |typed| Choice::parse_list(typed, &common))?;
        let mut grid = Vec::new();
        if let Some(typed) = &auto.grid {
            let (key, values) = settings(typed)?;
            match entries.is_empty() {
                true => grid = numbers(key, &values)?,
                false => entries = multiplied(&entries, key, &values)?,
            }
        }
        if entries.is_empty() && !common.leaves_the_learner_open() {
            return Err(usage("-a auto with other flags for the learner needs --among"));
        }
        let choice = entries.first().map_or(common, |(_, choice)| choice.clone());
        let shared = Training { choice, auto: Some(auto.clone()), ..training.clone() };
        Ok(Following { shared, entries, grid, keep: auto.keep })
    }

    /// Makes the model one of all these learners.
    pub(super) fn enter(&self, begun: &mut Begun) -> Result<()> {
        let mut experts = match self.entries.is_empty() {
            true => self.usual(begun)?,
            false => self.named(begun)?,
        };
        if experts.is_empty() {
            let problem = begun.model.problem().name();
            let reason =
                format!("no learners compete by default for {problem}: name some with --among");
            return Err(usage(&reason));
        }
        for expert in &mut experts {
            expert.single.learner.use_threads(self.shared.reading.threads);
        }
        begun.model.kind = Kind::Committee(Box::new(Committee::new(experts)?));
        Ok(())
    }

    /// Leaves in the model what it is to keep.
    pub(super) fn leave(&self, model: &mut Model) {
        if self.keep == Keep::Best {
            model.keep_best();
        }
    }

    fn named(&self, begun: &mut Begun) -> Result<Vec<Expert>> {
        let shared = &self.shared;
        let costs = shared.choice.costs.read()?;
        let asked = begun.model.problem().labels_problem();
        let (space, head) = (&mut begun.model.space, &begun.head);
        let mut experts = Vec::new();
        for (name, choice) in &self.entries {
            let training = Training { choice: choice.clone(), ..shared.clone() };
            let single = build::build(&training, &costs, asked, space, head);
            let single = single.map_err(|error| build::named(name, error))?;
            experts.push(Expert { name: name.clone(), single });
        }
        Ok(experts)
    }

    /// Those that would compete by default, by what tells them apart.
    fn usual(&self, begun: &mut Begun) -> Result<Vec<Expert>> {
        let Kind::Contest(contest) = &mut begun.model.kind else { return Ok(Vec::new()) };
        let rivals = contest.take_rivals();
        let rivals = if self.grid.is_empty() { rivals } else { regrided(rivals, &self.grid)? };
        let expert = |single: Single| Expert { name: described(&single.spec), single };
        Ok(rivals.into_iter().map(expert).collect())
    }
}

/// A name for a learner of the default.
fn described(spec: &Spec) -> String {
    let rate = spec.aggressiveness().map_or(String::new(), |c| format!(":C={}", short(c, 6)));
    let one_each =
        (spec.problem.labels_problem() != spec.problem.name()).then_some("one against the rest");
    let standard = spec.standard.map(|_| "standardised");
    let more: Vec<&str> = one_each.into_iter().chain(spec.own_loss()).chain(standard).collect();
    let more = if more.is_empty() { String::new() } else { format!(" ({})", more.join(", ")) };
    format!("{}{rate}{more}", spec.algorithm)
}

fn usage(reason: &str) -> Error {
    Error::Usage(reason.into())
}

/// `KEY=X,X,…`.
fn settings(typed: &str) -> Result<(&str, Vec<&str>)> {
    let odd = || usage(&format!("--grid {typed} is not KEY=X,X,…"));
    let (key, values) = typed.split_once('=').ok_or_else(odd)?;
    let values: Vec<&str> = values.split(',').map(str::trim).collect();
    match values.iter().all(|value| !value.is_empty()) && !key.trim().is_empty() {
        true => Ok((key.trim(), values)),
        false => Err(odd()),
    }
}

fn numbers(key: &str, values: &[&str]) -> Result<Vec<f64>> {
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
    entries: &[(String, Choice)],
    key: &str,
    values: &[&str],
) -> Result<Vec<(String, Choice)>> {
    let mut all = Vec::new();
    for (name, choice) in entries {
        for value in values {
            let (mut choice, mark) = (choice.clone(), if name.contains(':') { ',' } else { ':' });
            choice.set(&format!("{key}={value}"))?;
            all.push((format!("{name}{mark}{key}={value}"), choice));
        }
    }
    Ok(all)
}

/// Those that differ in more than C, once for every value of it.
fn regrided(rivals: Vec<Single>, grid: &[f64]) -> Result<Vec<Single>> {
    let mut all: Vec<Single> = Vec::new();
    for single in rivals {
        let mut same = single.spec.clone();
        same.set_aggressiveness(grid[0])?;
        if all.iter().any(|known| known.spec == same) {
            continue;
        }
        for &c in grid {
            let mut spec = same.clone();
            spec.set_aggressiveness(c)?;
            all.push(Single::new(spec)?);
        }
    }
    Ok(all)
}
