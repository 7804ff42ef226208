//! Constants of the self-tuned schedules that are printed wrong.
//!
//! Reference: Shalev-Shwartz 2007 (thesis), Fig. 5.3, Eq. 5.16, Cor. 3.

use crate::support::primal_dual::{build, example, learn, spec};

/// Fig. 5.3 starts at M_0 = 0 and (5.16) is said to follow from Cor. 3: both constants of c.
#[test]
fn self_tuned_rates_count_the_coming_mistake_and_5_16_is_not_cor_3() {
    let c_after = |schedule: &str, rounds: usize| {
        let mut learner = build(&spec("hinge", "fixed:on=mistake", "euclid", schedule), 2);
        for _ in 0..rounds {
            learn(&mut learner, &example(vec![3.0, 4.0], 1.0));
        }
        learner.tradeoff()
    };
    let (first, third) = (c_after("mistakes:complexity=4", 1), c_after("mistakes:complexity=4", 3));
    assert!((first - 5.0 * (1.0f64 / 4.0).sqrt()).abs() < 1e-12, "printed: 0");
    assert!((third - 5.0 * (2.0f64 / 4.0).sqrt()).abs() < 1e-12, "one mistake before");
    let ratio = c_after("hinge-sqrt:complexity=4", 3) / c_after("running:complexity=4", 3);
    assert!((ratio - 2f64.sqrt()).abs() < 1e-12);
}
