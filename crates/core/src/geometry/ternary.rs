//! The exact aggressive step of exponential weights when every non-zero coordinate of the direction has
//! the same size (instances in {-1,0,1}^n, thesis 7.16 with plus and minus exchanged as they must be).
//!
//! With P+, P-, P0 the unnormalised weight on positive, negative and zero coordinates and
//! `beta = e^(step)`, the margin is `(P+ beta - P-/beta)/(P+ beta + P-/beta + P0)`; it equals g at
//! `beta = (g P0 + sqrt(g^2 P0^2 + 4 (1-g^2) P+ P-)) / (2 (1-g) P+)`.

use super::Cell;

/// Unnormalised weight by the sign of the direction.
pub(super) struct Masses {
    pub(super) plus: f64,
    pub(super) minus: f64,
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
        let mirrored = Masses { plus: masses.minus, minus: masses.plus, zero: masses.zero };
        return -log_step(&mirrored, -g);
    }
    if g >= 1.0 || masses.plus <= 0.0 {
        return f64::INFINITY;
    }
    let linear = g * masses.zero;
    let root = (linear * linear + 4.0 * (1.0 - g * g) * masses.plus * masses.minus).sqrt();
    let beta = (linear + root) / (2.0 * (1.0 - g) * masses.plus);
    beta.ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn golden_value_of_the_thesis_step() {
        let masses = Masses { plus: 1.0, minus: 1.0, zero: 1.0 };
        let step = log_step(&masses, 0.5);
        assert!((step.exp() - 2.302_775_637_7).abs() < 1e-9);
        assert!((step - 0.834_115_194_6).abs() < 1e-9);
    }

    #[test]
    fn lands_on_the_margin_and_mirrors() {
        for g in [-0.9, -0.3, 0.0, 0.2, 0.7] {
            let m = Masses { plus: 0.3, minus: 2.0, zero: 0.7 };
            let b = log_step(&m, g).exp();
            let margin = (m.plus * b - m.minus / b) / (m.plus * b + m.minus / b + m.zero);
            assert!((margin - g).abs() < 1e-12, "{g} {margin}");
        }
    }
}
