//! What is mixed: potentials, not weights.
//!
//! `c f(u) + c f*(v/c) - <v,u>` is convex in (c, v), so the mixture of runs is no farther from any
//! u than they are on average. Of mixed weights that is not true where they are not linear in v.

use super::shards::Runs;
use crate::support::product::{name, valid};
use crate::support::{Rng, at_most_up_to, near};
use noregret_core::geometry::AnyGeometry;
use noregret_core::hypothesis::{Coordinates, Hypothesis};
use noregret_core::merge::{Shard, merge};
use noregret_core::readout::Readout;
use noregret_core::{AnyLearner, Instance, Label, Spec};

/// `c f*(v/c)` of the weights that answer.
fn conjugate(learner: &AnyLearner) -> f64 {
    learner.hypothesis().dual(learner.tradeoff()).conjugate
}

#[test]
fn the_mixture_is_no_farther_from_any_predictor_than_its_parts_on_average() {
    let shares = [0.5, 0.2, 0.3];
    let mut tried = 0;
    for s in valid() {
        let plain = !s.geometry.is_adaptive() && s.kernel.is_none();
        let runs = match plain && s.readout == Readout::Last {
            true => Runs::new(s, 72, 4, &[9, 7, 12]),
            false => continue,
        };
        let weighted = runs.shards.iter().zip(shares);
        let weighted: Vec<_> =
            weighted.map(|(shard, mu)| Shard::new(shard).with_weight(mu)).collect();
        let Ok(merged) = merge(&runs.base, &weighted) else { continue };
        let mean: f64 = runs.shards.iter().zip(shares).map(|(k, mu)| mu * conjugate(k)).sum();
        at_most_up_to(conjugate(&merged), mean, mean.abs(), &name(s));
        for (j, r) in [(0, 0), (1, 0), (2, 0)] {
            let at = |learner: &AnyLearner| learner.hypothesis().potential_at(j, r);
            let mixed: f64 = runs.shards.iter().zip(shares).map(|(k, mu)| mu * at(k)).sum();
            near(at(&merged), mixed, 1e-9, &name(s));
            let sum: f64 = runs.shards.iter().map(|k| at(k) - at(&runs.base)).sum();
            near(merged.evidence_at(j, r), at(&runs.base) + sum, 1e-9, &name(s));
        }
        tried += 1;
    }
    assert!(tried > 500, "{tried}");
}

/// The p-norm geometry in the plane, `f = |w|_q^2 / 2` with 1/p + 1/q = 1.
struct Plane {
    p: f64,
    q: f64,
}

impl Plane {
    fn norm(x: [f64; 2], p: f64) -> f64 {
        x.iter().map(|x| x.abs().powf(p)).sum::<f64>().powf(1.0 / p)
    }

    /// `grad |x|_p^2 / 2`.
    fn gradient(x: [f64; 2], p: f64) -> [f64; 2] {
        let norm = Plane::norm(x, p);
        x.map(|x| {
            if norm > 0.0 { x.signum() * x.abs().powf(p - 1.0) * norm.powf(2.0 - p) } else { 0.0 }
        })
    }

    /// `f(u) + f*(v) - <v,u>`, how far v is from u.
    fn apart(&self, u: [f64; 2], v: [f64; 2]) -> f64 {
        let inner = u[0] * v[0] + u[1] * v[1];
        0.5 * Plane::norm(u, self.q).powi(2) + 0.5 * Plane::norm(v, self.p).powi(2) - inner
    }
}

#[test]
fn mixing_weights_of_the_p_norm_breaks_the_inequality_and_mixing_potentials_does_not() {
    let (mut rng, plane) = (Rng::new(73), Plane { p: 11.0, q: 1.1 });
    let (mut by_weights, mut by_potentials) = (0, 0);
    for _ in 0..2000 {
        let mut draw = || [rng.signed(), rng.signed()];
        let (u, a, b) = (draw(), draw(), draw());
        let mean = 0.5 * (plane.apart(u, a) + plane.apart(u, b));
        let half = |a: [f64; 2], b: [f64; 2]| [0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])];
        let weights = half(Plane::gradient(a, plane.p), Plane::gradient(b, plane.p));
        let of_weights = plane.apart(u, Plane::gradient(weights, plane.q));
        by_weights += u32::from(of_weights > mean + 1e-9);
        by_potentials += u32::from(plane.apart(u, half(a, b)) > mean + 1e-9);
    }
    assert_eq!(by_potentials, 0);
    assert!(by_weights > 100, "{by_weights} of 2000");
}

/// Learners of the p-norm that each know one feature: the mixture of their weights is half of each,
/// that of their potentials is longer.
#[test]
fn learners_of_the_p_norm_mix_potentials() {
    let mut spec = Spec::named("p-norm", "binary").unwrap();
    spec.geometry = AnyGeometry::parse("p-norm:p=4").unwrap();
    let base = spec.build().unwrap();
    let learned = |x: [f64; 2]| {
        let mut learner = base.clone();
        learner.learn(Instance::Dense(&x), Label::Number(1.0)).unwrap();
        learner
    };
    let (a, b) = (learned([1.0, 0.0]), learned([0.0, 1.0]));
    let merged = merge(&base, &[Shard::new(&a), Shard::new(&b)]).unwrap();
    // v = (1/2, 1/2) d, w_j = v_j^3 / |v|_4^2 = (d/2) / sqrt 2.
    let alone = a.weight(0, 0);
    near(merged.weight(0, 0), alone / 2.0_f64.sqrt() / 2.0, 1e-12, "potentials");
    assert!((merged.weight(0, 0) - 0.5 * alone).abs() > 0.1 * alone);
}

/// Weights that adapt lie between those of the runs, also when rounds of merging follow each other,
/// and spreads are those of all rows.
#[test]
fn adaptive_weights_stay_between_the_runs() {
    for name in ["arow", "arow-scaled", "adagrad", "adagrad-scaled"] {
        let Ok(spec) = Spec::named(name, "binary") else { continue };
        let mut base = spec.build().unwrap();
        for round in 0..5 {
            let mut shards = vec![base.clone(); 4];
            for t in 0..80 {
                let x = [1.0, f64::from(t * 7 % 11) - 5.0, f64::from(t * 5 % 13) - 6.0];
                let label = if x[1] - 0.5 * x[2] + 0.3 > 0.0 { 1.0 } else { -1.0 };
                shards[t as usize % 4].learn(Instance::Dense(&x), Label::Number(label)).unwrap();
            }
            let parts: Vec<Shard<'_>> = shards.iter().map(Shard::new).collect();
            let merged = merge(&base, &parts).unwrap();
            for j in 0..3 {
                let runs = shards.iter().chain([&base]).map(|run| run.weight(j, 0));
                let (low, high) = runs
                    .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), w| {
                        (low.min(w), high.max(w))
                    });
                let (w, slack) = (merged.weight(j, 0), 1e-9 * (1.0 + high.abs() + low.abs()));
                assert!(low - slack <= w && w <= high + slack, "{name} {round} {j}: {w}");
            }
            base = merged;
        }
    }
}
