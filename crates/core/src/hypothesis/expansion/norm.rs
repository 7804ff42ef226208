//! `|v|^2` of an expansion, followed in O(1) per update, with a bound on what rounding did to it.
//!
//! `|v + s|^2 = |v|^2 + 2<v,s> + |s|^2`, and `<v,s>` is a score. A score is a sum of at most 2 x
//! changes terms of total size `travelled |x|`, each off by the rounding of one kernel value; the
//! errors are added up in `error`, so that `|v| <= sqrt(square + error)`. What a budget removed is
//! not in v, but belongs to the v of the certificate: `dropped` bounds its norm.

use crate::number::is_countable;
use serde::{Deserialize, Serialize};

/// The tracked norm.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Norm {
    /// `|v|^2`.
    pub(super) square: f64,
    largest: f64,
    /// Bound on the error of the square.
    #[serde(rename = "doubt")]
    error: f64,
    /// Bound on `sum |coef| |phi(x)|` over all changes.
    travelled: f64,
    changes: u64,
    /// Largest relative error of a kernel value, in machine epsilons.
    noise: f64,
    /// Norm of what was removed.
    pub(super) dropped: f64,
}

/// A change of v: `v += s`.
pub(super) struct Change {
    /// `<v,s>`.
    pub(super) along: f64,
    /// `|s|^2`.
    pub(super) square: f64,
    /// A bound on `|s|`.
    pub(super) length: f64,
}

impl Norm {
    /// Whether these can be the numbers of a run: a state read from a file may not.
    pub(super) fn is_sound(&self) -> bool {
        let sizes = [self.largest, self.error, self.noise];
        let norms = [self.travelled, self.dropped];
        // |v| is at most what was travelled, but for rounding.
        let most = 2.0 * self.travelled * self.travelled + self.error;
        self.square <= most
            && sizes.iter().all(|size| *size >= 0.0)
            && norms.iter().all(|norm| *norm >= 0.0 && (norm * norm).is_finite())
            && is_countable(self.changes)
    }

    /// Takes note of how inexact kernel values are.
    pub(super) fn note_noise(&mut self, noise: f64) {
        self.noise = self.noise.max(noise).min(f64::MAX);
    }

    /// Kernel values are as inexact as another norm knows.
    pub(super) fn be_as_noisy_as(&mut self, other: &Norm) {
        self.note_noise(other.noise);
    }

    /// `v *= keep`.
    pub(super) fn shrink(&mut self, keep: f64) {
        self.square *= keep * keep;
        self.error *= keep * keep;
        self.travelled *= keep.abs();
        self.dropped *= keep.abs();
    }

    /// `v += s`.
    pub(super) fn step(&mut self, change: &Change) {
        self.square += 2.0 * change.along + change.square;
        self.largest = self.largest.max(self.square);
        self.travelled += change.length;
        self.changes += 1;
        self.error += 2.0 * self.rounding() * change.length * self.travelled
            + 4.0 * f64::EPSILON * self.square.abs();
        // A saved state holds finite numbers only.
        self.error = self.error.min(f64::MAX);
    }

    /// Whether eight digits have cancelled, so that the square has to be found anew.
    pub(super) fn is_lost(&self) -> bool {
        self.square <= 1e-8 * self.largest && self.largest.is_finite()
    }

    /// The square found anew, from coefficients of total size `sum |coef| |phi(x)| = length`.
    pub(super) fn set(&mut self, square: f64, length: f64) {
        self.square = square.max(0.0);
        self.largest = self.square;
        self.error = self.rounding() * length * length;
    }

    /// A part of norm `length` is given up; coefficients of this total size were rewritten for it.
    pub(super) fn drop(&mut self, length: f64, rewritten: f64) {
        self.dropped += length + 2.0 * f64::EPSILON * rewritten;
        self.travelled += rewritten;
    }

    /// Upper bound on the square of the v that is kept.
    pub(super) fn kept_square(&self) -> f64 {
        self.square.max(0.0) + self.error
    }

    /// Upper bound on the norm of the v of the certificate.
    pub(super) fn bound(&self) -> f64 {
        self.kept_square().sqrt() + self.dropped
    }

    /// Takes in what another has met since it was `began`; the square is to be found anew.
    pub(super) fn absorb(&mut self, other: &Norm, began: &Norm) {
        self.travelled += (other.travelled - began.travelled).max(0.0);
        self.changes += other.changes.saturating_sub(began.changes);
        self.be_as_noisy_as(other);
    }

    /// The starting point, of this norm, counts in what was travelled: scores contain it.
    pub(super) fn begin(&mut self, length: f64) {
        self.travelled += length;
    }

    /// Bound on the error of `|x - w|^2`, `w = v/c`, x being made of terms of this size.
    pub(super) fn gap_error(&self, c: f64, reach: f64) -> f64 {
        let size = reach + self.travelled / c;
        self.rounding() * size * size + self.error / (c * c)
    }

    /// Bound on the error of the norm of something made of terms of this size.
    pub(super) fn doubt_of(&self, length: f64) -> f64 {
        self.rounding().sqrt() * length
    }

    /// Relative error of a sum of so many kernel values.
    pub(super) fn rounding(&self) -> f64 {
        f64::EPSILON * (2.0 * self.changes as f64 + self.noise + 8.0)
    }
}
