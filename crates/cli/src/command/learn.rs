//! `noregret learn`: one pass or several, progressive error and certificate.

use crate::args::{Bias, LearnArgs};
use crate::command::test::evaluate;
use crate::failure::{Failure, Outcome};
use crate::report::{self, Finished, Progress};
use crate::run::head::Head;
use crate::run::session::{Constant, Reading, Session};
use crate::run::stream::{Stream, is_stdin};
use crate::run::{meter::Meter, plan, saved};
use noregret_core::Error;
use noregret_io::{FeatureSpace, Lookup, ReadOptions, Row};
use std::path::PathBuf;
use std::time::Instant;

mod batch;

/// Runs the command.
pub(crate) fn run(args: &LearnArgs) -> Outcome<()> {
    check(args)?;
    let start = Instant::now();
    let (mut session, head, mut stream) = begin(args)?;
    let mut skipped = 0;
    let learned = if args.tolerance.is_some() {
        batch::run(args, &mut session, head, &mut stream)
    } else {
        passes(args, &mut session, head, &mut stream, &mut skipped)
    };
    if let Err(failure) = learned {
        return Err(keep_partial(args, &session, failure));
    }
    session.reading.schema = stream.schema();
    if let Some(path) = &args.output {
        saved::save(&session, path)?;
    }
    let test =
        args.test.as_ref().map(|path| evaluate(&session, path, &args.reading)).transpose()?;
    if args.quiet && !args.json {
        return Ok(());
    }
    let finished = Finished {
        session: &session,
        seconds: start.elapsed().as_secs_f64(),
        passes: args.passes,
        skipped: skipped + stream.skipped(),
        test: test.as_ref(),
    };
    if args.json {
        return report::say(&report::line(&report::done(&finished)));
    }
    report::say(&report::finished(&finished))?;
    match &args.output {
        Some(path) => report::say(&format!("model: {}", path.display())),
        None => Ok(()),
    }
}

fn check(args: &LearnArgs) -> Outcome<()> {
    let stdin = args.data.iter().filter(|p| is_stdin(p)).count();
    if stdin > 1 || (stdin > 0 && args.passes > 1) {
        return Err(Failure::Usage("standard input can be read only once".into()));
    }
    if args.resume.is_some() && !args.learner.is_default() {
        return Err(Failure::Usage(
            "a resumed model keeps the options it was made with; leave out those that choose a learner".into(),
        ));
    }
    if args.tolerance.is_some_and(|beta| !(beta > 0.0 && beta.is_finite())) {
        return Err(Failure::Usage("--tolerance must be a positive number".into()));
    }
    Ok(())
}

/// The session to go on with, the rows already read, and the rest of the data.
fn begin(args: &LearnArgs) -> Outcome<(Session, Head, Stream)> {
    let options = args.reading.options()?;
    let Some(path) = &args.resume else { return fresh(args, options) };
    let session = saved::load(path)?;
    let options = resumed(&session.reading, options);
    let stream = Stream::new(args.data.clone(), options, args.reading.on_error);
    Ok((session, Head::default(), stream))
}

/// Reading options of a model, where the flags say nothing else.
pub(crate) fn resumed(reading: &Reading, mut options: ReadOptions) -> ReadOptions {
    if options.label == noregret_io::LabelChoice::Auto {
        options.label = reading.label_choice();
    }
    options.csv.schema = reading.schema.clone();
    options
}

fn fresh(args: &LearnArgs, options: ReadOptions) -> Outcome<(Session, Head, Stream)> {
    let mut space = match args.learner.hash {
        Some(bits) => FeatureSpace::hashed(bits)
            .ok_or_else(|| Failure::Usage(format!("--hash {bits} is out of range")))?,
        None => FeatureSpace::dictionary(),
    };
    let mut stream = Stream::new(args.data.clone(), options, args.reading.on_error);
    let head = Head::read(&mut stream, &mut space)?;
    let asked = args.learner.problem.is_none().then(|| head.problem()).transpose()?;
    let spec = plan::spec(&args.learner, asked.unwrap_or_default())?;
    let mut learner = spec.build()?;
    if space.bits().is_some() {
        learner.reserve(space.len());
    }
    let value = match args.learner.bias {
        _ if args.learner.no_bias || !plan::wants_bias(&spec) => None,
        Bias::Value(value) => Some(value),
        Bias::Auto => Some(head.bias(plan::one_sided(&spec))),
    };
    let full = |_| Failure::Other("there are too many features".into());
    let constant = match value {
        Some(value) => Some(Constant { slot: space.constant().map_err(full)?, value }),
        None => None,
    };
    let reading = Reading { label: args.reading.label.clone(), schema: None };
    let session = Session { spec, learner, space, constant, meter: Meter::default(), reading };
    Ok((session, head, stream))
}

fn passes(
    args: &LearnArgs,
    session: &mut Session,
    head: Head,
    stream: &mut Stream,
    skipped: &mut u64,
) -> Outcome<()> {
    let mut progress = Progress::new(args, session);
    for mut row in head.rows {
        learn_row(session, &mut row, stream)?;
        progress.row(session, stream)?;
    }
    let mut row = Row::default();
    for pass in 0..args.passes {
        if pass > 0 {
            *skipped += stream.skipped();
            let mut options = args.reading.options()?;
            options.csv.schema = stream.schema();
            *stream = Stream::new(args.data.clone(), options, args.reading.on_error);
        }
        while stream.next(Lookup::Learn(&mut session.space), &mut row)? {
            learn_row(session, &mut row, stream)?;
            progress.row(session, stream)?;
        }
    }
    Ok(())
}

fn learn_row(session: &mut Session, row: &mut Row, stream: &mut Stream) -> Outcome<()> {
    match session.learn(row) {
        Ok(_) => Ok(()),
        Err(Error::Spec(message)) => Err(Failure::Usage(message)),
        Err(error) => stream.forgive(Failure::row(&stream.file(), row.line, &error)),
    }
}

/// What was learned before a failure is not lost: it goes beside the model, under another name.
fn keep_partial(args: &LearnArgs, session: &Session, failure: Failure) -> Failure {
    let Some(output) = args.output.as_ref().filter(|_| session.meter.examples > 0) else {
        return failure;
    };
    let mut name = output.as_os_str().to_owned();
    name.push(".partial");
    let partial = PathBuf::from(name);
    if saved::save(session, &partial).is_ok() {
        eprintln!(
            "noregret: what was learned from {} examples before the failure is in {}",
            session.meter.examples,
            partial.display()
        );
    }
    failure
}
