//! What a run in an adaptive geometry proves.
//!
//! No comparator beats its certificate, and the dual value is one.
//!
//! Reference: Duchi, Hazan & Singer 2011; Crammer, Kulesza & Dredze 2009.

use crate::support::primal_dual::{Example, learn, mixed_stream, name, spec};
use crate::support::{Rng, at_most_up_to, basis, dot, near, p_norm};
use noregret_core::algorithms::ALGORITHMS;
use noregret_core::certificate::regret::Trail;
use noregret_core::geometry::AnyGeometry;
use noregret_core::hypothesis::{Coordinates, Hypothesis};
use noregret_core::loss::Loss;
use noregret_core::snapshot::Array;
use noregret_core::{AnyLearner, Spec};

const N: usize = 5;

/// Every published name with an adaptive geometry, for every problem it fits.
fn adaptive() -> Vec<Spec> {
    let mut all = Vec::new();
    for row in ALGORITHMS {
        let problems = ["binary", "multiclass", "one-vs-rest", "regression"];
        for problem in problems.into_iter().filter(|p| row.loss(p).is_some()) {
            let spec = row.spec(problem).unwrap();
            if spec.geometry.is_adaptive() {
                all.push(spec);
            }
        }
    }
    assert!(all.len() >= 14, "{}", all.len());
    all
}

/// Noisy examples of three classes (or of two, or numbers), features of very different sizes.
fn stream(rng: &mut Rng, s: &Spec, len: usize) -> Vec<Example> {
    let mut stream = mixed_stream(rng, &s.loss, N, len);
    for e in &mut stream {
        if ["multiclass", "one-vs-rest"].contains(&s.problem.name()) {
            e.y = if e.x[0] > 0.3 { 2.0 } else { f64::from(e.y > 0.0) };
        }
        e.x.iter_mut().enumerate().for_each(|(j, x)| *x *= 10f64.powi(j as i32 - 2));
    }
    stream
}

/// Loss of the matrix `u`, row by row.
fn loss_of(s: &Spec, u: &[Vec<f64>], e: &Example, row_of: &dyn Fn(f64) -> usize) -> f64 {
    let score = |r: usize| dot(&u[r], &e.x);
    let value = |z: f64| e.weight * s.loss.value(z);
    match s.problem.name() {
        "binary" => value(e.y * score(0)),
        "regression" => value(score(0) - e.y),
        problem => {
            let y = row_of(e.y);
            let each = (0..u.len()).filter(|&r| r != y);
            if problem == "multiclass" {
                let z = each.map(|r| score(y) - score(r)).fold(f64::INFINITY, f64::min);
                return if z.is_finite() { value(z) } else { 0.0 };
            }
            each.map(|r| value(-score(r))).sum::<f64>() + value(score(y))
        }
    }
}

fn matrix(learner: &AnyLearner) -> Vec<Vec<f64>> {
    let rows = 0..learner.hypothesis().rows();
    rows.map(|r| (0..N).map(|j| learner.weight(j, r)).collect()).collect()
}

/// Random ones of many sizes, and the weights of runs that saw the stream up to four times.
fn comparators(rng: &mut Rng, s: &Spec, stream: &[Example], rows: usize) -> Vec<Vec<Vec<f64>>> {
    let mut found: Vec<Vec<Vec<f64>>> = (0..12)
        .map(|_| {
            let size = 10f64.powf(2.0 * rng.signed());
            let entry = |j: usize, u: f64| size * u / 10f64.powi(j as i32 - 2);
            let row = |u: Vec<f64>| u.into_iter().enumerate().map(|(j, u)| entry(j, u)).collect();
            (0..rows).map(|_| row(rng.vector(N))).collect()
        })
        .collect();
    let mut trained = s.build().unwrap();
    for _ in 0..4 {
        for e in stream {
            learn(&mut trained, e);
        }
        found.push(matrix(&trained));
        found.push(
            matrix(&trained).iter().map(|row| row.iter().map(|w| 0.1 * w).collect()).collect(),
        );
    }
    found
}

#[test]
fn no_comparator_beats_the_certificate() {
    let mut rng = Rng::new(321);
    for s in adaptive() {
        let what = format!("{} {}", s.algorithm, s.problem);
        let stream = stream(&mut rng, &s, 300);
        let mut learner = s.build().unwrap();
        let mut order: Vec<f64> = Vec::new();
        for e in &stream {
            if !order.contains(&e.y) {
                order.push(e.y);
            }
        }
        let has_classes = ["multiclass", "one-vs-rest"].contains(&s.problem.name());
        let rows = if has_classes { order.len() } else { 1 };
        // All classes are known from the start, so that every comparator is asked the same of every
        // round.
        (0..rows)
            .filter(|_| rows > 1)
            .for_each(|r| learner.admit_label(noregret_core::Label::Number(order[r])).unwrap());
        let row_of = |y: f64| order.iter().position(|o| *o == y).unwrap();
        let panel = comparators(&mut rng, &s, &stream, rows);
        let mut says_something = false;
        for (t, e) in stream.iter().enumerate() {
            learn(&mut learner, e);
            if !(t + 1).is_power_of_two() && t + 1 != stream.len() {
                continue;
            }
            let own = matrix(&learner);
            for u in panel.iter().chain([&own]) {
                let loss: f64 = stream[..=t].iter().map(|e| loss_of(&s, u, e, &row_of)).sum();
                let flat = u.concat();
                let bound = learner.lower_bound(p_norm(&flat, 2.0) * (1.0 + 1e-12));
                at_most_up_to(bound, loss, 0.0, &what);
                let dual = learner.certificate();
                if rows == 1 {
                    let c = dual.tradeoff;
                    let f = learner.hypothesis().complexity(&flat, c);
                    at_most_up_to(
                        dual.dual_value.unwrap(),
                        c * f + loss,
                        0.0,
                        &format!("weak duality: {what}"),
                    );
                }
            }
            says_something |= learner.lower_bound(1e-3) > 0.3 * learner.ledger().gain.value();
        }
        assert!(says_something, "{what}: every lower bound is next to nothing");
    }
}

fn potential(learner: &AnyLearner, s: &Spec) -> Vec<f64> {
    let arrays = learner.snapshot(s).arrays;
    match arrays.into_iter().find(|(name, _)| name == "potential") {
        Some((_, Array::F64(v))) => v,
        _ => panic!("no potential"),
    }
}

/// `c f*(v/c)` and `c f` are conjugates, at every trade-off: Young's inequality, with equality at
/// `u = v/(cH)`.
#[test]
fn the_dual_value_belongs_to_the_complexity() {
    let mut rng = Rng::new(322);
    for geometry in ["adagrad", "adagrad:scale=false", "confidence", "confidence:scale=true"] {
        for schedule in ["fixed:C=0.2", "fixed:C=5"] {
            let s = spec("squared-hinge", "exact", geometry, schedule);
            let mut learner = s.build().unwrap();
            for e in stream(&mut rng, &s, 60) {
                learn(&mut learner, &e);
            }
            let (v, c) = (potential(&learner, &s), learner.tradeoff());
            let conjugate = learner.hypothesis().dual(c).conjugate;
            let young = |u: &[f64]| dot(&v, u) - c * learner.hypothesis().complexity(u, c);
            for _ in 0..20 {
                at_most_up_to(young(&rng.vector(N)), conjugate, 0.0, geometry);
            }
            // c f(u) = sum_j cH_j u_j^2/2, so twice c f of the j-th unit vector is cH_j.
            let stiffness = |j: usize| 2.0 * c * learner.hypothesis().complexity(&basis(N, j), c);
            let best: Vec<f64> = (0..N).map(|j| v[j] / stiffness(j)).collect();
            near(young(&best), conjugate, 1e-9, geometry);
            if let AnyGeometry::AdaGrad(_) = s.geometry {
                (0..N).for_each(|j| near(learner.weight(j, 0), best[j], 1e-9, geometry));
            }
        }
    }
}

/// The exact step maximises `D` at the H of the round, and a growing H raises `D`: it never falls,
/// whatever delta.
#[test]
fn with_exact_steps_the_dual_value_never_falls() {
    let mut rng = Rng::new(323);
    for loss in ["hinge", "logistic", "squared-hinge", "eps-insensitive", "squared"] {
        for geometry in ["adagrad", "adagrad:delta=0.001", "adagrad:scale=false,delta=0.01"] {
            let s = spec(loss, "exact", geometry, "fixed:C=0.7");
            let mut learner = s.build().unwrap();
            let mut before = 0.0;
            for e in stream(&mut rng, &s, 200) {
                learn(&mut learner, &e);
                let now = learner.certificate().dual_value.unwrap();
                at_most_up_to(before, now, 0.0, &name(&s));
                before = now;
            }
            assert!(before > 0.0, "{}", name(&s));
        }
    }
}

/// A unit step raises D by at least the loss less `sum_j g_j^2/(2cH_j)`, which for slopes up to 1
/// and delta >= 1 is at most what the trail climbs; for a small delta that last step is false.
#[test]
fn with_unit_steps_the_dual_value_falls_by_less_than_the_climb() {
    let mut rng = Rng::new(324);
    let mut broken = 0;
    for loss in ["hinge", "logistic", "eps-insensitive"] {
        for (geometry, holds) in [("adagrad", true), ("adagrad:delta=0.0001", false)] {
            let s = spec(loss, "fixed", geometry, "fixed:C=0.7");
            let (mut learner, mut trails, mut before) =
                (s.build().unwrap(), [Trail::default(); N], 0.0);
            for mut e in stream(&mut rng, &s, 200) {
                e.weight = 1.0;
                let outcome = learn(&mut learner, &e);
                let climbed = |trails: &[Trail]| trails.iter().map(|t| t.climb).sum::<f64>();
                let was = climbed(&trails);
                for (trail, x) in trails.iter_mut().zip(&e.x) {
                    trail.enter(trail.scale.max(x.abs()), outcome.step * x);
                }
                let now = learner.certificate().dual_value.unwrap();
                let least = before + outcome.loss - (climbed(&trails) - was) * 0.7;
                if holds {
                    at_most_up_to(least, now, 0.0, &name(&s));
                }
                broken += i32::from(!holds && least > now + 1e-6);
                before = now;
            }
        }
    }
    assert!(broken > 0, "a small delta was no worse");
}
