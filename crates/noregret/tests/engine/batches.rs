//! `learn_many` is `learn` in a loop, bit for bit, for every kind of model.

use crate::stream::{Labels, Typed, opened, rows, svmlight};
use noregret::core::Outcome;
use noregret::train::Auto;
use noregret::{Choice, Model, Record, Silent, Training};

fn records(labels: Labels, count: usize) -> Vec<Record> {
    rows(labels, count).iter().map(Typed::record).collect()
}

/// Asserts that a batch and a loop from the same model do the same, and gives what they make.
fn assert_same(model: &Model, records: &[Record], what: &str) -> Model {
    let (mut batch, mut looped) = (model.clone(), model.clone());
    let mut told: Vec<(usize, Outcome)> = Vec::new();
    batch.learn_many(records, |at, outcome| told.push((at, *outcome))).unwrap();
    let each = records.iter().map(|record| looped.learn(record).unwrap());
    let each: Vec<(usize, Outcome)> = each.enumerate().collect();
    assert!(told == each, "{what}");
    assert!(batch.to_bytes().unwrap() == looped.to_bytes().unwrap(), "{what}");
    assert_eq!(batch.meter().json(), looped.meter().json(), "{what}");
    batch
}

#[test]
fn one_learner() {
    let mut compositions = 0;
    for (problem, labels) in [
        ("binary", Labels::Signs),
        ("multiclass", Labels::Classes),
        ("regression", Labels::Numbers),
        ("label-ranking", Labels::Lists),
        ("ordinal:ranks=3,lowest=0", Labels::Classes),
    ] {
        let records = records(labels, 700);
        for typed in ["pa1:C=0.1", "pa1:average=plain", "arow", "adagrad"] {
            let choice = Choice::parse(typed).unwrap().problem(problem);
            // Not every learner has a form for every problem.
            let Ok(model) = Model::new(&choice) else { continue };
            assert_same(&model, &records, &format!("{typed} {problem}"));
            compositions += 1;
        }
        let hashed = Choice::named("pa1").hashed(4).problem(problem);
        assert_same(&Model::new(&hashed).unwrap(), &records, problem);
    }
    assert!(compositions >= 15, "{compositions}");
}

#[test]
fn learners_that_look_back() {
    let records = records(Labels::Signs, 300);
    for choice in [
        Choice::named("pa1").kernel("gaussian:sigma=2").problem("binary"),
        Choice { scope: Some("window:k=5".into()), ..Choice::named("pa1").problem("binary") },
        Choice { vote: true, ..Choice::named("perceptron").problem("binary") },
    ] {
        assert_same(&Model::new(&choice).unwrap(), &records, &format!("{choice:?}"));
    }
}

#[test]
fn a_contest_learns_one_by_one() {
    let records = records(Labels::Signs, 400);
    let model = opened(&records[..100], &Choice::default());
    assert!(model.has_several());
    assert_same(&model, &records[100..], "contest");
}

#[test]
fn a_committee_learns_one_by_one() {
    let folder = tempfile::tempdir().unwrap();
    let file = svmlight(&rows(Labels::Signs, 100), folder.path());
    let auto = Some(Auto { among: Some("pa1,arow,perceptron".into()), ..Auto::default() });
    let model = Training { auto, ..Training::new([file]) }.run(&mut Silent).unwrap().model;
    assert!(model.committee().is_some());
    assert_same(&model, &records(Labels::Signs, 400)[100..], "committee");
}

/// The first record that is refused ends a batch: those before it were learned from.
#[test]
fn an_error_in_the_middle() {
    let records = records(Labels::Signs, 600);
    for kind in [Choice::named("pa1").problem("binary"), Choice::default().problem("binary")] {
        let start = opened(&records[..50], &kind);
        for at in [0, 1, 255, 256, 257, 540] {
            for odd in [
                Record::new().name("new", f64::NAN).label(1.0),
                Record::new().name("new", 1.0).label("third"),
            ] {
                let mut batch = records[50..].to_vec();
                batch.insert(at, odd);
                let (mut many, mut seen) = (start.clone(), 0);
                let error = many.learn_many(&batch, |_, _| seen += 1).unwrap_err();
                assert_eq!(seen, at, "{error}");
                let mut looped = start.clone();
                for record in &batch[..at] {
                    looped.learn(record).unwrap();
                }
                let one = looped.learn(&batch[at]).unwrap_err();
                assert_eq!(error.to_string(), one.to_string());
                assert!(many.to_bytes().unwrap() == looped.to_bytes().unwrap(), "{at}: {error}");
                assert_eq!(many.space().len(), looped.space().len());
            }
        }
    }
}

#[test]
fn many_answers_are_those_to_each() {
    for labels in [Labels::Signs, Labels::Classes, Labels::Numbers, Labels::Lists] {
        let records = records(labels, 200);
        let model = opened(&records, &Choice::named("pa1"));
        let many = model.predict_many(&records).unwrap();
        for (record, answer) in records.iter().zip(&many) {
            assert_eq!(model.predict(record).unwrap(), *answer, "{labels:?}");
        }
        let nan = Record::dense(&[f64::NAN]);
        assert!(model.predict_many(&[records[0].clone(), nan]).is_err());
    }
}
