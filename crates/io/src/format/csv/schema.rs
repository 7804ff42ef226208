//! The columns of a table: part of a model, so that later files are read the same way.

use serde::{Deserialize, Serialize};

/// What a column's cells are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ColumnKind {
    /// No cell seen yet; the first one decides.
    Unknown,
    /// Numbers: a feature named after the column.
    Numeric,
    /// Text: a feature `column=text` of value 1.
    Categorical,
}

/// A column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Column {
    /// Its name, from the header or `c1`, `c2`, ….
    pub name: String,
    /// What its cells are.
    pub kind: ColumnKind,
}

/// The columns of a table and which of them is the label.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CsvSchema {
    /// Whether files start with the column names.
    pub header: bool,
    /// The label's place in `columns`.
    pub label: Option<usize>,
    /// The importance's place in `columns`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<usize>,
    /// All columns, the label and the importance among them.
    pub columns: Vec<Column>,
    /// Cells that mean "no value", besides the empty one.
    pub missing: Vec<String>,
}

impl CsvSchema {
    /// The place of the column called `name`.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name == name)
    }
}
