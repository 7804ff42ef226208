//! Whose dual variables move, and what it gains.
//!
//! The hierarchy of scopes from one common state, and the equivalences of the smallest ones.
//!
//! Reference: Shalev-Shwartz 2007 (thesis), sec. 5.2.2.

use crate::support::primal_dual::{
    Example, GEOMETRIES, compositions, learn, mixed_stream, name, play, spec, weights,
};
use crate::support::{Rng, at_most_up_to, near};
use noregret_core::ascent::AnyAscent;
use noregret_core::replay::scope::AnyScope;
use noregret_core::snapshot::Snapshot;
use noregret_core::{AnyLearner, Spec};

const N: usize = 4;

fn with(spec: &Spec, scope: &str) -> Spec {
    Spec { scope: AnyScope::parse(scope).unwrap(), ..spec.clone() }
}

fn played(spec: &Spec, stream: &[Example]) -> AnyLearner {
    let mut learner = spec.build().unwrap_or_else(|e| panic!("{}: {e}", name(spec)));
    learner.reserve(N);
    play(&mut learner, stream);
    learner
}

/// All single-constraint compositions that a scope can be added to.
fn all() -> Vec<Spec> {
    let all: Vec<Spec> = compositions(&["fixed", "exact"]).into_iter().map(|(s, _)| s).collect();
    all.into_iter().filter(|s| with(s, "leader").check().is_ok()).collect()
}

/// A window of one round and no mini-updates are the ascent of the round alone, bit for bit.
#[test]
fn the_smallest_scopes_are_the_ascent_alone() {
    let mut rng = Rng::new(81);
    for s in all() {
        let stream = mixed_stream(&mut rng, &s.loss, N, 20);
        let plain = played(&s, &stream);
        for scope in ["window:k=1", "mini:count=0", "mini:count=0,store=3"] {
            let other = played(&with(&s, scope), &stream);
            assert_eq!(other.ledger(), plain.ledger(), "{} / {scope}", name(&s));
            assert_eq!(weights(&other, N), weights(&plain, N), "{} / {scope}", name(&s));
        }
    }
}

/// On the first round there is nothing to look back on: every scope is the exact step.
#[test]
fn on_the_first_round_every_scope_is_the_exact_step() {
    let mut rng = Rng::new(82);
    for s in all().into_iter().filter(|s| s.ascent.name() == "exact") {
        let stream = mixed_stream(&mut rng, &s.loss, N, 1);
        let plain = played(&s, &stream);
        for scope in ["window", "leader", "mini:order=violated"] {
            let other = played(&with(&s, scope), &stream);
            near(other.dual_value(), plain.dual_value(), 1e-9, &format!("{} / {scope}", name(&s)));
        }
    }
}

/// From one common state: U1 on a mistake <= U3 <= U3 and minis <= all rounds together.
#[test]
fn more_ascent_gains_more_from_a_common_state() {
    let mut rng = Rng::new(83);
    let mut strictly = [0; 3];
    for geo in GEOMETRIES {
        for (margin, c) in [(1.0, 1.0), (0.3, 4.0), (1.0, 0.2)] {
            let loss = format!("hinge:margin={margin}");
            let s = spec(&loss, "exact", &geo.text(), &format!("fixed:C={c}"));
            for _ in 0..8 {
                let stream = mixed_stream(&mut rng, &s.loss, N, 24);
                let (last, past) = stream.split_last().unwrap();
                // The state: all rounds but the last, learned from one by one and stored.
                let mut state = s.build_keeping().unwrap();
                state.reserve(N);
                play(&mut state, past);
                let base = state.dual_value();
                let size = state.ledger().gain.magnitude();
                let unit = unit_on_mistake(&s, &state, last, past);
                learn(&mut state, last);
                let exact = state.dual_value() - base;
                let mut minis = state.clone();
                for _ in 0..5 {
                    let i = rng.below(minis.stored().max(1));
                    minis.revisit(i).unwrap();
                }
                let minis = minis.dual_value() - base;
                let mut together = state;
                for _ in 0..400 {
                    for i in 0..together.stored() {
                        together.revisit(i).unwrap();
                    }
                }
                let together = together.dual_value() - base;
                at_most_up_to(unit, exact, size, "U1 on a mistake <= U3");
                at_most_up_to(exact, minis, size, "U3 <= U3 and minis");
                at_most_up_to(minis, together, 1e3 * size, "minis <= all together");
                let steps = [exact - unit, minis - exact, together - minis];
                (0..3).for_each(|k| strictly[k] += usize::from(steps[k] > 1e-6));
            }
        }
    }
    assert!(strictly.iter().all(|&often| often > 50), "{strictly:?}");
}

/// What the unit step gains on a mistake (0 elsewhere), from the state after the same past.
fn unit_on_mistake(s: &Spec, state: &AnyLearner, last: &Example, past: &[Example]) -> f64 {
    let exact = played(s, past);
    near(exact.dual_value(), state.dual_value(), 1e-12, "keeping rounds changes nothing");
    let snapshot = exact.snapshot(s);
    let unit = Spec { ascent: AnyAscent::parse("fixed:on=mistake").unwrap(), ..s.clone() };
    let mut learner = AnyLearner::restore(Snapshot { spec: unit, ..snapshot }).unwrap();
    let before = learner.dual_value();
    learn(&mut learner, last);
    learner.dual_value() - before
}
