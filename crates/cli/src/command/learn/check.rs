//! What can be found wrong before the first example: the flags, the inputs, the place of the output.

use crate::args::LearnArgs;
use crate::failure::{Failure, Outcome};
use crate::run::stream::{check_readable, is_stdin};
use noregret_io::model;
use std::path::Path;

/// Refuses what could not end well.
pub(super) fn check(args: &LearnArgs) -> Outcome<()> {
    flags(args)?;
    args.data.iter().chain(&args.test).try_for_each(|path| check_readable(path))?;
    match &args.output {
        Some(path) => writable(path),
        None => Ok(()),
    }
}

fn flags(args: &LearnArgs) -> Outcome<()> {
    let stdin = args.data.iter().chain(&args.test).filter(|p| is_stdin(p)).count();
    if stdin > 1 || (args.passes > 1 && args.data.iter().any(|p| is_stdin(p))) {
        return Err(Failure::Usage("standard input can be read only once".into()));
    }
    if args.resume.is_some() && !args.learner.is_default() {
        return Err(Failure::Usage(
            "a resumed model keeps the options it was made with; leave out those that choose a learner".into(),
        ));
    }
    if args.tolerance.is_some_and(|beta| !(beta > 0.0 && beta.is_finite())) {
        return Err(Failure::Usage("--tolerance must be a positive number".into()));
    }
    Ok(())
}

fn writable(path: &Path) -> Outcome<()> {
    if is_stdin(path) {
        return Err(Failure::Usage("a model goes into a file, not to standard output".into()));
    }
    Ok(model::check_writable(path)?)
}
