//! `--stop`: which predictor of a pass the model keeps (the schemes are in
//! [`noregret_core::risk`]).
//!
//! Under `validate` several runs of the learner share the rows, each row belonging to one of them;
//! every fifth row is kept in memory for the choice and learned from by none.

use super::Training;
use super::risk::{StopRule, Validated};
use crate::Error;
use crate::example::{self, ExampleLabel};
use crate::model::Model;
use noregret_core::risk::{self, Stop};
use noregret_core::{AnyLearner, Outcome, Result};
use noregret_io::Row;

/// How the model is chosen.
pub(super) enum Stopping {
    Random(Drawn),
    Validate(Validation),
}

/// The predictor kept so far.
pub(super) struct Drawn {
    stop: Stop,
    learner: Option<Box<AnyLearner>>,
}

/// Several runs, and rows to choose with.
pub(super) struct Validation {
    /// The learner of each, and what it keeps.
    runs: Vec<(AnyLearner, Drawn)>,
    /// Whose turn it is; its learner is the model's meanwhile.
    turn: Option<usize>,
    examples: u64,
    fresh: Vec<Vec<Row>>,
}

/// Which predictor was kept.
#[derive(Default)]
pub(super) struct Stopped {
    /// The one before this round.
    pub(super) before: Option<u64>,
    /// The best on rows kept for the choice.
    pub(super) validated: Option<Validated>,
    /// The largest loss of a candidate on these rows.
    pub(super) highest: f64,
}

impl Drawn {
    fn new(seed: u64) -> Self {
        Drawn { stop: Stop::new(seed), learner: None }
    }

    /// Keeps the predictor of the moment, or not.
    fn offer(&mut self, learner: &AnyLearner) {
        if self.stop.keeps_next() {
            self.learner = Some(Box::new(learner.clone()));
        }
    }
}

impl Stopping {
    /// For this run; several learners at once have no predictor of their own to keep.
    pub(super) fn new(training: &Training, model: &Model) -> crate::Result<Option<Self>> {
        let Some(rule) = training.risk.stop.filter(|rule| *rule != StopRule::Average) else {
            return Ok(None);
        };
        if model.has_several() {
            return Err(Error::Usage(
                "--stop keeps a predictor of one learner: name it with -a".into(),
            ));
        }
        let blocks = match (rule, training.risk.delta) {
            (StopRule::Validate, Some(delta)) => risk::blocks(delta),
            _ => return Ok(Some(Stopping::Random(Drawn::new(training.seed)))),
        };
        let learner = &model.one()?.learner;
        let run = |number: u64| (learner.clone(), Drawn::new(training.seed.wrapping_add(number)));
        let runs = (0..blocks as u64).map(run).collect();
        let validation = Validation { runs, turn: None, examples: 0, fresh: Vec::new() };
        Ok(Some(Stopping::Validate(validation)))
    }

    /// Before an example; whether it is learned from. `counts` says whether the predictors of this
    /// moment may be kept.
    pub(super) fn begin(&mut self, model: &mut Model, rows: &[Row], counts: bool) -> Result<bool> {
        match self {
            Stopping::Random(kept) => {
                if counts {
                    kept.offer(&model.one()?.learner);
                }
                Ok(true)
            }
            Stopping::Validate(validation) => validation.begin(model, rows, counts),
        }
    }

    /// After it.
    pub(super) fn end(&mut self, model: &mut Model) {
        if let Stopping::Validate(validation) = self
            && let Some(turn) = validation.turn.take()
            && let Ok(single) = model.one_mut()
        {
            std::mem::swap(&mut single.learner, &mut validation.runs[turn].0);
        }
    }

    /// Makes the kept predictor the model.
    pub(super) fn finish(
        self,
        model: &mut Model,
        delta: Option<f64>,
        largest: Option<f64>,
    ) -> Result<Stopped> {
        match self {
            Stopping::Random(Drawn { stop, learner }) => {
                let Some(learner) = learner else { return Ok(Stopped::default()) };
                (model.one_mut()?.learner, model.stopped) = (*learner, true);
                Ok(Stopped { before: Some(stop.kept()), ..Stopped::default() })
            }
            Stopping::Validate(validation) => match delta {
                Some(delta) => validation.finish(model, delta, largest),
                None => Ok(Stopped::default()),
            },
        }
    }
}

impl Validation {
    fn begin(&mut self, model: &mut Model, rows: &[Row], counts: bool) -> Result<bool> {
        model.check_rank(&rows[0])?;
        let single = model.one_mut()?;
        // The model's own learner learns nothing but the labels, those of all runs and of rows
        // kept.
        let label = ExampleLabel::of(single.learner.problem(), rows)?;
        single.learner.admit_label(label.label())?;
        let turn = risk::fold(self.examples, self.runs.len());
        if turn.is_none() && counts && rows[0].weight > 0.0 {
            example::evaluate(&single.learner, rows)?;
            self.fresh.push(rows.to_vec());
            self.examples += 1;
            return Ok(false);
        }
        let turn = turn.unwrap_or(0);
        self.examples += 1;
        let (learner, drawn) = &mut self.runs[turn];
        drawn.offer(learner);
        std::mem::swap(&mut single.learner, learner);
        self.turn = Some(turn);
        Ok(true)
    }

    /// The one with the least loss on the rows kept for the choice.
    fn finish(self, model: &mut Model, delta: f64, largest: Option<f64>) -> Result<Stopped> {
        let regression = model.is_regression();
        let mut highest = 0.0_f64;
        let mut cost = |round: Result<Outcome>| {
            highest = highest.max(round.as_ref().map_or(0.0, |round| round.loss));
            match round {
                Ok(round) if regression => round.loss / largest.unwrap_or(1.0),
                Ok(round) => f64::from(u8::from(round.mistake)),
                Err(_) => 1.0,
            }
        };
        let mut mean = |learner: &AnyLearner| {
            let costs = self.fresh.iter().map(|rows| cost(example::evaluate(learner, rows)));
            costs.sum::<f64>() / self.fresh.len() as f64
        };
        let candidates = self.runs.iter().filter_map(|(_, kept)| kept.learner.as_deref());
        let measured = candidates.map(|learner| (mean(learner), learner));
        let best = measured.reduce(|best, next| if next.0 < best.0 { next } else { best });
        let Some((met, learner)) = best else { return Ok(Stopped::default()) };
        (model.one_mut()?.learner, model.stopped) = (learner.clone(), true);
        let (candidates, examples) = (self.runs.len(), self.fresh.len() as u64);
        let scale = if regression { largest.unwrap_or(1.0) } else { 1.0 };
        let at_most = scale * risk::validated(met, candidates, examples, delta);
        let validated = Validated { candidates, examples, met: scale * met, at_most };
        Ok(Stopped { before: None, validated: (examples > 0).then_some(validated), highest })
    }
}
