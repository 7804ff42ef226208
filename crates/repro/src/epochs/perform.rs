//! All runs of an experiment, one after the other: a learner uses the whole machine by itself.

use super::experiments::{ALGORITHMS, Experiment};
use super::results::{Order, Results, Run};
use super::run::Task;
use crate::args::{command_line, unless, unless_zero};
use crate::data::{Data, shuffled};
use crate::failure::{Failure, Result};
use noregret::core::random::Random;
use std::path::Path;

/// What the user may change about an experiment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Settings {
    pub(crate) epochs: usize,
    /// Shuffles after the file order, or fresh draws.
    pub(crate) repetitions: usize,
    pub(crate) seed: u64,
    /// At most so many rows to learn from and to test on.
    pub(crate) limit: Option<usize>,
}

impl Settings {
    /// The experiment as published, with this seed.
    pub(crate) fn published(experiment: &Experiment, seed: u64) -> Self {
        let Experiment { epochs, repetitions, .. } = *experiment;
        Settings { epochs, repetitions, seed, limit: None }
    }

    /// The command line that asks for them.
    pub(crate) fn command(&self, experiment: &Experiment) -> String {
        let published = Settings::published(experiment, 0);
        let flags = [
            ("epochs", unless(published.epochs, self.epochs)),
            ("shuffles", unless(published.repetitions, self.repetitions)),
            ("seed", unless_zero(self.seed)),
            ("limit", self.limit.map(|limit| limit as u64)),
        ];
        command_line(experiment.name, &flags)
    }
}

/// Runs everything with so many threads, 0 for all; `ended` is told of each run.
pub(crate) fn perform(
    experiment: &'static Experiment,
    settings: &Settings,
    threads: usize,
    dir: &Path,
    mut ended: impl FnMut(&Run) -> Result<()>,
) -> Result<Results> {
    let orders = orders(experiment, settings)?;
    let mut results = Results { experiment, epochs: settings.epochs, rows: (0, 0), runs: vec![] };
    let mut loaded: Option<Data> = None;
    for order in orders {
        let mut random = Random::new(settings.seed, order.number());
        let data = match loaded.take() {
            Some(data) if !experiment.origin.is_drawn() => data,
            _ => {
                experiment.origin.load(dir, experiment.preparation, settings.limit, &mut random)?
            }
        };
        results.rows = (data.train.len(), data.test.len());
        let rows = match order {
            Order::Shuffle(_) => shuffled(data.train.len(), &mut random),
            Order::File | Order::Draw(_) => (0..data.train.len()).collect(),
        };
        let epochs = settings.epochs;
        let task = Task { experiment, data: &data, rows: &rows, order, epochs, threads };
        // What is cited is compared in the order of the file alone.
        let cited = if order == Order::File { experiment.cited.len() } else { 0 };
        for algorithm in 0..ALGORITHMS.len() + cited {
            let run = task.run(algorithm)?;
            ended(&run)?;
            results.runs.push(run);
        }
        loaded = Some(data);
    }
    Ok(results)
}

/// The file order and its shuffles, or the draws.
fn orders(experiment: &Experiment, settings: &Settings) -> Result<Vec<Order>> {
    let repetitions = 1..=settings.repetitions;
    if !experiment.origin.is_drawn() {
        return Ok([Order::File].into_iter().chain(repetitions.map(Order::Shuffle)).collect());
    }
    if repetitions.is_empty() {
        let reason = format!("{} draws its data: --shuffles 1 at least", experiment.name);
        return Err(Failure::usage(reason));
    }
    Ok(repetitions.map(Order::Draw).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_names_what_was_changed() {
        let chess = Experiment::find("ultraconservative-chess").unwrap();
        let mut settings = Settings::published(chess, 0);
        assert_eq!(settings.command(chess), "noregret-repro ultraconservative-chess");
        settings.repetitions = 2;
        settings.limit = Some(100);
        settings.seed = 7;
        let words = "noregret-repro ultraconservative-chess --shuffles 2 --seed 7 --limit 100";
        assert_eq!(settings.command(chess), words);
    }
}
