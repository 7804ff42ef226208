//! `noregret test`: error on labelled data, without learning.

use crate::args::TestArgs;
use crate::failure::{Failure, Result};
use crate::observer::Remarks;
use crate::report;
use noregret::Model;
use noregret::core::Prediction;
use noregret::core::problem::Problem;
use noregret::io::Row;
use noregret::model::{ChunkTable, Confusion};
use noregret::source::Stream;
use noregret::train::EachAnswer;

/// Runs the command.
pub(crate) fn run(args: &TestArgs) -> Result<()> {
    let mut model = Model::load(&args.model)?;
    let reading = args.reading.reading();
    model.reading().check(&reading)?;
    model.use_threads(reading.threads);
    let mut confusion = args.confusion.then(|| table(&model)).transpose()?;
    let stream = Stream::for_model(&model, vec![args.data.clone()], &reading)?;
    let mut chunks = ChunkTable::of(model.problem());
    let mut each = |rows: &[Row], answer: &Prediction| {
        confusion.iter_mut().for_each(|table| table.count_rows(rows, answer));
        chunks.iter_mut().for_each(|table| table.count(rows, answer));
    };
    let wanted = args.confusion || ChunkTable::of(model.problem()).is_some();
    let each: Option<EachAnswer<'_>> = wanted.then_some(&mut each);
    let meter = model.test(stream, each, &mut Remarks::all())?;
    if args.json {
        let mut event = report::test_event(&meter);
        event.extend(chunks.map(|table| ("chunks".into(), table.json())));
        event.extend(confusion.map(|table| ("confusion".into(), table.json())));
        return report::say(&report::line(&event));
    }
    report::say(&report::tested(&model, &meter))?;
    chunks.map_or(Ok(()), |table| report::say(&table.to_string()))?;
    confusion.map_or(Ok(()), |table| report::say(&table.to_string()))
}

/// An empty table of the classes of the model.
fn table(model: &Model) -> Result<Confusion> {
    let ranks = model.problem().ranks_labels();
    let names = model.class_names().filter(|_| !ranks).ok_or_else(|| {
        let kind = model.described();
        let why = if ranks { "ranks them all" } else { "has none" };
        Failure::usage(format!("--confusion is about classes, and {kind} {why}"))
    })?;
    Ok(Confusion::new(names))
}
