//! `noregret learn`: one pass or several, progressive error and certificate.

mod check;
mod predictions;

pub(super) use check::{check_files, check_follow, check_gap, check_picture};
pub(crate) use predictions::Predictions;

use crate::args::LearnArgs;
use crate::failure::{Failure, Result};
use crate::observer::{Remarks, Watcher};
use crate::report::{self, Finished, Progress};
use crate::signal::{self, Caught};
use noregret::source::is_stdin;
use noregret::train::{Auto, Trained};
use noregret::{Observer, Training};
use std::time::Instant;

/// What `-a` calls several learners at once.
const AUTO: &str = "auto";

/// Runs the command.
pub(crate) fn run(args: &LearnArgs) -> Result<()> {
    let mut training = args.training();
    training.auto = auto(args, &mut training)?;
    check::check(args)?;
    let plain = args.tolerance.is_none() && args.until_gap.is_none();
    if plain {
        training.reading.stop = Some(signal::watch()?);
    }
    let start = Instant::now();
    let mut watcher = Watcher {
        remarks: Remarks { quiet: args.quiet },
        progress: Progress::new(args),
        predictions: args.predictions.as_deref().map(Predictions::new),
    };
    let trained = training.run(&mut watcher)?;
    watcher.predictions.take().map_or(Ok(()), Predictions::finish)?;
    if let Some(signal) = signal::caught() {
        watcher.note(&stopped(signal, args.passes, &trained));
    }
    let mut remarks = Remarks::all();
    let tested = |path| training.test(&trained.model, path, &mut remarks);
    let test = args.test.as_deref().map(tested).transpose()?;
    if args.quiet && !args.json {
        return Ok(());
    }
    let finished = Finished {
        model: &trained.model,
        seconds: start.elapsed().as_secs_f64(),
        passes: if plain { trained.passes } else { args.passes },
        skipped: trained.skipped,
        converted: args.tolerance.is_some(),
        holdout: trained.holdout.as_ref(),
        test: test.as_ref(),
        recent: plain.then_some(&trained.recent),
        stopped: signal::caught(),
        fresh: trained.fresh.as_ref(),
        found: trained.optimum.as_ref(),
    };
    drop(watcher);
    if args.json {
        return report::say(&report::line(&report::done(&finished)));
    }
    tell(args, &report::finished(&finished))?;
    match &args.output {
        Some(path) => tell(args, &format!("model: {}", path.display())),
        None => Ok(()),
    }
}

/// Where a signal ended the run.
fn stopped(signal: Caught, passes: u64, trained: &Trained) -> String {
    let (name, rows) = (signal.name(), report::count(trained.rows, "row"));
    match passes {
        0 | 1 => format!("stopped by {name} after {rows}"),
        _ => {
            format!("stopped by {name} in pass {} of {passes}, after {rows} of it", trained.passes)
        }
    }
}

/// The learners to follow, if several were asked for.
fn auto(args: &LearnArgs, training: &mut Training) -> Result<Option<Auto>> {
    if training.choice.algorithm.as_deref() != Some(AUTO) {
        return match args.auto.is_empty() {
            true => Ok(None),
            false => Err(Failure::usage("--among, --grid and --keep are for -a auto")),
        };
    }
    training.choice.algorithm = None;
    let auto = args.auto.auto();
    auto.check(training)?;
    Ok(Some(auto))
}

/// Says something on standard output or, if other lines go there, on standard error.
fn tell(args: &LearnArgs, text: &str) -> Result<()> {
    if args.predictions.iter().chain(&args.trace).any(|path| is_stdin(path)) {
        eprintln!("{text}");
        return Ok(());
    }
    report::say(text)
}
