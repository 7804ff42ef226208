//! From typed flags to a `Spec`: a published name (or the default), then what was said differently.

use crate::args::LearnerArgs;
use crate::failure::{Failure, Outcome};
use noregret_core::Spec;
use noregret_core::algorithms::Algorithm;
use noregret_core::ascent::AnyAscent;
use noregret_core::geometry::AnyGeometry;
use noregret_core::loss::AnyLoss;
use noregret_core::problem::AnyProblem;
use noregret_core::readout::Readout;
use noregret_core::schedule::AnySchedule;

/// What is learned with when nothing was said.
pub(crate) const DEFAULT_ALGORITHM: &str = "pa1";

/// The learner for these flags; `problem` is what the labels suggest, unless the flags say.
pub(crate) fn spec(args: &LearnerArgs, problem: &str) -> Outcome<Spec> {
    let row = Algorithm::find(args.algorithm.as_deref().unwrap_or(DEFAULT_ALGORITHM))?;
    let mut spec = row.spec(args.problem.as_deref().unwrap_or(problem))?;
    if let Some(text) = &args.loss {
        spec.loss = AnyLoss::parse(text)?;
    }
    if let Some(text) = &args.ascent {
        spec.ascent = AnyAscent::parse(text)?;
    }
    if let Some(text) = &args.geometry {
        spec.geometry = AnyGeometry::parse(text)?;
    }
    if let Some(text) = &args.schedule {
        spec.schedule = AnySchedule::parse(text)?;
    }
    if args.algorithm.is_none() && spec != row.spec(args.problem.as_deref().unwrap_or(problem))? {
        spec.algorithm = "custom".into();
    }
    numbers(args, row, &mut spec)?;
    spec.readout = match (args.average, args.vote) {
        (true, _) => Readout::Average,
        (_, true) => Readout::Vote,
        _ => Readout::Last,
    };
    spec.check()?;
    Ok(spec)
}

/// Refuses, before anything is read, a choice that is wrong for the same reason whatever the labels suggest.
pub(crate) fn check(args: &LearnerArgs) -> Outcome<()> {
    let problems = AnyProblem::entries();
    let reason = |name: &str| spec(args, name).err().map(|failure| failure.to_string());
    let mut reasons = problems.iter().map(|entry| reason(entry.name));
    match (reasons.next(), problems.first()) {
        (Some(first), Some(entry)) if first.is_some() && reasons.all(|other| other == first) => {
            spec(args, entry.name).map(drop)
        }
        _ => Ok(()),
    }
}

fn numbers(args: &LearnerArgs, row: &Algorithm, spec: &mut Spec) -> Outcome<()> {
    if let Some(c) = args.aggressiveness.or(args.eta) {
        spec.set_aggressiveness(c)?;
    }
    let binary = matches!(spec.problem, AnyProblem::Binary(_) | AnyProblem::OneVsRest(_));
    let unit = if binary { row.binary_margin_unit } else { 1.0 };
    if let Some(margin) = args.margin
        && !spec.loss.set_margin(margin * unit)
    {
        return Err(misplaced("--margin", "loss", spec.loss.name()));
    }
    if let Some(epsilon) = args.epsilon
        && !spec.loss.set_epsilon(epsilon)
    {
        return Err(misplaced("--epsilon", "loss", spec.loss.name()));
    }
    match (args.p, &mut spec.geometry) {
        (None, _) => Ok(()),
        (Some(p), AnyGeometry::PNorm(geometry)) => {
            geometry.p = p;
            Ok(())
        }
        (Some(_), geometry) => Err(misplaced("--p", "geometry", geometry.name())),
    }
}

fn misplaced(flag: &str, axis: &str, name: &str) -> Failure {
    Failure::Usage(format!("{flag} has no place in the {axis} {name}"))
}

/// Whether a constant feature means anything.
pub(crate) fn wants_bias(spec: &Spec) -> bool {
    !matches!(spec.problem, AnyProblem::Uniclass(_))
}
