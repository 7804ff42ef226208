//! A batch is its examples one after the other.
//!
//! Learning, predicting and evaluating give the same bits for every algorithm on every problem, in
//! every form a batch can have, and an example that is refused stops the batch where it stands.

use crate::support::realisable::{Example as Drawn, Source};
use noregret_core::algorithms::ALGORITHMS;
use noregret_core::kernel::AnyKernel;
use noregret_core::problem::AnyProblem;
use noregret_core::readout::Readout;
use noregret_core::round::{Csr, Labels, Matrix};
use noregret_core::stage::{Bias, Columns};
use noregret_core::{AnyLearner, Batch, Example, Instance, Label, Outcome, Spec};

/// Examples of a batch.
const ROWS: usize = 40;
/// Weights that come in turn.
const WEIGHTS: [f64; 7] = [1.0, 1.0, 2.5, 0.0, 0.3, 1e-3, 1e3];

/// Every algorithm on every problem that there is for it, with the stages and readouts it can have.
fn specs() -> Vec<Spec> {
    let mut all = Vec::new();
    for algorithm in ALGORITHMS {
        for problem in AnyProblem::entries() {
            let Ok(plain) = Spec::named(algorithm.name, problem.name) else { continue };
            let bias = |counted| Some(Bias { counted, ..Bias::new(40, 0.5) });
            let hard = |c| {
                let mut spec = plain.clone();
                spec.set_aggressiveness(c).is_ok().then_some(spec)
            };
            let variants = [
                Spec { bias: bias(true), ..plain.clone() },
                Spec { bias: bias(false), ..plain.clone() },
                hard(0.03).unwrap_or_else(|| plain.clone()),
                hard(f64::INFINITY).unwrap_or_else(|| plain.clone()),
                Spec { readout: Readout::Average, ..plain.clone() },
                Spec { readout: Readout::Vote, ..plain.clone() },
                Spec { standard: Some(Columns { first: 0, end: 3 }), ..plain.clone() },
                Spec { kernel: AnyKernel::parse("polynomial").ok(), ..plain.clone() },
            ];
            all.push(plain);
            all.extend(variants);
        }
    }
    all.retain(|s| s.check().is_ok());
    assert!(all.len() > 250, "only {}", all.len());
    all
}

/// What happened, to the last bit.
fn bits(o: &Outcome) -> ([u64; 4], [bool; 3], String) {
    let numbers = [o.score, o.margin, o.loss, o.step].map(f64::to_bits);
    (numbers, [o.mistake, o.violation, o.counted], format!("{:?}", o.quality))
}

fn drawn(s: &Spec, seed: u64) -> Vec<Drawn> {
    let mut source = Source::new(seed);
    (0..ROWS).map(|_| source.next(s)).collect()
}

/// The weights of the examples.
fn weights() -> Vec<f64> {
    WEIGHTS.iter().cycle().take(ROWS).copied().collect()
}

/// Calls `f` with each form these examples have as a batch.
fn each_form(drawn: &[Drawn], f: impl Fn(Batch<'_>)) {
    let weights = weights();
    let parts: Vec<Vec<Instance<'_>>> = drawn.iter().map(Drawn::instances).collect();
    let pairs = drawn.iter().zip(&parts).zip(&weights);
    let examples: Vec<Example<'_>> = pairs
        .map(|((e, parts), &weight)| match parts.as_slice() {
            [x] => Example::new(*x, e.label()).weighted(weight),
            parts => Example::of_parts(parts, e.label()).weighted(weight),
        })
        .collect();
    f(Batch::Examples(&examples));
    if parts.iter().any(|p| p.len() > 1) {
        return;
    }
    let labels: Vec<Label<'_>> = drawn.iter().map(Drawn::label).collect();
    let values: Vec<f64> = drawn.iter().flat_map(|e| e.parts[0].clone()).collect();
    let width = drawn[0].parts[0].len();
    let matrix = Matrix::new(&values, width, Labels::Each(&labels)).unwrap();
    f(Batch::Dense(matrix.weighted(&weights).unwrap()));
    let ends: Vec<usize> = (0..=drawn.len()).map(|row| row * width).collect();
    let indices: Vec<u32> = (0..values.len()).map(|at| (at % width) as u32).collect();
    let numbers: Vec<f64> = drawn.iter().map(|e| e.y).collect();
    let is_number = labels.iter().all(|l| matches!(l, Label::Number(_)));
    let labels = if is_number { Labels::Numbers(&numbers) } else { Labels::Each(&labels) };
    let rows = Csr::new(&ends, &indices, &values, labels).unwrap();
    f(Batch::Sparse(rows.weighted(&weights).unwrap()));
}

/// Learns one example after the other, up to the first that is refused.
fn looped(learner: &mut AnyLearner, batch: &Batch<'_>) -> (Vec<Outcome>, Option<usize>) {
    let mut outcomes = Vec::new();
    for at in 0..batch.len() {
        let Example { parts, label, weight } = batch.example(at);
        match learner.learn_parts(parts.as_slice(), label, weight) {
            Ok(outcome) => outcomes.push(outcome),
            Err(_) => return (outcomes, Some(at)),
        }
    }
    (outcomes, None)
}

fn learned(learner: &mut AnyLearner, batch: Batch<'_>) -> (Vec<Outcome>, Option<usize>) {
    let mut outcomes = Vec::new();
    let result = learner.learn_many(batch, |position, outcome| {
        assert_eq!(position, outcomes.len());
        outcomes.push(*outcome);
    });
    (outcomes, result.err().map(|stopped| stopped.position))
}

/// Both ways end in the same state, with the same outcomes, at the same position.
fn agree(s: &Spec, batch: Batch<'_>) -> Option<usize> {
    let (mut one, mut all) = (s.build().unwrap(), s.build().unwrap());
    let (first, second) = (looped(&mut one, &batch), learned(&mut all, batch));
    let name = format!("{} {}", s.algorithm, s.problem);
    assert!(first.0.iter().map(bits).eq(second.0.iter().map(bits)), "{name}");
    assert_eq!(first.1, second.1, "{name}");
    assert_eq!(one.snapshot(s), all.snapshot(s), "{name}");
    // And from here on, with what a batch leaves behind in buffers.
    let (first, second) = (looped(&mut one, &batch), learned(&mut all, batch));
    assert!(first.0.iter().map(bits).eq(second.0.iter().map(bits)), "{name}");
    assert_eq!(one.snapshot(s), all.snapshot(s), "{name}");
    // As text: without a round some have levels that are not numbers.
    let [one, all] = [one, all].map(|learner| format!("{:?}", learner.certificate()));
    assert_eq!(one, all, "{name}");
    first.1
}

#[test]
fn learning_from_a_batch_is_learning_in_a_loop() {
    for s in specs() {
        each_form(&drawn(&s, 71), |batch| assert_eq!(agree(&s, batch), None));
    }
}

/// Whatever is wrong with an example, and wherever it stands.
#[test]
fn an_example_that_is_refused_stops_the_batch_and_leaves_no_trace() {
    for s in specs() {
        for (bad, at) in [(f64::NAN, 0), (f64::INFINITY, 17), (1e200, ROWS - 1)] {
            let mut rows = drawn(&s, 72);
            rows[at].parts[0][1] = bad;
            each_form(&rows, |batch| assert_eq!(agree(&s, batch), Some(at), "{}", s.algorithm));
        }
    }
    for name in ["pa1", "arow", "perceptron"] {
        let s = Spec::named(name, "binary").unwrap();
        let mut rows = drawn(&s, 73);
        rows[20].y = 7.0;
        each_form(&rows, |batch| assert_eq!(agree(&s, batch), Some(20)));
        let x = [1.0];
        let example =
            |weight| Example::new(Instance::Dense(&x), Label::Number(1.0)).weighted(weight);
        let short = Instance::Sparse { indices: &[1, 2], values: &x };
        for bad in [
            example(-1.0),
            example(f64::NAN),
            Example::new(short, Label::Number(1.0)),
            Example::of_parts(&[], Label::Number(1.0)),
        ] {
            assert_eq!(agree(&s, Batch::Examples(&[example(1.0), bad, example(1.0)])), Some(1));
        }
    }
}

/// Numbers that only the ledger refuses: the round is then well under way.
#[test]
fn a_round_that_the_ledger_refuses_stops_the_batch_and_leaves_no_trace() {
    for name in ["pa1", "pa2", "lms", "pa"] {
        let s = Spec::named(name, "regression").unwrap();
        let mut rows = drawn(&s, 77);
        rows[21].y = 1e150;
        each_form(&rows, |batch| assert_eq!(agree(&s, batch), Some(21), "{name}"));
    }
}

/// What is followed over time is followed in a batch too.
#[test]
fn a_learner_that_is_followed_is_followed_in_a_batch() {
    let s = Spec::named("pa1", "binary").unwrap();
    let rows = drawn(&s, 78);
    let examples: Vec<Example<'_>> =
        rows.iter().map(|e| Example::new(Instance::Dense(&e.parts[0]), e.label())).collect();
    let (mut one, mut all) = (s.build().unwrap(), s.build().unwrap());
    one.follow_progress();
    all.follow_progress();
    looped(&mut one, &Batch::Examples(&examples));
    learned(&mut all, Batch::Examples(&examples));
    assert!(one.progress().is_some());
    assert_eq!(format!("{:?}", one.progress()), format!("{:?}", all.progress()));
}

/// An example of several parts in the middle, which the compiled loops do not take.
#[test]
fn examples_of_one_and_several_parts_may_mix() {
    for name in ["pa1", "arow", "romma"] {
        let s = Spec::named(name, "binary").unwrap();
        let rows = drawn(&s, 74);
        let two = [Instance::Dense(&rows[0].parts[0]), Instance::Dense(&rows[1].parts[0])];
        let mut examples: Vec<Example<'_>> =
            rows.iter().map(|e| Example::new(Instance::Dense(&e.parts[0]), e.label())).collect();
        examples[9] = Example::of_parts(&two[..1], Label::Number(1.0));
        agree(&s, Batch::Examples(&examples));
    }
}

#[test]
fn answers_to_a_batch_are_answers_one_by_one() {
    for s in specs() {
        let mut learner = s.build().unwrap();
        let mut rows = drawn(&s, 75);
        each_form(&rows, |batch| {
            learner.clone().learn_many(batch, |_, _| ()).unwrap();
        });
        for e in &rows {
            learner.learn_parts(&e.instances(), e.label(), 1.0).unwrap();
        }
        rows = drawn(&s, 76);
        rows[7].parts[0][0] = f64::NAN;
        rows[8].set = vec![Label::Number(f64::NAN)];
        each_form(&rows, |batch| answers_agree(&s, &learner, batch));
    }
}

fn answers_agree(s: &Spec, learner: &AnyLearner, batch: Batch<'_>) {
    let name = format!("{} {}", s.algorithm, s.problem);
    let (mut count, mut scores) = (0, Vec::new());
    learner.predict_many(batch, |position, answer| {
        let parts = batch.example(position).parts;
        let one = learner.predict_parts(parts.as_slice());
        match &answer {
            Ok(answer) => {
                assert_eq!(one, Ok((answer.prediction(), answer.score())), "{name}");
                if let [x] = parts.as_slice() {
                    learner.scores_into(*x, &mut scores).unwrap();
                    assert_eq!(scores, answer.scores(), "{name}");
                    assert_eq!(scores, learner.scores(*x).unwrap(), "{name}");
                }
            }
            Err(error) => assert_eq!(one, Err(error.clone()), "{name}"),
        }
        assert_eq!(answer.is_err(), position == 7, "{name}");
        count += 1;
    });
    learner.evaluate_many(batch, |position, outcome| {
        let Example { parts, label, .. } = batch.example(position);
        let one = learner.evaluate_parts(parts.as_slice(), label);
        assert_eq!(outcome.map(|o| bits(&o)), one.map(|o| bits(&o)), "{name}");
        count += 1;
    });
    assert_eq!(count, 2 * ROWS, "{name}");
}

#[test]
fn matrices_whose_parts_do_not_fit_are_refused() {
    let (ends, indices, values) = ([0, 2, 3], [0, 1, 0], [1.0, 2.0, 3.0]);
    let one = Labels::Numbers(&[1.0]);
    assert!(Csr::new(&ends, &indices, &values, Labels::None).is_ok());
    assert!(Csr::new(&ends, &indices, &values, one).is_err());
    assert!(Csr::new(&[], &indices, &values, Labels::None).is_err());
    assert!(Csr::new(&[0, 3, 2], &indices, &values, Labels::None).is_err());
    assert!(Csr::new(&[0, 4], &indices, &values, one).is_err());
    assert!(Csr::new(&ends, &indices, &values[..2], Labels::None).is_err());
    let rows = Csr::new(&ends, &indices, &values, Labels::None).unwrap();
    assert!(rows.weighted(&[1.0]).is_err() && rows.weighted(&[1.0, 2.0]).is_ok());
    assert!(Matrix::new(&values, 0, Labels::None).is_err());
    assert!(Matrix::new(&values, 2, Labels::None).is_err());
    assert!(Matrix::new(&values, 3, one).unwrap().weighted(&[]).is_err());
    assert!(Matrix::new(&values, 1, one).is_err());
}
