//! Experiments of one pass over streams: the percentage of rounds with a mistake.
//!
//! What is shown is the best of a grid of settings, beside what was published.
//!
//! | file | what it holds |
//! |---|---|
//! | `experiments` | the table: algorithms, streams, published numbers |
//! | `stream` | a stream of either kind, and its rounds |
//! | `enron`, `blocks` | the two kinds: mail by folder, drawn blocks of tasks |
//! | `headers` | senders and receivers of the mail |
//! | `grid` | all settings of all algorithms on one stream |
//! | `perform` | all streams of an experiment |
//! | `section`, `behind` | the results as Markdown and as pictures |

mod behind;
mod blocks;
mod enron;
mod experiments;
mod grid;
mod headers;
mod perform;
mod section;
mod stream;

pub(crate) use experiments::{EXPERIMENTS, Experiment};

use crate::args::Args;
use crate::failure::{Failure, Result};
use crate::output::{Picture, finish, print, print_progress};
use perform::{Settings, StreamResult, perform};
use serde_json::json;

/// Runs an experiment and writes what came out.
pub(crate) fn repeat(experiment: &'static Experiment, args: &Args) -> Result<()> {
    let name = experiment.name;
    if args.epochs.is_some() {
        return Err(Failure::usage(format!("{name} is one pass: leave out --epochs")));
    }
    let settings = Settings {
        repetitions: args.shuffles.unwrap_or(experiment.repetitions).max(1),
        seed: args.seed,
        limit: args.limit(),
        threads: args.threads(),
    };
    let ended = |row: usize, result: &StreamResult| report(experiment, row, result, args.json);
    let results = perform(experiment, &settings, &args.data_dir(), ended)?;
    let text = |pictures: Option<&str>| section::section(experiment, &results, &settings, pictures);
    let pictures = || {
        let plots = section::plots(experiment, &results).into_iter();
        plots.map(|(plot, svg)| (format!("{name}-{plot}"), svg)).collect::<Vec<Picture>>()
    };
    finish(args, name, text, pictures)
}

/// Reports the end of a stream: as JSON, or to somebody who waits at a terminal.
fn report(experiment: &Experiment, row: usize, result: &StreamResult, as_json: bool) -> Result<()> {
    let (name, stream) = (experiment.name, &experiment.rows[row]);
    if as_json {
        let best = experiment.algorithms.iter().zip(&result.best).map(|(algorithm, best)| {
            json!({
                "algorithm": algorithm.name, "paper_name": algorithm.paper,
                "error_percent": best.error, "C": best.setting.aggressiveness,
                "margin": best.setting.margin,
            })
        });
        let line = json!({
            "event": "stream", "experiment": name, "stream": stream.name,
            "picture": stream.picture, "seconds": result.seconds, "best": best.collect::<Vec<_>>(),
        });
        return print(&line.to_string());
    }
    let (picture, stream, seconds) = (stream.picture, stream.name, result.seconds);
    print_progress(&format!("{name}: {picture} {stream}: {seconds:.1} s"));
    Ok(())
}
