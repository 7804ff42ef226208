//! `--risk`: what a pass says about examples that it has not seen, by [`noregret_core::risk`].
//!
//! The bounds are about predictors that were each made before the row that tests them. Where the first rows chose something about
//! the learner (the constant of `--bias auto`, who competes and whose columns are standardised), predictors of those rows
//! are not, so the rows do not count; nor does `--stop` keep one of these predictors. That the classes, the columns and their
//! kinds are as the first rows show them is taken for known.

use super::stopping::{Stopped, Stopping};
use crate::args::{Bias, LearnArgs};
use crate::failure::{Failure, Outcome};
use crate::report::{Bound, Fresh};
use crate::run::head::Head;
use crate::run::session::Session;
use noregret_core::readout::Readout;
use noregret_core::solve::Sum;
use noregret_core::{Outcome as Round, Result, risk};
use noregret_io::Row;

/// Counts the rounds that the bounds are about.
pub(super) struct Trial {
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

impl Trial {
    /// For these flags, if they ask for it.
    pub(super) fn new(args: &LearnArgs, session: &Session, head: &Head) -> Outcome<Option<Self>> {
        let asked = &args.risk;
        if asked.risk.is_none() && asked.stop.is_none() {
            return Ok(None);
        }
        if asked.risk.is_some() && session.is_regression() && asked.loss_at_most.is_none() {
            return Err(Failure::Usage(
                "--risk of numbers is about their loss: say what it cannot exceed (--loss-at-most)"
                    .into(),
            ));
        }
        let several = session.contest.is_some() || session.committee.is_some();
        let measured = args.learner.bias == Bias::Auto && session.constant.is_some();
        let chosen = args.resume.is_none() && (several || measured);
        Ok(Some(Trial {
            delta: asked.risk,
            largest: asked.loss_at_most,
            first: if chosen { head.rows.len() as u64 } else { 0 },
            rows: 0,
            rounds: 0,
            mistakes: 0,
            loss: Sum::default(),
            first_loss: 0.0,
            highest: 0.0,
            weighted: false,
            stop: Stopping::new(args, session, several)?,
        }))
    }

    /// Before an example; whether it is to be learned from.
    pub(super) fn begin(&mut self, session: &mut Session, rows: &[Row]) -> Result<bool> {
        let counts = self.rows + rows.len() as u64 > self.first;
        let Some(stop) = &mut self.stop else { return Ok(true) };
        let learns = stop.begin(session, rows, counts)?;
        self.weighted |= !learns && rows[0].weight != 1.0;
        Ok(learns)
    }

    /// After it, with what learning reported.
    pub(super) fn end(&mut self, session: &mut Session, rows: &[Row], learned: Option<&Round>) {
        if let Some(stop) = &mut self.stop {
            stop.end(session);
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
    pub(super) fn finish(mut self, session: &mut Session) -> Fresh {
        let average = session.spec.readout == Readout::Average;
        let stopped = self.stop.take().map(|stop| stop.finish(session, self.delta, self.largest));
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
        let Some(delta) = self.delta else { return fresh };
        fresh.nothing = self.reason();
        if fresh.nothing.is_some() {
            fresh.validated = None;
            return fresh;
        }
        fresh.nothing_about = last.then(|| model(session.spec.readout));
        let rounds = self.rounds as f64;
        if !session.is_regression() {
            let met = self.mistakes as f64 / rounds;
            fresh.error = Some(Bound { met, at_most: risk::ensemble(self.rounds, met, delta) });
        }
        let Some(largest) = self.largest else { return fresh };
        let met = self.loss.value() / rounds;
        let at_most = largest * risk::ensemble(self.rounds, met / largest, delta);
        fresh.loss = Some(Bound { met, at_most });
        if average && self.first == 0 && self.rounds > 1 {
            let met = (self.loss.value() - self.first_loss) / (rounds - 1.0);
            let at_most = largest * risk::running_average(self.rounds, met / largest, delta);
            fresh.average_loss = Some(Bound { met, at_most });
            fresh.nothing_about = None;
        }
        fresh
    }

    /// Why there is no bound, if there is none.
    fn reason(&self) -> Option<String> {
        if self.weighted {
            return Some("the rows do not all count once".into());
        }
        if self.rounds == 0 {
            return Some(format!(
                "all rows are among the first {}, which chose the learner or its constant (-a and --bias choose them)",
                self.first
            ));
        }
        let largest = self.largest.filter(|largest| self.highest > *largest)?;
        Some(format!("a loss of {} was met, above --loss-at-most {largest}", self.highest))
    }
}

/// What the model is, among the predictors of the rounds.
fn model(readout: Readout) -> &'static str {
    match readout {
        Readout::Last => "the last predictor",
        Readout::Average | Readout::Linear => "their average",
        Readout::Vote => "their vote",
    }
}
