//! What sec. 7.3 of the thesis prints for label ranking, and what holds.
//!
//! Reference: Shalev-Shwartz 2007 (thesis), Eq. 7.18, 7.20 and 7.26, Lemma 20.

use crate::support::near;

/// Lemma 20 for one relevant label and one other: along `lambda = -alpha (x, -x)` the conjugate is
/// `sup_s -alpha s - [gamma - s]_+`, s the lead. That is `-gamma alpha` for alpha up to 1; printed
/// are `-gamma alpha / 2`, and infinity from alpha = 1/2 on, since `|alpha|_1` counts both labels.
#[test]
fn the_conjugate_has_the_whole_margin_and_duals_up_to_one() {
    let gamma = 0.8;
    let value = |alpha: f64| {
        let leads = (-4000..4000).map(|i| 0.01 * f64::from(i));
        leads.map(|s| -alpha * s - (gamma - s).max(0.0)).fold(f64::NEG_INFINITY, f64::max)
    };
    for alpha in [0.1, 0.4, 0.5, 0.8, 1.0] {
        near(value(alpha), -gamma * alpha, 1e-9, "the conjugate");
        assert!((value(alpha) + 0.5 * gamma * alpha).abs() > 0.03, "the printed half: {alpha}");
    }
    // Beyond 1 it grows with the range of s.
    assert!(value(1.1) > 2.0);
}

/// Eq. 7.20 from zero weights with one pair: the dual is `gamma a - a^2 |x|^2/c`, and the minimiser
/// of `(a - mu)^2 + (a - nu)^2` is `(mu + nu)/2`. With `nu = (c gamma/2 - <theta,x>)/|x|^2` it is
/// the best a, with the printed `nu = -<theta,x>/|x|^2` half of it.
#[test]
fn nu_has_its_half_of_the_margin() {
    let (c, gamma, square) = (0.7, 1.0, 2.5);
    let dual = |a: f64| gamma * a - a * a * square / c;
    let mu = 0.5 * c * gamma / square;
    let [right, printed] = [0.5 * c * gamma / square, 0.0].map(|nu| 0.5 * (mu + nu));
    let best = (0..10_000).map(|i| dual(1e-4 * f64::from(i))).fold(0.0, f64::max);
    near(dual(right), best, 1e-6, "the corrected nu is best");
    near(printed, 0.5 * right, 1e-12, "the printed one is half of it");
    assert!(dual(printed) < 0.8 * best);
}

/// Eq. 7.26 for `min a^2/2, a <= 2` at the feasible a = 0 with multiplier 1: the Lagrangian there
/// is `P - eta`, not `P + eta`, so the gap is at least eta.
#[test]
fn the_gap_is_bounded_by_the_slack_of_the_multipliers() {
    let (a, multiplier, limit) = (0.0f64, 1.0, 2.0);
    let (primal, eta) = (0.5 * a * a, multiplier * (limit - a));
    let lagrangian = |a: f64| 0.5 * a * a + multiplier * (a - limit);
    let dual = (-4000..4000).map(|i| lagrangian(1e-3 * f64::from(i))).fold(f64::INFINITY, f64::min);
    near(lagrangian(a), primal - eta, 1e-12, "the second line of Eq. 7.26");
    assert!(dual <= primal - eta && (lagrangian(a) - (primal + eta)).abs() > 3.0);
}
