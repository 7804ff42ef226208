//! A constant that the step does not count: Passive-Aggressive as it is usually programmed, `tau =
//! min(C, loss/|x|^2)` with an intercept that is not in `|x|`. What it proves holds for every
//! comparator.

use crate::support::Rng;
use noregret_core::stage::{Bias, Columns};
use noregret_core::{AnyLearner, Instance, Label, Spec};

/// Features; the constant comes after them.
const N: usize = 5;

/// Rows with labels that a hyperplane away from the origin gives, some of them flipped.
fn rows(seed: u64, flipped: f64) -> Vec<([f64; N], f64)> {
    let mut rng = Rng::new(seed);
    let row = |rng: &mut Rng| {
        let mut x = [0.0; N];
        x.iter_mut().for_each(|x| *x = rng.between(-1.0, 1.0));
        let side = if x[0] - 0.5 * x[1] + 0.4 > 0.0 { 1.0 } else { -1.0 };
        (x, if rng.chance(flipped) { -side } else { side })
    };
    (0..200).map(|_| row(&mut rng)).collect()
}

fn spec(name: &str, problem: &str, c: Option<f64>, value: f64) -> Spec {
    let mut spec = Spec::named(name, problem).unwrap();
    if let Some(c) = c {
        spec.set_aggressiveness(c).unwrap();
    }
    let bias = Bias { counted: false, ..Bias::new(N as u32, value) };
    Spec { bias: Some(bias), ..spec }
}

/// The loop as it is usually written: weights and intercept.
fn by_hand(rows: &[([f64; N], f64)], c: f64, epsilon: Option<f64>) -> ([f64; N], f64) {
    let (mut w, mut b) = ([0.0; N], 0.0);
    for (x, y) in rows {
        let score: f64 = w.iter().zip(x).map(|(w, x)| w * x).sum::<f64>() + b;
        let square: f64 = x.iter().map(|x| x * x).sum();
        let (loss, side) = match epsilon {
            None => ((1.0 - y * score).max(0.0), *y),
            Some(epsilon) => (((y - score).abs() - epsilon).max(0.0), (y - score).signum()),
        };
        let tau = side * (loss / square).min(c);
        w.iter_mut().zip(x).for_each(|(w, x)| *w += tau * x);
        b += tau;
    }
    (w, b)
}

fn learned(spec: &Spec, rows: &[([f64; N], f64)]) -> AnyLearner {
    let mut learner = spec.build().unwrap();
    for (x, y) in rows {
        learner.learn(Instance::Dense(x), Label::Number(*y)).unwrap();
    }
    learner
}

fn near(learner: &AnyLearner, (w, b): ([f64; N], f64)) {
    for (j, w) in w.iter().chain([&b]).enumerate() {
        assert!((learner.weight(j, 0) - w).abs() < 1e-9, "{j}: {} {w}", learner.weight(j, 0));
    }
}

#[test]
fn the_step_is_the_usual_one() {
    let rows = rows(1, 0.1);
    for c in [0.02, 1.0, 50.0] {
        near(&learned(&spec("pa1", "binary", Some(c), 1.0), &rows), by_hand(&rows, c, None));
        let mut regression = spec("pa1", "regression", Some(c), 1.0);
        assert!(regression.loss.set_epsilon(0.1));
        near(&learned(&regression, &rows), by_hand(&rows, c, Some(0.1)));
    }
    near(&learned(&spec("pa", "binary", None, 1.0), &rows), by_hand(&rows, f64::INFINITY, None));
}

/// One update by hand: x = (3, 4), y = 1, C = 1: tau = 1/25, not 1/26.
#[test]
fn one_update() {
    let mut spec = Spec::named("pa1", "binary").unwrap();
    spec.bias = Some(Bias { counted: false, ..Bias::new(2, 1.0) });
    let mut learner = spec.build().unwrap();
    learner.learn(Instance::Dense(&[3.0, 4.0]), Label::Number(1.0)).unwrap();
    for (j, w) in [3.0 / 25.0, 4.0 / 25.0, 1.0 / 25.0].into_iter().enumerate() {
        assert!((learner.weight(j, 0) - w).abs() < 1e-15);
    }
    let ledger = learner.ledger();
    assert!((ledger.largest - 26f64.sqrt()).abs() < 1e-12, "X is that of the whole row");
    assert!((ledger.travelled - 26f64.sqrt() / 25.0).abs() < 1e-12);
}

/// A row without features moves nothing where the exact step would be of any length (PA-I), and
/// what the formula says where it has one (PA-II): 0.5 / C is then all there is to divide by.
#[test]
fn a_row_without_features_teaches_no_constant() {
    for (name, problem, moved) in
        [("pa1", "binary", 0.0), ("pa1", "regression", 0.0), ("pa2", "binary", 0.4)]
    {
        let mut learner = spec(name, problem, Some(0.2), 1.0).build().unwrap();
        learner.learn(Instance::Dense(&[1.0; N]), Label::Number(-1.0)).unwrap();
        let before = learner.weight(N, 0);
        let score = before;
        learner.learn(Instance::Sparse { indices: &[], values: &[] }, Label::Number(1.0)).unwrap();
        let after = before + moved * (1.0 - score);
        assert!((learner.weight(N, 0) - after).abs() < 1e-12, "{name}, {problem}");
        let largest = (learner.ledger().largest - ((N + 1) as f64).sqrt()).abs();
        assert!(largest < 1e-12, "the row is a row all the same");
    }
}

/// Hinge loss of a comparator whose last weight is that of the constant.
fn loss_of(u: &[f64], rows: &[([f64; N], f64)], value: f64) -> f64 {
    let score = |x: &[f64]| u.iter().zip(x).map(|(u, x)| u * x).sum::<f64>() + u[N] * value;
    rows.iter().map(|(x, y)| (1.0 - y * score(x)).max(0.0)).sum()
}

/// A comparator that loses little, by subgradient descent over all rows.
fn good(rows: &[([f64; N], f64)], value: f64, rng: &mut Rng) -> Vec<f64> {
    let mut u: Vec<f64> = rng.vector(N + 1);
    for t in 1..400 {
        let mut g = vec![0.0; N + 1];
        for (x, y) in rows {
            let score = u.iter().zip(x).map(|(u, x)| u * x).sum::<f64>() + u[N] * value;
            if y * score < 1.0 {
                g.iter_mut().zip(x.iter().chain([&value])).for_each(|(g, x)| *g += y * x);
            }
        }
        u.iter_mut().zip(&g).for_each(|(u, g)| *u += g / f64::from(t) / 20.0);
    }
    u
}

#[test]
fn no_comparator_is_better_than_proved() {
    let mut rng = Rng::new(9);
    for (seed, flipped) in [(2, 0.0), (3, 0.1), (4, 0.4)] {
        let rows = rows(seed, flipped);
        for value in [0.1, 1.0, 4.0] {
            for (name, c) in [("pa1", Some(0.01)), ("pa1", Some(1.0)), ("pa", None)] {
                let learner = learned(&spec(name, "binary", c, value), &rows);
                assert!(learner.certificate().subgradient_sum.is_none());
                for turn in 0..60 {
                    let u = match turn {
                        0..3 => good(&rows, value, &mut rng),
                        _ => {
                            let size = rng.magnitude(0.01, 30.0);
                            rng.vector(N + 1).iter().map(|u| size * u).collect()
                        }
                    };
                    let norm = u.iter().map(|u| u * u).sum::<f64>().sqrt();
                    let (loss, bound) = (loss_of(&u, &rows, value), learner.lower_bound(norm));
                    assert!(loss >= bound, "{name} {c:?} {value}: {loss} < {bound} at {norm}");
                    if let Some(dual) = learner.certificate().dual_value {
                        let regularised = learner.tradeoff() * 0.5 * norm * norm + loss;
                        assert!(regularised >= dual, "{name} {c:?} {value}");
                    }
                }
            }
        }
    }
}

/// The constant is no column, so it stays what it is; steps do not count it.
#[test]
fn standardised_columns_have_an_uncounted_constant() {
    let plain =
        Spec { standard: Some(Columns { first: 0, end: N }), ..spec("pa1", "binary", None, 1.0) };
    let mut learner = plain.build().unwrap();
    let rows = rows(6, 0.1);
    let (mut w, mut b, mut seen) = ([0.0; N], 0.0, Vec::new());
    for (x, y) in &rows {
        seen.push(*x);
        let z: Vec<f64> = (0..N)
            .map(|j| {
                let n = seen.len() as f64;
                let mean = seen.iter().map(|x| x[j]).sum::<f64>() / n;
                let square = seen.iter().map(|x| (x[j] - mean).powi(2)).sum::<f64>() / n;
                if square > 0.0 { (x[j] - mean) / square.sqrt() } else { 0.0 }
            })
            .collect();
        let square: f64 = z.iter().map(|z| z * z).sum();
        let score = w.iter().zip(&z).map(|(w, z): (&f64, &f64)| w * z).sum::<f64>() + b;
        let loss = (1.0 - y * score).max(0.0);
        let tau = if square > 0.0 { y * (loss / square).min(1.0) } else { y * loss.min(1.0) };
        w.iter_mut().zip(&z).for_each(|(w, z)| *w += tau * z);
        b += tau;
        learner.learn(Instance::Dense(x), Label::Number(*y)).unwrap();
    }
    near(&learner, (w, b));
}
