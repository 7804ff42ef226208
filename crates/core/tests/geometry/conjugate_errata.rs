//! The conjugate of c f, whose sign is printed wrong.
//!
//! Reference: Shalev-Shwartz 2007 (thesis), the text under Eq. 3.6.

use crate::support::primal_dual::{Geo, Mirror, binary_stream, spec, weights};
use crate::support::{Rng, scaled};

/// The text under (3.6) gives `-c f*(./c)` as the conjugate of c f; then the dual would exceed the
/// primal.
#[test]
fn the_conjugate_of_c_f_has_a_plus_sign() {
    let (c, theta) = (2.5f64, 1.7);
    let sup = (-4000..4000).map(|i| f64::from(i) / 1000.0).map(|w| w * theta - c * 0.5 * w * w);
    let best = sup.fold(f64::NEG_INFINITY, f64::max);
    let conjugate = c * Geo::Euclid.conjugate(&[theta / c]);
    assert!((best - conjugate).abs() < 1e-6 && (best + conjugate).abs() > 1.0);

    let mut rng = Rng::new(51);
    for geo in [Geo::Euclid, Geo::PNorm(3.0), Geo::Entropy(1.0)] {
        let spec = spec("hinge:margin=0.2", "exact", &geo.text(), "fixed:C=0.5");
        let mut m = Mirror::new(&spec, geo, 3);
        let stream = binary_stream(&mut rng, &[1.0, 0.2, 0.1], 60, 0.1, 0.0);
        stream.iter().for_each(|e| drop(m.learn(e)));
        let (u, c) = (weights(&m.learner, 3), 2.0);
        let primal = c * geo.value(&u) + m.total_loss_of(&u, &stream);
        let conjugate = c * geo.conjugate(&scaled(&m.v, 1.0 / c));
        assert!(m.gain - conjugate <= primal + 1e-9, "{geo:?}: weak duality");
        assert!(m.gain + conjugate > primal + 1e-6, "{geo:?}: the printed sign would do");
    }
}
