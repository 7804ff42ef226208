//! The text of our metadata key: `{"checksum":"0123456789abcdef","meta":…,"version":2}`.
//!
//! The version is looked at first: a newer file may have changed everything else.

use std::collections::BTreeMap;

use safetensors::tensor::View;
use serde_json::{Value, json};

use super::checksum::checksum;
use super::error::ModelFault;
use super::tensor::Tensor;
use super::{OLDEST, VERSION};

/// The text for `meta` and `tensors`.
pub(super) fn seal(meta: &Value, tensors: &BTreeMap<String, Tensor>) -> String {
    let checksum = checksum(&meta.to_string(), tensors.iter());
    json!({ "version": VERSION, "checksum": checksum, "meta": meta }).to_string()
}

/// Refuses a text that is broken or of a newer version.
pub(super) fn open(text: &str) -> Result<Value, ModelFault> {
    let envelope: Value = serde_json::from_str(text).map_err(|_| ModelFault::Damaged)?;
    match envelope.get("version").and_then(Value::as_u64) {
        None | Some(0) => Err(ModelFault::Damaged),
        Some(found) if found > VERSION => Err(ModelFault::Newer { found }),
        Some(found) if found < OLDEST => Err(ModelFault::Older { found }),
        Some(_) => Ok(envelope),
    }
}

/// The meta value, if the checksum holds for it and the tensors by ascending name.
pub(super) fn verify<'a, V: View>(
    mut envelope: Value,
    tensors: impl Iterator<Item = (&'a String, V)>,
) -> Result<Value, ModelFault> {
    let meta = envelope.get_mut("meta").map(Value::take).ok_or(ModelFault::Damaged)?;
    let sealed = envelope.get("checksum").and_then(Value::as_str);
    let found = checksum(&meta.to_string(), tensors);
    if sealed == Some(found.as_str()) { Ok(meta) } else { Err(ModelFault::Damaged) }
}
