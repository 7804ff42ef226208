//! `noregret repro`: repeats published experiments and shows how far the numbers are from the paper's.

use crate::args::ReproArgs;
use crate::failure::{Failure, Outcome};
use crate::report::say;
use crate::repro::experiments::{CONTENDERS, EXPERIMENTS, Experiment};
use crate::repro::perform::{Settings, perform};
use crate::repro::plot::plot;
use crate::repro::results::{Results, Run};
use crate::repro::section::section;
use crate::repro::{data_dir, page};
use serde_json::json;
use std::io::{ErrorKind, IsTerminal};
use std::path::Path;

const PAGE: &str = "reproduction.md";
const PICTURES: &str = "reproduction";

/// Runs the command.
pub(crate) fn run(args: &ReproArgs) -> Outcome<()> {
    if args.all {
        return EXPERIMENTS.iter().try_for_each(|experiment| repeat(experiment, args));
    }
    if args.names.is_empty() {
        return EXPERIMENTS.iter().try_for_each(|e| list(e, args.json));
    }
    let chosen =
        args.names.iter().map(|name| Experiment::find(name)).collect::<Outcome<Vec<_>>>()?;
    chosen.into_iter().try_for_each(|experiment| repeat(experiment, args))
}

fn list(experiment: &Experiment, as_json: bool) -> Outcome<()> {
    let Experiment { name, title, kernel, epochs, .. } = experiment;
    if as_json {
        return say(&json!({
            "event": "experiment", "name": name, "title": title, "kernel": kernel, "epochs": epochs,
        })
        .to_string());
    }
    say(&format!("{name:<26} {title}; {kernel}, {epochs} epochs"))
}

fn repeat(experiment: &'static Experiment, args: &ReproArgs) -> Outcome<()> {
    let settings = settings(experiment, args);
    let dir = data_dir(args.data.as_deref());
    let threads = args.threads.map_or(0, |n| n as usize);
    let ended = |run: &Run| ended(experiment, run, args.json);
    let results = perform(experiment, &settings, threads, &dir, ended)?;
    match &args.out {
        Some(out) => write(out, &results, &settings),
        None if args.json => Ok(()),
        None => say(section(&results, &settings, None).trim_end()),
    }
}

fn settings(experiment: &Experiment, args: &ReproArgs) -> Settings {
    let published = Settings::of(experiment, args.seed);
    Settings {
        epochs: args.epochs.map_or(published.epochs, |n| n as usize),
        repetitions: args.shuffles.unwrap_or(published.repetitions),
        limit: args.limit.map(|n| n as usize),
        ..published
    }
}

/// Says that a run has ended: as JSON, or to somebody who waits at a terminal.
fn ended(experiment: &Experiment, run: &Run, as_json: bool) -> Outcome<()> {
    let name = CONTENDERS[run.contender].name;
    if as_json {
        let epoch = |e: &crate::repro::results::Epoch| json!({ "error_percent": e.error, "updates": e.updates, "patterns": e.patterns });
        return say(&json!({
            "event": "run", "experiment": experiment.name, "algorithm": name,
            "order": run.order.to_string(), "seconds": run.seconds,
            "epochs": run.epochs.iter().map(epoch).collect::<Vec<_>>(),
        })
        .to_string());
    }
    if std::io::stderr().is_terminal() {
        eprintln!("{}: {name}, {}: {:.1} s", experiment.name, run.order, run.seconds);
    }
    Ok(())
}

/// Puts the section into the page, and the picture beside it.
fn write(out: &Path, results: &Results, settings: &Settings) -> Outcome<()> {
    let name = results.experiment.name;
    let text = section(results, settings, Some(&format!("{PICTURES}/{name}.svg")));
    let (path, pictures) = (out.join(PAGE), out.join(PICTURES));
    let old = match std::fs::read_to_string(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        read => read.map_err(|error| failed(&path, &error.to_string()))?,
    };
    let page = page::update(&old, results.experiment, &text).map_err(|why| failed(&path, &why))?;
    let made = std::fs::create_dir_all(&pictures);
    made.map_err(|error| failed(&pictures, &error.to_string()))?;
    save(&pictures.join(format!("{name}.svg")), &plot(results))?;
    save(&path, &page)
}

fn save(path: &Path, text: &str) -> Outcome<()> {
    std::fs::write(path, text).map_err(|error| failed(path, &error.to_string()))
}

fn failed(path: &Path, why: &str) -> Failure {
    Failure::Other(format!("{}: {why}", path.display()))
}
