//! Settings of the algorithms on one stream, side by side on all cores.

use super::experiments::{Experiment, Row};
use super::stream::{Input, Stream};
use crate::failure::Result;
use crate::threads;
use noregret::core::{AnyLearner, Label, Spec};

/// C and margin of an algorithm.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Setting {
    pub(crate) aggressiveness: f64,
    /// As in the table of the experiment: it may be a multiple of the planted one.
    pub(crate) margin: f64,
}

/// An algorithm with a setting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Candidate {
    pub(crate) algorithm: usize,
    pub(crate) setting: Setting,
}

/// How a candidate did.
#[derive(Clone, Debug, Default)]
pub(crate) struct Run {
    /// Percent of the rounds with a mistake.
    pub(crate) error: f64,
    /// Mistakes after each tenth of the rounds.
    pub(crate) curve: Vec<u64>,
}

/// A candidate that learns, and the mistakes it makes.
struct Entrant {
    /// Which candidate it is.
    place: usize,
    input: Input,
    learner: AnyLearner,
    mistakes: u64,
    curve: Vec<u64>,
}

/// In how many places a curve is kept.
pub(crate) const PLACES: usize = 10;

/// The grid: all settings for a row, of all algorithms that are not tried near another one.
pub(crate) fn candidates(experiment: &Experiment, row: &Row) -> Vec<Candidate> {
    let mut all = Vec::new();
    let algorithms = experiment.algorithms.iter().enumerate();
    for (algorithm, of) in algorithms.filter(|(_, of)| of.near.is_none()) {
        let (least, most) = of.powers(experiment.tried, row.powers);
        for power in least..=most {
            let aggressiveness = f64::from(power).exp2();
            let setting = |&margin: &f64| Setting { aggressiveness, margin };
            let (margins, _) = of.margins.tried(1.0);
            let settings = margins.iter().map(setting);
            all.extend(settings.map(|setting| Candidate { algorithm, setting }));
        }
    }
    all
}

/// C of an algorithm that is tried near another one: these parts of the other's.
pub(crate) const NEAR: [f64; 3] = [0.25, 0.5, 1.0];

/// The settings near these, one for each algorithm, of the algorithms that are tried there.
pub(crate) fn near(experiment: &Experiment, best: &[Setting]) -> Vec<Candidate> {
    let mut all = Vec::new();
    for (algorithm, of) in experiment.algorithms.iter().enumerate() {
        if let Some(&Setting { aggressiveness, margin }) = of.near.and_then(|other| best.get(other))
        {
            let at = |part: f64| Setting { aggressiveness: part * aggressiveness, margin };
            all.extend(NEAR.map(at).map(|setting| Candidate { algorithm, setting }));
        }
    }
    all
}

/// Runs these candidates with this many threads; the runs in their order.
pub(crate) fn run(
    experiment: &Experiment,
    candidates: &[Candidate],
    stream: &Stream,
    threads: usize,
) -> Result<Vec<Run>> {
    let mut groups: Vec<Vec<Entrant>> = Vec::new();
    groups.resize_with(threads, Vec::new);
    for (place, &Candidate { algorithm, mut setting }) in candidates.iter().enumerate() {
        let of = &experiment.algorithms[algorithm];
        setting.margin *= of.margins.tried(stream.margin()).1;
        let learner = learner(of.name, of.input, setting, stream.shape())?;
        let (input, mistakes, curve) = (of.input, 0, Vec::new());
        groups[place % threads].push(Entrant { place, input, learner, mistakes, curve });
    }
    let mut runs = vec![Run::default(); candidates.len()];
    let rounds = stream.rounds().max(1) as f64;
    for entrant in threads::each(groups, |group| learn(stream, group))?.into_iter().flatten() {
        let error = 100.0 * entrant.mistakes as f64 / rounds;
        runs[entrant.place] = Run { error, curve: entrant.curve };
    }
    Ok(runs)
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
    use super::super::EXPERIMENTS;
    use super::*;

    /// Five algorithms with one margin, four with three; SimOpt.M is tried near SimProj.M.
    #[test]
    fn the_wider_range_is_for_one_margin() {
        let synthetic = EXPERIMENTS.iter().find(|e| e.name == "simproj-synthetic").unwrap();
        let count = |picture: &str| {
            let row = synthetic.rows.iter().find(|row| row.picture == picture).unwrap();
            candidates(synthetic, row).len()
        };
        let best: Vec<Setting> = (0..9i32)
            .map(|power| Setting { aggressiveness: f64::from(power).exp2(), margin: 2.0 })
            .collect();
        let found = near(synthetic, &best);
        let settings: Vec<f64> = found.iter().map(|c| c.setting.aggressiveness).collect();
        assert_eq!(settings, [64.0, 128.0, 256.0]);
        assert!(found.iter().all(|c| c.algorithm == 9 && c.setting.margin == 2.0));
        assert_eq!((count("block-size"), count("noise-5")), (5 * 13 + 4 * 27, 5 * 13 + 4 * 39));
    }

    #[test]
    fn a_curve_has_ten_places() {
        assert_eq!(places(25), [2, 5, 7, 10, 12, 15, 17, 20, 22, 25]);
    }
}
