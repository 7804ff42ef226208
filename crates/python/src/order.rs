//! The order of a pass, as scikit-learn's stochastic gradient descent finds it.
//!
//! Fisher and Yates with a generator of 32 bits (Marsaglia 2003: xorshift by 13, 17, 5): the same seed
//! gives the same order, so the same weights.

use crate::error::refused;
use numpy::{PyReadwriteArray1, PyUntypedArrayMethods};
use pyo3::prelude::*;

/// What a draw is below.
const END: u32 = 1 << 31;

/// Shuffles positions in place.
#[pyfunction]
pub(crate) fn shuffle(mut order: PyReadwriteArray1<'_, i64>, seed: u32) -> PyResult<()> {
    if !order.is_contiguous() {
        return Err(refused("the order is a contiguous array"));
    }
    let order = order.as_slice_mut()?;
    let mut state = seed.max(1);
    for at in 0..order.len().saturating_sub(1) {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        let left = (order.len() - at) as u32;
        order.swap(at, at + (state % END % left) as usize);
    }
    Ok(())
}
