//! What can be wrong with a model file.

use std::io;
use std::path::PathBuf;

use super::VERSION;

/// Why a model could not be loaded or saved.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ModelFault {
    /// There is no such file.
    #[error("there is no such file")]
    NotFound,
    /// The operating system failed.
    #[error("{0}")]
    Io(io::Error),
    /// The file has no bytes.
    #[error("the file is empty")]
    Empty,
    /// The file ends before its last array does.
    #[error("the file is cut short")]
    Truncated,
    /// The file is something else.
    #[error("this is not a noregret model")]
    NotAModel,
    /// A safetensors file that somebody else wrote.
    #[error("this is a safetensors file, but not a noregret model")]
    Foreign,
    /// A format from before the first release.
    #[error("written by a development build: format {found} is no longer read, learn it again")]
    Older {
        /// The version of the file.
        found: u64,
    },
    /// The file is of a version that this crate does not know.
    #[error("written by a newer noregret: format {found}, this one reads up to {VERSION}")]
    Newer {
        /// The version of the file.
        found: u64,
    },
    /// The content does not have its checksum.
    #[error("the file is damaged: its checksum does not match")]
    Damaged,
    /// There is a folder where the model should go.
    #[error("this is a folder, not a file")]
    Folder,
    /// The folder where the model should go is not there.
    #[error("there is no folder {} to write it into", .0.display())]
    NoFolder(PathBuf),
    /// The model does not fit the file format.
    #[error("the model cannot be written: {0}")]
    Unwritable(String),
}

/// An error with a model file.
#[derive(Debug, thiserror::Error)]
#[error("{}: {fault}", path.display())]
pub struct ModelError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong.
    pub fault: ModelFault,
}
