//! The model file: a safetensors file with one metadata key of ours.
//!
//! The key `noregret` holds JSON text `{"version": 1, "checksum": "…", "meta": …}`. The checksum is
//! xxh3-64 over the meta text and every tensor's name, type, shape and bytes (see `checksum`), so
//! that a damaged file is noticed. The same model always gives the same bytes. Any safetensors
//! reader can open the tensors.
//!
//! | file | what it holds |
//! |---|---|
//! | `tensor` | [`Tensor`]: numbers with a shape |
//! | `envelope` | the JSON text of our metadata key |
//! | `checksum` | what is hashed, in which order |
//! | `save` | writing, by replacing the old file atomically |
//! | `load` | reading, and telling what is wrong |
//! | `error` | [`ModelError`] |

mod checksum;
mod envelope;
mod error;
mod load;
mod save;
mod tensor;

use std::collections::BTreeMap;

pub use error::{ModelError, ModelFault};
pub use load::{from_bytes, load};
pub use save::{check_writable, save, to_bytes};
pub use tensor::{Tensor, TensorData};

/// The format version this crate writes, and the newest it reads.
///
/// | version | what changed |
/// |---|---|
/// | 1 | never released; no longer read |
/// | 2 | one entry for what answers, metrics in the counters, the constant in the composition |
pub const VERSION: u64 = 2;
/// The oldest format version that is still read.
const OLDEST: u64 = 2;
/// Our key in the safetensors metadata.
const KEY: &str = "noregret";

/// The content of a model file.
///
/// ```
/// use noregret_io::model::{self, ModelFile, Tensor, TensorData};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("model.nrm");
/// let mut file = ModelFile { meta: serde_json::json!({"rounds": 7}), ..ModelFile::default() };
/// let weights = Tensor::vector(TensorData::F64(vec![0.5, -1.0]));
/// file.tensors.insert("weights".into(), weights);
/// model::save(&path, &file)?;
/// assert_eq!(model::load(&path)?, file);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ModelFile {
    /// Everything that is not an array; object keys are kept in sorted order.
    pub meta: serde_json::Value,
    /// The arrays by name.
    pub tensors: BTreeMap<String, Tensor>,
}

impl ModelFile {
    /// What the file says of itself, if it is not for rows: "a speech alignment model: use …".
    pub fn about(&self) -> Option<&str> {
        let about = self.meta.get("about").and_then(serde_json::Value::as_str);
        about.filter(|text| !text.contains(char::is_control))
    }
}
