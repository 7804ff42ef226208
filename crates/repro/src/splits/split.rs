//! One random split: half of the rows are learned from in one pass, as many others are held out.
//!
//! Measured on the rows held out are
//! - the mean error of the predictors at [`TESTED`] evenly spaced rounds, which stands for the mean
//!   risk of all predictors of the pass, beside the bound of Thm. 13;
//! - the error of the model of `--stop validate`, beside its bound.

use super::DELTA;
use super::perform::Settings;
use super::sets::Source;
use crate::data::shuffled;
use crate::failure::Result;
use noregret::core::random::Random;
use noregret::core::risk::{self, Stop};
use noregret::core::{AnyLearner, ClassName, Instance, Label, Spec};

/// A row in memory.
#[derive(Debug)]
pub(super) struct LabelledRow {
    pub(super) indices: Vec<u32>,
    pub(super) values: Vec<f64>,
    pub(super) class: Option<ClassName>,
}

impl LabelledRow {
    fn instance(&self) -> Instance<'_> {
        Instance::Sparse { indices: &self.indices, values: &self.values }
    }

    fn label(&self) -> Label<'_> {
        self.class.as_ref().map_or(Label::None, ClassName::label)
    }
}

/// Rows in memory.
pub(super) type Rows = Vec<LabelledRow>;

/// How many predictors of a run are tested on the rows held out.
const TESTED: usize = 40;

/// Rates of error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rates {
    /// Met while learning.
    pub(super) met: f64,
    /// Promised by the bound.
    pub(super) at_most: f64,
    /// Found on the rows held out.
    pub(super) found: f64,
}

/// What a split showed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Split {
    /// The predictors of a pass.
    pub(super) ensemble: Rates,
    /// The model that validation chose.
    pub(super) validated: Rates,
}

/// How many of these rows are learned from.
pub(super) fn learned(rows: usize, limit: usize) -> usize {
    (rows / 2).min(limit)
}

/// Runs the split with this number.
pub(super) fn run(
    source: &Source,
    rows: &Rows,
    settings: &Settings,
    number: usize,
) -> Result<Split> {
    let order = shuffled(rows.len(), &mut Random::new(settings.seed, number as u64));
    let learned = learned(rows.len(), settings.limit);
    let held = (rows.len() - learned).min(settings.limit);
    let pick = |places: &[usize]| places.iter().map(|&at| &rows[at]).collect::<Vec<&LabelledRow>>();
    let (train, test) = (pick(&order[..learned]), pick(&order[learned..learned + held]));
    let seed = settings.seed.wrapping_add(number as u64);
    let fresh = || fresh(source, rows);
    Ok(Split {
        ensemble: ensemble(fresh()?, &train, &test)?,
        validated: validated(&fresh, &train, &test, seed)?,
    })
}

/// A learner that knows the classes of the first 1,000 rows.
fn fresh(source: &Source, rows: &Rows) -> Result<AnyLearner> {
    let mut learner = Spec::named(source.algorithm, source.problem)?.build()?;
    for row in rows.iter().take(1000) {
        learner.admit_label(row.label())?;
    }
    Ok(learner)
}

/// The share of these rows on which a predictor errs.
fn error(learner: &AnyLearner, rows: &[&LabelledRow]) -> Result<f64> {
    let mut mistakes = 0;
    for row in rows {
        mistakes += u32::from(learner.evaluate(row.instance(), row.label())?.mistake);
    }
    Ok(f64::from(mistakes) / rows.len().max(1) as f64)
}

/// The predictors of a pass: one after the other learns and is tested.
fn ensemble(
    mut learner: AnyLearner,
    train: &[&LabelledRow],
    test: &[&LabelledRow],
) -> Result<Rates> {
    let every = train.len().div_ceil(TESTED).max(1);
    let (mut mistakes, mut found, mut tested) = (0, 0.0, 0.0);
    for (round, row) in train.iter().enumerate() {
        if round % every == every / 2 {
            found += error(&learner, test)?;
            tested += 1.0;
        }
        mistakes += u32::from(learner.learn(row.instance(), row.label())?.mistake);
    }
    let met = f64::from(mistakes) / train.len() as f64;
    let at_most = risk::ensemble(train.len() as u64, met, DELTA);
    Ok(Rates { met, at_most, found: found / tested })
}

/// The model that validation chooses: a run per block, and rows kept for the choice.
fn validated(
    fresh: &impl Fn() -> Result<AnyLearner>,
    train: &[&LabelledRow],
    test: &[&LabelledRow],
    seed: u64,
) -> Result<Rates> {
    let blocks = risk::blocks(DELTA);
    let run = |number: usize| Ok((fresh()?, Stop::new(seed ^ (number as u64) << 32), fresh()?));
    let mut runs = (0..blocks).map(run).collect::<Result<Vec<_>>>()?;
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
        learner.learn(row.instance(), row.label())?;
    }
    let measured = runs.iter().map(|(_, _, kept)| Ok((error(kept, &aside)?, kept)));
    let measured = measured.collect::<Result<Vec<(f64, &AnyLearner)>>>()?;
    let best = measured.into_iter().reduce(|best, next| if next.0 < best.0 { next } else { best });
    let (met, found) = match best {
        Some((met, model)) => (met, error(model, test)?),
        None => (1.0, 1.0),
    };
    let at_most = risk::validated(met, blocks, aside.len() as u64, DELTA);
    Ok(Rates { met, at_most, found })
}
