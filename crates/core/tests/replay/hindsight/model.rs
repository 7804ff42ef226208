//! The best predictor in hindsight as a learner.
//!
//! What it answers, what its certificate says, and that it can be kept and resumed.
//!
//! Reference: Shalev-Shwartz 2007 (thesis), sec. 5.2.2; Hsieh et al. 2008.

use crate::support::primal_dual::{
    BINARY_LOSSES, Example, GEOMETRIES, Geo, REGRESSION_LOSSES, learn, mixed_stream, spec, weights,
};
use crate::support::{Rng, at_most_up_to, dot, near};
use noregret_core::loss::Loss;
use noregret_core::replay::hindsight::{Goal, NAME, Optimum, Rounds, check};
use noregret_core::{AnyLearner, Error, Instance, Label, Outcome, Spec};

pub(super) const N: usize = 4;
pub(super) const GOAL: Goal = Goal { gap: 1e-6, max_sweeps: 100_000, seed: 0, shrink: true };

pub(super) struct Found {
    pub(super) online: AnyLearner,
    pub(super) best: Optimum,
    pub(super) spec: Spec,
    pub(super) learner: AnyLearner,
    outcomes: Vec<Outcome>,
}

pub(super) fn online(spec: &Spec, stream: &[Example]) -> AnyLearner {
    let mut online = spec.build().unwrap();
    online.reserve(N);
    for e in stream {
        learn(&mut online, e);
    }
    online
}

/// By coordinate ascent on compact rounds.
pub(super) fn compact(spec: &Spec, stream: &[Example]) -> Found {
    let online = online(spec, stream);
    let (mut rounds, mut outcomes) = (Rounds::default(), Vec::new());
    for e in stream {
        let (x, y) = (Instance::Dense(&e.x), Label::Number(e.y));
        online.keep_round(&mut rounds, x, y, e.weight).unwrap();
    }
    let best = online.best_in_hindsight(&mut rounds, &GOAL).unwrap();
    let seen = |outcome, _| outcomes.push(outcome);
    let (spec, learner) = online.in_hindsight(spec, &rounds, &best, seen).unwrap();
    Found { online, best, spec, learner, outcomes }
}

/// By a learner that visits its rounds again.
pub(super) fn general(spec: &Spec, stream: &[Example], goal: &Goal) -> Found {
    let online = online(spec, stream);
    let (spec, mut learner) = online.searching(spec).unwrap();
    for e in stream {
        learn(&mut learner, e);
    }
    let best = learner.search(goal).unwrap();
    let judged = |e: &Example| {
        let outcome = learner.evaluate(Instance::Dense(&e.x), Label::Number(e.y)).unwrap();
        Outcome { loss: e.weight * outcome.loss, ..outcome }
    };
    let outcomes: Vec<Outcome> = stream.iter().map(judged).collect();
    learner.play_found(&best, outcomes.clone());
    Found { online, best, spec, learner, outcomes }
}

fn euclid() -> impl Iterator<Item = Spec> {
    let losses = BINARY_LOSSES.into_iter().chain(REGRESSION_LOSSES);
    losses.map(|loss| spec(loss, "exact", "euclid", "fixed:C=2"))
}

#[test]
fn both_searches_find_the_same() {
    let mut rng = Rng::new(21);
    for spec in euclid() {
        let stream = mixed_stream(&mut rng, &spec.loss, N, 40);
        let (a, b) = (compact(&spec, &stream), general(&spec, &stream, &GOAL));
        assert!(a.best.reached && b.best.reached, "{}", spec.loss);
        near(a.best.bounds.primal, b.best.bounds.primal, 2e-6, &spec.loss.to_string());
        let [x, y] = [&a.learner, &b.learner].map(|l| weights(l, N));
        x.iter().zip(&y).for_each(|(x, y)| near(*x, *y, 1e-2, &spec.loss.to_string()));
    }
}

#[test]
fn every_steady_geometry_reaches_the_gap() {
    let mut rng = Rng::new(22);
    for geo in GEOMETRIES {
        for loss in BINARY_LOSSES.into_iter().chain(REGRESSION_LOSSES) {
            let spec = spec(loss, "exact", &geo.text(), "fixed:C=0.5");
            let stream = mixed_stream(&mut rng, &spec.loss, N, 30);
            let found = general(&spec, &stream, &Goal { gap: 1e-4, ..GOAL });
            let (bounds, what) = (found.best.bounds, format!("{loss} in {}", geo.text()));
            assert!(found.best.reached, "{what}: {bounds:?} after {}", found.best.sweeps);
            // The value by the slow formulas.
            let w = weights(&found.learner, N);
            let total: f64 = stream.iter().map(|e| cost(&spec, e, &w)).sum();
            near(bounds.loss, total, 1e-7, &what);
            near(bounds.primal, found.best.c * geo.value(&w) + total, 1e-6, &what);
            for _ in 0..30 {
                let u = geo.comparator(&mut rng, N);
                let total: f64 = stream.iter().map(|e| cost(&spec, e, &u)).sum();
                at_most_up_to(bounds.dual, found.best.c * geo.value(&u) + total, 0.0, &what);
            }
        }
    }
}

fn cost(spec: &Spec, e: &Example, w: &[f64]) -> f64 {
    let score = dot(w, &e.x);
    let z = if spec.loss.two_sided() { score - e.y } else { e.y * score };
    e.weight * spec.loss.value(z)
}

#[test]
fn its_certificate_is_tight() {
    let mut rng = Rng::new(23);
    for spec in euclid() {
        let stream = mixed_stream(&mut rng, &spec.loss, N, 60);
        for found in [compact(&spec, &stream), general(&spec, &stream, &GOAL)] {
            let (what, bounds) = (spec.loss.to_string(), found.best.bounds);
            let dual = found.learner.certificate();
            near(dual.cumulative_loss, bounds.loss, 1e-9, &what);
            near(dual.dual_value.unwrap(), bounds.dual, 1e-9, &what);
            let regret = found.online.regret_to(&found.best, &spec);
            let own = found.learner.lower_bound(regret.complexity);
            // The slack for rounding is taken off too.
            at_most_up_to(
                dual.cumulative_loss - own,
                bounds.gap() + 1e-9 * bounds.primal,
                0.0,
                &what,
            );
            near(dual.subgradient_sum.unwrap(), bounds.gap(), 1e-12, &what);
            let total: f64 = found.outcomes.iter().map(|o| o.loss).sum();
            near(total, bounds.loss, 1e-9, &what);
        }
    }
}

#[test]
fn it_is_a_model_like_any_other() {
    let mut rng = Rng::new(24);
    for spec in euclid() {
        let stream = mixed_stream(&mut rng, &spec.loss, N, 30);
        for found in [compact(&spec, &stream), general(&spec, &stream, &GOAL)] {
            assert_eq!(found.spec.algorithm, NAME);
            let mut learner = found.learner;
            let mut back = AnyLearner::restore(learner.snapshot(&found.spec)).unwrap();
            let e = &stream[0];
            for _ in 0..2 {
                let [a, b] = [&learner, &back].map(|l| l.predict(Instance::Dense(&e.x)).unwrap());
                assert_eq!(a, b);
                assert_eq!(learner.certificate(), back.certificate());
                assert_eq!(learn(&mut learner, e), learn(&mut back, e));
            }
        }
    }
}

#[test]
fn the_outcomes_are_those_of_the_weights_found() {
    let mut rng = Rng::new(25);
    for spec in euclid() {
        let mut stream = mixed_stream(&mut rng, &spec.loss, N, 30);
        stream.retain(|e| e.weight > 0.0);
        let found = compact(&spec, &stream);
        assert_eq!(found.outcomes.len(), stream.len());
        for (told, e) in found.outcomes.iter().zip(&stream) {
            let seen = found.learner.evaluate(Instance::Dense(&e.x), Label::Number(e.y)).unwrap();
            near(told.loss, e.weight * seen.loss, 1e-12, "loss");
            near(told.margin, seen.margin, 1e-12, "margin");
            near(told.score, seen.score, 1e-12, "score");
            assert_eq!(told.mistake, seen.mistake);
        }
        let mistakes = found.outcomes.iter().filter(|o| o.violation).count() as u64;
        assert_eq!(found.learner.ledger().mistakes, mistakes);
    }
}

#[test]
fn what_has_no_best_predictor_is_refused_with_the_reason() {
    let refused = |spec: &Spec, reason: &str| match check(spec) {
        Err(Error::Spec(message)) => assert!(message.contains(reason), "{message}"),
        other => panic!("{reason}: {other:?}"),
    };
    let plain = Spec::named("pa1", "binary").unwrap();
    assert!(check(&plain).is_ok());
    refused(&Spec::named("pa1", "uniclass").unwrap(), "centre");
    refused(&Spec::named("pa", "binary").unwrap(), "C = inf");
    let kernel = noregret_core::kernel::AnyKernel::parse("gaussian").unwrap();
    refused(&Spec { kernel: Some(kernel), ..plain }, "kernel");
    assert!(check(&Spec::named("arow", "binary").unwrap()).is_ok());
    let geo = Geo::PNorm(4.0);
    assert!(check(&spec("hinge", "exact", &geo.text(), "sqrt")).is_ok());
}
