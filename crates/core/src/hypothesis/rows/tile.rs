//! The scores of a sparse instance: as many rows at a time as fit the largest registers (64 in half
//! of those of 512 bits), in loops whose length the compiler knows.
//!
//! Rows are added four features at a time; a table that outgrows the fast caches is asked for some
//! features ahead.

use super::scores::{Wide, add_one};
use crate::prefetch::prefetch_run;

/// Cells from which on a table is taken to outgrow the fast caches (1 MB).
pub(super) const LARGE: usize = 1 << 17;
/// How many features ahead a large table is asked for.
pub(super) const AHEAD: usize = 16;

/// Adds up a tile of the largest size that `$scores` has room for, and says how large it was.
macro_rules! add_largest {
    ($table:expr, $first:expr, $x:expr, $scores:expr, $($size:literal)+) => {
        match $scores.len() {
            $($size.. => {
                $table.add_tile::<$size>($first, $x, $scores);
                $size
            })+
            0 => 0,
        }
    };
}

impl Wide<'_> {
    /// Adds the scores of a sparse instance to `scores`: one pass over it for every 64 rows, or
    /// what is left of them.
    #[inline(always)]
    pub(super) fn add_sparse(&self, x: (&[u32], &[f64]), scores: &mut [f64]) {
        let mut first = if x.0.is_empty() { scores.len() } else { 0 };
        while first < scores.len() {
            let left = &mut scores[first..];
            first +=
                add_largest!(self, first, x, left, 64 56 48 40 32 28 24 20 16 12 8 7 6 5 4 3 2 1);
        }
    }

    /// As many rows as the compiler knows of, from `first` on: their sums can stay in registers,
    /// and nothing is counted.
    #[inline(always)]
    fn add_tile<const N: usize>(
        &self,
        first: usize,
        (indices, values): (&[u32], &[f64]),
        scores: &mut [f64],
    ) {
        let Some(scores) = scores.first_chunk_mut::<N>() else { return };
        let is_large = self.cells.len() >= LARGE;
        let place = |j: u32| j as usize * self.stride + first;
        let ask = |&j: &u32| prefetch_run(self.cells, place(j), N);
        let row = |j: u32| self.cells.get(place(j)..).and_then(<[f64]>::first_chunk::<N>);
        if is_large {
            indices.iter().take(AHEAD).for_each(ask);
        }
        let ((fours, rest), (cells, left)) = (indices.as_chunks::<4>(), values.as_chunks::<4>());
        let mut sums = *scores;
        for (k, (j, &x)) in fours.iter().zip(cells).enumerate() {
            if is_large && let Some(next) = fours.get(k + AHEAD / 4) {
                next.iter().for_each(ask);
            }
            match j.map(row) {
                [Some(a), Some(b), Some(c), Some(d)] => {
                    for r in 0..N {
                        sums[r] += (a[r] * x[0] + b[r] * x[1]) + (c[r] * x[2] + d[r] * x[3]);
                    }
                }
                rows => {
                    for (row, x) in rows.iter().zip(x) {
                        add_one(slice(row), x, &mut sums);
                    }
                }
            }
        }
        for (&j, &x) in rest.iter().zip(left) {
            add_one(slice(&row(j)), x, &mut sums);
        }
        *scores = sums;
    }
}

/// The places of a feature; none beyond the end.
#[inline(always)]
fn slice<'a, const N: usize>(row: &Option<&'a [f64; N]>) -> &'a [f64] {
    row.map_or(&[], |row| row.as_slice())
}
