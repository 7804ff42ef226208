//! A column of texts that may be missing: the different ones in order of first sight, then which
//! one each row has (0 for none).
//!
//! `count` (u32), lengths ([`integers`](super::integers)), the texts joined, codes (integers).

use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::bytes::{Bytes, Damage};
use super::integers::{self, Integers};

/// Collects a column of texts.
#[derive(Debug, Default)]
pub(super) struct TextsBuilder {
    known: HashMap<String, u64, FixedState>,
    joined: String,
    lengths: Vec<u64>,
    codes: Vec<u64>,
}

impl TextsBuilder {
    pub(super) fn push(&mut self, text: Option<&str>) {
        let code = text.map_or(0, |text| self.code(text));
        self.codes.push(code);
    }

    fn code(&mut self, text: &str) -> u64 {
        if let Some(&code) = self.known.get(text) {
            return code;
        }
        self.joined.push_str(text);
        self.lengths.push(text.len() as u64);
        let code = self.lengths.len() as u64;
        self.known.insert(text.to_owned(), code);
        code
    }

    /// Appends the column and forgets it.
    pub(super) fn flush(&mut self, out: &mut Vec<u8>) {
        out.extend_from_slice(&(self.lengths.len() as u32).to_le_bytes());
        integers::encode(self.lengths.iter().copied(), out);
        out.extend_from_slice(self.joined.as_bytes());
        integers::encode(self.codes.iter().copied(), out);
        self.known.clear();
        self.joined.clear();
        self.lengths.clear();
        self.codes.clear();
    }
}

/// Steps over a column of `rows` texts: its codes; `each` is called with the place and
/// text of the different ones in order.
pub(super) fn parse(
    bytes: &mut Bytes<'_>,
    payload: &[u8],
    rows: usize,
    mut each: impl FnMut(usize, &str) -> Result<(), Damage>,
) -> Result<Integers, Damage> {
    let count = bytes.u32()? as usize;
    if count > rows {
        return Err(super::bytes::garbled("texts"));
    }
    let lengths = Integers::parse(bytes, count)?;
    for at in 0..count {
        let length = usize::try_from(lengths.get(payload, at)).unwrap_or(usize::MAX);
        let place = bytes.at();
        each(place, &bytes.text(length)?)?;
    }
    Integers::parse(bytes, rows)
}
