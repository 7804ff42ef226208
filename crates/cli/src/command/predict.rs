//! `noregret predict`: one line a row.

pub(super) mod line;

use super::learn::check_follow;
use crate::args::PredictArgs;
use crate::failure::{Failure, Result};
use crate::observer::Remarks;
use crate::signal;
use line::Form;
use noregret::core::problem::Problem;
use noregret::io::Row;
use noregret::source::Stream;
use noregret::{Model, Observer, ReadingOptions};
use std::cell::RefCell;
use std::io::{BufWriter, Write};

/// Runs the command.
pub(crate) fn run(args: &PredictArgs) -> Result<()> {
    let mut model = Model::load(&args.model)?;
    check_follow(args.follow, &args.data)?;
    let stop = Some(signal::watch()?);
    let reading = ReadingOptions { follow: args.follow, stop, ..args.reading.reading() };
    model.reading().check(&reading)?;
    model.use_threads(reading.threads);
    check_top(args, &model)?;
    check_scores(args, &model)?;
    let mut stream = Stream::to_answer(&model, args.data.clone(), &reading)?;
    let out = RefCell::new(BufWriter::new(std::io::stdout().lock()));
    let form = Form { json: args.json, scores: args.scores, top: args.top };
    let ask = |rows: &[Row]| line::answers(&model, form, rows);
    let mut lines = String::new();
    model.each_answer(&mut stream, &mut Answering { out: &out }, ask, |rows, answer| {
        lines.clear();
        line::write(&model, rows, &answer, form, &mut lines);
        Ok(out.borrow_mut().write_all(lines.as_bytes())?)
    })?;
    out.borrow_mut().flush()?;
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

/// Watches rows being answered: no answer is held back while a pipe is waited for.
struct Answering<'a, W> {
    out: &'a RefCell<W>,
}

impl<W: Write> Observer for Answering<'_, W> {
    fn warning(&mut self, text: &str) {
        Remarks::all().warning(text);
    }

    fn note(&mut self, text: &str) {
        Remarks::all().note(text);
    }

    fn waits(&mut self) -> noregret::Result<()> {
        Ok(self.out.borrow_mut().flush()?)
    }
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
