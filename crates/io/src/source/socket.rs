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

    /// What is wrong with it, whoever listens there.
    pub(super) fn check(&self) -> Result<(), String> {
        match self {
            Address::Tcp(address) => check_tcp(address),
            Address::Unix("") => Err("the path is missing, as in unix:///run/rows.sock".into()),
            Address::Unix(_) => Ok(()),
        }
    }
}

/// Whether this is `HOST:PORT`; a host with colons of its own stands in brackets.
fn check_tcp(address: &str) -> Result<(), String> {
    let (host, port) = match address.rsplit_once(':') {
        Some((host, port)) if !address.ends_with(']') => (host, port),
        _ => (address, ""),
    };
    let in_brackets = host.starts_with('[') && host.ends_with(']');
    let number = port.parse::<u16>().is_ok_and(|port| port > 0);
    Err(match (host, port) {
        ("", _) if !number => {
            "the host and the port are missing, as in tcp://localhost:9000".into()
        }
        ("", port) => {
            format!("the host is missing: tcp://localhost:{port} would be this machine")
        }
        (host, _) if host.contains(':') && !in_brackets => {
            "an address with colons stands in brackets, as in tcp://[::1]:9000".into()
        }
        (host, "") => {
            format!("the port is missing: tcp://{host}:9000 would be one with port 9000")
        }
        (host, port) if !number => {
            format!("'{port}' is no port: a number from 1 to 65535, as in tcp://{host}:9000")
        }
        _ => return Ok(()),
    })
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
