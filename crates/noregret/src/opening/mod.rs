//! What the first rows decide: the problem, the classes, the columns, the constant, who competes.
//!
//! | file | what it holds |
//! |---|---|
//! | `head` | the first rows of the first file |
//! | `head_first` | the rows of the first pass: those read ahead, then the rest |
//! | `from_records` | the opening of a model in memory, one record at a time |
//! | `trial` | whether an example fits the problem that was chosen |
//! | `left_out` | learning from its records, and what is left out of them |
//! | `labels` | which problem their labels suggest |
//! | `base` | a model that has learned nothing, for shards |
//! | `early` | whether the first row is enough, where each is to be answered at once |
//! | `waiting` | what is said when nothing can be saved yet |
//! | `build` | the model or a learner for them, from its choice |
//! | `entrants` | who competes where no learner was chosen |
//! | `columns`, `cell_shape` | columns of categories that look misread |
//! | `interact`, `text` | whether names that were chosen mean something in them |

mod base;
pub(crate) mod build;
mod cell_shape;
mod columns;
mod early;
mod entrants;
mod from_records;
mod head;
mod head_first;
mod interact;
mod labels;
mod left_out;
mod text;
mod trial;
mod waiting;

pub(crate) use early::name_classes;
pub(crate) use entrants::few_columns;
pub use from_records::Opening;
pub(crate) use head::Head;
use head::{ROWS, rows_with};
pub(crate) use head_first::HeadFirst;
pub use labels::list_classes;
pub use left_out::LeftOut;

use crate::choice::{Choice, spec};
use crate::example::{label_use, part_columns};
use crate::model::{BOOSTED, Model, Reading};
use crate::observer::Observer;
use crate::source::{ReadingOptions, Stream};
use crate::train::training::Training;
use crate::words::count;
use crate::{Error, Result};
use noregret_core::Spec;
use noregret_core::problem::{AnyProblem, LabelForm, Problem};
use noregret_io::format::ColumnKind;
use noregret_io::label::is_usual_label;
use noregret_io::{ColumnSupport, FeatureSpace, LabelChoice, ReadOptions};
use std::collections::BTreeSet;

/// The problem of data without labels.
const UNLABELLED: &str = "uniclass";

/// A run that can begin: the model, the rows already read, and the rest of the data.
pub(crate) struct Begun {
    pub(crate) model: Model,
    pub(crate) head: Head,
    pub(crate) stream: Stream,
    /// Whether learning begins before the labels have shown all that they decide.
    pub(crate) early: bool,
}

/// Opens the data and makes the model for it, or loads the one to go on from.
pub(crate) fn begin(training: &Training, observer: &mut dyn Observer) -> Result<Begun> {
    let options = training.options()?;
    let Some(path) = &training.resume else { return fresh(training, options, observer) };
    let mut model = Model::load(path)?;
    if model.boosted().is_some() {
        let file = path.display();
        return Err(Error::Usage(format!("{file}: {BOOSTED}")));
    }
    if training.until_gap.is_none() && model.is_in_hindsight() {
        // From here on it predicts before it learns, as any learner does.
        model.one_mut()?.spec.algorithm = "custom".into();
        model.restart_counters();
    }
    model.reading.check(&training.reading)?;
    interact::check_same(training, &model.reading)?;
    let mut stream = open(training, model.read_options(options));
    if let Some(rows) = model.place.take().filter(|_| !training.from_start) {
        stream = leave_out_seen(stream, rows, observer);
    }
    Ok(Begun { model, head: Head::default(), stream, early: false })
}

/// The data without the rows that a checkpoint has learned from; what comes from a socket never
/// came before.
fn leave_out_seen(stream: Stream, rows: u64, observer: &mut dyn Observer) -> Stream {
    if stream.is_new() {
        return stream;
    }
    observer.note(&format!(
        "the model has learned from the first {} of this data: going on after them (--skip 0 \
         reads them again)",
        count(rows, "row")
    ));
    stream.after(rows)
}

/// The data from its start.
pub(crate) fn open(training: &Training, options: ReadOptions) -> Stream {
    let stream = Stream::new(training.data.clone(), options, training.reading.on_error);
    stream.within(training.reading.window())
}

fn fresh(
    training: &Training,
    mut options: ReadOptions,
    observer: &mut dyn Observer,
) -> Result<Begun> {
    let choice = &training.choice;
    let problem = choice.problem.as_deref().map(AnyProblem::parse).transpose()?;
    let unlabelled = |problem: &AnyProblem| problem.label_form() == LabelForm::Nothing;
    if problem.as_ref().is_some_and(unlabelled) && options.label == LabelChoice::Auto {
        // Learned from instances alone: the last column of a table is data like the others.
        options.label = LabelChoice::Usual;
    }
    let space = empty_space(choice)?;
    let costs = choice.costs.read()?;
    spec::check(choice, &costs)?;
    options.interact = training.interactions();
    options.parts = problem.as_ref().map(part_columns).unwrap_or_default();
    let mut stream = open(training, options);
    let rows = training.head.unwrap_or(training.test_every.map_or(ROWS, rows_with)).max(1);
    if training.is_base() {
        stream = stream.at_most(rows as u64);
    }
    let mut head = Head::new(&space, rows);
    let early = begins_early(training, &stream, rows, observer);
    waiting::note(training, &stream, rows, early, observer);
    let asked = problem.as_ref().filter(|_| early);
    let answers = observer.wants_answers();
    head.read(&mut stream, observer, |head| {
        asked.is_some_and(|problem| early::is_settled(choice, problem, head, answers))
    })?;
    check_columns(&training.reading, &stream)?;
    // A few rows need not have every feature.
    if !early && rows >= ROWS {
        check_features(&head, &stream)?;
        interact::check(training, &head, &stream, observer)?;
        text::check(training, &head, &stream, observer)?;
        columns::note(&head, &stream, &training.reading, observer);
    }
    let groups = problem.is_some_and(|problem| problem.takes_parts());
    head.decide(training.test_every, groups);
    let suggested = match choice.problem {
        Some(_) => "",
        None => suggest(choice, &head, observer)
            .map_err(|reason| Error::Usage(format!("{}: {reason}", stream.file())))?,
    };
    note_label_column(&stream, &training.reading, observer);
    note_label_keys(&head, &stream, &training.reading, observer);
    if suggested == UNLABELLED {
        observer.note("no row has a label: learning one class");
    }
    let spec = spec::spec(choice, &costs, suggested)?;
    let guessed = choice.problem.is_none();
    if guessed && spec.problem.two_sided() && head.labels.might_be_classes() {
        observer.note(
            "the labels are whole numbers, more than two: learning to predict them as numbers; if \
             they are classes, use --problem multiclass",
        );
    }
    note_lowest_rank(choice, &spec, &head, observer);
    stream.use_labels_as(label_use(&spec.problem));
    let reading = reading(training, &spec, &stream);
    let mut model = build::model(training, suggested, spec, &mut head, space)?;
    model.reading = reading;
    Ok(Begun { model, head, stream, early })
}

/// Whether rows are to be answered or saved at once and the first rows may decide nothing; tells
/// whoever waits for answers what to do if they must.
fn begins_early(
    training: &Training,
    stream: &Stream,
    rows: usize,
    observer: &mut dyn Observer,
) -> bool {
    let (answers, saves) = (observer.wants_answers(), !training.saving.is_never());
    if rows == 1 || !stream.is_live() || !(answers || saves) {
        return false;
    }
    let problem = training.choice.problem.as_deref().and_then(|name| AnyProblem::parse(name).ok());
    let missing = early::missing(training, problem.as_ref());
    if answers && !missing.is_empty() {
        observer.note(&format!(
            "the first {} decide about the rest, and no answer comes before them; with {} answers \
             begin with the first row",
            count(rows as u64, "row"),
            missing.join(", ")
        ));
    }
    missing.is_empty()
}

/// A space without features, as it was chosen.
fn empty_space(choice: &Choice) -> Result<FeatureSpace> {
    match choice.hash {
        Some(bits) => FeatureSpace::hashed(bits)
            .ok_or_else(|| Error::Usage(format!("--hash {bits} is out of range"))),
        None => Ok(FeatureSpace::dictionary()),
    }
}

/// How the data is read, as the model remembers it.
fn reading(training: &Training, spec: &Spec, stream: &Stream) -> Reading {
    let (asked, cached) = (&training.reading, stream.source_choices());
    Reading {
        label: asked.label.clone().or_else(|| cached.label.to_text()),
        weight: asked.weight.clone().or(cached.weight),
        group: asked.group.clone().or(cached.group),
        text: if asked.text().is_empty() { cached.text } else { asked.text() },
        interact: training.interactions(),
        delimiter: asked.delimiter.or(cached.csv.delimiter.map(char::from)),
        ranks: spec::typed_ranks(&training.choice, spec),
        schema: None,
        tokens: None,
    }
}

/// Refuses data without features, which was most likely taken for something else than it is.
fn check_features(head: &Head, stream: &Stream) -> Result<()> {
    let Some(format) = stream.format().filter(|_| !head.has_features()) else { return Ok(()) };
    let advice = match format.columns {
        ColumnSupport::Table if has_numbers(stream) => {
            "all its numbers are 0, and a weight for them would never count"
        }
        ColumnSupport::Table => {
            "are the cells separated by something else (--delimiter CHAR), or is another column \
             the label (--label COL)?"
        }
        ColumnSupport::Keys => "the keys besides the label, with numbers or texts, are features",
        _ => {
            "if this is a table, say --format csv, and --delimiter CHAR unless commas or \
             semicolons separate the cells"
        }
    };
    let (file, rows, name) = (stream.file(), head.rows.len(), format.name);
    let none = format!("none of the first {rows} rows has a feature other than 0");
    let reason = format!("{file}: {none} (read as {name})");
    Err(Error::Other(format!("{reason}; {advice}")))
}

/// Whether the table has a column of numbers to learn from.
fn has_numbers(stream: &Stream) -> bool {
    stream.schema().is_some_and(|schema| {
        let roles = [schema.label, schema.weight, schema.group];
        let columns = schema.columns.iter().enumerate();
        let mut numbers = columns.filter(|(_, column)| column.kind == ColumnKind::Numeric);
        numbers.any(|(at, _)| !roles.contains(&Some(at)))
    })
}

/// Refuses a weight or group column where rows have no columns, and options of tables elsewhere.
fn check_columns(reading: &ReadingOptions, stream: &Stream) -> Result<()> {
    if let Some(format) = stream.format()
        && format.columns != ColumnSupport::Table
        && let Some(option) = reading.table_option()
    {
        let name = format.name;
        return Err(Error::Usage(format!("{option} is about tables, and the data is {name}")));
    }
    if let Some(format) = stream.format().filter(|format| !format.takes_templates())
        && reading.templates.is_some()
    {
        let name = format.name;
        return Err(Error::Usage(format!(
            "--templates is about tokens in columns, and the data is {name}"
        )));
    }
    let refusals = stream.format().and_then(|format| format.columns.refusals());
    match (refusals, &reading.weight, &reading.group) {
        (Some(refusals), Some(_), _) => Err(Error::Usage(refusals.weight.into())),
        (Some(refusals), _, Some(_)) => Err(Error::Usage(refusals.group.into())),
        _ => Ok(()),
    }
}

/// Tells which column was taken for the label of a table that does not name it as usual.
fn note_label_column(stream: &Stream, reading: &ReadingOptions, observer: &mut dyn Observer) {
    let open = reading.label.is_none() && stream.source_choices().label == LabelChoice::Auto;
    let Some(schema) = stream.schema().filter(|_| open) else { return };
    let Some((at, column)) = schema.label.and_then(|at| Some((at, schema.columns.get(at)?))) else {
        return;
    };
    let usual: Vec<&str> = schema.usual_labels().collect();
    let name = if schema.header { format!(" ('{}')", column.name) } else { String::new() };
    let why = match usual[..] {
        [_] => return,
        [] => String::new(),
        [first, second, ..] => format!(", as both '{first}' and '{second}' might be"),
    };
    let (at, all) = (at + 1, schema.columns.len());
    observer.note(&format!(
        "column {at} of {all}{name} is taken for the label{why} (--label COL chooses)"
    ));
}

/// Tells which keys are features although labels are often called so: another key is the label.
fn note_label_keys(
    head: &Head,
    stream: &Stream,
    reading: &ReadingOptions,
    observer: &mut dyn Observer,
) {
    let open = reading.label.is_none() && stream.source_choices().label == LabelChoice::Auto;
    let keys = stream.format().is_some_and(|format| format.columns == ColumnSupport::Keys);
    if !open || !keys || head.labels.is_empty() {
        return;
    }
    let names = head.names();
    let key = |name: &str| name.split('=').next().map(str::to_owned);
    let rivals: BTreeSet<String> = names.iter().filter_map(|name| key(name)).collect();
    for name in rivals.iter().filter(|name| is_usual_label(name)) {
        observer.note(&format!(
            "the key '{name}' is read as a feature, though labels are often called so (--label KEY \
             chooses the label)"
        ));
    }
}

/// Tells which rank is the lowest, if the labels were asked and it is not the usual one.
fn note_lowest_rank(choice: &Choice, spec: &Spec, head: &Head, observer: &mut dyn Observer) {
    let usual = spec.problem.highest_label(1).filter(|_| spec.problem.ranks().is_some());
    let found = spec::first_labels(choice, head.labels.first()).lowest_rank;
    if let (Some(usual), Some(found)) = (usual, found)
        && usual != found
    {
        observer.note(&format!(
            "the lowest rank is {found}, the least label of the first rows (--problem \
             {}:lowest={usual} says otherwise)",
            spec.problem.name()
        ));
    }
}

/// The problem that the first rows suggest, or why they suggest none.
fn suggest(
    choice: &Choice,
    head: &Head,
    observer: &mut dyn Observer,
) -> std::result::Result<&'static str, String> {
    if head.is_grouped() && head.labels.are_names() && spec::fits(choice, "sequence") {
        observer.note(
            "the rows have groups (sentences) and names for labels: learning to tag sequences; \
             --problem chooses otherwise",
        );
        return Ok("sequence");
    }
    if head.is_grouped() && spec::fits(choice, "queries") {
        observer.note(
            "the rows have groups (qid): learning to rank the rows of each; --problem chooses \
             otherwise",
        );
        return Ok("queries");
    }
    if head.is_grouped() && head.labels.are_names() {
        let name = choice.algorithm.as_deref().unwrap_or("this learner");
        observer.note(&format!(
            "the rows have groups (sentences), and {name} does not tag sequences: every row is \
             learned by itself"
        ));
    }
    match head.labels.problem()? {
        // Whole numbers are classes to a learner that only knows classes.
        "regression" if head.labels.might_be_classes() && spec::needs_classes(choice) => {
            Ok("multiclass")
        }
        problem => Ok(problem),
    }
}
