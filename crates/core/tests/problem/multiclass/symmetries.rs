//! Symmetries of several classes.
//!
//! Two classes are the binary problem, names of classes mean nothing, candidates with a block per
//! class are classes, and one-vs-rest is one binary learner per class.
//!
//! Reference: Crammer & Singer 2003, sec. 3, 4, 5.2, 6 and 8.

use crate::support::multiclass::{BUILDS, Example, Run, Stream, spec};
use crate::support::{Rng, near, near_all, scaled};
use noregret_core::problem::AnyProblem;
use noregret_core::{AnyLearner, ClassName, Instance, Label, Prediction, Spec};

/// A copy of a spec for another problem.
fn with_problem(mut spec: Spec, problem: &str) -> Spec {
    spec.problem = AnyProblem::parse(problem).unwrap();
    spec
}

fn row(learner: &AnyLearner, r: usize, n: usize) -> Vec<f64> {
    (0..n).map(|j| learner.weight(j, r)).collect()
}

/// Class 0 is the positive side.
///
/// Both rounds see the same margin (in units of each), and end at `M = (w,-w)`.
fn two_classes_are_binary(several: &Spec, binary: &Spec, unit: f64, seed: u64) {
    let mut rng = Rng::new(seed);
    // Sums of exponentials tie only up to rounding: no whole numbers for them.
    let kinds = if unit == 2.0 { 3 } else { 2 };
    for stream in &Stream::of_every_kind(&mut rng, 2, 80)[..kinds] {
        let mut run = Run::new(BUILDS[0], several, 2, stream.n);
        let mut plain = binary.build().unwrap();
        plain.reserve(stream.n);
        for e in &stream.examples {
            let y = if e.y == 0 { 1.0 } else { -1.0 };
            let round = run.play(e);
            let outcome = plain.learn(Instance::Dense(&e.x), Label::Number(y)).unwrap();
            near(round.outcome.margin, unit * outcome.margin, 1e-9, "margin");
            near(round.outcome.step, outcome.step, 1e-9, "step");
            assert_eq!(round.outcome.violation, y * outcome.score <= 0.0);
            if unit == 2.0 {
                let w = row(&plain, 0, stream.n);
                near_all(&round.after[0], &w, 1e-9, "M = (w,-w)");
                near_all(&round.after[1], &scaled(&w, -1.0), 1e-9, "M = (w,-w)");
            }
        }
    }
}

#[test]
fn with_two_classes_every_unit_step_is_the_perceptron() {
    let mixed = "spread:on=mistake,max=0.3,uniform=0.3,proportional=0.4";
    for ascent in ["fixed:on=mistake", "spread:on=mistake", "kesler", mixed] {
        let several = spec("hinge", ascent, "euclid", "fixed");
        let binary = with_problem(spec("hinge", "fixed:on=mistake", "euclid", "fixed"), "binary");
        two_classes_are_binary(&several, &binary, 2.0, 41);
    }
    for beta in [0.01, 0.6] {
        for ascent in ["fixed", "spread", "spread:uniform=0,proportional=1", "kesler:on=loss"] {
            let several = spec(&format!("hinge:margin={beta}"), ascent, "euclid", "fixed");
            let half = spec(&format!("hinge:margin={}", 0.5 * beta), "fixed", "euclid", "fixed");
            two_classes_are_binary(&several, &with_problem(half, "binary"), 2.0, 42);
        }
    }
}

#[test]
fn with_two_classes_mira_is_binary_mira_at_half_the_margin() {
    for (beta, rate) in [(0.01, 1.0), (0.5, 1.0), (3.0, 1.0), (0.5, 0.05)] {
        let schedule = format!("fixed:C={rate}");
        let several = spec(&format!("hinge:margin={beta}"), "mira", "euclid", &schedule);
        let half = format!("hinge:margin={}", 0.5 * beta);
        for ascent in ["mira", "exact"] {
            let binary = with_problem(spec(&half, ascent, "euclid", &schedule), "binary");
            two_classes_are_binary(&several, &binary, 2.0, 43);
        }
    }
}

/// The joint simplex over two rows is the doubled simplex of balanced Winnow, `w ~ sinh(eta c)`.
#[test]
fn with_two_classes_the_second_multiplicative_version_is_balanced_winnow() {
    for eta in [0.05, 0.5, 2.0] {
        let schedule = format!("fixed:C={eta}");
        for ascent in ["fixed:on=mistake", "spread:on=mistake"] {
            let several = spec("hinge", ascent, "entropy:joint=true", &schedule);
            let balanced = spec("hinge", "fixed:on=mistake", "balanced", &schedule);
            two_classes_are_binary(&several, &with_problem(balanced, "binary"), 1.0, 44);
        }
    }
}

/// First a few examples that leave no two rows equal where the worst class is chosen: each next to
/// the one before, with a class not seen yet, so that the class before it is the only best.
fn tie_free(rng: &mut Rng, k: usize, n: usize) -> Stream {
    let mut stream = Stream::noisy(rng, k, n, 60, 0.2);
    let first = rng.vector(n);
    let start = (0..k).filter(|y| *y != 1).map(|y| Example {
        x: first.iter().map(|x| x + 0.05 * rng.between(-1.0, 1.0)).collect(),
        y,
    });
    let start: Vec<Example> = start.collect();
    stream.examples.splice(0..0, start);
    stream
}

/// Kesler's steps depend on the order of the classes by definition.
#[test]
fn the_order_of_the_classes_does_not_matter() {
    let mut rng = Rng::new(45);
    // The first round ties everything; max-score then takes the first wrong class, which these
    // keep.
    for order in [[0, 1, 3, 2], [2, 0, 1, 3], [3, 0, 2, 1], [1, 0, 2, 3]] {
        let stream = tie_free(&mut rng, 4, 6);
        for (loss, ascent) in [
            ("hinge", "fixed:on=mistake"),
            ("hinge:margin=0.2", "fixed"),
            ("hinge:margin=0.2", "spread"),
            ("hinge:margin=0.2", "spread:uniform=0,proportional=1,max=1"),
            ("hinge:margin=0.3", "mira"),
            ("hinge", "exact"),
            ("squared-hinge", "exact"),
            ("hinge", "romma"),
            ("hinge", "romma:aggressive=true,share=proportional"),
        ] {
            let spec = spec(loss, ascent, "euclid", "fixed");
            let mut runs = [0, 1].map(|_| Run::new(BUILDS[0], &spec, 4, 6));
            for e in &stream.examples {
                let renamed = Example { x: e.x.clone(), y: order[e.y] };
                let [plain, other] = &mut runs;
                let (one, two) = (plain.play(e), other.play(&renamed));
                near(one.outcome.loss, two.outcome.loss, 1e-8, ascent);
                for (row, r) in one.after.iter().zip(order) {
                    near_all(row, &two.after[r], 1e-8, ascent);
                }
            }
        }
    }
}

/// Rows follow the order of first sight, so other names change nothing at all, ties included.
#[test]
fn names_of_classes_mean_nothing() {
    let mut rng = Rng::new(46);
    let stream = Stream::ties(&mut rng, 4, 3, 60);
    let names = ["north", "east", "7", "0"];
    for ascent in ["fixed", "spread", "mira", "kesler", "romma", "exact"] {
        let spec = spec("hinge", ascent, "euclid", "fixed");
        let [mut plain, mut named] = [0, 1].map(|_| spec.build().unwrap());
        for e in &stream.examples {
            let x = Instance::Dense(&e.x);
            let one = plain.learn(x, e.label()).unwrap();
            assert_eq!(one, named.learn(x, Label::Name(names[e.y])).unwrap(), "{ascent}");
            let (Prediction::Class(Some(ClassName::Number(y))), margin) = plain.predict(x).unwrap()
            else {
                panic!("a class was seen")
            };
            let name = Prediction::Class(Some(ClassName::Text(names[y as usize].into())));
            assert_eq!(named.predict(x).unwrap(), (name, margin), "{ascent}");
        }
    }
}

/// `phi(x,r)`: x in the r-th block of `k n` features.
#[test]
fn candidates_with_a_block_a_class_are_classes() {
    let mut rng = Rng::new(47);
    let (k, n) = (4, 3);
    for (loss, ascent, several, one, schedule) in [
        ("hinge", "fixed:on=mistake", "euclid", "euclid", "fixed"),
        ("hinge:margin=0.3", "spread", "euclid", "euclid", "fixed:C=0.5"),
        ("hinge", "exact", "euclid", "euclid", "fixed:C=inf"),
        ("squared-hinge", "exact:on=mistake,aim=predicted", "euclid", "euclid", "fixed:C=0.5"),
        ("hinge", "exact", "euclid", "euclid", "mistakes"),
        ("hinge", "fixed", "entropy:joint=true", "entropy", "fixed:C=0.3"),
        ("hinge:margin=0.1", "exact", "entropy:joint=true", "entropy", "fixed:C=0.3"),
    ] {
        for stream in Stream::of_every_kind(&mut rng, k, 40) {
            let examples = stream.examples.iter().map(|e| Example { x: e.x[..2].into(), y: e.y });
            let mut run = Run::new(BUILDS[0], &spec(loss, ascent, several, schedule), k, n);
            let blocks = with_problem(spec(loss, ascent, one, schedule), "candidates");
            let mut candidates = blocks.build().unwrap();
            candidates.reserve(k * n);
            for e in examples {
                let place = |r: usize| -> Vec<u32> { (0..2).map(|j| (r * n + j) as u32).collect() };
                let places: Vec<Vec<u32>> = (0..k).map(place).collect();
                let parts: Vec<Instance<'_>> =
                    places.iter().map(|at| Instance::sparse(at, &e.x).unwrap()).collect();
                let before = candidates.evaluate_parts(&parts, e.label()).unwrap();
                let round = run.play(&e);
                let outcome = candidates.learn_parts(&parts, e.label(), 1.0).unwrap();
                if schedule != "mistakes" {
                    near(before.margin, outcome.margin, 1e-9, "evaluated");
                }
                near(round.outcome.margin, outcome.margin, 1e-9, ascent);
                near(round.outcome.step, outcome.step, 1e-9, ascent);
                assert_eq!(round.outcome.violation, outcome.violation, "{ascent}");
                near_all(&round.after.concat(), &row(&candidates, 0, k * n), 1e-9, ascent);
                let (answer, _) = candidates.predict_parts(&parts).unwrap();
                assert_eq!(answer, run.learner.predict(Instance::Dense(&e.x)).unwrap().0);
            }
        }
    }
}

#[test]
fn one_vs_rest_is_one_binary_learner_a_class() {
    let mut rng = Rng::new(48);
    for (loss, ascent, geometry, schedule) in [
        ("hinge:margin=0.01", "fixed", "euclid", "fixed"),
        ("hinge", "fixed:on=mistake", "euclid", "fixed"),
        ("hinge", "exact", "euclid", "fixed:C=inf"),
        ("hinge:margin=0.2", "mira", "euclid", "fixed:C=0.3"),
        ("squared-hinge", "exact", "euclid", "fixed:C=2"),
        ("logistic", "exact", "euclid", "fixed"),
        ("hinge", "fixed", "entropy", "fixed:C=0.2"),
        ("hinge", "fixed:on=mistake", "p-norm:p=4", "fixed"),
    ] {
        for stream in Stream::of_every_kind(&mut rng, 4, 40) {
            let spec = spec(loss, ascent, geometry, schedule);
            let together = with_problem(spec.clone(), "one-vs-rest");
            let mut run = Run::new(BUILDS[0], &together, 4, stream.n);
            let mut alone = vec![with_problem(spec, "binary").build().unwrap(); 4];
            alone.iter_mut().for_each(|l| l.reserve(stream.n));
            for e in &stream.examples {
                let round = run.play(e);
                let (mut loss, mut step) = (0.0, 0.0);
                for (r, learner) in alone.iter_mut().enumerate() {
                    let y = Label::Number(if r == e.y { 1.0 } else { -1.0 });
                    let outcome = learner.learn(Instance::Dense(&e.x), y).unwrap();
                    loss += outcome.loss;
                    step += outcome.step;
                    near_all(&round.after[r], &row(learner, 0, stream.n), 1e-12, ascent);
                }
                near(round.outcome.loss, loss, 1e-12, ascent);
                near(round.outcome.step, step, 1e-12, ascent);
                let best = round.scores.iter().copied().fold(f64::MIN, f64::max);
                let top = round.scores.iter().position(|s| *s == best);
                assert_eq!(round.outcome.mistake, top != Some(e.y), "{ascent}");
            }
        }
    }
}
