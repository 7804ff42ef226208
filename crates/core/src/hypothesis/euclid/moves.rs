//! How the stored weights move: steps added, all of them multiplied, laid out for more rows.

use super::{EuclidSpace, SMALLEST_SCALE};
use crate::hypothesis::relaid;
use crate::hypothesis::rows::add_terms;
use crate::number::Sum;
use crate::round::{Direction, Term};
use crate::vector::Instance;

impl EuclidSpace {
    #[cold]
    pub(super) fn refresh(&mut self) {
        self.square =
            self.scale * self.scale * self.stored.iter().map(|s| s * s).collect::<Sum>().value();
        self.largest_square = self.square;
        let cross = self.stored.iter().zip(&self.origin).map(|(s, o)| s * o);
        self.cross = self.scale * cross.collect::<Sum>().value();
        self.stale = 0;
    }

    pub(super) fn multiply(&mut self, keep: f64) {
        if keep == 0.0 {
            if let Some(average) = &mut self.average {
                average.reset(&self.stored);
            }
            self.stored.fill(0.0);
            self.scale = 1.0;
            return;
        }
        self.scale *= keep;
        let small = self.scale.abs() < SMALLEST_SCALE;
        if let Some(a) = self.average.as_mut().filter(|a| small || a.is_strained(self.scale)) {
            a.reset(&self.stored);
        }
        if small {
            let scale = self.scale;
            self.stored.iter_mut().for_each(|s| *s *= scale);
            self.scale = 1.0;
        }
    }

    /// Lays the table out anew for `stride` rows a feature.
    pub(super) fn lay_out(&mut self, stride: usize) {
        let old = std::mem::replace(&mut self.stride, stride);
        self.stored = relaid(&self.stored, old, stride).into();
        if let Some(average) = &mut self.average {
            average.lag = relaid(&average.lag, old, stride);
        }
    }

    #[inline(always)]
    pub(super) fn add(&mut self, x: Instance<'_>, terms: &[Term]) {
        let factor = 1.0 / self.scale;
        add_terms(&mut self.stored, self.stride, x, terms, factor);
        if let Some(average) = &mut self.average {
            average.lag.resize(self.stored.len(), 0.0);
            add_terms(&mut average.lag, self.stride, x, terms, factor * average.reach);
        }
    }

    /// A step of several parts.
    pub(super) fn add_parts(&mut self, step: &Direction<'_>) {
        if self.stride == 1 && self.average.is_none() {
            let factor = 1.0 / self.scale;
            for t in step.terms {
                step.parts[t.part].add_to(&mut self.stored, t.coef * factor);
            }
            return;
        }
        let parts = step.terms.chunk_by(|a, b| a.part == b.part);
        parts.for_each(|terms| self.add(step.parts[terms[0].part], terms));
    }

    /// By how much `|v|^2` grows when a step of one part is added to `keep` times v, from the
    /// scores.
    #[inline(always)]
    pub(super) fn growth(&self, step: &Direction<'_>, keep: f64) -> f64 {
        let of = |t: &Term| {
            let along = step.view.scores[t.row] * step.c;
            2.0 * keep * t.coef * along + t.coef * (t.coef * step.view.squares[0])
        };
        step.terms.iter().map(of).sum()
    }
}
