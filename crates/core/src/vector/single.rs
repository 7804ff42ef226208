//! The loops over one row of weights.
//!
//! Sums run in four lanes (index order within a lane, what is left over in the first), which is
//! both faster and more accurate than one running sum. One loop finds everything about an instance:
//! instances differ in length, so every loop over one ends in a branch that the machine guesses
//! wrong, which costs as much as a dozen coordinates.

use super::list::List;
use super::tail::Tailed;
use super::{Instance, Probe, consecutive, run};

/// Inner product with weights and square, in one pass: listed coordinates by the vectors of the
/// machine.
pub(super) fn look_at_weights(w: &[f64], x: Instance<'_>) -> Probe {
    match x {
        Instance::Sparse { indices, values } if run(indices).is_none() => {
            List { indices, values, tail: None }.look(w)
        }
        Instance::Tailed { indices: Some(indices), values, tail }
            if consecutive(indices, Some(tail.coordinate)).is_none() =>
        {
            List { indices, values, tail: Some(tail) }.look(w)
        }
        _ => look(w, |w| *w, x),
    }
}

/// Inner product with the weights of these cells and square, in one pass.
#[inline(never)]
pub(crate) fn look<C>(cells: &[C], weight: impl Fn(&C) -> f64, x: Instance<'_>) -> Probe {
    match x {
        Instance::Sparse { indices, values } => match run(indices) {
            Some(start) => look_dense(cells.get(start..).unwrap_or(&[]), weight, values),
            None => look_sparse(indices, values, |j, _| cells.get(j).map(&weight)),
        },
        Instance::Dense(values) => look_dense(cells, weight, values),
        Instance::Tailed { indices, values, tail } => {
            look_with_tail(cells, weight, &Tailed::new(indices, values, tail))
        }
    }
}

#[inline(always)]
fn look_with_tail<C>(cells: &[C], weight: impl Fn(&C) -> f64, x: &Tailed<'_>) -> Probe {
    let Tailed::Run { start, head, last } = x else {
        return look_tailed(x, |j, _| cells.get(j).map(&weight));
    };
    let mut lanes = Lanes::default();
    lanes.add_dense(cells.get(*start..).unwrap_or(&[]), &weight, head);
    lanes.add_dense(cells.get(start + head.len()..).unwrap_or(&[]), &weight, last.values());
    lanes.probe()
}

/// `w += d x`.
#[inline(never)]
pub(super) fn add(w: &mut [f64], x: Instance<'_>, d: f64) {
    match x {
        Instance::Sparse { indices, values } => match run(indices) {
            Some(start) => add_dense(&mut w[start..], values, d),
            None => add_sparse(w, indices, values, d),
        },
        Instance::Dense(values) => add_dense(w, values, d),
        Instance::Tailed { indices, values, tail } => {
            match indices {
                Some(indices) => add(w, Instance::Sparse { indices, values }, d),
                None => add_dense(w, values, d),
            }
            w[tail.coordinate as usize] += d * tail.value;
        }
    }
}

#[inline(always)]
pub(super) fn fold(lanes: [f64; 4]) -> f64 {
    (lanes[0] + lanes[1]) + (lanes[2] + lanes[3])
}

/// Sum of squares.
#[inline(always)]
pub(crate) fn square(values: &[f64]) -> f64 {
    square_of([values])
}

/// Sum of squares over some stretches: whole blocks of four, then what is left.
#[inline(always)]
pub(super) fn square_of<const N: usize>(stretches: [&[f64]; N]) -> f64 {
    let mut lanes = [0.0; 4];
    stretches.iter().for_each(|values| add_squares(&mut lanes, values));
    fold(lanes)
}

#[inline(always)]
fn add_squares(lanes: &mut [f64; 4], values: &[f64]) {
    let (fours, rest) = values.as_chunks::<4>();
    for x in fours {
        for k in 0..4 {
            lanes[k] += x[k] * x[k];
        }
    }
    rest.iter().for_each(|x| lanes[0] += x * x);
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
    weight: impl FnMut(usize, f64) -> Option<f64>,
) -> Probe {
    let mut lanes = Lanes::default();
    lanes.add_sparse(indices, values, weight);
    lanes.probe()
}

/// The pass over an instance with a tail, coordinate by coordinate as over a sparse one.
#[inline(always)]
pub(crate) fn look_tailed(
    x: &Tailed<'_>,
    mut weight: impl FnMut(usize, f64) -> Option<f64>,
) -> Probe {
    let mut lanes = Lanes::default();
    match x {
        Tailed::List { head: (indices, values), last } => {
            lanes.add_sparse(indices, values, &mut weight);
            lanes.add_sparse(last.pairs().0, last.pairs().1, &mut weight);
        }
        Tailed::Run { start, head, last } => {
            lanes.add_run(*start, head, &mut weight);
            lanes.add_run(start + head.len(), last.values(), &mut weight);
        }
    }
    lanes.probe()
}

/// The sums of a pass, which may go on over several stretches: all but the last are whole blocks of
/// four.
#[derive(Default)]
pub(super) struct Lanes {
    pub(super) dot: [f64; 4],
    pub(super) square: [f64; 4],
    pub(super) beyond: bool,
}

impl Lanes {
    #[inline(always)]
    pub(super) fn add_sparse(
        &mut self,
        indices: &[u32],
        values: &[f64],
        mut weight: impl FnMut(usize, f64) -> Option<f64>,
    ) {
        let ((fours, rest), (cells, left)) = (indices.as_chunks::<4>(), values.as_chunks::<4>());
        for (j, x) in fours.iter().zip(cells) {
            for k in 0..4 {
                self.add(k, weight(j[k] as usize, x[k]), x[k]);
            }
        }
        for (&j, &x) in rest.iter().zip(left) {
            self.add(0, weight(j as usize, x), x);
        }
    }

    /// As [`Lanes::add_sparse`] over coordinates that follow each other.
    #[inline(always)]
    fn add_run(
        &mut self,
        start: usize,
        values: &[f64],
        mut weight: impl FnMut(usize, f64) -> Option<f64>,
    ) {
        let (fours, rest) = values.as_chunks::<4>();
        for (j, x) in (start..).step_by(4).zip(fours) {
            for (k, &x) in x.iter().enumerate() {
                self.add(k, weight(j + k, x), x);
            }
        }
        for (j, &x) in (start + 4 * fours.len()..).zip(rest) {
            self.add(0, weight(j, x), x);
        }
    }

    #[inline(always)]
    pub(super) fn add(&mut self, lane: usize, weight: Option<f64>, x: f64) {
        match weight {
            Some(w) => self.dot[lane] += w * x,
            None => self.beyond = true,
        }
        self.square[lane] += x * x;
    }

    #[inline(always)]
    fn add_dense<C>(&mut self, cells: &[C], weight: impl Fn(&C) -> f64, values: &[f64]) {
        let common = cells.len().min(values.len());
        let (fours, rest) = cells[..common].as_chunks::<4>();
        let (numbers, left) = values[..common].as_chunks::<4>();
        for (cells, x) in fours.iter().zip(numbers) {
            for k in 0..4 {
                self.dot[k] += weight(&cells[k]) * x[k];
                self.square[k] += x[k] * x[k];
            }
        }
        for (cell, x) in rest.iter().zip(left) {
            self.dot[0] += weight(cell) * x;
            self.square[0] += x * x;
        }
        values[common..].iter().for_each(|x| self.square[0] += x * x);
        self.beyond |= common < values.len();
    }

    #[inline(always)]
    pub(super) fn probe(self) -> Probe {
        let Lanes { dot, square, beyond } = self;
        Probe { dot: fold(dot), square: fold(square), alone: None, beyond }
    }
}

#[inline(always)]
fn look_dense<C>(cells: &[C], weight: impl Fn(&C) -> f64, values: &[f64]) -> Probe {
    let mut lanes = Lanes::default();
    lanes.add_dense(cells, weight, values);
    lanes.probe()
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
