//! A cursor over the payload of a frame. Every length is checked against what is there.

/// Why a cache is refused, said so that it can follow "block 7: ".
pub(super) type Damage = String;

/// The reason for refusing a payload whose `what` makes no sense.
pub(super) fn garbled(what: &str) -> Damage {
    format!("the {what} do not add up; write the cache again")
}

/// A cursor over the bytes of a payload.
pub(super) struct Bytes<'a> {
    whole: &'a [u8],
    at: usize,
}

impl<'a> Bytes<'a> {
    pub(super) fn new(whole: &'a [u8]) -> Self {
        Self { whole, at: 0 }
    }

    /// Where the next byte is in the payload.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// The next `len` bytes.
    pub(super) fn take(&mut self, len: usize) -> Result<&'a [u8], Damage> {
        let end = self.at.checked_add(len);
        let bytes = end.and_then(|end| self.whole.get(self.at..end));
        let bytes = bytes.ok_or_else(|| garbled("lengths"))?;
        self.at += len;
        Ok(bytes)
    }

    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], Damage> {
        self.take(N)?.try_into().map_err(|_| garbled("lengths"))
    }

    pub(super) fn u8(&mut self) -> Result<u8, Damage> {
        self.array::<1>().map(|[byte]| byte)
    }

    pub(super) fn u32(&mut self) -> Result<u32, Damage> {
        self.array().map(u32::from_le_bytes)
    }

    pub(super) fn u64(&mut self) -> Result<u64, Damage> {
        self.array().map(u64::from_le_bytes)
    }

    pub(super) fn f64(&mut self) -> Result<f64, Damage> {
        self.array().map(f64::from_le_bytes)
    }

    /// The next `len` bytes as text, copied first: nothing may change what was found to be text.
    pub(super) fn text(&mut self, len: usize) -> Result<String, Damage> {
        String::from_utf8(self.take(len)?.to_vec()).map_err(|_| garbled("texts"))
    }

    /// Checks that no byte is left.
    pub(super) fn end(&self) -> Result<(), Damage> {
        if self.at == self.whole.len() { Ok(()) } else { Err(garbled("lengths")) }
    }
}
