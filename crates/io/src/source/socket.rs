//! Sockets as inputs: `tcp://HOST:PORT` and `unix://PATH` are connected to, and read until the
//! other side ends.

use std::io;
use std::path::Path;

/// An address to connect to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Address<'a> {
    /// `tcp://HOST:PORT`.
    Tcp(&'a str),
    /// `unix://PATH`.
    Unix(&'a str),
}

impl<'a> Address<'a> {
    /// The address that a path spells, if it does.
    pub(super) fn of(path: &'a Path) -> Option<Self> {
        let text = path.to_str()?;
        let tcp = text.strip_prefix("tcp://").map(Address::Tcp);
        tcp.or_else(|| text.strip_prefix("unix://").map(Address::Unix))
    }
}

/// Whether a path is the address of a socket.
///
/// ```
/// use noregret_io::source::is_socket;
/// use std::path::Path;
///
/// assert!(is_socket(Path::new("tcp://127.0.0.1:9000")));
/// assert!(is_socket(Path::new("unix:///run/mail.sock")));
/// assert!(!is_socket(Path::new("tcp.svm")));
/// ```
pub fn is_socket(path: &Path) -> bool {
    Address::of(path).is_some()
}

/// Connects to a Unix socket.
#[cfg(unix)]
pub(super) fn unix(path: &str) -> io::Result<std::os::unix::net::UnixStream> {
    std::os::unix::net::UnixStream::connect(path)
}

/// There are none.
#[cfg(not(unix))]
pub(super) fn unix(_: &str) -> io::Result<std::net::TcpStream> {
    Err(io::Error::new(io::ErrorKind::Unsupported, "this system has no Unix sockets"))
}
