//! The two loops over a feature-major table `table[j*stride + row]`: scores of all rows, and a step in a few.
//!
//! Scores run along the rows, four features at a time, so that a table of many classes is read as fast as memory gives
//! it; each row is summed in the order of the features whatever the machine's vectors, so results do not depend
//! on it.

use crate::block::Term;
use crate::vector::Instance;
use pulp::{Arch, NullaryFnOnce};

/// A table of `rows` rows with `stride` places a feature.
#[derive(Clone, Copy, Debug)]
pub(super) struct Table<'a> {
    pub(super) cells: &'a [f64],
    pub(super) stride: usize,
    pub(super) rows: usize,
}

impl<'a> Table<'a> {
    /// The row of a feature; empty beyond the end.
    #[inline(always)]
    fn of(&self, feature: usize) -> &'a [f64] {
        let at = feature * self.stride;
        self.cells.get(at..at + self.rows).unwrap_or(&[])
    }

    /// `scores[r] += sum_j table[j][r] x_j`.
    pub(super) fn add_scores(&self, x: Instance<'_>, scores: &mut [f64]) {
        Arch::new().dispatch(AddScores { table: *self, x, scores: &mut scores[..self.rows] });
    }

    #[inline(always)]
    fn add_sparse(&self, indices: &[u32], values: &[f64], scores: &mut [f64]) {
        let (mut fours, mut cells) = (indices.chunks_exact(4), values.chunks_exact(4));
        for (j, x) in (&mut fours).zip(&mut cells) {
            let (a, b) = (self.of(j[0] as usize), self.of(j[1] as usize));
            let (c, d) = (self.of(j[2] as usize), self.of(j[3] as usize));
            let least = a.len().min(b.len()).min(c.len()).min(d.len());
            if least == scores.len() {
                add_four([a, b, c, d], [x[0], x[1], x[2], x[3]], scores);
            } else {
                for (row, &x) in [a, b, c, d].into_iter().zip(x) {
                    add_one(row, x, scores);
                }
            }
        }
        for (&j, &x) in fours.remainder().iter().zip(cells.remainder()) {
            add_one(self.of(j as usize), x, scores);
        }
    }

    #[inline(always)]
    fn add_dense(&self, values: &[f64], scores: &mut [f64]) {
        let four = 4 * self.stride;
        let mut cells = values.chunks_exact(4);
        let mut done = 0;
        for (x, rows) in (&mut cells).zip(self.cells.chunks_exact(four)) {
            let (ab, cd) = rows.split_at(2 * self.stride);
            let ((a, b), (c, d)) = (ab.split_at(self.stride), cd.split_at(self.stride));
            add_four([a, b, c, d], [x[0], x[1], x[2], x[3]], scores);
            done += 4;
        }
        for (j, &x) in values.iter().enumerate().skip(done) {
            add_one(self.of(j), x, scores);
        }
    }
}

/// The scores of one instance, compiled for the vectors the machine has.
struct AddScores<'a> {
    table: Table<'a>,
    x: Instance<'a>,
    scores: &'a mut [f64],
}

impl NullaryFnOnce for AddScores<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        match self.x {
            Instance::Sparse { indices, values } => {
                self.table.add_sparse(indices, values, self.scores);
            }
            Instance::Dense(values) => self.table.add_dense(values, self.scores),
        }
    }
}

#[inline(always)]
fn add_four([a, b, c, d]: [&[f64]; 4], x: [f64; 4], scores: &mut [f64]) {
    for ((((s, a), b), c), d) in scores.iter_mut().zip(a).zip(b).zip(c).zip(d) {
        *s += (a * x[0] + b * x[1]) + (c * x[2] + d * x[3]);
    }
}

#[inline(always)]
fn add_one(row: &[f64], x: f64, scores: &mut [f64]) {
    for (s, v) in scores.iter_mut().zip(row) {
        *s += v * x;
    }
}

/// `table[j][row] += factor coef x_j` for every term; the table must reach the end of x.
pub(super) fn add_terms(
    table: &mut [f64],
    stride: usize,
    x: Instance<'_>,
    terms: &[Term],
    factor: f64,
) {
    match terms {
        [t] if stride == 1 => x.add_to(table, t.coef * factor),
        [a, b] => {
            let (da, db) = (a.coef * factor, b.coef * factor);
            x.for_each(|j, x| {
                let row = &mut table[j * stride..(j + 1) * stride];
                row[a.row] += da * x;
                row[b.row] += db * x;
            });
        }
        _ => x.for_each(|j, x| {
            let row = &mut table[j * stride..(j + 1) * stride];
            for t in terms {
                row[t.row] += t.coef * factor * x;
            }
        }),
    }
}
