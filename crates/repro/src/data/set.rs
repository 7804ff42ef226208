//! Labelled rows in memory: class numbers, and the coordinates that are not zero in one flat list.

use crate::failure::Result;
use noregret::core::Instance;
use noregret::core::random::Random;

/// Labelled rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Set {
    /// The class number of each row, from 0.
    pub(crate) labels: Vec<u32>,
    /// Where each row ends in the lists below.
    ends: Vec<usize>,
    indices: Vec<u32>,
    values: Vec<f64>,
}

impl Set {
    /// Adds a row, given all its values.
    pub(crate) fn push(&mut self, label: u32, row: impl IntoIterator<Item = f64>) {
        for (index, value) in (0..).zip(row) {
            if value != 0.0 {
                self.indices.push(index);
                self.values.push(value);
            }
        }
        self.labels.push(label);
        self.ends.push(self.values.len());
    }

    /// How many rows there are.
    pub(crate) fn len(&self) -> usize {
        self.labels.len()
    }

    /// The rows and their labels, in order.
    pub(crate) fn rows(&self) -> Result<Vec<(Instance<'_>, u32)>> {
        let mut start = 0;
        let mut rows = Vec::with_capacity(self.len());
        for (&label, &end) in self.labels.iter().zip(&self.ends) {
            let (indices, values) = (&self.indices[start..end], &self.values[start..end]);
            rows.push((Instance::sparse(indices, values)?, label));
            start = end;
        }
        Ok(rows)
    }

    /// Keeps the first `count` rows; the others are returned.
    pub(crate) fn split_off(&mut self, count: usize) -> Set {
        let count = count.min(self.len());
        let kept = count.checked_sub(1).map_or(0, |last| self.ends[last]);
        Set {
            labels: self.labels.split_off(count),
            ends: self.ends.split_off(count).iter().map(|end| end - kept).collect(),
            indices: self.indices.split_off(kept),
            values: self.values.split_off(kept),
        }
    }
}

/// The numbers below `count` in an order drawn from the seed (Fisher-Yates).
pub(crate) fn shuffled(count: usize, random: &mut Random) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    for last in (1..count).rev() {
        order.swap(last, random.below(last + 1));
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn three() -> Set {
        let mut set = Set::default();
        set.push(2, [0.0, 5.0, 0.0]);
        set.push(0, [0.0, 0.0, 0.0]);
        set.push(1, [1.0, 0.0, -2.0]);
        set
    }

    #[test]
    fn zeros_are_dropped() {
        let set = three();
        let rows = set.rows().unwrap();
        assert_eq!(rows[0], (Instance::Sparse { indices: &[1], values: &[5.0] }, 2));
        assert_eq!(rows[1].0.stored(), 0);
        assert_eq!(rows[2], (Instance::Sparse { indices: &[0, 2], values: &[1.0, -2.0] }, 1));
    }

    #[test]
    fn splitting_keeps_every_row() {
        for count in 0..5 {
            let whole = three();
            let mut front = three();
            let back = front.split_off(count);
            let joined = [front.rows().unwrap(), back.rows().unwrap()].concat();
            assert_eq!((front.len(), joined), (count.min(3), whole.rows().unwrap()));
        }
    }

    #[test]
    fn a_shuffle_is_a_permutation_and_depends_on_the_seed_alone() {
        let order = shuffled(100, &mut Random::new(1, 0));
        assert_eq!(order, shuffled(100, &mut Random::new(1, 0)));
        assert_ne!(order, shuffled(100, &mut Random::new(2, 0)));
        let mut sorted = order;
        sorted.sort_unstable();
        assert!(sorted.into_iter().eq(0..100));
        assert_eq!(shuffled(0, &mut Random::new(1, 0)), Vec::<usize>::new());
    }
}
