//! Reading a model file, and telling apart what can be wrong with it.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use safetensors::SafeTensors;
use safetensors::tensor::TensorView;
use serde_json::Value;

use super::envelope::{open, verify};
use super::error::{ModelError, ModelFault};
use super::tensor::Tensor;
use super::{KEY, ModelFile};

/// The bytes before the header: its length.
const PREFIX: usize = 8;

/// Loads a model.
///
/// ```
/// use noregret_io::model;
///
/// let folder = tempfile::tempdir()?;
/// let error = model::load(&folder.path().join("none.nrm")).unwrap_err();
/// assert!(error.to_string().ends_with("none.nrm: there is no such file"));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// If the file is not there, empty, cut short, no model, of a newer version or damaged.
pub fn load(path: &Path) -> Result<ModelFile, ModelError> {
    let read = fs::read(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => ModelFault::NotFound,
        io::ErrorKind::IsADirectory => ModelFault::Folder,
        _ => ModelFault::Io(error),
    });
    read.and_then(|bytes| decode(&bytes))
        .map_err(|fault| ModelError { path: path.to_owned(), fault })
}

/// Reads a model from the bytes of a file.
///
/// # Errors
/// If they are cut short, no model, of a newer version or damaged.
pub fn from_bytes(bytes: &[u8]) -> Result<ModelFile, ModelError> {
    decode(bytes).map_err(|fault| ModelError { path: "bytes".into(), fault })
}

fn decode(bytes: &[u8]) -> Result<ModelFile, ModelFault> {
    let header = header(bytes)?;
    let ours = header.get("__metadata__").and_then(|metadata| metadata.get(KEY));
    let envelope = open(ours.and_then(Value::as_str).ok_or(ModelFault::Foreign)?)?;
    if bytes.len() < expected_len(bytes, &header).ok_or(ModelFault::Damaged)? {
        return Err(ModelFault::Truncated);
    }
    let file = SafeTensors::deserialize(bytes).map_err(|_| ModelFault::Damaged)?;
    let views: BTreeMap<_, _> = file.tensors().into_iter().collect();
    let meta = verify(envelope, views.iter())?;
    let tensor = |(name, view): (String, TensorView<'_>)| {
        let tensor = Tensor::from_bytes(view.dtype(), view.shape(), view.data());
        Ok((name, tensor.ok_or(ModelFault::Damaged)?))
    };
    let tensors = views.into_iter().map(tensor).collect::<Result<_, ModelFault>>()?;
    Ok(ModelFile { meta, tensors })
}

/// The safetensors header: JSON text after 8 bytes with its length.
fn header(bytes: &[u8]) -> Result<Value, ModelFault> {
    if bytes.is_empty() {
        return Err(ModelFault::Empty);
    }
    let (Some(len), Some(rest)) = (header_len(bytes), bytes.get(PREFIX..)) else {
        return Err(ModelFault::Truncated);
    };
    if rest.first().is_some_and(|&byte| byte != b'{') {
        return Err(ModelFault::NotAModel);
    }
    let text = rest.get(..len).ok_or(ModelFault::Truncated)?;
    serde_json::from_slice(text).map_err(|_| {
        let ours = memchr::memmem::find(text, KEY.as_bytes()).is_some();
        if ours { ModelFault::Damaged } else { ModelFault::NotAModel }
    })
}

fn header_len(bytes: &[u8]) -> Option<usize> {
    usize::try_from(u64::from_le_bytes(*bytes.first_chunk::<PREFIX>()?)).ok()
}

/// Where the last tensor ends, as the header says.
fn expected_len(bytes: &[u8], header: &Value) -> Option<usize> {
    let end = |entry: &Value| entry.get("data_offsets")?.get(1)?.as_u64();
    let last = header.as_object()?.values().filter_map(end).max().unwrap_or(0);
    header_len(bytes)?.checked_add(PREFIX)?.checked_add(usize::try_from(last).ok()?)
}
