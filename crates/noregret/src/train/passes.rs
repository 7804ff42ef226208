//! The learning loop of the command: the rows read ahead, the rest, and again if asked. For kernels see
//! [`ahead`](super::ahead).
//!
//! A row the learner refuses leaves no trace: features it brought are forgotten, so that skipping it is the
//! same as not having it. The same holds of a row that is held out.

use super::ahead::Ahead;
use super::holdout::Holdout;
use super::predictions::Predictions;
use super::source::Source;
use super::trial::Trial;
use crate::args::LearnArgs;
use crate::failure::{Failure, Outcome};
use crate::report::{Fresh, Progress};
use crate::run::groups::{Groups, Rows};
use crate::run::head::Head;
use crate::run::meter::Meter;
use crate::run::session::Session;
use crate::run::stream::Stream;
use crate::run::unlabelled::Unlabelled;
use noregret_core::Error;
use noregret_io::{Lookup, Row};

/// Goes through the data as often as asked; the counters of the rows held out, and what is promised about fresh ones, if
/// that was asked for.
pub(in crate::command) fn run(
    args: &LearnArgs,
    session: &mut Session,
    head: Head,
    stream: &mut Stream,
    skipped: &mut u64,
) -> Outcome<(Option<Meter>, Option<Fresh>)> {
    let constant = session.constant.map(|c| c.slot);
    let known = session.space.len() as u32;
    // A model that knows nothing but its constant has nothing to share.
    let known = if (0..known).any(|slot| Some(slot) != constant) { known } else { 0 };
    let progress = Progress::new(args, session);
    let holdout = args.test_every.map(Holdout::new);
    let guess = session.spec.problem.name();
    let predictions = Predictions::open(args)?;
    let (shares, learned) = (false, Unlabelled::default());
    let trial = Trial::new(args, session, &head)?;
    let mut pass =
        Pass { args, guess, progress, holdout, predictions, trial, known, shares, learned };
    let several = session.contest.is_some() || session.committee.is_some();
    let together = session.takes_parts() || several;
    let read = if session.spec.kernel.is_some() && !together {
        Ahead::new(&mut pass, session, stream).run(head, skipped)
    } else {
        one_by_one(&mut pass, session, head, stream, skipped)
    };
    // Also after a failure: what was learned until then may not be in the session's own learner.
    let fresh = pass.trial.take().map(|trial| trial.finish(session));
    read?;
    if args.resume.is_some() && !pass.shares && !args.quiet {
        eprintln!("noregret: the model knew none of the features of this data");
    }
    pass.predictions.take().map_or(Ok(()), Predictions::finish)?;
    if pass.learned.is_empty() {
        return Err(Failure::Other("there was no row to learn from: all were skipped".into()));
    }
    let files: Vec<String> = args.data.iter().map(|path| path.display().to_string()).collect();
    pass.learned.check(&session.spec.problem, &files.join(", "), args.quiet)?;
    Ok((pass.holdout.map(|holdout| holdout.meter), fresh))
}

fn one_by_one(
    pass: &mut Pass<'_>,
    session: &mut Session,
    head: Head,
    stream: &mut Stream,
    skipped: &mut u64,
) -> Outcome<()> {
    let args = pass.args;
    let mut source = Source::new(head, stream);
    let mut groups = Groups::new(session.takes_parts());
    for number in 0..args.passes {
        if number > 0 {
            let stream = source.stream();
            *skipped += stream.skipped();
            let mut options = session.reading.apply(args.options()?);
            options.csv.schema = stream.schema();
            *stream = super::open(args, options);
            pass.holdout.iter_mut().for_each(Holdout::restart);
        }
        loop {
            let features = session.space.len();
            if !groups.read(&mut source, Lookup::Learn(&mut session.space))? {
                break;
            }
            pass.learn(session, &mut groups.rows, features, source.stream())?;
        }
        session.settle();
        if number == 0 && !args.quiet {
            groups.say_returned();
        }
    }
    Ok(())
}

pub(super) struct Pass<'a> {
    pub(super) args: &'a LearnArgs,
    /// The problem, which may have been guessed.
    guess: &'static str,
    progress: Progress,
    pub(super) holdout: Option<Holdout>,
    predictions: Option<Predictions>,
    trial: Option<Trial>,
    /// How many features there were before the run; 0 if the constant is the only one.
    known: u32,
    /// Whether a row had one of them; only a resumed model is asked.
    shares: bool,
    /// The examples learned from.
    learned: Unlabelled,
}

impl Pass<'_> {
    /// Learns from an example or tests on it, or refuses it; `features` is how many there were before it.
    #[inline(always)]
    fn learn(
        &mut self,
        session: &mut Session,
        rows: &mut [Row],
        features: usize,
        stream: &mut Stream,
    ) -> Outcome<()> {
        if session.contest.is_some() && !stream.in_first_file() {
            session.settle();
        }
        let held_out = self.holdout.as_mut().and_then(Holdout::take_next);
        let refused = match held_out {
            Some(holdout) => {
                session.space.truncate(features);
                holdout.test(session, rows, features).err()
            }
            None => self.example(session, rows, stream)?,
        };
        let Some(error) = refused else { return Ok(()) };
        session.space.truncate(features);
        self.forgive(stream, &stream.file(), rows, &error)
    }

    /// Learns from an example; the error if it does not fit.
    #[inline(always)]
    pub(super) fn example(
        &mut self,
        session: &mut Session,
        rows: &mut [Row],
        stream: &Stream,
    ) -> Outcome<Option<Error>> {
        if let Some(predictions) = &mut self.predictions
            && let Err(error) = predictions.ask(session, rows)
        {
            return Ok(Some(error));
        }
        if let Some(trial) = &mut self.trial {
            match trial.begin(session, rows) {
                Ok(true) => (),
                Ok(false) => return Ok(None),
                Err(error) => return Ok(Some(error)),
            }
        }
        let learned = session.learn(rows);
        if let Some(trial) = &mut self.trial {
            trial.end(session, rows, learned.as_ref().ok());
        }
        match learned {
            Ok(_) => {
                self.learned.count(rows);
                if let Some(predictions) = &mut self.predictions {
                    predictions.write()?;
                }
                if self.known > 0 && !self.shares {
                    let constant = session.constant.map(|c| c.slot);
                    let known = |i: u32| i < self.known && Some(i) != constant;
                    self.shares = rows.iter().flat_map(|row| &row.indices).any(|&i| known(i));
                }
                let holdout = self.holdout.as_ref().map(|holdout| &holdout.meter);
                self.progress.row(session, stream, holdout)?;
                Ok(None)
            }
            Err(Error::Spec(message)) => Err(Failure::Usage(message)),
            Err(error) => Ok(Some(error)),
        }
    }

    /// Counts the rows of an example that does not fit, or stops because of it.
    pub(super) fn forgive(
        &self,
        stream: &mut Stream,
        file: &str,
        rows: &[Row],
        error: &Error,
    ) -> Outcome<()> {
        let failure = Failure::row(file, rows[0].line, self.reason(error, &rows[0]));
        stream.forgive_all(failure, rows.len() as u64)
    }

    /// Why a row was refused, and what to do if the problem was only a guess.
    fn reason(&self, error: &Error, row: &Row) -> String {
        let open = self.args.learner.problem.is_none() && self.args.resume.is_none();
        let guessed = open && !matches!(self.guess, "label-ranking" | "queries");
        match error {
            Error::Label(reason) if open && self.guess == "label-ranking" => format!(
                "{reason}; if ',' and '>' are part of the names of classes, use --problem multiclass"
            ),
            Error::Label(reason) if guessed && row.label.number().is_some() => format!(
                "{reason}; for more than two classes use --problem multiclass, for numbers to predict --problem \
                 regression"
            ),
            Error::Label(reason) if guessed && !row.label.is_missing() => {
                format!("{reason}; for more than two classes use --problem multiclass")
            }
            other => other.to_string(),
        }
    }
}
