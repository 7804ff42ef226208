//! What a model file says of itself: what it is for, and the parameters of its sound.
//!
//! Beside the aligner the file has `"about"`, which other commands print, and `"sound"`.

use std::path::Path;

use noregret_io::model::{self, ModelFile};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::Error;
use crate::train::ModelError;

const ABOUT: &str = "about";
const SOUND: &str = "sound";

/// Writes an aligner with its parameters; `about` says what it is and which command takes it.
pub(super) fn save(
    path: &Path,
    about: &str,
    sound: &impl Serialize,
    bytes: Result<Vec<u8>, ModelError>,
) -> Result<(), Error> {
    let name = path.to_string_lossy();
    let bytes = bytes.map_err(|error| Error::whole(&name, error.to_string()))?;
    let mut file = model::from_bytes(&bytes)?;
    let sound = serde_json::to_value(sound).map_err(|e| Error::whole(&name, e.to_string()))?;
    if let Some(meta) = file.meta.as_object_mut() {
        meta.insert(ABOUT.into(), about.into());
        meta.insert(SOUND.into(), sound);
    }
    Ok(model::save(path, &file)?)
}

/// The parameters and the bytes of an aligner; another kind of model is refused by name.
pub(super) fn load<T: DeserializeOwned>(path: &Path, about: &str) -> Result<(T, Vec<u8>), Error> {
    let file = model::load(path)?;
    let name = path.to_string_lossy();
    check(&file, about).map_err(|reason| Error::whole(&name, reason))?;
    let sound = file.meta.get(SOUND).cloned().unwrap_or_default();
    let sound = serde_json::from_value(sound);
    let sound = sound.map_err(|e| Error::whole(&name, format!("the model is broken: {e}")))?;
    Ok((sound, model::to_bytes(&file)?))
}

fn check(file: &ModelFile, about: &str) -> Result<(), String> {
    match file.about() {
        Some(found) if kind(found) == kind(about) => Ok(()),
        Some(found) => Err(format!("this is {found}")),
        None => Err(format!("this is not {}: noregret inspect says what it is", kind(about))),
    }
}

/// What a model is; the advice after it may differ between versions.
fn kind(about: &str) -> &str {
    about.split(':').next().unwrap_or(about)
}

/// Whether a model file is of this kind.
///
/// # Errors
/// If it cannot be read.
pub(super) fn is(path: &Path, about: &str) -> Result<bool, Error> {
    Ok(model::load(path)?.about().is_some_and(|found| kind(found) == kind(about)))
}
