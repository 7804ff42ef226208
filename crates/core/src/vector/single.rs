//! The loops over one row of weights.
//!
//! Sums run in four lanes (index order within a lane, what is left over in the first), which is
//! both faster and more accurate than one running sum. One loop finds everything about an instance:
//! instances differ in length, so every loop over one ends in a branch that the machine guesses
//! wrong, which costs as much as a dozen coordinates.

use super::{Instance, Probe, run};

/// Inner product with the weights of these cells and square, in one pass.
#[inline]
pub(crate) fn look<C>(cells: &[C], weight: impl Fn(&C) -> f64, x: Instance<'_>) -> Probe {
    match x {
        Instance::Sparse { indices, values } => match run(indices) {
            Some(start) => look_dense(cells.get(start..).unwrap_or(&[]), weight, values),
            None => look_sparse(indices, values, |j, _| cells.get(j).map(&weight)),
        },
        Instance::Dense(values) => look_dense(cells, weight, values),
    }
}

/// `w += d x`.
#[inline]
pub(super) fn add(w: &mut [f64], x: Instance<'_>, d: f64) {
    match x {
        Instance::Sparse { indices, values } => match run(indices) {
            Some(start) => add_dense(&mut w[start..], values, d),
            None => add_sparse(w, indices, values, d),
        },
        Instance::Dense(values) => add_dense(w, values, d),
    }
}

#[inline(always)]
fn fold(lanes: [f64; 4]) -> f64 {
    (lanes[0] + lanes[1]) + (lanes[2] + lanes[3])
}

/// Sum of squares.
#[inline(always)]
pub(crate) fn square(values: &[f64]) -> f64 {
    let mut lanes = [0.0; 4];
    let (fours, rest) = values.as_chunks::<4>();
    for x in fours {
        for k in 0..4 {
            lanes[k] += x[k] * x[k];
        }
    }
    rest.iter().for_each(|x| lanes[0] += x * x);
    fold(lanes)
}

/// One past the largest index.
#[inline(always)]
pub(crate) fn end(indices: &[u32]) -> usize {
    // A plain largest runs in vectors; an `Option` in every step would not.
    let largest = indices.iter().fold(0, |m, &i| i.max(m)) as usize;
    if indices.is_empty() { 0 } else { largest + 1 }
}

/// The pass over a sparse instance: `weight(j, x_j)` is asked for each coordinate; one beyond the
/// weights has none and counts as zero. While features are still being discovered nearly every row
/// has a new one, so that case shares the loop.
#[inline(always)]
pub(crate) fn look_sparse(
    indices: &[u32],
    values: &[f64],
    mut weight: impl FnMut(usize, f64) -> Option<f64>,
) -> Probe {
    let (mut dot, mut square, mut beyond) = ([0.0; 4], [0.0; 4], false);
    let ((fours, rest), (cells, left)) = (indices.as_chunks::<4>(), values.as_chunks::<4>());
    for (j, x) in fours.iter().zip(cells) {
        for k in 0..4 {
            match weight(j[k] as usize, x[k]) {
                Some(w) => dot[k] += w * x[k],
                None => beyond = true,
            }
            square[k] += x[k] * x[k];
        }
    }
    for (&j, &x) in rest.iter().zip(left) {
        match weight(j as usize, x) {
            Some(w) => dot[0] += w * x,
            None => beyond = true,
        }
        square[0] += x * x;
    }
    Probe { dot: fold(dot), square: fold(square), beyond }
}

#[inline(always)]
fn look_dense<C>(cells: &[C], weight: impl Fn(&C) -> f64, values: &[f64]) -> Probe {
    let common = cells.len().min(values.len());
    let (mut dot, mut square) = ([0.0; 4], [0.0; 4]);
    let (fours, rest) = cells[..common].as_chunks::<4>();
    let (numbers, left) = values[..common].as_chunks::<4>();
    for (cells, x) in fours.iter().zip(numbers) {
        for k in 0..4 {
            dot[k] += weight(&cells[k]) * x[k];
            square[k] += x[k] * x[k];
        }
    }
    for (cell, x) in rest.iter().zip(left) {
        dot[0] += weight(cell) * x;
        square[0] += x * x;
    }
    values[common..].iter().for_each(|x| square[0] += x * x);
    Probe { dot: fold(dot), square: fold(square), beyond: common < values.len() }
}

#[inline(always)]
fn add_sparse(w: &mut [f64], indices: &[u32], values: &[f64], d: f64) {
    let ((fours, rest), (cells, left)) = (indices.as_chunks::<4>(), values.as_chunks::<4>());
    for (j, x) in fours.iter().zip(cells) {
        for k in 0..4 {
            w[j[k] as usize] += d * x[k];
        }
    }
    for (&j, &x) in rest.iter().zip(left) {
        w[j as usize] += d * x;
    }
}

#[inline(always)]
fn add_dense(w: &mut [f64], values: &[f64], d: f64) {
    for (w, &x) in w.iter_mut().zip(values) {
        *w += d * x;
    }
}
