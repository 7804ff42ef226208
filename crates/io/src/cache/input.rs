//! The frames of a cache, from a file or from any stream, checked before anything believes them.
//!
//! Frames of a file are looked at where they are ([`mapping`](super::mapping)). Where that cannot
//! be, a frame goes into one buffer that is reused. It grows with the bytes that really come, never
//! by what a frame claims.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::Arc;

use super::frame::{FRAME, Frame};
use super::index::{TRAILER, place};
use super::mapping::Mapping;
use crate::error::{DataError, ErrorKind};
use crate::source::BytesRead;

/// How far the buffer may run ahead of the bytes read.
const STEP: u64 = 1 << 20;

/// The number that stands for the index.
pub(super) const INDEX: u64 = u64::MAX;

/// Where the bytes of a cache come from.
pub(super) enum Origin {
    File(File),
    Stream(Box<dyn Read + Send>),
}

/// An open cache, read frame by frame.
pub(super) struct Input {
    pub(super) name: Arc<str>,
    /// The source whose rows these are said to be; errors of the cache are its own.
    pub(super) stands_for: Option<Arc<str>>,
    origin: Origin,
    /// Where the next byte is.
    offset: u64,
    total: Option<u64>,
    /// The number of the current frame, the header being 0.
    number: u64,
    content: Content,
    /// `None` once the file turned out not to be one that can be mapped.
    mapping: Option<Mapping>,
    buffer: Vec<u8>,
}

/// Where the content of the current frame is.
#[derive(Clone, Copy)]
enum Content {
    /// So many bytes of the buffer.
    Buffer(usize),
    /// In the mapping, from this place of the file on.
    Mapped { offset: u64, length: u64 },
}

impl Input {
    /// Frames of `origin`, of which the first `offset` bytes are read already.
    pub(super) fn new(name: Arc<str>, origin: Origin, offset: usize) -> Self {
        let total = match &origin {
            Origin::File(file) => file.metadata().ok().map(|about| about.len()),
            Origin::Stream(_) => None,
        };
        let offset = offset as u64;
        Self {
            name,
            stands_for: None,
            origin,
            offset,
            total,
            number: 0,
            content: Content::Buffer(0),
            mapping: Some(Mapping::default()),
            buffer: Vec::new(),
        }
    }

    /// Reads the next frame, whose content is then the [`payload`](Self::payload).
    pub(super) fn next(&mut self) -> Result<Frame, DataError> {
        let mut head = [0; FRAME];
        match self.mapped(FRAME as u64)? {
            Some(bytes) => head.copy_from_slice(bytes),
            None => self.read_exact(&mut head)?,
        }
        let frame = Frame::parse(&head).ok_or_else(|| self.spoiled())?;
        if self.total.is_some_and(|total| total.saturating_sub(self.offset) < frame.length) {
            return Err(self.cut_short());
        }
        let offset = self.offset;
        if self.mapped(frame.length)?.is_some() {
            self.content = Content::Mapped { offset, length: frame.length };
        } else {
            self.fill_buffer(frame.length)?;
        }
        if !frame.fits(self.payload()) {
            return Err(self.spoiled());
        }
        Ok(frame)
    }

    /// The next `length` bytes where they are, stepping over them; `None` if they have to be read.
    fn mapped(&mut self, length: u64) -> Result<Option<&[u8]>, DataError> {
        let (Origin::File(file), Some(mapping)) = (&self.origin, &mut self.mapping) else {
            return Ok(None);
        };
        let offset = self.offset;
        match mapping.reach(file, offset, length) {
            Ok(true) => self.offset += length,
            Ok(false) => return Err(self.cut_short()),
            Err(_) => self.mapping = None,
        }
        Ok(self.mapping.as_ref().and_then(|mapping| mapping.within(offset, length)))
    }

    /// Reads the next `length` bytes into the buffer.
    fn fill_buffer(&mut self, length: u64) -> Result<(), DataError> {
        let (mut buffer, mut filled, mut left) = (std::mem::take(&mut self.buffer), 0, length);
        while left > 0 {
            let step = left.min(STEP) as usize;
            let end = filled + step;
            if buffer.len() < end {
                buffer.resize(end, 0);
            }
            self.read_exact(buffer.get_mut(filled..end).unwrap_or_default())?;
            filled = end;
            left -= step as u64;
        }
        (self.buffer, self.content) = (buffer, Content::Buffer(filled));
        Ok(())
    }

    /// The content of the current frame.
    #[inline]
    pub(super) fn payload(&self) -> &[u8] {
        let bytes = match self.content {
            Content::Buffer(length) => self.buffer.get(..length),
            Content::Mapped { offset, length } => {
                self.mapping.as_ref().and_then(|mapping| mapping.within(offset, length))
            }
        };
        bytes.unwrap_or_default()
    }

    /// Goes on to the frame after the current one.
    pub(super) fn advance(&mut self) {
        self.number += 1;
    }

    /// Checks what follows the index, whose frame starts at `index`: its place, then nothing.
    pub(super) fn check_end(&mut self, index: u64) -> Result<(), DataError> {
        let mut trailer = [0; TRAILER];
        self.read_exact(&mut trailer)?;
        let mut more = [0];
        let extra = self.read_some(&mut more)?;
        if place(&trailer) != Some(index) || extra > 0 {
            return Err(self.spoiled());
        }
        Ok(())
    }

    /// Where the index is; `None` if this cannot be sought in.
    pub(super) fn find_index(&mut self) -> Result<Option<u64>, DataError> {
        let Some(at) = self.total.map(|total| total.saturating_sub(TRAILER as u64)) else {
            return Ok(None);
        };
        if matches!(self.origin, Origin::Stream(_)) {
            return Ok(None);
        }
        self.seek(at, self.number);
        let mut trailer = [0; TRAILER];
        self.read_exact(&mut trailer)?;
        place(&trailer)
            .map(Some)
            .ok_or_else(|| self.damaged("it is cut short or damaged at its end"))
    }

    /// Goes to the frame `number` of a file, which starts at `offset`.
    pub(super) fn seek(&mut self, offset: u64, number: u64) {
        (self.offset, self.number) = (offset, number);
    }

    /// Where the next byte is.
    pub(super) fn offset(&self) -> u64 {
        self.offset
    }

    pub(super) fn progress(&self) -> BytesRead {
        BytesRead { bytes: self.offset, total: self.total }
    }

    /// The error that the current frame is not what it should be.
    pub(super) fn damaged(&self, reason: &str) -> DataError {
        let reason = match self.number {
            0 => format!("the cache cannot be used: {reason}"),
            INDEX => format!("the index of the cache: {reason}"),
            number => format!("block {number} of the cache: {reason}"),
        };
        self.error(ErrorKind::Cache(reason))
    }

    /// The error that the bytes are not those that were written.
    fn spoiled(&self) -> DataError {
        let advice = match self.stands_for {
            Some(_) => "delete it, and the data is read instead",
            None => "write it again from the data",
        };
        self.damaged(&format!("its checksum does not match: the file is damaged; {advice}"))
    }

    fn cut_short(&self) -> DataError {
        self.damaged("the file ends early: it is cut short")
    }

    /// An error about the file as a whole.
    pub(super) fn error(&self, kind: ErrorKind) -> DataError {
        DataError { file: self.name.clone(), line: None, column: None, kind }
    }

    fn failed(&self, error: io::Error) -> DataError {
        match error.kind() {
            io::ErrorKind::UnexpectedEof => self.cut_short(),
            _ => self.error(ErrorKind::Io(error)),
        }
    }

    fn read_exact(&mut self, buffer: &mut [u8]) -> Result<(), DataError> {
        let read = match &mut self.origin {
            Origin::File(file) => from(file, self.offset).and_then(|file| file.read_exact(buffer)),
            Origin::Stream(stream) => stream.read_exact(buffer),
        };
        self.offset += buffer.len() as u64;
        read.map_err(|error| self.failed(error))
    }

    fn read_some(&mut self, buffer: &mut [u8]) -> Result<usize, DataError> {
        let read = match &mut self.origin {
            Origin::File(file) => from(file, self.offset).and_then(|file| file.read(buffer)),
            Origin::Stream(stream) => stream.read(buffer),
        };
        read.map_err(|error| self.failed(error))
    }
}

/// The file from a place on: what is mapped does not move it.
fn from(file: &mut File, offset: u64) -> io::Result<&mut File> {
    file.seek(SeekFrom::Start(offset)).map(|_| file)
}
