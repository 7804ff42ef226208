//! The exact aggressive step of exponential weights when every non-zero coordinate of the direction
//! has the same size (instances in {-1,0,1}^n, thesis Eq. 7.16 with plus and minus exchanged as
//! they must be).
//!
//! With P+, P-, P0 the unnormalised weight on positive, negative and zero coordinates and
//! `beta = e^(step)`, the margin is `(P+ beta - P-/beta)/(P+ beta + P-/beta + P0)`; it equals g at
//! `beta = (g P0 + sqrt(g^2 P0^2 + 4 (1-g^2) P+ P-)) / (2 (1-g) P+)`.

//!
//! Everything is in logarithms: a side whose weight is far below the smallest float may still be
//! the one that a small c brings back.

use super::Cell;

/// Logarithm of a sum of exponentials.
#[derive(Clone, Copy)]
pub(super) struct LogSum {
    top: f64,
    sum: f64,
}

impl LogSum {
    pub(super) const EMPTY: LogSum = LogSum { top: f64::NEG_INFINITY, sum: 0.0 };

    /// Adds `e^t`.
    pub(super) fn add(&mut self, t: f64) {
        if t > self.top {
            self.sum = self.sum * (self.top - t).exp() + 1.0;
            self.top = t;
        } else if t > f64::NEG_INFINITY {
            self.sum += (t - self.top).exp();
        }
    }

    fn log(self) -> f64 {
        self.top + self.sum.ln()
    }
}

/// Unnormalised weight by the sign of the direction.
pub(super) struct Masses {
    pub(super) plus: LogSum,
    pub(super) minus: LogSum,
    pub(super) zero: f64,
}

/// The common size of all shares, if they have one.
pub(super) fn common_size(cells: &[Cell]) -> Option<f64> {
    let size = cells.first()?.a.abs();
    cells.iter().all(|c| c.a.abs() == size).then_some(size)
}

/// Natural logarithm of beta; infinite when the margin cannot reach `g`.
pub(super) fn log_step(masses: &Masses, g: f64) -> f64 {
    if g <= -1.0 {
        return f64::NEG_INFINITY;
    }
    if g < 0.0 {
        // Seen from the other side the margin is -g; the form for positive g does not cancel.
        let mirrored = Masses { plus: masses.minus, minus: masses.plus, ..*masses };
        return -log_step(&mirrored, -g);
    }
    let (plus, minus) = (masses.plus.log(), masses.minus.log());
    if g >= 1.0 || plus == f64::NEG_INFINITY {
        return f64::INFINITY;
    }
    let linear = (g * masses.zero).ln();
    let cross = 0.5 * ((4.0 * (1.0 - g * g)).ln() + plus + minus);
    let top = linear.max(cross);
    if top == f64::NEG_INFINITY {
        return f64::NEG_INFINITY;
    }
    let (linear, cross) = ((linear - top).exp(), (cross - top).exp());
    top + (linear + linear.hypot(cross)).ln() - (2.0 * (1.0 - g)).ln() - plus
}

#[cfg(test)]
mod tests {
    use super::*;

    fn masses(plus: f64, minus: f64, zero: f64) -> Masses {
        let of = |mass: f64| {
            let mut sum = LogSum::EMPTY;
            sum.add(mass.ln());
            sum
        };
        Masses { plus: of(plus), minus: of(minus), zero }
    }

    #[test]
    fn golden_value_of_the_thesis_step() {
        let masses = masses(1.0, 1.0, 1.0);
        let step = log_step(&masses, 0.5);
        assert!((step.exp() - 2.302_775_637_7).abs() < 1e-9);
        assert!((step - 0.834_115_194_6).abs() < 1e-9);
    }

    #[test]
    fn lands_on_the_margin_and_mirrors() {
        for g in [-0.9, -0.3, 0.0, 0.2, 0.7] {
            let (plus, minus, zero) = (0.3, 2.0, 0.7);
            let b = log_step(&masses(plus, minus, zero), g).exp();
            let margin = (plus * b - minus / b) / (plus * b + minus / b + zero);
            assert!((margin - g).abs() < 1e-12, "{g} {margin}");
        }
    }
}
