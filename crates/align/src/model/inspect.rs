//! What a model of either kind holds.

use std::path::Path;

use super::{MusicModel, SpeechModel, file, music, speech};
use crate::error::Error;
use crate::output::Inspection;

/// Reads an alignment model of either kind and says what it holds.
///
/// # Errors
/// If the file cannot be read, is broken or is another kind of model.
pub fn inspect(path: &Path) -> Result<Inspection, Error> {
    if file::is(path, speech::ABOUT)? {
        return Ok(SpeechModel::load(path)?.inspect());
    }
    if file::is(path, music::ABOUT)? {
        return Ok(MusicModel::load(path)?.inspect());
    }
    let reason = "this is not an alignment model: noregret inspect says what it is";
    Err(Error::whole(&path.to_string_lossy(), reason))
}
