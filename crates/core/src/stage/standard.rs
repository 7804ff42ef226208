//! Standardised columns: `z_j = (x_j - mean_j) / deviation_j`, mean and deviation over all
//! instances so far.
//!
//! An instance counts before it is predicted: it is known before its label is. Absent coordinates
//! are zeros, so a row costs O(columns); coordinates outside the columns (a constant, features that
//! come late) pass as they are. A column that has not varied yet is 0. What is learned, and what a
//! certificate speaks of, are the standardised rows. Moments by Welford's recurrence. (Welford
//! 1962; what online learners gain by it: Ross, Mineiro & Langford 2013.)
//!
//! ```
//! use noregret_core::stage::{Bias, Columns};
//! use noregret_core::{Instance, Label, Spec};
//!
//! let mut spec = Spec::named("arow", "binary")?;
//! spec.standard = Some(Columns { first: 0, end: 2 });
//! spec.bias = Some(Bias::new(2, 1.0));
//! let mut learner = spec.build()?;
//! for (x, y) in [([1000.0, 0.1], 1.0), ([900.0, 0.2], -1.0), ([1010.0, 0.3], 1.0)] {
//!     learner.learn(Instance::Dense(&x), Label::Number(y))?;
//! }
//! assert!(learner.weight(0, 0) > 0.0);
//! # Ok::<(), noregret_core::Error>(())
//! ```

use super::Row;
use crate::error::{Error, Result};
use crate::vector::Instance;
use serde::{Deserialize, Serialize};

/// More columns than this would make every row slow.
const MOST_COLUMNS: usize = 1 << 16;
/// Where a sum of squares stops growing.
const LARGEST_SQUARE: f64 = 1e300;

/// The coordinates `first..end` are standardised.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Columns {
    /// The first coordinate.
    pub first: usize,
    /// One past the last.
    pub end: usize,
}

impl Columns {
    /// Why they cannot be standardised, if they cannot.
    pub fn check(&self) -> Result<()> {
        let named = u32::try_from(self.end).is_ok();
        if named && self.first < self.end && self.end - self.first <= MOST_COLUMNS {
            return Ok(());
        }
        Err(Error::Spec(format!("between 1 and {MOST_COLUMNS} columns can be standardised")))
    }
}

/// Count, means and sums of squares.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Moments {
    pub(crate) count: u64,
    pub(crate) means: Vec<f64>,
    /// Sums of squared deviations from the mean.
    pub(crate) squares: Vec<f64>,
}

impl Moments {
    /// Takes in the moments of other rows (Chan, Golub & LeVeque 1979).
    pub(crate) fn absorb(&mut self, other: &Moments) {
        if other.count == 0 {
            return;
        }
        let (a, b) = (self.count as f64, other.count as f64);
        let own = self.means.iter_mut().zip(&mut self.squares);
        for ((mean, square), (other, more)) in own.zip(other.means.iter().zip(&other.squares)) {
            let apart = other - *mean;
            *mean += apart * (b / (a + b));
            *square += more + apart * apart * (a * b / (a + b));
        }
        self.count += other.count;
    }

    /// The moments of the rows that came after those of `began`.
    pub(crate) fn since(&self, began: &Moments) -> Moments {
        let (now, before) = (self.count as f64, began.count as f64);
        let more = now - before;
        if more <= 0.0 {
            return Moments::default();
        }
        let (mut means, mut squares) = (Vec::new(), Vec::new());
        let old = began.means.iter().zip(&began.squares);
        for ((mean, square), (old, before_square)) in self.means.iter().zip(&self.squares).zip(old)
        {
            let apart = mean - old;
            means.push(old + apart * (now / more));
            let between = apart * apart * (before * (now / more));
            squares.push((square - before_square - between).max(0.0));
        }
        Moments { count: self.count - began.count, means, squares }
    }
}

/// The stage before the learner.
#[derive(Clone, Debug)]
pub(crate) struct Standard {
    columns: Columns,
    pub(crate) moments: Moments,
    /// The moments with the instance under way, taken over once its round is done.
    next: Moments,
    /// Whether the moments stay as they are, whatever is learned from.
    is_held: bool,
    /// The instance under way, written out.
    full: Vec<f64>,
    row: Row,
}

impl Standard {
    pub(crate) fn new(columns: Columns) -> Self {
        let width = columns.end - columns.first;
        let moments = Moments { count: 0, means: vec![0.0; width], squares: vec![0.0; width] };
        let (next, full) = (moments.clone(), vec![0.0; width]);
        Standard { columns, moments, next, is_held: false, full, row: Row::default() }
    }

    /// Whether the moments fit the columns: a state read from a file may not.
    pub(crate) fn is_consistent(&self) -> bool {
        let width = self.full.len();
        let Moments { means, squares, .. } = &self.moments;
        means.len() == width && squares.len() == width && squares.iter().all(|s| *s >= 0.0)
    }

    /// Keeps the moments as they are, or lets them go on.
    pub(crate) fn hold(&mut self, is_held: bool) {
        self.is_held = is_held;
    }

    /// The instance as it is learned from, counted in the moments that [`Standard::commit`] takes
    /// over.
    pub(crate) fn observe(&mut self, x: Instance<'_>) -> Instance<'_> {
        write_out(x, self.columns, &mut self.full);
        if self.is_held {
            standardise(x, self.columns, &self.full, &self.moments, &mut self.row);
            return self.row.instance();
        }
        self.next.count = self.moments.count + 1;
        let share = 1.0 / self.next.count as f64;
        let was = self.moments.means.iter().zip(&self.moments.squares).zip(&self.full);
        let new = self.next.means.iter_mut().zip(&mut self.next.squares);
        for (((mean, square), x), (next_mean, next_square)) in was.zip(new) {
            let apart = x - mean;
            *next_mean = mean + apart * share;
            *next_square = (square + apart * (x - *next_mean)).min(LARGEST_SQUARE);
        }
        standardise(x, self.columns, &self.full, &self.next, &mut self.row);
        self.row.instance()
    }

    /// Counts the instance last observed.
    pub(crate) fn commit(&mut self) {
        if !self.is_held {
            std::mem::swap(&mut self.moments, &mut self.next);
        }
    }

    /// An instance as it is predicted, without counting it.
    pub(crate) fn view(&self, x: Instance<'_>) -> Row {
        let mut full = vec![0.0; self.full.len()];
        write_out(x, self.columns, &mut full);
        let mut row = Row::default();
        standardise(x, self.columns, &full, &self.moments, &mut row);
        row
    }
}

/// The columns of an instance, zeros included.
fn write_out(x: Instance<'_>, columns: Columns, full: &mut [f64]) {
    full.fill(0.0);
    x.for_each(|j, x| {
        if let Some(cell) = j.checked_sub(columns.first).and_then(|at| full.get_mut(at)) {
            *cell = x;
        }
    });
}

/// The coordinates outside the columns, then the columns that differ from their mean.
fn standardise(x: Instance<'_>, columns: Columns, full: &[f64], moments: &Moments, row: &mut Row) {
    let (x, tail) = x.without_uncounted();
    row.begin(tail);
    x.for_each(|j, x| {
        if !(columns.first..columns.end).contains(&j) {
            row.push(j, x);
        }
    });
    let rows = moments.count as f64;
    let each = full.iter().zip(&moments.means).zip(&moments.squares);
    for (at, ((x, mean), square)) in each.enumerate().filter(|(_, (_, square))| **square > 0.0) {
        let z = (x - mean) / (square / rows).sqrt();
        if z != 0.0 && z.is_finite() {
            row.push(columns.first + at, z);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Columns, Standard};
    use crate::vector::Instance;

    fn dense(row: Instance<'_>, width: usize) -> Vec<f64> {
        let mut out = vec![0.0; width];
        row.add_to(&mut out, 1.0);
        out
    }

    #[test]
    fn equals_the_moments_of_all_rows() {
        let rows = [[1.0, 5.0, 0.0], [1.0, -2.0, 3.0], [1.0, 8.0, 3.0], [1.0, 0.5, 100.0]];
        let mut standard = Standard::new(Columns { first: 1, end: 3 });
        for t in 0..rows.len() {
            let z = dense(standard.observe(Instance::Dense(&rows[t])), 3);
            standard.commit();
            assert_eq!(z[0], 1.0);
            for j in 1..3 {
                let seen: Vec<f64> = rows[..=t].iter().map(|r| r[j]).collect();
                let n = seen.len() as f64;
                let mean = seen.iter().sum::<f64>() / n;
                let deviation = (seen.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n).sqrt();
                let expected = if deviation > 0.0 { (rows[t][j] - mean) / deviation } else { 0.0 };
                assert!((z[j] - expected).abs() < 1e-12, "{t} {j}");
            }
            assert_eq!(dense(standard.view(Instance::Dense(&rows[t])).instance(), 3), z);
        }
    }

    #[test]
    fn what_is_not_committed_never_was() {
        let mut standard = Standard::new(Columns { first: 0, end: 1 });
        standard.observe(Instance::Dense(&[1.0]));
        standard.commit();
        let before = standard.moments.clone();
        standard.observe(Instance::Dense(&[1e9]));
        assert_eq!(standard.moments, before);
        let z = dense(standard.observe(Instance::Dense(&[3.0])), 1);
        assert_eq!(z, [1.0]);
    }

    #[test]
    fn absent_is_zero_and_late_features_pass() {
        let mut standard = Standard::new(Columns { first: 0, end: 2 });
        for x in [[2.0, 1.0], [4.0, 1.0]] {
            standard.observe(Instance::Dense(&x));
            standard.commit();
        }
        let z = standard.view(Instance::Sparse { indices: &[7, 1], values: &[9.0, 1.0] });
        assert_eq!(dense(z.instance(), 8), [-3.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 9.0]);
    }

    #[test]
    fn held_moments_stand_still() {
        let mut standard = Standard::new(Columns { first: 0, end: 1 });
        let learn = |standard: &mut Standard, x: f64| {
            let z = dense(standard.observe(Instance::Dense(&[x])), 1)[0];
            standard.commit();
            z
        };
        assert_eq!([2.0, 4.0].map(|x| learn(&mut standard, x)), [0.0, 1.0]);
        standard.hold(true);
        assert_eq!([5.0, 1.0].map(|x| learn(&mut standard, x)), [2.0, -2.0]);
        standard.hold(false);
        assert_eq!(learn(&mut standard, 3.0), 0.0);
        assert_eq!(standard.moments.count, 3);
    }

    #[test]
    fn huge_values_stay_numbers() {
        let mut standard = Standard::new(Columns { first: 0, end: 1 });
        for x in [1e150, -1e150, 1e150, 0.0] {
            let z = dense(standard.observe(Instance::Dense(&[x])), 1);
            standard.commit();
            assert!(z[0].is_finite() && standard.moments.squares[0].is_finite());
        }
    }
}
