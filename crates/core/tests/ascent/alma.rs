//! ALMA: its rule by another way, the unit ball, its bound on updates every round, the margin it
//! reaches.
//!
//! Reference: Gentile 2001, Fig. 1 and Thm. 3, p = 2.

use crate::support::{Rng, at_most, dot, near_all, norm, scaled};
use noregret_core::ascent::AnyAscent;
use noregret_core::kernel::AnyKernel;
use noregret_core::{AnyLearner, Instance, Label, Spec};

const N: usize = 5;

fn learner(alpha: f64, b: f64, kernel: Option<&str>) -> AnyLearner {
    let mut spec = Spec::named("alma", "binary").unwrap();
    spec.ascent = AnyAscent::parse(&format!("alma:alpha={alpha},b={b}")).unwrap();
    spec.kernel = kernel.map(|k| AnyKernel::parse(k).unwrap());
    spec.build().unwrap()
}

fn weights(learner: &AnyLearner) -> Vec<f64> {
    (0..N).map(|j| learner.weight(j, 0)).collect()
}

/// Instances of all lengths, their sides those of u, none closer to its border than `gamma`.
fn separated(rng: &mut Rng, u: &[f64], gamma: f64, rounds: usize) -> Vec<(Vec<f64>, f64)> {
    let mut found = Vec::new();
    while found.len() < rounds {
        let x = rng.vector(N);
        let margin = dot(u, &x) / (norm(u) * norm(&x));
        if margin.abs() >= gamma {
            found.push((scaled(&x, 10f64.powf(rng.vector(1)[0])), margin.signum()));
        }
    }
    found
}

/// The figure of the source, line by line: the instance is normalised, the weights are brought back
/// into the unit ball.
struct Figure {
    w: Vec<f64>,
    k: f64,
    alpha: f64,
    b: f64,
}

impl Figure {
    fn new(alpha: f64, b: f64) -> Self {
        Figure { w: vec![0.0; N], k: 1.0, alpha, b: b / alpha }
    }

    fn play(&mut self, x: &[f64], y: f64) {
        let unit = scaled(x, 1.0 / norm(x));
        let gamma = self.b / self.k.sqrt();
        if y * dot(&self.w, &unit) > (1.0 - self.alpha) * gamma {
            return;
        }
        let eta = 2f64.sqrt() / self.k.sqrt();
        let moved: Vec<f64> = self.w.iter().zip(&unit).map(|(w, x)| w + eta * y * x).collect();
        self.w = scaled(&moved, 1.0 / norm(&moved).max(1.0));
        self.k += 1.0;
    }
}

#[test]
fn the_figure_of_the_source() {
    let mut rng = Rng::new(41);
    for (alpha, b) in [(0.9, 1.0), (0.5, 8f64.sqrt()), (1.0, 1.0), (0.2, 0.3)] {
        for kernel in [None, Some("linear")] {
            let mut ours = learner(alpha, b, kernel);
            let mut figure = Figure::new(alpha, b);
            let u = rng.vector(N);
            let mut examples = separated(&mut rng, &u, 0.0, 150);
            // Some labels are wrong.
            examples.iter_mut().step_by(7).for_each(|e| e.1 = -e.1);
            for (x, y) in &examples {
                ours.learn(Instance::Dense(x), Label::Number(*y)).unwrap();
                figure.play(x, *y);
                near_all(&weights(&ours), &figure.w, 1e-9, "weights");
                at_most(norm(&weights(&ours)), 1.0, "in the unit ball");
                assert_eq!(ours.ledger().updates as f64, figure.k - 1.0);
            }
            assert!(figure.k > 20.0, "alpha {alpha}: {} updates", figure.k);
        }
    }
}

/// Every round; and passes until nothing moves reach `(1-alpha) gamma`, for b = sqrt(8) and gamma
/// the best margin, of which u has at least its own.
#[test]
fn updates_are_bounded_and_the_margin_is_reached() {
    let mut rng = Rng::new(42);
    for (alpha, b) in [(0.9, 1.0), (0.9, 8f64.sqrt()), (0.5, 8f64.sqrt()), (0.3, 8f64.sqrt())] {
        for wanted in [0.05, 0.2, 0.4] {
            let u = rng.vector(N);
            let examples = separated(&mut rng, &u, wanted, 60);
            let of = |w: &[f64], (x, y): &(Vec<f64>, f64)| y * dot(w, x) / (norm(w) * norm(x));
            let margin =
                |w: &[f64]| examples.iter().map(|e| of(w, e)).fold(f64::INFINITY, f64::min);
            let gamma = margin(&u);
            let grown = 2.0 + 2f64.sqrt() * b * (1.0 - alpha) / alpha;
            let most = (grown / gamma).powi(2) / 2.0 + 2.0 * grown;
            let mut ours = learner(alpha, b, None);
            loop {
                let before = ours.ledger().updates;
                for (x, y) in &examples {
                    ours.learn(Instance::Dense(x), Label::Number(*y)).unwrap();
                    at_most(ours.ledger().updates as f64, most, "updates");
                }
                if ours.ledger().updates == before {
                    break;
                }
            }
            if b > 1.0 {
                at_most((1.0 - alpha) * gamma, margin(&weights(&ours)), "the margin reached");
            }
        }
    }
}

#[test]
fn parameters_out_of_range_are_refused() {
    for text in ["alma:alpha=0", "alma:alpha=1.1", "alma:b=0", "alma:b=inf"] {
        let mut spec = Spec::named("alma", "binary").unwrap();
        let refused = AnyAscent::parse(text).map(|ascent| spec.ascent = ascent).is_err();
        assert!(refused || spec.build().is_err(), "{text}");
    }
    assert!(Spec::named("alma", "multiclass").is_err());
}
