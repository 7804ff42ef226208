//! A session as a model file, and back, exactly.

use crate::failure::{Failure, Outcome};
use crate::run::boosted::Boosted;
use crate::run::meter::Meter;
use crate::run::session::{Constant, Reading, Session};
use crate::run::stream::is_stdin;
use noregret_core::snapshot::{Array, Snapshot};
use noregret_core::{AnyLearner, Spec};
use noregret_io::model::{self, ModelFile, Tensor, TensorData};
use noregret_io::{FeatureParts, FeatureSpace};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;

const KEYS: &str = "feature_keys";
const NAMES: &str = "feature_names";
const ENDS: &str = "feature_name_ends";
const STATE: &str = "state.";

/// Writes a model, replacing an older one at once.
pub(crate) fn save(session: &Session, path: &Path) -> Outcome<()> {
    let snapshot = session.learner.snapshot(&session.spec);
    let parts = session.space.to_parts();
    let mut tensors = BTreeMap::new();
    for (name, array) in snapshot.arrays {
        let data = match array {
            Array::F64(v) => TensorData::F64(v),
            Array::U32(v) => TensorData::U32(v),
            Array::U64(v) => TensorData::U64(v),
        };
        tensors.insert(format!("{STATE}{name}"), Tensor::vector(data));
    }
    tensors.insert(KEYS.into(), Tensor::vector(TensorData::U32(parts.keys)));
    tensors.insert(NAMES.into(), Tensor::vector(TensorData::U8(parts.names.into_bytes())));
    tensors.insert(ENDS.into(), Tensor::vector(TensorData::U64(parts.ends)));
    tensors.extend(session.boosted.iter().flat_map(Boosted::tensors));
    let meta = json!({
        "spec": snapshot.spec,
        "state": snapshot.scalars,
        "hash_bits": parts.bits,
        "constant": session.constant,
        "meter": session.meter,
        "reading": session.reading,
        "verdict": session.verdict,
        "boosted": session.boosted.as_ref().map(Boosted::meta),
    });
    Ok(model::save(path, &ModelFile { meta, tensors })?)
}

/// Reads a model.
pub(crate) fn load(path: &Path) -> Outcome<Session> {
    if is_stdin(path) {
        return Err(Failure::Usage("a model is read from a file, not from standard input".into()));
    }
    let mut file = model::load(path)?;
    read(&mut file).map_err(|reason| Failure::Other(format!("{}: {reason}", path.display())))
}

fn read(file: &mut ModelFile) -> Result<Session, String> {
    let spec: Spec = field(&file.meta, "spec")?;
    let parts = FeatureParts {
        bits: field(&file.meta, "hash_bits")?,
        keys: match take(file, KEYS)? {
            TensorData::U32(keys) => keys,
            _ => return Err(odd(KEYS)),
        },
        names: match take(file, NAMES)? {
            TensorData::U8(bytes) => String::from_utf8(bytes).map_err(|_| odd(NAMES))?,
            _ => return Err(odd(NAMES)),
        },
        ends: match take(file, ENDS)? {
            TensorData::U64(ends) => ends,
            _ => return Err(odd(ENDS)),
        },
    };
    let space = FeatureSpace::from_parts(&parts).map_err(|e| e.to_string())?;
    let boosted = match file.meta.get("boosted").filter(|meta| !meta.is_null()) {
        Some(meta) => Some(Boosted::read(&meta.clone(), &mut file.tensors, space.len())?),
        None => None,
    };
    let scalars: Value = field(&file.meta, "state")?;
    let snapshot = Snapshot { spec: spec.clone(), scalars, arrays: arrays(file)? };
    let learner = AnyLearner::restore(snapshot).map_err(|e| e.to_string())?;
    let constant: Option<Constant> = field(&file.meta, "constant")?;
    let meter: Meter = field(&file.meta, "meter")?;
    let reading: Reading = field(&file.meta, "reading")?;
    let verdict = field(&file.meta, "verdict").unwrap_or_default();
    let contest = None;
    Ok(Session { spec, learner, space, constant, meter, reading, contest, verdict, boosted })
}

fn arrays(file: &mut ModelFile) -> Result<Vec<(String, Array)>, String> {
    let mut arrays = Vec::new();
    for (name, tensor) in std::mem::take(&mut file.tensors) {
        let Some(name) = name.strip_prefix(STATE) else { continue };
        let array = match tensor.into_data() {
            TensorData::F64(v) => Array::F64(v),
            TensorData::U32(v) => Array::U32(v),
            TensorData::U64(v) => Array::U64(v),
            TensorData::U8(_) => return Err(odd(name)),
        };
        arrays.push((name.to_owned(), array));
    }
    Ok(arrays)
}

fn take(file: &mut ModelFile, name: &str) -> Result<TensorData, String> {
    file.tensors.remove(name).map(Tensor::into_data).ok_or_else(|| odd(name))
}

fn field<T: DeserializeOwned>(meta: &Value, name: &str) -> Result<T, String> {
    let value = meta.get(name).cloned().ok_or_else(|| odd(name))?;
    serde_json::from_value(value).map_err(|e| format!("{name}: {e}"))
}

fn odd(name: &str) -> String {
    format!("the model lacks or garbles '{name}'")
}
