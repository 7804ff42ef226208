//! A pipe, a socket or a terminal, read until its end or until a stop is asked for.
//!
//! Only Unix can wait for both at once; elsewhere a stop is seen when the next bytes come.

use std::io::{self, Read};

use super::stop::Stop;

/// A stream that ends when a stop is asked for.
pub(super) struct Waiting<R> {
    inner: R,
    stop: Option<Stop>,
}

impl<R> Waiting<R> {
    pub(super) fn new(inner: R, stop: Option<Stop>) -> Self {
        Self { inner, stop }
    }
}

#[cfg(unix)]
impl<R: Read + std::os::fd::AsFd> Read for Waiting<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match &self.stop {
            Some(stop) if !stop.wait_for(&self.inner)? => Ok(0),
            _ => self.inner.read(buffer),
        }
    }
}

#[cfg(not(unix))]
impl<R: Read> Read for Waiting<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match &self.stop {
            Some(stop) if stop.is_asked() => Ok(0),
            _ => self.inner.read(buffer),
        }
    }
}
