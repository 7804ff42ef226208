//! Writing a model file so that a crash leaves the old or the new one, never a half.
//!
//! The bytes go to a temporary file beside the target, are flushed to the disk, and the file is
//! renamed over the target; then the directory is flushed. A symbolic link is followed. What is no
//! regular file (a device, a pipe) is written to, never replaced.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::envelope::seal;
use super::error::{ModelError, ModelFault};
use super::{KEY, ModelFile};

/// Saves a model, replacing the file if there is one.
///
/// # Errors
/// If the file cannot be written; the old one is then untouched.
pub fn save(path: &Path, model: &ModelFile) -> Result<(), ModelError> {
    let fail = |fault| ModelError { path: path.to_owned(), fault };
    let bytes = encode(model).map_err(fail)?;
    let target = Target::of(path).map_err(fail)?;
    let written = match &target {
        Target::File(target) => replace(target, &bytes),
        Target::Device => {
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
/// # Errors
/// If it could not.
pub fn check_writable(path: &Path) -> Result<(), ModelError> {
    let fail = |fault| ModelError { path: path.to_owned(), fault };
    let Target::File(target) = Target::of(path).map_err(fail)? else { return Ok(()) };
    let tried = temporary_beside(&target).and_then(|temporary| {
        OpenOptions::new().write(true).create(true).truncate(true).open(&temporary)?;
        fs::remove_file(&temporary)
    });
    tried.map_err(|error| fail(ModelFault::Io(error)))
}

/// Where the bytes go.
enum Target {
    /// A file, there or not yet, links followed.
    File(PathBuf),
    /// Something else that is there.
    Device,
}

impl Target {
    fn of(path: &Path) -> Result<Self, ModelFault> {
        let Ok(target) = fs::canonicalize(path) else {
            let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
            return match parent.filter(|parent| !parent.is_dir()) {
                Some(parent) => Err(ModelFault::NoFolder(parent.to_owned())),
                None => Ok(Self::File(path.to_owned())),
            };
        };
        match fs::metadata(&target).map_err(ModelFault::Io)?.file_type() {
            kind if kind.is_file() => Ok(Self::File(target)),
            kind if kind.is_dir() => Err(ModelFault::Folder),
            _ => Ok(Self::Device),
        }
    }
}

fn encode(model: &ModelFile) -> Result<Vec<u8>, ModelFault> {
    // One key only: the library keeps metadata in a map without an order.
    let metadata = HashMap::from([(KEY.to_owned(), seal(&model.meta, &model.tensors))]);
    safetensors::serialize(&model.tensors, Some(metadata))
        .map_err(|error| ModelFault::Unwritable(error.to_string()))
}

fn replace(target: &Path, bytes: &[u8]) -> io::Result<()> {
    let temporary = temporary_beside(target)?;
    let written = write_durably(&temporary, bytes)
        .and_then(|()| keep_permissions(target, &temporary))
        .and_then(|()| fs::rename(&temporary, target));
    if written.is_err() {
        // The first error is the one to report; a leftover file is only untidy.
        let _ = fs::remove_file(&temporary);
        return written;
    }
    sync_directory(target)
}

/// A model that only its owner may read stays so.
fn keep_permissions(old: &Path, new: &Path) -> io::Result<()> {
    match fs::metadata(old) {
        Ok(about) => fs::set_permissions(new, about.permissions()),
        Err(_) => Ok(()),
    }
}

fn temporary_beside(target: &Path) -> io::Result<PathBuf> {
    let name = target.file_name().ok_or_else(|| io::Error::from(io::ErrorKind::InvalidInput))?;
    let mut temporary = OsString::from(".");
    temporary.push(name);
    temporary.push(format!(".{}.tmp", std::process::id()));
    Ok(target.with_file_name(temporary))
}

fn write_durably(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = OpenOptions::new().write(true).create(true).truncate(true).open(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Makes the rename itself durable, where directories can be opened.
fn sync_directory(target: &Path) -> io::Result<()> {
    let parent = target.parent().filter(|parent| !parent.as_os_str().is_empty());
    if cfg!(unix) { File::open(parent.unwrap_or(Path::new(".")))?.sync_all() } else { Ok(()) }
}
