//! `noregret repro`: repeats published experiments and shows how far the numbers are from the paper's.

use crate::args::ReproArgs;
use crate::failure::{Failure, Outcome};
use crate::report::say;
use crate::repro::experiments::{CONTENDERS, EXPERIMENTS, Experiment};
use crate::repro::online::perform::Line;
use crate::repro::online::trials::{TRIALS, Trial};
use crate::repro::perform::{Settings, perform};
use crate::repro::plot::plot;
use crate::repro::results::Run;
use crate::repro::section::section;
use crate::repro::{data_dir, online, page, splits};
use serde_json::json;
use std::io::{ErrorKind, IsTerminal};
use std::path::Path;

const PAGE: &str = "reproduction.md";
const PICTURES: &str = "reproduction";

/// An experiment of either kind.
#[derive(Clone, Copy)]
enum Chosen {
    Epochs(&'static Experiment),
    Online(&'static Trial),
    Splits,
}

fn all() -> impl Iterator<Item = Chosen> {
    let published = EXPERIMENTS.iter().map(Chosen::Epochs).chain(TRIALS.iter().map(Chosen::Online));
    published.chain([Chosen::Splits])
}

impl Chosen {
    fn name(self) -> &'static str {
        match self {
            Chosen::Epochs(experiment) => experiment.name,
            Chosen::Online(trial) => trial.name,
            Chosen::Splits => splits::NAME,
        }
    }

    /// The one called so.
    fn find(name: &str) -> Outcome<Self> {
        all().find(|chosen| chosen.name() == name).ok_or_else(|| {
            let known: Vec<&str> = all().map(Chosen::name).collect();
            let known = known.join(", ");
            Failure::Usage(format!("there is no experiment '{name}' (known: {known})"))
        })
    }

    fn repeat(self, args: &ReproArgs) -> Outcome<()> {
        match self {
            Chosen::Epochs(experiment) => repeat(experiment, args),
            Chosen::Online(trial) => play(trial, args),
            Chosen::Splits => split(args),
        }
    }
}

/// Runs the command.
pub(crate) fn run(args: &ReproArgs) -> Outcome<()> {
    if args.all {
        return all().try_for_each(|chosen| chosen.repeat(args));
    }
    if args.names.is_empty() {
        return all().try_for_each(|chosen| list(chosen, args.json));
    }
    let chosen = args.names.iter().map(|name| Chosen::find(name)).collect::<Outcome<Vec<_>>>()?;
    chosen.into_iter().try_for_each(|chosen| chosen.repeat(args))
}

fn list(chosen: Chosen, as_json: bool) -> Outcome<()> {
    let (name, title, about) = match chosen {
        Chosen::Epochs(e) => (e.name, e.title, format!("{}, {} epochs", e.kernel, e.epochs)),
        Chosen::Online(t) => {
            (t.name, t.title, format!("{} algorithms, one pass", t.contenders.len()))
        }
        Chosen::Splits => {
            (splits::NAME, splits::TITLE, format!("{} splits of each set", splits::SPLITS))
        }
    };
    if as_json {
        return say(
            &json!({ "event": "experiment", "name": name, "title": title, "about": about })
                .to_string(),
        );
    }
    say(&format!("{name:<26} {title}; {about}"))
}

/// Plays an online experiment.
fn play(trial: &'static Trial, args: &ReproArgs) -> Outcome<()> {
    if args.epochs.is_some() {
        return Err(Failure::Usage(format!("{} is one pass: leave out --epochs", trial.name)));
    }
    let settings = online::perform::Settings {
        repetitions: args.shuffles.unwrap_or(trial.repetitions).max(1),
        seed: args.seed,
        limit: args.limit.map(|n| n as usize),
        threads: args.threads.map_or(0, |n| n as usize),
    };
    let ended = |row: usize, line: &Line| finished(trial, row, line, args.json);
    let lines = online::perform::perform(trial, &settings, &data_dir(args.data.as_deref()), ended)?;
    let text = |pictures| online::section::section(trial, &lines, &settings, pictures);
    match &args.out {
        Some(out) => {
            let plots = online::section::plots(trial, &lines).into_iter();
            let plots = plots.map(|(name, svg)| (format!("{}-{name}", trial.name), svg)).collect();
            write(out, trial.name, &text(Some(PICTURES)), plots)
        }
        None if args.json => Ok(()),
        None => say(text(None).trim_end()),
    }
}

/// Splits data at random, again and again.
fn split(args: &ReproArgs) -> Outcome<()> {
    if args.epochs.is_some() {
        return Err(Failure::Usage(format!("{} is one pass: leave out --epochs", splits::NAME)));
    }
    let settings = splits::Settings {
        splits: args.shuffles.unwrap_or(splits::SPLITS).max(1),
        seed: args.seed,
        limit: args.limit.map_or(splits::MOST, |n| n as usize),
        threads: args.threads.map_or(0, |n| n as usize),
    };
    let ended = |line: &splits::Line| match args.json {
        true => say(&splits::section::object(line).to_string()),
        false => Ok(()),
    };
    let lines = splits::perform(&settings, &data_dir(args.data.as_deref()), ended)?;
    let text = splits::section::section(&lines, &settings);
    match &args.out {
        Some(out) => write(out, splits::NAME, &text, Vec::new()),
        None if args.json => Ok(()),
        None => say(text.trim_end()),
    }
}

/// Says that a stream has ended: as JSON, or to somebody who waits at a terminal.
fn finished(trial: &Trial, row: usize, line: &Line, as_json: bool) -> Outcome<()> {
    let stream = &trial.rows[row];
    if as_json {
        let best = trial.contenders.iter().zip(&line.best).map(|(contender, best)| {
            json!({
                "algorithm": contender.algorithm, "paper_name": contender.paper, "error_percent": best.error,
                "C": best.setting.aggressiveness, "margin": best.setting.margin,
            })
        });
        return say(&json!({
            "event": "stream", "experiment": trial.name, "stream": stream.name,
            "picture": stream.picture, "seconds": line.seconds, "best": best.collect::<Vec<_>>(),
        })
        .to_string());
    }
    if std::io::stderr().is_terminal() {
        eprintln!("{}: {} {}: {:.1} s", trial.name, stream.picture, stream.name, line.seconds);
    }
    Ok(())
}

fn repeat(experiment: &'static Experiment, args: &ReproArgs) -> Outcome<()> {
    let settings = settings(experiment, args);
    let dir = data_dir(args.data.as_deref());
    let threads = args.threads.map_or(0, |n| n as usize);
    let ended = |run: &Run| ended(experiment, run, args.json);
    let results = perform(experiment, &settings, threads, &dir, ended)?;
    match &args.out {
        Some(out) => {
            let name = experiment.name;
            let text = section(&results, &settings, Some(&format!("{PICTURES}/{name}.svg")));
            write(out, name, &text, vec![(name.into(), plot(&results))])
        }
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

/// Puts the section into the page, and the pictures beside it.
fn write(out: &Path, name: &str, text: &str, plots: Vec<(String, String)>) -> Outcome<()> {
    let (path, pictures) = (out.join(PAGE), out.join(PICTURES));
    let old = match std::fs::read_to_string(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        read => read.map_err(|error| failed(&path, &error.to_string()))?,
    };
    let page = page::update(&old, name, text).map_err(|why| failed(&path, &why))?;
    let made = std::fs::create_dir_all(&pictures);
    made.map_err(|error| failed(&pictures, &error.to_string()))?;
    for (name, svg) in plots {
        save(&pictures.join(format!("{name}.svg")), &svg)?;
    }
    save(&path, &page)
}

fn save(path: &Path, text: &str) -> Outcome<()> {
    std::fs::write(path, text).map_err(|error| failed(path, &error.to_string()))
}

fn failed(path: &Path, why: &str) -> Failure {
    Failure::Other(format!("{}: {why}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_name_comes_with_the_known_ones() {
        let failure = Chosen::find("nope").err().unwrap();
        assert_eq!(failure.exit_code(), 2);
        let known = "known: ultraconservative-chess, ";
        assert!(failure.to_string().contains(known), "{failure}");
        assert!(failure.to_string().contains("simproj-enron"), "{failure}");
    }
}
