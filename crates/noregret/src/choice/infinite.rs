//! A number of a choice that may be infinite. JSON has no infinity: it is written as the text
//! "inf", as in a composition.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use serde_json::Value;

pub(super) fn serialize<S: Serializer>(x: &Option<f64>, s: S) -> Result<S::Ok, S::Error> {
    match x {
        Some(x) if *x == f64::INFINITY => s.serialize_str("inf"),
        _ => x.serialize(s),
    }
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<Option<f64>, D::Error> {
    let value = Value::deserialize(d)?;
    match value.as_f64() {
        _ if value.is_null() => Ok(None),
        None if value == "inf" => Ok(Some(f64::INFINITY)),
        None => Err(de::Error::custom(format!("invalid value: {value}, expected a number or inf"))),
        number => Ok(number),
    }
}
