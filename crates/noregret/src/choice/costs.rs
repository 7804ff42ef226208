//! Costs: how far the right class has to be ahead of a wrong one, a pair a line.
//!
//! ```text
//! right,wrong,margin
//! cat,dog,0.5
//! tiger,*,3
//! ```
//!
//! `*` is any class; the more exact line counts, then the later one. The first line may be a
//! header; blank lines and lines that start with `#` are skipped. A name with a comma goes in
//! double quotes, as in CSV.

use crate::{Error, Result};
use noregret_core::ClassName;
use noregret_core::problem::Cost;
use noregret_io::{DataError, ErrorKind, RowLabel};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

const HEADER: [&str; 3] = ["right", "wrong", "margin"];

/// Where the required margins of pairs of classes come from.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Costs {
    /// There are none: every margin is that of the loss.
    #[default]
    None,
    /// They stand in a file of lines `right,wrong,margin`.
    File(PathBuf),
    /// They are these.
    List(Vec<Cost>),
}

impl Costs {
    /// Whether there are none.
    pub fn is_none(&self) -> bool {
        matches!(self, Costs::None)
    }

    /// The costs, read from their file if they are in one.
    ///
    /// # Errors
    /// [`Error::Data`] if the file cannot be read or a line is broken.
    pub fn read(&self) -> Result<Vec<Cost>> {
        match self {
            Costs::None => Ok(Vec::new()),
            Costs::File(path) => read(path),
            Costs::List(costs) => Ok(costs.clone()),
        }
    }
}

fn read(path: &Path) -> Result<Vec<Cost>> {
    let file = || path.to_string_lossy().into_owned();
    let text = std::fs::read_to_string(path).map_err(|error| {
        Error::Data(DataError {
            file: file().into(),
            line: None,
            column: None,
            kind: ErrorKind::Io(error),
        })
    })?;
    let (mut costs, mut begun) = (Vec::new(), false);
    for (number, line) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        match cells(line) {
            Some(cells) if !begun && cells == HEADER => {}
            cells => {
                let cells = cells.ok_or_else(|| "a quote is never closed".into());
                let cost = cells.and_then(|cells| cost(&cells));
                costs.push(cost.map_err(|reason| Error::row(&file(), number, reason))?);
            }
        }
        begun = true;
    }
    if costs.is_empty() {
        return Err(Error::Other(format!("{}: the file has no costs", path.display())));
    }
    Ok(costs)
}

/// The cells of a line, without the quotes around them; none if a quote is never closed.
fn cells(line: &str) -> Option<Vec<String>> {
    let (mut cells, mut cell, mut quoted) = (Vec::new(), String::new(), false);
    let mut characters = line.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '"' if quoted && characters.peek() == Some(&'"') => {
                cell.push('"');
                characters.next();
            }
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(std::mem::take(&mut cell).trim().to_owned()),
            c => cell.push(c),
        }
    }
    cells.push(cell.trim().to_owned());
    (!quoted).then_some(cells)
}

fn cost(cells: &[String]) -> std::result::Result<Cost, String> {
    let [right, wrong, margin] = cells else {
        return Err(format!("a line is right,wrong,margin, not {} cells", cells.len()));
    };
    let number: f64 = margin.parse().map_err(|_| format!("the margin '{margin}' is no number"))?;
    if !(number >= 0.0 && number.is_finite()) {
        return Err(format!("the margin must be a number >= 0, not {margin}"));
    }
    Ok(Cost { right: class(right)?, wrong: class(wrong)?, margin: number })
}

/// A class as data would name it; none for any.
fn class(text: &str) -> std::result::Result<Option<ClassName>, String> {
    if text == "*" {
        return Ok(None);
    }
    if text.is_empty() {
        return Err("a class is missing; * is any class".into());
    }
    let mut label = RowLabel::default();
    label.set(text).map_err(|_| format!("{text} is no class"))?;
    Ok(Some(label.number().map_or_else(|| ClassName::Text(text.into()), ClassName::Number)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> std::result::Result<Cost, String> {
        cells(line).ok_or_else(|| "open".into()).and_then(|cells| cost(&cells))
    }

    #[test]
    fn names_numbers_and_any() {
        let name = |s: &str| Some(ClassName::Text(s.into()));
        let of = |right, wrong, margin| Ok(Cost { right, wrong, margin });
        assert_eq!(parse("a, b ,0.5"), of(name("a"), name("b"), 0.5));
        assert_eq!(parse("3,*,2"), of(Some(ClassName::Number(3.0)), None, 2.0));
        assert_eq!(parse("\"a, b\",\"say \"\"x\"\"\",0"), of(name("a, b"), name("say \"x\""), 0.0));
    }

    #[test]
    fn broken_lines_say_why() {
        for (line, reason) in [
            ("a,b", "2 cells"),
            ("a,b,c", "'c' is no number"),
            ("a,b,-1", ">= 0, not -1"),
            ("a,b,inf", ">= 0, not inf"),
            ("a,,1", "a class is missing"),
            ("nan,a,1", "nan is no class"),
            ("\"a,b,1", "open"),
        ] {
            assert!(parse(line).is_err_and(|e| e.contains(reason)), "{line}");
        }
    }
}
