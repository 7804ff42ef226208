//! Writing a model file so that a crash leaves the old or the new one, never a half
//! ([`AtomicFile`]).

use std::collections::HashMap;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use super::envelope::seal;
use super::error::{ModelError, ModelFault};
use super::{KEY, ModelFile};
use crate::atomic::AtomicFile;

/// Saves a model, replacing the file if there is one.
///
/// # Errors
/// If the file cannot be written; the old one is then untouched.
pub fn save(path: &Path, model: &ModelFile) -> Result<(), ModelError> {
    let fail = |fault| ModelError { path: path.to_owned(), fault };
    let bytes = encode(model).map_err(fail)?;
    let written = match prepare(path).map_err(fail)? {
        Some(file) => replace(file, &bytes),
        None => {
            OpenOptions::new().write(true).open(path).and_then(|mut file| file.write_all(&bytes))
        }
    };
    written.map_err(|error| fail(ModelFault::Io(error)))
}

/// The bytes that [`save`] writes.
///
/// # Errors
/// If the model cannot be encoded.
pub fn to_bytes(model: &ModelFile) -> Result<Vec<u8>, ModelError> {
    encode(model).map_err(|fault| ModelError { path: "bytes".into(), fault })
}

/// Whether [`save`] could write there, found out without touching the file: before a long run, not
/// after it.
///
/// ```
/// use noregret_io::model;
///
/// let folder = tempfile::tempdir()?;
/// assert!(model::check_writable(&folder.path().join("model.nrm")).is_ok());
/// assert!(model::check_writable(&folder.path().join("no/folder/model.nrm")).is_err());
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// If it could not.
pub fn check_writable(path: &Path) -> Result<(), ModelError> {
    let fail = |fault| ModelError { path: path.to_owned(), fault };
    let created = prepare(path).map_err(fail)?.map_or(Ok(()), |file| file.create().map(drop));
    created.map_err(|error| fail(ModelFault::Io(error)))
}

/// The file to write to in place of `path`; `None` if that is a device or a pipe.
fn prepare(path: &Path) -> Result<Option<AtomicFile>, ModelFault> {
    if path.is_dir() {
        return Err(ModelFault::Folder);
    }
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let missing = parent.filter(|parent| fs::canonicalize(path).is_err() && !parent.is_dir());
    match missing {
        Some(parent) => Err(ModelFault::NoFolder(parent.to_owned())),
        None => AtomicFile::beside(path).map_err(ModelFault::Io),
    }
}

fn replace(file: AtomicFile, bytes: &[u8]) -> io::Result<()> {
    let mut temporary = file.create()?;
    temporary.write_all(bytes)?;
    file.commit_durably(&temporary)
}

fn encode(model: &ModelFile) -> Result<Vec<u8>, ModelFault> {
    // One key only: the library keeps metadata in a map without an order.
    let metadata = HashMap::from([(KEY.to_owned(), seal(&model.meta, &model.tensors))]);
    safetensors::serialize(&model.tensors, Some(metadata))
        .map_err(|error| ModelFault::Unwritable(error.to_string()))
}
