//! `noregret predict`: one line a row.

pub(super) mod line;

use crate::args::PredictArgs;
use crate::failure::{Failure, Result};
use crate::observer::Remarks;
use line::Form;
use noregret::Model;
use noregret::core::problem::Problem;
use noregret::io::Row;
use noregret::source::Stream;
use std::io::{BufWriter, Write};

/// Runs the command.
pub(crate) fn run(args: &PredictArgs) -> Result<()> {
    let mut model = Model::load(&args.model)?;
    let reading = args.reading.reading();
    model.reading().check(&reading)?;
    model.use_threads(reading.threads);
    check_top(args, &model)?;
    check_scores(args, &model)?;
    let mut stream = Stream::to_answer(&model, args.data.clone(), &reading)?;
    let mut out = BufWriter::new(std::io::stdout().lock());
    let form = Form { json: args.json, scores: args.scores, top: args.top };
    let ask = |rows: &[Row]| line::answers(&model, form, rows);
    let mut lines = String::new();
    model.each_answer(&mut stream, &mut Remarks::all(), ask, |rows, answer| {
        lines.clear();
        line::write(&model, rows, &answer, form, &mut lines);
        Ok(out.write_all(lines.as_bytes())?)
    })?;
    out.flush()?;
    stream.warn_at_end(&mut Remarks::all());
    Ok(())
}

/// Refuses to print scores where there is one for the whole answer only.
fn check_scores(args: &PredictArgs, model: &Model) -> Result<()> {
    let flag = match (args.top, args.scores) {
        (Some(_), _) => "--top",
        (None, true) => "--scores",
        (None, false) => return Ok(()),
    };
    if model.problem().scores_each() {
        return Ok(());
    }
    let kind = model.described();
    Err(Failure::usage(format!(
        "{flag} is about classes or rows with a score each, and {kind} scores whole answers \
         (--json prints that score)"
    )))
}

/// Refuses `--top` where there are not several classes with a score each, and a ranking of none.
fn check_top(args: &PredictArgs, model: &Model) -> Result<()> {
    match args.top {
        Some(0) => Err(Failure::usage("--top 0 asks for no class at all")),
        Some(_) if model.problem().classes().is_none() => {
            let kind = model.described();
            Err(Failure::usage(format!("--top is about several classes, not for {kind}")))
        }
        _ => Ok(()),
    }
}
