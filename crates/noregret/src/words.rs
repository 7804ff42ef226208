//! Numbers, counts and classes as reports write them.

use noregret_core::ClassName;
pub use noregret_core::number::short;
use serde_json::{Value, json};
use std::borrow::Cow;

/// So many of these: "1 row", "2 rows".
pub fn count(number: u64, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

/// A class as JSON: a number, without a point if it is whole, or a string.
///
/// ```
/// use noregret::core::ClassName;
/// use noregret::words::class_value;
///
/// assert_eq!(class_value(&ClassName::Number(-1.0)).to_string(), "-1");
/// assert_eq!(class_value(&ClassName::Text("spam".into())).to_string(), "\"spam\"");
/// ```
pub fn class_value(class: &ClassName) -> Value {
    match class {
        ClassName::Number(x) => whole(*x),
        ClassName::Text(name) => json!(name),
    }
}

/// Classes as JSON; null where labels are no classes.
pub fn class_values(classes: Option<Vec<ClassName>>) -> Value {
    json!(classes.map(|all| all.iter().map(class_value).collect::<Vec<_>>()))
}

/// A number as JSON, without a point if it is whole.
pub fn whole(x: f64) -> Value {
    if x.fract() == 0.0 && x.abs() < 1e15 { json!(x as i64) } else { json!(x) }
}

/// A text on one line: line breaks are `\\n` and `\\r`, and a backslash is doubled in a text that
/// holds a line break or could be taken for one that does, so that different texts stay different.
///
/// ```
/// use noregret::words::one_line;
///
/// assert_eq!(one_line("a\nb"), r"a\nb");
/// assert_eq!(one_line(r"a\nb"), r"a\\nb");
/// assert_eq!(one_line(r"C:\data"), r"C:\data");
/// ```
pub fn one_line(text: &str) -> Cow<'_, str> {
    if !text.bytes().any(|byte| matches!(byte, b'\n' | b'\r' | b'\\')) {
        return Cow::Borrowed(text);
    }
    if !["\n", "\r", "\\n", "\\r"].iter().any(|mark| text.contains(mark)) {
        return Cow::Borrowed(text);
    }
    let doubled = text.replace('\\', "\\\\");
    Cow::Owned(doubled.replace('\n', "\\n").replace('\r', "\\r"))
}
