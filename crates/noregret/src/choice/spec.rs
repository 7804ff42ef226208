//! From a [`Choice`] to a `Spec`: a published name (or the default), then what was chosen
//! otherwise.

use super::{Averaging, Choice};
use crate::{Error, Result};
use noregret_core::Spec;
use noregret_core::algorithms::Algorithm;
use noregret_core::ascent::AnyAscent;
use noregret_core::geometry::AnyGeometry;
use noregret_core::hypothesis::{Budget, Evict};
use noregret_core::kernel::AnyKernel;
use noregret_core::loss::AnyLoss;
use noregret_core::problem::{Cost, FirstLabels, Problem};
use noregret_core::readout::Readout;
use noregret_core::replay::scope::AnyScope;
use noregret_core::schedule::AnySchedule;

/// What is learned with when something was said, but not the algorithm; if nothing was, several
/// compete (`entrants`).
pub(crate) const DEFAULT_ALGORITHM: &str = "pa1";
/// What ranks in order are learned with if nothing else was said: all thresholds move at once, not
/// only the worst.
const DEFAULT_FOR_RANKS: &str = "simproj";

/// The problems that labels can suggest.
const SUGGESTED: [&str; 4] = ["uniclass", "binary", "multiclass", "regression"];

/// The learner for this choice; `suggested` is the problem of the labels, unless the flags say.
pub(crate) fn spec(choice: &Choice, costs: &[Cost], suggested: &str) -> Result<Spec> {
    let row = Algorithm::find(choice.algorithm.as_deref().unwrap_or_else(|| usual(choice)))?;
    let problem = match choice.problem.as_deref() {
        // A learner for one class against the rest is one for several classes.
        Some("multiclass") | None => {
            fitting(row, costs, choice.problem.as_deref().unwrap_or(suggested))
        }
        Some(problem) => problem,
    };
    let mut spec = row.spec(problem)?;
    spec.problem.with_costs(costs)?;
    let named = spec.clone();
    if let Some(text) = &choice.loss {
        spec.loss = AnyLoss::parse(text)?;
    }
    if let Some(text) = &choice.ascent {
        spec.ascent = AnyAscent::parse(text)?;
    }
    if let Some(text) = &choice.geometry {
        spec.geometry = AnyGeometry::parse(text)?;
    }
    if let Some(text) = &choice.schedule {
        spec.schedule = AnySchedule::parse(text)?;
    }
    if let Some(text) = &choice.scope {
        spec.scope = AnyScope::parse(text)?;
    }
    if choice.algorithm.is_none() && spec != named {
        spec.algorithm = "custom".into();
    }
    spec.kernel = choice.kernel.as_deref().map(AnyKernel::parse).transpose()?;
    spec.budget = choice.budget.as_deref().map(budget).transpose()?;
    numbers(choice, row, &mut spec)?;
    spec.readout = match (choice.average, choice.vote) {
        (Some(Averaging::Plain), _) => Readout::Average,
        (Some(Averaging::Linear), _) => Readout::Linear,
        (_, true) => Readout::Vote,
        (None, false) if spec.problem.averages() => Readout::Average,
        (None | Some(Averaging::None), false) => Readout::Last,
    };
    spec.check()?;
    Ok(spec)
}

/// What is learned with if the algorithm was not named.
fn usual(choice: &Choice) -> &'static str {
    let ranks = choice.problem.as_deref().is_some_and(|problem| problem.starts_with("ordinal"));
    match ranks && choice.leaves_the_learner_open() {
        true => DEFAULT_FOR_RANKS,
        false => DEFAULT_ALGORITHM,
    }
}

/// Whether the algorithm has a form for this problem.
pub(crate) fn fits(choice: &Choice, problem: &str) -> bool {
    let row = Algorithm::find(choice.algorithm.as_deref().unwrap_or(DEFAULT_ALGORITHM));
    row.is_ok_and(|row| row.loss(problem).is_some())
}

/// Whether the algorithm named has no form for numbers to predict.
pub(crate) fn needs_classes(choice: &Choice) -> bool {
    choice.algorithm.is_some() && !fits(choice, "regression")
}

/// The problem of these labels that the algorithm is for: two classes are also several, and several
/// may each have a binary learner. Costs are about classes.
fn fitting<'a>(row: &Algorithm, costs: &[Cost], suggested: &'a str) -> &'a str {
    let several = ["multiclass", "one-vs-rest"];
    let classes = suggested == "binary" || suggested == "multiclass";
    match several.into_iter().find(|problem| row.loss(problem).is_some()) {
        Some("multiclass") if !costs.is_empty() => "multiclass",
        Some(problem) if classes && row.loss(suggested).is_none() => problem,
        _ => suggested,
    }
}

fn budget(text: &str) -> Result<Budget> {
    let budget = Budget::parse(text)?;
    if budget.size == 0 {
        return Err(Error::Usage(format!(
            "--budget {text} has no size: how many patterns may stay?"
        )));
    }
    Ok(budget)
}

/// Whether a key was typed in `name:key=value,…`.
fn has_key(typed: Option<&str>, key: &str) -> bool {
    let pairs = typed.into_iter().flat_map(|text| text.split([':', ',']));
    pairs.filter_map(|pair| pair.split_once('=')).any(|(typed, _)| typed.trim() == key)
}

/// What the first labels say, but for what was chosen. Who says how many ranks there are speaks of
/// those from the lowest on, which is then 1 unless that was said too.
pub(crate) fn first_labels(choice: &Choice, mut first: FirstLabels) -> FirstLabels {
    let typed = |key| has_key(choice.problem.as_deref(), key);
    first.lowest_rank = first.lowest_rank.filter(|_| !typed("lowest") && !typed("ranks"));
    first
}

/// How many ranks there are, if that was chosen.
pub(crate) fn typed_ranks(choice: &Choice, spec: &Spec) -> Option<usize> {
    spec.problem.ranks().filter(|_| has_key(choice.problem.as_deref(), "ranks"))
}

/// Gives the random rule of a budget this seed, unless it was typed with its own.
pub(crate) fn seed(choice: &Choice, spec: &mut Spec, seed: u64) {
    let own = has_key(choice.budget.as_deref(), "seed");
    if let Some(budget) = spec.budget.as_mut().filter(|b| b.rule == Evict::Random && !own) {
        budget.seed = seed;
    }
}

/// Refuses, before anything is read, a choice that is wrong for the same reason whatever the labels
/// suggest.
pub(crate) fn check(choice: &Choice, costs: &[Cost]) -> Result<()> {
    let mut reasons = reasons(choice, costs);
    match reasons.next().flatten() {
        Some(first) if reasons.all(|other| other.as_ref() == Some(&first)) => {
            spec(choice, costs, SUGGESTED[0]).map(drop)
        }
        _ => Ok(()),
    }
}

/// Whether it is the choice of a learner that fails like this, for some labels.
pub(crate) fn refuses(choice: &Choice, costs: &[Cost], error: &Error) -> bool {
    let said = error.to_string();
    reasons(choice, costs).flatten().any(|reason| reason == said)
}

/// Why the choice is wrong for each problem that labels can suggest, where it is.
fn reasons(choice: &Choice, costs: &[Cost]) -> impl Iterator<Item = Option<String>> {
    let reason = |name: &&str| spec(choice, costs, name).err().map(|error| error.to_string());
    SUGGESTED.iter().map(reason)
}

fn numbers(choice: &Choice, row: &Algorithm, spec: &mut Spec) -> Result<()> {
    if let Some(c) = choice.aggressiveness {
        spec.set_aggressiveness(c)?;
    }
    let unit = if spec.problem.single_constraint() { row.binary_margin_unit } else { 1.0 };
    if let Some(margin) = choice.margin
        && !spec.loss.set_margin(margin * unit)
    {
        return Err(misplaced("--margin", "loss", spec.loss.name()));
    }
    if let Some(epsilon) = choice.epsilon
        && !spec.loss.set_epsilon(epsilon)
    {
        return Err(misplaced("--epsilon", "loss", spec.loss.name()));
    }
    match (choice.p, &mut spec.geometry) {
        (None, _) => Ok(()),
        (Some(p), AnyGeometry::PNorm(geometry)) => {
            geometry.p = p;
            Ok(())
        }
        (Some(_), geometry) => Err(misplaced("--p", "geometry", geometry.name())),
    }
}

fn misplaced(flag: &str, axis: &str, name: &str) -> Error {
    Error::Usage(format!("{flag} has no place in the {axis} {name}"))
}

/// Whether there is one if nothing was said: a kernel other than the linear one needs none.
pub(crate) fn wants_bias(spec: &Spec) -> bool {
    spec.problem.takes_bias() && matches!(spec.kernel, None | Some(AnyKernel::Linear(_)))
}
