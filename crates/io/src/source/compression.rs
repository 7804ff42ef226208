//! gzip (any number of members) and zstd (any number of frames), recognised by their first bytes.
//!
//! The content decides, not the name: a gzip file called `data.svm` is read as gzip. A file called
//! `.gz` or `.zst` whose content is neither is refused rather than read as text.

use std::io::{self, Read};
use std::path::Path;

use flate2::bufread::MultiGzDecoder;

use crate::error::ErrorKind;

const BUFFER: usize = 1 << 16;
const GZIP: [u8; 2] = [0x1f, 0x8b];
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// How a stream is compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Compression {
    None,
    Gzip,
    Zstd,
}

impl Compression {
    /// The compression that the first bytes of the content show.
    pub(crate) fn from_content(head: &[u8]) -> Self {
        if head.starts_with(&GZIP) {
            Self::Gzip
        } else if head.starts_with(&ZSTD) {
            Self::Zstd
        } else {
            Self::None
        }
    }

    /// The compression that the extension of the name promises.
    pub(crate) fn from_name(path: &Path) -> Self {
        match path.extension().and_then(|e| e.to_str()) {
            Some(e) if e.eq_ignore_ascii_case("gz") => Self::Gzip,
            Some(e) if e.eq_ignore_ascii_case("zst") => Self::Zstd,
            _ => Self::None,
        }
    }

    /// The plain bytes of `stream`.
    pub(crate) fn decode<R: Read + Send + 'static>(
        self,
        stream: R,
    ) -> io::Result<Box<dyn Read + Send>> {
        Ok(match self {
            Self::None => Box::new(stream),
            Self::Gzip => {
                Box::new(MultiGzDecoder::new(io::BufReader::with_capacity(BUFFER, stream)))
            }
            Self::Zstd => Box::new(zstd::stream::read::Decoder::new(stream)?),
        })
    }

    /// What a failed read means: a fault of the compressed data, or of the system below it.
    pub(crate) fn explain(self, error: io::Error) -> ErrorKind {
        if self == Self::None || error.raw_os_error().is_some() {
            return ErrorKind::Io(error);
        }
        ErrorKind::Compressed(match error.kind() {
            io::ErrorKind::UnexpectedEof => {
                "the compressed data ends early: the file is cut short".into()
            }
            _ => format!("the compressed data is damaged: {error}"),
        })
    }
}
