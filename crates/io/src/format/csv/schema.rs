//! The columns of a table: part of a model, so that later files are read the same way.

use serde::{Deserialize, Serialize};

use super::cell_number;
use crate::label::is_usual_label;

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
    /// Text: a feature `column^word` of value 1 for each different word.
    Text,
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Column {
    /// Its name, from the header or `c1`, `c2`, ….
    pub name: String,
    /// What its cells are.
    pub kind: ColumnKind,
}

/// The columns of a table and which of them is the label.
///
/// ```
/// use noregret_io::{CsvOptions, DataReader, FeatureSpace, Lookup, ReadOptions, Row};
///
/// let (mut space, mut row) = (FeatureSpace::dictionary(), Row::default());
/// let first = &b"age,label\n31,yes\n"[..];
/// let mut reader = DataReader::from_read("a.csv", first, &ReadOptions::default())?;
/// assert!(reader.read(Lookup::Learn(&mut space), &mut row)?);
/// // A later table is read with the columns of the first, wherever they stand.
/// let csv = CsvOptions { schema: reader.schema().cloned(), ..CsvOptions::default() };
/// let options = ReadOptions { csv, ..ReadOptions::default() };
/// let mut later = DataReader::from_read("b.csv", &b"label,age\nno,45\n"[..], &options)?;
/// assert!(later.read(Lookup::Frozen(&space), &mut row)?);
/// assert_eq!((row.values, row.unseen), (vec![45.0], 0));
/// # Ok::<(), noregret_io::DataError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CsvSchema {
    /// Whether files start with the column names.
    pub header: bool,
    /// The label's place in `columns`.
    pub label: Option<usize>,
    /// The importance's place in `columns`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weight: Option<usize>,
    /// The group's place in `columns`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<usize>,
    /// All columns, the label, the importance and the group among them.
    pub columns: Vec<Column>,
    /// Cells that mean "no value", besides the empty one.
    pub missing: Vec<String>,
    /// Cells that mean it in columns of numbers, besides.
    #[serde(
        default = "cell_number::missing_numbers",
        skip_serializing_if = "cell_number::are_usual"
    )]
    pub missing_numbers: Vec<String>,
    /// Whether numbers have a decimal comma.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub decimal_comma: bool,
}

impl CsvSchema {
    /// The place of the column called `name`.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.name == name)
    }

    /// The columns whose name in the header is one of those that a label usually has.
    pub fn usual_labels(&self) -> impl Iterator<Item = &str> {
        let names = self.columns.iter().map(|column| column.name.as_str());
        names.filter(|name| self.header && is_usual_label(name))
    }

    /// How many columns have shown no cell yet; reading a file only ever lowers it.
    pub(crate) fn unsettled(&self) -> usize {
        self.columns.iter().filter(|column| column.kind == ColumnKind::Unknown).count()
    }

    /// This schema after reading the table that `other` describes.
    ///
    /// # Errors
    /// If that table does not have these columns, or its cells were read as another kind.
    pub(crate) fn joined(&self, other: &Self) -> Result<Self, String> {
        let same_columns = self.columns.len() == other.columns.len() || self.header;
        let same_cells = self.missing == other.missing
            && self.missing_numbers == other.missing_numbers
            && self.decimal_comma == other.decimal_comma;
        if self.header != other.header || !same_cells || !same_columns {
            let reason = "its table has another header, other columns, other missing values or \
                          another decimal mark";
            return Err(reason.into());
        }
        let name = |schema: &Self, at: Option<usize>| {
            let column = at.and_then(|at| schema.columns.get(at));
            column.map_or_else(|| "none".into(), |column| column.name.clone())
        };
        let roles = [
            ("label", self.label, other.label),
            ("weight", self.weight, other.weight),
            ("group", self.group, other.group),
        ];
        let mut joined = self.clone();
        for (place, column) in other.columns.iter().enumerate() {
            let at = self.position(&column.name).filter(|&at| self.header || at == place);
            let at = at.ok_or_else(|| format!("its column '{}' is not known", column.name))?;
            for (what, expected, found) in roles {
                if (expected == Some(at)) != (found == Some(place)) {
                    let [expected, found] = [name(self, expected), name(other, found)];
                    return Err(format!("its {what} is '{found}', not '{expected}'"));
                }
            }
            match (joined.columns[at].kind, column.kind) {
                (_, ColumnKind::Unknown) => {}
                (ColumnKind::Unknown, kind) => joined.columns[at].kind = kind,
                (expected, found) if expected == found => {}
                _ => return Err(format!("its column '{}' was read as another kind", column.name)),
            }
        }
        Ok(joined)
    }
}
