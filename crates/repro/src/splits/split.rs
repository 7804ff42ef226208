//! One random split: half of the rows (at most a limit) are learned from in one pass, as many of the others are held out.
//!
//! Measured are the mean error on the rows held out of the predictors at [`LOOKS`] evenly spaced rounds, which stands for the mean risk of
//! all, beside the bound of Thm. 13; and that of the model of `--stop validate`, beside its bound.

use super::sets::Source;
use super::{DELTA, Settings};
use crate::failure::Outcome;
use crate::repro::data::shuffled;
use crate::run::example;
use noregret_core::random::Random;
use noregret_core::risk::{self, Stop};
use noregret_core::{AnyLearner, Spec};
use noregret_io::Row;

/// Rows in memory.
pub(super) type Rows = Vec<Row>;

/// How many predictors of a run are tested on the rows held out.
const LOOKS: usize = 40;

/// Rates of error: met on the way, promised, and found on the rows held out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rates {
    pub(crate) met: f64,
    pub(crate) at_most: f64,
    pub(crate) found: f64,
}

/// What a split showed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Split {
    /// The predictors of a pass.
    pub(crate) ensemble: Rates,
    /// The model that validation chose.
    pub(crate) validated: Rates,
}

/// How many of these rows are learned from.
pub(super) fn learned(rows: usize, limit: usize) -> usize {
    (rows / 2).min(limit)
}

/// The split with this number.
pub(super) fn play(
    source: &Source,
    rows: &Rows,
    settings: &Settings,
    number: usize,
) -> Outcome<Split> {
    let order = shuffled(rows.len(), &mut Random::new(settings.seed, number as u64));
    let learned = learned(rows.len(), settings.limit);
    let held = (rows.len() - learned).min(settings.limit);
    let pick = |places: &[usize]| places.iter().map(|&at| &rows[at]).collect::<Vec<&Row>>();
    let (train, test) = (pick(&order[..learned]), pick(&order[learned..learned + held]));
    let seed = settings.seed.wrapping_add(number as u64);
    let fresh = || fresh(source, rows);
    Ok(Split {
        ensemble: ensemble(fresh()?, &train, &test)?,
        validated: validated(&fresh, &train, &test, seed)?,
    })
}

/// A learner that knows the classes, which are taken for known.
fn fresh(source: &Source, rows: &Rows) -> Outcome<AnyLearner> {
    let mut learner = Spec::named(source.algorithm, source.problem)?.build()?;
    for row in rows.iter().take(1000) {
        learner.admit_label(example::label(row))?;
    }
    Ok(learner)
}

/// The share of these rows on which a predictor errs.
fn error(learner: &AnyLearner, rows: &[&Row]) -> Outcome<f64> {
    let mut mistakes = 0;
    for row in rows {
        mistakes += u32::from(example::evaluate(learner, std::slice::from_ref(*row))?.mistake);
    }
    Ok(f64::from(mistakes) / rows.len().max(1) as f64)
}

fn ensemble(mut learner: AnyLearner, train: &[&Row], test: &[&Row]) -> Outcome<Rates> {
    let every = train.len().div_ceil(LOOKS).max(1);
    let (mut mistakes, mut found, mut looks) = (0, 0.0, 0.0);
    for (round, row) in train.iter().enumerate() {
        if round % every == every / 2 {
            found += error(&learner, test)?;
            looks += 1.0;
        }
        mistakes += u32::from(example::learn(&mut learner, std::slice::from_ref(*row))?.mistake);
    }
    let met = f64::from(mistakes) / train.len() as f64;
    let at_most = risk::ensemble(train.len() as u64, met, DELTA);
    Ok(Rates { met, at_most, found: found / looks })
}

fn validated(
    fresh: &impl Fn() -> Outcome<AnyLearner>,
    train: &[&Row],
    test: &[&Row],
    seed: u64,
) -> Outcome<Rates> {
    let blocks = risk::blocks(DELTA);
    let run = |number: usize| Ok((fresh()?, Stop::new(seed ^ (number as u64) << 32), fresh()?));
    let mut runs = (0..blocks).map(run).collect::<Outcome<Vec<_>>>()?;
    let mut aside = Vec::new();
    for (number, row) in train.iter().enumerate() {
        let Some(turn) = risk::fold(number as u64, blocks) else {
            aside.push(*row);
            continue;
        };
        let (learner, stop, kept) = &mut runs[turn];
        if stop.keeps_next() {
            *kept = learner.clone();
        }
        example::learn(learner, std::slice::from_ref(*row))?;
    }
    let measured = runs.iter().map(|(_, _, kept)| Ok((error(kept, &aside)?, kept)));
    let measured = measured.collect::<Outcome<Vec<(f64, &AnyLearner)>>>()?;
    let best = measured.into_iter().reduce(|best, next| if next.0 < best.0 { next } else { best });
    let (met, found) = match best {
        Some((met, model)) => (met, error(model, test)?),
        None => (1.0, 1.0),
    };
    let at_most = risk::validated(met, blocks, aside.len() as u64, DELTA);
    Ok(Rates { met, at_most, found })
}
