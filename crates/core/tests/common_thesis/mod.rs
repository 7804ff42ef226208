//! What the thesis tests share: a seeded generator, streams, compositions, slow formulas of every geometry,
//! and a mirror of the dual state that is kept from the outcomes alone.
#![allow(dead_code, missing_docs, unreachable_pub, unused_imports, clippy::unwrap_used)]

#[path = "../common/composition.rs"]
mod composition;
mod geo;
mod mirror;
mod streams;

pub use composition::composition;
pub use geo::{GEOMETRIES, Geo, SETS, doubled, largest, scaled, within};
pub use mirror::{Mirror, Step};
pub use streams::{Example, binary_stream, example, mixed_stream, regression_stream, search};

use noregret_core::certificate::mistakes::Comparator;
use noregret_core::loss::{AnyLoss, Loss};
use noregret_core::{AnyLearner, Instance, Label, Outcome, Spec};

/// splitmix64.
#[derive(Clone)]
pub struct Rng(pub u64);

impl Rng {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
    /// Uniform in [0,1).
    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
    /// Uniform in [-1,1).
    pub fn signed(&mut self) -> f64 {
        2.0 * self.unit() - 1.0
    }
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
    pub fn vector(&mut self, n: usize) -> Vec<f64> {
        (0..n).map(|_| self.signed()).collect()
    }
    /// A size between 10^low and 10^high, any sign.
    pub fn magnitude(&mut self, low: f64, high: f64) -> f64 {
        let sign = if self.unit() < 0.5 { -1.0 } else { 1.0 };
        sign * 10f64.powf(low + (high - low) * self.unit())
    }
    /// A point of the probability simplex, sometimes a corner.
    pub fn simplex(&mut self, n: usize) -> Vec<f64> {
        if self.unit() < 0.2 {
            return basis(n, self.below(n));
        }
        let sharp = 1.0 + 6.0 * self.unit();
        let raw: Vec<f64> = (0..n).map(|_| self.unit().powf(sharp) + 1e-12).collect();
        let total: f64 = raw.iter().sum();
        raw.iter().map(|x| x / total).collect()
    }
}

pub fn basis(n: usize, j: usize) -> Vec<f64> {
    (0..n).map(|i| f64::from(i == j)).collect()
}

pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

pub fn norm(a: &[f64], p: f64) -> f64 {
    let m = a.iter().fold(0.0f64, |m, x| m.max(x.abs()));
    if m == 0.0 || p.is_infinite() {
        return m;
    }
    m * a.iter().map(|x| (x.abs() / m).powf(p)).sum::<f64>().powf(1.0 / p)
}

/// `a <= b` up to rounding of numbers of this size.
#[track_caller]
pub fn at_most(a: f64, b: f64, size: f64, what: &str) {
    let room = 1e-9 * (1.0 + a.abs() + b.abs() + size);
    assert!(a <= b + room, "{what}: {a} > {b} by {:e}", a - b);
}

#[track_caller]
pub fn near(a: f64, b: f64, tolerance: f64, what: &str) {
    let room = tolerance * (1.0 + a.abs().max(b.abs()));
    assert!((a - b).abs() <= room, "{what}: {a} is not {b} (differ by {:e})", a - b);
}

/// A composition from its texts.
pub fn spec(loss: &str, ascent: &str, geometry: &str, schedule: &str) -> Spec {
    let two_sided = AnyLoss::parse(loss).unwrap().two_sided();
    let problem = if two_sided { "regression" } else { "binary" };
    composition(problem, loss, ascent, geometry, schedule)
}

pub fn build(spec: &Spec, n: usize) -> AnyLearner {
    let mut learner = spec.build().unwrap_or_else(|e| panic!("{e}: {spec:?}"));
    learner.reserve(n);
    learner
}

pub fn learn(learner: &mut AnyLearner, e: &Example) -> Outcome {
    learner.learn_weighted(Instance::Dense(&e.x), Label::Number(e.y), e.weight).unwrap()
}

pub fn play(learner: &mut AnyLearner, stream: &[Example]) {
    for e in stream {
        learn(learner, e);
    }
}

pub fn weights(learner: &AnyLearner, n: usize) -> Vec<f64> {
    (0..n).map(|j| learner.weight(j, 0)).collect()
}

pub const BINARY_LOSSES: [&str; 5] = [
    "hinge",
    "hinge:margin=0.1",
    "squared-hinge:margin=0.5",
    "squared-hinge:half=true",
    "logistic",
];
pub const REGRESSION_LOSSES: [&str; 4] =
    ["eps-insensitive", "eps-insensitive:epsilon=0", "squared", "squared-eps-insensitive"];
pub const SCHEDULES: [&str; 13] = [
    "fixed",
    "fixed:C=0.05",
    "fixed:C=30",
    "relaxed",
    "horizon:rounds=60",
    "self-bounded",
    "sqrt",
    "running:complexity=2",
    "hinge-sqrt",
    "mistakes",
    "mistakes:lazy=false,complexity=1",
    "loss-adaptive:beta1=0.1",
    "bounded-domain",
];

/// Every composition of these ascents with all losses, geometries and schedules that is a learner.
pub fn compositions(ascents: &[&str]) -> Vec<(Spec, Geo)> {
    let mut found = Vec::new();
    for loss in BINARY_LOSSES.iter().chain(&REGRESSION_LOSSES) {
        for ascent in ascents {
            for geo in GEOMETRIES {
                for schedule in SCHEDULES {
                    let spec = spec(loss, ascent, &geo.text(), schedule);
                    if spec.check().is_ok() {
                        found.push((spec, geo));
                    }
                }
            }
        }
    }
    found
}

pub fn name(spec: &Spec) -> String {
    let Spec { loss, ascent, geometry, schedule, .. } = spec;
    format!("{loss} / {ascent} / {geometry} / {schedule}")
}

/// A run of a mistake-driven or aggressive classifier: what its bounds need.
pub struct Count {
    pub learner: AnyLearner,
    pub mistakes: Vec<Example>,
    pub updates: Vec<Example>,
}

pub fn count(spec: &Spec, stream: &[Example]) -> Count {
    let mut run =
        Count { learner: build(spec, stream[0].x.len()), mistakes: vec![], updates: vec![] };
    for e in stream {
        let outcome = learn(&mut run.learner, e);
        if outcome.mistake {
            run.mistakes.push(e.clone());
        }
        if outcome.step > 0.0 {
            run.updates.push(e.clone());
        }
    }
    run
}

pub fn comparator(geo: Geo, u: &[f64], margin: f64, on: &[Example]) -> Comparator {
    let hinge = |e: &Example| (margin - e.y * dot(u, &e.x)).max(0.0);
    Comparator { norm: geo.level(u), margin, loss: on.iter().map(hinge).sum() }
}
