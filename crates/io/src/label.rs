//! The label of a row as the file writes it.
//!
//! A label is any text (`+1`, `spam`, `3,7`) or missing. If the text is a finite decimal number its
//! value is known too. The words `nan`, `inf` and `infinity`, and numbers beyond the range of f64,
//! are refused: a label that is not a number by accident must not become a class.

use crate::number::{self, NumberError};

/// A label: its text, its value if it is a number, or missing. Its buffer is reused from row to row.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RawLabel {
    text: String,
    number: Option<f64>,
    present: bool,
}

impl RawLabel {
    /// Makes the label missing.
    pub fn clear(&mut self) {
        self.text.clear();
        self.number = None;
        self.present = false;
    }

    /// True if the row has no label.
    pub fn is_missing(&self) -> bool {
        !self.present
    }

    /// The label as written, `None` if missing.
    pub fn text(&self) -> Option<&str> {
        self.present.then_some(self.text.as_str())
    }

    /// The value, if the label is a finite number.
    pub fn number(&self) -> Option<f64> {
        self.number
    }

    /// Takes another label, keeping the buffer.
    pub(crate) fn copy(&mut self, other: &Self) {
        self.text.clear();
        self.text.push_str(&other.text);
        self.number = other.number;
        self.present = other.present;
    }

    /// Takes `text` as the label.
    ///
    /// # Errors
    /// [`NumberError::NotFinite`] if the text is a number that is not finite; the label is then
    /// missing.
    pub fn set(&mut self, text: &str) -> Result<(), NumberError> {
        self.clear();
        self.assign(text, number_of(text)?);
        Ok(())
    }

    /// Takes `text` as the label of a cleared one, with the number it is.
    #[inline]
    pub(crate) fn assign(&mut self, text: &str, number: Option<f64>) {
        self.text.push_str(text);
        self.number = number;
        self.present = true;
    }
}

/// The number that a label is, `None` for a name.
pub(crate) fn number_of(text: &str) -> Result<Option<f64>, NumberError> {
    match number::parse(text.as_bytes()) {
        Ok(value) => Ok(Some(value)),
        Err(NumberError::NotANumber) => Ok(None),
        Err(NumberError::NotFinite) => Err(NumberError::NotFinite),
    }
}

#[cfg(test)]
mod tests {
    use super::RawLabel;

    #[test]
    fn numbers_and_names() {
        let mut label = RawLabel::default();
        assert!(label.is_missing() && label.text().is_none());
        assert_eq!(label.set("+1"), Ok(()));
        assert_eq!((label.text(), label.number()), (Some("+1"), Some(1.0)));
        assert_eq!(label.set("spam"), Ok(()));
        assert_eq!((label.text(), label.number()), (Some("spam"), None));
        label.clear();
        assert!(label.is_missing());
    }

    #[test]
    fn numbers_that_are_not_finite_are_refused() {
        let mut label = RawLabel::default();
        for text in ["nan", "-NaN", "inf", "+Infinity", "1e999"] {
            assert!(label.set(text).is_err(), "{text}");
            assert!(label.is_missing());
        }
    }
}
