//! Dual steps: exact against a slow search, and the inequality behind every regret bound.
//!
//! In every round `D_c(after) - D_c(before) >= g_t(w_t) - |lambda'|^2/(2c)` at the c of the round;
//! exact steps never lower D, nor does a growing c; an unclipped hinge step lands on the margin.
//!
//! Reference: Shalev-Shwartz 2007 (thesis), Lemmas 1, 2 and 12, Eq. 3.9-3.19, 5.14 and 7.11-7.16.

use crate::support::primal_dual::{
    BINARY_LOSSES, Example, GEOMETRIES, Geo, Mirror, REGRESSION_LOSSES, Step, compositions,
    example, mixed_stream, name, spec,
};
use crate::support::{Rng, at_most_up_to, dot, near, p_norm, scaled, search};
use noregret_core::ascent::{Ascent, Trigger};
use noregret_core::loss::Loss;

const N: usize = 5;

/// What the dual gains from a step d, with f* computed from scratch.
fn objective(m: &Mirror, e: &Example, c: f64, d: f64) -> f64 {
    let (a, b) = m.atom(e);
    let moved: Vec<f64> = m.v.iter().zip(&a).map(|(v, a)| (v + d * a) / c).collect();
    let gain = if d == 0.0 { 0.0 } else { m.loss.gain(d, m.cap(e.weight)) };
    d * b + gain - c * m.geo.conjugate(&moved)
}

/// Far end of the feasible steps (twice the unit step where the domain is unbounded).
fn farthest(m: &Mirror, e: &Example, z: f64) -> f64 {
    let slope = m.loss.slope(z);
    if m.loss.domain().1.is_finite() { e.weight * slope.signum() } else { 2.0 * e.weight * slope }
}

/// Runs the exact step along the stream and compares each with the search.
fn check_exact(spec: &noregret_core::Spec, geo: Geo, stream: &[Example]) {
    let mut m = Mirror::new(spec, geo, stream[0].x.len());
    for e in stream {
        let before =
            Mirror { learner: m.learner.clone(), loss: m.loss.clone(), v: m.v.clone(), ..m };
        let step = m.learn(e);
        if e.weight == 0.0 || m.loss.slope(step.outcome.margin) == 0.0 {
            assert_eq!(step.d, 0.0);
            continue;
        }
        let best =
            search(farthest(&before, e, step.outcome.margin), |d| objective(&before, e, step.c, d));
        let found = objective(&before, e, step.c, step.d);
        let size = before.gain.abs() + step.c * geo.conjugate(&scaled(&m.v, 1.0 / step.c)).abs();
        let room = 1e-10 * (1.0 + size + found.abs());
        assert!(
            (found - best).abs() <= room,
            "{}: {found} is not {best} at d = {}",
            name(spec),
            step.d
        );
    }
}

#[test]
fn exact_steps_maximise_the_dual() {
    let mut rng = Rng::new(11);
    for geo in GEOMETRIES {
        for loss in BINARY_LOSSES.iter().chain(&REGRESSION_LOSSES) {
            for schedule in ["fixed", "fixed:C=0.02", "fixed:C=40", "sqrt"] {
                let spec = spec(loss, "exact", &geo.text(), schedule);
                let stream = mixed_stream(&mut rng, &spec.loss, N, 40);
                check_exact(&spec, geo, &stream);
            }
        }
    }
}

#[test]
fn exact_steps_survive_extreme_rates_and_potentials() {
    let mut rng = Rng::new(12);
    for geo in GEOMETRIES.into_iter().filter(|g| g.is_bounded()) {
        for loss in ["hinge:margin=0.2", "eps-insensitive", "squared", "logistic"] {
            for schedule in ["fixed:C=1000", "fixed:C=100000"] {
                let spec = spec(loss, "exact", &geo.text(), schedule);
                let mut stream = mixed_stream(&mut rng, &spec.loss, N, 60);
                // Sparse ternary ones leave most of the weight to coordinates that they do not
                // touch.
                stream.iter_mut().step_by(2).for_each(|e| e.x = sparse_ternary(&mut rng, 1.0));
                check_exact(&spec, geo, &stream);
            }
        }
    }
}

fn sparse_ternary(rng: &mut Rng, size: f64) -> Vec<f64> {
    (0..N).map(|_| size * (1.7 * rng.signed()).round()).collect()
}

#[test]
fn ternary_closed_form_is_the_maximiser() {
    let mut rng = Rng::new(13);
    for geo in GEOMETRIES.into_iter().filter(|g| g.is_bounded()) {
        for (size, signed) in [(1.0, false), (1.0, true), (0.25, true), (7.0, true)] {
            for loss in [
                "hinge:margin=0.1",
                "hinge:margin=0",
                "hinge:margin=0.9",
                "eps-insensitive:epsilon=0.05",
            ] {
                let spec = spec(loss, "exact", &geo.text(), "fixed:C=3");
                if spec.check().is_err() {
                    continue;
                }
                let mut one = |_| {
                    let mut x = sparse_ternary(&mut rng, size);
                    if !signed {
                        x.iter_mut().for_each(|x| *x = x.abs());
                    }
                    let y = rng.signed();
                    example(x, if spec.loss.two_sided() { y } else { y.signum() })
                };
                let stream: Vec<Example> = (0..80).map(&mut one).collect();
                check_exact(&spec, geo, &stream);
            }
        }
    }
}

#[test]
fn an_unclipped_hinge_step_lands_on_the_margin() {
    let (mut rng, mut landed) = (Rng::new(15), 0);
    for geo in GEOMETRIES {
        let spec = spec("hinge:margin=0.3", "exact", &geo.text(), "fixed:C=2");
        let mut m = Mirror::new(&spec, geo, N);
        for e in mixed_stream(&mut rng, &spec.loss, N, 80) {
            let step = m.learn(&e);
            let after = dot(&geo.weights(&scaled(&m.v, 1.0 / step.c)), &step.direction);
            if step.d > 0.0 && step.d < e.weight {
                landed += 1;
                near(after, 0.3, 1e-9, &format!("{geo:?} margin after"));
            } else if step.d > 0.0 {
                at_most_up_to(after, 0.3, 0.0, &format!("{geo:?} clipped"));
            }
        }
    }
    assert!(landed > 100, "only {landed} unclipped steps");
}

/// The subgradient term of a round's promised gain, if the rule acts on the round.
fn unit_gain(m: &Mirror, e: &Example, step: &Step) -> f64 {
    let unit = e.weight * m.loss.slope(step.outcome.margin).abs();
    step.outcome.loss - (unit * m.geo.dual_norm(&e.x)).powi(2) / (2.0 * step.c)
}

const ASCENTS: [&str; 7] = [
    "fixed",
    "exact",
    "bounded",
    "bounded:rule=sup-norm",
    "fixed:on=mistake",
    "exact:on=mistake",
    "bounded:on=mistake",
];

#[test]
fn every_round_gains_what_the_unit_subgradient_is_sure_to_gain() {
    let (mut rng, all) = (Rng::new(16), compositions(&ASCENTS));
    assert!(all.len() >= 2500, "{}", all.len());
    for (spec, geo) in &all {
        let mut m = Mirror::new(spec, *geo, N);
        for e in mixed_stream(&mut rng, &spec.loss, N, 25) {
            let step = m.learn(&e);
            let acts = spec.ascent.trigger() == Trigger::Loss || step.outcome.mistake;
            if acts {
                let size = step.before.abs() + step.after.abs() + m.gain.abs();
                at_most_up_to(
                    unit_gain(&m, &e, &step),
                    step.after - step.before,
                    size,
                    &name(spec),
                );
            } else {
                assert_eq!(step.d, 0.0, "{}", name(spec));
            }
        }
    }
}

#[test]
fn exact_steps_never_lower_the_dual_nor_does_a_growing_tradeoff() {
    let (mut rng, all) = (Rng::new(17), compositions(&["exact", "exact:on=mistake", "bounded"]));
    for (spec, geo) in &all {
        let mut m = Mirror::new(spec, *geo, N);
        let (mut last, mut least_c) = (f64::NEG_INFINITY, 0.0);
        for e in mixed_stream(&mut rng, &spec.loss, N, 25) {
            let step = m.learn(&e);
            let size = m.gain.abs() + step.before.abs();
            at_most_up_to(step.before, step.after, size, &name(spec));
            if step.d * p_norm(&step.direction, 2.0) != 0.0 {
                // A lazy schedule may lower c on rounds that move nothing, and at v = 0 any c will
                // do.
                assert!(step.c >= least_c, "{}: c fell to {}", name(spec), step.c);
                at_most_up_to(last, step.before, size, &format!("growing c: {}", name(spec)));
                (last, least_c) = (step.after, step.c);
            }
        }
    }
}

#[test]
fn from_one_state_the_unit_step_gains_no_more_than_the_exact_one() {
    let mut rng = Rng::new(18);
    for geo in GEOMETRIES {
        for loss in BINARY_LOSSES.iter().chain(&REGRESSION_LOSSES) {
            let rules = ["fixed", "bounded", "exact"];
            let [unit, bounded, exact] = rules.map(|a| spec(loss, a, &geo.text(), "fixed:C=2"));
            for len in [0, 3, 20] {
                let stream = mixed_stream(&mut rng, &unit.loss, N, len + 1);
                let gain = |rule: &noregret_core::Spec| {
                    // A common past in which only the exact rule moved, then one step by the rule.
                    let mut past = Mirror::new(&exact, geo, N);
                    stream[..len].iter().for_each(|e| drop(past.learn(e)));
                    let state = past.learner.snapshot(rule);
                    past.learner = noregret_core::AnyLearner::restore(state).unwrap();
                    let step = past.learn(&stream[len]);
                    step.after - step.before
                };
                let size = p_norm(&stream[len].x, 2.0).powi(2);
                at_most_up_to(gain(&unit), gain(&exact), size, &format!("{geo:?} {loss} unit"));
                at_most_up_to(
                    gain(&bounded),
                    gain(&exact),
                    size,
                    &format!("{geo:?} {loss} bounded"),
                );
            }
        }
    }
}
