//! All settings of all algorithms on one stream, side by side on all cores.

use super::experiments::{Experiment, Margins};
use super::stream::{Input, Stream};
use crate::failure::Result;
use crate::threads;
use noregret::core::{AnyLearner, Label, Spec};

/// C and margin of an algorithm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Setting {
    pub(crate) aggressiveness: f64,
    pub(crate) margin: f64,
}

/// An algorithm with a setting, and the mistakes it makes.
struct Entrant {
    /// Where its score belongs.
    place: usize,
    input: Input,
    learner: AnyLearner,
    mistakes: u64,
}

/// How an algorithm did with a setting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Score {
    pub(crate) algorithm: usize,
    pub(crate) setting: Setting,
    /// Percent of the rounds with a mistake.
    pub(crate) error: f64,
}

/// Runs all settings of all algorithms, with this many threads.
pub(crate) fn run(experiment: &Experiment, stream: &Stream, threads: usize) -> Result<Vec<Score>> {
    let mut scores = Vec::new();
    let mut groups: Vec<Vec<Entrant>> = Vec::new();
    groups.resize_with(threads, Vec::new);
    for (algorithm, of) in experiment.algorithms.iter().enumerate() {
        for setting in settings(experiment, of.margins, stream.margin()) {
            let (place, input) = (scores.len(), of.input);
            let learner = learner(of.name, input, setting, stream.shape())?;
            groups[place % threads].push(Entrant { place, input, learner, mistakes: 0 });
            scores.push(Score { algorithm, setting, error: 0.0 });
        }
    }
    for (rounds, entrants) in threads::each(groups, |group| learn(stream, group))? {
        for entrant in entrants {
            scores[entrant.place].error = 100.0 * entrant.mistakes as f64 / rounds.max(1) as f64;
        }
    }
    Ok(scores)
}

/// Shows a stream to some entrants; how many rounds it has, and the entrants with their mistakes.
fn learn(stream: &Stream, mut entrants: Vec<Entrant>) -> Result<(u64, Vec<Entrant>)> {
    let mut rounds = 0;
    stream.for_each(|round| {
        rounds += 1;
        for entrant in &mut entrants {
            let (parts, label) = (round.parts(entrant.input), round.label(entrant.input));
            let outcome = entrant.learner.learn_parts(parts, label, 1.0)?;
            entrant.mistakes += u64::from(outcome.violation);
        }
        Ok(())
    })?;
    Ok((rounds, entrants))
}

/// The grid of settings of an algorithm.
fn settings(experiment: &Experiment, margins: Margins, planted: f64) -> Vec<Setting> {
    let margins: Vec<f64> = match margins {
        Margins::Fixed(margins) => margins.to_vec(),
        Margins::Times(times) => times.iter().map(|times| times * planted).collect(),
    };
    let powers = experiment.powers.0..=experiment.powers.1;
    let setting = |power: i32, margin| Setting { aggressiveness: f64::from(power).exp2(), margin };
    powers.flat_map(|power| margins.iter().map(move |&margin| setting(power, margin))).collect()
}

fn learner(
    name: &str,
    input: Input,
    setting: Setting,
    (features, classes): (usize, usize),
) -> Result<AnyLearner> {
    let mut spec = Spec::named(name, input.problem())?;
    spec.set_aggressiveness(setting.aggressiveness)?;
    spec.loss.set_margin(setting.margin);
    let mut learner = spec.build()?;
    if input.problem() == "label-ranking" {
        let mut classes = (0..classes).map(|class| Label::Number(class as f64));
        classes.try_for_each(|class| learner.admit_label(class))?;
    }
    learner.reserve(features);
    Ok(learner)
}
