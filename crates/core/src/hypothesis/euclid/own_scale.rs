//! Rows that are rescaled by themselves: `v_r = scale_r * stored_r`, `|v_r|^2` followed in O(1).
//!
//! As the common scale and square of the whole, a row: the learner of a class in one-vs-rest
//! (ROMMA, ALMA) multiplies its own weights and asks for their norm only.

use super::{EuclidSpace, REFRESH_EVERY, SMALLEST_SCALE};
use crate::number::Sum;
use crate::round::{Direction, Term};
use serde::{Deserialize, Serialize};

/// The scale of a row, and the square of its norm.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct OwnScale {
    pub(super) scale: f64,
    /// `|v_r|^2`.
    pub(super) square: f64,
    largest: f64,
    stale: u32,
    /// The factor of the round under way.
    #[serde(skip, default = "one")]
    kept: f64,
}

fn one() -> f64 {
    1.0
}

impl Default for OwnScale {
    fn default() -> Self {
        OwnScale { scale: 1.0, square: 0.0, largest: 0.0, stale: 0, kept: 1.0 }
    }
}

impl OwnScale {
    /// Whether a state read from a file can be that of a row.
    pub(super) fn is_sound(&self) -> bool {
        let squares = [self.square, self.largest];
        self.scale.is_finite() && self.scale != 0.0 && squares.iter().all(|s| s.is_finite())
    }
}

impl EuclidSpace {
    /// The scale of a row.
    #[inline]
    pub(super) fn scale_of(&self, row: usize) -> f64 {
        self.apart.as_ref().and_then(|rows| rows.get(row)).map_or(self.scale, |own| own.scale)
    }

    /// `v_row *= keep`.
    pub(super) fn multiply_row(&mut self, row: usize, keep: f64) {
        let Some(own) = self.apart.as_mut().and_then(|rows| rows.get_mut(row)) else { return };
        own.kept = keep;
        own.square *= keep * keep;
        // What was rounded off the square grows with it.
        own.largest *= (keep * keep).max(1.0);
        own.scale *= keep;
        if own.scale.abs() < SMALLEST_SCALE {
            let scale = std::mem::replace(&mut own.scale, 1.0);
            self.stored.iter_mut().skip(row).step_by(self.stride).for_each(|s| *s *= scale);
        }
    }

    /// The step of one part in rows that are rescaled by themselves; their squares follow.
    pub(super) fn add_apart(&mut self, step: &Direction<'_>) {
        let Some(mut rows) = self.apart.take() else { return };
        let unscaled = |t: &Term| Term { coef: t.coef * (1.0 / rows[t.row].scale), ..*t };
        let terms: Vec<Term> = step.terms.iter().map(unscaled).collect();
        self.add(step.parts[0], &terms);
        for term in step.terms {
            let own = &mut rows[term.row];
            let along = step.view.scores[term.row] * step.c;
            let next = own.square
                + (2.0 * own.kept * term.coef * along
                    + term.coef * (term.coef * step.view.squares[0]));
            (own.stale, own.kept) = (own.stale + 1, 1.0);
            if own.stale < REFRESH_EVERY && next > 1e-8 * own.largest {
                (own.square, own.largest) = (next, own.largest.max(next));
            } else {
                let square = own.scale * own.scale * self.stored_square(term.row);
                (own.square, own.largest, own.stale) = (square, square, 0);
            }
        }
        self.apart = Some(rows);
    }

    /// `|v|^2` of all rows.
    pub(super) fn square_apart(&self, rows: &[OwnScale]) -> f64 {
        let square = |(row, own): (usize, &OwnScale)| own.scale.powi(2) * self.stored_square(row);
        rows.iter().enumerate().map(square).sum()
    }

    fn stored_square(&self, row: usize) -> f64 {
        let cells = self.stored.iter().skip(row).step_by(self.stride);
        cells.map(|s| s * s).collect::<Sum>().value()
    }
}
