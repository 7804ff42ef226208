//! The running sum behind the normaliser of a row.

use crate::geometry::Frame;
use crate::number::Sum;
use serde::{Deserialize, Serialize};

/// How much larger than the sum the terms behind it may grow before it is recomputed.
const DRIFT: f64 = 1e12;
/// How far from 1 a sum may wander in its frame before that is made anew.
const FAR: f64 = 1e100;

/// Running sum of one row.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct RowSum {
    pub(super) frame: Frame,
    pub(super) sum: Sum,
}

impl Default for RowSum {
    fn default() -> Self {
        RowSum { frame: Frame { top: 0.0, c: 1.0 }, sum: Sum::default() }
    }
}

impl RowSum {
    /// Whether it need not be recomputed.
    pub(super) fn is_sound(&self) -> bool {
        let sum = self.sum.value();
        (1.0 / FAR..FAR).contains(&sum) && self.sum.magnitude() <= DRIFT * sum
    }
}
