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

mod committee;

/// The vectors of a model by name.
type Tensors = BTreeMap<String, Tensor>;

const KEYS: &str = "feature_keys";
const NAMES: &str = "feature_names";
const ENDS: &str = "feature_name_ends";
const STATE: &str = "state.";

/// Writes a model, replacing an older one at once.
pub(crate) fn save(session: &Session, path: &Path) -> Outcome<()> {
    let parts = session.space.to_parts();
    let mut tensors = BTreeMap::new();
    let state = write(&session.learner, &session.spec, STATE, &mut tensors);
    let followed =
        session.committee.as_ref().map(|several| committee::write_all(several, &mut tensors));
    tensors.insert(KEYS.into(), Tensor::vector(TensorData::U32(parts.keys)));
    tensors.insert(NAMES.into(), Tensor::vector(TensorData::U8(parts.names.into_bytes())));
    tensors.insert(ENDS.into(), Tensor::vector(TensorData::U64(parts.ends)));
    tensors.extend(session.boosted.iter().flat_map(Boosted::tensors));
    let meta = json!({
        "spec": session.spec,
        "state": state,
        "hash_bits": parts.bits,
        "constant": session.constant,
        "meter": session.meter,
        "reading": session.reading,
        "verdict": session.verdict,
        "stopped": session.stopped,
        "followed": followed,
        "boosted": session.boosted.as_ref().map(Boosted::meta),
    });
    Ok(model::save(path, &ModelFile { meta, tensors })?)
}

/// Puts the vectors of a learner among the tensors, their names beginning like this; the rest is returned.
fn write(learner: &AnyLearner, spec: &Spec, prefix: &str, tensors: &mut Tensors) -> Value {
    let snapshot = learner.snapshot(spec);
    for (name, array) in snapshot.arrays {
        let data = match array {
            Array::F64(v) => TensorData::F64(v),
            Array::U32(v) => TensorData::U32(v),
            Array::U64(v) => TensorData::U64(v),
        };
        tensors.insert(format!("{prefix}{name}"), Tensor::vector(data));
    }
    snapshot.scalars
}

/// The learner whose vectors have names that begin like this.
fn restore(
    spec: &Spec,
    scalars: Value,
    prefix: &str,
    tensors: &mut Tensors,
) -> Result<AnyLearner, String> {
    let arrays = arrays(prefix, tensors)?;
    let snapshot = Snapshot { spec: spec.clone(), scalars, arrays };
    AnyLearner::restore(snapshot).map_err(|e| e.to_string())
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
    let learner = restore(&spec, scalars, STATE, &mut file.tensors)?;
    let constant: Option<Constant> = field(&file.meta, "constant")?;
    let meter: Meter = field(&file.meta, "meter")?;
    let reading: Reading = field(&file.meta, "reading")?;
    let verdict = field(&file.meta, "verdict").unwrap_or_default();
    let stopped = field(&file.meta, "stopped").unwrap_or_default();
    let followed: Option<Value> = field(&file.meta, "followed").unwrap_or_default();
    let committee =
        followed.map(|parts| committee::read_all(&parts, &mut file.tensors)).transpose()?;
    let contest = None;
    Ok(Session {
        spec,
        learner,
        space,
        constant,
        meter,
        reading,
        contest,
        committee,
        stopped,
        verdict,
        boosted,
    })
}

fn arrays(prefix: &str, tensors: &mut Tensors) -> Result<Vec<(String, Array)>, String> {
    let mut arrays = Vec::new();
    let own: Vec<String> =
        tensors.keys().filter(|name| name.starts_with(prefix)).cloned().collect();
    for name in own {
        let Some((name, tensor)) = name.strip_prefix(prefix).zip(tensors.remove(&name)) else {
            continue;
        };
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
