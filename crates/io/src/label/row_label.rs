//! The label of a row.
//!
//! As text a label is anything (`+1`, `spam`, `3,7`) or missing. A text that is a finite decimal
//! number is that number, but for whole numbers beyond 2^53 that no f64 is: these are names, so
//! that neighbours stay apart, unless somebody says that labels are numbers ([`LabelUse`]). The
//! words `nan`, `inf` and `infinity`, and numbers beyond the range of f64, are refused: a label that
//! is not a number by accident must not become a class. A label is taken apart into several classes
//! only if somebody says that labels are lists: `Rome, IT` may also be a name.

use std::borrow::Cow;
use std::fmt;

use super::classes::{Classes, Parsed, print_number};
use super::value::{ClassValue, LabelUse, LabelValue};
use crate::number::{self, EXACT, NumberError};

/// The kinds of labels; the kind says where the content is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum LabelKind {
    #[default]
    Missing,
    Number,
    /// The text.
    Name,
    Set,
    Pairs,
    Broken,
}

/// The label of a row: its value and, if it was read, its text. Its buffers are reused from row to
/// row.
///
/// ```
/// use noregret_io::{LabelValue, RowLabel};
///
/// let mut label = RowLabel::default();
/// label.set("+1")?;
/// assert_eq!(label.value(), LabelValue::Number(1.0));
/// assert_eq!(label.text().as_deref(), Some("+1"));
/// // Without text: what it would be written as.
/// label.set_number(0.5)?;
/// assert_eq!(label.text().as_deref(), Some("0.5"));
/// # Ok::<(), noregret_io::number::NumberError>(())
/// ```
#[derive(Clone, Default)]
pub struct RowLabel {
    kind: LabelKind,
    /// Whether `text` is the label as written; a name is in `text` in any case.
    written: bool,
    number: f64,
    text: String,
    /// Classes of a list, once there was one.
    classes: Option<Box<Classes>>,
}

impl RowLabel {
    /// Makes the label missing.
    pub fn clear(&mut self) {
        self.text.clear();
        self.kind = LabelKind::Missing;
        self.written = false;
    }

    /// Whether the row has no label.
    pub fn is_missing(&self) -> bool {
        self.kind == LabelKind::Missing
    }

    /// The value of the label.
    #[inline]
    pub fn value(&self) -> LabelValue<'_> {
        match (self.kind, &self.classes) {
            (LabelKind::Number, _) => LabelValue::Number(self.number),
            (LabelKind::Name, _) => LabelValue::Name(&self.text),
            (LabelKind::Set, Some(classes)) => LabelValue::Set(&classes.set),
            (LabelKind::Pairs, Some(classes)) => LabelValue::Pairs(&classes.pairs),
            (LabelKind::Broken, Some(classes)) => LabelValue::Broken(&classes.reason),
            _ => LabelValue::Missing,
        }
    }

    /// The value, if the label is a finite number.
    #[inline]
    pub fn number(&self) -> Option<f64> {
        (self.kind == LabelKind::Number).then_some(self.number)
    }

    /// The label as written, or as it would be written if it was set without text; `None` if
    /// missing.
    pub fn text(&self) -> Option<Cow<'_, str>> {
        match (self.kind, &self.classes) {
            (LabelKind::Missing, _) => None,
            (LabelKind::Number, _) if !self.written => Some(Cow::Owned(print_number(self.number))),
            (LabelKind::Set, Some(classes)) if !self.written => {
                Some(Cow::Owned(classes.print_set()))
            }
            (LabelKind::Pairs, Some(classes)) if !self.written => {
                Some(Cow::Owned(classes.print_pairs()))
            }
            _ => Some(Cow::Borrowed(&self.text)),
        }
    }

    /// Takes a text: a number if it is one, otherwise a name.
    ///
    /// # Errors
    /// [`NumberError::NotFinite`] if the text is a number that is not finite; the label is then
    /// missing.
    pub fn set(&mut self, text: &str) -> Result<(), NumberError> {
        self.clear();
        self.assign(text, number_of(text)?);
        Ok(())
    }

    /// Takes a number.
    ///
    /// # Errors
    /// [`NumberError::NotFinite`] if it is not finite; the label is then missing.
    pub fn set_number(&mut self, number: f64) -> Result<(), NumberError> {
        self.clear();
        self.number = finite(number)?;
        self.kind = LabelKind::Number;
        Ok(())
    }

    /// Takes a name as it is, even one that looks like a number or a list.
    pub fn set_name(&mut self, name: &str) {
        self.clear();
        self.text.push_str(name);
        self.kind = LabelKind::Name;
    }

    /// Takes a set of classes, which all hold.
    ///
    /// ```
    /// use noregret_io::RowLabel;
    ///
    /// let mut label = RowLabel::default();
    /// label.set_classes(["sci fi", "drama"])?;
    /// assert_eq!(label.text().as_deref(), Some("\"sci fi\",drama"));
    /// label.set_pairs([(3.0, 7.0)])?;
    /// assert_eq!(label.text().as_deref(), Some("3>7"));
    /// # Ok::<(), noregret_io::number::NumberError>(())
    /// ```
    ///
    /// # Errors
    /// [`NumberError::NotFinite`] if one is a number that is not finite; the label is then missing.
    pub fn set_classes<C: Into<ClassValue>>(
        &mut self,
        classes: impl IntoIterator<Item = C>,
    ) -> Result<(), NumberError> {
        self.clear();
        let list = self.classes.get_or_insert_default();
        list.clear();
        for class in classes {
            list.set.push(checked(class.into())?);
        }
        self.kind = LabelKind::Set;
        Ok(())
    }

    /// Takes pairs of classes, of which the first comes before the second.
    ///
    /// # Errors
    /// [`NumberError::NotFinite`] if one is a number that is not finite; the label is then missing.
    pub fn set_pairs<C: Into<ClassValue>>(
        &mut self,
        pairs: impl IntoIterator<Item = (C, C)>,
    ) -> Result<(), NumberError> {
        self.clear();
        let list = self.classes.get_or_insert_default();
        list.clear();
        for (better, worse) in pairs {
            list.pairs.push((checked(better.into())?, checked(worse.into())?));
        }
        self.kind = LabelKind::Pairs;
        Ok(())
    }

    /// Takes a text apart into the classes it lists ([`LabelList`](super::LabelList)), once; a
    /// name that was set without text is a set of one.
    ///
    /// Numbers and missing labels stay what they are. A text that is no list becomes
    /// [`LabelValue::Broken`], which tells why.
    pub fn as_list(&mut self) -> LabelValue<'_> {
        if self.kind == LabelKind::Name {
            let classes = self.classes.get_or_insert_default();
            self.kind = match classes.parse_name(&self.text, self.written) {
                Parsed::Set => LabelKind::Set,
                Parsed::Pairs => LabelKind::Pairs,
                Parsed::Broken => LabelKind::Broken,
            };
        }
        self.value()
    }

    /// Takes a text that was read for what labels are said to be.
    #[inline]
    pub fn use_as(&mut self, labels: LabelUse) {
        match labels {
            LabelUse::Classes => {}
            LabelUse::Lists => drop(self.as_list()),
            LabelUse::Numbers if self.kind == LabelKind::Name => self.name_as_number(),
            LabelUse::Numbers => {}
        }
    }

    /// Takes a name that is a whole number for the nearest one.
    #[cold]
    fn name_as_number(&mut self) {
        if let (true, Ok(number)) = (self.written, number::parse(self.text.as_bytes())) {
            (self.kind, self.number) = (LabelKind::Number, number);
        }
    }

    /// Takes `text` as the label of a cleared one, with the number it is.
    #[inline]
    pub(crate) fn assign(&mut self, text: &str, number: Option<f64>) {
        self.text.push_str(text);
        self.written = true;
        match number {
            Some(number) => (self.kind, self.number) = (LabelKind::Number, number),
            None => self.kind = LabelKind::Name,
        }
    }

    /// Takes a label that was read and is no list, keeping the buffer.
    #[inline]
    pub(crate) fn copy_read(&mut self, other: &Self) {
        self.text.clear();
        self.text.push_str(&other.text);
        (self.kind, self.number, self.written) = (other.kind, other.number, other.written);
    }
}

impl fmt::Debug for RowLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("RowLabel");
        shown.field("value", &self.value()).field("text", &self.text()).finish()
    }
}

/// Equal are labels of the same value that would be written as the same text.
impl PartialEq for RowLabel {
    fn eq(&self, other: &Self) -> bool {
        self.value() == other.value() && self.text() == other.text()
    }
}

/// The number that a label is, `None` for a name.
pub(crate) fn number_of(text: &str) -> Result<Option<f64>, NumberError> {
    match number::parse(text.as_bytes()) {
        Ok(value) if value.abs() >= EXACT as f64 && is_rounded(text, value) => Ok(None),
        Ok(value) => Ok(Some(value)),
        Err(NumberError::NotANumber) => Ok(None),
        Err(NumberError::NotFinite) => Err(NumberError::NotFinite),
    }
}

/// Whether a text is a whole number and `value`, which is nearest, another.
#[cold]
fn is_rounded(text: &str, value: f64) -> bool {
    let digits = text.trim_start_matches(['+', '-']);
    let whole = digits.bytes().all(|byte| byte.is_ascii_digit());
    whole && digits.trim_start_matches('0') != format!("{:.0}", value.abs())
}

fn finite(number: f64) -> Result<f64, NumberError> {
    if number.is_finite() { Ok(number) } else { Err(NumberError::NotFinite) }
}

fn checked(class: ClassValue) -> Result<ClassValue, NumberError> {
    if let ClassValue::Number(number) = class {
        finite(number)?;
    }
    Ok(class)
}

#[cfg(test)]
mod tests {
    use super::{ClassValue, LabelUse, LabelValue, RowLabel};

    fn read(text: &str) -> RowLabel {
        let mut label = RowLabel::default();
        label.set(text).expect("a label");
        label
    }

    #[test]
    fn numbers_and_names() {
        let mut label = RowLabel::default();
        assert!(label.is_missing() && label.text().is_none());
        assert_eq!(label.set("+1"), Ok(()));
        assert_eq!((label.text().as_deref(), label.number()), (Some("+1"), Some(1.0)));
        assert_eq!(label.set("spam"), Ok(()));
        assert_eq!((label.text().as_deref(), label.number()), (Some("spam"), None));
        label.clear();
        assert!(label.is_missing() && label.number().is_none());
        assert_eq!(label, RowLabel::default());
    }

    #[test]
    fn whole_numbers_that_no_f64_is_are_names() {
        let number = |text: &str| read(text).number();
        assert_eq!(number("9007199254740991"), Some(9_007_199_254_740_991.0));
        assert_eq!(number("9007199254740992"), Some(9_007_199_254_740_992.0));
        assert_eq!(number("+009007199254740992"), Some(9_007_199_254_740_992.0));
        assert_eq!(number("100000000000000000000"), Some(1e20));
        assert_eq!(
            (number("1e22"), number("9007199254740993.5")),
            (Some(1e22), Some(2f64.powi(53) + 2.0))
        );
        for text in ["9007199254740993", "-9007199254740993", "123456789012345678901234567890"] {
            let mut label = read(text);
            assert_eq!((number(text), label.value()), (None, LabelValue::Name(text)));
            label.use_as(LabelUse::Numbers);
            assert_eq!((label.number(), label.text().as_deref()), (text.parse().ok(), Some(text)));
        }
    }

    #[test]
    fn a_name_is_no_number() {
        let mut label = read("spam");
        label.use_as(LabelUse::Numbers);
        assert_eq!(label.value(), LabelValue::Name("spam"));
        label.set_name("9007199254740993");
        label.use_as(LabelUse::Numbers);
        assert_eq!(label.number(), None, "it was said to be a name");
    }

    #[test]
    fn numbers_that_are_not_finite_are_refused() {
        let mut label = RowLabel::default();
        for text in ["nan", "-NaN", "inf", "+Infinity", "1e999"] {
            assert!(label.set(text).is_err(), "{text}");
            assert!(label.is_missing());
        }
        for number in [f64::NAN, f64::INFINITY] {
            assert!(label.set_number(number).is_err() && label.is_missing());
            assert!(label.set_classes([1.0, number]).is_err() && label.is_missing());
            assert!(label.set_pairs([(1.0, number)]).is_err() && label.is_missing());
        }
    }

    #[test]
    fn a_label_set_without_text_is_the_one_read() {
        let mut label = RowLabel::default();
        label.set_number(-2.5).expect("finite");
        assert_eq!(label, read("-2.5"));
        assert_ne!(label, read("-2.50"), "it is written in another way");
        label.set_name("ham");
        assert_eq!(label, read("ham"));
        label.set_name("7");
        assert_eq!(label.value(), LabelValue::Name("7"));
        let mut list = read("3,\"a, b\",x");
        list.as_list();
        let classes = [ClassValue::from(3.0), "a, b".into(), String::from("x").into()];
        label.set_classes(classes.clone()).expect("finite");
        assert_eq!((&label, label.value()), (&list, LabelValue::Set(&classes)));
        let mut list = read("3>x");
        list.as_list();
        label.set_pairs([(ClassValue::from(3.0), "x".into())]).expect("finite");
        assert_eq!(label, list);
    }

    #[test]
    fn lists_are_taken_apart_on_demand_and_once() {
        let mut label = read("b,7");
        assert_eq!(label.value(), LabelValue::Name("b,7"));
        let classes = [ClassValue::from("b"), ClassValue::from(7.0)];
        assert_eq!(label.as_list(), LabelValue::Set(&classes));
        assert_eq!(label.as_list(), LabelValue::Set(&classes));
        assert_eq!(label.text().as_deref(), Some("b,7"));
        // What was a name lends its memory to the next.
        assert_eq!(label.set("x>y"), Ok(()));
        let pairs = [(ClassValue::from("x"), ClassValue::from("y"))];
        assert_eq!(label.as_list(), LabelValue::Pairs(&pairs));
        assert_eq!(label.set("7"), Ok(()));
        assert_eq!(label.as_list(), LabelValue::Number(7.0));
        label.clear();
        assert_eq!(label.as_list(), LabelValue::Missing);
        label.set_name("a,b");
        assert_eq!(label.as_list(), LabelValue::Set(&["a,b".into()]));
    }

    #[test]
    fn what_is_no_list_says_why_and_keeps_its_text() {
        let mut label = read("3,,7");
        let reason = "the label '3,,7' has an empty entry";
        assert_eq!(label.as_list(), LabelValue::Broken(reason));
        assert_eq!(label.text().as_deref(), Some("3,,7"));
        assert_eq!(label.set("3,7").map(|()| label.value()), Ok(LabelValue::Name("3,7")));
    }
}
