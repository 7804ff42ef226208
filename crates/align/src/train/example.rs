//! Base functions with the truth, which their candidates hold.
//!
//! `<v, a> <= 0` on a mistake, which the proof of Thm. 7 needs, holds if the truth is a candidate
//! and inference is exact. So limits are widened to hold the truth, and reports count how often.

use crate::dynamic::{BaseFunctions, Infeasible, size};

/// Base functions whose candidates can be widened.
pub trait Widen: BaseFunctions {
    /// Widens the candidates to hold an alignment; whether that was needed.
    ///
    /// # Errors
    /// If the starts are not an alignment.
    fn widen(&mut self, starts: &[usize]) -> Result<bool, Infeasible>;
}

/// An example to learn from.
#[derive(Clone, Debug)]
pub struct Example<B> {
    base: B,
    truth: Vec<usize>,
    is_widened: bool,
}

impl<B: Widen> Example<B> {
    /// An example, its candidates widened if need be.
    ///
    /// # Errors
    /// If the truth is not an alignment of the signal, or there are too many candidates.
    pub fn new(mut base: B, truth: &[usize]) -> Result<Self, Infeasible> {
        let is_widened = base.widen(truth)?;
        size::check(base.bounds())?;
        Ok(Example { base, truth: truth.to_vec(), is_widened })
    }

    /// The base functions.
    pub fn base(&self) -> &B {
        &self.base
    }

    /// The true starts.
    pub fn truth(&self) -> &[usize] {
        &self.truth
    }

    /// Whether the limits had to be widened to hold the truth.
    pub fn is_widened(&self) -> bool {
        self.is_widened
    }
}
