//! The first bytes of a stream, which tell a cache from text.

use crate::cache;
use std::io::{self, Read};

/// The first bytes, as many as could be those of a cache: a pipe is not waited for longer than that
/// takes.
pub(super) fn cache_magic(stream: &mut impl Read) -> (Vec<u8>, io::Result<usize>) {
    let mut head = Vec::with_capacity(cache::MAGIC.len());
    while head.len() < cache::MAGIC.len() && cache::may_be_cache(&head) {
        match stream.by_ref().take(1).read_to_end(&mut head) {
            Ok(0) => break,
            Ok(_) => {}
            failed => return (head, failed),
        }
    }
    let read = head.len();
    (head, Ok(read))
}

/// A read that fails once, or not at all.
pub(super) struct Failed(pub(super) Option<io::Error>);

impl Read for Failed {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}
