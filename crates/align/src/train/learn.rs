//! Passes of the learner: Fig. 5.4 of the thesis, or PA-I on the maximal loss, and the conversion
//! of the run to one weight vector.
//!
//! Fig. 5.4: `a = phi(y) - phi(y')`, `c = X sqrt(m/(2U))`, `v += min{1, [c rho - <v,a>]_+/|a|^2} a`
//! on rounds whose prediction y' has a cost. Thm. 7: the costs of the run are at most
//! `L(u) + X sqrt(8 U L(u)) + 8 X^2 U` for every u with `|u|^2 <= 2U`, L its maximal loss.

use super::{Against, Aligning, Example, Scales, TrainingError, TrainingOptions, Widen};
use crate::dynamic::{Chain, Tolerance, decode};
use noregret_core::ascent::{Aim, Ascent, Exact, Trigger};
use noregret_core::hypothesis::EuclidSpace;
use noregret_core::loss::Hinge;
use noregret_core::problem::Structured;
use noregret_core::readout::Readout;
use noregret_core::schedule::{Directions, FixedRate, Schedule};
use noregret_core::{Certificate, Instance, Label, Learner};
use std::sync::Arc;

/// Every n-th example is held out when U is chosen.
const HELD_OUT: usize = 5;

/// Weights, and how they came about.
#[derive(Clone, Debug)]
pub struct Learned {
    /// The weights that answer.
    pub weights: Vec<f64>,
    /// The weights after the last round.
    pub last: Vec<f64>,
    /// What they are relative to.
    pub scales: Scales,
    /// U, or C for the maximal loss.
    pub complexity: f64,
    /// Rounds.
    pub rounds: u64,
    /// Rounds whose prediction had a cost.
    pub mistakes: u64,
    /// Examples whose limits had to be widened to hold the truth.
    pub widened: usize,
    /// What the run proves; its losses depend on the predictions of the run where they are
    /// prediction-based.
    pub certificate: Certificate,
}

/// The examples as they are shared with the structure.
type Shared<B> = [Arc<Example<B>>];

/// Learns weights from examples.
///
/// # Errors
/// If there is no example, or an option is refused.
pub fn learn<B: Widen>(
    examples: &Shared<B>,
    options: &TrainingOptions,
) -> Result<Learned, TrainingError> {
    let complexity = choose(examples, options)?;
    run(examples, &scales(examples), options, complexity)
}

fn scales<B: Widen>(examples: &Shared<B>) -> Arc<Scales> {
    Arc::new(Scales::of(examples.iter().map(|e| (e.base(), e.truth()))))
}

/// The U whose weights cost least on examples that neither they nor the scales come from.
fn choose<B: Widen>(examples: &Shared<B>, options: &TrainingOptions) -> Result<f64, TrainingError> {
    let all = &options.complexities;
    let needed = if all.len() > 1 { HELD_OUT } else { 1 };
    if examples.len() < needed {
        return Err(TrainingError::TooFew { given: examples.len(), needed });
    }
    let is_held = |i: &usize| (i + 1).is_multiple_of(HELD_OUT);
    let part = |held: bool| -> Vec<Arc<Example<B>>> {
        let chosen = (0..examples.len()).filter(|i| is_held(i) == held);
        chosen.map(|i| Arc::clone(&examples[i])).collect()
    };
    let mut best = (f64::INFINITY, all.first().copied().unwrap_or(1.0));
    if all.len() < 2 {
        return Ok(best.1);
    }
    let (own, held) = (part(false), part(true));
    let scales = scales(&own);
    for &complexity in all {
        let learned = run(&own, &scales, options, complexity)?;
        let cost = cost(&held, &scales, &learned.weights, options);
        if cost < best.0 {
            best = (cost, complexity);
        }
    }
    Ok(best.1)
}

/// The cost of weights on examples, as a sum over events.
fn cost<B: Widen>(
    examples: &Shared<B>,
    scales: &Scales,
    weights: &[f64],
    options: &TrainingOptions,
) -> f64 {
    let of = |example: &Arc<Example<B>>| {
        let weights = scales.unscale(weights, example.truth().len());
        let best = Chain::new(example.base(), &weights).and_then(|chain| decode(&chain));
        // A failure costs as much as an alignment without any right start.
        let starts = best.map(|best| best.starts);
        starts.map_or_else(
            |_| Tolerance::worst(example.truth().len()),
            |starts| options.tolerance.sum(example.truth(), &starts),
        )
    };
    examples.iter().map(of).sum()
}

fn run<B: Widen>(
    examples: &Shared<B>,
    scales: &Arc<Scales>,
    options: &TrainingOptions,
    complexity: f64,
) -> Result<Learned, TrainingError> {
    match options.against {
        Against::Predicted => {
            let ascent = Exact { on: Trigger::Mistake, aim: Aim::Predicted };
            pass(examples, scales, options, (ascent, Directions::new(complexity), complexity))
        }
        Against::Maximal => {
            let rate = FixedRate { aggressiveness: complexity };
            pass(examples, scales, options, (Exact::default(), rate, complexity))
        }
    }
}

/// The passes themselves, with this ascent and schedule.
fn pass<B: Widen, A: Ascent, S: Schedule>(
    examples: &Shared<B>,
    scales: &Arc<Scales>,
    options: &TrainingOptions,
    (ascent, schedule, complexity): (A, S, f64),
) -> Result<Learned, TrainingError> {
    schedule.check()?;
    let Some(first) = examples.first() else {
        return Err(TrainingError::TooFew { given: 0, needed: 1 });
    };
    let aligning = Aligning {
        example: Arc::clone(first),
        scales: Arc::clone(scales),
        tolerance: options.tolerance,
        against: options.against,
    };
    let readout = if options.averaged { Readout::Average } else { Readout::Last };
    let space = EuclidSpace::new(1, readout.power());
    let problem = Structured::new(aligning);
    let mut learner = Learner::new(problem, Hinge::default(), ascent, space, schedule, readout);
    let count = scales.values().len();
    let indices: Vec<u32> = (0..count as u32).collect();
    let units = indices.iter().map(|j| Instance::sparse(std::slice::from_ref(j), &[1.0]));
    let units = units.collect::<noregret_core::Result<Vec<_>>>()?;
    for example in (0..options.passes).flat_map(|_| examples) {
        learner.problem_mut().structure.example = Arc::clone(example);
        let label: Vec<f64> = example.truth().iter().map(|&start| start as f64).collect();
        learner.learn_parts(&units, Label::Each(&label), 1.0)?;
    }
    Ok(Learned {
        weights: (0..count).map(|j| learner.answering_weight(j, 0)).collect(),
        last: (0..count).map(|j| learner.weight(j, 0)).collect(),
        scales: Scales::clone(scales),
        complexity,
        rounds: learner.ledger().rounds,
        mistakes: learner.ledger().mistakes,
        widened: examples.iter().filter(|example| example.is_widened()).count(),
        certificate: learner.certificate(),
    })
}
