//! Rows to a table: a header, then one record a row.
//!
//! One column a feature (0 where a row does not have it), and the label last, so that it is found
//! by its name or by its place. If there are groups, `qid` comes first (empty where a row has
//! none). Importance is refused, tags dropped.

use crate::features::FeatureSpace;
use crate::format::write::{RowFormatter, WriteOptions, check_group, check_weight};
use crate::number::push_shortest;
use crate::quote::quoted;
use crate::row::Row;

const LABEL: &str = "label";
const GROUP: &str = "qid";

/// Formats the records of a table.
pub(super) struct TableWriter {
    slots: Vec<u32>,
    /// For each column its value in the current row.
    cells: Vec<f64>,
    /// For each slot its column.
    column_of: Vec<Option<usize>>,
    delimiter: u8,
    /// Whether the first column is the group.
    grouped: bool,
}

impl TableWriter {
    pub(super) fn new(space: &FeatureSpace, options: &WriteOptions, delimiter: u8) -> Self {
        let slots = match &options.slots {
            Some(slots) => slots.clone(),
            None => (0..space.len() as u32).collect(),
        };
        let mut column_of = vec![None; slots.iter().max().map_or(0, |&slot| slot as usize + 1)];
        for (column, &slot) in slots.iter().enumerate() {
            column_of[slot as usize] = Some(column);
        }
        Self { cells: vec![0.0; slots.len()], slots, column_of, delimiter, grouped: options.groups }
    }

    /// Appends the group, if there is a column for it.
    fn push_group(&self, row: &Row, out: &mut Vec<u8>) -> Result<(), String> {
        if !self.grouped {
            return check_group(row, "a table without a column qid");
        }
        self.push_text(out, &row.qid.map(|group| group.to_string()).unwrap_or_default());
        out.push(self.delimiter);
        Ok(())
    }

    fn push_text(&self, out: &mut Vec<u8>, text: &str) {
        let special = |byte: &u8| matches!(byte, b'"' | b'\n' | b'\r') || *byte == self.delimiter;
        let quote = text.is_empty()
            || text.trim_ascii() != text
            || text.starts_with('\u{feff}')
            || text.as_bytes().iter().any(special);
        if quote {
            out.push(b'"');
            out.extend_from_slice(text.replace('"', "\"\"").as_bytes());
            out.push(b'"');
        } else {
            out.extend_from_slice(text.as_bytes());
        }
    }
}

impl RowFormatter for TableWriter {
    fn begin(&mut self, space: &FeatureSpace, out: &mut Vec<u8>) -> Result<(), String> {
        if self.grouped {
            out.extend_from_slice(GROUP.as_bytes());
            out.push(self.delimiter);
        }
        for &slot in &self.slots {
            let name = space.name(slot).map(|name| name.to_string()).unwrap_or_default();
            if name.is_empty() || name == LABEL || name == GROUP || name.contains(['\0', '\r']) {
                let name = quoted(name.as_bytes());
                return Err(format!("the feature {name} cannot be the name of a column"));
            }
            self.push_text(out, &name);
            out.push(self.delimiter);
        }
        out.extend_from_slice(LABEL.as_bytes());
        out.push(b'\n');
        Ok(())
    }

    fn row(&mut self, row: &Row, space: &FeatureSpace, out: &mut Vec<u8>) -> Result<(), String> {
        check_weight(row, "csv")?;
        self.push_group(row, out)?;
        self.cells.fill(0.0);
        for (slot, value) in row.features() {
            let column = self.column_of.get(slot as usize).copied().flatten();
            let cell = column.and_then(|column| self.cells.get_mut(column)).ok_or_else(|| {
                let name = space.name(slot).map(|name| name.to_string()).unwrap_or_default();
                format!("the feature {} has no column", quoted(name.as_bytes()))
            })?;
            *cell = value;
        }
        for &cell in &self.cells {
            push_shortest(out, cell);
            out.push(self.delimiter);
        }
        match row.label.text().as_deref() {
            None => self.push_text(out, ""),
            Some("" | "NA" | "?") => return Err("this label means a missing one in csv".into()),
            Some(label) if label.contains(['\0', '\r']) => {
                return Err(format!("label {} cannot be written as csv", quoted(label.as_bytes())));
            }
            Some(label) => self.push_text(out, label),
        }
        out.push(b'\n');
        Ok(())
    }
}
