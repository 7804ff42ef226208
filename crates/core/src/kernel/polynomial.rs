//! `K(x,z) = (offset + <x,z>)^degree`; homogeneous with offset 0.
//!
//! Its features are the products of at most `degree` coordinates (exactly so many without offset).
//! Defaults: degree 3, offset 1.

use super::Kernel;
use crate::error::{Error, Result, at_least};
use crate::registry::{Component, whole};
use serde::{Deserialize, Serialize};

/// Powers taken side by side.
const GROUP: usize = 16;

/// A power of the shifted inner product.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Polynomial {
    /// At least 1.
    #[serde(deserialize_with = "whole")]
    pub degree: u32,
    /// At least 0.
    pub offset: f64,
}

impl Default for Polynomial {
    fn default() -> Self {
        Polynomial { degree: 3, offset: 1.0 }
    }
}

impl Component for Polynomial {
    const ABOUT: &'static str = "K(x,z) = (offset + <x,z>)^degree";
    const REFERENCE: &'static str = "Vapnik 1998; Crammer & Singer 2003, sec. 5.3 and 8";
}

impl Kernel for Polynomial {
    #[inline(always)]
    fn value(&self, dot: f64, _square_a: f64, _square_b: f64) -> f64 {
        power([self.offset + dot], self.degree)[0]
    }

    #[inline(always)]
    fn fill(&self, dots: &mut [f64], _square: f64, _squares: &[f64]) {
        let (groups, rest) = dots.as_chunks_mut::<GROUP>();
        for group in groups {
            *group = power(group.map(|dot| self.offset + dot), self.degree);
        }
        for dot in rest {
            *dot = power([self.offset + *dot], self.degree)[0];
        }
    }

    fn sharpness(&self, _square: f64) -> f64 {
        // The derivative of the power, and its own multiplications.
        2.0 * f64::from(self.degree)
    }

    fn check(&self) -> Result<()> {
        if self.degree == 0 {
            return Err(Error::Spec("degree must be a whole number >= 1, not 0".into()));
        }
        at_least("offset", self.offset, 0.0)
    }
}

/// `base^n` by repeated squaring: the same operations in every lane and on every machine.
#[inline(always)]
fn power<const N: usize>(base: [f64; N], n: u32) -> [f64; N] {
    let (mut result, mut square, mut left) = ([1.0; N], base, n);
    loop {
        if left & 1 == 1 {
            multiply(&mut result, square);
        }
        left >>= 1;
        if left == 0 {
            return result;
        }
        let factor = square;
        multiply(&mut square, factor);
    }
}

#[inline(always)]
fn multiply<const N: usize>(a: &mut [f64; N], b: [f64; N]) {
    for (a, b) in a.iter_mut().zip(b) {
        *a *= b;
    }
}
