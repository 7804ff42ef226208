//! A bias is a constant at the end of every row, to the last bit: for every algorithm on every
//! problem that takes one, on sparse and dense rows of any length, with kernels, readouts and
//! standardised columns.

use crate::support::Rng;
use noregret_core::algorithms::ALGORITHMS;
use noregret_core::kernel::AnyKernel;
use noregret_core::problem::{AnyProblem, Problem};
use noregret_core::readout::Readout;
use noregret_core::stage::{Bias, Columns};
use noregret_core::{AnyLearner, Batch, Error, Example, Instance, Label, Outcome, Spec};

/// Rows have up to so many features.
const LONGEST: usize = 41;
/// The coordinate of the constant: the first, the one after the features, and one far off.
const PLACES: [u32; 3] = [0, LONGEST as u32, 90];
/// Weights that come in turn.
const WEIGHTS: [f64; 4] = [1.0, 0.4, 0.0, 2.0];

/// Every algorithm on every problem that takes a bias, with the readouts, kernels and stages it can
/// have.
fn specs() -> Vec<Spec> {
    let mut all = Vec::new();
    for algorithm in ALGORITHMS {
        for problem in AnyProblem::entries() {
            let Ok(plain) = Spec::named(algorithm.name, problem.name) else { continue };
            if !plain.problem.takes_bias() {
                continue;
            }
            let variants = [
                Spec { readout: Readout::Average, ..plain.clone() },
                Spec { readout: Readout::Vote, ..plain.clone() },
                Spec { standard: Some(Columns { first: 3, end: 9 }), ..plain.clone() },
                Spec { kernel: AnyKernel::parse("polynomial").ok(), ..plain.clone() },
                Spec { kernel: AnyKernel::parse("gaussian").ok(), ..plain.clone() },
            ];
            all.push(plain);
            all.extend(variants);
        }
    }
    all.retain(|s| s.check().is_ok());
    assert!(all.len() > 150, "only {}", all.len());
    all
}

/// The parts of an example in both forms, and what they ask.
struct Drawn {
    parts: Vec<Part>,
    y: f64,
    set: Vec<Label<'static>>,
    each: Vec<f64>,
    weight: f64,
}

struct Part {
    indices: Vec<u32>,
    values: Vec<f64>,
    is_dense: bool,
    /// Coordinates and values with the constant at the end.
    whole: (Vec<u32>, Vec<f64>),
}

impl Part {
    /// Features in rising order, in any order, one after the other up to the constant, or dense.
    fn draw(rng: &mut Rng, length: usize, bias: &Bias) -> Self {
        let (kind, least) = (rng.below(4), u32::from(bias.coordinate == 0));
        let mut indices: Vec<u32> = match kind {
            0 | 1 => (least..80).filter(|&j| j != bias.coordinate).collect(),
            2 => ((LONGEST - length) as u32..LONGEST as u32).map(|j| j + least).collect(),
            _ => (0..length as u32).collect(),
        };
        while indices.len() > length {
            indices.remove(rng.below(indices.len()));
        }
        if kind == 1 {
            indices.sort_by_key(|j| j.wrapping_mul(2_654_435_761));
        }
        let is_dense = kind == 3 && bias.coordinate as usize >= length;
        if kind == 3 && !is_dense {
            indices = indices.iter().map(|j| j + 1).collect();
        }
        let values = rng.vector(length);
        let mut whole = (indices.clone(), values.clone());
        whole.0.push(bias.coordinate);
        whole.1.push(bias.value);
        Part { indices, values, is_dense, whole }
    }

    fn instance(&self) -> Instance<'_> {
        match self.is_dense {
            true => Instance::Dense(&self.values),
            false => Instance::Sparse { indices: &self.indices, values: &self.values },
        }
    }

    fn whole(&self) -> Instance<'_> {
        Instance::Sparse { indices: &self.whole.0, values: &self.whole.1 }
    }
}

impl Drawn {
    fn new(rng: &mut Rng, s: &Spec, length: usize, bias: &Bias) -> Self {
        let parts = if s.problem.takes_parts() { 2 + rng.below(2) } else { 1 };
        let class = |rng: &mut Rng| Label::Number(rng.below(11) as f64);
        let y = match s.problem.name() {
            "multiclass" | "one-vs-rest" => rng.below(11) as f64,
            "ordinal" => 1.0 + rng.below(3) as f64,
            "regression" => rng.between(-1.0, 1.0),
            _ => {
                if rng.chance(0.5) {
                    1.0
                } else {
                    -1.0
                }
            }
        };
        let ranks = s.problem.name() == "label-ranking";
        let side = |rng: &mut Rng| if rng.chance(0.5) { 1.0 } else { -1.0 };
        Drawn {
            parts: (0..parts).map(|_| Part::draw(rng, length, bias)).collect(),
            y,
            set: (0..usize::from(ranks)).map(|_| class(rng)).collect(),
            each: (0..parts).filter(|_| parts > 1).map(|_| side(rng)).collect(),
            weight: WEIGHTS[rng.below(4)],
        }
    }

    fn label(&self) -> Label<'_> {
        match (self.set.as_slice(), self.each.as_slice()) {
            ([], []) => Label::Number(self.y),
            ([], each) => Label::Each(each),
            (set, _) => Label::Set(set),
        }
    }
}

/// What happened, to the last bit.
fn bits(o: &Outcome) -> ([u64; 4], [bool; 3]) {
    ([o.score, o.margin, o.loss, o.step].map(f64::to_bits), [o.mistake, o.violation, o.counted])
}

/// A learner with a bias beside one whose rows have the constant.
struct Pair<'a> {
    s: &'a Spec,
    biased: AnyLearner,
    plain: AnyLearner,
}

impl<'a> Pair<'a> {
    fn new(s: &'a Spec, bias: Bias) -> Self {
        let biased = Spec { bias: Some(bias), ..s.clone() };
        Pair { s, biased: biased.build().unwrap(), plain: s.build().unwrap() }
    }

    fn name(&self) -> String {
        let Spec { algorithm, problem, readout, kernel, .. } = self.s;
        format!("{algorithm} {problem} {readout:?} {kernel:?}")
    }

    fn learn(&mut self, e: &Drawn, in_batch: bool) {
        let name = self.name();
        let (mine, whole): (Vec<_>, Vec<_>) =
            e.parts.iter().map(|part| (part.instance(), part.whole())).unzip();
        let ahead = self.biased.foresee_parts(&mine, e.weight);
        assert_eq!(ahead, self.plain.foresee_parts(&whole, e.weight), "{name}");
        assert_eq!(self.biased.predict_parts(&mine), self.plain.predict_parts(&whole), "{name}");
        let asked = self.biased.evaluate_parts(&mine, e.label()).map(|o| bits(&o));
        assert_eq!(asked, self.plain.evaluate_parts(&whole, e.label()).map(|o| bits(&o)), "{name}");
        let theirs = self.plain.learn_parts(&whole, e.label(), e.weight).map(|o| bits(&o));
        let ours = if in_batch {
            let example = match mine.as_slice() {
                [x] => Example::new(*x, e.label()),
                parts => Example::of_parts(parts, e.label()),
            };
            let mut found = None;
            let batch = [example.weighted(e.weight)];
            let stopped =
                self.biased.learn_many(Batch::Examples(&batch), |_, o| found = Some(bits(o)));
            stopped.map_err(|stopped| stopped.error).map(|()| found.unwrap())
        } else {
            self.biased.learn_parts(&mine, e.label(), e.weight).map(|o| bits(&o))
        };
        assert_eq!(ours, theirs, "{name}");
    }

    fn agree(&self) {
        let [a, b] = [&self.biased, &self.plain].map(|learner| learner.snapshot(self.s));
        assert_eq!(a.scalars, b.scalars, "{}", self.name());
        assert_eq!(a.arrays, b.arrays, "{}", self.name());
        let [a, b] = [&self.biased, &self.plain].map(|l| format!("{:?}", l.certificate()));
        assert_eq!(a, b, "{}", self.name());
    }
}

#[test]
fn a_bias_is_a_constant_at_the_end_of_every_row() {
    for (at, s) in specs().iter().enumerate() {
        let place = PLACES[at % 3];
        let bias = Bias::new(place, 0.1 + 0.3 * f64::from(place));
        let (mut pair, mut rng) = (Pair::new(s, bias), Rng::new(80 + at as u64));
        for length in (at % 2..=LONGEST).step_by(1 + at % 4) {
            pair.learn(&Drawn::new(&mut rng, s, length, &bias), rng.chance(0.5));
        }
        pair.agree();
    }
}

/// With few features at a time the table grows in every round, row by row of every length.
#[test]
fn lengths_and_classes_in_every_combination() {
    let names = ["pa1", "arow", "arow-scaled", "adagrad", "perceptron"];
    for (name, problem) in names.iter().flat_map(|n| ["binary", "multiclass"].map(|p| (n, p))) {
        let Ok(s) = Spec::named(name, problem) else { continue };
        for (place, seed) in PLACES.iter().flat_map(|p| (0..6).map(move |seed| (*p, seed))) {
            let bias = Bias::new(place, 1.0);
            let (mut pair, mut rng) = (Pair::new(&s, bias), Rng::new(seed));
            for turn in 0..3 * LONGEST {
                let length = (turn * (1 + seed as usize)) % (LONGEST + 1);
                pair.learn(&Drawn::new(&mut rng, &s, length, &bias), turn % 3 > 0);
            }
            pair.agree();
        }
    }
}

#[test]
fn long_dense_rows_have_a_constant_too() {
    let s = Spec::named("pa1", "binary").unwrap();
    for (width, place) in [(1500, 1500), (1500, 2000), (900, 2000)] {
        let bias = Bias::new(place, 0.7);
        let (mut pair, mut rng) = (Pair::new(&s, bias), Rng::new(5));
        for turn in 0..12 {
            let mut e = Drawn::new(&mut rng, &s, 0, &bias);
            let values = rng.vector(width);
            let mut whole: (Vec<u32>, Vec<f64>) = ((0..width as u32).collect(), values.clone());
            whole.0.push(place);
            whole.1.push(0.7);
            e.parts = vec![Part { indices: Vec::new(), values, is_dense: true, whole }];
            pair.learn(&e, turn % 2 == 0);
        }
        pair.agree();
    }
}

/// A hashed feature may have the coordinate of the constant.
#[test]
fn a_feature_at_the_coordinate_of_the_constant_has_both_values() {
    for problem in ["binary", "multiclass", "regression"] {
        for kernel in [None, AnyKernel::parse("polynomial").ok()] {
            let s = Spec { kernel, ..Spec::named("pa1", problem).unwrap() };
            let bias = Bias::new(2, 0.5);
            let (mut pair, mut rng) = (Pair::new(&s, bias), Rng::new(7));
            for turn in 0..40 {
                let mut e = Drawn::new(&mut rng, &s, 6, &bias);
                let values = rng.vector(6);
                let mut whole: (Vec<u32>, Vec<f64>) = ((0..6).collect(), values.clone());
                whole.1[2] += 0.5;
                let (indices, is_dense) = ((0..6).collect(), turn % 3 == 0);
                if turn % 4 > 0 || e.parts[0].indices.contains(&2) {
                    e.parts = vec![Part { indices, values, is_dense, whole }];
                }
                pair.learn(&e, turn % 2 == 0);
            }
            pair.agree();
        }
    }
}

#[test]
fn a_row_that_is_refused_leaves_no_trace() {
    for (at, s) in specs().iter().enumerate() {
        let bias = Bias::new(0, 1.0);
        let (mut pair, mut rng) = (Pair::new(s, bias), Rng::new(90 + at as u64));
        (0..6).for_each(|_| pair.learn(&Drawn::new(&mut rng, s, 5, &bias), false));
        let mut bad = Drawn::new(&mut rng, s, 5, &bias);
        (bad.parts[0].values[1], bad.parts[0].whole.1[1]) = (f64::NAN, f64::NAN);
        let before = pair.biased.snapshot(s);
        [false, true].into_iter().for_each(|in_batch| pair.learn(&bad, in_batch));
        assert_eq!(pair.biased.snapshot(s), before, "{}", pair.name());
        (0..3).for_each(|_| pair.learn(&Drawn::new(&mut rng, s, 5, &bias), false));
        pair.agree();
    }
}

#[test]
fn a_saved_run_goes_on_with_its_bias() {
    let columns = Some(Columns { first: 1, end: 5 });
    for s in ["pa1", "arow"].map(|name| Spec::named(name, "binary").unwrap()) {
        let bias = Bias { counted: s.algorithm == "arow", ..Bias::new(0, 0.3) };
        let s = Spec { bias: Some(bias), standard: columns, ..s };
        let mut rng = Rng::new(3);
        let rows: Vec<Drawn> = (0..20).map(|_| Drawn::new(&mut rng, &s, 4, &bias)).collect();
        let learn = |learner: &mut AnyLearner, rows: &[Drawn]| {
            for e in rows {
                let x = Instance::Sparse { indices: &[1, 2, 3, 4], values: &e.parts[0].values };
                learner.learn(x, e.label()).unwrap();
            }
        };
        let mut whole = s.build().unwrap();
        learn(&mut whole, &rows[..10]);
        let text = serde_json::to_string(&s).unwrap();
        let spec: Spec = serde_json::from_str(&text).unwrap();
        let mut resumed = AnyLearner::restore(whole.snapshot(&spec)).unwrap();
        learn(&mut whole, &rows[10..]);
        learn(&mut resumed, &rows[10..]);
        assert_eq!(whole.snapshot(&s), resumed.snapshot(&s));
        assert!(whole.weight(0, 0) != 0.0);
    }
}

#[test]
fn a_bias_in_json_is_left_out_or_counts_unless_it_says_so() {
    let plain = Spec::named("pa1", "binary").unwrap();
    let text = serde_json::to_string(&plain).unwrap();
    assert!(!text.contains("bias"));
    assert_eq!(serde_json::from_str::<Spec>(&text).unwrap(), plain);
    let bias: Bias = serde_json::from_str(r#"{"coordinate":3,"value":0.5}"#).unwrap();
    assert_eq!(bias, Bias::new(3, 0.5));
    assert_eq!(serde_json::to_string(&bias).unwrap(), r#"{"coordinate":3,"value":0.5}"#);
    let uncounted = Bias { counted: false, ..bias };
    let text = serde_json::to_string(&uncounted).unwrap();
    assert_eq!(serde_json::from_str::<Bias>(&text).unwrap(), uncounted);
}

#[test]
fn what_takes_no_bias_says_so() {
    let refused = |s: Spec| match s.check() {
        Err(Error::Spec(message)) => message.contains("bias") || message.contains("constant"),
        _ => false,
    };
    let bias = Some(Bias::new(0, 1.0));
    for problem in ["uniclass", "queries", "candidates"] {
        assert!(refused(Spec { bias, ..Spec::named("pa1", problem).unwrap() }), "{problem}");
    }
    let plain = Spec::named("pa1", "binary").unwrap();
    let standard = Some(Columns { first: 0, end: 2 });
    assert!(refused(Spec { bias, standard, ..plain.clone() }));
    assert!(refused(Spec { bias: Some(Bias::new(0, f64::NAN)), ..plain.clone() }));
    let uncounted = Some(Bias { counted: false, ..Bias::new(0, 1.0) });
    assert!(Spec { bias: uncounted, ..plain.clone() }.check().is_ok());
    let kernel = AnyKernel::parse("linear").ok();
    assert!(refused(Spec { bias: uncounted, kernel, ..plain }));
    for (name, problem) in
        [("arow", "binary"), ("romma", "binary"), ("pa1", "ordinal"), ("pa1", "tasks")]
    {
        assert!(refused(Spec { bias: uncounted, ..Spec::named(name, problem).unwrap() }), "{name}");
    }
}
