//! An aligner as the bytes of a model file, the same kind of file as every model: JSON for what is
//! small, tensors for what is large.

use super::ModelError;
use noregret_io::model::{self, ModelFile, Tensor, TensorData};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;
use std::collections::BTreeMap;

/// Large vectors by name.
pub(crate) type Vectors = BTreeMap<&'static str, Vec<f64>>;

/// The bytes of an aligner of this kind.
pub(crate) fn write(
    kind: &str,
    aligner: &impl Serialize,
    vectors: Vectors,
) -> Result<Vec<u8>, ModelError> {
    let body = serde_json::to_value(aligner).map_err(|e| ModelError::Content(e.to_string()))?;
    let tensors = vectors
        .into_iter()
        .map(|(name, vector)| (name.to_owned(), Tensor::vector(TensorData::F64(vector))));
    let file = ModelFile { meta: json!({ "model": { kind: body } }), tensors: tensors.collect() };
    Ok(model::to_bytes(&file)?)
}

/// The aligner of this kind that bytes hold, and its large vectors, all finite.
pub(crate) fn read<T: DeserializeOwned>(
    kind: &'static str,
    bytes: &[u8],
) -> Result<(T, BTreeMap<String, Vec<f64>>), ModelError> {
    let mut file = model::from_bytes(bytes)?;
    let body = file.meta.get_mut("model").and_then(|model| model.get_mut(kind));
    let body = body.ok_or(ModelError::Kind(kind))?.take();
    let aligner = serde_json::from_value(body).map_err(|e| ModelError::Content(e.to_string()))?;
    let mut vectors = BTreeMap::new();
    for (name, tensor) in file.tensors {
        match tensor.into_data() {
            TensorData::F64(vector) if vector.iter().all(|x| x.is_finite()) => {
                vectors.insert(name, vector);
            }
            _ => {
                return Err(ModelError::Content(format!("'{name}' is not made of finite numbers")));
            }
        }
    }
    Ok((aligner, vectors))
}
