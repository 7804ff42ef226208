//! Revisiting one stored round: the dual never falls, and its dual variables become the best.
//!
//! The certificate stays right.
//!
//! Reference: Shalev-Shwartz 2007 (thesis), sec. 5.2.2.

use crate::support::primal_dual::{Example, Geo, compositions, mixed_stream, name, play, weights};
use crate::support::realisable::{Source, feed, learn as learn_parts};
use crate::support::{Rng, at_most_up_to, basis, dot, near, scaled};
use noregret_core::loss::Loss;
use noregret_core::replay::DualityGap;
use noregret_core::{AnyLearner, Instance, Label, Spec};

const N: usize = 4;
const ROUNDS: usize = 25;

/// A run that keeps its rounds, and its stream.
fn run(spec: &Spec, rng: &mut Rng) -> (AnyLearner, Vec<Example>) {
    let stream = mixed_stream(rng, &spec.loss, N, ROUNDS);
    let mut learner = spec.build_keeping().unwrap();
    learner.reserve(N);
    play(&mut learner, &stream);
    (learner, stream)
}

/// `c f(w) + sum_t g_t(w)` by the slow formulas.
fn primal(spec: &Spec, geo: Geo, c: f64, w: &[f64], stream: &[Example]) -> f64 {
    c * geo.value(w) + stream.iter().map(|e| loss_of(spec, w, e)).sum::<f64>()
}

fn loss_of(spec: &Spec, w: &[f64], e: &Example) -> f64 {
    let score = dot(w, &e.x);
    let z = if spec.loss.two_sided() { score - e.y } else { e.y * score };
    e.weight * spec.loss.value(z)
}

/// Compositions of one constraint a round whose rounds can be revisited.
fn all() -> Vec<(Spec, Geo)> {
    let mut all = compositions(&["fixed", "exact", "bounded"]);
    all.retain(|(spec, _)| spec.build_keeping().is_ok());
    assert!(all.len() > 1000, "only {}", all.len());
    all
}

#[test]
fn the_dual_grows_by_what_a_visit_says() {
    let mut rng = Rng::new(71);
    for (spec, geo) in all() {
        let (mut learner, _) = run(&spec, &mut rng);
        let size = learner.ledger().gain.magnitude();
        for _ in 0..2 * ROUNDS {
            let (at, before) = (rng.below(learner.stored()), learner.dual_value());
            let grown = learner.revisit(at).unwrap();
            assert!(grown >= 0.0);
            let after = learner.dual_value();
            near(after - before, grown, 1e-9 * (1.0 + size), &name(&spec));
            let again = learner.revisit(at).unwrap();
            at_most_up_to(again, 1e-7 * grown, size, &format!("{} twice", name(&spec)));
        }
        // The dual value by the slow formulas, from the weights' own v.
        let c = learner.tradeoff();
        let w = weights(&learner, N);
        if geo == Geo::Euclid {
            let v = scaled(&w, c);
            let slow = learner.ledger().gain.value() - c * geo.conjugate(&scaled(&v, 1.0 / c));
            near(learner.dual_value(), slow, 1e-9, "D");
            // Rounding is accounted for by the length of v: what bounds it follows the visits.
            at_most_up_to(dot(&v, &v).sqrt(), learner.ledger().travelled, 1e-9, "length of v");
        }
    }
}

/// Sweeps until the gap is below the tolerance, relative to the loss, or so many times.
fn sweep(learner: &mut AnyLearner, most: usize, tolerance: f64) -> DualityGap {
    for _ in 0..most {
        let duality = learner.duality_gap();
        if duality.gap <= tolerance * (1.0 + duality.loss) {
            break;
        }
        for i in 0..learner.stored() {
            learner.revisit(i).unwrap();
        }
    }
    learner.duality_gap()
}

/// Enough sweeps reach the best fixed weights, where primal and dual meet.
#[test]
fn sweeps_close_the_gap() {
    let mut rng = Rng::new(72);
    for (spec, geo) in all() {
        let (mut learner, stream) = run(&spec, &mut rng);
        if learner.ledger().gain.magnitude() > 1e9 {
            // Unit steps on a squared loss ran away: nothing can be seen behind the rounding of
            // such numbers.
            continue;
        }
        let c = learner.tradeoff();
        // Where c is small scores are stiff, and coordinates creep.
        let tolerance = match geo {
            _ if c < 0.1 => f64::INFINITY,
            Geo::Euclid => 1e-4,
            _ => 1e-3,
        };
        let duality = sweep(&mut learner, 8000, tolerance);
        let w = weights(&learner, N);
        let (p, d) = (primal(&spec, geo, c, &w, &stream), learner.dual_value());
        at_most_up_to(d, p, 0.0, "weak duality");
        let room = 1e-6 + 1e-14 * learner.ledger().gain.magnitude();
        near(p - d, duality.gap, room, &format!("gap of {}", name(&spec)));
        at_most_up_to(p - d, 1.1 * tolerance * (1.0 + p), 0.0, &name(&spec));
        near(duality.loss, learner.stored_loss(|j, _| w[j]), 1e-9, "loss of the weights");
        let certificate = learner.certificate();
        near(certificate.dual_value.unwrap(), d, room, "certified dual value");
        for _ in 0..5 {
            let u = geo.comparator(&mut rng, N);
            let theirs: f64 = stream.iter().map(|e| loss_of(&spec, &u, e)).sum();
            near(learner.stored_loss(|j, _| u[j]), theirs, 1e-9, "loss of others");
            let bound = learner.lower_bound(geo.level(&u));
            at_most_up_to(bound, theirs, 0.0, &format!("certificate of {}", name(&spec)));
        }
    }
}

/// Problems with several constraints per round.
fn several() -> Vec<Spec> {
    let problems = [
        "multiclass",
        "one-vs-rest",
        "label-ranking",
        "label-ranking:form=average",
        "candidates",
        "tasks",
        "tasks:form=average",
        "queries",
        "queries:form=average",
        "ordinal",
    ];
    let mut found = Vec::new();
    for problem in problems {
        for ascent in ["fixed", "exact", "spread", "simultaneous", "separable", "joint", "mira"] {
            for loss in ["hinge", "squared-hinge", "logistic"] {
                for geometry in ["euclid", "entropy:radius=4", "balanced", "p-norm:p=3"] {
                    let mut spec =
                        crate::support::primal_dual::spec(loss, ascent, geometry, "fixed:C=0.7");
                    spec.problem = noregret_core::problem::AnyProblem::parse(problem).unwrap();
                    if spec.check().is_ok() && spec.build_keeping().is_ok() {
                        found.push(spec);
                    }
                }
            }
        }
    }
    assert!(found.len() > 200, "only {}", found.len());
    found
}

#[test]
fn rounds_of_several_constraints_reach_the_optimum_too() {
    for spec in several() {
        let what = format!("{} / {}", spec.problem, name(&spec));
        let mut learner = spec.build_keeping().unwrap();
        let mut source = Source::new(73);
        feed(&mut learner, &spec, &mut source, 12);
        // Wrong labels, so that not every loss can be avoided.
        let mut e = source.next(&spec);
        e.parts.iter_mut().flatten().for_each(|x| *x = -*x);
        learn_parts(&mut learner, &e, 2.0).unwrap();
        let start = learner.duality_gap();
        for i in 0..learner.stored() {
            let before = learner.dual_value();
            let grown = learner.revisit(i).unwrap();
            near(learner.dual_value() - before, grown, 1e-9, &what);
        }
        let end = sweep(&mut learner, 400, 1e-5);
        assert!(end.gap <= 1e-5 * (1.0 + end.loss), "{what}: from {start:?} to {end:?}");
        let certificate = learner.certificate();
        let feasible = spec.loss.domain().1.is_infinite() || learner.ledger().peak <= 1.0 + 1e-12;
        assert!(feasible, "{what}");
        near(certificate.dual_value.unwrap(), learner.dual_value(), 1e-6, &what);
    }
}

/// Each round has a coordinate for itself, so its dual variable can be read off the weights.
#[test]
fn a_visit_keeps_the_sum_of_the_dual_variables() {
    let spec = crate::support::primal_dual::spec("squared", "fixed", "euclid", "fixed:C=2");
    let mut learner = spec.build_keeping().unwrap();
    for (t, y) in [3.0, -2.0, 0.5, -0.25].into_iter().enumerate() {
        learner.learn(Instance::Dense(&basis(4, t)), Label::Number(y)).unwrap();
    }
    let before = learner.ledger().mass.value();
    for t in 0..4 {
        learner.revisit(t).unwrap();
        let sizes: f64 = weights(&learner, 4).iter().map(|w| w.abs()).sum();
        near(learner.ledger().mass.value(), learner.tradeoff() * sizes, 1e-12, "mass");
    }
    assert!(learner.ledger().mass.value() < before, "unit steps were too long");
}

#[test]
fn what_cannot_be_revisited_is_refused_in_words() {
    for (algorithm, problem) in
        [("pa1", "uniclass"), ("pa", "binary"), ("romma", "binary"), ("perceptron", "binary")]
    {
        let message = Spec::named(algorithm, problem).unwrap().build_keeping().unwrap_err();
        assert!(message.to_string().starts_with("past rounds can"), "{message}");
    }
    let mut learner = Spec::named("pa1", "binary").unwrap().build_keeping().unwrap();
    learner.learn(Instance::Dense(&[1.0]), Label::Number(1.0)).unwrap();
    learner.learn_weighted(Instance::Dense(&[1.0]), Label::Number(-1.0), 0.0).unwrap();
    assert_eq!(learner.stored(), 1);
    assert!(learner.revisit(1).is_err());
    assert!(Spec::named("pa1", "binary").unwrap().build().unwrap().revisit(0).is_err());
}
