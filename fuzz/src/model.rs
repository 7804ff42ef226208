//! Model files are loaded or refused. What is loaded answers and learns on, and is the same again
//! after it was saved.

use noregret::{Model, Record};
use noregret_io::model::{ModelFile, Tensor, TensorData, to_bytes};
use serde_json::Value;
use std::collections::BTreeMap;

/// A model file as it is.
pub fn model(bytes: &[u8]) {
    load(bytes);
}

/// A model file with the right checksum and any content, given as JSON: `{"meta": …, "tensors":
/// {name: [type, shape, numbers]}}`, numbers that JSON has not as texts.
pub fn model_content(bytes: &[u8]) {
    let Ok(content) = serde_json::from_slice::<Value>(bytes) else { return };
    let Some(file) = content_of(&content) else { return };
    if let Ok(bytes) = to_bytes(&file) {
        load(&bytes);
    }
}

fn load(bytes: &[u8]) {
    let Ok(mut model) = Model::from_bytes(bytes) else { return };
    let saved = model.to_bytes().unwrap_or_default();
    let again = Model::from_bytes(&saved).and_then(|again| again.to_bytes());
    assert_eq!(again.unwrap_or_default(), saved, "a model is the same after it was saved");
    let record = Record::new().index(1, 0.5).name("a", -1.0).group(1).label(1.0);
    // Any of these may be refused.
    let _ = model.predict(&record);
    let _ = model.evaluate(&record);
    let _ = model.certificate();
    if model.learn(&record).is_ok() {
        let saved = model.to_bytes().unwrap_or_default();
        assert!(Model::from_bytes(&saved).is_ok(), "what was learned can be loaded");
    }
}

fn content_of(content: &Value) -> Option<ModelFile> {
    let mut tensors = BTreeMap::new();
    for (name, tensor) in content.get("tensors")?.as_object()? {
        tensors.insert(name.clone(), tensor_of(tensor)?);
    }
    Some(ModelFile { meta: content.get("meta")?.clone(), tensors })
}

fn tensor_of(tensor: &Value) -> Option<Tensor> {
    let whole = |side: &Value| usize::try_from(side.as_u64()?).ok();
    let shape = tensor.get(1)?.as_array()?.iter().map(whole).collect::<Option<_>>()?;
    let numbers = tensor.get(2)?.as_array()?.iter();
    let data = match tensor.get(0)?.as_str()? {
        "F64" => TensorData::F64(numbers.map(real).collect::<Option<_>>()?),
        "U64" => TensorData::U64(numbers.map(Value::as_u64).collect::<Option<_>>()?),
        "U32" => {
            let short = |x: &Value| u32::try_from(x.as_u64()?).ok();
            TensorData::U32(numbers.map(short).collect::<Option<_>>()?)
        }
        "U8" => {
            let byte = |x: &Value| u8::try_from(x.as_u64()?).ok();
            TensorData::U8(numbers.map(byte).collect::<Option<_>>()?)
        }
        _ => return None,
    };
    Tensor::new(shape, data)
}

fn real(number: &Value) -> Option<f64> {
    number.as_f64().or_else(|| number.as_str()?.parse().ok())
}
