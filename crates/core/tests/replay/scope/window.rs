//! Windows and the leader: joint optima of a few rounds, and strong duality.
//!
//! Reference: Shalev-Shwartz 2007 (thesis), Eq. 5.18.

use crate::support::primal_dual::{
    Example, Geo, compositions, example, learn, mixed_stream, name, spec, weights,
};
use crate::support::{Rng, at_most_up_to, dot, near};
use noregret_core::loss::Loss;
use noregret_core::replay::scope::AnyScope;
use noregret_core::{AnyLearner, Spec};

const N: usize = 4;

fn scoped(s: &Spec, scope: &str) -> Spec {
    Spec { scope: AnyScope::parse(scope).unwrap(), ..s.clone() }
}

/// In the learner: after each round no revisit of the two rounds gains anything.
#[test]
fn a_window_of_two_is_at_the_joint_optimum() {
    let mut rng = Rng::new(92);
    for schedule in ["fixed:C=0.05", "fixed:C=1", "fixed:C=30", "sqrt", "mistakes:lazy=false"] {
        let s = scoped(&spec("hinge", "exact", "euclid", schedule), "window:k=2");
        let mut learner = s.build().unwrap();
        learner.reserve(N);
        for e in mixed_stream(&mut rng, &s.loss, N, 60) {
            learn(&mut learner, &e);
            let duality = learner.duality_gap();
            at_most_up_to(duality.gap, 1e-9, 0.0, schedule);
            assert!(learner.stored() <= 2);
        }
    }
}

/// The closed form and the coordinate ascent of longer windows agree where both can be used.
#[test]
fn windows_by_closed_form_and_by_sweeps_agree() {
    let mut rng = Rng::new(93);
    for _ in 0..40 {
        let s = spec("hinge", "exact", "euclid", "fixed:C=0.7");
        let stream = mixed_stream(&mut rng, &s.loss, N, 2);
        let mut closed = scoped(&s, "window:k=2").build().unwrap();
        let mut swept = scoped(&s, "window:k=3,gap=1e-12").build().unwrap();
        for e in &stream {
            learn(&mut closed, e);
            learn(&mut swept, e);
        }
        near(closed.dual_value(), swept.dual_value(), 1e-9, "D");
    }
}

fn primal(s: &Spec, geo: Geo, learner: &AnyLearner, seen: &[Example]) -> f64 {
    let w = weights(learner, N);
    let loss = |e: &Example| {
        let score = dot(&w, &e.x);
        e.weight * s.loss.value(if s.loss.two_sided() { score - e.y } else { e.y * score })
    };
    learner.tradeoff() * geo.value(&w) + seen.iter().map(loss).sum::<f64>()
}

/// Strong duality after every round: the leader's primal and dual values meet.
#[test]
fn the_leader_has_no_gap() {
    let mut rng = Rng::new(94);
    let mut count = 0;
    for (s, geo) in compositions(&["exact"]) {
        let s = scoped(&s, "leader:gap=0.001");
        // Stiff ones creep (see `scope_revisit`).
        if s.check().is_err() || s.schedule.to_string().contains("C=30") {
            continue;
        }
        count += 1;
        let stream = mixed_stream(&mut rng, &s.loss, N, 15);
        let mut learner = s.build().unwrap();
        learner.reserve(N);
        for t in 0..stream.len() {
            learn(&mut learner, &stream[t]);
            // A round that counts for nothing moves nothing, though c may have changed.
            if stream[t].weight == 0.0 {
                continue;
            }
            let (p, d) = (primal(&s, geo, &learner, &stream[..=t]), learner.dual_value());
            let duality = learner.duality_gap();
            let allowed = 0.001 * (duality.loss + duality.gain.abs());
            at_most_up_to(d, p, 0.0, "weak duality");
            at_most_up_to(p - d, 1.01 * allowed, 0.0, &format!("{} round {t}", name(&s)));
        }
    }
    assert!(count > 300, "{count}");
}

/// Follow-the-leader on squared loss is ridge regression.
#[test]
fn the_leader_of_squared_loss_is_ridge_regression() {
    let s = scoped(&spec("squared", "exact", "euclid", "fixed:C=2"), "leader:gap=1e-12");
    let mut learner = s.build().unwrap();
    for (x, y) in [([1.0, 0.0], 1.0), ([1.0, 1.0], 0.0), ([0.0, 2.0], 1.0)] {
        learn(&mut learner, &example(x.to_vec(), y));
    }
    // (c I + sum x x') w = sum y x with c = 1/2 and the loss z^2/2.
    let (a, b, d) = (2.5, 1.0, 5.5);
    let (r, t) = (1.0, 2.0);
    let det = a * d - b * b;
    near(learner.weight(0, 0), (d * r - b * t) / det, 1e-5, "w0");
    near(learner.weight(1, 0), (a * t - b * r) / det, 1e-5, "w1");
}
