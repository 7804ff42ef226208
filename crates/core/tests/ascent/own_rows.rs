//! One-vs-rest with learners that rescale their weights: every class has exactly the binary
//! learner, round for round, and the certificate is the sum of theirs.
//!
//! Reference: Crammer & Singer 2003, sec. 8 (one-vs-rest); Li & Long 2002 (ROMMA);
//! Gentile 2001 (ALMA).

use crate::support::{Rng, near, near_all};
use noregret_core::kernel::AnyKernel;
use noregret_core::{AnyLearner, Instance, Label, Spec};

const ALGORITHMS: [&str; 3] = ["romma", "romma-aggressive", "alma"];
const KERNELS: [Option<&str>; 3] = [None, Some("polynomial:degree=2"), Some("gaussian:sigma=1.5")];
const N: usize = 4;

fn learner(name: &str, problem: &str, kernel: Option<&str>) -> AnyLearner {
    let mut spec = Spec::named(name, problem).unwrap();
    spec.kernel = kernel.map(|k| AnyKernel::parse(k).unwrap());
    spec.build().unwrap()
}

/// Instances with the class of the nearest of k centres, some of them wrong.
fn examples(rng: &mut Rng, k: usize, rounds: usize, noise: f64) -> Vec<(Vec<f64>, usize)> {
    let centres: Vec<Vec<f64>> = (0..k).map(|_| rng.vector(N)).collect();
    let of = |rng: &mut Rng| {
        let y = rng.below(k);
        let x: Vec<f64> = centres[y].iter().map(|c| 2.0 * c + 0.3 * rng.vector(1)[0]).collect();
        (x, if rng.chance(noise) { rng.below(k) } else { y })
    };
    (0..rounds).map(|_| of(rng)).collect()
}

/// A run of one-vs-rest beside a binary learner a class.
struct Beside {
    all: AnyLearner,
    each: Vec<AnyLearner>,
    /// Losses of the binary learners.
    losses: f64,
}

impl Beside {
    fn new(name: &str, kernel: Option<&str>) -> Self {
        let all = learner(name, "one-vs-rest", kernel);
        Beside { all, each: Vec::new(), losses: 0.0 }
    }

    /// Plays a round on both sides; a class never seen gets its binary learner now.
    fn play(&mut self, name: &str, kernel: Option<&str>, classes: &[usize], x: &[f64], y: usize) {
        while self.each.len() < classes.len() {
            self.each.push(learner(name, "binary", kernel));
        }
        let outcome = self.all.learn(Instance::Dense(x), Label::Number(y as f64)).unwrap();
        let mut step = 0.0;
        for (class, one) in classes.iter().zip(&mut self.each) {
            let side = if *class == y { 1.0 } else { -1.0 };
            let of = one.learn(Instance::Dense(x), Label::Number(side)).unwrap();
            (step, self.losses) = (step + of.step, self.losses + of.loss);
        }
        near(outcome.step, step, 1e-6, "dual variables of the round");
    }
}

fn known(classes: &mut Vec<usize>, y: usize) {
    if !classes.contains(&y) {
        classes.push(y);
    }
}

/// Round for round, for classes that are seen late too, with and without a kernel.
#[test]
fn every_class_has_the_binary_learner() {
    let mut rng = Rng::new(31);
    let (mut updates, mut compared) = (0, 0);
    for (k, noise) in [(2, 0.0), (3, 0.0), (5, 0.0), (4, 0.03)] {
        for (name, kernel) in ALGORITHMS.iter().flat_map(|a| KERNELS.map(|k| (*a, k))) {
            let mut run = Beside::new(name, kernel);
            let mut classes = Vec::new();
            for (x, y) in examples(&mut rng, k, 60, noise) {
                known(&mut classes, y);
                run.play(name, kernel, &classes, &x, y);
                let probe = rng.vector(N);
                let scores = run.all.scores(Instance::Dense(&probe)).unwrap();
                for (row, one) in run.each.iter().enumerate() {
                    let score = one.scores(Instance::Dense(&probe)).unwrap()[0];
                    near(scores[row], score, 1e-6, &format!("{name} {kernel:?} row {row}"));
                    if kernel.is_none() {
                        let w: Vec<f64> = (0..N).map(|j| run.all.weight(j, row)).collect();
                        let binary: Vec<f64> = (0..N).map(|j| one.weight(j, 0)).collect();
                        near_all(&w, &binary, 1e-6, name);
                    }
                    compared += 1;
                }
            }
            let rows = &run.all.ledger().rows;
            for (row, one) in rows.iter().zip(&run.each) {
                assert_eq!(row.updates, one.ledger().updates, "{name}");
                updates += row.updates;
            }
        }
    }
    assert!(updates > 500 && compared > 4000, "{updates} updates, {compared} scores");
}

/// A, G and |v|^2 are the sums of the binary ones, and no comparator breaks the lower bound.
#[test]
fn the_certificate_is_that_of_all_of_them() {
    let mut rng = Rng::new(32);
    for (name, kernel) in ALGORITHMS.iter().flat_map(|a| KERNELS.map(|k| (*a, k))) {
        let mut run = Beside::new(name, kernel);
        let mut classes = Vec::new();
        let examples = examples(&mut rng, 4, 80, 0.02);
        for (x, y) in &examples {
            known(&mut classes, *y);
            run.play(name, kernel, &classes, x, *y);
        }
        let ledger = run.all.ledger();
        let sum = |of: fn(&AnyLearner) -> f64| run.each.iter().map(of).sum::<f64>();
        near(ledger.gain.value(), sum(|l| l.ledger().gain.value()), 1e-6, "A");
        near(ledger.mass.value(), sum(|l| l.ledger().mass.value()), 1e-6, "mass");
        near(ledger.loss.value(), run.losses, 1e-6, "G");
        let peak = run.each.iter().map(|l| l.ledger().peak).fold(0.0, f64::max);
        near(ledger.peak, peak, 1e-6, "peak");
        let certificate = run.all.certificate();
        let norms = sum(|l| {
            let scale = l.ledger().peak.max(1.0);
            (l.certificate().potential_norm * scale).powi(2)
        });
        near(certificate.potential_norm * peak.max(1.0), norms.sqrt(), 1e-6, "|v|");
        if kernel.is_some() {
            continue;
        }
        for size in [0.1, 1.0, 10.0] {
            let u: Vec<Vec<f64>> = (0..classes.len()).map(|_| rng.vector(N)).collect();
            let norm = u.iter().flatten().map(|u| u * u).sum::<f64>().sqrt();
            let lost = |(x, y): &(Vec<f64>, usize)| -> f64 {
                let of = |(row, class): (usize, &usize)| {
                    let side = if class == y { 1.0 } else { -1.0 };
                    let score: f64 = u[row].iter().zip(x).map(|(u, x)| u * x).sum();
                    (1.0 - side * size / norm * score).max(0.0)
                };
                classes.iter().enumerate().map(of).sum()
            };
            let lost: f64 = examples.iter().map(lost).sum();
            let bound = certificate.dual_gain - certificate.potential_norm * size;
            assert!(lost >= bound, "{name}: {lost} < {bound}");
        }
    }
}
