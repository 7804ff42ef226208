//! A stream of plain bytes with a name, from a file, standard input (`-`), a socket or any reader.

use std::fs::File;
use std::io::{self, Cursor, Read};
use std::net::TcpStream;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use super::compression::Compression;
use super::followed::{Change, Followed};
use super::socket::{self, Address};
use super::stop::Stop;
use super::waiting::Waiting;
use crate::error::{DataError, ErrorKind};

/// How far reading has come, in bytes of the file as stored (compressed bytes if it is compressed).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct BytesRead {
    /// Bytes read.
    pub bytes: u64,
    /// Bytes in total, if known.
    pub total: Option<u64>,
}

/// An open input: a file, standard input, a socket or any reader, decompressed if need be.
///
/// ```
/// use noregret_io::Source;
///
/// let source = Source::from_read("inline", &b"any bytes"[..])?;
/// assert_eq!(source.progress().total, None);
/// assert_eq!(source.read_all()?, b"any bytes");
/// # Ok::<(), noregret_io::DataError>(())
/// ```
pub struct Source {
    pub(crate) name: Arc<str>,
    pub(crate) stream: Box<dyn Read + Send>,
    pub(crate) compression: Compression,
    read: Arc<AtomicU64>,
    total: Option<u64>,
    /// Whether it is a file whose end is waited at.
    pub(crate) followed: bool,
    /// What has happened to a file that is followed.
    pub(crate) change: Arc<OnceLock<Change>>,
}

impl Source {
    /// Opens a path, standard input for `-`, or a socket (`tcp://HOST:PORT`, `unix://PATH`).
    ///
    /// # Errors
    /// If it cannot be opened, is the address of a socket that lacks something, or its name
    /// promises a compression that its content is not.
    pub fn open(path: &Path) -> Result<Self, DataError> {
        Self::open_until(path, None)
    }

    /// Opens what [`Source::open`] opens; reading ends when this stop is asked for.
    pub(crate) fn open_until(path: &Path, stop: Option<&Stop>) -> Result<Self, DataError> {
        let name = path.to_string_lossy();
        let failed = |error| error_in(&name, ErrorKind::Io(error));
        let stop = stop.cloned();
        if path == Path::new("-") {
            return Self::new(&name, Waiting::new(stdin().map_err(failed)?, stop), None);
        }
        check_address(path)?;
        match Address::of(path) {
            Some(Address::Tcp(address)) => {
                let stream = TcpStream::connect(address).map_err(failed)?;
                return Self::new(&name, Waiting::new(stream, stop), None);
            }
            Some(Address::Unix(socket)) => {
                let stream = socket::unix(socket).map_err(failed)?;
                return Self::new(&name, Waiting::new(stream, stop), None);
            }
            None => {}
        }
        let file = File::open(path).map_err(failed)?;
        let about = file.metadata().map_err(failed)?;
        match about.is_file() {
            true => Self::new(&name, file, Some(about.len())),
            false => Self::new(&name, Waiting::new(file, stop), None),
        }
    }

    /// Opens a file whose end is waited at: what is appended to it is read too.
    pub(crate) fn follow(path: &Path, stop: Option<&Stop>) -> Result<Self, DataError> {
        let name = path.to_string_lossy();
        let file = File::open(path).map_err(|error| error_in(&name, ErrorKind::Io(error)))?;
        let followed = Followed::new(file, path, stop.cloned());
        let change = followed.change();
        Ok(Self { followed: true, change, ..Self::new(&name, followed, None)? })
    }

    /// Takes any reader as if it were a file called `name`.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn from_read(name: &str, stream: impl Read + Send + 'static) -> Result<Self, DataError> {
        Self::new(name, stream, None)
    }

    fn new(
        name: &str,
        stream: impl Read + Send + 'static,
        total: Option<u64>,
    ) -> Result<Self, DataError> {
        let failed = |error| error_in(name, ErrorKind::Io(error));
        let read = Arc::new(AtomicU64::new(0));
        let mut stream = Counted { inner: stream, read: Arc::clone(&read) };
        let mut head = Vec::with_capacity(4);
        stream.by_ref().take(4).read_to_end(&mut head).map_err(failed)?;
        let compression = Compression::from_content(&head);
        let promised = Compression::from_name(Path::new(name));
        if compression == Compression::None && promised != compression && !head.is_empty() {
            let reason = format!("the name promises {promised:?} data, but the content is not");
            return Err(error_in(name, ErrorKind::Compressed(reason)));
        }
        let stream = compression.decode(Cursor::new(head).chain(stream)).map_err(failed)?;
        let (name, change) = (name.into(), Arc::default());
        Ok(Self { name, stream, compression, read, total, followed: false, change })
    }

    /// Everything there is, decompressed; for files that are no text.
    ///
    /// # Errors
    /// If reading fails or the compressed data is damaged.
    pub fn read_all(mut self) -> Result<Vec<u8>, DataError> {
        let mut bytes = Vec::new();
        match self.stream.read_to_end(&mut bytes) {
            Ok(_) => Ok(bytes),
            Err(error) => Err(error_in(&self.name, self.compression.explain(&self.name, error))),
        }
    }

    /// How far reading has come.
    pub fn progress(&self) -> BytesRead {
        BytesRead { bytes: self.read.load(Ordering::Relaxed), total: self.total }
    }
}

/// Standard input without a buffer of its own, which would hide what it holds from who waits for
/// more.
#[cfg(unix)]
fn stdin() -> io::Result<File> {
    use std::os::fd::AsFd;
    Ok(File::from(io::stdin().as_fd().try_clone_to_owned()?))
}

/// Standard input.
#[cfg(not(unix))]
fn stdin() -> io::Result<io::Stdin> {
    Ok(io::stdin())
}

/// Refuses the address of a socket that lacks something, without connecting to it.
///
/// ```
/// use noregret_io::source::check_address;
/// use std::path::Path;
///
/// assert!(check_address(Path::new("tcp://localhost:9000")).is_ok());
/// let error = check_address(Path::new("unix://")).unwrap_err();
/// assert_eq!(error.to_string(), "unix://: the path is missing, as in unix:///run/rows.sock");
/// ```
///
/// # Errors
/// [`ErrorKind::Address`] with what is missing.
pub fn check_address(path: &Path) -> Result<(), DataError> {
    let refuse = |reason| error_in(&path.to_string_lossy(), ErrorKind::Address(reason));
    Address::of(path).map_or(Ok(()), |address| address.check().map_err(refuse))
}

fn error_in(name: &str, kind: ErrorKind) -> DataError {
    DataError { file: name.into(), line: None, column: None, kind }
}

struct Counted<R> {
    inner: R,
    read: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.read.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::Source;
    use std::io::Read;
    use std::path::Path;

    #[test]
    fn a_missing_file_is_named() {
        let error = Source::open(Path::new("no/such/file.svm")).err().expect("missing");
        assert!(error.to_string().starts_with("no/such/file.svm: No such file"), "{error}");
        assert!(!error.is_row_error());
    }

    #[test]
    fn a_name_that_promises_compression_must_keep_it() {
        let error = Source::from_read("a.svm.gz", &b"1 1:1\n"[..]).err().expect("not gzip");
        let expected = "a.svm.gz: the name promises Gzip data, but the content is not";
        assert_eq!(error.to_string(), expected);
        assert!(Source::from_read("a.svm.gz", &b""[..]).is_ok());
    }

    #[test]
    fn everything_at_once() {
        let whole = Source::from_read("a", &b"\x00\xffhello"[..]).expect("plain").read_all();
        assert_eq!(whole.expect("reads"), b"\x00\xffhello");
        let cut = &[0x1f, 0x8b, 8, 0, 0][..];
        let error = Source::from_read("a.gz", cut).expect("gzip").read_all().expect_err("cut");
        assert!(error.to_string().starts_with("a.gz: the compressed data ends early"), "{error}");
    }

    #[test]
    fn bytes_are_counted() {
        let mut source = Source::from_read("a", &b"hello"[..]).expect("plain");
        let mut text = String::new();
        source.stream.read_to_string(&mut text).expect("reads");
        assert_eq!((text.as_str(), source.progress().bytes), ("hello", 5));
    }
}
