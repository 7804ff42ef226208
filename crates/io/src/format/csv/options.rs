//! What the user may choose about a table.

use serde::{Deserialize, Serialize};

use super::schema::CsvSchema;

/// Whether the first record names the columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Header {
    /// If none of its cells is a number, or one of them is `label` or `target`.
    #[default]
    Auto,
    /// Yes.
    Yes,
    /// No: columns are called `c1`, `c2`, ….
    No,
}

/// Options of CSV and TSV.
#[derive(Debug, Clone)]
pub struct CsvOptions {
    /// Whether there is a header.
    pub header: Header,
    /// The byte between cells; `None` for the format's own.
    pub delimiter: Option<u8>,
    /// Columns that are categorical even if their cells are numbers.
    pub categorical: Vec<String>,
    /// Cells that mean "no value", besides the empty one; `NA` and `?`.
    pub missing: Vec<String>,
    /// The columns of an earlier file; the header, label and categorical options are then not used.
    pub schema: Option<CsvSchema>,
}

impl Default for CsvOptions {
    fn default() -> Self {
        Self {
            header: Header::Auto,
            delimiter: None,
            categorical: Vec::new(),
            missing: vec!["NA".into(), "?".into()],
            schema: None,
        }
    }
}
