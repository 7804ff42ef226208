//! Kernels: inner products of a feature space that is never written down.
//!
//! Every kernel here is a function of `<x,z>`, `|x|^2` and `|z|^2`, so the expensive part, the
//! inner product of two sparse instances, is the same for all of them and is done for many pairs at
//! a time.

mod gaussian;
mod linear;
mod polynomial;

pub use gaussian::Gaussian;
pub use linear::Linear;
pub use polynomial::Polynomial;

use crate::error::Result;
use crate::registry::components;

/// `K(x,z) = <phi(x), phi(z)>` as a function of three numbers.
pub trait Kernel {
    /// `K(a,b)` from `<a,b>`, `|a|^2`, `|b|^2`.
    fn value(&self, dot: f64, square_a: f64, square_b: f64) -> f64;

    /// Bound on the error of `K(a,b)` relative to `sqrt(K(a,a) K(b,b))`, as a multiple of that of
    /// `<a,b>` relative to `|a| |b|`, where `|a|^2 = square`.
    fn sharpness(&self, square: f64) -> f64;

    /// Why these parameters cannot be used, if they cannot.
    fn check(&self) -> Result<()>;

    /// Turns the inner products of one instance with many into kernel values.
    #[inline(always)]
    fn fill(&self, dots: &mut [f64], square: f64, squares: &[f64]) {
        for (dot, other) in dots.iter_mut().zip(squares) {
            *dot = self.value(*dot, square, *other);
        }
    }
}

components! { $
    /// Any kernel, chosen at run time.
    AnyKernel, each_kernel {
        Linear = "linear",
        Polynomial = "polynomial",
        Gaussian = "gaussian",
    }
}

impl Kernel for AnyKernel {
    #[inline]
    fn value(&self, dot: f64, square_a: f64, square_b: f64) -> f64 {
        each_kernel!(self, k => k.value(dot, square_a, square_b))
    }
    fn sharpness(&self, square: f64) -> f64 {
        each_kernel!(self, k => k.sharpness(square))
    }
    fn check(&self) -> Result<()> {
        each_kernel!(self, k => k.check())
    }
    #[inline(always)]
    fn fill(&self, dots: &mut [f64], square: f64, squares: &[f64]) {
        each_kernel!(self, k => k.fill(dots, square, squares));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_read_shown_and_checked() {
        let nine = AnyKernel::parse("polynomial:degree=9,offset=0").unwrap();
        assert_eq!(nine, Polynomial { degree: 9, offset: 0.0 }.into());
        assert_eq!(AnyKernel::parse(&nine.to_string()).unwrap(), nine);
        assert_eq!(AnyKernel::parse("gaussian").unwrap(), Gaussian { sigma: 1.0 }.into());
        for bad in ["polynomial:degree=0", "polynomial:offset=-1", "gaussian:sigma=0"] {
            assert!(AnyKernel::parse(bad).unwrap().check().is_err(), "{bad}");
        }
        for bad in ["polynomial:degree=2.5", "polynomial:degree=-1", "polynomial:degree=1e12"] {
            assert!(AnyKernel::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn values_are_the_formulas() {
        let (a, b) = ([1.0, 2.0, -0.5], [0.3, -1.0, 2.0]);
        let dot = |a: &[f64; 3], b: &[f64; 3]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let value = |text: &str| {
            let kernel = AnyKernel::parse(text).unwrap();
            kernel.value(dot(&a, &b), dot(&a, &a), dot(&b, &b))
        };
        let apart: f64 = a.iter().zip(&b).map(|(a, b)| (a - b) * (a - b)).sum();
        assert_eq!(value("linear"), dot(&a, &b));
        assert!(
            (value("polynomial:degree=5,offset=0.5") - (0.5 + dot(&a, &b)).powi(5)).abs() < 1e-9
        );
        assert!((value("gaussian:sigma=2") - (-apart / 8.0).exp()).abs() < 1e-15);
    }

    #[test]
    fn what_is_not_finite_stays_so() {
        for text in ["linear", "polynomial", "gaussian"] {
            let kernel = AnyKernel::parse(text).unwrap();
            for square in [f64::NAN, f64::INFINITY] {
                assert!(!kernel.value(square, square, square).is_finite(), "{text} {square}");
            }
        }
    }
}
