//! Derivatives of an energy by a least-squares parabola on five frames.
//!
//! With `n = 5, S2 = sum tau^2 = 10, S4 = sum tau^4 = 34` over `tau = -2..2`: first derivative
//! `sum tau E / S2`, second `2 (n sum tau^2 E - S2 sum E) / (n S4 - S2^2)`.

/// Half the number of frames, W.
const REACH: isize = 2;

/// The first and the second derivative.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slopes {
    /// First derivative, per frame.
    pub first: f64,
    /// Second derivative, per frame squared.
    pub second: f64,
}

/// The derivatives at a frame; `energy(tau)` is the energy tau frames later.
///
/// ```
/// use noregret_align::music::slopes;
///
/// let at = slopes(|tau| 1.0 + 2.0 * tau as f64 + 3.0 * (tau * tau) as f64);
/// assert!((at.first - 2.0).abs() < 1e-12 && (at.second - 6.0).abs() < 1e-12);
/// ```
pub fn slopes(energy: impl Fn(isize) -> f64) -> Slopes {
    let (mut sum, mut first, mut second) = (0.0, 0.0, 0.0);
    for tau in -REACH..=REACH {
        let (e, t) = (energy(tau), tau as f64);
        sum += e;
        first += t * e;
        second += t * t * e;
    }
    Slopes { first: first / 10.0, second: 2.0 * (5.0 * second - 10.0 * sum) / 70.0 }
}
