//! All bounds hold with every scope.
//!
//! The gain of a round, the dual that never falls, weak duality and the certificate, the a-priori
//! regret.
//!
//! Reference: Shalev-Shwartz 2007 (thesis), Lemmas 1 and 2, sec. 5.2.2.

use crate::support::primal_dual::{Example, Geo, compositions, learn, mixed_stream, name};
use crate::support::{Rng, at_most_up_to, dot};
use noregret_core::Spec;
use noregret_core::certificate::regret;
use noregret_core::hypothesis::Hypothesis;
use noregret_core::loss::Loss;
use noregret_core::replay::scope::AnyScope;

const N: usize = 4;
const SCOPES: [&str; 6] = [
    "window",
    "window:k=4",
    "leader:gap=0.01",
    "mini:count=3,store=6",
    "mini:count=2,store=8,order=cyclic",
    "mini:count=2,store=5,order=violated",
];

fn loss_of(s: &Spec, u: &[f64], e: &Example) -> f64 {
    let score = dot(u, &e.x);
    e.weight * s.loss.value(if s.loss.two_sided() { score - e.y } else { e.y * score })
}

fn all() -> Vec<(Spec, Geo)> {
    let mut found = Vec::new();
    for (at, (s, geo)) in compositions(&["fixed", "exact"]).into_iter().enumerate() {
        let scope = AnyScope::parse(SCOPES[at % SCOPES.len()]).unwrap();
        let s = Spec { scope, ..s };
        if s.check().is_ok() {
            found.push((s, geo));
        }
    }
    assert!(found.len() > 1000, "{}", found.len());
    found
}

#[test]
fn every_scope_keeps_the_bounds_of_the_ascent() {
    let mut rng = Rng::new(101);
    for (s, geo) in all() {
        let what = format!("{} / {}", name(&s), s.scope);
        let stream = mixed_stream(&mut rng, &s.loss, N, 24);
        let panel: Vec<Vec<f64>> = (0..4).map(|_| geo.comparator(&mut rng, N)).collect();
        let mut learner = s.build().unwrap();
        learner.reserve(N);
        let mut theirs = vec![0.0; panel.len()];
        for e in &stream {
            let before = learner.clone();
            let outcome = learn(&mut learner, e);
            let c = learner.tradeoff();
            let size = learner.ledger().gain.magnitude();
            let dual = before.ledger().gain.value() - before.hypothesis().dual(c).conjugate;
            // Per round at its own c: D grows by g_t(w_t) - |subgradient|^2/(2c) at least.
            let slope = e.weight * s.loss.slope(outcome.margin).abs() * geo.dual_norm(&e.x);
            let gained = learner.dual_value() - dual;
            at_most_up_to(
                outcome.loss - slope * slope / (2.0 * c),
                gained,
                size,
                &format!("P1 {what}"),
            );
            if s.ascent.name() == "exact" {
                at_most_up_to(dual, learner.dual_value(), size, &format!("P2 {what}"));
            }
            let certified = learner.certificate();
            let own = learner.ledger().loss.value();
            for (u, loss) in panel.iter().zip(&mut theirs) {
                *loss += loss_of(&s, u, e);
                // Weak duality and the certificate.
                at_most_up_to(certified.dual_value.unwrap(), c * geo.value(u) + *loss, 0.0, &what);
                at_most_up_to(learner.lower_bound(geo.level(u)), *loss, 0.0, &what);
                // Lemma 2.
                let bound = regret::fixed(c, geo.value(u), certified.subgradient_sum.unwrap());
                at_most_up_to(own - *loss, bound, size, &format!("P4 {what}"));
            }
        }
    }
}
