//! Properties of losses that are printed wrong.
//!
//! Reference: Shalev-Shwartz 2007 (thesis), sec. 5.3.1 and Eq. A.5.

use noregret_core::loss::{AnyLoss, Loss};

/// 5.3.1 calls the halved square 2|x|^2-self-bounded: with `0.5 |lambda|^2 <= L g` it is |x|^2;
/// 2|x|^2 belongs to the square without the half.
#[test]
fn self_bounds_of_the_square() {
    let (half, whole) =
        (AnyLoss::parse("squared").unwrap(), AnyLoss::parse("squared:half=false").unwrap());
    for z in [-3.0, -0.2, 0.7, 5.0] {
        let needed = |loss: &AnyLoss| 0.5 * loss.slope(z).powi(2) / loss.value(z);
        assert!((needed(&half) - 1.0).abs() < 1e-12, "|x|^2, printed 2|x|^2");
        assert!((needed(&whole) - 2.0).abs() < 1e-12, "2|x|^2");
    }
}

/// A.5 prints the binary entropy with a minus sign: it is the positive one whose conjugate is the
/// logistic loss.
#[test]
fn the_binary_entropy_is_convex() {
    let logistic = AnyLoss::parse("logistic").unwrap();
    for z in [-2.0, -0.5, 0.0, 1.0, 3.0] {
        let best = |sign: f64| {
            let value = |i: i32| {
                let d = f64::from(i) / 4000.0;
                -d * z + sign * logistic.gain(d, 1.0)
            };
            (0..=4000).map(value).fold(f64::NEG_INFINITY, f64::max)
        };
        assert!((best(1.0) - logistic.value(z)).abs() < 1e-6, "corrected");
        assert!((best(-1.0) - logistic.value(z)).abs() > 0.01, "printed");
    }
}
