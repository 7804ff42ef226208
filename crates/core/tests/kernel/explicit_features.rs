//! A polynomial kernel equals its explicit features.

use crate::support::Rng;
use crate::support::expansion::{agree, quadratic, spec, stream};
use noregret_core::readout::Readout;

#[test]
fn polynomial_kernel_is_its_explicit_features() {
    let examples = stream(&mut Rng::new(3), 300, 5);
    for name in ["perceptron", "pa1", "pa2"] {
        for readout in [Readout::Last, Readout::Average, Readout::Linear, Readout::Vote] {
            let (mut a, mut b) =
                (spec(name, Some("polynomial:degree=2,offset=0.5")), spec(name, None));
            (a.readout, b.readout) = (readout, readout);
            agree(&a, &b, &examples, quadratic);
        }
    }
}
