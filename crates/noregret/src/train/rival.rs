//! A learner made from its own flags for data whose head was read: one of several that learn side by side.

use super::{bias, complete};
use crate::args::LearnArgs;
use crate::failure::{Failure, Outcome};
use crate::run::contest::Rival;
use crate::run::head::Head;
use crate::run::plan;
use crate::run::session::{Constant, Session};
use noregret_core::problem::{AnyProblem, Cost};

/// The learner of these flags, beside those of the session.
pub(in crate::command) fn build(
    args: &LearnArgs,
    costs: &[Cost],
    session: &mut Session,
    head: &Head,
) -> Outcome<Rival> {
    let mut spec = plan::spec(&args.learner, costs, asked(&session.spec.problem))?;
    complete(args, &mut spec, head);
    let full = |_| Failure::Other("there are too many features".into());
    let constant = match bias(args, &spec, head)? {
        Some(value) => Some(Constant { slot: session.space.constant().map_err(full)?, value }),
        None => None,
    };
    let mut learner = spec.build()?;
    learner.use_threads(args.reading.threads());
    if session.space.bits().is_some() {
        learner.reserve(session.space.len());
    }
    Ok(Rival { spec, learner, constant })
}

/// What is wrong with the flags of one learner, under its name.
pub(in crate::command) fn named(name: &str, failure: Failure) -> Failure {
    match failure {
        Failure::Usage(reason) if !reason.contains(name) => {
            Failure::Usage(format!("{name}: {reason}"))
        }
        other => other,
    }
}

/// What the labels ask, whatever the first learner makes of it.
fn asked(problem: &AnyProblem) -> &'static str {
    match problem {
        AnyProblem::OneVsRest(_) => "multiclass",
        other => other.name(),
    }
}
