//! A table that begins where a line of the caches does.
//!
//! A feature of many rows is then as many lines as its places fill and never one more: with 56
//! places 7 lines, of which 8 would be touched from anywhere else. A few unused cells lead to the
//! first one that is aligned. Most allocators put large vectors at the same place of a line
//! wherever they move to, so these cells are rarely others after it grew.

use crate::prefetch::LINE;
use std::ops::{Deref, DerefMut};

/// How many cells are in a line.
pub(super) const CELLS: usize = LINE / size_of::<f64>();

/// Cells that can be added to; new ones are zero.
#[derive(Debug, Default)]
pub(crate) struct Aligned {
    all: Vec<f64>,
    /// How many of all are not used.
    lead: usize,
}

impl Aligned {
    /// Makes it so long.
    pub(crate) fn resize(&mut self, length: usize) {
        let held = self.len().min(length);
        self.all.truncate(self.lead + held);
        // From here on nothing moves: there is room for any lead.
        self.all.reserve(CELLS + length - held);
        let lead = self.all.as_ptr().align_offset(LINE).min(CELLS);
        if lead != self.lead {
            self.all.resize(lead.max(self.lead) + held, 0.0);
            self.all.copy_within(self.lead..self.lead + held, lead);
            self.all.truncate(lead + held);
            self.lead = lead;
        }
        self.all.resize(lead + length, 0.0);
    }
}

impl From<Vec<f64>> for Aligned {
    fn from(mut all: Vec<f64>) -> Self {
        let length = all.len();
        all.reserve_exact(CELLS);
        let mut aligned = Aligned { all, lead: 0 };
        aligned.resize(length);
        aligned
    }
}

impl Clone for Aligned {
    fn clone(&self) -> Self {
        let mut all = Vec::with_capacity(self.len() + CELLS);
        all.extend_from_slice(self);
        Aligned::from(all)
    }
}

impl Deref for Aligned {
    type Target = [f64];

    #[inline(always)]
    fn deref(&self) -> &[f64] {
        self.all.get(self.lead..).unwrap_or_default()
    }
}

impl DerefMut for Aligned {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [f64] {
        self.all.get_mut(self.lead..).unwrap_or_default()
    }
}

impl PartialEq for Aligned {
    fn eq(&self, other: &Aligned) -> bool {
        **self == **other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_stay_what_they_were_and_on_a_line_however_the_table_grows() {
        let mut cells = Aligned::default();
        assert!(cells.is_empty());
        let mut others: Vec<Vec<f64>> = Vec::new();
        for length in [1, 2, 5, 9, 70, 71, 1000, 100_000, 300_000] {
            let held = cells.len();
            cells.resize(length);
            // What is allocated in between moves the next place.
            others.push(vec![0.0; length % 7 + 1]);
            assert_eq!((cells.len(), cells.as_ptr().align_offset(LINE)), (length, 0));
            assert!(cells[..held].iter().enumerate().all(|(at, &cell)| cell == 1.0 + at as f64));
            assert!(cells[held..].iter().all(|&cell| cell == 0.0));
            (0..).zip(cells.iter_mut()).for_each(|(at, cell)| *cell = 1.0 + f64::from(at));
        }
        let aligned = |cells: &Aligned| cells.as_ptr().align_offset(LINE) == 0;
        assert!(aligned(&cells.clone()) && cells.clone() == cells);
        let taken = Aligned::from(cells.to_vec());
        assert!(aligned(&taken) && taken == cells);
        cells.resize(70);
        assert!(aligned(&cells) && *cells == taken[..70]);
        cells.resize(80);
        assert!(cells[70..] == [0.0; 10] && aligned(&cells));
    }

    #[test]
    fn cells_move_when_their_place_in_a_line_does() {
        for (lead, length) in (0..=CELLS).flat_map(|lead| [(lead, 6), (lead, 3), (lead, 2)]) {
            let mut all = vec![9.0; lead];
            all.extend([1.0, 2.0, 3.0]);
            let mut cells = Aligned { all, lead };
            cells.resize(length);
            assert_eq!(*cells, [1.0, 2.0, 3.0, 0.0, 0.0, 0.0][..length]);
            assert_eq!(cells.as_ptr().align_offset(LINE), 0);
        }
    }
}
