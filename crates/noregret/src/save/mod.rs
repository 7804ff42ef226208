//! A model as a file, and back, exactly.
//!
//! The vectors of learners and the names of features are tensors; everything else is JSON.

use crate::model::{Boosted, Committee, Kind, Model, Single};
use crate::proof::Proof;
use crate::source::is_stdin;
use crate::{Error, Result};
use noregret_core::number::all_finite;
use noregret_core::problem::{LabelForm, Problem};
use noregret_core::snapshot::{Array, Arrays, Snapshot};
use noregret_core::{AnyLearner, Spec};
use noregret_io::model::{self, ModelFile, Tensor, TensorData};
use noregret_io::{FeatureParts, FeatureSpace};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;

mod committee;
mod sparse;

/// The vectors of a model by name.
type Tensors = BTreeMap<String, Tensor>;

/// What a file cannot be read for.
type Read<T> = std::result::Result<T, String>;

const KEYS: &str = "feature_keys";
const NAMES: &str = "feature_names";
const ENDS: &str = "feature_name_ends";
const STATE: &str = "state.";
const PLACE: &str = "place";
const MERGING: &str = "merged";
const WITNESS: &str = "witness";
const WITNESS_STATE: &str = "witness.";

/// Counts up to this are exact as reals too, and do not overflow when a run goes on.
const MOST_ROUNDS: u64 = 1 << 53;

impl Model {
    /// Writes the model to a file, replacing an older one at once. A contest ends there: the leader
    /// is what is saved.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<()> {
        Ok(model::save(path.as_ref(), &self.to_file())?)
    }

    /// The model as the bytes of a file.
    ///
    /// # Errors
    /// If it is too large to be written.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        Ok(model::to_bytes(&self.to_file())?)
    }

    /// Reads a model from a file.
    ///
    /// # Errors
    /// If the file cannot be read, or is no model.
    pub fn load(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        if is_stdin(path) {
            return Err(Error::Usage(
                "a model is read from a file, not from standard input".into(),
            ));
        }
        let mut file = model::load(path)?;
        read(&mut file).map_err(|reason| Error::Other(format!("{}: {reason}", path.display())))
    }

    /// Reads a model from the bytes of a file.
    ///
    /// # Errors
    /// If they are no model.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        read(&mut model::from_bytes(bytes)?).map_err(Error::Other)
    }

    fn to_file(&self) -> ModelFile {
        if matches!(self.kind, Kind::Contest(_)) {
            // A contest ends when it is saved: its leader is the model.
            let mut settled = self.clone();
            settled.settle();
            if !matches!(settled.kind, Kind::Contest(_)) {
                return settled.to_file();
            }
        }
        let parts = self.space.to_parts();
        let mut tensors = BTreeMap::new();
        let kind = match &self.kind {
            Kind::One(single) => json!({ "one": write_single(single, STATE, &mut tensors) }),
            // One that never chooses is kept by its leader.
            Kind::Contest(contest) => {
                json!({ "one": write_single(contest.leader(), STATE, &mut tensors) })
            }
            Kind::Committee(committee) => {
                json!({ "committee": committee::write(committee, &mut tensors) })
            }
            Kind::Boosted(boosted) => {
                tensors.extend(boosted.tensors());
                json!({ "boosted": boosted.meta() })
            }
        };
        tensors.insert(KEYS.into(), Tensor::vector(TensorData::U32(parts.keys)));
        tensors.insert(NAMES.into(), Tensor::vector(TensorData::U8(parts.names.into_bytes())));
        tensors.insert(ENDS.into(), Tensor::vector(TensorData::U64(parts.ends)));
        let mut meta = json!({
            "model": kind,
            "hash_bits": parts.bits,
            "meter": self.meter,
            "reading": self.reading,
            "verdict": self.verdict,
            "stopped": self.stopped,
        });
        if let Some(rows) = self.place {
            meta[PLACE] = json!(rows);
        }
        if let Some(merging) = &self.merging {
            meta[MERGING] = json!(merging);
        }
        if let Some(proof) = &self.proof {
            let (prefix, is_sparse) = (WITNESS_STATE, false);
            meta[WITNESS] = proof.write(&mut Writer { prefix, is_sparse, tensors: &mut tensors });
        }
        ModelFile { meta, tensors }
    }
}

/// Puts the vectors of a learner among the tensors; its composition and numbers are returned.
fn write_single(single: &Single, prefix: &str, tensors: &mut Tensors) -> Value {
    let Single { spec, learner } = single;
    let state = write(learner, spec, prefix, tensors);
    json!({ "spec": spec, "state": state })
}

/// The learner that was written like this.
fn read_single(meta: &Value, prefix: &str, tensors: &mut Tensors) -> Read<Single> {
    let spec: Spec = field(meta, "spec")?;
    let learner = restore(&spec, field(meta, "state")?, prefix, tensors)?;
    Ok(Single { spec, learner })
}

/// Puts the vectors of a learner among the tensors, their names beginning like this; the rest is
/// returned.
fn write(learner: &AnyLearner, spec: &Spec, prefix: &str, tensors: &mut Tensors) -> Value {
    let is_sparse = spec.problem.label_form() == LabelForm::NameEach;
    learner.write(spec, &mut Writer { prefix, is_sparse, tensors })
}

/// Takes the vectors of a learner as tensors.
struct Writer<'a> {
    /// What their names begin with.
    prefix: &'a str,
    /// Whether tables may be written sparsely.
    is_sparse: bool,
    tensors: &'a mut Tensors,
}

impl Arrays for Writer<'_> {
    fn put(&mut self, name: &str, array: Array) {
        let data = match array {
            Array::F64(v) => TensorData::F64(v),
            Array::U32(v) => TensorData::U32(v),
            Array::U64(v) => TensorData::U64(v),
        };
        self.tensors.insert(format!("{}{name}", self.prefix), Tensor::vector(data));
    }

    fn copy(&mut self, name: &str, table: &[f64]) {
        let in_file = format!("{}{name}", self.prefix);
        if !(self.is_sparse && sparse::put(&in_file, table, self.tensors)) {
            self.put(name, Array::F64(table.to_vec()));
        }
    }
}

/// The learner whose vectors have names that begin like this.
fn restore(spec: &Spec, scalars: Value, prefix: &str, tensors: &mut Tensors) -> Read<AnyLearner> {
    sparse::expand(prefix, tensors)?;
    let arrays = arrays(prefix, tensors)?;
    let snapshot = Snapshot { spec: spec.clone(), scalars, arrays };
    AnyLearner::restore(snapshot).map_err(|e| e.to_string())
}

fn read(file: &mut ModelFile) -> Read<Model> {
    if let Some(about) = file.about() {
        return Err(format!("this is {about}"));
    }
    check_finite(&file.tensors)?;
    let space = read_space(file)?;
    let kind: Value = field(&file.meta, "model")?;
    let kind = if let Some(meta) = kind.get("one") {
        Kind::One(Box::new(read_single(meta, STATE, &mut file.tensors)?))
    } else if let Some(meta) = kind.get("committee") {
        let committee: Committee = committee::read(meta, &mut file.tensors)?;
        Kind::Committee(Box::new(committee))
    } else if let Some(meta) = kind.get("boosted") {
        Kind::Boosted(Box::new(Boosted::read(meta, &mut file.tensors, space.len())?))
    } else {
        return Err(broken("model"));
    };
    let proof = match file.meta.get(WITNESS) {
        None => None,
        Some(meta) => {
            if has_wrong_count(meta) {
                return Err(format!("the model has a count in '{WITNESS}' that no run reaches"));
            }
            let arrays = arrays(WITNESS_STATE, &mut file.tensors)?;
            Some(Box::new(Proof::restore(meta, arrays)?))
        }
    };
    Ok(Model {
        kind,
        space,
        proof,
        meter: counted(&file.meta, "meter")?,
        reading: field(&file.meta, "reading")?,
        verdict: field(&file.meta, "verdict")?,
        stopped: field(&file.meta, "stopped")?,
        place: match file.meta.get(PLACE) {
            None => None,
            Some(_) => counted(&file.meta, PLACE)?,
        },
        merging: match file.meta.get(MERGING) {
            None => None,
            Some(_) => Some(counted(&file.meta, MERGING)?),
        },
    })
}

/// Refuses vectors that no run could have written: what is learned is finite.
fn check_finite(tensors: &Tensors) -> Read<()> {
    let is_wrong = |tensor: &Tensor| match tensor.data() {
        TensorData::F64(numbers) => !all_finite(numbers),
        _ => false,
    };
    match tensors.iter().find(|(_, tensor)| is_wrong(tensor)) {
        None => Ok(()),
        Some((name, _)) => Err(format!("the model has a number in '{name}' that is not finite")),
    }
}

/// The features of a model.
fn read_space(file: &mut ModelFile) -> Read<FeatureSpace> {
    let parts = FeatureParts {
        bits: field(&file.meta, "hash_bits")?,
        keys: match take(file, KEYS)? {
            TensorData::U32(keys) => keys,
            _ => return Err(broken(KEYS)),
        },
        names: match take(file, NAMES)? {
            TensorData::U8(bytes) => String::from_utf8(bytes).map_err(|_| broken(NAMES))?,
            _ => return Err(broken(NAMES)),
        },
        ends: match take(file, ENDS)? {
            TensorData::U64(ends) => ends,
            _ => return Err(broken(ENDS)),
        },
    };
    FeatureSpace::from_parts(&parts).map_err(|e| e.to_string())
}

fn arrays(prefix: &str, tensors: &mut Tensors) -> Read<Vec<(String, Array)>> {
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
            TensorData::U8(_) => return Err(broken(name)),
        };
        arrays.push((name.to_owned(), array));
    }
    Ok(arrays)
}

fn take(file: &mut ModelFile, name: &str) -> Read<TensorData> {
    file.tensors.remove(name).map(Tensor::into_data).ok_or_else(|| broken(name))
}

fn field<T: DeserializeOwned>(meta: &Value, name: &str) -> Read<T> {
    let value = meta.get(name).cloned().ok_or_else(|| broken(name))?;
    serde_json::from_value(value).map_err(|e| format!("{name}: {e}"))
}

/// A field with counts, none of which is larger than a run can be long.
fn counted<T: DeserializeOwned>(meta: &Value, name: &str) -> Read<T> {
    if meta.get(name).is_some_and(has_wrong_count) {
        return Err(format!("the model has a count in '{name}' that no run reaches"));
    }
    field(meta, name)
}

fn has_wrong_count(value: &Value) -> bool {
    match value {
        Value::Number(number) => number.as_u64().is_some_and(|count| count > MOST_ROUNDS),
        Value::Array(items) => items.iter().any(has_wrong_count),
        Value::Object(map) => map.values().any(has_wrong_count),
        _ => false,
    }
}

fn broken(name: &str) -> String {
    format!("the model lacks or garbles '{name}'")
}
