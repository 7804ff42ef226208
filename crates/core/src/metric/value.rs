//! A value of a metric: its name, the number, and how both are written.

use crate::number::short;
use serde_json::{Value, json};

/// Significant digits of a number, unless a metric says otherwise.
const DIGITS: usize = 4;

/// A named number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MetricValue {
    /// Name in words, which is also the header of a column.
    pub name: &'static str,
    /// The number; `None` where no round has had it but it is shown all the same.
    pub value: Option<f64>,
    /// Significant digits in a sentence.
    pub digits: usize,
}

impl MetricValue {
    /// A number that is written with the usual digits.
    pub fn new(name: &'static str, value: Option<f64>) -> Self {
        MetricValue { name, value, digits: DIGITS }
    }

    /// The key in JSON: the name in lower case, joined by underscores (`NDCG@10` is `ndcg_at_10`).
    pub fn key(&self) -> String {
        self.name.replace([' ', '-'], "_").replace('@', "_at_").to_lowercase()
    }

    /// The number in JSON, `null` if there is none.
    pub fn json(&self) -> Value {
        json!(self.value)
    }

    /// The name and the number, 0 if there is none.
    pub fn text(&self) -> String {
        format!("{} {}", self.name, short(self.value.unwrap_or(0.0), self.digits))
    }

    /// The number as a cell of a table, empty if there is none.
    pub fn cell(&self) -> String {
        self.value.map_or(String::new(), |value| short(value, DIGITS))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_in_every_form() {
        let value = MetricValue::new("NDCG@10", Some(0.123_456));
        assert_eq!((value.key(), value.json()), ("ndcg_at_10".into(), json!(0.123_456)));
        assert_eq!((value.text(), value.cell()), ("NDCG@10 0.1235".into(), "0.1235".into()));
        let more = MetricValue { digits: 5, ..value };
        assert_eq!((more.text(), more.cell()), ("NDCG@10 0.12346".into(), "0.1235".into()));
        let none = MetricValue::new("mean one-error", None);
        assert_eq!((none.key(), none.json()), ("mean_one_error".into(), Value::Null));
        assert_eq!((none.text(), none.cell()), ("mean one-error 0".into(), String::new()));
    }
}
