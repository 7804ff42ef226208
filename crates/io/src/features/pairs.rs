//! Slots and values of a row in any order, brought into the one order that rows have.

use super::draft::in_order;
use crate::error::{ErrorKind, Fault};
use crate::row::Row;

/// The pairs of a row; the buffers are reused from row to row.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pairs {
    pub(crate) list: Vec<(u32, f64)>,
    /// Slots and places in `list`, to be sorted.
    order: Vec<u64>,
}

impl Pairs {
    /// Sorts them, sums what is repeated, drops zeros, and appends the rest to the row.
    pub(crate) fn append_to(&mut self, row: &mut Row) -> Result<(), Fault> {
        if self.append_distinct(row) { Ok(()) } else { self.append_sums(row) }
    }

    /// The usual case, that nothing is repeated; false, with the row as it was, if that is not so.
    fn append_distinct(&mut self, row: &mut Row) -> bool {
        let Ok(len) = u32::try_from(self.list.len()) else { return false };
        self.order.clear();
        let place = |(at, pair): (u32, &(u32, f64))| u64::from(pair.0) << 32 | u64::from(at);
        self.order.extend((0..len).zip(&self.list).map(place));
        self.order.sort_unstable();
        if self.order.windows(2).any(|pair| pair[0] >> 32 == pair[1] >> 32) {
            return false;
        }
        row.indices.extend(self.order.iter().map(|place| (place >> 32) as u32));
        let value = |place: &u64| self.list.get(*place as u32 as usize).map_or(0.0, |pair| pair.1);
        row.values.extend(self.order.iter().map(value));
        true
    }

    /// Appends features of value 1 by their slots, which come in any order; false, with the row as
    /// it was, if one is repeated.
    pub(crate) fn append_ones(slots: &mut [u32], row: &mut Row) -> bool {
        slots.sort_unstable();
        if slots.windows(2).any(|pair| pair[0] == pair[1]) {
            return false;
        }
        row.indices.extend_from_slice(slots);
        row.values.resize(row.values.len() + slots.len(), 1.0);
        true
    }

    fn append_sums(&mut self, row: &mut Row) -> Result<(), Fault> {
        self.list.sort_unstable_by(in_order);
        self.list.dedup_by(|later, kept| {
            let same = later.0 == kept.0;
            kept.1 += if same { later.1 } else { 0.0 };
            same
        });
        for &(key, value) in self.list.iter().filter(|pair| pair.1 != 0.0) {
            if !value.is_finite() {
                let reason = "a repeated feature sums to a value that is not a finite number";
                return Err(ErrorKind::Parse(reason.into()).into());
            }
            row.indices.push(key);
            row.values.push(value);
        }
        Ok(())
    }
}
