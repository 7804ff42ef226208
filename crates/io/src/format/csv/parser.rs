//! The parser of tables: cells to a label and features.
//!
//! A column's type is fixed by its first cell that is not missing: a number makes it numeric
//! (feature `column` with that value), other text categorical (feature `column=text` with value 1).
//! A word that means "no value" among numbers ([`cell_number`](super::cell_number)) fixes nothing.
//! Later text in a numeric column is an error; a number in a categorical one is a category. `inf`
//! is neither: it is an error except in a categorical column. The cells of a column that was said
//! to be text are split into words.

use super::cell_number::CellNumbers;
use super::delimiter;
use super::header::{ChosenColumns, layout};
use super::options::CsvOptions;
use super::plain::PlainCells;
use super::record::Record;
use super::schema::{Column, ColumnKind, CsvSchema};
use crate::error::{ErrorKind, Fault, Located};
use crate::features::canonical_index;
use crate::format::read::ReadOptions;
use crate::format::read::RowTarget;
use crate::format::read::{RowParser, as_text, importance};
use crate::number::{self, NumberError};
use crate::quote::quoted;
use crate::source::Lines;

/// Parses the records of a table.
pub(super) struct TableParser {
    options: CsvOptions,
    special: ChosenColumns,
    delimiter: u8,
    /// The first line is to tell the delimiter.
    any_delimiter: bool,
    record: Record,
    schema: Option<CsvSchema>,
    /// For each cell of a record its column in the schema.
    columns: Vec<usize>,
    /// The header failed to make sense: nothing more can be read.
    failed: bool,
    plain: PlainCells,
    /// The columns whose type the current row has fixed.
    settled: Vec<usize>,
    /// How often the layout or a type was fixed.
    revision: u64,
    /// For a fork: whether a cell was met whose type only the rows before can tell.
    unsure: Option<bool>,
}

impl TableParser {
    /// A parser of tables with this delimiter, unless the options name another; if neither does,
    /// the first line decides.
    pub(super) fn new(options: &ReadOptions, delimiter: Option<u8>) -> Self {
        let delimiter = options.csv.delimiter.or(delimiter);
        Self {
            options: options.csv.clone(),
            special: ChosenColumns {
                label: options.label.clone(),
                weight: options.weight.clone(),
                group: options.group.clone(),
                text: options.text.clone(),
            },
            delimiter: delimiter.unwrap_or(b','),
            any_delimiter: delimiter.is_none(),
            record: Record::default(),
            schema: None,
            columns: Vec::new(),
            failed: false,
            plain: PlainCells::default(),
            settled: Vec::new(),
            revision: 0,
            unsure: None,
        }
    }

    /// Reads the first record and lays out the columns; whether that record is data, or `None` if
    /// there is no record in this chunk.
    fn start(&mut self, lines: &mut Lines<'_>) -> Result<Option<bool>, Located> {
        if self.any_delimiter
            && let Some(line) = first_line(lines)
        {
            self.delimiter = delimiter::of(line);
            self.any_delimiter = false;
        }
        match self.record.read(lines, self.delimiter) {
            Ok(true) => {}
            Ok(false) => return Ok(None),
            Err(located) => return Err(self.fail(located)),
        }
        let cells: Result<Vec<_>, _> = self.record.cells().map(as_text).collect();
        let layout = cells.and_then(|cells| Ok(layout(&cells, &self.options, &self.special)?));
        let layout = layout.and_then(|layout| {
            let clash = layout.schema.decimal_comma && self.delimiter == b',';
            let reason = "--decimal , is for tables whose cells are separated by something else";
            if clash { Err(ErrorKind::Schema(reason.into()).into()) } else { Ok(layout) }
        });
        let layout = layout.map_err(|fault: Fault| {
            let fault = Fault { at: None, kind: fault.kind };
            self.fail(Located { line: self.record.line, fault })
        })?;
        self.plain = PlainCells::new(&layout.schema, &layout.columns, self.delimiter);
        self.schema = Some(layout.schema);
        self.columns = layout.columns;
        self.revision += 1;
        Ok(Some(!layout.header))
    }

    /// Without the first record no later one can be understood, so its errors are no row errors.
    fn fail(&mut self, located: Located) -> Located {
        self.failed = true;
        let Located { line, fault: Fault { at, kind } } = located;
        let kind = match kind.is_row_error() {
            true => ErrorKind::Schema(kind.to_string()),
            false => kind,
        };
        Located { line, fault: Fault { at, kind } }
    }

    /// Takes the cells; a broken row leaves the types of the columns as they were.
    fn parse(&mut self, target: &mut RowTarget<'_>) -> Result<(), Fault> {
        self.settled.clear();
        let parsed = self.parse_cells(target);
        let Some(schema) = self.schema.as_mut().filter(|_| !self.settled.is_empty()) else {
            return parsed;
        };
        if parsed.is_ok() {
            self.plain.settle(schema, &self.columns);
            self.revision += 1;
        } else {
            for &place in &self.settled {
                schema.columns[place].kind = ColumnKind::Unknown;
            }
        }
        parsed
    }

    /// Takes the next line, if it is a row in the usual form; otherwise nothing has happened.
    fn plain_row(&self, lines: &mut Lines<'_>, target: &mut RowTarget<'_>) -> bool {
        let mut ahead = lines.clone();
        let Ok(Some(line)) = ahead.next_line() else { return false };
        if self.record.is_open() || !self.plain.take_row(line, self.schema.as_ref(), target) {
            target.draft.drop_row();
            return false;
        }
        *lines = ahead;
        target.row.line = lines.line();
        true
    }

    fn parse_cells(&mut self, target: &mut RowTarget<'_>) -> Result<(), Fault> {
        let Some(schema) = &mut self.schema else { return Ok(()) };
        let CsvSchema { label, weight, group, columns, missing, .. } = schema;
        let numbers = CellNumbers { missing: &schema.missing_numbers, comma: schema.decimal_comma };
        if self.record.len() != self.columns.len() {
            let (expected, found) = (self.columns.len(), self.record.len());
            let advice = miscounted(&self.record, self.delimiter);
            return Err(Fault::row(format!("expected {expected} cells, found {found}{advice}")));
        }
        target.draft.set_table(self.plain.names());
        for (cell, &place) in self.record.cells().zip(&self.columns) {
            let text = as_text(cell).map_err(|fault| Fault { at: None, kind: fault.kind })?;
            if text.is_empty() || missing.iter().any(|missing| missing == text) {
                continue;
            }
            if *label == Some(place) {
                target.set_label(&numbers.plain(text), None)?;
            } else if *weight == Some(place) {
                target.row.weight = importance(&numbers.plain(text)).map_err(Fault::row)?;
            } else if *group == Some(place) {
                target.row.qid = Some(self::group(text)?);
            } else if let Some(column) = columns.get_mut(place) {
                let unknown = column.kind == ColumnKind::Unknown;
                if unknown {
                    self.unsure = self.unsure.map(|_| true);
                }
                feature(column, (place, text), numbers, target)?;
                if unknown && column.kind != ColumnKind::Unknown {
                    self.settled.push(place);
                }
            }
        }
        Ok(())
    }
}

impl RowParser for TableParser {
    fn next_row(
        &mut self,
        lines: &mut Lines<'_>,
        mut target: RowTarget<'_>,
    ) -> Result<bool, Located> {
        // What an unsure fork finds is thrown away.
        if self.failed || self.unsure == Some(true) {
            return Ok(false);
        }
        let first_is_data = match &self.schema {
            None => self.start(lines)?,
            Some(_) => Some(false),
        };
        let found = match first_is_data {
            None => false,
            Some(true) => true,
            Some(false) if self.plain_row(lines, &mut target) => return Ok(true),
            Some(false) => self.record.read(lines, self.delimiter)?,
        };
        if found {
            target.row.line = self.record.line;
            let parsed = self.parse(&mut target);
            parsed.map_err(|fault| Located { line: self.record.line, fault })?;
        }
        Ok(found)
    }

    fn fork(&self) -> Option<Box<dyn RowParser>> {
        let schema = self.schema.clone()?;
        let fork = Self {
            options: self.options.clone(),
            special: self.special.clone(),
            delimiter: self.delimiter,
            any_delimiter: false,
            record: Record::default(),
            schema: Some(schema),
            columns: self.columns.clone(),
            failed: self.failed,
            plain: self.plain.clone(),
            settled: Vec::new(),
            revision: self.revision,
            unsure: Some(false),
        };
        Some(Box::new(fork))
    }

    fn revision(&self) -> u64 {
        self.revision
    }

    fn is_clean(&self) -> bool {
        !self.record.is_open() && self.unsure != Some(true)
    }

    fn finish(&mut self) -> Result<(), Located> {
        match (self.record.finish(), &self.schema) {
            (Err(located), None) => Err(self.fail(located)),
            (finished, _) => finished,
        }
    }

    fn delimiter(&self) -> Option<u8> {
        Some(self.delimiter)
    }

    fn schema(&self) -> Option<&CsvSchema> {
        self.schema.as_ref()
    }
}

/// The first line that is not blank, which is left to be read.
fn first_line<'a>(lines: &Lines<'a>) -> Option<&'a [u8]> {
    let mut ahead = lines.clone();
    loop {
        match ahead.next_line() {
            Ok(Some(line)) if line.trim_ascii().is_empty() => {}
            Ok(line) => return line,
            Err(_) => return None,
        }
    }
}

/// What a record with the wrong number of cells may be, to be added to the message.
fn miscounted(record: &Record, delimiter: u8) -> String {
    let holds = |byte: u8| record.cells().any(|cell| memchr::memchr(byte, cell).is_some());
    if holds(b'\r') {
        return "; a CR alone ends no line (tr '\\r' '\\n' makes one of it)".into();
    }
    let other = [(b';', "';'"), (b'\t', "a tab"), (b',', "','")];
    let found = other.into_iter().find(|(byte, _)| *byte != delimiter && holds(*byte));
    let advice = |(_, name)| format!("; if {name} separates the cells, say so by --delimiter CHAR");
    found.map(advice).unwrap_or_default()
}

fn group(text: &str) -> Result<u64, Fault> {
    let reason =
        || format!("the group {} is not a whole number of 0 or more", quoted(text.as_bytes()));
    number::parse_u64(text.as_bytes()).ok_or_else(|| Fault::row(reason()))
}

/// Takes the cell of the column at `place`.
fn feature(
    column: &mut Column,
    (place, text): (usize, &str),
    numbers: CellNumbers<'_>,
    target: &mut RowTarget<'_>,
) -> Result<(), Fault> {
    match column.kind {
        ColumnKind::Categorical => {
            target.draft.push_category(&column.name, text);
            return Ok(());
        }
        ColumnKind::Text => {
            target.draft.push_words(&column.name, [text]);
            return Ok(());
        }
        ColumnKind::Unknown | ColumnKind::Numeric => {}
    }
    match numbers.parse(text) {
        Ok(None) => Ok(()),
        Ok(Some(value)) => {
            column.kind = ColumnKind::Numeric;
            match u32::try_from(place) {
                Ok(place) if canonical_index(&column.name).is_none() => {
                    target.draft.push_column(place, value);
                }
                _ => target.draft.push_name(&column.name, value),
            }
            Ok(())
        }
        Err(NumberError::NotANumber) if numbers.point(text).is_some() => {
            let reason = numbers.point(text).unwrap_or_default();
            let (name, text) = (quoted(column.name.as_bytes()), quoted(text.as_bytes()));
            Err(ErrorKind::Parse(format!("column {name}: {text} {reason}")).into())
        }
        Err(NumberError::NotANumber) if column.kind == ColumnKind::Unknown => {
            column.kind = ColumnKind::Categorical;
            target.draft.push_category(&column.name, text);
            Ok(())
        }
        Err(error) => Err(ErrorKind::Parse(refused(column, text, error)).into()),
    }
}

fn refused(column: &Column, text: &str, error: NumberError) -> String {
    let name = quoted(column.name.as_bytes());
    let text = quoted(text.as_bytes());
    match error {
        NumberError::NotANumber => format!(
            "column {name} holds numbers, but {text} {error}; if it means no value, use --missing, \
             and if it is a category --categorical {}",
            column.name
        ),
        NumberError::NotFinite => {
            format!("column {name}: {text} {error}; leave the cell empty if the value is missing")
        }
    }
}
