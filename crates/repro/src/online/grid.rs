//! All settings of all algorithms on one stream, side by side on all cores.

use super::experiments::{Experiment, Margins, Powers, Row};
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
    curve: Vec<u64>,
}

/// In how many places a curve is kept.
pub(crate) const PLACES: usize = 10;

/// How an algorithm did with a setting.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Score {
    pub(crate) algorithm: usize,
    pub(crate) setting: Setting,
    /// Percent of the rounds with a mistake.
    pub(crate) error: f64,
    /// Mistakes after each tenth of the rounds.
    pub(crate) curve: Vec<u64>,
}

/// Runs all settings of all algorithms, with this many threads.
pub(crate) fn run(
    experiment: &Experiment,
    row: &Row,
    stream: &Stream,
    threads: usize,
) -> Result<Vec<Score>> {
    let mut scores = Vec::new();
    let mut groups: Vec<Vec<Entrant>> = Vec::new();
    groups.resize_with(threads, Vec::new);
    for (algorithm, of) in experiment.algorithms.iter().enumerate() {
        for setting in settings(experiment.tried, row.powers, of.margins, stream.margin()) {
            let (place, input) = (scores.len(), of.input);
            let learner = learner(of.name, input, setting, stream.shape())?;
            let (mistakes, curve) = (0, Vec::new());
            groups[place % threads].push(Entrant { place, input, learner, mistakes, curve });
            scores.push(Score { algorithm, setting, error: 0.0, curve: Vec::new() });
        }
    }
    let rounds = stream.rounds().max(1) as f64;
    for entrant in threads::each(groups, |group| learn(stream, group))?.into_iter().flatten() {
        let score = &mut scores[entrant.place];
        score.error = 100.0 * entrant.mistakes as f64 / rounds;
        score.curve = entrant.curve;
    }
    Ok(scores)
}

/// The rounds after which a curve is kept.
pub(crate) fn places(rounds: usize) -> [usize; PLACES] {
    std::array::from_fn(|place| rounds * (place + 1) / PLACES)
}

/// Shows a stream to some entrants; they come back with their mistakes.
fn learn(stream: &Stream, mut entrants: Vec<Entrant>) -> Result<Vec<Entrant>> {
    let places = places(stream.rounds());
    let mut rounds = 0;
    stream.for_each(|round| {
        rounds += 1;
        let keep = places.iter().filter(|place| **place == rounds).count();
        for entrant in &mut entrants {
            let (parts, label) = (round.parts(entrant.input), round.label(entrant.input));
            let outcome = entrant.learner.learn_parts(parts, label, 1.0)?;
            entrant.mistakes += u64::from(outcome.violation);
            entrant.curve.extend(std::iter::repeat_n(entrant.mistakes, keep));
        }
        Ok(())
    })?;
    Ok(entrants)
}

/// The grid of settings of an algorithm. The wider range of C is for those with one margin: the
/// best C of the others is not at an edge.
fn settings(tried: Powers, published: Powers, margins: Margins, planted: f64) -> Vec<Setting> {
    let margins: Vec<f64> = match margins {
        Margins::Fixed(margins) => margins.to_vec(),
        Margins::Times(times) => times.iter().map(|times| times * planted).collect(),
    };
    let (least, most) = if margins.len() == 1 { tried } else { published };
    let setting = |power: i32, margin| Setting { aggressiveness: f64::from(power).exp2(), margin };
    let of = |power: i32| margins.iter().map(move |&margin| setting(power, margin));
    (least..=most).flat_map(of).collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wider_range_is_for_one_margin() {
        let count = |margins| settings((-9, 3), (-5, 3), margins, 0.1).len();
        assert_eq!(count(Margins::Fixed(&[1.0])), 13);
        assert_eq!(count(Margins::Times(&[0.5, 1.0, 2.0])), 9 * 3);
    }

    #[test]
    fn a_curve_has_ten_places() {
        assert_eq!(places(25), [2, 5, 7, 10, 12, 15, 17, 20, 22, 25]);
    }
}
