//! The scores of several dense instances at once: every stretch of the table is read once for all of
//! them, and their sums stay in registers. Each sum is that of one instance alone, bit for bit.

use super::LANES;
use super::scores::Wide;
use crate::vector::Tailed;
use pulp::{Simd, WithSimd};

/// So many instances are scored together.
pub(in crate::hypothesis) const TOGETHER: usize = 4;

/// Instances and where their scores go.
pub(super) struct AddTogether<'a> {
    pub(super) table: Wide<'a>,
    pub(super) xs: [Tailed<'a>; TOGETHER],
    pub(super) scores: [&'a mut [f64]; TOGETHER],
}

impl WithSimd for AddTogether<'_> {
    type Output = bool;

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> bool {
        let AddTogether { table, xs, mut scores } = self;
        let Some((start, heads)) = heads(&xs, &table) else { return false };
        let fours = heads[0].len() / 4;
        for place in (0..table.width).step_by(LANES) {
            let mut sums = [[0.0; LANES]; TOGETHER];
            for four in 0..fours {
                let rows = [0, 1, 2, 3].map(|k| {
                    let at = (start + 4 * four + k) * table.stride + place;
                    lanes(&table.cells[at..])
                });
                for (sum, head) in sums.iter_mut().zip(heads) {
                    add(sum, rows, lanes(&head[4 * four..]));
                }
            }
            for (scores, sum) in scores.iter_mut().zip(sums) {
                scores[place..place + LANES].copy_from_slice(&sum);
            }
        }
        for ((x, head), scores) in xs.iter().zip(heads).zip(scores) {
            table.add_dense(simd, start + 4 * fours, &head[4 * fours..], scores);
            if let Tailed::Run { last, .. } = x {
                table.add_dense(simd, start + head.len(), last.values(), scores);
            }
        }
        true
    }
}

/// Where the instances begin and their values, if they have the same coordinates, the table knows
/// them all, and its places come in whole vectors.
#[inline(always)]
fn heads<'a>(
    xs: &[Tailed<'a>; TOGETHER],
    table: &Wide<'_>,
) -> Option<(usize, [&'a [f64]; TOGETHER])> {
    let Tailed::Run { start, head: first, .. } = xs[0] else { return None };
    let mut heads = [first; TOGETHER];
    for (x, place) in xs.iter().zip(&mut heads) {
        match x {
            Tailed::Run { start: other, head, .. }
                if *other == start && head.len() == first.len() =>
            {
                *place = head;
            }
            _ => return None,
        }
    }
    let known = (start + first.len()) * table.stride <= table.cells.len();
    (known && table.width.is_multiple_of(LANES)).then_some((start, heads))
}

#[inline(always)]
fn lanes(values: &[f64]) -> &[f64; LANES] {
    values.first_chunk().unwrap_or(&[0.0; LANES])
}

/// Four features, as [`scores`](super::scores) adds them.
#[inline(always)]
fn add(sum: &mut [f64; LANES], [a, b, c, d]: [&[f64; LANES]; 4], x: &[f64; 4]) {
    for l in 0..LANES {
        sum[l] += (a[l] * x[0] + b[l] * x[1]) + (c[l] * x[2] + d[l] * x[3]);
    }
}

#[cfg(test)]
mod tests {
    use crate::hypothesis::rows::Table;
    use crate::vector::{Instance, Tail};

    #[test]
    fn scores_are_those_of_one_instance_after_the_other() {
        for (rows, features) in [(10, 23), (8, 784), (40, 9), (12, 4), (9, 3)] {
            let stride = super::super::places(rows);
            let table: Vec<f64> =
                (0..(features + 1) * stride).map(|i| ((i * 37 % 101) as f64) / 9.0 - 5.0).collect();
            let table = Table { cells: &table, stride, rows };
            let values: Vec<Vec<f64>> = (0..4)
                .map(|t| {
                    (0..features).map(|j| ((j * 13 + t * 7) % 11) as f64 / 3.0 - 1.0).collect()
                })
                .collect();
            let tail = Tail { coordinate: features as u32, value: 0.3, counted: true };
            let dense: Vec<Instance<'_>> = values.iter().map(|x| Instance::Dense(x)).collect();
            let tailed: Vec<Instance<'_>> =
                dense.iter().filter_map(|x| x.with_tail(&tail)).collect();
            for xs in [dense, tailed] {
                let mut several: Vec<Vec<f64>> = vec![Vec::new(); 4];
                let found = table.score_together(&xs, several.iter_mut());
                assert_eq!(found, rows >= 8, "{rows} rows");
                for (x, scores) in xs.iter().zip(&several).filter(|_| found) {
                    let mut alone = Vec::new();
                    table.push_scores(*x, &mut alone);
                    assert_eq!(&alone, scores, "{rows} rows, {features} features");
                }
            }
        }
    }
}
