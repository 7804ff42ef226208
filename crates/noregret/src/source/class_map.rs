//! The features of a class for a row, from the earlier rows of that class:
//!
//! ```text
//! phi_j(x,r) = common  if at least a fifth of the earlier rows of class r had feature j,
//!              rare    if fewer than one in fifty had,
//!              0       else, and where r has no earlier rows
//! ```
//!
//! for the features j of x. 2 and -1 are for additive learners, 1 and 0 for multiplicative ones.
//! (Amit et al., simultaneous projections, sec. 9.2.)

/// What the rows so far say of the classes.
///
/// ```
/// use noregret::source::ClassMap;
///
/// let mut map = ClassMap::default();
/// map.count(0, &[3, 7]);
/// assert_eq!(map.describe(0, &[3, 5], (2.0, -1.0)), (vec![3, 5], vec![2.0, -1.0]));
/// assert_eq!(map.describe(1, &[3, 5], (2.0, -1.0)), (vec![], vec![]));
/// ```
#[derive(Clone, Debug, Default)]
pub struct ClassMap {
    /// How many rows each class has had.
    sizes: Vec<u64>,
    /// For each feature how many rows of each class had it; classes beyond the end had none.
    counts: Vec<Vec<u64>>,
}

impl ClassMap {
    /// The features of a class for a row with these features, without zeros; `values` are those of
    /// common and of rare features.
    pub fn describe(
        &self,
        class: usize,
        features: &[u32],
        values: (f64, f64),
    ) -> (Vec<u32>, Vec<f64>) {
        let Some(&size) = self.sizes.get(class).filter(|size| **size > 0) else {
            return (Vec::new(), Vec::new());
        };
        let value = |feature: u32| {
            let of = self.counts.get(feature as usize).and_then(|counts| counts.get(class));
            let count = of.copied().unwrap_or(0);
            match () {
                () if 5 * count >= size => values.0,
                () if 50 * count < size => values.1,
                () => 0.0,
            }
        };
        let each = features.iter().map(|&feature| (feature, value(feature)));
        each.filter(|(_, value)| *value != 0.0).unzip()
    }

    /// Counts a row of this class with these features.
    pub fn count(&mut self, class: usize, features: &[u32]) {
        *place(&mut self.sizes, class) += 1;
        for &feature in features {
            *place(place(&mut self.counts, feature as usize), class) += 1;
        }
    }
}

/// The cell at a place, with room made for it.
fn place<T: Clone + Default>(cells: &mut Vec<T>, at: usize) -> &mut T {
    if at >= cells.len() {
        cells.resize(at + 1, T::default());
    }
    &mut cells[at]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_described_by_what_was_counted_before() {
        let mut map = ClassMap::default();
        let empty = (vec![], vec![]);
        assert_eq!(map.describe(0, &[0, 1], (2.0, -1.0)), empty);
        map.count(0, &[0]);
        (0..4).for_each(|_| map.count(0, &[2]));
        // Feature 0 is in a fifth of the first class, feature 1 in none, the second class is empty.
        assert_eq!(map.describe(0, &[0, 1], (2.0, -1.0)), (vec![0, 1], vec![2.0, -1.0]));
        assert_eq!(map.describe(1, &[0, 1], (2.0, -1.0)), empty);
        map.count(0, &[1]);
        // A sixth of six: neither; none of them: rare, whose value is 0 here.
        assert_eq!(map.describe(0, &[0, 1, 9], (1.0, 0.0)), empty);
        (0..44).for_each(|_| map.count(1, &[5]));
        map.count(1, &[6]);
        map.count(1, &[7]);
        // One of 46 is more than one in fifty; one of 51 is less.
        assert_eq!(map.describe(1, &[6, 8], (2.0, -1.0)), (vec![8], vec![-1.0]));
        (0..5).for_each(|_| map.count(1, &[5]));
        assert_eq!(map.describe(1, &[5, 6], (2.0, -1.0)), (vec![5, 6], vec![2.0, -1.0]));
    }
}
