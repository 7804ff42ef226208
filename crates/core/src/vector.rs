//! Instances and every loop over their coordinates that belongs to no geometry.
//!
//! An [`Instance`] borrows its numbers; the sparse/dense choice is made once per call, never once
//! per coordinate. The loops that a round waits for are in `single.rs`.

mod list;
mod single;
mod tail;

pub(crate) use single::{end, look, look_sparse, look_tailed, square};
pub use tail::Tail;
pub(crate) use tail::Tailed;

use crate::error::{Error, Result};

/// Shorter runs are not worth looking for.
const SHORTEST_RUN: usize = 8;

/// Where the coordinates start, if they are consecutive and rising: the loops of a dense instance
/// then do.
#[inline(always)]
pub(crate) fn run(indices: &[u32]) -> Option<usize> {
    consecutive(indices, None)
}

/// Where the coordinates start, if they, and one more after them if there is one, are consecutive
/// and rising, and enough.
#[inline(always)]
fn consecutive(indices: &[u32], tail: Option<u32>) -> Option<usize> {
    let length = indices.len() + usize::from(tail.is_some());
    let &first = indices.first()?;
    let last = tail.or_else(|| indices.last().copied())?;
    if length < SHORTEST_RUN || u64::from(last) + 1 != u64::from(first) + length as u64 {
        return None;
    }
    let is_next = |ok: bool, (k, &i): (usize, &u32)| ok & (i == first.wrapping_add(k as u32));
    indices.iter().enumerate().fold(true, is_next).then_some(first as usize)
}

/// How many unit vectors there are.
pub(crate) const UNITS: usize = 1000;
static UNIT_COORDINATES: [u32; UNITS] = {
    let mut all = [0; UNITS];
    let mut i = 0;
    while i < UNITS {
        all[i] = i as u32;
        i += 1;
    }
    all
};

/// The unit vector of a coordinate; only the first [`UNITS`] are at hand.
pub(crate) fn unit(coordinate: usize) -> Option<Instance<'static>> {
    let indices = UNIT_COORDINATES.get(coordinate..=coordinate)?;
    Some(Instance::Sparse { indices, values: &[1.0] })
}

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
    /// An instance with one more coordinate, its last, that is not stored with the others; made by
    /// a learner with a [bias](crate::stage::Bias).
    Tailed {
        /// Coordinates; `None` if they are 0, 1, 2, … and the tail comes next.
        indices: Option<&'a [u32]>,
        /// One value per coordinate, without that of the tail.
        values: &'a [f64],
        /// One more coordinate.
        tail: &'a Tail,
    },
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

    /// How many coordinates there are.
    pub fn stored(self) -> usize {
        match self {
            Instance::Tailed { values, .. } => values.len() + 1,
            _ => self.values().len(),
        }
    }

    /// The stored values in order, without that of a tail.
    pub fn values(self) -> &'a [f64] {
        match self {
            Instance::Sparse { values, .. }
            | Instance::Dense(values)
            | Instance::Tailed { values, .. } => values,
        }
    }

    /// All values in order.
    pub(crate) fn each_value(self) -> impl Iterator<Item = f64> + Clone + 'a {
        let tail = match self {
            Instance::Tailed { tail, .. } => Some(tail.value),
            _ => None,
        };
        self.values().iter().copied().chain(tail)
    }

    /// One past the largest coordinate.
    pub fn end(self) -> usize {
        match self {
            Instance::Sparse { indices, .. } => end(indices),
            Instance::Dense(values) => values.len(),
            Instance::Tailed { indices, values, tail } => {
                indices.map_or(values.len(), end).max(tail.coordinate as usize + 1)
            }
        }
    }

    /// Calls `f(coordinate, value)` for each stored coordinate.
    #[inline]
    pub fn for_each(self, mut f: impl FnMut(usize, f64)) {
        let (indices, values, tail) = match self {
            Instance::Sparse { indices, values } => (Some(indices), values, None),
            Instance::Dense(values) => (None, values, None),
            Instance::Tailed { indices, values, tail } => (indices, values, Some(tail)),
        };
        match indices {
            Some(indices) => {
                for (&i, &x) in indices.iter().zip(values) {
                    f(i as usize, x);
                }
            }
            None => {
                for (j, &x) in values.iter().enumerate() {
                    f(j, x);
                }
            }
        }
        if let Some(tail) = tail {
            f(tail.coordinate as usize, tail.value);
        }
    }

    /// Sum of squares.
    pub fn square(self) -> f64 {
        match self {
            Instance::Tailed { values, tail, .. } => Tailed::new(None, values, tail).square(),
            _ => square(self.values()),
        }
    }

    /// Largest absolute value, 0 when empty.
    pub fn max_abs(self) -> f64 {
        self.each_value().fold(0.0, |m, x| x.abs().max(m))
    }

    /// The l_p norm, scaled by the largest entry so that no power overflows.
    pub fn p_norm(self, p: f64) -> f64 {
        let m = self.max_abs();
        if m == 0.0 || !m.is_finite() {
            return m;
        }
        m * self.each_value().map(|x| (x.abs() / m).powf(p)).sum::<f64>().powf(1.0 / p)
    }

    /// Inner product with another instance; both are written out if their coordinates do not rise.
    pub fn inner(self, other: Instance<'_>) -> f64 {
        match (self, other) {
            (Instance::Tailed { .. }, _) | (_, Instance::Tailed { .. }) => {
                let [(a, x), (b, y)] = [self, other].map(Instance::to_lists);
                let [one, other] = [(&a, &x), (&b, &y)]
                    .map(|(indices, values)| Instance::Sparse { indices, values });
                one.inner(other)
            }
            (Instance::Dense(w), x) | (x, Instance::Dense(w)) => x.dot(w),
            (
                Instance::Sparse { indices: a, values: x },
                Instance::Sparse { indices: b, values: y },
            ) => {
                if rises(a) && rises(b) {
                    return merge_dot((a, x), (b, y));
                }
                let mut full = vec![0.0; self.end()];
                self.add_to(&mut full, 1.0);
                other.dot(&full)
            }
        }
    }

    /// Inner product with a weight vector; coordinates beyond its end count as zero.
    pub fn dot(self, w: &[f64]) -> f64 {
        self.probe(w).dot
    }

    /// Inner product with `w` and sum of squares, in one pass.
    #[inline]
    pub(crate) fn probe(self, w: &[f64]) -> Probe {
        single::look_at_weights(w, self)
    }

    /// `w += d x`; `w` must reach [`Instance::end`].
    #[inline]
    pub fn add_to(self, w: &mut [f64], d: f64) {
        single::add(w, self, d);
    }
}

/// Whether the coordinates are in rising order.
fn rises(indices: &[u32]) -> bool {
    indices.windows(2).all(|pair| pair[0] < pair[1])
}

/// Inner product of two lists of coordinates in rising order.
fn merge_dot((a, x): (&[u32], &[f64]), (b, y): (&[u32], &[f64])) -> f64 {
    let (mut i, mut j, mut dot) = (0, 0, 0.0);
    while i < a.len() && j < b.len() {
        match a[i].cmp(&b[j]) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => {
                dot += x[i] * y[j];
                (i, j) = (i + 1, j + 1);
            }
        }
    }
    dot
}

/// What one pass over an instance and a weight vector finds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Probe {
    /// Inner product.
    pub(crate) dot: f64,
    /// Sum of squares of the instance.
    pub(crate) square: f64,
    /// That without the tail, if it was found too.
    pub(crate) alone: Option<f64>,
    /// Whether some coordinate lies beyond the end of the weights.
    pub(crate) beyond: bool,
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
    fn consecutive_coordinates_take_the_dense_loop_to_the_same_numbers() {
        let values: Vec<f64> = (0..11).map(|j| 0.1 + j as f64 / 7.0).collect();
        let rising: Vec<u32> = (5..16).collect();
        let mut mixed = rising.clone();
        mixed.swap(3, 4);
        assert_eq!((run(&rising), run(&mixed), run(&rising[..4])), (Some(5), None, None));
        for length in [30, 9, 3] {
            let w: Vec<f64> = (0..length).map(|j| 1.0 / (3.0 + j as f64)).collect();
            let product = |&(&j, x): &(&u32, &f64)| w.get(j as usize).map_or(0.0, |w| w * x);
            for indices in [&rising, &mixed] {
                let probe = Instance::sparse(indices, &values).unwrap().probe(&w);
                let plain: f64 = indices.iter().zip(&values).map(|pair| product(&pair)).sum();
                assert!((probe.dot - plain).abs() < 1e-12);
                assert_eq!(probe.beyond, length < 16);
            }
        }
        let (mut a, mut b) = ([0.0; 16], [0.0; 16]);
        Instance::sparse(&rising, &values).unwrap().add_to(&mut a, 2.0);
        rising.iter().zip(&values).for_each(|(&j, x)| b[j as usize] += 2.0 * x);
        assert_eq!(a, b);
    }

    #[test]
    fn inner_products_agree_in_every_layout() {
        let (a, x) = ([1u32, 4, 7], [1.0, 2.0, 3.0]);
        let (b, y) = ([0u32, 4, 7], [5.0, 0.5, -1.0]);
        let (one, other) = (Instance::sparse(&a, &x).unwrap(), Instance::sparse(&b, &y).unwrap());
        let mixed = Instance::sparse(&[7, 0, 4], &[-1.0, 5.0, 0.5]).unwrap();
        let mut full = [0.0; 8];
        other.add_to(&mut full, 1.0);
        for other in [other, mixed, Instance::Dense(&full)] {
            assert_eq!((one.inner(other), other.inner(one)), (-2.0, -2.0));
        }
    }

    #[test]
    fn p_norm_does_not_overflow() {
        let x = [3e200, 4e200];
        assert!((Instance::Dense(&x).p_norm(2.0) - 5e200).abs() < 1e186);
    }
}
