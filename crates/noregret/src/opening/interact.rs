//! `--interact`: a model keeps its interactions, and a name that means nothing is found out at the
//! start.
//!
//! The columns of a table are all known, and svmlight has numbers only: a wrong name is wrong usage
//! there. A namespace or a JSON key may still come after the first rows, so of those it is only
//! said.

use super::Head;
use crate::model::Reading;
use crate::observer::Observer;
use crate::source::Stream;
use crate::train::training::Training;
use crate::{Error, Result};
use noregret_core::problem::{AnyProblem, Problem};
use noregret_io::features::belongs;
use noregret_io::{CsvSchema, Format, Interaction};
use std::collections::BTreeSet;

/// How many names a message lists.
const SHOWN: usize = 10;

/// Refuses other interactions than those of the model that is resumed.
pub(super) fn check_same(training: &Training, reading: &Reading) -> Result<()> {
    let typed = training.interactions();
    if typed.is_empty() || typed == reading.interact {
        return Ok(());
    }
    let words: Vec<String> = reading.interact.iter().map(ToString::to_string).collect();
    let own = if words.is_empty() { "none".into() } else { words.join(" ") };
    Err(Error::Usage(format!(
        "a resumed model keeps its interactions ({own}); leave out --interact"
    )))
}

/// Looks whether every name means something in the first rows.
pub(super) fn check(
    training: &Training,
    head: &Head,
    stream: &Stream,
    observer: &mut dyn Observer,
) -> Result<()> {
    let names: BTreeSet<&str> = training.interact.iter().flat_map(Interaction::own_names).collect();
    let Some(format) = stream.format().filter(|_| !names.is_empty()) else { return Ok(()) };
    if let Some(name) = names.iter().find(|name| is_part(training, name)) {
        return Err(Error::Usage(format!(
            "--interact: '{name}' says the set or the price of a row, and is no feature"
        )));
    }
    if format.has_numbers_only() {
        return numbers(&names, format);
    }
    if let Some(schema) = stream.schema() {
        return columns(&names, &schema);
    }
    match training.choice.hash {
        // Nothing is said about hashed features of a pipe.
        Some(_) if !training.data.iter().all(|path| path.is_file()) => {}
        _ => note_missing(&names, &head.names(), format, observer),
    }
    Ok(())
}

/// Whether a name was chosen for sets or prices.
fn is_part(training: &Training, name: &str) -> bool {
    let problem = training.choice.problem.as_deref().map(AnyProblem::parse);
    let Some(Ok(problem)) = problem else { return false };
    let columns = problem.part_columns();
    columns.set == Some(name) || columns.price == Some(name)
}

fn numbers(names: &BTreeSet<&str>, format: &Format) -> Result<()> {
    match names.iter().find(|name| name.parse::<u32>().is_err()) {
        None => Ok(()),
        Some(name) => Err(Error::Usage(format!(
            "{} has no namespaces: --interact takes the numbers of features there (3,7) or :,: for \
             all pairs, not '{name}'",
            format.name
        ))),
    }
}

fn columns(names: &BTreeSet<&str>, schema: &CsvSchema) -> Result<()> {
    let is_feature = |at: usize| schema.label != Some(at) && schema.weight != Some(at);
    let columns: Vec<&str> = (schema.columns.iter().enumerate())
        .filter(|(at, _)| is_feature(*at))
        .map(|(_, column)| column.name.as_str())
        .collect();
    match names.iter().find(|name| !columns.contains(name)) {
        None => Ok(()),
        Some(name) => Err(Error::Usage(format!(
            "--interact: there is no column '{name}' of features (columns: {})",
            list(&columns)
        ))),
    }
}

/// Tells which names none of the features belongs to.
fn note_missing(
    names: &BTreeSet<&str>,
    features: &[String],
    format: &Format,
    observer: &mut dyn Observer,
) {
    let separators = format.separators.unwrap_or_default();
    let is_there = |name: &&&str| features.iter().any(|feature| belongs(feature, name, separators));
    let group = |feature: &str| feature.split(|c| separators.contains(c)).next().map(str::to_owned);
    for name in names.iter().filter(|name| !is_there(name)) {
        let plain = features.iter().filter(|feature| !feature.contains('*'));
        let groups: BTreeSet<String> = plain.filter_map(|feature| group(feature)).collect();
        let groups: Vec<&str> = groups.iter().map(String::as_str).collect();
        observer.note(&format!(
            "--interact: no feature of the first rows belongs to '{name}' (there are: {})",
            list(&groups)
        ));
    }
}

/// The first few names.
fn list(names: &[&str]) -> String {
    let more = if names.len() > SHOWN { ", …" } else { "" };
    format!("{}{more}", names[..names.len().min(SHOWN)].join(", "))
}
