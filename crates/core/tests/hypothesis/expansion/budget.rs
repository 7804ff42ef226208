//! A budget on the patterns of a kernel: it is kept, and the certificate stays true.
//!
//! What is lost by removing a pattern is charged to the certificate.

use crate::support::Rng;
use crate::support::expansion::{Example, expansion, instances, learn};
use noregret_core::hypothesis::{Budget, Evict};
use noregret_core::kernel::{AnyKernel, Kernel};
use noregret_core::readout::Readout;
use noregret_core::{AnyLearner, Instance, Label, Spec};

/// A noisy circle in the plane.
fn stream(rng: &mut Rng, rounds: usize) -> Vec<Example> {
    (0..rounds)
        .map(|_| {
            let x = vec![rng.between(-1.5, 1.5), rng.between(-1.5, 1.5)];
            let inside = x[0] * x[0] + x[1] * x[1] < 1.2;
            (x, if inside == rng.chance(0.95) { 1.0 } else { -1.0 })
        })
        .collect()
}

fn spec(kernel: &str, budget: &str) -> Spec {
    let mut spec = Spec::named("pa1", "binary").unwrap();
    spec.kernel = Some(AnyKernel::parse(kernel).unwrap());
    spec.budget = Some(Budget::parse(budget).unwrap());
    spec
}

fn train(learner: &mut AnyLearner, examples: &[Example], most: usize) {
    for example in examples {
        learn(learner, example);
        assert!(expansion(learner).patterns() <= most);
    }
}

const RULES: [&str; 3] = ["oldest", "random", "smallest"];
const KERNELS: [&str; 2] = ["polynomial:degree=3", "gaussian:sigma=0.5"];

#[test]
fn the_budget_is_kept_and_the_norm_followed() {
    let examples = stream(&mut Rng::new(1), 400);
    for kernel in KERNELS {
        for rule in RULES {
            for project in [false, true] {
                let budget = format!("size=12,rule={rule},project={project}");
                let mut learner = spec(kernel, &budget).build().unwrap();
                train(&mut learner, &examples, 12);
                let (tracked, exact) = expansion(&learner).squares();
                assert!((tracked - exact).abs() <= 1e-8 * exact, "{tracked} {exact}");
                assert_eq!(expansion(&learner).patterns(), 12);
                assert!(expansion(&learner).dropped() > 0.0);
            }
        }
    }
}

/// A comparator in the span of a few instances: its norm and its cumulative hinge loss.
fn comparator(kernel: &AnyKernel, rng: &mut Rng, examples: &[Example], size: f64) -> (f64, f64) {
    let dot = |a: &[f64], b: &[f64]| a[0] * b[0] + a[1] * b[1];
    let value = |a: &[f64], b: &[f64]| kernel.value(dot(a, b), dot(a, a), dot(b, b));
    let u: Vec<(f64, &[f64])> = (0..20)
        .map(|_| {
            let (x, y) = &examples[rng.below(examples.len())];
            (size * y * rng.unit(), x.as_slice())
        })
        .collect();
    let at = |x: &[f64]| u.iter().map(|(a, z)| a * value(z, x)).sum::<f64>();
    let square: f64 = u.iter().map(|(a, z)| a * at(z)).sum();
    let loss = examples.iter().map(|(x, y)| (1.0 - y * at(x)).max(0.0)).sum();
    (square.sqrt(), loss)
}

#[test]
fn the_certificate_stays_below_every_comparator() {
    let examples = stream(&mut Rng::new(2), 300);
    for kernel in KERNELS {
        let unlimited = {
            let mut learner = spec(kernel, "0").build().unwrap();
            train(&mut learner, &examples, 300);
            learner
        };
        for rule in RULES {
            for project in [false, true] {
                let budget = format!("size=25,rule={rule},project={project}");
                let mut learner = spec(kernel, &budget).build().unwrap();
                train(&mut learner, &examples, 25);
                let mut rng = Rng::new(3);
                for size in [0.0, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0] {
                    for run in [&learner, &unlimited] {
                        let (norm, loss) =
                            comparator(expansion(run).kernel(), &mut rng, &examples, size);
                        let bound = run.lower_bound(norm);
                        assert!(bound <= loss, "{kernel} {budget} {size}: {bound} > {loss}");
                    }
                }
                // It says something, too.
                assert!(learner.lower_bound(0.01) > 10.0, "{kernel} {budget}");
                if project && kernel == "polynomial:degree=3" {
                    // Ten features in the plane: 25 patterns span them, and nothing is lost.
                    let [a, b] = [&learner, &unlimited].map(|l| l.lower_bound(0.1));
                    assert!((a - b).abs() < 1e-4 * b, "{budget}: {a} {b}");
                }
                let dual = learner.certificate();
                assert!(dual.potential_norm >= expansion(&learner).dropped());
            }
        }
    }
}

#[test]
fn dropped_parts_make_up_the_difference() {
    // v of the certificate = kept + removed: the norm bound with a budget covers that of the same
    // duals without.
    let examples = stream(&mut Rng::new(4), 200);
    let kernel = AnyKernel::parse("gaussian:sigma=0.5").unwrap();
    for budget in ["size=5", "size=5,rule=smallest,project=true"] {
        let mut learner = spec("gaussian:sigma=0.5", budget).build().unwrap();
        let mut all: Vec<(f64, &[f64])> = Vec::new();
        for example in &examples {
            let outcome = learn(&mut learner, example);
            all.push((example.1 * outcome.step, &example.0));
        }
        let dot = |a: &[f64], b: &[f64]| a[0] * b[0] + a[1] * b[1];
        let value = |a: &[f64], b: &[f64]| kernel.value(dot(a, b), dot(a, a), dot(b, b));
        let at = |x: &[f64]| all.iter().map(|(a, z)| a * value(z, x)).sum::<f64>();
        let norm = all.iter().map(|(a, x)| a * at(x)).sum::<f64>().sqrt();
        let dual = learner.certificate();
        assert!(dual.potential_norm >= norm, "{budget}: {} < {norm}", dual.potential_norm);
        assert!(expansion(&learner).squares().1.sqrt() < norm, "{budget}: the rest alone is less");
    }
}

#[test]
fn projecting_loses_no_more_than_removing() {
    let examples = stream(&mut Rng::new(5), 60);
    for kernel in KERNELS {
        let of = |budget: &str| {
            let mut learner = spec(kernel, budget).build().unwrap();
            let mut losses = Vec::new();
            for example in &examples {
                learn(&mut learner, example);
                losses.push(expansion(&learner).dropped());
            }
            losses
        };
        let (plain, projected) = (of("size=10"), of("size=10,project=true"));
        // The first removal takes the same pattern from the same hypothesis.
        let first = plain.iter().position(|d| *d > 0.0).unwrap();
        assert!(projected[first] <= plain[first] && projected[first] > 0.0);
        assert!(projected[59] < 0.8 * plain[59], "{kernel}: {} {}", projected[59], plain[59]);
    }
}

#[test]
fn announcements_do_not_change_what_is_kept() {
    let examples = stream(&mut Rng::new(6), 400);
    for project in [false, true] {
        let spec = spec("gaussian:sigma=0.5", &format!("size=30,rule=random,project={project}"));
        let (mut told, mut plain) = (spec.build().unwrap(), spec.build().unwrap());
        told.expect(&instances(&examples), true);
        for example in examples.iter().chain(&examples) {
            let (a, b) = (learn(&mut told, example), learn(&mut plain, example));
            assert!((a.score - b.score).abs() < 1e-9, "{} {}", a.score, b.score);
        }
    }
}

#[test]
fn a_saved_run_goes_on_bit_for_bit() {
    let examples = stream(&mut Rng::new(7), 300);
    for project in [false, true] {
        let spec = spec("polynomial", &format!("size=15,rule=random,project={project},seed=5"));
        let mut learner = spec.build().unwrap();
        train(&mut learner, &examples[..150], 15);
        let mut again = AnyLearner::restore(learner.snapshot(&spec)).unwrap();
        train(&mut learner, &examples[150..], 15);
        train(&mut again, &examples[150..], 15);
        assert_eq!(learner.snapshot(&spec), again.snapshot(&spec));
    }
}

#[test]
fn budgets_are_read_and_checked() {
    assert_eq!(Budget::parse("500").unwrap(), Budget { size: 500, ..Budget::default() });
    let full = Budget::parse("size=7,rule=smallest,project=true,seed=9").unwrap();
    assert_eq!(full, Budget { size: 7, rule: Evict::Smallest, project: true, seed: 9 });
    for bad in ["-1", "2.5", "rule=newest", "sizes=3", "size"] {
        assert!(Budget::parse(bad).is_err(), "{bad}");
    }
    assert!(spec("gaussian", "project=true").build().is_err(), "nothing to project onto");
    let refused = |change: &dyn Fn(&mut Spec)| {
        let mut spec = spec("gaussian", "9");
        change(&mut spec);
        spec.build().is_err()
    };
    assert!(!refused(&|_| ()));
    assert!(refused(&|s| s.kernel = None));
    assert!(refused(&|s| s.readout = Readout::Average));
}

#[test]
fn rules_remove_what_they_say() {
    // One update per round, of growing size, so that oldest and smallest agree; random differs by
    // seed.
    let weight = |budget: &str| {
        let mut learner = spec("linear", budget).build().unwrap();
        for j in 0..6u32 {
            let x = Instance::Sparse { indices: &[j], values: &[0.1 * f64::from(j + 1)] };
            learner.learn(x, Label::Number(1.0)).unwrap();
        }
        (0..6).map(|j| learner.weight(j, 0) != 0.0).collect::<Vec<_>>()
    };
    let last = vec![false, false, false, true, true, true];
    assert_eq!((weight("3"), weight("size=3,rule=smallest")), (last.clone(), last));
    let random = |seed: u64| weight(&format!("size=3,rule=random,seed={seed}"));
    assert!((1..9).any(|seed| random(seed) != random(0)));
    assert!((0..9).all(|seed| random(seed)[5] && random(seed) == random(seed)));
}
