//! The scores of all rows: `sum_j table[j][r] x_j`, four features at a time. Here the loops over
//! features that follow each other; for those that do not see [`tile`](super::tile).

use super::{LANES, Seen};
use crate::vector::{Instance, Tailed};
use pulp::{Simd, WithSimd};

/// The scores of one instance, compiled for the vectors the machine has.
pub(super) struct AddScores<'a> {
    pub(super) table: Wide<'a>,
    pub(super) x: Instance<'a>,
    pub(super) scores: &'a mut [f64],
}

impl WithSimd for AddScores<'_> {
    type Output = Seen;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Seen {
        let x = Tailed::of(self.x);
        self.table.add(simd, &x, self.scores);
        Seen { square: x.square(), end: x.end() }
    }
}

/// A table whose first `width` places of each feature are added up.
#[derive(Clone, Copy)]
pub(super) struct Wide<'a> {
    pub(super) cells: &'a [f64],
    pub(super) stride: usize,
    pub(super) width: usize,
}

impl<'a> Wide<'a> {
    /// The places of a feature; empty beyond the end.
    #[inline(always)]
    fn cells(&self, feature: usize) -> &'a [f64] {
        let at = feature * self.stride;
        self.cells.get(at..at + self.width).unwrap_or(&[])
    }

    /// Adds the coordinates before the last few, which are whole blocks of four if there are last
    /// ones, then those; the loops are large, so each is compiled once for both.
    #[inline(always)]
    fn add<S: Simd>(&self, simd: S, x: &Tailed<'_>, scores: &mut [f64]) {
        match x {
            Tailed::Run { start, head, last } => {
                for (start, values) in [(*start, *head), (start + head.len(), last.values())] {
                    self.add_dense(simd, start, values, scores);
                }
            }
            Tailed::List { head, last } => {
                for pairs in [*head, last.pairs()] {
                    self.add_sparse(pairs, scores);
                }
            }
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
            add_one(self.cells(j), x, scores);
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

/// Adds what is left of the vectors: four places at a time, since vectors may be wider than the
/// padding.
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
pub(super) fn add_one(row: &[f64], x: f64, scores: &mut [f64]) {
    for (s, v) in scores.iter_mut().zip(row) {
        *s += v * x;
    }
}

#[cfg(test)]
mod tests {
    use super::super::tile::LARGE;
    use super::super::{Table, places};
    use super::*;
    use pulp::Arch;

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
        // The last two are large enough to be asked for ahead; some have more places than they
        // need, or fewer than a new one.
        for (features, rows, stride) in [
            (40, 2, 2),
            (40, 10, 12),
            (30, 13, 16),
            (9, 10, 20),
            (40, 50, 56),
            (40, 50, 52),
            (9, 50, 52),
            (40, 73, 88),
            (30, 100, 104),
            (LARGE / 16, 15, 16),
            (LARGE / 32, 40, 48),
        ] {
            let cells = table(features, stride, rows);
            let table = Table { cells: &cells, stride, rows };
            for indices in [&mixed, &rising] {
                let mut scores = vec![7.0];
                let x = Instance::Sparse { indices, values: &values };
                let seen = table.push_scores(x, &mut scores);
                assert_eq!((scores.len(), seen.end), (1 + rows, x.end()));
                for (row, score) in scores[1..].iter().enumerate() {
                    let cell = |j: usize| cells.get(j * stride + row).copied().unwrap_or(0.0);
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
        let mixed: Vec<u32> = (0..23).map(|k| k * 7 % 40).collect();
        let rising: Vec<u32> = (3..26).collect();
        let counts = [2, 7, 10, 13, 31, 32, 40, 50, 64, 72, 75, 84, 89, 100, 150];
        for (rows, indices) in counts.iter().flat_map(|&rows| [(rows, &mixed), (rows, &rising)]) {
            let cells = table(40, places(rows), rows);
            let table = Wide { cells: &cells, stride: places(rows), width: places(rows) };
            let x = Instance::Sparse { indices, values: &values };
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
}
