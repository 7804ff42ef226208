//! Numbers in the cells of a table: the decimal mark, and the words that mean "no value".
//!
//! In a column of numbers these words are missing values wherever they stand: `N/A`, `n/a`, `NULL`,
//! `null`, `None`, `NaN`, `nan`, `#N/A`, `-`, `.`; and, as in every column, `NA`, `?` and the empty
//! cell. In a column of categories the former are categories.

use std::borrow::Cow;

use super::schema::CsvSchema;
use crate::number::{self, NumberError};

/// Cells that mean "no value" in every column, besides the empty one.
const MISSING: [&str; 2] = ["NA", "?"];
/// Those that mean it in columns of numbers, besides.
const MISSING_NUMBERS: [&str; 10] =
    ["N/A", "n/a", "NULL", "null", "None", "NaN", "nan", "#N/A", "-", "."];

/// The words for "no value" in every column, if nothing else was said.
pub(super) fn missing() -> Vec<String> {
    MISSING.map(String::from).to_vec()
}

/// The words for "no value" in columns of numbers besides, if nothing else was said.
pub(super) fn missing_numbers() -> Vec<String> {
    MISSING_NUMBERS.map(String::from).to_vec()
}

/// Whether these are the words if nothing else was said.
pub(super) fn are_usual(words: &[String]) -> bool {
    words == MISSING_NUMBERS
}

/// How a table writes its numbers.
#[derive(Clone, Copy)]
pub(super) struct CellNumbers<'a> {
    pub(super) missing: &'a [String],
    pub(super) comma: bool,
}

impl<'a> CellNumbers<'a> {
    /// The numbers of this table.
    pub(super) fn of(schema: &'a CsvSchema) -> Self {
        Self { missing: &schema.missing_numbers, comma: schema.decimal_comma }
    }

    /// The number that a cell is; `None` if the cell means "no value".
    pub(super) fn parse(self, text: &str) -> Result<Option<f64>, NumberError> {
        let found = match self.comma {
            false => number::parse(text.as_bytes()),
            true => with_point(text)
                .map_or(Err(NumberError::NotANumber), |text| number::parse(text.as_bytes())),
        };
        match found {
            Err(_) if self.missing.iter().any(|missing| missing == text) => Ok(None),
            found => found.map(Some),
        }
    }

    /// Why a cell with a point is no number here, if it is one without the decimal comma.
    pub(super) fn point(self, text: &str) -> Option<&'static str> {
        let comma = self.comma && text.contains('.');
        match number::parse(text.as_bytes()) {
            _ if !comma => None,
            Ok(_) => Some("has a decimal point; leave out --decimal , if all numbers do"),
            Err(_) => number::parse(text.replace('.', "").replacen(',', ".", 1).as_bytes())
                .is_ok_and(|_| text.contains(','))
                .then_some("has points that separate thousands; remove them"),
        }
    }

    /// The cell as it is read elsewhere: a number with a decimal point, any other text as it is.
    pub(super) fn plain(self, text: &str) -> Cow<'_, str> {
        let number = if self.comma { with_point(text) } else { None };
        let number = number.filter(|text| number::parse(text.as_bytes()).is_ok());
        number.map_or(Cow::Borrowed(text), Cow::Owned)
    }
}

/// A number with a decimal comma as one with a point; a point in it would separate thousands.
fn with_point(text: &str) -> Option<String> {
    (!text.contains('.')).then(|| text.replacen(',', ".", 1))
}

#[cfg(test)]
mod tests {
    use super::{CellNumbers, NumberError, missing_numbers};

    #[test]
    fn missing_words_and_decimal_commas() {
        let words = missing_numbers();
        let [point, comma] = [false, true].map(|comma| CellNumbers { missing: &words, comma });
        assert_eq!((point.parse("1.5"), comma.parse("1,5")), (Ok(Some(1.5)), Ok(Some(1.5))));
        assert_eq!((point.parse("7"), comma.parse("-7")), (Ok(Some(7.0)), Ok(Some(-7.0))));
        for text in ["1.5", "1,234,5", "1.234,5", "x"] {
            assert_eq!(comma.parse(text), Err(NumberError::NotANumber), "{text}");
        }
        assert_eq!(point.parse("1,5"), Err(NumberError::NotANumber));
        for text in ["null", "nan", "-", "."] {
            assert_eq!((point.parse(text), comma.parse(text).ok()), (Ok(None), Some(None)));
        }
        assert_eq!(point.parse("inf"), Err(NumberError::NotFinite));
        for (text, reason) in [
            ("1.5", Some("decimal point")),
            ("1.234,5", Some("thousands")),
            ("v1.5", None),
            ("1.2.3", None),
        ] {
            assert_eq!(point.point(text), None);
            assert_eq!(
                comma.point(text).is_some_and(|said| reason.is_some_and(|r| said.contains(r))),
                reason.is_some()
            );
        }
        assert_eq!((comma.plain("1,5"), comma.plain("a,b")), ("1.5".into(), "a,b".into()));
        assert_eq!(point.plain("1,5"), "1,5");
    }
}
