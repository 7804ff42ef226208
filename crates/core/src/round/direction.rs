//! A direction of one round, `a = sum coef (row x part) + own w`, and how long it is.

use super::View;
use crate::round::Term;
use crate::vector::Instance;

/// A direction of one round at the trade-off `c`: `sum coef (row x part) + own w`.
#[derive(Clone, Copy, Debug)]
pub struct Direction<'a> {
    /// The instances of the example.
    pub parts: &'a [Instance<'a>],
    /// What was seen of them.
    pub view: &'a View,
    /// The terms.
    pub terms: &'a [Term],
    /// Share of the weights themselves.
    pub own: f64,
    /// Trade-off of the round.
    pub c: f64,
    /// Weight of the example.
    pub weight: f64,
}

impl Direction<'_> {
    /// `<a, w>` of a direction without a share of the weights, from the scores of `rows` rows.
    pub fn slope(&self, rows: usize) -> f64 {
        self.terms.iter().map(|t| t.coef * self.view.scores[t.part * rows + t.row]).sum()
    }

    /// A bound on the size of the part in one row, by the triangle inequality.
    pub(crate) fn size_in(&self, row: usize, size: impl Fn(Instance<'_>) -> f64) -> f64 {
        let terms = self.terms.iter().filter(|t| t.row == row);
        terms.map(|t| t.coef.abs() * size(self.parts[t.part])).sum()
    }

    /// Scores answer to moves on this scale, `c/|x|`.
    pub(crate) fn scale(&self) -> f64 {
        let size = self.terms.iter().map(|t| t.coef.abs() * self.view.sizes[t.part]);
        self.c / size.sum::<f64>().max(f64::MIN_POSITIVE)
    }

    /// Squared norm of the combination of the parts, which may share coordinates.
    #[inline]
    pub(crate) fn merged_square(&self) -> f64 {
        match self.terms {
            [t] => t.coef * t.coef * self.view.squares[t.part],
            _ => self.merged_square_of_many(),
        }
    }

    #[inline(never)]
    fn merged_square_of_many(&self) -> f64 {
        let squares = &self.view.squares;
        if let [a, b] = self.terms {
            let cross = match a.row == b.row {
                true => self.parts[a.part].inner(self.parts[b.part]),
                false => 0.0,
            };
            let square = a.coef * a.coef * squares[a.part] + b.coef * b.coef * squares[b.part];
            return (square + 2.0 * a.coef * b.coef * cross).max(0.0);
        }
        self.cells().iter().map(|cell| cell.2.powi(2)).sum()
    }

    /// The combination of the parts by row and coordinate, each of them once.
    pub(crate) fn cells(&self) -> Vec<(usize, usize, f64)> {
        let mut terms = self.terms.to_vec();
        terms.sort_by_key(|t| t.row);
        let (mut cells, mut own) = (Vec::new(), Vec::new());
        // Row by row: many short lists are sorted faster than a long one.
        for terms in terms.chunk_by(|a, b| a.row == b.row) {
            own.clear();
            for t in terms {
                self.parts[t.part].for_each(|j, x| own.push((j, t.coef * x)));
            }
            own.sort_by_key(|cell| cell.0);
            let same = own.chunk_by(|a, b| a.0 == b.0);
            let merged = |same: &[(usize, f64)]| same.iter().map(|cell| cell.1).sum();
            cells.extend(same.map(|same| (terms[0].row, same[0].0, merged(same))));
        }
        cells
    }
}

/// Dual norm of a direction without a share of the weights, or a bound on it.
#[inline]
pub(crate) fn direction_length(view: &View, terms: &[Term]) -> f64 {
    match terms {
        [t] => t.coef.abs() * view.sizes[t.part],
        terms => length_of_many(view, terms),
    }
}

/// Dual norm of a direction of several terms, or a bound on it.
#[inline(never)]
fn length_of_many(view: &View, terms: &[Term]) -> f64 {
    if let [a, b] = terms
        && a.row != b.row
    {
        let (a, b) = (a.coef * view.sizes[a.part], b.coef * view.sizes[b.part]);
        return (a * a + b * b).sqrt();
    }
    // Rows add up in squares, the parts of a row by the triangle inequality.
    if terms.windows(2).all(|pair| pair[0].row < pair[1].row) {
        return terms.iter().map(|t| (t.coef * view.sizes[t.part]).powi(2)).sum::<f64>().sqrt();
    }
    let row = |row: usize| -> f64 {
        let of = terms.iter().filter(|t| t.row == row);
        of.map(|t| t.coef.abs() * view.sizes[t.part]).sum()
    };
    let first = |k: usize| terms[..k].iter().all(|t| t.row != terms[k].row);
    let rows = (0..terms.len()).filter(|&k| first(k));
    rows.map(|k| row(terms[k].row).powi(2)).sum::<f64>().sqrt()
}
