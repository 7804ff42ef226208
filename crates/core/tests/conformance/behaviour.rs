//! Every composition that `Spec::check` lets through behaves like a learner.
//!
//! The cartesian product of the registry (problems, losses, ascents, geometries, schedules,
//! readouts, each with its defaults and a few variants) is walked; no composition is named here, so
//! new components are covered the day they are registered.

use crate::support::product::{has_classes, name, valid};
use crate::support::realisable::{N, Source, feed, learn, potential, weights};
use noregret_core::ascent::AnyAscent;
use noregret_core::geometry::AnyGeometry;
use noregret_core::hypothesis::Hypothesis;
use noregret_core::loss::Loss;
use noregret_core::problem::Problem;
use noregret_core::snapshot::Array;
use noregret_core::{AnyLearner, Instance, Spec};

/// On realisable data it is better than chance: fewer than half mistakes late, or less loss than a
/// learner that never learns.
#[test]
fn it_learns() {
    // A unit step in a kernel's space, where instances have length 1 or more, runs away from small
    // targets and from thresholds that are near each other.
    let unit = |s: &Spec| matches!(s.ascent, AnyAscent::Fixed(_) | AnyAscent::Spread(_));
    let near = |s: &Spec| ["regression", "ordinal"].contains(&s.problem.name());
    let too_long = |s: &Spec| near(s) && s.kernel.is_some() && unit(s);
    for s in valid().iter().filter(|s| !too_long(s)) {
        let mut learner = s.build().unwrap();
        let mut source = Source::new(61);
        feed(&mut learner, s, &mut source, 150);
        let before = learner.ledger().clone();
        let late: f64 = feed(&mut learner, s, &mut source, 50).iter().sum();
        if has_classes(s) || s.problem.name() == "binary" {
            let wrong = learner.ledger().mistakes - before.mistakes;
            // A round of two to four parts is wrong if one of them is: guessing is wrong in 42 of
            // 50.
            // Nine patterns that come and go are few for three ranks: guessing is wrong in 33.
            let starved = s.problem.name() == "ordinal" && s.budget.is_some();
            let few = match () {
                () if s.problem.takes_parts() => 30,
                () if starved => 25,
                () => 20,
            };
            assert!(wrong <= few, "{}: {wrong} of 50 wrong", name(s));
        } else {
            let mut lazy = s.build().unwrap();
            let mut source = Source::new(61);
            let (mut idle, mut seen) = (0.0, 0);
            while seen < 200 {
                let outcome = learn(&mut lazy, &source.next(s), 0.0).unwrap();
                seen += 1;
                if seen > 150 && outcome.counted {
                    idle += s.loss.value(outcome.margin);
                }
            }
            assert!(late <= idle + 1e-9, "{}: lost {late}, idle {idle}", name(s));
        }
    }
}

#[test]
fn predicting_is_pure_and_idle_rounds_move_nothing() {
    for s in valid() {
        let mut learner = s.build().unwrap();
        let mut source = Source::new(62);
        feed(&mut learner, s, &mut source, 12);
        let before = learner.snapshot(s);
        let e = source.next(s);
        let (x, y) = (e.instances(), e.label());
        let [empty, far] = [Instance::Dense(&[]), Instance::sparse(&[70_000], &[1.0]).unwrap()]
            .map(|x| e.everywhere(x));
        let first = learner.predict_parts(&x).unwrap();
        learner.evaluate_parts(&x, y).unwrap();
        learner.predict_parts(&empty).unwrap();
        learner.predict_parts(&far).unwrap();
        assert_eq!(learner.predict_parts(&x).unwrap(), first, "{}", name(s));
        assert_eq!(learner.snapshot(s), before, "{}", name(s));

        learner.learn_parts(&empty, y, 1.0).unwrap();
        let beyond = e.everywhere(Instance::sparse(&[300], &[0.1]).unwrap());
        learner.learn_parts(&beyond, y, 1.0).unwrap();
        for row in 0..learner.hypothesis().rows() {
            let (last, next) = (learner.weight(300, row), learner.weight(301, row));
            assert!(last.is_finite() && next == 0.0, "{}", name(s));
        }

        let was = State::of(&learner, s);
        learn(&mut learner, &e.scaled(3.0), 0.0).unwrap();
        State::of(&learner, s).is(&was, s);
        for _ in 0..40 {
            let was = State::of(&learner, s);
            let outcome = learn(&mut learner, &source.next(s), 1.0).unwrap();
            // ALMA asks for another margin than the loss.
            let asks_more = matches!(s.ascent, AnyAscent::Alma(_)) && outcome.step != 0.0;
            // A wider scope moves past rounds then.
            if outcome.loss == 0.0 && s.scope.is_current() && !asks_more {
                State::of(&learner, s).is_unmoved(&was, s);
            }
        }
    }
}

/// What a round may move.
struct State {
    arrays: Vec<(String, Array)>,
    weights: Vec<f64>,
    tradeoff: f64,
}

impl State {
    fn of(learner: &AnyLearner, s: &Spec) -> Self {
        State {
            arrays: potential(learner, s),
            weights: weights(learner, |j, r| learner.weight(j, r)),
            tradeoff: learner.tradeoff(),
        }
    }

    fn is(&self, was: &State, s: &Spec) {
        assert_eq!(self.arrays, was.arrays, "{}", name(s));
        assert!(self.tradeoff != was.tradeoff || self.weights == was.weights, "{}", name(s));
    }

    /// A scale-free geometry notes the scales of what it has seen, which only rise, and restates
    /// the weights of the features whose scale rose; everything else is as it was.
    fn is_unmoved(&self, was: &State, s: &Spec) {
        let scales = |state: &State| {
            let found = state.arrays.iter().find(|(name, _)| name == "scales");
            match found {
                Some((_, Array::F64(scales))) => scales.clone(),
                _ => Vec::new(),
            }
        };
        let (now, then) = (scales(self), scales(was));
        if now == then {
            return self.is(was, s);
        }
        assert!(s.geometry.is_scale_free(), "{}", name(s));
        assert!(now.iter().zip(&then).all(|(now, then)| now >= then), "{}", name(s));
        for (new, old) in self.arrays.iter().zip(&was.arrays) {
            let restated = ["scales", "weights"].contains(&new.0.as_str());
            assert!(restated || new == old, "{}: {}", name(s), new.0);
        }
        for (slot, (new, old)) in self.weights.iter().zip(&was.weights).enumerate() {
            let rose = now[slot % N] > then[slot % N];
            let kept = if rose { new.abs() <= old.abs() } else { new == old };
            assert!(kept, "{}: weight {slot} from {old} to {new}", name(s));
        }
    }
}

#[test]
fn it_is_deterministic_and_sparse_is_dense() {
    for s in valid() {
        let mut runs: Vec<AnyLearner> = (0..3).map(|_| s.build().unwrap()).collect();
        runs.iter_mut().for_each(|l| l.reserve(N));
        let mut source = Source::new(63);
        for t in 0..25 {
            let mut e = source.next(s);
            e.parts.iter_mut().for_each(|x| x[t % N] = 0.0);
            learn(&mut runs[0], &e, 1.0).unwrap();
            learn(&mut runs[1], &e, 1.0).unwrap();
            let sparse = e.parts.iter().map(|x| {
                let filled = (0..x.len() as u32).rev().filter(|&j| x[j as usize] != 0.0);
                filled.map(|j| (j, x[j as usize])).unzip()
            });
            let sparse: Vec<(Vec<u32>, Vec<f64>)> = sparse.collect();
            let parts: Vec<Instance<'_>> =
                sparse.iter().map(|(at, x)| Instance::sparse(at, x).unwrap()).collect();
            runs[2].learn_parts(&parts, e.label(), 1.0).unwrap();
        }
        assert_eq!(runs[0].snapshot(s), runs[1].snapshot(s), "{}", name(s));
        let [dense, sparse] =
            [&runs[0], &runs[2]].map(|l| weights(l, |j, r| l.answering_weight(j, r)));
        // On a polytope several shares are equally good: rounding decides.
        let shares = matches!(s.ascent, AnyAscent::Separable(_) | AnyAscent::Joint(_));
        if shares && matches!(s.geometry, AnyGeometry::Simplex(_) | AnyGeometry::L1Ball(_)) {
            continue;
        }
        // An iteration that stops at a gap stops elsewhere after another rounding.
        let joint = match s.ascent {
            AnyAscent::Joint(_) => true,
            AnyAscent::Mira(_) => !s.problem.writes_all(),
            _ => false,
        };
        let stops = joint || !s.scope.is_current();
        let near = if stops { 1e-4 } else { 1e-9 };
        // Raised again, the constraints of a round end level: rounding then decides which is the
        // worst next time.
        if has_classes(s) && !s.scope.is_current() {
            continue;
        }
        for (a, b) in dense.iter().zip(&sparse) {
            assert!((a - b).abs() <= near * (1.0 + a.abs()), "{}: {a} {b}", name(s));
        }
    }
}
