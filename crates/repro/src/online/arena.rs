//! All settings of all contenders on one stream, side by side on all cores.

use super::stream::{Input, Stream};
use super::trials::{Margins, Trial};
use crate::failure::{Failure, Outcome};
use noregret_core::{AnyLearner, Label, Spec};

/// C and margin of an entrant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Setting {
    pub(crate) aggressiveness: f64,
    pub(crate) margin: f64,
}

/// A contender with a setting.
struct Entrant {
    place: usize,
    input: Input,
    learner: AnyLearner,
    mistakes: u64,
}

/// How a contender did with a setting, in percent of the rounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Score {
    pub(crate) contender: usize,
    pub(crate) setting: Setting,
    pub(crate) error: f64,
}

/// Runs everybody.
pub(crate) fn compete(trial: &Trial, stream: &Stream, threads: usize) -> Outcome<Vec<Score>> {
    let mut scores = Vec::new();
    let mut groups: Vec<Vec<Entrant>> = Vec::new();
    groups.resize_with(threads.max(1), Vec::new);
    for (contender, of) in trial.contenders.iter().enumerate() {
        for setting in settings(trial, of.margins, stream.margin()) {
            let (place, input) = (scores.len(), of.input);
            let learner = learner(of.algorithm, input, setting, stream.shape())?;
            groups[place % threads.max(1)].push(Entrant { place, input, learner, mistakes: 0 });
            scores.push(Score { contender, setting, error: 0.0 });
        }
    }
    let finished = std::thread::scope(|scope| {
        let play = |group| scope.spawn(move || play(stream, group));
        let running: Vec<_> = groups.into_iter().map(play).collect();
        let joined = running.into_iter().map(|thread| thread.join());
        let lost = |_| Failure::Other("a thread of the experiment stopped".into());
        joined.map(|result| result.map_err(lost).flatten()).collect::<Outcome<Vec<_>>>()
    })?;
    for (rounds, entrants) in finished {
        for entrant in entrants {
            scores[entrant.place].error = 100.0 * entrant.mistakes as f64 / rounds.max(1) as f64;
        }
    }
    Ok(scores)
}

fn play(stream: &Stream, mut entrants: Vec<Entrant>) -> Outcome<(u64, Vec<Entrant>)> {
    let mut rounds = 0;
    stream.play(|round| {
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

/// The grid of a contender.
fn settings(trial: &Trial, margins: Margins, planted: f64) -> Vec<Setting> {
    let margins: Vec<f64> = match margins {
        Margins::Of(margins) => margins.to_vec(),
        Margins::Times(times) => times.iter().map(|times| times * planted).collect(),
    };
    let powers = trial.powers.0..=trial.powers.1;
    let setting = |power: i32, margin| Setting { aggressiveness: f64::from(power).exp2(), margin };
    powers.flat_map(|power| margins.iter().map(move |&margin| setting(power, margin))).collect()
}

fn learner(
    algorithm: &str,
    input: Input,
    setting: Setting,
    (features, classes): (usize, usize),
) -> Outcome<AnyLearner> {
    let mut spec = Spec::named(algorithm, input.problem())?;
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
