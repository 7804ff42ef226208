//! Root of a non-increasing function on a bracket: secant steps inside, bisection as safeguard.
//!
//! Illinois variant of regula falsi; an interval that does not halve in three steps is bisected, so
//! the cost is bounded even when the function is flat or has a jump.

/// A point `x` between `a` and `b` where `f` changes sign, for `f(a) >= 0 >= f(b)`.
///
/// Returns `a` when `f(a) <= 0` and `b` when `f(b) >= 0`. The bracket may be given in either
/// direction.
pub(crate) fn bracketed_root(a: f64, b: f64, mut f: impl FnMut(f64) -> f64) -> f64 {
    let (mut a, mut b) = (a, b);
    let (mut fa, mut fb) = (f(a), f(b));
    if fa <= 0.0 {
        return a;
    }
    if fb >= 0.0 {
        return b;
    }
    let mut width = (b - a).abs();
    for step in 1..=200 {
        let secant = a + (b - a) * (fa / (fa - fb));
        let lagging = step % 3 == 0 && (b - a).abs() > 0.5 * width;
        if step % 3 == 0 {
            width = (b - a).abs();
        }
        let inside = (secant - a) * (secant - b) < 0.0;
        let x = if lagging || !inside { 0.5 * (a + b) } else { secant };
        if x == a || x == b || (b - a).abs() <= 4.0 * f64::EPSILON * a.abs().max(b.abs()) {
            break;
        }
        let fx = f(x);
        if fx > 0.0 {
            (a, fa, fb) = (x, fx, 0.5 * fb);
        } else if fx < 0.0 {
            (b, fb, fa) = (x, fx, 0.5 * fa);
        } else {
            return x;
        }
    }
    0.5 * (a + b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_smooth_flat_and_jumping_roots() {
        assert!((bracketed_root(0.0, 3.0, |x| 2.0 - x * x) - 2f64.sqrt()).abs() < 1e-14);
        assert!((bracketed_root(0.0, 1.0, |x| (0.3 - x).powi(9)) - 0.3).abs() < 1e-6);
        assert!(
            (bracketed_root(0.0, 1.0, |x| if x < 0.7 { 1.0 } else { -1e-9 }) - 0.7).abs() < 1e-12
        );
        assert!((bracketed_root(0.0, -3.0, |x| 2.0 + x) + 2.0).abs() < 1e-14);
    }

    #[test]
    fn stays_at_the_end_without_a_sign_change() {
        assert_eq!(bracketed_root(0.0, 1.0, |_| -1.0), 0.0);
        assert_eq!(bracketed_root(0.0, 1.0, |_| 1.0), 1.0);
    }
}
