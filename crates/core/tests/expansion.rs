//! The kernel expansion: it is the additive hypothesis with the linear kernel and over explicit features, whatever
//! was announced, however many threads work, and across a save.

#![allow(clippy::unwrap_used)]

use noregret_core::block::Term;
use noregret_core::geometry::AnyGeometry;
use noregret_core::hypothesis::{
    AnyHypothesis, Direction, EuclidSpace, Expansion, Hypothesis, View,
};
use noregret_core::kernel::AnyKernel;
use noregret_core::readout::Readout;
use noregret_core::snapshot::Array;
use noregret_core::{AnyLearner, Instance, Label, Outcome, Spec};

#[path = "common/rng.rs"]
#[allow(dead_code, unreachable_pub)]
mod rng;
use rng::Rng;

type Example = (Vec<f64>, f64);

/// Half the coordinates are zero; a noisy circle decides the label.
fn stream(rng: &mut Rng, rounds: usize, n: usize) -> Vec<Example> {
    let coordinate = |rng: &mut Rng| if rng.chance(0.5) { 0.0 } else { rng.between(-1.0, 1.0) };
    (0..rounds)
        .map(|_| {
            let x: Vec<f64> = (0..n).map(|_| coordinate(rng)).collect();
            let square: f64 = x.iter().map(|x| x * x).sum();
            let inside = square + x[0] < n as f64 / 6.0;
            (x, if inside == rng.chance(0.95) { 1.0 } else { -1.0 })
        })
        .collect()
}

fn spec(name: &str, kernel: Option<&str>) -> Spec {
    let mut spec = Spec::named(name, "binary").unwrap();
    spec.kernel = kernel.map(|k| AnyKernel::parse(k).unwrap());
    spec
}

/// The same instances, told apart by a line with room on both sides: where no line does it ROMMA runs away.
fn separable(examples: &[Example]) -> Vec<Example> {
    let side = |x: &[f64]| x[0] - 0.5 * x[1] + 0.2 * x[2];
    let clear = examples.iter().filter(|(x, _)| side(x).abs() > 0.2);
    clear.map(|(x, _)| (x.clone(), side(x).signum())).collect()
}

fn learn(learner: &mut AnyLearner, (x, y): &Example) -> Outcome {
    learner.learn(Instance::Dense(x), Label::Number(*y)).unwrap()
}

fn learn_all(learner: &mut AnyLearner, examples: &[Example]) {
    for example in examples {
        learn(learner, example);
    }
}

fn expansion(learner: &AnyLearner) -> &Expansion {
    let AnyHypothesis::Expansion(e) = learner.hypothesis() else { panic!("no kernel") };
    e
}

fn instances(examples: &[Example]) -> Vec<Instance<'_>> {
    examples.iter().map(|(x, _)| Instance::Dense(x)).collect()
}

#[track_caller]
fn near(a: f64, b: f64) {
    assert!((a - b).abs() <= 1e-9 * (1.0 + a.abs().max(b.abs())), "{a} is not {b}");
}

/// Trains two learners on their own forms of the same examples; every number agrees.
fn agree(a: &Spec, b: &Spec, examples: &[Example], map: impl Fn(&[f64]) -> Vec<f64>) {
    let (mut ours, mut theirs) = (a.build().unwrap(), b.build().unwrap());
    for example in examples {
        let mapped = (map(&example.0), example.1);
        let (one, two) = (learn(&mut ours, example), learn(&mut theirs, &mapped));
        near(one.score, two.score);
        near(one.loss, two.loss);
        near(one.step, two.step);
        let asked = ours.predict(Instance::Dense(&examples[0].0)).unwrap();
        near(asked.1, theirs.predict(Instance::Dense(&map(&examples[0].0))).unwrap().1);
    }
    assert!(ours.ledger().updates > 3);
    near(ours.lower_bound(2.0), theirs.lower_bound(2.0));
    let asked: Vec<_> =
        examples.iter().map(|(x, y)| (Instance::Dense(x), Label::Number(*y))).collect();
    for (many, e) in ours.evaluate_many(&asked).unwrap().iter().zip(examples) {
        let one = ours.evaluate(Instance::Dense(&e.0), Label::Number(e.1)).unwrap();
        assert_eq!(many.score.to_bits(), one.score.to_bits());
        near(theirs.predict(Instance::Dense(&map(&e.0))).unwrap().1, one.score);
    }
}

#[test]
fn linear_kernel_is_the_additive_hypothesis() {
    let examples = stream(&mut Rng::new(1), 300, 8);
    for name in ["perceptron", "pa", "pa1", "pa2", "romma", "logistic"] {
        let separated = separable(&examples);
        let examples = if name == "romma" { &separated } else { &examples };
        for readout in [Readout::Last, Readout::Average, Readout::Linear, Readout::Vote] {
            let (mut a, mut b) = (spec(name, Some("linear")), spec(name, None));
            (a.readout, b.readout) = (readout, readout);
            agree(&a, &b, examples, <[f64]>::to_vec);
        }
    }
}

#[test]
fn weights_of_the_linear_kernel_are_those_of_the_additive_hypothesis() {
    let (mut a, mut b) = (spec("pa1", Some("linear")), spec("pa1", None));
    (a.readout, b.readout) = (Readout::Average, Readout::Average);
    let (mut a, mut b) = (a.build().unwrap(), b.build().unwrap());
    for example in stream(&mut Rng::new(2), 100, 6) {
        learn(&mut a, &example);
        learn(&mut b, &example);
    }
    for j in 0..7 {
        near(a.weight(j, 0), b.weight(j, 0));
        near(a.answering_weight(j, 0), b.answering_weight(j, 0));
    }
}

/// Features with `<map(x), map(z)> = (0.5 + <x,z>)^2`.
fn quadratic(x: &[f64]) -> Vec<f64> {
    let mut features = vec![0.5];
    features.extend(x.iter().copied());
    for (i, a) in x.iter().enumerate() {
        features.push(a * a);
        features.extend(x[..i].iter().map(|b| 2f64.sqrt() * a * b));
    }
    features
}

#[test]
fn polynomial_kernel_is_its_explicit_features() {
    let examples = stream(&mut Rng::new(3), 300, 5);
    for name in ["perceptron", "pa1", "pa2"] {
        for readout in [Readout::Last, Readout::Average, Readout::Linear, Readout::Vote] {
            let (mut a, mut b) =
                (spec(name, Some("polynomial:degree=2,offset=0.5")), spec(name, None));
            (a.readout, b.readout) = (readout, readout);
            agree(&a, &b, &examples, quadratic);
        }
    }
}

/// Scores of a run, with instances announced as `(chunk, again)` says.
fn run(
    kernel: &str,
    examples: &[Example],
    threads: usize,
    told: Option<(usize, bool)>,
) -> Vec<u64> {
    let mut learner = spec("pa1", Some(kernel)).build().unwrap();
    learner.use_threads(threads);
    let ahead = instances(examples);
    let mut scores = Vec::new();
    for (t, example) in examples.iter().enumerate() {
        if let Some((chunk, again)) = told.filter(|(chunk, _)| t % chunk == 0) {
            learner.expect(&ahead[t..(t + chunk).min(ahead.len())], again);
        }
        scores.push(learn(&mut learner, example).score.to_bits());
    }
    let many = learner.predict_many(&ahead).unwrap();
    scores.extend(many.iter().map(|p| p.1.to_bits()));
    scores
}

#[test]
fn scores_depend_on_neither_threads_nor_announcements() {
    // Long enough for several blocks, and for work that is worth a second thread.
    let examples = stream(&mut Rng::new(4), 900, 40);
    for kernel in ["linear", "polynomial:degree=3", "gaussian:sigma=2"] {
        let plain = run(kernel, &examples, 1, None);
        for threads in [1, 2, 4] {
            for told in [None, Some((900, false)), Some((300, false)), Some((900, true))] {
                assert!(
                    plain == run(kernel, &examples, threads, told),
                    "{kernel} {threads} {told:?}"
                );
            }
        }
    }
}

/// Several passes; `again` says how the set is announced, if it is.
fn passes(name: &str, examples: &[Example], again: Option<bool>) -> (Vec<f64>, AnyLearner) {
    let mut learner = spec(name, Some("gaussian:sigma=0.7")).build().unwrap();
    let ahead = instances(examples);
    let mut scores = Vec::new();
    for pass in 0..4 {
        if let Some(again) = again.filter(|again| !again || pass == 0) {
            learner.expect(&ahead, again);
        }
        scores.extend(examples.iter().map(|e| learn(&mut learner, e).score));
    }
    (scores, learner)
}

#[test]
fn passes_over_a_fixed_set_only_differ_by_rounding() {
    let mut examples = stream(&mut Rng::new(5), 600, 6);
    let repeats = examples[..40].to_vec();
    examples.extend(repeats);
    for name in ["perceptron", "pa1", "romma-aggressive"] {
        let (plain, learner) = passes(name, &examples, None);
        for again in [false, true] {
            let (told, other) = passes(name, &examples, Some(again));
            plain.iter().zip(&told).for_each(|(a, b)| near(*a, *b));
            assert_eq!(expansion(&learner).patterns(), expansion(&other).patterns());
        }
    }
}

#[test]
fn an_announcement_that_does_not_come_true_does_no_harm() {
    let mut rng = Rng::new(6);
    let (expected, come) = (stream(&mut rng, 300, 6), stream(&mut rng, 300, 6));
    let mixed: Vec<Example> =
        expected.iter().zip(&come).flat_map(|(a, b)| [b, a]).step_by(3).cloned().collect();
    let build = || spec("pa1", Some("polynomial")).build().unwrap();
    let (mut told, mut plain) = (build(), build());
    told.expect(&instances(&expected), true);
    for example in &mixed {
        assert_eq!(learn(&mut told, example), learn(&mut plain, example));
    }
}

#[test]
fn equal_instances_share_a_pattern() {
    let mut learner = spec("perceptron", Some("polynomial")).build().unwrap();
    let forms = [
        Instance::Dense(&[0.0, 1.0, 2.0]),
        Instance::Sparse { indices: &[2, 1], values: &[2.0, 1.0] },
        Instance::Sparse { indices: &[0, 1, 2, 9], values: &[-0.0, 1.0, 2.0, 0.0] },
    ];
    for (t, x) in forms.iter().cycle().take(7).enumerate() {
        // The label turns each time, so every round is a mistake.
        learner.learn(*x, Label::Number(if t % 2 == 0 { -1.0 } else { 1.0 })).unwrap();
    }
    assert_eq!((learner.ledger().updates, expansion(&learner).patterns()), (7, 1));
    let mut flat = spec("perceptron", Some("linear")).build().unwrap();
    flat.learn(Instance::Dense(&[0.0; 3]), Label::Number(-1.0)).unwrap();
    assert_eq!(expansion(&flat).patterns(), 0, "nothing at K(x,x) = 0");
}

#[test]
fn the_tracked_norm_is_the_norm() {
    for name in ["perceptron", "pa1", "romma"] {
        let (_, learner) = passes(name, &stream(&mut Rng::new(7), 200, 4), None);
        let (tracked, exact) = expansion(&learner).squares();
        near(tracked, exact);
        let bound = expansion(&learner).dual(1.0).norm;
        assert!(bound >= exact.sqrt() && bound <= exact.sqrt() * (1.0 + 1e-6), "{bound} {exact}");
    }
}

/// `v <- keep v + coef (row x)`, as the learner does it.
fn step(h: &mut impl Hypothesis, x: &[f64], row: usize, coef: f64, keep: f64) {
    let parts = [Instance::Dense(x)];
    let mut view = View::default();
    h.look(&parts, &mut view);
    let terms = [Term { part: 0, row, coef }];
    h.apply(&Direction {
        parts: &parts,
        view: &view,
        terms: &terms,
        own: keep - 1.0,
        c: 1.0,
        weight: 1.0,
    });
    h.tick(1.0, &view);
}

#[test]
fn shrinking_and_starting_over_are_those_of_the_additive_hypothesis() {
    let examples = stream(&mut Rng::new(13), 300, 5);
    for average in [None, Some(0), Some(1)] {
        let linear = AnyKernel::parse("linear").unwrap();
        let mut ours = Expansion::new(linear, None, 1, average);
        let mut primal = EuclidSpace::new(1, average);
        ours.expect(&instances(&examples), true);
        for (t, (x, y)) in examples.iter().chain(&examples).enumerate() {
            // 1e-4 drives the common scale below where it is multiplied out; 0 starts over.
            let keep = [1.0, 0.9, 1e-4, 1.0, 0.5, 1.0, 1e-4, 1e-4][t % 8];
            let keep = if t % 97 == 96 { 0.0 } else { keep };
            let (mut a, mut b) = (View::default(), View::default());
            let parts = [Instance::Dense(x)];
            ours.look(&parts, &mut a);
            primal.look(&parts, &mut b);
            near(a.scores[0], b.scores[0]);
            assert_eq!(ours.average(&parts, &mut a), primal.average(&parts, &mut b));
            near(a.scores[0], b.scores[0]);
            step(&mut ours, x, 0, *y, keep);
            step(&mut primal, x, 0, *y, keep);
            near(ours.own_square(1.0), primal.own_square(1.0));
        }
    }
}

#[test]
fn rows_may_come_late() {
    let examples = stream(&mut Rng::new(8), 700, 5);
    let build = || Expansion::new(AnyKernel::parse("polynomial").unwrap(), None, 1, None);
    let (mut told, mut plain) = (build(), build());
    told.expect(&instances(&examples), true);
    for pass in 0..2 {
        for (t, (x, y)) in examples.iter().enumerate() {
            let rows = 1 + (pass * examples.len() + t) / 300;
            for h in [&mut told, &mut plain] {
                h.widen(rows);
                step(h, x, t % rows, *y, 1.0);
            }
            let (mut a, mut b) = (View::default(), View::default());
            told.look(&[Instance::Dense(x)], &mut a);
            plain.look(&[Instance::Dense(x)], &mut b);
            assert_eq!((a.scores.len(), b.scores.len()), (rows, rows));
            a.scores.iter().zip(&b.scores).for_each(|(a, b)| near(*a, *b));
        }
    }
    let (tracked, exact) = told.squares();
    near(tracked, exact);
    told.mark();
    told.widen(9);
    told.undo();
    assert_eq!(told.rows(), plain.rows());
}

#[test]
fn classes_seen_late_find_room_in_a_run() {
    let mut examples = stream(&mut Rng::new(12), 600, 6);
    for (t, (x, y)) in examples.iter_mut().enumerate() {
        // A new class every hundred rounds.
        let largest = (0..1 + t / 100).max_by(|a, b| x[*a].total_cmp(&x[*b]));
        *y = largest.unwrap() as f64;
    }
    for name in ["perceptron", "pa1", "mira"] {
        let mut spec = Spec::named(name, "multiclass").unwrap();
        let mut primal = spec.build().unwrap();
        spec.kernel = Some(AnyKernel::parse("linear").unwrap());
        let mut ours = spec.build().unwrap();
        ours.expect(&instances(&examples), true);
        for example in examples.iter().chain(&examples) {
            let (a, b) = (learn(&mut ours, example), learn(&mut primal, example));
            near(a.margin, b.margin);
            near(a.step, b.step);
        }
        assert_eq!(expansion(&ours).rows(), 6);
        near(ours.lower_bound(1.0), primal.lower_bound(1.0));
        let (tracked, exact) = expansion(&ours).squares();
        near(tracked, exact);
        let again = AnyLearner::restore(ours.snapshot(&spec)).unwrap();
        assert_eq!(again.snapshot(&spec), ours.snapshot(&spec));
    }
}

#[test]
fn several_parts_add_up() {
    let (x, z) = ([1.0, 2.0, 0.0], [0.5, 0.0, -1.0]);
    let parts = [Instance::Dense(&x), Instance::Dense(&z)];
    let mut h = Expansion::new(AnyKernel::parse("polynomial").unwrap(), None, 2, None);
    let terms =
        [(0, 0, 1.5), (1, 0, -0.5), (1, 1, 2.0)].map(|(part, row, coef)| Term { part, row, coef });
    for _ in 0..3 {
        let mut view = View::default();
        h.look(&parts, &mut view);
        let step =
            Direction { parts: &parts, view: &view, terms: &terms, own: 0.0, c: 1.0, weight: 1.0 };
        let (before, curvature) = (h.squares().1, h.curvature(&step, Default::default()));
        h.apply(&step);
        let (tracked, exact) = h.squares();
        near(tracked, exact);
        if before == 0.0 {
            near(curvature, exact);
        }
    }
    assert_eq!(h.patterns(), 2);
}

#[test]
fn a_saved_run_goes_on_bit_for_bit() {
    let examples = stream(&mut Rng::new(9), 400, 6);
    for (name, readout) in
        [("pa1", Readout::Last), ("romma", Readout::Average), ("romma", Readout::Linear)]
    {
        let mut spec = spec(name, Some("gaussian:sigma=0.8"));
        spec.readout = readout;
        let mut learner = spec.build().unwrap();
        learn_all(&mut learner, &examples[..200]);
        let mut again = AnyLearner::restore(learner.snapshot(&spec)).unwrap();
        for e in &examples[200..] {
            assert_eq!(learn(&mut learner, e), learn(&mut again, e));
            let x = Instance::Dense(&e.0);
            assert_eq!(learner.predict(x).unwrap(), again.predict(x).unwrap());
        }
        assert_eq!(learner.snapshot(&spec), again.snapshot(&spec));
    }
}

#[test]
fn a_damaged_state_is_refused() {
    let spec = spec("pa1", Some("polynomial"));
    let mut learner = spec.build().unwrap();
    learn_all(&mut learner, &stream(&mut Rng::new(10), 50, 4));
    let whole = learner.snapshot(&spec);
    for at in 0..whole.arrays.len() {
        for damage in 0..3 {
            let mut state = whole.clone();
            match (&mut state.arrays[at].1, damage) {
                (_, 0) => drop(state.arrays.remove(at)),
                (Array::F64(v), 1) => v[0] = f64::NAN,
                (Array::U32(v), 1) => v[0] = u32::MAX,
                (Array::U64(v), 1) => v[0] = u64::MAX,
                (Array::F64(v), _) => drop(v.pop()),
                (Array::U32(v), _) => drop(v.pop()),
                (Array::U64(v), _) => drop(v.pop()),
            }
            let name = &whole.arrays[at].0;
            assert!(AnyLearner::restore(state).is_err(), "{name} {damage}");
        }
    }
}

#[test]
fn what_overflows_is_refused_and_leaves_no_trace() {
    for kernel in ["linear", "polynomial:degree=9", "gaussian"] {
        let mut learner = spec("pa1", Some(kernel)).build().unwrap();
        let examples = stream(&mut Rng::new(11), 60, 4);
        learn_all(&mut learner, &examples);
        let before = learner.ledger().clone();
        for x in [[1e200, 0.0], [f64::NAN, 1.0], [1.0, f64::INFINITY]] {
            let x = Instance::Dense(&x);
            assert!(learner.learn(x, Label::Number(1.0)).is_err(), "{kernel}");
            assert!(learner.predict(x).is_err() && learner.predict_many(&[x; 5]).is_err());
        }
        assert_eq!(&before, learner.ledger());
        for size in [1e10, 1e30, 1e60, 1e100, 1e150, 1e-160] {
            for y in [1.0, -1.0] {
                let _ = learner.learn(Instance::Dense(&[size, -size]), Label::Number(y));
            }
        }
        let score = learner.predict(Instance::Dense(&[1.0, 2.0])).unwrap().1;
        assert!(score.is_finite() && !learner.lower_bound(1.0).is_nan(), "{kernel}");
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let refused = |change: &dyn Fn(&mut Spec)| {
        let mut spec = spec("pa1", Some("gaussian"));
        change(&mut spec);
        spec.build().is_err()
    };
    assert!(!refused(&|_| ()));
    assert!(refused(&|s| s.geometry = AnyGeometry::parse("p-norm").unwrap()));
    assert!(refused(&|s| s.kernel = Some(AnyKernel::parse("gaussian:sigma=-1").unwrap())));
    assert!(refused(&|s| {
        *s = Spec::named("pa1", "uniclass").unwrap();
        s.kernel = Some(AnyKernel::parse("linear").unwrap());
    }));
}
