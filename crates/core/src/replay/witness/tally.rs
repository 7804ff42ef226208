//! The dual gain of a witness and a bound on the rounding error of its v.
//!
//! Every step on v may be off by machine epsilon times the length of v, so their sum bounds the
//! error, as in the ledger of a run.

use super::Bound;
use crate::number::Sum;
use serde::{Deserialize, Serialize};

/// What a witness keeps besides v.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Tally {
    /// A: what the dual variables of closed blocks add.
    pub(super) gain: Sum,
    /// A bound on the length of v.
    pub(super) reach: f64,
    /// Sum of such bounds over all steps.
    pub(super) drift: f64,
}

impl Tally {
    /// v has moved so far.
    #[inline(always)]
    pub(super) fn step(&mut self, length: f64) {
        self.reach += length;
        self.drift += self.reach;
    }

    /// The length of v was measured.
    pub(super) fn measured(&mut self, norm: f64) {
        let error = 2.0 * f64::EPSILON * self.drift;
        self.reach = self.reach.min(norm * (1.0 + 1e-12) + error);
    }

    /// What the witness proves; `norm` is the length of v, `stretch` by how much its error may have
    /// grown since.
    pub(super) fn bound(&self, norm: f64, stretch: f64) -> Bound {
        let path = 2.0 * f64::EPSILON * self.drift * stretch + 16.0 * f64::EPSILON * norm;
        Bound { gain: self.gain.value() - self.gain.slack(), slope: norm + path }
    }

    /// Adds what another witness has, on other rounds.
    pub(super) fn absorb(&mut self, other: &Tally, stretch: f64) {
        self.gain.absorb(&other.gain);
        self.drift += other.drift * stretch;
        self.step(other.reach * stretch);
    }

    /// Takes off what another had, from which this went on; what is left may be as long as both.
    pub(super) fn take_off(&mut self, began: &Tally) {
        self.gain.take_off(&began.gain);
        self.drift = (self.drift - began.drift).max(0.0);
        self.step(began.reach);
    }

    /// Whether a run can have left it.
    pub(super) fn is_sound(&self) -> bool {
        self.reach >= 0.0 && self.drift >= 0.0 && (self.reach + self.drift).is_finite()
    }
}
