//! Rows of an expansion that are rescaled by themselves, each with a norm of its own.
//!
//! As the common scale and norm of the whole, a row: the learner of a class in one-vs-rest (ROMMA,
//! ALMA) multiplies its own coefficients and asks for their norm only.

use super::norm::{Change, Norm};
use super::{Combination, Expansion, SMALLEST_SCALE};
use crate::round::Direction;
use serde::{Deserialize, Serialize};

/// The scale of a row, and its norm.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct OwnScale {
    scale: f64,
    norm: Norm,
    /// The factor of the round under way.
    #[serde(skip, default = "one")]
    kept: f64,
}

fn one() -> f64 {
    1.0
}

impl Default for OwnScale {
    fn default() -> Self {
        OwnScale { scale: 1.0, norm: Norm::default(), kept: 1.0 }
    }
}

impl OwnScale {
    /// `|v_r|^2`.
    pub(super) fn square(&self) -> f64 {
        self.norm.square
    }

    /// Whether a state read from a file can be that of a row.
    pub(super) fn is_sound(&self) -> bool {
        self.scale.is_finite() && self.scale != 0.0 && self.norm.bound().is_finite()
    }
}

impl Expansion {
    /// The scale of a row.
    pub(super) fn scale_of(&self, row: usize) -> f64 {
        self.apart.as_ref().and_then(|rows| rows.get(row)).map_or(self.scale, |own| own.scale)
    }

    /// Multiplies the scores of stored coefficients, one a row, by the scales.
    pub(super) fn rescale_scores(&self, scores: &mut [f64]) {
        match &self.apart {
            Some(rows) => scores.iter_mut().zip(rows).for_each(|(s, own)| *s *= own.scale),
            None => scores.iter_mut().for_each(|s| *s *= self.scale),
        }
    }

    /// Upper bound on the norm of v.
    pub(super) fn bound(&self) -> f64 {
        match &self.apart {
            Some(rows) => rows.iter().map(|own| own.norm.kept_square()).sum::<f64>().sqrt(),
            None => self.norm.bound(),
        }
    }

    /// `v_row *= keep`.
    pub(super) fn multiply_row(&mut self, row: usize, keep: f64) {
        let Some(own) = self.apart.as_mut().and_then(|rows| rows.get_mut(row)) else { return };
        own.kept = keep;
        own.norm.shrink(keep);
        own.scale *= keep;
        if own.scale.abs() >= SMALLEST_SCALE {
            return;
        }
        let scale = std::mem::replace(&mut own.scale, 1.0);
        let mut changed = false;
        for support in &mut self.patterns.list {
            for coef in support.coefs.iter_mut().filter(|c| c.row as usize == row) {
                coef.value *= scale;
                changed = true;
            }
            support.coefs.retain(|c| c.value != 0.0);
        }
        // The first step of a row multiplies nothing.
        if changed {
            self.inform(true);
        }
    }

    /// The norms of the rows after a step of one part.
    pub(super) fn follow_rows(&mut self, step: &Direction<'_>) {
        let noise = self.norm.clone();
        let Some(mut rows) = self.apart.take() else { return };
        for term in step.terms {
            let own = &mut rows[term.row];
            own.norm.be_as_noisy_as(&noise);
            own.norm.step(&Change {
                along: own.kept * step.c * (term.coef * step.view.scores[term.row]),
                square: term.coef * (term.coef * step.view.squares[0]),
                length: term.coef.abs() * step.view.sizes[0],
            });
            own.kept = 1.0;
            if own.norm.is_lost() {
                let (square, length) = self.measure_row(term.row);
                own.norm.set(own.scale * own.scale * square, own.scale.abs() * length);
            }
        }
        self.apart = Some(rows);
    }

    /// `|v_r|^2` and `sum |coef| |phi(x)|` of the stored coefficients of a row, from all pairs.
    fn measure_row(&self, row: usize) -> (f64, f64) {
        let mut only = Combination::default();
        let (mut points, mut coefs, mut length) = (Vec::new(), Vec::new(), 0.0);
        for s in &self.patterns.list {
            for c in s.coefs.iter().filter(|c| c.row as usize == row) {
                only.push(&s.point, std::iter::once((0, c.value)));
                points.push(s.point.clone());
                coefs.push(c.value);
                length += c.value.abs() * s.own.sqrt();
            }
        }
        let mut scores = vec![0.0; points.len()];
        only.add_at_all(&self.kernel, &points, 1, self.threads, &mut scores);
        (scores.iter().zip(coefs).map(|(score, coef)| score * coef).sum(), length)
    }
}
