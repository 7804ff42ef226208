//! Tables of the data: tab-separated text, compressed, with or without a line of names.

use crate::failure::{Failure, Result};
use noregret::io::Source;
use std::path::Path;
use std::str::FromStr;

/// The bytes of a file, decompressed.
pub(super) fn bytes(path: &Path) -> Result<Vec<u8>> {
    Ok(Source::open(path)?.read_all()?)
}

/// The lines of a table, each with a number of cells.
pub(super) fn lines(path: &Path, skip: usize, cells: usize) -> Result<Vec<Line>> {
    let name = path.display().to_string();
    let text = String::from_utf8(bytes(path)?)
        .map_err(|_| Failure::data(&name, None, "the text is not valid UTF-8"))?;
    let numbered = (1..).zip(text.lines()).skip(skip);
    let line = |(number, line): (u64, &str)| {
        let found: Vec<String> = line.split('\t').map(String::from).collect();
        if found.len() < cells {
            let reason = format!("{} cells where {cells} belong", found.len());
            return Err(Failure::data(&name, Some(number), reason));
        }
        Ok(Line { file: name.clone(), number, cells: found })
    };
    numbered.map(line).collect()
}

/// A line of a table.
pub(super) struct Line {
    file: String,
    number: u64,
    cells: Vec<String>,
}

impl Line {
    /// A cell as text.
    pub(super) fn text(&self, cell: usize) -> &str {
        &self.cells[cell]
    }

    /// A cell as a number.
    pub(super) fn number<T: FromStr>(&self, cell: usize) -> Result<T> {
        let text = self.text(cell);
        let wrong =
            || Failure::data(&self.file, Some(self.number), format!("'{text}' is no number"));
        text.parse().map_err(|_| wrong())
    }
}
