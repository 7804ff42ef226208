//! An instance in canonical form: indices ascending, zeros dropped, so that equal instances are
//! equal.
//!
//! Inner products add in the order of the indices, whichever of the two instances is walked: the
//! products that are not zero come in the same order, so `<x,z>` has the same bits however it is
//! found.

use crate::vector::Instance;

/// A stored instance.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Point {
    pub(super) indices: Box<[u32]>,
    pub(super) values: Box<[f64]>,
    /// `<x,x>`.
    pub(super) square: f64,
}

impl Point {
    pub(super) fn new(x: Instance<'_>) -> Self {
        let mut cells = Vec::with_capacity(x.stored());
        x.for_each(|j, x| {
            if x != 0.0 {
                cells.push((j as u32, x));
            }
        });
        if !cells.is_sorted_by_key(|cell| cell.0) {
            cells.sort_by_key(|cell| cell.0);
        }
        let (indices, values): (Vec<u32>, Vec<f64>) = cells.into_iter().unzip();
        Point::canonical(indices, values)
    }

    /// From parts that are in canonical form already.
    pub(super) fn canonical(indices: Vec<u32>, values: Vec<f64>) -> Self {
        let square = values.iter().fold(0.0, |sum, x| sum + x * x);
        Point { indices: indices.into(), values: values.into(), square }
    }

    /// One past the largest coordinate.
    pub(super) fn end(&self) -> usize {
        self.indices.last().map_or(0, |&j| j as usize + 1)
    }

    /// The value at a coordinate.
    pub(super) fn at(&self, coordinate: usize) -> f64 {
        let found =
            u32::try_from(coordinate).ok().and_then(|j| self.indices.binary_search(&j).ok());
        found.map_or(0.0, |at| self.values[at])
    }

    /// The first `dimension` coordinates written out.
    pub(super) fn dense(&self, dimension: usize) -> Vec<f64> {
        let mut dense = vec![0.0; dimension];
        for (&j, &x) in self.indices.iter().zip(&self.values) {
            if let Some(cell) = dense.get_mut(j as usize) {
                *cell = x;
            }
        }
        dense
    }

    /// Inner product with an instance written out; coordinates beyond its end count as zero.
    #[inline]
    pub(super) fn dot(&self, dense: &[f64]) -> f64 {
        self.dot_from(0, 0.0, dense)
    }

    /// Inner products of four points with one instance at a time, so that the processor need not
    /// wait for each sum.
    pub(super) fn dots(points: &[&Point; 4], dense: &[f64]) -> [f64; 4] {
        let common = points.map(|p| p.indices.len()).into_iter().min().unwrap_or(0);
        let cells = points.map(|p| (&p.indices[..common], &p.values[..common]));
        let mut sums = [0.0; 4];
        for at in 0..common {
            for (sum, (indices, values)) in sums.iter_mut().zip(cells) {
                *sum += values[at] * dense.get(indices[at] as usize).copied().unwrap_or(0.0);
            }
        }
        for (sum, point) in sums.iter_mut().zip(points) {
            *sum = point.dot_from(common, *sum, dense);
        }
        sums
    }

    /// `sum` and the products from the stored coordinate `start` on.
    #[inline]
    fn dot_from(&self, start: usize, mut sum: f64, dense: &[f64]) -> f64 {
        for (&j, &x) in self.indices[start..].iter().zip(&self.values[start..]) {
            sum += x * dense.get(j as usize).copied().unwrap_or(0.0);
        }
        sum
    }

    /// A number that equal instances share.
    pub(super) fn hash(&self) -> u64 {
        let cells = self.indices.iter().zip(&self.values);
        cells.fold(0xCBF2_9CE4_8422_2325, |hash: u64, (&j, x)| {
            let mixed = (hash ^ u64::from(j)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            (mixed.rotate_left(29) ^ x.to_bits()).wrapping_mul(0xD6E8_FEB8_6659_FD93)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_instances_have_one_form() {
        let dense = Point::new(Instance::Dense(&[0.0, 2.0, -0.0, -1.0]));
        let sparse =
            Point::new(Instance::Sparse { indices: &[3, 0, 1], values: &[-1.0, 0.0, 2.0] });
        assert_eq!(dense, sparse);
        assert_eq!(dense.hash(), sparse.hash());
        assert_eq!((dense.square, dense.end(), dense.at(3), dense.at(2)), (5.0, 4, -1.0, 0.0));
    }

    #[test]
    fn inner_products_have_the_same_bits_both_ways() {
        let a: Vec<f64> = (0..50).map(|j| f64::from(j % 3) * (0.1 + f64::from(j))).collect();
        let b: Vec<f64> = (0..40).map(|j| f64::from(j % 4) / (0.7 + f64::from(j))).collect();
        let (a, b) = (Point::new(Instance::Dense(&a)), Point::new(Instance::Dense(&b)));
        assert_eq!(a.dot(&b.dense(50)).to_bits(), b.dot(&a.dense(30 + 20)).to_bits());
        assert_eq!(a.dot(&a.dense(50)).to_bits(), a.square.to_bits());
    }
}
