//! What the user may choose about a table.

use serde::{Deserialize, Serialize};

use super::cell_number;
use super::schema::CsvSchema;

/// Whether the first record names the columns.
///
/// ```
/// use noregret_io::{CsvOptions, DataReader, FeatureSpace, HeaderChoice, Lookup, ReadOptions, Row};
///
/// let csv = CsvOptions { header: HeaderChoice::No, ..CsvOptions::default() };
/// let options = ReadOptions { csv, ..ReadOptions::default() };
/// let (mut space, mut row) = (FeatureSpace::dictionary(), Row::default());
/// let mut reader = DataReader::from_read("a.csv", &b"1,2,yes\n"[..], &options)?;
/// assert!(reader.read(Lookup::Learn(&mut space), &mut row)?);
/// assert!(space.find("c1").is_some() && row.label.text().as_deref() == Some("yes"));
/// # Ok::<(), noregret_io::DataError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HeaderChoice {
    /// If none of its cells is a number, or one of them is `label` or `target`.
    #[default]
    Auto,
    /// It always does.
    Yes,
    /// It never does; columns are called `c1`, `c2`, ….
    No,
}

/// Options of CSV and TSV.
///
/// ```
/// use noregret_io::CsvOptions;
///
/// let options = CsvOptions {
///     delimiter: Some(b';'),
///     categorical: vec!["zip".into()],
///     missing: vec!["-".into()],
///     ..CsvOptions::default()
/// };
/// assert!(options.schema.is_none());
/// ```
#[derive(Debug, Clone)]
pub struct CsvOptions {
    /// Whether there is a header.
    pub header: HeaderChoice,
    /// The byte between cells; `None` for the format's own.
    pub delimiter: Option<u8>,
    /// Columns that are categorical even if their cells are numbers.
    pub categorical: Vec<String>,
    /// Cells that mean "no value", besides the empty one; `NA` and `?`.
    pub missing: Vec<String>,
    /// Cells that mean it in columns of numbers, besides; `null`, `NaN`, `-` and others.
    pub missing_numbers: Vec<String>,
    /// Whether numbers have a decimal comma.
    pub decimal_comma: bool,
    /// The columns of an earlier file; the header, label and categorical options are then not used.
    pub schema: Option<CsvSchema>,
}

impl Default for CsvOptions {
    fn default() -> Self {
        Self {
            header: HeaderChoice::Auto,
            delimiter: None,
            categorical: Vec::new(),
            missing: cell_number::missing(),
            missing_numbers: cell_number::missing_numbers(),
            decimal_comma: false,
            schema: None,
        }
    }
}
