//! Experiments of several epochs with kernels: test error and size of the hypothesis after each.
//!
//! | file | what it holds |
//! |---|---|
//! | `experiments` | the table: data, kernel, published numbers |
//! | `run` | one algorithm on one order of the rows |
//! | `perform` | all runs of an experiment |
//! | `results` | what they found |
//! | `section/`, `plot`, `scatter` | the results as Markdown and as pictures |

mod experiments;
mod perform;
mod plot;
mod results;
mod run;
mod scatter;
mod section;

pub(crate) use experiments::{EXPERIMENTS, Experiment};

use crate::args::Args;
use crate::failure::Result;
use crate::output::{finish, print, print_progress};
use perform::{Settings, perform};
use plot::plot;
use results::{Epoch, Run};
use scatter::scatter;
use section::{scatters, section};
use serde_json::json;

/// Runs an experiment and writes what came out.
pub(crate) fn repeat(experiment: &'static Experiment, args: &Args) -> Result<()> {
    let settings = settings(experiment, args);
    let ended = |run: &Run| report(experiment, run, args.json);
    let results = perform(experiment, &settings, args.threads(), &args.data_dir(), ended)?;
    let name = experiment.name;
    let text = |pictures: Option<&str>| {
        let stem = pictures.map(|folder| format!("{folder}/{name}"));
        section(&results, &settings, stem.as_deref())
    };
    let pictures = || {
        let relative =
            |epoch: usize| (format!("{name}-relative-{}", epoch + 1), scatter(&results, epoch));
        let error = (name.to_string(), plot(&results));
        [error].into_iter().chain(scatters(&results).map(relative)).collect()
    };
    finish(args, name, text, pictures)
}

fn settings(experiment: &Experiment, args: &Args) -> Settings {
    let published = Settings::published(experiment, args.seed);
    Settings {
        epochs: args.epochs.map_or(published.epochs, |n| n as usize),
        repetitions: args.shuffles.unwrap_or(published.repetitions),
        limit: args.limit(),
        ..published
    }
}

/// Reports the end of a run: as JSON, or to somebody who waits at a terminal.
fn report(experiment: &Experiment, run: &Run, as_json: bool) -> Result<()> {
    let name = experiment.learner(run.algorithm);
    if as_json {
        let epoch = |epoch: &Epoch| {
            let Epoch { error, updates, patterns } = epoch;
            json!({ "error_percent": error, "updates": updates, "patterns": patterns })
        };
        let line = json!({
            "event": "run", "experiment": experiment.name, "algorithm": name,
            "order": run.order.to_string(), "seconds": run.seconds,
            "epochs": run.epochs.iter().map(epoch).collect::<Vec<_>>(),
        });
        return print(&line.to_string());
    }
    let Run { order, seconds, .. } = run;
    print_progress(&format!("{}: {name}, {order}: {seconds:.1} s", experiment.name));
    Ok(())
}
