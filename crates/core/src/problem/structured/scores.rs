//! The scores of an example as a structure reads them: a table of parts and rows.

use crate::round::{Term, View};

/// The scores `<w_row, x_part>` of an example.
#[derive(Clone, Copy, Debug)]
pub struct Scores<'a> {
    table: &'a [f64],
    rows: usize,
}

impl<'a> Scores<'a> {
    /// The scores of weights with so many rows.
    ///
    /// ```
    /// use noregret_core::problem::Scores;
    ///
    /// let scores = Scores::new(&[1.0, 2.0, 3.0, 4.0], 2);
    /// assert_eq!((scores.parts(), scores.at(1, 0), scores.of(0)), (2, 3.0, &[1.0, 2.0][..]));
    /// ```
    pub fn new(table: &'a [f64], rows: usize) -> Self {
        Scores { table, rows: rows.max(1) }
    }

    pub(super) fn seen(view: &'a View, rows: usize) -> Self {
        Scores::new(&view.scores, rows)
    }

    /// How many parts the example has, unit vectors included.
    pub fn parts(&self) -> usize {
        self.table.len() / self.rows
    }

    /// The score of a part in a row.
    #[inline]
    pub fn at(&self, part: usize, row: usize) -> f64 {
        self.table[part * self.rows + row]
    }

    /// The scores of a part in all rows.
    #[inline]
    pub fn of(&self, part: usize) -> &'a [f64] {
        &self.table[part * self.rows..][..self.rows]
    }

    /// `<w,a>` of a direction a.
    #[inline]
    pub fn along(&self, terms: &[Term]) -> f64 {
        terms.iter().map(|t| t.coef * self.at(t.part, t.row)).sum()
    }
}
