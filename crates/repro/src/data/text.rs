//! Text tables with the label first: `zip.train` (blanks between cells, the label a digit) and the
//! letter set (commas, the label a capital letter).

use super::{Preparation, Set};
use crate::failure::{Failure, Result};

/// How a table is written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    /// The values after the label.
    pub(crate) features: usize,
    /// The classes; labels are numbers below, or that many letters from A.
    pub(crate) classes: u32,
    /// Whether commas separate the cells and letters name the classes.
    pub(crate) letters: bool,
}

/// The set that a file holds.
pub(crate) fn parse(name: &str, bytes: &[u8], layout: Layout, prepare: Preparation) -> Result<Set> {
    let text = std::str::from_utf8(bytes)
        .map_err(|_| Failure::data(name, None, "the text is not valid UTF-8"))?;
    let mut set = Set::default();
    for (number, line) in (1..).zip(text.lines()) {
        let located = |reason| Failure::data(name, Some(number), reason);
        let (label, row) = layout.row(line).map_err(located)?;
        set.push(label, prepare.apply(row));
    }
    if set.len() == 0 {
        return Err(Failure::data(name, None, "there is no row"));
    }
    Ok(set)
}

impl Layout {
    /// One line, or what is wrong with it.
    fn row(self, line: &str) -> Result<(u32, Vec<f64>), String> {
        let mut cells = self.cells(line).into_iter();
        let name = cells.next().unwrap_or_default();
        let label = self.label(name).filter(|&label| label < self.classes);
        let label =
            label.ok_or_else(|| format!("'{name}' is none of the {} classes", self.classes))?;
        let row = cells.map(value).collect::<Result<Vec<f64>, String>>()?;
        if row.len() != self.features {
            return Err(format!("{} values where {} belong", row.len(), self.features));
        }
        Ok((label, row))
    }

    fn cells(self, line: &str) -> Vec<&str> {
        if self.letters {
            line.trim_end().split(',').collect()
        } else {
            line.split_ascii_whitespace().collect()
        }
    }

    fn label(self, name: &str) -> Option<u32> {
        if !self.letters {
            // Some copies write 6.0000 for 6.
            let number: f64 = name.parse().ok()?;
            return (number >= 0.0 && number.fract() == 0.0).then_some(number as u32);
        }
        match name.as_bytes() {
            [letter @ b'A'..=b'Z'] => Some(u32::from(letter - b'A')),
            _ => None,
        }
    }
}

fn value(cell: &str) -> Result<f64, String> {
    let value: Option<f64> = cell.parse().ok();
    value.filter(|v| v.is_finite()).ok_or_else(|| format!("'{cell}' is not a number"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const ZIP: Layout = Layout { features: 3, classes: 10, letters: false };
    const LETTER: Layout = Layout { features: 2, classes: 26, letters: true };

    fn read(text: &str, layout: Layout) -> Result<Set, String> {
        parse("f.gz", text.as_bytes(), layout, Preparation::Raw).map_err(|f| f.to_string())
    }

    #[test]
    fn digits_and_letters() {
        let set = read("6 -1 0 0.5 \n5.0000 1 1 -1.000\n", ZIP).unwrap();
        assert_eq!(set.labels, [6, 5]);
        assert_eq!(set.rows().unwrap()[0].0.values(), [-1.0, 0.5]);
        let set = read("T,2,8\r\nA,0,15", LETTER).unwrap();
        assert_eq!(set.labels, [19, 0]);
        assert_eq!(set.rows().unwrap()[1].0.values(), [15.0]);
    }

    #[test]
    fn broken_rows_are_located() {
        for (text, layout, message) in [
            ("", ZIP, "f.gz: there is no row"),
            ("6 1 1 1\n6 1 1\n", ZIP, "f.gz:2: 2 values where 3 belong"),
            ("10 1 1 1\n", ZIP, "f.gz:1: '10' is none of the 10 classes"),
            ("1.5 1 1 1\n", ZIP, "f.gz:1: '1.5' is none of the 10 classes"),
            ("1 1 x 1\n", ZIP, "f.gz:1: 'x' is not a number"),
            ("1 1 nan 1\n", ZIP, "f.gz:1: 'nan' is not a number"),
            ("1 1 1 1\n\n", ZIP, "f.gz:2: '' is none of the 10 classes"),
            ("AB,1,2\n", LETTER, "f.gz:1: 'AB' is none of the 26 classes"),
            ("a,1,2\n", LETTER, "f.gz:1: 'a' is none of the 26 classes"),
            ("A,1,2,3\n", LETTER, "f.gz:1: 3 values where 2 belong"),
        ] {
            assert_eq!(read(text, layout), Err(message.into()));
        }
        let latin = parse("f.gz", b"A,1,\xff\n", LETTER, Preparation::Raw);
        assert_eq!(latin.unwrap_err().to_string(), "f.gz: the text is not valid UTF-8");
    }
}
