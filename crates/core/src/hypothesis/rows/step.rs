//! A step in a few rows, or in many.

use crate::round::Term;
use crate::vector::{Instance, run};
use pulp::{Arch, Simd, WithSimd};

/// `table[j][row] += factor coef x_j` for every term; the table must reach the end of x.
#[inline(always)]
pub(in crate::hypothesis) fn add_terms(
    table: &mut [f64],
    stride: usize,
    x: Instance<'_>,
    terms: &[Term],
    factor: f64,
) {
    match terms {
        [t] if stride == 1 => x.add_to(table, t.coef * factor),
        _ => add_to_rows(table, stride, x, terms, factor),
    }
}

/// A step in a table of several rows.
#[inline(never)]
fn add_to_rows(table: &mut [f64], stride: usize, x: Instance<'_>, terms: &[Term], factor: f64) {
    match terms {
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

/// `table[j] += x_j coefs`, a whole row for each coordinate, compiled for the vectors the machine
/// has.
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
            Instance::Tailed { indices, values, tail } => {
                for (k, &x) in values.iter().enumerate() {
                    let at = indices.map_or(k, |indices| indices[k] as usize) * stride;
                    add_wide(simd, &mut table[at..at + stride], coefs, x);
                }
                let at = tail.coordinate as usize * stride;
                add_wide(simd, &mut table[at..at + stride], coefs, tail.value);
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
        Instance::Tailed { .. } => None,
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
