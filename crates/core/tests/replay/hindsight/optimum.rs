//! The best predictor in hindsight is the optimum: primal and dual value meet.
//!
//! Both are computed the slow way, from the duals and the loss alone; by weak duality nothing is
//! then left to find.
//!
//! Reference: Shalev-Shwartz 2007 (thesis), sec. 5.2.2; Hsieh et al. 2008.

use crate::support::primal_dual::{
    BINARY_LOSSES, Example, REGRESSION_LOSSES, build, learn, mixed_stream, spec,
};
use crate::support::{Rng, at_most_up_to, dot, near, scaled};
use noregret_core::loss::{AnyLoss, Loss};
use noregret_core::replay::hindsight::{Goal, Optimum, Rounds};
use noregret_core::{Instance, Label};

const N: usize = 4;

fn losses() -> impl Iterator<Item = AnyLoss> {
    BINARY_LOSSES.into_iter().chain(REGRESSION_LOSSES).map(|text| AnyLoss::parse(text).unwrap())
}

/// The rounds of a stream, without those that weigh nothing.
fn rounds(loss: &AnyLoss, stream: &[Example]) -> Rounds {
    let mut learner = build(&spec(&loss.to_string(), "exact", "euclid", "fixed"), N);
    let mut rounds = Rounds::default();
    for e in stream {
        learn(&mut learner, e);
        let x = Instance::Dense(&e.x);
        rounds.push(learner.problem(), x, Label::Number(e.y), e.weight).unwrap();
    }
    rounds
}

/// Direction and shift of an example.
fn atom(loss: &AnyLoss, e: &Example) -> (Vec<f64>, f64) {
    if loss.two_sided() { (e.x.clone(), e.y) } else { (scaled(&e.x, e.y), 0.0) }
}

/// `sup_z (-d z - phi(z))` by a scan and a ternary search around its best place.
fn conjugate(loss: &AnyLoss, d: f64) -> f64 {
    let f = |z: f64| -d * z - loss.value(z);
    let grid = (-4000..=4000).map(|i| f64::from(i) / 20.0);
    let best = grid.reduce(|a, b| if f(b) > f(a) { b } else { a }).unwrap();
    let (mut low, mut high) = (best - 0.06, best + 0.06);
    for _ in 0..200 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if f(a) < f(b) {
            low = a;
        } else {
            high = b;
        }
    }
    f(0.5 * (low + high))
}

struct Slow {
    w: Vec<f64>,
    primal: f64,
    dual: f64,
}

fn slow(loss: &AnyLoss, c: f64, stream: &[Example], duals: &[f64]) -> Slow {
    let stream: Vec<&Example> = stream.iter().filter(|e| e.weight > 0.0).collect();
    assert_eq!(stream.len(), duals.len());
    let (mut v, mut gain) = (vec![0.0; N], 0.0);
    for (e, &d) in stream.iter().zip(duals) {
        let (a, b) = atom(loss, e);
        v.iter_mut().zip(&a).for_each(|(v, a)| *v += d * a);
        gain += d * b - e.weight * conjugate(loss, d / e.weight);
    }
    let w = scaled(&v, 1.0 / c);
    let total: f64 = stream.iter().map(|e| cost(loss, e, &w)).sum();
    let half = 0.5 * c * dot(&w, &w);
    Slow { primal: half + total, dual: gain - half, w }
}

fn cost(loss: &AnyLoss, e: &Example, w: &[f64]) -> f64 {
    let (a, b) = atom(loss, e);
    e.weight * loss.value(dot(&a, w) - b)
}

fn exactly(gap: f64) -> Goal {
    Goal { gap, max_sweeps: 1_000_000, ..Goal::default() }
}

fn solved(loss: &AnyLoss, c: f64, stream: &[Example], goal: &Goal) -> Optimum {
    let best = rounds(loss, stream).best(loss, c, goal);
    assert!(best.reached, "{loss} at {c}: {:?} after {}", best.bounds, best.sweeps);
    best
}

#[test]
fn primal_and_dual_meet() {
    let mut rng = Rng::new(11);
    for loss in losses() {
        for round in 0..12 {
            let c = [0.05, 1.0, 20.0][round % 3];
            let stream = mixed_stream(&mut rng, &loss, N, 12 + round);
            let best = solved(&loss, c, &stream, &exactly(1e-7));
            let slow = slow(&loss, c, &stream, &best.duals);
            let what = format!("{loss} at {c}");
            near(best.bounds.primal, slow.primal, 1e-9, &what);
            near(best.bounds.dual, slow.dual, 1e-7, &what);
            at_most_up_to(slow.dual, slow.primal, 0.0, &what);
            at_most_up_to(slow.primal - slow.dual, 3e-7 * slow.primal, 0.0, &what);
            for _ in 0..50 {
                let moved: Vec<f64> = slow.w.iter().map(|w| w + 0.1 * rng.signed()).collect();
                let total: f64 = stream.iter().map(|e| cost(&loss, e, &moved)).sum();
                at_most_up_to(slow.dual, 0.5 * c * dot(&moved, &moved) + total, 0.0, &what);
            }
        }
    }
}

#[test]
fn dual_variables_of_the_hinge_are_where_their_margins_say() {
    let (mut rng, loss) = (Rng::new(12), AnyLoss::parse("hinge").unwrap());
    for _ in 0..20 {
        let stream = mixed_stream(&mut rng, &loss, N, 60);
        let best = solved(&loss, 1.0, &stream, &exactly(1e-9));
        let w = slow(&loss, 1.0, &stream, &best.duals).w;
        for (e, &d) in stream.iter().filter(|e| e.weight > 0.0).zip(&best.duals) {
            let z = e.y * dot(&w, &e.x);
            assert!((0.0..=e.weight).contains(&d));
            let right = match d / e.weight {
                t if t < 1e-9 => z >= 1.0 - 1e-3,
                t if t > 1.0 - 1e-9 => z <= 1.0 + 1e-3,
                _ => true,
            };
            assert!(right, "{d} of {} at margin {z}", e.weight);
        }
    }
}

#[test]
fn a_smaller_goal_is_reached_and_costs_no_less() {
    let mut rng = Rng::new(13);
    for loss in losses() {
        let stream = mixed_stream(&mut rng, &loss, N, 80);
        let mut sweeps = 0;
        for gap in [1e-1, 1e-2, 1e-4, 1e-6, 1e-8] {
            let best = solved(&loss, 0.5, &stream, &exactly(gap));
            let found = best.bounds.gap();
            assert!(found >= -1e-9 && found <= gap * best.bounds.primal, "{loss}: {found}");
            assert!(best.sweeps >= sweeps, "{loss}");
            sweeps = best.sweeps;
        }
    }
}

#[test]
fn the_seed_decides_the_way_and_not_the_end() {
    let mut rng = Rng::new(14);
    for loss in losses() {
        let stream = mixed_stream(&mut rng, &loss, N, 80);
        let goal = |seed| Goal { seed, ..exactly(1e-6) };
        let [a, again, b] = [3, 3, 4].map(|seed| solved(&loss, 0.5, &stream, &goal(seed)));
        assert_eq!(a, again);
        // Over few columns the squared loss is solved before the first sweep.
        assert!(a.duals != b.duals || a.sweeps == 0, "{loss}");
        near(a.bounds.primal, b.bounds.primal, 2e-6, &loss.to_string());
    }
}

#[test]
fn what_is_left_out_for_a_while_does_not_change_the_end() {
    let mut rng = Rng::new(15);
    for loss in losses() {
        for c in [0.02, 2.0] {
            let stream = mixed_stream(&mut rng, &loss, N, 150);
            let goal = |shrink| Goal { shrink, ..exactly(1e-7) };
            let [some, all] = [true, false].map(|shrink| solved(&loss, c, &stream, &goal(shrink)));
            near(some.bounds.primal, all.bounds.primal, 2e-7, &loss.to_string());
        }
    }
}

#[test]
fn a_weight_is_a_number_of_copies() {
    let mut rng = Rng::new(16);
    for loss in losses() {
        let mut stream = mixed_stream(&mut rng, &loss, N, 40);
        let mut copies = Vec::new();
        for e in &mut stream {
            let times = rng.below(4);
            e.weight = times as f64;
            copies.extend((0..times).map(|_| Example { weight: 1.0, ..e.clone() }));
        }
        let [one, many] = [&stream, &copies].map(|s| solved(&loss, 1.0, s, &exactly(1e-8)));
        near(one.bounds.primal, many.bounds.primal, 2e-8, &loss.to_string());
    }
}

#[test]
fn the_squared_loss_is_ridge_regression() {
    let (mut rng, loss) = (Rng::new(17), AnyLoss::parse("squared").unwrap());
    for c in [0.1, 1.0, 10.0] {
        let stream = mixed_stream(&mut rng, &loss, N, 50);
        let mut wide = stream.clone();
        wide.iter_mut().for_each(|e| e.x.resize(300, 0.0));
        // Few columns and many are different ways to the same end.
        for rows in [&stream, &wide] {
            let best = solved(&loss, c, rows, &exactly(1e-12));
            let found = slow(&loss, c, &stream, &best.duals).w;
            for (found, ridge) in found.iter().zip(ridge(&stream, c)) {
                near(*found, ridge, 1e-5, "ridge");
            }
        }
    }
}

/// `(c I + sum m x x^T) w = sum m y x` by elimination.
fn ridge(stream: &[Example], c: f64) -> Vec<f64> {
    let mut rows: Vec<Vec<f64>> = (0..N)
        .map(|i| {
            let cell = |j: usize| -> f64 {
                let diagonal = if i == j { c } else { 0.0 };
                diagonal + stream.iter().map(|e| e.weight * e.x[i] * e.x[j]).sum::<f64>()
            };
            let right: f64 = stream.iter().map(|e| e.weight * e.y * e.x[i]).sum();
            (0..N).map(cell).chain([right]).collect()
        })
        .collect();
    for i in 0..N {
        let pivot = rows[i].clone();
        for (k, row) in rows.iter_mut().enumerate().filter(|(k, _)| *k != i) {
            let factor = row[i] / pivot[i];
            row.iter_mut().zip(&pivot).for_each(|(x, p)| *x -= factor * p);
            assert!(k < N);
        }
    }
    (0..N).map(|i| rows[i][N] / rows[i][i]).collect()
}

#[test]
fn a_search_that_is_cut_short_says_so() {
    let (mut rng, loss) = (Rng::new(18), AnyLoss::parse("hinge").unwrap());
    let stream = mixed_stream(&mut rng, &loss, N, 200);
    let goal = Goal { gap: 1e-12, max_sweeps: 2, ..Goal::default() };
    let best = rounds(&loss, &stream).best(&loss, 0.01, &goal);
    assert!(!best.reached && best.sweeps == 2 && best.bounds.relative_gap() > 1e-12);
    let none = rounds(&loss, &[]).best(&loss, 1.0, &Goal::default());
    assert!(none.reached && none.bounds.primal == 0.0 && none.sweeps == 0);
}
