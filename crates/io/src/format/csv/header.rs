//! What each cell of a table is, from its first record and, if there is one, an earlier schema.
//!
//! Without a schema: the first record is the header if none of its non-empty cells is a number, or
//! one of them is `label` or `target` (columns may be called `1`, `2`, …). The label is the column
//! chosen; else the only one called `label`, `target`, `class` or `y` (in any case); else, where
//! there is no header and the first record is a name followed by numbers, the first; else the last
//! that is not the importance or the group. The group is the column chosen for it, else the one
//! that a header calls `qid`.
//!
//! With a schema: a header is matched by name in any order. A column that is not there is absent, a
//! label that is not there missing; a text column that is not there, and a column that the schema
//! does not have, are errors. Without a header the number of cells must fit; with one cell less,
//! the label is taken to be left out.

use super::cell_number::CellNumbers;
use super::options::{CsvOptions, HeaderChoice};
use super::schema::{Column, ColumnKind, CsvSchema};
use crate::error::ErrorKind;
use crate::format::read::LabelChoice;
use crate::label::{LABELS, is_usual_label};
use crate::number;
use crate::quote::quoted;

const GROUP: &str = "qid";

/// How the cells of a file map to the columns of a schema.
pub(super) struct Layout {
    pub(super) schema: CsvSchema,
    /// For each cell its column.
    pub(super) columns: Vec<usize>,
    /// The first record is a header, not data.
    pub(super) header: bool,
}

/// The columns that are no plain features, as chosen.
#[derive(Clone)]
pub(super) struct ChosenColumns {
    pub(super) label: LabelChoice,
    pub(super) weight: Option<String>,
    pub(super) group: Option<String>,
    /// Those to be split into words.
    pub(super) text: Vec<String>,
}

/// The layout of a file that starts with the record `first`.
pub(super) fn layout(
    first: &[&str],
    options: &CsvOptions,
    special: &ChosenColumns,
) -> Result<Layout, ErrorKind> {
    match &options.schema {
        Some(schema) if schema.header => by_name(first, schema.clone()),
        Some(schema) => by_place(first.len(), schema.clone()),
        None => fresh(first, options, special),
    }
}

fn by_name(first: &[&str], schema: CsvSchema) -> Result<Layout, ErrorKind> {
    let names = header_names(first)?;
    let find = |name: &String| {
        schema.position(name).ok_or_else(|| {
            let name = quoted(name.as_bytes());
            let known: Vec<_> = schema.columns.iter().map(|column| column.name.clone()).collect();
            ErrorKind::Schema(format!(
                "the header has a column {name} that the model does not know (columns: {})",
                list(&known)
            ))
        })
    };
    let columns = names.iter().map(find).collect::<Result<_, _>>()?;
    let is_text = |column: &&Column| column.kind == ColumnKind::Text;
    if let Some(text) = schema.columns.iter().filter(is_text).find(|c| !names.contains(&c.name)) {
        return Err(no_column(&names, &text.name, "text"));
    }
    Ok(Layout { schema, columns, header: true })
}

fn by_place(cells: usize, schema: CsvSchema) -> Result<Layout, ErrorKind> {
    let all = schema.columns.len();
    let label_left_out = schema.label.is_some() && cells + 1 == all;
    if cells != all && !label_left_out {
        let reason = format!("expected {all} columns as in the model, found {cells}");
        return Err(ErrorKind::Schema(reason));
    }
    let skipped = if label_left_out { schema.label } else { None };
    let columns = (0..all).filter(|&column| Some(column) != skipped).collect();
    Ok(Layout { schema, columns, header: false })
}

fn fresh(
    first: &[&str],
    options: &CsvOptions,
    special: &ChosenColumns,
) -> Result<Layout, ErrorKind> {
    let header = match options.header {
        HeaderChoice::Yes => true,
        HeaderChoice::No => false,
        HeaderChoice::Auto => looks_like_header(first, options),
    };
    let names = if header {
        header_names(first)?
    } else {
        (1..=first.len()).map(|number| format!("c{number}")).collect()
    };
    let Roles { label, weight, group } = roles(first, &names, header, options, special)?;
    if let ([only], Some(_)) = (names.as_slice(), label)
        && !is_usual_label(only)
    {
        let reason = format!(
            "{} is the only column, which leaves no features; perhaps the cells are separated by \
             something else (--delimiter) or the file is no table (--format)",
            quoted(first[0].as_bytes())
        );
        return Err(ErrorKind::Schema(reason));
    }
    let mut schema = CsvSchema {
        header,
        label,
        weight,
        group,
        columns: names.into_iter().map(|name| Column { name, kind: ColumnKind::Unknown }).collect(),
        missing: options.missing.clone(),
        missing_numbers: options.missing_numbers.clone(),
        decimal_comma: options.decimal_comma,
    };
    for name in &options.categorical {
        let column = column_called(&schema, name, "categorical")?;
        schema.columns[column].kind = ColumnKind::Categorical;
    }
    for name in &special.text {
        let column = text_column(&schema, name)?;
        schema.columns[column].kind = ColumnKind::Text;
    }
    Ok(Layout { columns: (0..schema.columns.len()).collect(), schema, header })
}

/// The columns that are no features.
struct Roles {
    label: Option<usize>,
    weight: Option<usize>,
    group: Option<usize>,
}

/// The label, the importance and the group, each a column of its own.
fn roles(
    first: &[&str],
    names: &[String],
    header: bool,
    options: &CsvOptions,
    special: &ChosenColumns,
) -> Result<Roles, ErrorKind> {
    let weight = special.weight.as_deref().map(|key| chosen(names, key, "weight")).transpose()?;
    let group = match &special.group {
        Some(key) => Some(chosen(names, key, "group")?),
        None => names.iter().position(|name| name == GROUP).filter(|_| header),
    };
    let label = match &special.label {
        LabelChoice::Auto if !header && only_first_is_a_name(first, options) => Some(0),
        choice => label_column(names, choice, &[weight, group])?,
    };
    let twice = [
        (weight, label, "label and weight"),
        (group, label, "label and group"),
        (group, weight, "weight and group"),
    ];
    let is_chosen = |role: &str| !role.ends_with("group") || special.group.is_some();
    let clash = twice.iter().find(|(a, b, role)| a.is_some() && a == b && is_chosen(role));
    if let Some((Some(at), _, roles)) = clash {
        let name = quoted(names[*at].as_bytes());
        return Err(ErrorKind::Schema(format!("the column {name} cannot be {roles}")));
    }
    // A column called qid that was chosen for something else is that.
    let group = group.filter(|_| group != label && group != weight);
    Ok(Roles { label, weight, group })
}

fn looks_like_header(cells: &[&str], options: &CsvOptions) -> bool {
    let is_number = |cell: &&str| is_number(cell, options);
    let is_label = |cell: &&str| LABELS[..2].iter().any(|name| cell.eq_ignore_ascii_case(name));
    !cells.iter().any(is_number) || cells.iter().any(is_label)
}

fn is_number(cell: &str, options: &CsvOptions) -> bool {
    CellNumbers { missing: &[], comma: options.decimal_comma }.parse(cell).is_ok()
}

/// Whether a record is a name followed by numbers.
fn only_first_is_a_name(cells: &[&str], options: &CsvOptions) -> bool {
    let is_number = |cell: &&str| is_number(cell, options);
    match cells {
        [name, rest @ ..] => {
            !name.is_empty() && !is_number(name) && !rest.is_empty() && rest.iter().all(is_number)
        }
        [] => false,
    }
}

fn header_names(cells: &[&str]) -> Result<Vec<String>, ErrorKind> {
    let mut names: Vec<String> = Vec::with_capacity(cells.len());
    for (number, cell) in (1..).zip(cells) {
        let name = if cell.is_empty() { format!("c{number}") } else { (*cell).to_owned() };
        names.push(name);
    }
    let mut sorted: Vec<_> = names.iter().collect();
    sorted.sort_unstable();
    match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        None => Ok(names),
        Some(pair) => {
            let name = quoted(pair[0].as_bytes());
            Err(ErrorKind::Schema(format!("the header has the column {name} twice")))
        }
    }
}

fn label_column(
    names: &[String],
    choice: &LabelChoice,
    taken: &[Option<usize>],
) -> Result<Option<usize>, ErrorKind> {
    let free = |at: &usize| !taken.contains(&Some(*at));
    match choice {
        LabelChoice::None => Ok(None),
        LabelChoice::Key(key) => chosen(names, key, "label").map(Some),
        LabelChoice::Auto | LabelChoice::Usual => {
            let usual = |&at: &usize| is_usual_label(&names[at]);
            let mut found = (0..names.len()).filter(free).filter(usual);
            match (found.next(), found.next()) {
                (Some(only), None) => Ok(Some(only)),
                _ if *choice == LabelChoice::Usual => Ok(None),
                _ => Ok((0..names.len()).rev().find(free)),
            }
        }
    }
}

/// The column that was chosen to be the label, the weight or the group.
fn chosen(names: &[String], key: &str, role: &str) -> Result<usize, ErrorKind> {
    place(names, key).ok_or_else(|| {
        let key = quoted(key.as_bytes());
        let columns = list(names);
        ErrorKind::Schema(format!("there is no column {key} for the {role} (columns: {columns})"))
    })
}

/// The column to be split into words, which must be nothing else.
fn text_column(schema: &CsvSchema, key: &str) -> Result<usize, ErrorKind> {
    let column = column_called(schema, key, "text")?;
    let other = match schema.columns[column].kind {
        _ if schema.label == Some(column) => "the label (--label chooses another)",
        _ if schema.weight == Some(column) => "the weight",
        _ if schema.group == Some(column) => "the group",
        ColumnKind::Categorical => "categorical",
        _ => return Ok(column),
    };
    let key = quoted(key.as_bytes());
    Err(ErrorKind::Schema(format!("the column {key} cannot be text: it is {other}")))
}

fn column_called(schema: &CsvSchema, key: &str, kind: &str) -> Result<usize, ErrorKind> {
    let names: Vec<_> = schema.columns.iter().map(|column| column.name.clone()).collect();
    place(&names, key).ok_or_else(|| no_column(&names, key, kind))
}

fn no_column(names: &[String], key: &str, kind: &str) -> ErrorKind {
    let (key, columns) = (quoted(key.as_bytes()), list(names));
    ErrorKind::Schema(format!("there is no {kind} column {key} (columns: {columns})"))
}

/// A column by its name, otherwise by its number from 1.
fn place(names: &[String], key: &str) -> Option<usize> {
    let by_number = || {
        let number = number::parse_u64(key.as_bytes())?;
        usize::try_from(number).ok()?.checked_sub(1).filter(|&at| at < names.len())
    };
    names.iter().position(|name| name == key).or_else(by_number)
}

/// The first few names, for a message.
fn list(names: &[String]) -> String {
    const SHOWN: usize = 10;
    let more = if names.len() > SHOWN { ", …" } else { "" };
    let shown: Vec<_> = names.iter().take(SHOWN).map(String::as_str).collect();
    format!("{}{more}", shown.join(", "))
}
