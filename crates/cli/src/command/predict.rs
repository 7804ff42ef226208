//! `noregret predict`: one line a row.

pub(super) mod line;

use crate::args::PredictArgs;
use crate::failure::{Failure, Outcome};
use crate::run::saved;
use crate::run::session::Session;
use crate::run::stream::Stream;
use line::Form;
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
    let form = Form { json: args.json, scores: args.scores, top: args.top };
    let ask = |rows: &[Row]| line::answers(&session, form, rows);
    let mut lines = String::new();
    session.each_answer(&mut stream, ask, |rows, answer| {
        lines.clear();
        line::write(&session, rows, &answer, form, &mut lines);
        Ok(out.write_all(lines.as_bytes())?)
    })?;
    out.flush()?;
    stream.say_oddities();
    Ok(())
}

/// Refuses `--top` where there are not several classes with a score each, and a ranking of none.
fn check_top(args: &PredictArgs, session: &Session) -> Outcome<()> {
    match args.top {
        Some(0) => Err(Failure::Usage("--top 0 asks for no class at all".into())),
        Some(_) if session.learner.problem().classes().is_none() => {
            let kind = session.kind();
            Err(Failure::Usage(format!("--top is about several classes, not for {kind}")))
        }
        _ => Ok(()),
    }
}
