//! The schedule `strong`: logarithmic regret of the ordinary learner.
//!
//! The learner projects lazily, with the same proof as mirror descent, which projects eagerly.
//!
//! Reference: Shalev-Shwartz 2007 (thesis), ch. 4: Thm. 5, Lemmas 4 and 5, Examples 1 and 2.

use crate::support::descent::{Descent, EntropyMirror, EuclidMirror};
use crate::support::primal_dual::{
    Example, GEOMETRIES, Geo, Mirror, SETS, build, learn, mixed_stream, name, spec, weights,
};
use crate::support::{Rng, at_most_up_to, dot, near, p_norm, scaled};
use noregret_core::certificate::regret::strong;
use noregret_core::kernel::AnyKernel;
use noregret_core::{AnyLearner, Instance, Label, Spec};

const N: usize = 5;

/// Without a projection the schedule `strong` with unit steps is Fig. 4.1: the same scores, round
/// for round.
#[test]
fn unit_steps_under_the_strong_schedule_are_mirror_descent() {
    let mut rng = Rng::new(92);
    for (geometry, sigma) in [("euclid", 0.1), ("euclid", 3.0), ("entropy", 0.5), ("entropy", 2.0)]
    {
        let spec = spec("hinge", "fixed", geometry, &format!("strong:sigma={sigma}"));
        let stream = mixed_stream(&mut rng, &spec.loss, N, 80);
        let mut learner = build(&spec, N);
        let mut euclid = Descent::new(EuclidMirror::Whole, sigma, vec![0.0; N]).unwrap();
        let uniform = vec![1.0 / N as f64; N];
        let mut eg = Descent::new(EntropyMirror { floor: 0.0 }, sigma, uniform).unwrap();
        for e in &stream {
            let is_euclid = geometry == "euclid";
            let w = if is_euclid { euclid.weights() } else { eg.weights() }.to_vec();
            let outcome = learn(&mut learner, e);
            near(outcome.score, dot(&w, &e.x), 1e-9, geometry);
            let lambda = scaled(&e.x, -e.y * outcome.step);
            if is_euclid {
                euclid.learn_regularised(&lambda).unwrap();
            } else {
                eg.learn_regularised(&lambda).unwrap();
            }
        }
    }
}

/// `w <- (1 - 1/t) w + (1/(sigma t)) y x [loss > 0]`, `|w| <= X/sigma`, regret at most
/// `(2X^2/sigma)(1 + ln T)`.
#[test]
fn pegasos_is_as_printed() {
    let (mut rng, sigma, rounds) = (Rng::new(93), 0.01, 3000);
    let mut learner = Spec::named("pegasos", "binary").unwrap().build().unwrap();
    let (mut w, hidden, mut largest) = (vec![0.0; N], rng.vector(N), 0.0f64);
    for t in 1..=rounds {
        let x = rng.vector(N);
        let flip = if rng.unit() < 0.1 { -1.0 } else { 1.0 };
        let (y, step) = (flip * dot(&hidden, &x).signum(), 1.0 / f64::from(t));
        largest = largest.max(p_norm(&x, 2.0));
        let outcome = learner.learn(Instance::Dense(&x), Label::Number(y)).unwrap();
        near(outcome.score, dot(&w, &x), 1e-9, "score");
        let loss = y * dot(&w, &x) < 1.0;
        w.iter_mut().for_each(|w| *w *= 1.0 - step);
        if loss {
            w.iter_mut().zip(&x).for_each(|(w, x)| *w += step / sigma * y * x);
        }
        at_most_up_to(p_norm(&w, 2.0), largest / sigma, 0.0, "length");
        let proved = learner.certificate().regularised.unwrap();
        let bound = strong(2.0 * largest * largest, sigma, f64::from(t));
        at_most_up_to(proved.regret, bound, 0.0, "Thm. 5");
    }
    // Not only a bound: less than a quarter of what the run lost, at this length.
    let proved = learner.certificate().regularised.unwrap();
    assert!(proved.regret < 0.25 * proved.loss, "{proved:?}");
    assert!(proved.lower_bound > 0.0 && proved.regret > 0.0, "{proved:?}");
}

/// grad f, where f has one on all of its set.
fn gradient(geo: Geo, w: &[f64]) -> Option<Vec<f64>> {
    match geo {
        Geo::Floor(r, _) => {
            Some(w.iter().map(|v| ((w.len() as f64 * v / r).ln() + 1.0) / r).collect())
        }
        _ => geo.is_euclidean().then(|| w.to_vec()),
    }
}

/// A run beside its slow sums.
struct Run {
    mirror: Mirror,
    sigma: f64,
    /// `sum_t h_t(w_t) + sigma f(w_t)`.
    own: f64,
    /// `sum_t |lambda_t|_*^2/(2 sigma t)`.
    squares: f64,
    /// Largest `0.5 |lambda_t|_*^2`.
    largest: f64,
}

impl Run {
    fn learn(&mut self, e: &Example) {
        let (geo, sigma, before) = (self.mirror.geo, self.sigma, self.mirror.v.clone());
        let step = self.mirror.learn(e);
        let w = geo.weights(&scaled(&before, 1.0 / step.c));
        self.own += step.outcome.loss + sigma * geo.value(&w);
        if let Some(slope) = gradient(geo, &w) {
            let lambda: Vec<f64> =
                slope.iter().zip(&step.direction).map(|(g, a)| sigma * g - step.d * a).collect();
            let half = 0.5 * geo.dual_norm(&lambda).powi(2);
            self.squares += half / (sigma * self.mirror.learner.ledger().rounds as f64);
            self.largest = self.largest.max(half);
        }
    }

    fn check(&self, spec: &Spec, panel: &[Vec<f64>], stream: &[Example]) {
        let (geo, m) = (self.mirror.geo, &self.mirror);
        let rounds = stream.len() as f64;
        let proved = m.learner.certificate().regularised.unwrap();
        near(proved.loss, self.own, 1e-9, &name(spec));
        for u in panel {
            let theirs = m.total_loss_of(u, stream) + self.sigma * rounds * geo.value(u);
            at_most_up_to(proved.lower_bound, theirs, 0.0, &format!("{} lower bound", name(spec)));
            at_most_up_to(self.own - theirs, proved.regret, 0.0, &format!("{} regret", name(spec)));
        }
        if spec.ascent.name() == "fixed" && gradient(geo, &panel[0]).is_some() {
            at_most_up_to(
                proved.regret,
                self.squares,
                self.own,
                &format!("{} Lemma 1", name(spec)),
            );
            at_most_up_to(self.squares, strong(self.largest, self.sigma, rounds), 0.0, "Thm. 5");
        }
    }
}

#[test]
fn the_regularised_certificate_holds_for_every_u() {
    let mut rng = Rng::new(94);
    for geo in GEOMETRIES.into_iter().chain(SETS) {
        for loss in ["hinge", "logistic", "eps-insensitive", "squared-eps-insensitive"] {
            for (ascent, sigma) in [("fixed", 0.2), ("fixed", 2.0), ("exact", 0.5)] {
                let spec = spec(loss, ascent, &geo.text(), &format!("strong:sigma={sigma}"));
                let stream = mixed_stream(&mut rng, &spec.loss, N, 60);
                let mirror = Mirror::new(&spec, geo, N);
                let mut run = Run { mirror, sigma, own: 0.0, squares: 0.0, largest: 0.0 };
                for (t, e) in stream.iter().enumerate() {
                    run.learn(e);
                    if [0, 1, 5, 20, 59].contains(&t) {
                        let mut panel: Vec<_> =
                            (0..6).map(|_| geo.comparator(&mut rng, N)).collect();
                        // The point the lower bound stands for.
                        let c = sigma * (t + 1) as f64;
                        panel.push(geo.weights(&scaled(&run.mirror.v, 1.0 / c)));
                        run.check(&spec, &panel, &stream[..=t]);
                    }
                }
            }
        }
    }
}

/// A kernel follows its norm without coordinates; several parts leave the square to be found anew.
#[test]
fn the_certificate_of_a_kernel_is_that_of_its_features() {
    let mut rng = Rng::new(95);
    let plain = Spec::named("pegasos", "binary").unwrap();
    let kernel = Spec { kernel: Some(AnyKernel::parse("linear").unwrap()), ..plain.clone() };
    let stream = mixed_stream(&mut rng, &plain.loss, N, 120);
    let run = |spec: &Spec| {
        let mut learner = build(spec, N);
        for e in &stream {
            learn(&mut learner, e);
        }
        learner
    };
    let (a, b) = (run(&plain), run(&kernel));
    let [x, y] = [&a, &b].map(|l| l.certificate().regularised.unwrap());
    near(x.loss, y.loss, 1e-9, "loss");
    near(x.lower_bound, y.lower_bound, 1e-9, "lower bound");
    weights(&a, N).iter().zip(weights(&b, N)).for_each(|(a, b)| near(*a, b, 1e-9, "weight"));
}

#[test]
fn several_parts_have_the_certificate_too() {
    let mut rng = Rng::new(96);
    let sigma = 0.3;
    let schedule = format!("strong:sigma={sigma}");
    let spec = Spec {
        problem: noregret_core::problem::AnyProblem::parse("candidates").unwrap(),
        ..spec("hinge", "fixed", "euclid", &schedule)
    };
    let (mut learner, mut sum) = (build(&spec, N), 0.0);
    for _ in 0..50 {
        let parts = [rng.vector(N), rng.vector(N), rng.vector(N)];
        let parts = parts.each_ref().map(|x| Instance::Dense(x));
        let before: AnyLearner = learner.clone();
        learner.learn_parts(&parts, Label::Number(1.0), 1.0).unwrap();
        // The weights of this round: the potential before it at the trade-off of this round.
        let share = before.tradeoff().max(f64::MIN_POSITIVE) / learner.tradeoff();
        sum += 0.5 * scaled(&weights(&before, N), share).iter().map(|w| w * w).sum::<f64>();
    }
    let proved = learner.certificate().regularised.unwrap();
    near(proved.complexity_sum, sum, 1e-9, "sum of f");
    assert!(sum > 0.0);
}

/// Learners without the schedule keep no such sum and say nothing of it.
#[test]
fn other_learners_are_left_alone() {
    let mut learner = Spec::named("pa1", "binary").unwrap().build().unwrap();
    learner.learn(Instance::Dense(&[1.0, 2.0]), Label::Number(1.0)).unwrap();
    assert!(learner.certificate().regularised.is_none());
    let json = serde_json::to_string(learner.ledger()).unwrap();
    assert!(!json.contains("complexity"), "{json}");
}
