//! The mirror maps of [`Descent`](super::Descent): half the squared norm on R^n, a ball, the
//! simplex or the l1 ball, and the relative entropy on the simplex with a floor.
//!
//! Euclid: `w - eta lambda`, projected; `B_f(u|w) = 0.5 |u - w|^2`. Entropy:
//! `w_j e^(-eta lambda_j)`, brought to sum 1 above the floor; `B_f(u|w) = sum u_j ln(u_j/w_j)`.
//! (Thesis Examples 1 and 2, Fig. 7.1-7.3.)

use crate::support::projection::{BoxSimplex, project_l1_ball, project_simplex};
use noregret_core::vector::Instance;
use noregret_core::{Error, Result};

/// What a descent asks of f and its set.
pub trait Mirror {
    /// Why these parameters cannot be used, if they cannot.
    fn check(&self) -> Result<()>;

    /// Whether a point lies in the set (up to rounding).
    fn contains(&self, u: &[f64]) -> bool;

    /// A coordinate of grad f, which is separable.
    fn slope(&self, w: f64) -> f64;

    /// `w <- grad f*(grad f(w) - eta lambda)`; `scratch` is overwritten.
    fn step(&self, w: &mut [f64], lambda: &[f64], eta: f64, scratch: &mut Vec<f64>);

    /// `B_f(u|w)`.
    fn divergence(&self, u: &[f64], w: &[f64]) -> f64;

    /// Dual norm of a subgradient.
    fn dual_norm(&self, lambda: &[f64]) -> f64;
}

/// `0.5 |w|_2^2` on a set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EuclidMirror {
    /// R^n.
    Whole,
    /// `|w|_2 <= radius`.
    Ball(f64),
    /// `w >= 0`, `sum w = radius`.
    Simplex(f64),
    /// `|w|_1 <= radius`.
    L1Ball(f64),
}

impl EuclidMirror {
    fn project(&self, w: &mut [f64], scratch: &mut Vec<f64>) {
        match *self {
            EuclidMirror::Whole => {}
            EuclidMirror::Ball(radius) => {
                let norm = Instance::Dense(w).square().sqrt();
                if norm > radius {
                    w.iter_mut().for_each(|w| *w *= radius / norm);
                }
            }
            EuclidMirror::Simplex(radius) => project_simplex(w, radius, scratch),
            EuclidMirror::L1Ball(radius) => project_l1_ball(w, radius, scratch),
        }
    }
}

impl Mirror for EuclidMirror {
    fn check(&self) -> Result<()> {
        match *self {
            EuclidMirror::Whole => Ok(()),
            EuclidMirror::Ball(r) | EuclidMirror::Simplex(r) | EuclidMirror::L1Ball(r) => {
                let sound = r > 0.0 && r.is_finite();
                if sound { Ok(()) } else { Err(Error::Spec(format!("{r} is no radius"))) }
            }
        }
    }

    fn contains(&self, u: &[f64]) -> bool {
        let near = |size: f64, radius: f64| size <= radius * (1.0 + 1e-9);
        let sizes = || u.iter().map(|u| u.abs()).sum::<f64>();
        match *self {
            EuclidMirror::Whole => u.iter().all(|u| u.is_finite()),
            EuclidMirror::Ball(radius) => near(Instance::Dense(u).square().sqrt(), radius),
            EuclidMirror::Simplex(radius) => {
                let total: f64 = u.iter().sum();
                u.iter().all(|&u| u >= 0.0) && near(total, radius) && near(radius, total)
            }
            EuclidMirror::L1Ball(radius) => near(sizes(), radius),
        }
    }

    fn slope(&self, w: f64) -> f64 {
        w
    }

    fn step(&self, w: &mut [f64], lambda: &[f64], eta: f64, scratch: &mut Vec<f64>) {
        w.iter_mut().zip(lambda).for_each(|(w, l)| *w -= eta * l);
        self.project(w, scratch);
    }

    fn divergence(&self, u: &[f64], w: &[f64]) -> f64 {
        0.5 * u.iter().zip(w).map(|(u, w)| (u - w).powi(2)).sum::<f64>()
    }

    fn dual_norm(&self, lambda: &[f64]) -> f64 {
        Instance::Dense(lambda).square().sqrt()
    }
}

/// Relative entropy on `{sum w = 1, w_j >= floor/n}`; with floor 0 gradients are not bounded, and
/// neither is the regret.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EntropyMirror {
    /// Least weight as a share of the uniform one, below 1.
    pub floor: f64,
}

impl Mirror for EntropyMirror {
    fn check(&self) -> Result<()> {
        if (0.0..1.0).contains(&self.floor) {
            return Ok(());
        }
        Err(Error::Spec(format!("floor must be at least 0 and below 1, not {}", self.floor)))
    }

    fn contains(&self, u: &[f64]) -> bool {
        let (total, least) = (u.iter().sum::<f64>(), self.floor / u.len() as f64);
        let above = |&u: &f64| u >= least * (1.0 - 1e-9) && u >= 0.0;
        u.iter().all(above) && (total - 1.0).abs() <= 1e-9
    }

    fn slope(&self, w: f64) -> f64 {
        w.ln() + 1.0
    }

    fn step(&self, w: &mut [f64], lambda: &[f64], eta: f64, scratch: &mut Vec<f64>) {
        w.iter_mut().zip(lambda).for_each(|(w, l)| *w = w.ln() - eta * l);
        let floor = self.floor / w.len() as f64;
        BoxSimplex { floor, cap: f64::INFINITY, total: 1.0 }.entropic(w, scratch);
    }

    fn divergence(&self, u: &[f64], w: &[f64]) -> f64 {
        let term = |(&u, &w): (&f64, &f64)| if u > 0.0 { u * (u / w).ln() } else { 0.0 };
        u.iter().zip(w).map(term).sum::<f64>().max(0.0)
    }

    fn dual_norm(&self, lambda: &[f64]) -> f64 {
        Instance::Dense(lambda).max_abs()
    }
}
