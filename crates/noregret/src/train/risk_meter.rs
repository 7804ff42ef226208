//! `--risk`: what a pass says about examples that it has not seen, by [`noregret_core::risk`].
//!
//! The bounds are about predictors that were each made before the row that tests them. Where the
//! first rows chose something about the learner (the constant of `--bias auto`, who competes and
//! whose columns are standardised), predictors of those rows are not, so the rows do not count; nor
//! does `--stop` keep one of these predictors. That the classes, the columns and their kinds are as
//! the first rows show them is taken for known.

use super::Training;
use super::risk::{Bound, Fresh};
use super::stopping::{Stopped, Stopping};
use crate::Error;
use crate::choice::Bias;
use crate::model::{Model, Single};
use crate::opening::Begun;
use noregret_core::number::Sum;
use noregret_core::readout::Readout;
use noregret_core::{Outcome, Result, risk};
use noregret_io::Row;

/// Counts the rounds that the bounds are about.
pub(super) struct RiskMeter {
    delta: Option<f64>,
    /// What no loss exceeds, as the user knows.
    largest: Option<f64>,
    /// Rows at the start that chose something.
    first: u64,
    /// Rows so far.
    rows: u64,
    rounds: u64,
    mistakes: u64,
    loss: Sum,
    first_loss: f64,
    highest: f64,
    weighted: bool,
    stop: Option<Stopping>,
}

impl RiskMeter {
    /// For this run, if it asks for it.
    pub(super) fn new(training: &Training, begun: &Begun) -> crate::Result<Option<Self>> {
        let (asked, model) = (&training.risk, &begun.model);
        if asked.delta.is_none() && asked.stop.is_none() {
            return Ok(None);
        }
        asked.delta.map_or(Ok(0.0), risk::check_delta)?;
        if asked.delta.is_some() && model.is_regression() && asked.loss_at_most.is_none() {
            return Err(Error::Usage(
                "--risk of numbers is about their loss: say what it cannot exceed (--loss-at-most)"
                    .into(),
            ));
        }
        let constant = model.leader().and_then(Single::constant);
        let measured = training.choice.bias == Bias::Auto && constant.is_some();
        let chosen = training.resume.is_none() && (model.has_several() || measured);
        Ok(Some(RiskMeter {
            delta: asked.delta,
            largest: asked.loss_at_most,
            first: if chosen { begun.head.rows.len() as u64 } else { 0 },
            rows: 0,
            rounds: 0,
            mistakes: 0,
            loss: Sum::default(),
            first_loss: 0.0,
            highest: 0.0,
            weighted: false,
            stop: Stopping::new(training, model)?,
        }))
    }

    /// Before an example; whether it is to be learned from.
    pub(super) fn begin(&mut self, model: &mut Model, rows: &[Row]) -> Result<bool> {
        let counts = self.rows + rows.len() as u64 > self.first;
        let Some(stop) = &mut self.stop else { return Ok(true) };
        let learns = stop.begin(model, rows, counts)?;
        self.weighted |= !learns && rows[0].weight != 1.0;
        Ok(learns)
    }

    /// After it, with what learning reported.
    pub(super) fn end(&mut self, model: &mut Model, rows: &[Row], learned: Option<&Outcome>) {
        if let Some(stop) = &mut self.stop {
            stop.end(model);
        }
        let Some(round) = learned.filter(|round| round.counted) else { return };
        self.rows += rows.len() as u64;
        if self.rows <= self.first {
            return;
        }
        if self.rounds == 0 {
            self.first_loss = round.loss;
        }
        self.rounds += 1;
        self.mistakes += u64::from(round.mistake);
        self.loss.add(round.loss);
        self.highest = self.highest.max(round.loss);
        self.weighted |= rows[0].weight != 1.0;
    }

    /// The bounds; the model is what `--stop` asks for.
    pub(super) fn finish(mut self, model: &mut Model) -> Result<Fresh> {
        let readout = model.spec().map_or(Readout::Last, |spec| spec.readout);
        let stop = self.stop.take().map(|stop| stop.finish(model, self.delta, self.largest));
        let stopped = stop.transpose()?;
        let last = stopped.is_none();
        let Stopped { before: stopped_before, validated, highest } = stopped.unwrap_or_default();
        self.highest = self.highest.max(highest);
        let mut fresh = Fresh {
            delta: self.delta,
            rounds: self.rounds,
            first: self.first,
            largest: self.largest,
            stopped_before,
            validated,
            ..Fresh::default()
        };
        let Some(delta) = self.delta else { return Ok(fresh) };
        fresh.nothing = self.reason();
        if fresh.nothing.is_some() {
            fresh.validated = None;
            return Ok(fresh);
        }
        fresh.nothing_about = last.then(|| kept_predictor(readout));
        let rounds = self.rounds as f64;
        if !model.is_regression() {
            let met = self.mistakes as f64 / rounds;
            fresh.error = Some(Bound { met, at_most: risk::ensemble(self.rounds, met, delta) });
        }
        let Some(largest) = self.largest else { return Ok(fresh) };
        let met = self.loss.value() / rounds;
        let at_most = largest * risk::ensemble(self.rounds, met / largest, delta);
        fresh.loss = Some(Bound { met, at_most });
        if readout == Readout::Average && self.first == 0 && self.rounds > 1 {
            let met = (self.loss.value() - self.first_loss) / (rounds - 1.0);
            let at_most = largest * risk::running_average(self.rounds, met / largest, delta);
            fresh.average_loss = Some(Bound { met, at_most });
            fresh.nothing_about = None;
        }
        Ok(fresh)
    }

    /// Why there is no bound, if there is none.
    fn reason(&self) -> Option<String> {
        if self.weighted {
            return Some("the rows do not all count once".into());
        }
        if self.rounds == 0 {
            return Some(format!(
                "all rows are among the first {}, which chose the learner or its constant (-a and \
                 --bias choose them)",
                self.first
            ));
        }
        let largest = self.largest.filter(|largest| self.highest > *largest)?;
        Some(format!("a loss of {} was met, above --loss-at-most {largest}", self.highest))
    }
}

/// What the model is, among the predictors of the rounds.
fn kept_predictor(readout: Readout) -> &'static str {
    match readout {
        Readout::Last => "the last predictor",
        Readout::Average | Readout::Linear => "their average",
        Readout::Vote => "their vote",
    }
}
