//! The learning loop of the command: the rows read ahead, the rest, and again if asked. For kernels see
//! [`ahead`](super::ahead).
//!
//! A row the learner refuses leaves no trace: features it brought are forgotten, so that skipping it is the
//! same as not having it.

use super::ahead::Ahead;
use crate::args::LearnArgs;
use crate::failure::{Failure, Outcome};
use crate::report::Progress;
use crate::run::head::Head;
use crate::run::session::Session;
use crate::run::stream::Stream;
use noregret_core::Error;
use noregret_io::{Lookup, Row};

/// Goes through the data as often as asked.
pub(super) fn run(
    args: &LearnArgs,
    session: &mut Session,
    head: Head,
    stream: &mut Stream,
    skipped: &mut u64,
) -> Outcome<()> {
    let known = session.space.len() as u32;
    let mut pass = Pass {
        args,
        progress: Progress::new(args, session),
        known,
        shares: args.resume.is_none(),
        learned: false,
    };
    if session.spec.kernel.is_some() {
        Ahead::new(&mut pass, session, stream).run(head, skipped)?;
    } else {
        one_by_one(&mut pass, session, head, stream, skipped)?;
    }
    if args.resume.is_some() && !pass.shares && !args.quiet {
        eprintln!("noregret: the model knew none of the features of this data");
    }
    if pass.learned {
        return Ok(());
    }
    Err(Failure::Other("there was no row to learn from: all were skipped".into()))
}

fn one_by_one(
    pass: &mut Pass<'_>,
    session: &mut Session,
    head: Head,
    stream: &mut Stream,
    skipped: &mut u64,
) -> Outcome<()> {
    let args = pass.args;
    for mut row in head.rows {
        let features = session.space.len();
        session.space.adopt(&mut row, &head.space).map_err(|e| Failure::Other(e.to_string()))?;
        pass.learn(session, &mut row, features, stream)?;
    }
    if let Some(failure) = head.failure {
        return Err(failure);
    }
    let mut row = Row::default();
    for number in 0..args.passes {
        if number > 0 {
            *skipped += stream.skipped();
            let mut options = session.reading.apply(args.options()?);
            options.csv.schema = stream.schema();
            *stream = Stream::new(args.data.clone(), options, args.reading.on_error);
        }
        loop {
            let features = session.space.len();
            if !stream.next(Lookup::Learn(&mut session.space), &mut row)? {
                break;
            }
            pass.learn(session, &mut row, features, stream)?;
        }
    }
    Ok(())
}

pub(super) struct Pass<'a> {
    pub(super) args: &'a LearnArgs,
    progress: Progress,
    /// How many features there were before the run.
    known: u32,
    /// Whether a row had one of them; only a resumed model is asked.
    shares: bool,
    learned: bool,
}

impl Pass<'_> {
    /// Learns from a row, or refuses it; `features` is how many there were before it.
    fn learn(
        &mut self,
        session: &mut Session,
        row: &mut Row,
        features: usize,
        stream: &mut Stream,
    ) -> Outcome<()> {
        let Some(error) = self.row(session, row, stream)? else { return Ok(()) };
        session.space.truncate(features);
        self.forgive(stream, &stream.file(), row, &error)
    }

    /// Learns from a row; the error if it does not fit.
    #[inline]
    pub(super) fn row(
        &mut self,
        session: &mut Session,
        row: &mut Row,
        stream: &Stream,
    ) -> Outcome<Option<Error>> {
        match session.learn(row) {
            Ok(_) => {
                self.learned = true;
                let constant = session.constant.map(|c| c.slot);
                self.shares = self.shares
                    || row.indices.iter().any(|&i| i < self.known && Some(i) != constant);
                self.progress.row(session, stream)?;
                Ok(None)
            }
            Err(Error::Spec(message)) => Err(Failure::Usage(message)),
            Err(error) => Ok(Some(error)),
        }
    }

    /// Counts a row that does not fit, or stops because of it.
    pub(super) fn forgive(
        &self,
        stream: &mut Stream,
        file: &str,
        row: &Row,
        error: &Error,
    ) -> Outcome<()> {
        stream.forgive(Failure::row(file, row.line, self.reason(error, row)))
    }

    /// Why a row was refused, and what to do if the problem was only a guess.
    fn reason(&self, error: &Error, row: &Row) -> String {
        let guessed = self.args.learner.problem.is_none() && self.args.resume.is_none();
        match error {
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
