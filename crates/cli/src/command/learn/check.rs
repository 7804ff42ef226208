//! What can be found wrong before the first example: the flags, the inputs, the place of the
//! output.

use crate::args::{LearnArgs, RiskArgs, StopRule};
use crate::failure::{Failure, Result};
use noregret::core::replay::scope::AnyScope;
use noregret::core::risk::check_delta;
use noregret::io::model;
use noregret::source::{Window, check_readable, is_same_file, is_socket, is_stdin};
use std::path::{Path, PathBuf};

/// Refuses what could not end well.
pub(super) fn check(args: &LearnArgs) -> Result<()> {
    until_gap(args)?;
    flags(args)?;
    readable(&args.data, args.test.as_deref())?;
    if args.cache && !args.quiet && args.reading.reading().window() != Window::ALL {
        eprintln!(
            "noregret: with --skip or --limit, --cache writes no cache and only reads those there \
             are"
        );
    }
    outputs(args)?;
    output(&args.data, args.test.as_deref(), args.output.as_deref())
}

/// Ends of the names of pictures that are not SVG.
const OTHER_PICTURES: [&str; 7] = ["png", "jpg", "jpeg", "gif", "webp", "pdf", "eps"];

/// Refuses files that cannot be read once, or a model that would replace one of them.
pub(in crate::command) fn check_files(
    data: &[PathBuf],
    test: Option<&Path>,
    model: Option<&Path>,
    passes: u64,
) -> Result<()> {
    stdin_once(data, test, passes)?;
    readable(data, test)?;
    output(data, test, model)
}

fn readable(data: &[PathBuf], test: Option<&Path>) -> Result<()> {
    let mut all = data.iter().map(PathBuf::as_path).chain(test);
    Ok(all.try_for_each(check_readable)?)
}

fn output(data: &[PathBuf], test: Option<&Path>, model: Option<&Path>) -> Result<()> {
    let Some(output) = model else { return Ok(()) };
    let mut all = data.iter().map(PathBuf::as_path).chain(test);
    if let Some(path) = all.find(|path| is_same_file(path, output)) {
        return Err(Failure::usage(format!(
            "the model would replace the data in {}: choose another name after -o",
            path.display()
        )));
    }
    writable(output)
}

/// Refuses to read standard input twice; how often it is named otherwise.
fn stdin_once(data: &[PathBuf], test: Option<&Path>, passes: u64) -> Result<usize> {
    let named = data.iter().map(PathBuf::as_path).chain(test).filter(|p| is_stdin(p)).count();
    if passes > 1 && data.iter().any(|path| is_socket(path)) {
        return Err(Failure::usage("a socket can be read only once"));
    }
    if named > 1 || (passes > 1 && data.iter().any(|p| is_stdin(p))) {
        return Err(Failure::usage("standard input can be read only once"));
    }
    Ok(named)
}

/// Refuses predictions and traces that would replace something else.
fn outputs(args: &LearnArgs) -> Result<()> {
    let to_stdout = |path: &Option<PathBuf>| path.as_deref().is_some_and(is_stdin);
    let (answers, rounds) = (to_stdout(&args.predictions), to_stdout(&args.trace));
    for (first, second, what, both) in [
        ("--json", "--predictions -", "predictions", args.json && answers),
        ("--json", "--trace -", "trace", args.json && rounds),
        ("--predictions -", "--trace -", "trace", answers && rounds),
    ] {
        if both {
            return Err(Failure::usage(format!(
                "{first} and {second} both want standard output: give the {what} a file"
            )));
        }
    }
    let models = args.resume.iter().chain(&args.output);
    let others: Vec<_> = args.data.iter().chain(&args.test).chain(models).collect();
    apart("predictions", args.predictions.as_deref(), &others)?;
    let all: Vec<_> = others.into_iter().chain(&args.predictions).collect();
    apart("trace", args.trace.as_deref(), &all)
}

/// Refuses an output that would replace one of the others.
fn apart(what: &str, path: Option<&Path>, others: &[&PathBuf]) -> Result<()> {
    let Some(path) = path.filter(|path| !is_stdin(path)) else { return Ok(()) };
    match others.iter().find(|other| is_same_file(other, path)) {
        None => Ok(()),
        Some(other) => Err(Failure::usage(format!(
            "the {what} would replace {}: choose another name",
            other.display()
        ))),
    }
}

/// Refuses a picture that would replace the data, or could not be written.
pub(in crate::command) fn check_picture(
    data: &[PathBuf],
    test: Option<&Path>,
    path: &Path,
) -> Result<()> {
    if is_stdin(path) {
        return Err(Failure::usage("a picture goes into a file, not to standard output"));
    }
    let end = path.extension().map(|end| end.to_string_lossy().to_lowercase()).unwrap_or_default();
    if OTHER_PICTURES.contains(&end.as_str()) {
        return Err(Failure::usage(format!(
            "pictures are written as SVG, not as {end}: choose a name that ends in .svg"
        )));
    }
    let mut all = data.iter().map(PathBuf::as_path).chain(test);
    match all.find(|data| is_same_file(data, path)) {
        Some(data) => Err(Failure::usage(format!(
            "the picture would replace the data in {}: choose another name",
            data.display()
        ))),
        None => Ok(model::check_writable(path)?),
    }
}

fn flags(args: &LearnArgs) -> Result<()> {
    let stdin = stdin_once(&args.data, args.test.as_deref(), args.passes)?;
    if args.cache && stdin > 0 {
        return Err(Failure::usage("standard input has no place for a cache"));
    }
    if args.resume.is_some() && !args.learner.choice().is_default() {
        return Err(Failure::usage(
            "a resumed model keeps the options it was made with; leave out those that choose a \
             learner",
        ));
    }
    if let Some(last) = args.data.last() {
        check_follow(args.live.follow, last)?;
    }
    let waits_for_end = args.tolerance.is_some() || args.until_gap.is_some();
    if args.live.follow && (args.passes > 1 || args.cache || waits_for_end) {
        return Err(Failure::usage(
            "a file that is followed has no end: leave out --passes, --cache, --tolerance and \
             --until-gap",
        ));
    }
    risk(args)?;
    if args.tolerance.is_some_and(|beta| !(beta > 0.0 && beta.is_finite())) {
        return Err(Failure::usage("--tolerance must be a positive number"));
    }
    args.until_gap.map_or(Ok(()), check_gap)
}

/// Refuses to follow what is no file.
pub(in crate::command) fn check_follow(follow: bool, path: &Path) -> Result<()> {
    match follow && (is_stdin(path) || is_socket(path)) {
        false => Ok(()),
        true => {
            Err(Failure::usage("--follow is about a file: a pipe or a socket is waited for anyway"))
        }
    }
}

/// Refuses a gap that no search ends with, or that says nothing.
pub(in crate::command) fn check_gap(gap: f64) -> Result<()> {
    if gap > 0.0 && gap < 1.0 {
        return Ok(());
    }
    Err(Failure::usage("the gap must be a number above 0 and below 1"))
}

/// Refuses what means nothing where one predictor is found from all rows at once.
fn until_gap(args: &LearnArgs) -> Result<()> {
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
        Some((flag, _)) => Err(Failure::usage(format!(
            "--until-gap finds one predictor from all rows at once, not in rounds: leave out {flag}"
        ))),
    }
}

/// Refuses what no bound is about.
fn risk(args: &LearnArgs) -> Result<()> {
    let RiskArgs { risk, stop, loss_at_most } = &args.risk;
    if risk.is_none() && stop.is_none() {
        return Ok(());
    }
    risk.map_or(Ok(0.0), check_delta)
        .map_err(|error| Failure::usage(format!("--risk: {error}")))?;
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
    Err(Failure::usage(reason))
}

fn writable(path: &Path) -> Result<()> {
    if is_stdin(path) {
        return Err(Failure::usage("a model goes into a file, not to standard output"));
    }
    Ok(model::check_writable(path)?)
}
