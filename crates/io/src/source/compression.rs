//! gzip (any number of members) and zstd (any number of frames), recognised by their first bytes.
//!
//! The content decides, not the name: a gzip file called `data.svm` is read as gzip. A file called
//! `.gz` or `.zst` whose content is neither is refused rather than read as text.

use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use flate2::bufread::MultiGzDecoder;

use crate::error::ErrorKind;
use crate::quote::in_shell;

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
                let inner = BufReader::with_capacity(BUFFER, stream);
                Box::new(Gzip(MultiGzDecoder::new(Tail { inner, zeros: 0 })))
            }
            Self::Zstd => Box::new(zstd::stream::read::Decoder::new(stream)?),
        })
    }

    /// What a failed read means: a fault of the compressed data, or of the system below it.
    pub(crate) fn explain(self, name: &str, error: io::Error) -> ErrorKind {
        if self == Self::None || error.raw_os_error().is_some() {
            return ErrorKind::Io(error);
        }
        ErrorKind::Compressed(match error.kind() {
            io::ErrorKind::UnexpectedEof => {
                "the compressed data ends early: the file is cut short".into()
            }
            _ if error.get_ref().is_some_and(|e| e.is::<Padding>()) => {
                format!("{error}; gzip -dc {} leaves them out", in_shell(name))
            }
            _ => format!("the compressed data is damaged: {error}"),
        })
    }
}

/// The length of the header of a gzip member.
const GZIP_HEADER: usize = 10;

/// What follows the last gzip member.
#[derive(Debug, thiserror::Error)]
#[error("zeros follow the gzip data, as padding does")]
struct Padding;

/// Plain bytes of gzip members, which says if nothing but zeros follows them.
struct Gzip<R: Read>(MultiGzDecoder<Tail<R>>);

impl<R: Read> Read for Gzip<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer).map_err(|error| {
            let header = error.kind() == io::ErrorKind::InvalidInput;
            match header && self.0.get_mut().ends_in_zeros() {
                true => io::Error::new(io::ErrorKind::InvalidData, Padding),
                false => error,
            }
        })
    }
}

/// A stream that knows how many zeros were taken from it last.
struct Tail<R> {
    inner: BufReader<R>,
    zeros: usize,
}

impl<R: Read> Tail<R> {
    /// Whether what was taken for a header is zeros, and all the rest too.
    fn ends_in_zeros(&mut self) -> bool {
        let mut rest = Vec::new();
        let read = self.inner.by_ref().take(BUFFER as u64).read_to_end(&mut rest);
        self.zeros >= GZIP_HEADER && read.is_ok() && rest.iter().all(|&byte| byte == 0)
    }
}

impl<R: Read> Read for Tail<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(buffer)?;
        self.consume(count);
        Ok(count)
    }
}

impl<R: Read> BufRead for Tail<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        let taken = self.inner.buffer().get(..count).unwrap_or_default();
        match taken.iter().rposition(|&byte| byte != 0) {
            Some(last) => self.zeros = taken.len() - last - 1,
            None => self.zeros += taken.len(),
        }
        self.inner.consume(count);
    }
}
