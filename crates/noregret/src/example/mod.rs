//! One example: a row of a file or, where examples have several parts, the rows of a group.
//!
//! What its label asks depends on the problem: one class or number; for label ranking a set or
//! pairs of classes ([`LabelList`]), no label being the empty set; with parts the number, or the
//! class, of each row.

mod groups;
mod reading;
mod record;
mod unlabelled;

pub(crate) use groups::{Groups, Rows};
pub(crate) use reading::{label_use, part_columns};
pub(crate) use record::Records;
pub use record::{Record, RecordLabel};
pub(crate) use unlabelled::Unlabelled;

use noregret_core::metric::Judged;
use noregret_core::problem::{AnyProblem, LabelForm, Problem};
use noregret_core::round::Task;
use noregret_core::{AnyLearner, Batch, Error, Example, Instance, Label, Outcome, Result};
use noregret_io::{ClassValue, LabelValue, Row};

/// What an example asks, in memory of its own where the core wants a list.
#[derive(Debug)]
pub(crate) enum ExampleLabel<'a> {
    One(Label<'a>),
    Set(Vec<Label<'a>>),
    Pairs(Vec<(Label<'a>, Label<'a>)>),
    Each(Vec<f64>),
    Tasks(Vec<Task>),
    Sequence(Vec<Label<'a>>),
}

impl<'a> ExampleLabel<'a> {
    /// What these rows ask of this problem.
    pub(crate) fn of(problem: &AnyProblem, rows: &'a [Row]) -> Result<Self> {
        match (problem.label_form(), rows) {
            (LabelForm::List, [row]) => Self::ranked(row),
            (LabelForm::One | LabelForm::Nothing, [row]) => Ok(ExampleLabel::One(label(row))),
            (LabelForm::SideEach, _) if rows.iter().any(|row| row.set != 0 || row.price != 1.0) => {
                rows.iter().map(task).collect::<Result<_>>().map(ExampleLabel::Tasks)
            }
            (LabelForm::NameEach, _) => {
                rows.iter().map(tag).collect::<Result<_>>().map(ExampleLabel::Sequence)
            }
            (LabelForm::SideEach, _) => {
                rows.iter().map(side).collect::<Result<_>>().map(ExampleLabel::Each)
            }
            _ => rows.iter().map(number).collect::<Result<_>>().map(ExampleLabel::Each),
        }
    }

    fn ranked(row: &'a Row) -> Result<Self> {
        Ok(match row.label.value() {
            LabelValue::Missing => ExampleLabel::Set(Vec::new()),
            LabelValue::Number(_) | LabelValue::Name(_) => ExampleLabel::One(label(row)),
            LabelValue::Set(set) => ExampleLabel::Set(set.iter().map(class).collect()),
            LabelValue::Pairs(pairs) => {
                ExampleLabel::Pairs(pairs.iter().map(|(a, b)| (class(a), class(b))).collect())
            }
            LabelValue::Broken(reason) => return Err(Error::Label(reason.into())),
        })
    }

    /// As the core takes it.
    pub(crate) fn label(&self) -> Label<'_> {
        match self {
            ExampleLabel::One(label) => *label,
            ExampleLabel::Set(set) => Label::Set(set),
            ExampleLabel::Pairs(pairs) => Label::Pairs(pairs),
            ExampleLabel::Each(numbers) => Label::Each(numbers),
            ExampleLabel::Tasks(tasks) => Label::Tasks(tasks),
            ExampleLabel::Sequence(tags) => Label::Sequence(tags),
        }
    }
}

/// Predicts, then learns from an example.
///
/// A row is a batch of one: the compositions that are compiled as a whole take it.
#[inline(always)]
pub(crate) fn learn(learner: &mut AnyLearner, rows: &[Row]) -> Result<Outcome> {
    let [row] = rows else { return learn_list(learner, rows) };
    if !asks_one(learner.problem()) {
        return learn_list(learner, rows);
    }
    let example = Example::new(instance(row), label(row)).weighted(row.weight);
    let mut outcome = Outcome::default();
    let batch = Batch::Examples(std::slice::from_ref(&example));
    match learner.learn_many(batch, |_, round| outcome = *round) {
        Ok(()) => Ok(outcome),
        Err(refused) => Err(refused.error),
    }
}

/// Predicts, then learns from an example whose label is a list, or which has several rows.
#[inline(never)]
fn learn_list(learner: &mut AnyLearner, rows: &[Row]) -> Result<Outcome> {
    let asked = ExampleLabel::of(learner.problem(), rows)?;
    match rows {
        [row] => learner.learn_weighted(instance(row), asked.label(), row.weight),
        _ => learner.learn_parts(&instances(rows), asked.label(), weight(rows)?),
    }
}

/// Refuses an example of no part, or of several where the problem takes one.
pub(crate) fn check_parts(problem: &AnyProblem, parts: usize) -> crate::Result<()> {
    if parts == 0 {
        return Err(crate::Error::Usage("there is no record".into()));
    }
    if parts > 1 && !problem.takes_parts() {
        let name = problem.name();
        return Err(crate::Error::Usage(format!(
            "an example of {name} is one record, not {parts}"
        )));
    }
    Ok(())
}

/// Refuses a rank above those that were chosen.
#[inline]
pub(crate) fn check_rank(problem: &AnyProblem, ranks: Option<usize>, row: &Row) -> Result<()> {
    let Some(ranks) = ranks else { return Ok(()) };
    let Some(highest) = problem.highest_label(ranks) else { return Ok(()) };
    match row.label.number().filter(|rank| *rank > highest) {
        None => Ok(()),
        Some(rank) => Err(Error::Label(format!(
            "the rank {rank} is above {highest}, the highest of {ranks} (ordinal:ranks=… says how \
             many)"
        ))),
    }
}

/// Whether the label of an example is one class or number.
#[inline]
fn asks_one(problem: &AnyProblem) -> bool {
    matches!(problem.label_form(), LabelForm::One | LabelForm::Nothing)
}

/// What learning from an example would report.
pub(crate) fn evaluate(learner: &AnyLearner, rows: &[Row]) -> Result<Outcome> {
    let asked = ExampleLabel::of(learner.problem(), rows)?;
    match rows {
        [row] => learner.evaluate(instance(row), asked.label()),
        _ => weight(rows).and(learner.evaluate_parts(&instances(rows), asked.label())),
    }
}

/// An example and what its round did, as counters take it.
#[inline(always)]
pub(crate) fn judged<'a>(rows: &'a [Row], outcome: &'a Outcome) -> Judged<'a> {
    Judged { outcome, label: label(&rows[0]), weight: rows[0].weight }
}

/// The features of a row, which has a value for each of its slots.
#[inline]
pub(crate) fn instance(row: &Row) -> Instance<'_> {
    Instance::Sparse { indices: &row.indices, values: &row.values }
}

/// The features of several rows.
pub(crate) fn instances(rows: &[Row]) -> Vec<Instance<'_>> {
    rows.iter().map(instance).collect()
}

/// The label of a row as one class or number.
#[inline]
pub(crate) fn label(row: &Row) -> Label<'_> {
    match row.label.value() {
        LabelValue::Number(x) => Label::Number(x),
        LabelValue::Name(name) => Label::Name(name),
        _ => Label::None,
    }
}

/// A class of a list of them.
pub(crate) fn class(class: &ClassValue) -> Label<'_> {
    match class {
        ClassValue::Number(x) => Label::Number(*x),
        ClassValue::Name(name) => Label::Name(name),
    }
}

/// The importance of a group, on which its rows must agree.
pub(crate) fn weight(rows: &[Row]) -> Result<f64> {
    let first = rows.first().map_or(1.0, |row| row.weight);
    match rows.iter().find(|row| row.weight != first) {
        None => Ok(first),
        Some(row) => Err(Error::Shape(format!(
            "the rows of a group must have one importance; {} has {}, not {first}",
            which(row),
            row.weight
        ))),
    }
}

fn number(row: &Row) -> Result<f64> {
    row.label.number().ok_or_else(|| {
        let (which, text) = (which(row), row.label.text());
        let found = text.as_deref().unwrap_or("none");
        Error::Label(format!("the rows of a group need numbers for labels; {which} has {found}"))
    })
}

/// The class of a row of a group.
fn tag(row: &Row) -> Result<Label<'_>> {
    match label(row) {
        Label::None => Err(Error::Label(format!(
            "the rows of a sentence need a tag each; {} has none",
            which(row)
        ))),
        tag => Ok(tag),
    }
}

/// Which row of a group it is; those from memory have no line.
fn which(row: &Row) -> String {
    match row.line {
        0 => "one".into(),
        line => format!("line {line}"),
    }
}

/// What a row asks within its group.
fn task(row: &Row) -> Result<Task> {
    Ok(Task { side: side(row)?, set: row.set, price: row.price })
}

/// The number of a row whose sign is its side.
fn side(row: &Row) -> Result<f64> {
    match number(row)? {
        0.0 => Err(Error::Label(format!(
            "the label of a task has a side, above or below 0; {} has 0",
            which(row)
        ))),
        side => Ok(side),
    }
}
