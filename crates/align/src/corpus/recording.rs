//! A WAV file with the name that messages give it.

use std::path::Path;

use crate::audio::{Audio, Channel};
use crate::error::Error;

/// A recording.
#[derive(Clone, Debug)]
pub struct Recording {
    /// The file, as it was named by the user.
    pub name: String,
    /// Its sound.
    pub audio: Audio,
}

impl Recording {
    /// Reads a WAV file, see [`Audio::open`].
    ///
    /// # Errors
    /// As [`Audio::open`].
    pub fn open(path: &Path, channel: Channel) -> Result<Self, Error> {
        let audio = Audio::open(path, channel)?;
        Ok(Recording { name: path.to_string_lossy().into_owned(), audio })
    }
}
