//! The two loops over a feature-major table `table[j*stride + row]`: scores of all rows, and a step in a few.
//!
//! Scores run along the rows, four features at a time, so that a table of many classes is read as fast as memory gives
//! it; each row is summed in the order of the features whatever the machine's vectors, so results do not depend
//! on it. A table that outgrows the fast caches is asked for some features ahead.

use crate::block::Term;
use crate::prefetch::prefetch_run;
use crate::vector::{Instance, end, run, square};
use pulp::{Arch, Simd, WithSimd};

/// Rows added at a time; from [`PADDED`] rows on there are as many places as leave none over.
const LANES: usize = 4;
/// Fewer rows are not padded: that would cost more memory than it saves work.
const PADDED: usize = 8;
/// From so many rows on a feature fills whole lines of the caches …
const WIDE: usize = 32;
/// … of so many places.
const LINE: usize = 8;
/// Cells from which on a table is taken to outgrow the fast caches (1 MB).
const LARGE: usize = 1 << 17;
/// How many features ahead a large table is asked for.
const AHEAD: usize = 16;

/// How many places a feature needs for `rows` rows.
pub(super) fn places(rows: usize) -> usize {
    match rows {
        0..PADDED => rows,
        PADDED..WIDE => rows.next_multiple_of(LANES),
        _ => rows.next_multiple_of(LINE),
    }
}

/// How many places a table of so many gets for more rows: room for an eighth more, so that many classes one by one cost
/// no more than a few layouts.
pub(super) fn more_places(stride: usize, rows: usize) -> usize {
    places(rows.max(stride + stride / 8))
}

/// A table of `rows` rows with `stride` places a feature; places without a row hold zeros.
#[derive(Clone, Copy, Debug)]
pub(super) struct Table<'a> {
    pub(super) cells: &'a [f64],
    pub(super) stride: usize,
    pub(super) rows: usize,
}

/// What a pass over an instance finds besides its scores.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    /// Sum of squares.
    pub(super) square: f64,
    /// One past the largest coordinate.
    pub(super) end: usize,
}

impl<'a> Table<'a> {
    /// The places that are added up: the rows, padded where there is room.
    fn width(&self) -> usize {
        places(self.rows).min(self.stride)
    }

    /// Appends `sum_j table[j][r] x_j` for every row.
    pub(super) fn push_scores(&self, x: Instance<'_>, scores: &mut Vec<f64>) -> Seen {
        let (start, width) = (scores.len(), self.width());
        scores.resize(start + width, 0.0);
        let table = Wide { cells: self.cells, stride: self.stride, width };
        let seen = Arch::new().dispatch(AddScores { table, x, scores: &mut scores[start..] });
        scores.truncate(start + self.rows);
        seen
    }
}

/// The scores of one instance, compiled for the vectors the machine has.
struct AddScores<'a> {
    table: Wide<'a>,
    x: Instance<'a>,
    scores: &'a mut [f64],
}

impl WithSimd for AddScores<'_> {
    type Output = Seen;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Seen {
        let (table, scores, values) = (self.table, self.scores, self.x.values());
        let end = match self.x {
            Instance::Sparse { indices, .. } => match run(indices) {
                Some(start) => {
                    table.add_dense(simd, start, values, scores);
                    start + values.len()
                }
                None => {
                    table.add_sparse(simd, indices, values, scores);
                    end(indices)
                }
            },
            Instance::Dense(_) => {
                table.add_dense(simd, 0, values, scores);
                values.len()
            }
        };
        Seen { square: square(values), end }
    }
}

/// A table whose first `width` places of each feature are added up.
#[derive(Clone, Copy)]
struct Wide<'a> {
    cells: &'a [f64],
    stride: usize,
    width: usize,
}

impl<'a> Wide<'a> {
    /// The places of a feature; empty beyond the end.
    #[inline(always)]
    fn of(&self, feature: usize) -> &'a [f64] {
        let at = feature * self.stride;
        self.cells.get(at..at + self.width).unwrap_or(&[])
    }

    #[inline(always)]
    fn add_sparse<S: Simd>(&self, simd: S, indices: &[u32], values: &[f64], scores: &mut [f64]) {
        let is_large = self.cells.len() >= LARGE;
        let ask = |&j: &u32| prefetch_run(self.cells, j as usize * self.stride, self.width);
        if is_large {
            indices.iter().take(AHEAD).for_each(ask);
        }
        let ((fours, rest), (cells, left)) = (indices.as_chunks::<4>(), values.as_chunks::<4>());
        for (k, (j, &x)) in fours.iter().zip(cells).enumerate() {
            if is_large && let Some(next) = fours.get(k + AHEAD / 4) {
                next.iter().for_each(ask);
            }
            let rows = j.map(|j| self.of(j as usize));
            if rows.iter().all(|row| row.len() == scores.len()) {
                add_four(simd, rows, x, scores);
            } else {
                rows.into_iter().zip(x).for_each(|(row, x)| add_one(row, x, scores));
            }
        }
        for (&j, &x) in rest.iter().zip(left) {
            add_one(self.of(j as usize), x, scores);
        }
    }

    #[inline(always)]
    fn add_dense<S: Simd>(&self, simd: S, start: usize, values: &[f64], scores: &mut [f64]) {
        let cells = self.cells.get(start * self.stride..).unwrap_or(&[]);
        let mut fours = values.chunks_exact(4);
        let mut done = start;
        for (x, rows) in (&mut fours).zip(cells.chunks_exact(4 * self.stride)) {
            let (ab, cd) = rows.split_at(2 * self.stride);
            let ((a, b), (c, d)) = (ab.split_at(self.stride), cd.split_at(self.stride));
            add_four(simd, [a, b, c, d], [x[0], x[1], x[2], x[3]], scores);
            done += 4;
        }
        for (j, &x) in (start..).zip(values).skip(done - start) {
            add_one(self.of(j), x, scores);
        }
    }
}

/// Four features at once; each has at least as many places as there are scores.
#[inline(always)]
fn add_four<S: Simd>(simd: S, rows: [&[f64]; 4], x: [f64; 4], scores: &mut [f64]) {
    let length = scores.len();
    let [a, b, c, d] = rows.map(|row| S::as_simd_f64s(&row[..length]));
    let (lanes, rest) = S::as_mut_simd_f64s(scores);
    let wide = x.map(|x| simd.splat_f64s(x));
    for ((((s, &a), &b), &c), &d) in lanes.iter_mut().zip(a.0).zip(b.0).zip(c.0).zip(d.0) {
        let ab = simd.add_f64s(simd.mul_f64s(a, wide[0]), simd.mul_f64s(b, wide[1]));
        let cd = simd.add_f64s(simd.mul_f64s(c, wide[2]), simd.mul_f64s(d, wide[3]));
        *s = simd.add_f64s(*s, simd.add_f64s(ab, cd));
    }
    add_rest([a.1, b.1, c.1, d.1], x, rest);
}

/// The same for what is left of the vectors: four places at a time, since vectors may be wider than the padding.
#[inline(always)]
fn add_rest(rows: [&[f64]; 4], x: [f64; 4], scores: &mut [f64]) {
    let of = |[a, b, c, d]: [f64; 4]| (a * x[0] + b * x[1]) + (c * x[2] + d * x[3]);
    let [a, b, c, d] = rows.map(|row| row.as_chunks::<LANES>());
    let (fours, rest) = scores.as_chunks_mut::<LANES>();
    for ((((s, a), b), c), d) in fours.iter_mut().zip(a.0).zip(b.0).zip(c.0).zip(d.0) {
        let sums: [f64; LANES] = std::array::from_fn(|l| of([a[l], b[l], c[l], d[l]]));
        s.iter_mut().zip(sums).for_each(|(s, sum)| *s += sum);
    }
    for ((((s, a), b), c), d) in rest.iter_mut().zip(a.1).zip(b.1).zip(c.1).zip(d.1) {
        *s += of([*a, *b, *c, *d]);
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
            add_pair(table, stride, x, [(a.row, da), (b.row, db)]);
        }
        // A step in many rows is added as a whole row: vectors, and no place to look up.
        _ if terms.len() * 4 >= stride => add_row(table, stride, x, terms, factor),
        _ => x.for_each(|j, x| {
            let row = &mut table[j * stride..(j + 1) * stride];
            for t in terms {
                row[t.row] += t.coef * factor * x;
            }
        }),
    }
}

/// A step in many rows.
fn add_row(table: &mut [f64], stride: usize, x: Instance<'_>, terms: &[Term], factor: f64) {
    let mut coefs = vec![0.0; stride];
    for t in terms {
        coefs[t.row] += t.coef * factor;
    }
    Arch::new().dispatch(AddRow { table, x, coefs: &coefs });
}

/// `table[j] += x_j coefs`, a whole row for each coordinate, compiled for the vectors the machine has.
struct AddRow<'a> {
    table: &'a mut [f64],
    x: Instance<'a>,
    coefs: &'a [f64],
}

impl WithSimd for AddRow<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let AddRow { table, x, coefs } = self;
        let stride = coefs.len();
        let coefs = S::as_simd_f64s(coefs);
        // No closure: it would be compiled for the least vectors.
        match x {
            Instance::Sparse { indices, values } => {
                for (&j, &x) in indices.iter().zip(values) {
                    let at = j as usize * stride;
                    add_wide(simd, &mut table[at..at + stride], coefs, x);
                }
            }
            Instance::Dense(values) => {
                for (row, &x) in table.chunks_exact_mut(stride).zip(values) {
                    add_wide(simd, row, coefs, x);
                }
            }
        }
    }
}

/// `row += x coefs`.
#[inline(always)]
fn add_wide<S: Simd>(simd: S, row: &mut [f64], coefs: (&[S::f64s], &[f64]), x: f64) {
    let (cells, rest) = S::as_mut_simd_f64s(row);
    let wide = simd.splat_f64s(x);
    for (cell, &coef) in cells.iter_mut().zip(coefs.0) {
        *cell = simd.add_f64s(*cell, simd.mul_f64s(coef, wide));
    }
    for (cell, coef) in rest.iter_mut().zip(coefs.1) {
        *cell += coef * x;
    }
}

/// A step in two rows, the usual one of a multiclass round.
fn add_pair(table: &mut [f64], stride: usize, x: Instance<'_>, [a, b]: [(usize, f64); 2]) {
    let dense = match x {
        Instance::Sparse { indices, values } => run(indices).map(|start| (start, values)),
        Instance::Dense(values) => Some((0, values)),
    };
    if let Some((start, values)) = dense {
        for (row, x) in table[start * stride..].chunks_exact_mut(stride).zip(values) {
            row[a.0] += a.1 * x;
            row[b.0] += b.1 * x;
        }
        return;
    }
    x.for_each(|j, x| {
        let at = j * stride;
        table[at + a.0] += a.1 * x;
        table[at + b.0] += b.1 * x;
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table whose cells are all different, zero in the places without a row.
    fn table(features: usize, stride: usize, rows: usize) -> Vec<f64> {
        let cell = |at: usize| if at % stride < rows { 1.0 / (2.0 + at as f64) } else { 0.0 };
        (0..features * stride).map(cell).collect()
    }

    #[test]
    fn scores_agree_with_one_row_at_a_time() {
        let values: Vec<f64> = (0..23).map(|k| 0.3 - k as f64 / 5.0).collect();
        let mixed: Vec<u32> = (0..23).map(|k| k * 7 % 40).collect();
        let rising: Vec<u32> = (3..26).collect();
        // The last one is large enough to be asked for ahead.
        for (features, rows) in [(40, 2), (40, 10), (30, 13), (9, 10), (40, 50), (LARGE / 16, 15)] {
            let cells = table(features, places(rows), rows);
            let table = Table { cells: &cells, stride: places(rows), rows };
            for indices in [&mixed, &rising] {
                let mut scores = vec![7.0];
                let x = Instance::Sparse { indices, values: &values };
                let seen = table.push_scores(x, &mut scores);
                assert_eq!((scores.len(), seen.end), (1 + rows, x.end()));
                for (row, score) in scores[1..].iter().enumerate() {
                    let cell = |j: usize| cells.get(j * places(rows) + row).copied().unwrap_or(0.0);
                    let mut plain = 0.0;
                    x.for_each(|j, x| plain += cell(j) * x);
                    assert!((score - plain).abs() < 1e-12, "{features} features, row {row}");
                }
            }
        }
    }

    #[test]
    fn sums_do_not_depend_on_the_vectors_of_the_machine() {
        let values: Vec<f64> = (0..23).map(|k| 0.3 - f64::from(k) / 7.0).collect();
        let indices: Vec<u32> = (0..23).map(|k| k * 7 % 40).collect();
        for rows in [2, 7, 10, 13, 31, 50] {
            let cells = table(40, places(rows), rows);
            let table = Wide { cells: &cells, stride: places(rows), width: places(rows) };
            let x = Instance::Sparse { indices: &indices, values: &values };
            let sums = |with: &dyn Fn(AddScores<'_>) -> Seen| {
                let mut scores = vec![0.0; places(rows)];
                with(AddScores { table, x, scores: &mut scores });
                scores
            };
            let plain = sums(&|op| pulp::Scalar::new().vectorize(op));
            assert_ne!(plain[..rows], vec![0.0; rows]);
            assert_eq!(sums(&|op| Arch::new().dispatch(op)), plain, "{rows} rows");
            #[cfg(target_arch = "x86_64")]
            if let Some(simd) = pulp::x86::V3::try_new() {
                assert_eq!(sums(&|op| Simd::vectorize(simd, op)), plain, "{rows} rows");
            }
        }
    }

    #[test]
    fn a_step_in_two_rows_leaves_the_others_alone() {
        let values: Vec<f64> = (1..10).map(f64::from).collect();
        let terms = [Term { part: 0, row: 8, coef: 1.0 }, Term { part: 0, row: 1, coef: -1.0 }];
        for indices in [[0, 1, 2, 3, 4, 5, 6, 7, 8], [8, 1, 2, 3, 4, 5, 6, 7, 0]] {
            let mut cells = vec![0.0; 9 * 12];
            let x = Instance::Sparse { indices: &indices, values: &values };
            add_terms(&mut cells, 12, x, &terms, 0.5);
            for (&j, &x) in indices.iter().zip(&values) {
                let row = &cells[j as usize * 12..][..12];
                assert_eq!((row[8], row[1]), (0.5 * x, -0.5 * x));
                assert_eq!(row.iter().filter(|w| **w != 0.0).count(), 2);
            }
        }
    }

    #[test]
    fn a_step_in_many_rows_is_that_in_each() {
        let term = |row: usize| Term { part: 0, row, coef: 0.3 * row as f64 - 1.0 };
        let terms: Vec<Term> = [2, 0, 7, 5].map(term).to_vec();
        let x = Instance::Sparse { indices: &[3, 1], values: &[0.7, -2.0] };
        let (mut whole, mut single) = (vec![0.25; 4 * 12], vec![0.25; 4 * 12]);
        add_terms(&mut whole, 12, x, &terms, 0.5);
        terms.iter().for_each(|t| add_terms(&mut single, 12, x, &[*t], 0.5));
        assert_eq!(whole, single);
        assert_ne!(whole, vec![0.25; 4 * 12]);
    }
}
