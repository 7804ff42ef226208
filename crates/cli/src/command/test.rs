//! `noregret test`: error on labelled data, without learning.

use crate::args::TestArgs;
use crate::failure::{Failure, Outcome};
use crate::report;
use crate::run::confusion::Confusion;
use crate::run::example::label;
use crate::run::meter::Meter;
use crate::run::saved;
use crate::run::session::Session;
use crate::run::stream::Stream;
use crate::run::unlabelled::Unlabelled;
use noregret_core::problem::AnyProblem;
use noregret_io::Row;

/// Runs the command.
pub(crate) fn run(args: &TestArgs) -> Outcome<()> {
    let mut session = saved::load(&args.model)?;
    session.reading.check(&args.reading)?;
    session.learner.use_threads(args.reading.threads());
    let mut confusion = args.confusion.then(|| table(&session)).transpose()?;
    let options = session.reading.apply(args.reading.options()?);
    let stream = Stream::new(vec![args.data.clone()], options, args.reading.on_error);
    let stream = stream.within(args.reading.window());
    let meter = evaluate(&session, stream, confusion.as_mut())?;
    if args.json {
        let mut event = report::test_event(&meter, session.is_regression());
        event.extend(confusion.map(|table| ("confusion".into(), table.json())));
        return report::say(&report::line(&event));
    }
    report::say(&report::tested(&session, &meter))?;
    confusion.map_or(Ok(()), |table| report::say(&table.to_string()))
}

/// An empty table of the classes of the model.
fn table(session: &Session) -> Outcome<Confusion> {
    let ranks = matches!(session.spec.problem, AnyProblem::LabelRanking(_));
    let names = session.class_names().filter(|_| !ranks).ok_or_else(|| {
        let kind = session.kind();
        let why = if ranks { "ranks them all" } else { "has none" };
        Failure::Usage(format!("--confusion is about classes, and {kind} {why}"))
    })?;
    Ok(Confusion::new(names))
}

/// The counters of a session on data it does not learn from, and its confusions if asked for.
pub(crate) fn evaluate(
    session: &Session,
    mut stream: Stream,
    mut confusion: Option<&mut Confusion>,
) -> Outcome<Meter> {
    let (mut meter, mut unlabelled) = (Meter::default(), Unlabelled::default());
    let decides = confusion.is_some();
    let ask = |rows: &[Row]| match decides {
        false => session.evaluate(rows).into_iter().map(|round| Ok((round?, None))).collect(),
        true => {
            let answers = session.evaluate(rows).into_iter().zip(session.predict(rows));
            answers.map(|(round, decision)| Ok((round?, Some(decision?.0)))).collect()
        }
    };
    session.each_answer(&mut stream, ask, |rows, (round, decision)| {
        meter.count(&round, rows[0].weight);
        unlabelled.count(rows);
        if let Some((table, decision)) = confusion.as_mut().zip(decision) {
            table.count(label(&rows[0]), &decision);
        }
        Ok(())
    })?;
    stream.say_oddities();
    unlabelled.check(&session.spec.problem, &stream.file(), false)?;
    Ok(meter)
}
