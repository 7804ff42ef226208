//! `--stop`: which predictor of a pass the model keeps (the schemes are in [`noregret_core::risk`]).
//!
//! Under `validate` several runs of the learner share the rows, each row belonging to one of them; every fifth row is kept in
//! memory for the choice and learned from by none.

use crate::args::{LearnArgs, StopRule};
use crate::failure::{Failure, Outcome};
use crate::report::Validated;
use crate::run::example::{self, Asked};
use crate::run::session::Session;
use noregret_core::risk::{self, Stop};
use noregret_core::{AnyLearner, Outcome as Round, Result};
use noregret_io::Row;

/// How the model is chosen.
pub(super) enum Stopping {
    Random(Kept),
    Validate(Validation),
}

/// The predictor kept so far.
pub(super) struct Kept {
    stop: Stop,
    learner: Option<Box<AnyLearner>>,
}

/// Several runs, and rows to choose with.
pub(super) struct Validation {
    /// The learner of each, and what it keeps.
    runs: Vec<(AnyLearner, Kept)>,
    /// Whose turn it is; its learner is the session's meanwhile.
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

impl Kept {
    fn new(seed: u64) -> Self {
        Kept { stop: Stop::new(seed), learner: None }
    }

    /// Keeps the predictor of the moment, or not.
    fn offer(&mut self, learner: &AnyLearner) {
        if self.stop.keeps_next() {
            self.learner = Some(Box::new(learner.clone()));
        }
    }
}

impl Stopping {
    /// For these flags; `several` learners at once have no predictor of their own to keep.
    pub(super) fn new(args: &LearnArgs, session: &Session, several: bool) -> Outcome<Option<Self>> {
        let Some(rule) = args.risk.stop.filter(|rule| *rule != StopRule::Average) else {
            return Ok(None);
        };
        if several {
            return Err(Failure::Usage(
                "--stop keeps a predictor of one learner: name it with -a".into(),
            ));
        }
        let blocks = match (rule, args.risk.risk) {
            (StopRule::Validate, Some(delta)) => risk::blocks(delta),
            _ => return Ok(Some(Stopping::Random(Kept::new(args.seed)))),
        };
        let run =
            |number: u64| (session.learner.clone(), Kept::new(args.seed.wrapping_add(number)));
        let runs = (0..blocks as u64).map(run).collect();
        let validation = Validation { runs, turn: None, examples: 0, fresh: Vec::new() };
        Ok(Some(Stopping::Validate(validation)))
    }

    /// Before an example; whether it is learned from. `counts` says whether the predictors of this moment may be kept.
    pub(super) fn begin(
        &mut self,
        session: &mut Session,
        rows: &[Row],
        counts: bool,
    ) -> Result<bool> {
        match self {
            Stopping::Random(kept) => {
                if counts {
                    kept.offer(&session.learner);
                }
                Ok(true)
            }
            Stopping::Validate(validation) => validation.begin(session, rows, counts),
        }
    }

    /// After it.
    pub(super) fn end(&mut self, session: &mut Session) {
        if let Stopping::Validate(validation) = self
            && let Some(turn) = validation.turn.take()
        {
            std::mem::swap(&mut session.learner, &mut validation.runs[turn].0);
        }
    }

    /// Makes the kept predictor the model.
    pub(super) fn finish(
        self,
        session: &mut Session,
        delta: Option<f64>,
        largest: Option<f64>,
    ) -> Stopped {
        match self {
            Stopping::Random(Kept { stop, learner }) => {
                let Some(learner) = learner else { return Stopped::default() };
                (session.learner, session.stopped) = (*learner, true);
                Stopped { before: Some(stop.kept()), ..Stopped::default() }
            }
            Stopping::Validate(validation) => match delta {
                Some(delta) => validation.finish(session, delta, largest),
                None => Stopped::default(),
            },
        }
    }
}

impl Validation {
    fn begin(&mut self, session: &mut Session, rows: &[Row], counts: bool) -> Result<bool> {
        // The session's own learner learns nothing but the labels, those of all runs and of the rows kept.
        session.check_rank(&rows[0])?;
        let asked = Asked::of(session.learner.problem(), rows)?;
        session.learner.admit_label(asked.label())?;
        let turn = risk::fold(self.examples, self.runs.len());
        if turn.is_none() && counts && rows[0].weight > 0.0 {
            let mut kept = rows.to_vec();
            kept.iter_mut().for_each(|row| session.add_constant(row));
            example::evaluate(&session.learner, &kept)?;
            self.fresh.push(kept);
            self.examples += 1;
            return Ok(false);
        }
        let turn = turn.unwrap_or(0);
        self.examples += 1;
        let (learner, kept) = &mut self.runs[turn];
        kept.offer(learner);
        std::mem::swap(&mut session.learner, learner);
        self.turn = Some(turn);
        Ok(true)
    }

    /// The one with the least loss on the rows kept for the choice.
    fn finish(self, session: &mut Session, delta: f64, largest: Option<f64>) -> Stopped {
        let regression = session.is_regression();
        let mut highest = 0.0_f64;
        let mut cost = |round: Result<Round>| {
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
        let Some((met, learner)) = best else { return Stopped::default() };
        (session.learner, session.stopped) = (learner.clone(), true);
        let (candidates, examples) = (self.runs.len(), self.fresh.len() as u64);
        let scale = if regression { largest.unwrap_or(1.0) } else { 1.0 };
        let at_most = scale * risk::validated(met, candidates, examples, delta);
        let validated = Validated { candidates, examples, met: scale * met, at_most };
        Stopped { before: None, validated: (examples > 0).then_some(validated), highest }
    }
}
