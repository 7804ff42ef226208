//! Uniclass in the space of a kernel: `|phi(x) - w|^2 = K(x,x) - 2 sum a_i K(x_i,x) + |w|^2`.
//!
//! Reference: Crammer et al. 2003, end of sec. 3.

use crate::support::expansion::{expansion, quadratic};
use crate::support::{Rng, at_most, close, near};
use noregret_core::hypothesis::{Budget, Hypothesis};
use noregret_core::kernel::{AnyKernel, Kernel};
use noregret_core::{AnyLearner, Batch, Example, Instance, Label, Outcome, Spec};

const VARIANTS: [(&str, f64); 4] = [("pa", 0.0), ("pa1", 0.2), ("pa2", 0.5), ("pa-relaxed", 3.0)];
const BALLS: [&str; 3] =
    ["uniclass:radius=0.6", "uniclass:radius=0.9,learn_radius=true", "uniclass:radius=0"];

fn spec(name: &str, c: f64, ball: &str, kernel: Option<&str>) -> Spec {
    let mut spec = Spec::named(name, ball).unwrap();
    if c > 0.0 {
        spec.set_aggressiveness(c).unwrap();
    }
    spec.kernel = kernel.map(|k| AnyKernel::parse(k).unwrap());
    spec
}

fn cloud(rng: &mut Rng, rounds: usize, n: usize, away: f64) -> Vec<Vec<f64>> {
    let one = |rng: &mut Rng| (0..n).map(|_| away + rng.between(-1.0, 1.0)).collect();
    let mut cloud: Vec<Vec<f64>> = (0..rounds).map(|_| one(rng)).collect();
    // The first instance again, twice in a row, and nothing at all.
    cloud[rounds / 2] = cloud[0].clone();
    cloud[rounds / 2 + 1] = cloud[0].clone();
    cloud[rounds / 3] = vec![0.0; n];
    cloud
}

fn learn(learner: &mut AnyLearner, x: &[f64]) -> Outcome {
    learner.learn(Instance::Dense(x), Label::None).unwrap()
}

/// Plays both on their own forms of the same instances: every number agrees.
fn agree(a: &Spec, b: &Spec, cloud: &[Vec<f64>], tolerance: f64, map: impl Fn(&[f64]) -> Vec<f64>) {
    let (mut ours, mut theirs) = (a.build().unwrap(), b.build().unwrap());
    for x in cloud {
        let (one, two) = (learn(&mut ours, x), learn(&mut theirs, &map(x)));
        near(one.loss, two.loss, tolerance, "loss");
        near(one.step, two.step, tolerance, "step");
        near(one.score, two.score, tolerance, "score");
        let (asked, theirs) = (&cloud[0], theirs.predict(Instance::Dense(&map(&cloud[0]))));
        let score = ours.predict(Instance::Dense(asked)).unwrap().1;
        near(score, theirs.unwrap().1, tolerance, "asked");
    }
    assert!(ours.ledger().updates > 10);
    for level in [0.1, 1.0, 4.0] {
        near(ours.lower_bound(level), theirs.lower_bound(level), 1e-5, "bound");
    }
    near(ours.dual_value(), theirs.dual_value(), 100.0 * tolerance, "dual value");
    let (tracked, exact) = expansion(&ours).squares();
    near(tracked, exact, tolerance, "square");
}

#[test]
fn the_linear_kernel_is_the_linear_ball() {
    let mut rng = Rng::new(41);
    for (name, c) in VARIANTS {
        for ball in BALLS {
            for (away, tolerance) in [(0.0, 1e-7), (3.0, 1e-6)] {
                let cloud = cloud(&mut rng, 120, 4, away);
                let (kernel, plain) =
                    (spec(name, c, ball, Some("linear")), spec(name, c, ball, None));
                agree(&kernel, &plain, &cloud, tolerance, <[f64]>::to_vec);
                let (mut a, mut b) = (kernel.build().unwrap(), plain.build().unwrap());
                for x in &cloud {
                    learn(&mut a, x);
                    learn(&mut b, x);
                }
                for j in 0..5 {
                    near(a.weight(j, 0), b.weight(j, 0), tolerance, "centre");
                }
            }
        }
    }
}

#[test]
fn a_polynomial_ball_is_the_ball_of_its_features() {
    let cloud = cloud(&mut Rng::new(42), 100, 4, 0.0);
    for (name, c) in VARIANTS {
        for ball in BALLS {
            let (a, b) = (
                spec(name, c, ball, Some("polynomial:degree=2,offset=0.5")),
                spec(name, c, ball, None),
            );
            agree(&a, &b, &cloud, 1e-7, quadratic);
        }
    }
}

/// The coefficients of the convex combination kept one by one, every distance from all pairs.
struct Slow {
    kernel: AnyKernel,
    points: Vec<Vec<f64>>,
    shares: Vec<f64>,
}

impl Slow {
    fn value(&self, a: &[f64], b: &[f64]) -> f64 {
        let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        self.kernel.value(dot(a, b), dot(a, a), dot(b, b))
    }

    fn at(&self, x: &[f64]) -> f64 {
        self.points.iter().zip(&self.shares).map(|(p, a)| a * self.value(p, x)).sum()
    }

    fn distance(&self, x: &[f64]) -> f64 {
        let own: f64 = self.points.iter().zip(&self.shares).map(|(p, a)| a * self.at(p)).sum();
        (self.value(x, x) - 2.0 * self.at(x) + own).max(0.0).sqrt()
    }

    fn step(&mut self, x: &[f64], share: f64) {
        self.shares.iter_mut().for_each(|a| *a *= 1.0 - share);
        self.points.push(x.to_vec());
        self.shares.push(share);
    }
}

#[test]
fn the_centre_is_the_convex_combination_of_the_formulas() {
    let cloud = cloud(&mut Rng::new(43), 80, 3, 0.5);
    for (name, c) in VARIANTS {
        let spec = spec(name, c, "uniclass:radius=0.3", Some("gaussian:sigma=0.8"));
        let kernel = spec.kernel.clone().unwrap();
        let mut slow = Slow { kernel, points: vec![cloud[0].clone()], shares: vec![1.0] };
        let mut learner = spec.build().unwrap();
        assert!(learner.awaits_start());
        learn(&mut learner, &cloud[0]);
        let (mut steps, rounds) = (Vec::new(), &cloud[1..]);
        for x in rounds {
            let (distance, outcome) = (slow.distance(x), learn(&mut learner, x));
            let loss = (distance - 0.3).max(0.0);
            let tau = match name {
                "pa" => loss,
                "pa1" => loss.min(c),
                _ => loss / (1.0 + 0.5 / c),
            };
            near(outcome.score, 0.3 - distance, 1e-7, name);
            near(outcome.step / learner.tradeoff(), tau, 1e-7, name);
            if loss > 0.0 {
                slow.step(x, tau / distance);
            }
            steps.push(tau);
        }
        close(slow.shares.iter().sum(), 1.0);
        // Every centre in the hull of the instances is a comparator.
        for i in 0..cloud.len() {
            let mut other = Slow {
                kernel: slow.kernel.clone(),
                points: vec![cloud[0].clone()],
                shares: vec![1.0],
            };
            other.step(&cloud[i], 0.5);
            other.step(&cloud[(7 * i + 3) % cloud.len()], 0.3);
            let lost = |x: &Vec<f64>| {
                let miss = (other.distance(x) - 0.3).max(0.0);
                if name.starts_with("pa2") || name == "pa-relaxed" { miss * miss } else { miss }
            };
            let level = other.distance(&cloud[0]);
            let bound = learner.lower_bound(level);
            at_most(bound, rounds.iter().map(lost).sum(), &format!("{name}, centre {i}"));
        }
        let most = learner.lower_bound(0.0).max(learner.lower_bound(0.2));
        assert!(name == "pa" || most > 0.0, "{name}: the bound says something");
    }
}

#[test]
fn a_saved_ball_goes_on_bit_for_bit() {
    let cloud = cloud(&mut Rng::new(44), 90, 3, 0.2);
    for budget in [None, Some("7"), Some("size=7,rule=smallest")] {
        let mut spec = spec("pa1", 0.3, "uniclass:radius=0.4", Some("gaussian:sigma=0.8"));
        spec.budget = budget.map(|b| Budget::parse(b).unwrap());
        let mut learner = spec.build().unwrap();
        for (t, x) in cloud.iter().enumerate() {
            learn(&mut learner, x);
            if t % 30 == 0 {
                let snapshot = learner.snapshot(&spec);
                learner = AnyLearner::restore(snapshot.clone()).unwrap();
                assert_eq!(learner.snapshot(&spec), snapshot);
            }
        }
        let (tracked, exact) = expansion(&learner).squares();
        close(tracked, exact);
        let bound = expansion(&learner).dual(1.0).norm;
        assert!(bound >= exact.sqrt() + expansion(&learner).dropped());
        assert!(budget.is_none() || expansion(&learner).patterns() == 7);
        assert!(budget.is_none() == (expansion(&learner).dropped() == 0.0));
        let mut whole = spec.build().unwrap();
        for x in &cloud {
            learn(&mut whole, x);
        }
        assert_eq!(whole.snapshot(&spec), learner.snapshot(&spec));
    }
}

#[test]
fn announced_instances_and_many_at_once_change_nothing() {
    let cloud = cloud(&mut Rng::new(45), 90, 3, 0.2);
    let spec = spec("pa1", 0.3, "uniclass:radius=0.4", Some("gaussian:sigma=0.8"));
    let (mut ahead, mut alone) = (spec.build().unwrap(), spec.build().unwrap());
    let instances: Vec<Instance<'_>> = cloud.iter().map(|x| Instance::Dense(x)).collect();
    ahead.expect(&instances, true);
    for x in cloud.iter().chain(&cloud) {
        close(learn(&mut ahead, x).score, learn(&mut alone, x).score);
    }
    let asked: Vec<_> = instances.iter().map(|&x| Example::new(x, Label::None)).collect();
    let mut many = Vec::new();
    alone.evaluate_many(Batch::Examples(&asked), |_, outcome| many.push(outcome.unwrap().score));
    for (many, &x) in many.iter().zip(&instances) {
        assert_eq!(many.to_bits(), alone.predict(x).unwrap().1.to_bits());
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let mut spec = spec("pa1", 0.3, "uniclass:radius=0.4", Some("gaussian"));
    spec.budget = Some(Budget::parse("size=7,project=true").unwrap());
    assert!(spec.check().unwrap_err().to_string().contains("does not project"));
    spec.budget = None;
    let mut learner = spec.build().unwrap();
    learn(&mut learner, &[1.0, 2.0]);
    learn(&mut learner, &[2.0, 1.0]);
    let mut damaged = learner.snapshot(&spec);
    damaged.arrays.retain(|(name, _)| name != "start_values");
    assert!(AnyLearner::restore(damaged).is_err());
}
