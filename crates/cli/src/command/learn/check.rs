//! What can be found wrong before the first example: the flags, the inputs, the place of the output.

use crate::args::{LearnArgs, RiskArgs, StopRule, Window};
use crate::failure::{Failure, Outcome};
use crate::run::stream::{check_readable, is_stdin};
use noregret_core::replay::scope::AnyScope;
use noregret_core::risk::check_delta;
use noregret_io::model;
use std::path::Path;

/// Refuses what could not end well.
pub(in crate::command) fn check(args: &LearnArgs) -> Outcome<()> {
    flags(args)?;
    args.data.iter().chain(&args.test).try_for_each(|path| check_readable(path))?;
    if args.cache && !args.quiet && args.reading.window() != Window::ALL {
        eprintln!(
            "noregret: with --skip or --limit, --cache writes no cache and only reads those there are"
        );
    }
    predictions(args)?;
    let Some(output) = &args.output else { return Ok(()) };
    if let Some(path) = args.data.iter().chain(&args.test).find(|path| is_same(path, output)) {
        return Err(Failure::Usage(format!(
            "the model would replace the data in {}: choose another name after -o",
            path.display()
        )));
    }
    writable(output)
}

/// Refuses predictions that would replace something else.
fn predictions(args: &LearnArgs) -> Outcome<()> {
    let Some(path) = &args.predictions else { return Ok(()) };
    if is_stdin(path) && args.json {
        return Err(Failure::Usage(
            "--json and --predictions - both want standard output: give the predictions a file"
                .into(),
        ));
    }
    let models = args.resume.iter().chain(&args.output);
    let mut others = args.data.iter().chain(&args.test).chain(models);
    match others.find(|other| !is_stdin(path) && (*other == path || is_same(other, path))) {
        None => Ok(()),
        Some(other) => Err(Failure::Usage(format!(
            "the predictions would replace {}: choose another name",
            other.display()
        ))),
    }
}

/// Refuses a picture that would replace the data, or could not be written.
pub(in crate::command) fn picture(args: &LearnArgs, path: &Path) -> Outcome<()> {
    if is_stdin(path) {
        return Err(Failure::Usage("a picture goes into a file, not to standard output".into()));
    }
    match args.data.iter().chain(&args.test).find(|data| is_same(data, path)) {
        Some(data) => Err(Failure::Usage(format!(
            "the picture would replace the data in {}: choose another name",
            data.display()
        ))),
        None => Ok(model::check_writable(path)?),
    }
}

/// Whether both names mean one file that is there.
fn is_same(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b && a.is_file())
}

fn flags(args: &LearnArgs) -> Outcome<()> {
    let stdin = args.data.iter().chain(&args.test).filter(|p| is_stdin(p)).count();
    if stdin > 1 || (args.passes > 1 && args.data.iter().any(|p| is_stdin(p))) {
        return Err(Failure::Usage("standard input can be read only once".into()));
    }
    if args.cache && stdin > 0 {
        return Err(Failure::Usage("standard input has no place for a cache".into()));
    }
    if args.resume.is_some() && !args.learner.is_default() {
        return Err(Failure::Usage(
            "a resumed model keeps the options it was made with; leave out those that choose a learner".into(),
        ));
    }
    risk(args)?;
    if args.tolerance.is_some_and(|beta| !(beta > 0.0 && beta.is_finite())) {
        return Err(Failure::Usage("--tolerance must be a positive number".into()));
    }
    args.until_gap.map_or(Ok(()), gap)
}

/// Refuses a gap that no search ends with, or that says nothing.
pub(in crate::command) fn gap(gap: f64) -> Outcome<()> {
    if gap > 0.0 && gap < 1.0 {
        return Ok(());
    }
    Err(Failure::Usage("the gap must be a number above 0 and below 1".into()))
}

/// Refuses what means nothing where one predictor is found from all rows at once.
pub(super) fn until_gap(args: &LearnArgs) -> Outcome<()> {
    if args.until_gap.is_none() {
        return Ok(());
    }
    let learner = &args.learner;
    let scope = learner.scope.as_deref().map(AnyScope::parse).transpose()?;
    let flags = [
        ("--risk", args.risk.risk.is_some()),
        ("--stop", args.risk.stop.is_some()),
        ("--average", learner.average.is_some()),
        ("--vote", learner.vote),
        ("--scope", scope.is_some_and(|scope| !scope.is_current())),
    ];
    match flags.iter().find(|(_, typed)| *typed) {
        None => Ok(()),
        Some((flag, _)) => Err(Failure::Usage(format!(
            "--until-gap finds one predictor from all rows at once, not in rounds: leave out {flag}"
        ))),
    }
}

/// Refuses what no bound is about.
fn risk(args: &LearnArgs) -> Outcome<()> {
    let RiskArgs { risk, stop, loss_at_most } = &args.risk;
    if risk.is_none() && stop.is_none() {
        return Ok(());
    }
    risk.map_or(Ok(0.0), check_delta)
        .map_err(|error| Failure::Usage(format!("--risk: {error}")))?;
    let reason = if args.passes > 1 {
        "--risk and --stop are about one pass, in which every row is fresh: leave out --passes"
    } else if (1..args.data.len()).any(|i| args.data[..i].contains(&args.data[i])) {
        "--risk and --stop are about one pass, in which every row is fresh: a file is named twice"
    } else if args.tolerance.is_some() {
        "--risk and --stop are about one pass, in which every row is fresh: leave out --tolerance"
    } else if loss_at_most.is_some_and(|most| !(most > 0.0 && most.is_finite())) {
        "--loss-at-most must be a positive number"
    } else if *stop == Some(StopRule::Validate) && risk.is_none() {
        "--stop validate needs --risk: it says how many runs there are to choose from"
    } else if *stop == Some(StopRule::Validate) && args.resume.is_some() {
        "--stop validate begins several runs anew: leave out --resume"
    } else if *stop == Some(StopRule::Validate) && args.predictions.is_some() {
        "--stop validate has several runs, each with answers of its own: leave out --predictions"
    } else if *stop == Some(StopRule::Average) && args.learner.vote {
        "--stop average and --vote are two ways to answer: choose one"
    } else {
        return Ok(());
    };
    Err(Failure::Usage(reason.into()))
}

fn writable(path: &Path) -> Outcome<()> {
    if is_stdin(path) {
        return Err(Failure::Usage("a model goes into a file, not to standard output".into()));
    }
    Ok(model::check_writable(path)?)
}
