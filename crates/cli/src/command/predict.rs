//! `noregret predict`: one line a row.

mod line;

use crate::args::PredictArgs;
use crate::failure::{Failure, Outcome};
use crate::run::saved;
use crate::run::session::Session;
use crate::run::stream::Stream;
use line::Answer;
use noregret_core::Result;
use noregret_core::problem::AnyProblem;
use noregret_io::Row;
use std::io::{BufWriter, Write};

/// Runs the command.
pub(crate) fn run(args: &PredictArgs) -> Outcome<()> {
    let mut session = saved::load(&args.model)?;
    session.reading.check(&args.reading)?;
    session.learner.use_threads(args.reading.threads());
    check_top(args, &session)?;
    let options = session.reading.apply(args.reading.options()?);
    let stream = Stream::new(vec![args.data.clone()], options, args.reading.on_error);
    let mut stream = stream.within(args.reading.window());
    let mut out = BufWriter::new(std::io::stdout().lock());
    let ask = |rows: &[Row]| answers(&session, args, rows);
    let mut lines = String::new();
    session.each_answer(&mut stream, ask, |rows, answer| {
        lines.clear();
        match args.json {
            true => line::json(&session, rows, &answer, &mut lines),
            false => line::text(&session, rows, &answer, args.scores, &mut lines),
        }
        Ok(out.write_all(lines.as_bytes())?)
    })?;
    out.flush()?;
    stream.say_oddities();
    Ok(())
}

/// Refuses `--top` where nothing is ranked.
fn check_top(args: &PredictArgs, session: &Session) -> Outcome<()> {
    match &session.spec.problem {
        AnyProblem::LabelRanking(_) => Ok(()),
        _ if args.top.is_none() => Ok(()),
        other => {
            let name = other.name();
            Err(Failure::Usage(format!(
                "--top is about rankings of labels, not for a {name} model"
            )))
        }
    }
}

/// The answers about some examples of one row, or one of several.
fn answers(session: &Session, args: &PredictArgs, rows: &[Row]) -> Vec<Result<Answer>> {
    let top = args.top.unwrap_or(usize::MAX);
    let parts = session.takes_parts();
    let classes = session.learner.problem().classes();
    let ranks = matches!(session.spec.problem, AnyProblem::LabelRanking(_));
    let wanted = parts || (classes.is_some() && args.json) || (ranks && args.scores);
    let predictions = session.predict(rows).into_iter();
    if !wanted {
        return predictions.map(|p| Ok(Answer::new(p?, Vec::new(), top))).collect();
    }
    let scores = session.scores(rows).into_iter();
    if parts {
        let each: Result<Vec<Vec<f64>>> = scores.collect();
        let scores = each.map(|all| all.concat());
        return predictions.map(|p| Ok(Answer::new(p?, scores.clone()?, top))).collect();
    }
    predictions.zip(scores).map(|(p, scores)| Ok(Answer::new(p?, scores?, top))).collect()
}
