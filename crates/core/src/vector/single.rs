//! The loops over one row of weights.
//!
//! Sums run in four lanes (index order within a lane, what is left over in the first), which is both faster and more
//! accurate than one running sum. One loop finds everything about an instance: instances differ in length, so every
//! loop over one ends in a branch that the machine guesses wrong, which costs as much as a dozen coordinates.

use super::{Instance, Probe, run};

/// Inner product and square, in one pass.
#[inline]
pub(super) fn look(w: &[f64], x: Instance<'_>) -> Probe {
    match x {
        Instance::Sparse { indices, values } => match run(indices) {
            Some(start) => look_dense(w.get(start..).unwrap_or(&[]), values),
            None => look_sparse(w, indices, values),
        },
        Instance::Dense(values) => look_dense(w, values),
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

/// Coordinates beyond the weights count as zero. While features are still being discovered nearly every row has a new
/// one, so that case shares the loop.
#[inline(always)]
fn look_sparse(w: &[f64], indices: &[u32], values: &[f64]) -> Probe {
    let (mut dot, mut square, mut beyond) = ([0.0; 4], [0.0; 4], false);
    let ((fours, rest), (cells, left)) = (indices.as_chunks::<4>(), values.as_chunks::<4>());
    for (j, x) in fours.iter().zip(cells) {
        for k in 0..4 {
            match w.get(j[k] as usize) {
                Some(w) => dot[k] += w * x[k],
                None => beyond = true,
            }
            square[k] += x[k] * x[k];
        }
    }
    for (&j, &x) in rest.iter().zip(left) {
        match w.get(j as usize) {
            Some(w) => dot[0] += w * x,
            None => beyond = true,
        }
        square[0] += x * x;
    }
    Probe { dot: fold(dot), square: fold(square), beyond }
}

#[inline(always)]
fn look_dense(w: &[f64], values: &[f64]) -> Probe {
    let common = w.len().min(values.len());
    let (mut dot, mut square) = ([0.0; 4], [0.0; 4]);
    let (fours, rest) = w[..common].as_chunks::<4>();
    let (cells, left) = values[..common].as_chunks::<4>();
    for (w, x) in fours.iter().zip(cells) {
        for k in 0..4 {
            dot[k] += w[k] * x[k];
            square[k] += x[k] * x[k];
        }
    }
    for (w, x) in rest.iter().zip(left) {
        dot[0] += w * x;
        square[0] += x * x;
    }
    values[common..].iter().for_each(|x| square[0] += x * x);
    Probe { dot: fold(dot), square: fold(square), beyond: common < values.len() }
}

#[inline(always)]
fn add_sparse(w: &mut [f64], indices: &[u32], values: &[f64], d: f64) {
    for (&j, &x) in indices.iter().zip(values) {
        w[j as usize] += d * x;
    }
}

#[inline(always)]
fn add_dense(w: &mut [f64], values: &[f64], d: f64) {
    for (w, &x) in w.iter_mut().zip(values) {
        *w += d * x;
    }
}
