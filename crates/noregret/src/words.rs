//! Numbers, counts and classes as reports write them.

use noregret_core::ClassName;
pub use noregret_core::number::short;
use serde_json::{Value, json};

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
