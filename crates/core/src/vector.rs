//! Instances and every loop over their coordinates that belongs to no geometry.
//!
//! An [`Instance`] borrows its numbers; the sparse/dense choice is made once per call, never once per
//! coordinate. Sums run in four lanes (index order within a lane), which is both faster and more
//! accurate than one running sum.

use crate::error::{Error, Result};

/// The input of one example: coordinates and their values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Instance<'a> {
    /// `values[i]` at coordinate `indices[i]`; indices are distinct, everything else is zero.
    Sparse {
        /// Coordinates, each at most once.
        indices: &'a [u32],
        /// One value a coordinate.
        values: &'a [f64],
    },
    /// `values[j]` at coordinate `j`.
    Dense(&'a [f64]),
}

impl<'a> Instance<'a> {
    /// A sparse instance; the two slices must have the same length.
    ///
    /// ```
    /// use noregret_core::Instance;
    /// let x = Instance::sparse(&[2, 5], &[1.0, -1.0])?;
    /// assert_eq!(x.dot(&[0.0, 0.0, 3.0, 0.0, 0.0, 1.0]), 2.0);
    /// # Ok::<(), noregret_core::Error>(())
    /// ```
    pub fn sparse(indices: &'a [u32], values: &'a [f64]) -> Result<Self> {
        if indices.len() != values.len() {
            return Err(Error::Shape(format!(
                "{} indices but {} values",
                indices.len(),
                values.len()
            )));
        }
        Ok(Instance::Sparse { indices, values })
    }

    /// How many coordinates are stored.
    pub fn stored(self) -> usize {
        self.values().len()
    }

    /// The stored values, in order.
    pub fn values(self) -> &'a [f64] {
        match self {
            Instance::Sparse { values, .. } => values,
            Instance::Dense(values) => values,
        }
    }

    /// One past the largest coordinate.
    pub fn end(self) -> usize {
        match self {
            Instance::Sparse { indices, .. } => {
                indices.iter().copied().max().map_or(0, |i| i as usize + 1)
            }
            Instance::Dense(values) => values.len(),
        }
    }

    /// Calls `f(coordinate, value)` for each stored coordinate.
    #[inline]
    pub fn for_each(self, mut f: impl FnMut(usize, f64)) {
        match self {
            Instance::Sparse { indices, values } => {
                for (&i, &x) in indices.iter().zip(values) {
                    f(i as usize, x);
                }
            }
            Instance::Dense(values) => {
                for (j, &x) in values.iter().enumerate() {
                    f(j, x);
                }
            }
        }
    }

    /// Sum of squares.
    pub fn square(self) -> f64 {
        let mut lanes = [0.0; 4];
        let chunks = self.values().chunks_exact(4);
        let rest: f64 = chunks.remainder().iter().map(|x| x * x).sum();
        for x in chunks {
            for k in 0..4 {
                lanes[k] += x[k] * x[k];
            }
        }
        fold(lanes) + rest
    }

    /// Largest absolute value, 0 when empty.
    pub fn max_abs(self) -> f64 {
        self.values().iter().fold(0.0, |m, x| x.abs().max(m))
    }

    /// The l_p norm, scaled by the largest entry so that no power overflows.
    pub fn p_norm(self, p: f64) -> f64 {
        let m = self.max_abs();
        if m == 0.0 || !m.is_finite() {
            return m;
        }
        m * self.values().iter().map(|x| (x.abs() / m).powf(p)).sum::<f64>().powf(1.0 / p)
    }

    /// Inner product with a weight vector; coordinates beyond its end count as zero.
    pub fn dot(self, w: &[f64]) -> f64 {
        self.probe(w).dot
    }

    /// Inner product with `w` and sum of squares, in one pass.
    #[inline]
    pub fn probe(self, w: &[f64]) -> Probe {
        match self {
            Instance::Sparse { indices, values } => sparse_probe(w, indices, values),
            Instance::Dense(values) => dense_probe(w, values),
        }
    }

    /// `w += d x`; `w` must reach [`Instance::end`].
    #[inline]
    pub fn add_to(self, w: &mut [f64], d: f64) {
        match self {
            Instance::Sparse { indices, values } => {
                for (&i, &x) in indices.iter().zip(values) {
                    w[i as usize] += d * x;
                }
            }
            Instance::Dense(values) => {
                for (w, &x) in w.iter_mut().zip(values) {
                    *w += d * x;
                }
            }
        }
    }
}

/// What one pass over an instance and a weight vector finds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Probe {
    /// Inner product.
    pub dot: f64,
    /// Sum of squares of the instance.
    pub square: f64,
    /// Whether some coordinate lies beyond the end of the weights.
    pub beyond: bool,
}

#[inline]
fn fold(lanes: [f64; 4]) -> f64 {
    (lanes[0] + lanes[1]) + (lanes[2] + lanes[3])
}

/// Four lanes; coordinates never seen have no weight. While features are still being discovered nearly every
/// row has a new one, so that case shares the loop.
#[inline]
fn sparse_probe(w: &[f64], indices: &[u32], values: &[f64]) -> Probe {
    let (mut dot, mut square, mut beyond) = ([0.0; 4], [0.0; 4], false);
    let mut rows = indices.chunks_exact(4);
    let mut cells = values.chunks_exact(4);
    for (i, x) in (&mut rows).zip(&mut cells) {
        for k in 0..4 {
            match w.get(i[k] as usize) {
                Some(w) => dot[k] += w * x[k],
                None => beyond = true,
            }
            square[k] += x[k] * x[k];
        }
    }
    for (&i, &x) in rows.remainder().iter().zip(cells.remainder()) {
        match w.get(i as usize) {
            Some(w) => dot[0] += w * x,
            None => beyond = true,
        }
        square[0] += x * x;
    }
    Probe { dot: fold(dot), square: fold(square), beyond }
}

#[inline]
fn dense_probe(w: &[f64], values: &[f64]) -> Probe {
    let common = w.len().min(values.len());
    let (mut dot, mut square) = ([0.0; 4], [0.0; 4]);
    let mut weights = w[..common].chunks_exact(4);
    let mut cells = values[..common].chunks_exact(4);
    for (w, x) in (&mut weights).zip(&mut cells) {
        for k in 0..4 {
            dot[k] += w[k] * x[k];
            square[k] += x[k] * x[k];
        }
    }
    for (&w, &x) in weights.remainder().iter().zip(cells.remainder()) {
        dot[0] += w * x;
        square[0] += x * x;
    }
    let rest: f64 = values[common..].iter().map(|x| x * x).sum();
    Probe { dot: fold(dot), square: fold(square) + rest, beyond: common < values.len() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sparse_and_dense_agree() {
        let dense: Vec<f64> =
            (0..23).map(|j| if j % 3 == 0 { j as f64 - 7.5 } else { 0.0 }).collect();
        let indices: Vec<u32> = (0..23).step_by(3).collect();
        let values: Vec<f64> = indices.iter().map(|&j| dense[j as usize]).collect();
        let x = Instance::sparse(&indices, &values).unwrap();
        let y = Instance::Dense(&dense);
        let w: Vec<f64> = (0..10).map(|j| 1.0 / (1.0 + j as f64)).collect();
        assert!((x.dot(&w) - y.dot(&w)).abs() < 1e-12);
        assert!((x.square() - y.square()).abs() < 1e-12);
        assert_eq!(x.max_abs(), y.max_abs());
        assert!((x.p_norm(3.0) - y.p_norm(3.0)).abs() < 1e-12);
        assert_eq!((x.end(), y.end()), (22, 23));
    }

    #[test]
    fn p_norm_does_not_overflow() {
        let x = [3e200, 4e200];
        assert!((Instance::Dense(&x).p_norm(2.0) - 5e200).abs() < 1e186);
    }
}
