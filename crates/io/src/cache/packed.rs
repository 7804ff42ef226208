//! Numbers at a fixed width of 0, 1, 2, 3, 4 or 8 bytes, little-endian.
//!
//! Width 3 is stored as all low halves (2 bytes each), then all high bytes: both loops are those of
//! a plain array, so that the compiler can use vectors for them.

use super::bytes::{Bytes, Damage, garbled};

/// Takes the numbers of a run; generic, so that the loop is compiled for each width.
pub(super) trait Take {
    fn take(self, numbers: impl Iterator<Item = u32> + Clone);
}

/// Where `len` numbers of `width` bytes start in a payload.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Packed {
    pub(super) width: usize,
    start: usize,
    len: usize,
}

/// The narrowest width that holds `largest`.
pub(super) fn width_for(largest: u64) -> usize {
    match largest {
        0 => 0,
        1..=0xff => 1,
        0x100..=0xffff => 2,
        0x1_0000..=0xff_ffff => 3,
        0x100_0000..=0xffff_ffff => 4,
        _ => 8,
    }
}

/// Appends `numbers` at `width` bytes, which must hold them.
pub(super) fn pack(numbers: impl Iterator<Item = u64> + Clone, width: usize, out: &mut Vec<u8>) {
    match width {
        0 => {}
        3 => {
            numbers.clone().for_each(|number| out.extend_from_slice(&number.to_le_bytes()[..2]));
            out.extend(numbers.map(|number| (number >> 16) as u8));
        }
        _ => numbers.for_each(|number| out.extend_from_slice(&number.to_le_bytes()[..width])),
    }
}

impl Packed {
    /// Steps over `len` numbers.
    pub(super) fn parse(bytes: &mut Bytes<'_>, width: u8, len: usize) -> Result<Self, Damage> {
        let width = usize::from(width);
        if !matches!(width, 0..=4 | 8) {
            return Err(garbled("widths"));
        }
        let start = bytes.at();
        bytes.take(width.checked_mul(len).ok_or_else(|| garbled("lengths"))?)?;
        Ok(Self { width, start, len })
    }

    /// The number at `at`; 0 beyond the end.
    #[inline]
    pub(super) fn get(&self, payload: &[u8], at: usize) -> u64 {
        let byte = |place: usize| payload.get(place).map_or(0, |&byte| u64::from(byte));
        let low = |width: usize| payload.get(self.start + at * width..);
        match self.width {
            0 => 0,
            1 => byte(self.start + at),
            2 => low(2).and_then(<[u8]>::first_chunk).map_or(0, |&b| u16::from_le_bytes(b).into()),
            3 => {
                let half = low(2).and_then(<[u8]>::first_chunk);
                half.map_or(0, |&b| u64::from(u16::from_le_bytes(b)))
                    | byte(self.start + 2 * self.len + at) << 16
            }
            4 => low(4).and_then(<[u8]>::first_chunk).map_or(0, |&b| u32::from_le_bytes(b).into()),
            _ => low(8).and_then(<[u8]>::first_chunk).map_or(0, |&b| u64::from_le_bytes(b)),
        }
    }

    /// Feeds `count` numbers from `from` on to `sink`; false if there are not so many or they are
    /// too wide.
    #[inline]
    pub(super) fn feed(&self, payload: &[u8], from: usize, count: usize, sink: impl Take) -> bool {
        if self.len < count || self.len - count < from || self.width > 4 {
            return false;
        }
        let plane = |start: usize, width: usize| {
            payload.get(start + from * width..).and_then(|rest| rest.get(..count * width))
        };
        let Some(low) = plane(self.start, self.width.min(if self.width == 3 { 2 } else { 4 }))
        else {
            return false;
        };
        match self.width {
            0 => sink.take(std::iter::repeat_n(0, count)),
            1 => sink.take(low.iter().map(|&byte| u32::from(byte))),
            2 => sink.take(low.as_chunks().0.iter().map(|&b| u32::from(u16::from_le_bytes(b)))),
            3 => {
                let Some(high) = plane(self.start + 2 * self.len, 1) else { return false };
                let halves = low.as_chunks().0.iter().map(|&b| u32::from(u16::from_le_bytes(b)));
                sink.take(halves.zip(high).map(|(low, &high)| low | u32::from(high) << 16));
            }
            _ => sink.take(low.as_chunks().0.iter().map(|&b| u32::from_le_bytes(b))),
        }
        true
    }

    /// So many numbers from `from` on that it is a multiple of `step` not below `count`, if there
    /// are as many; otherwise `count`. Rows are short, and a loop over several vectors at a time,
    /// with one over what is left, spends most of its time on the rest: it is quicker to decode
    /// what follows the row too.
    #[inline]
    pub(super) fn padded(&self, from: usize, count: usize, step: usize) -> usize {
        let padded = count.next_multiple_of(step);
        if self.len >= padded && self.len - padded >= from { padded } else { count }
    }
}

#[cfg(test)]
mod tests {
    use super::{Bytes, Packed, Take, pack, width_for};

    struct Collect<'a>(&'a mut Vec<u64>);

    impl Take for Collect<'_> {
        fn take(self, numbers: impl Iterator<Item = u32> + Clone) {
            self.0.extend(numbers.map(u64::from));
        }
    }

    #[test]
    fn every_width_gives_the_numbers_back() {
        for largest in [
            0,
            1,
            255,
            256,
            65_535,
            65_536,
            (1 << 24) - 1,
            1 << 24,
            u32::MAX.into(),
            1 << 32,
            u64::MAX,
        ] {
            let numbers: Vec<u64> =
                (0..9).map(|i| largest / 8 * i.min(7) + largest % 8 * (i / 8)).collect();
            let numbers = [numbers, vec![largest, 0]].concat();
            let width = width_for(*numbers.iter().max().expect("some"));
            let mut out = vec![7];
            pack(numbers.iter().copied(), width, &mut out);
            assert_eq!(out.len(), 1 + width * numbers.len());
            let mut bytes = Bytes::new(&out);
            bytes.take(1).expect("there");
            let packed = Packed::parse(&mut bytes, width as u8, numbers.len()).expect("fits");
            bytes.end().expect("all taken");
            let got: Vec<u64> = (0..numbers.len()).map(|at| packed.get(&out, at)).collect();
            assert_eq!(got, numbers);
            let mut fed = Vec::new();
            assert_eq!(packed.feed(&out, 3, 5, Collect(&mut fed)), width < 8);
            assert!(width == 8 || fed == numbers[3..8]);
            assert!(!packed.feed(&out, 3, numbers.len(), Collect(&mut fed)));
        }
    }
}
