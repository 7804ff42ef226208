//! Records are rows without text: the same data gives the same model as from a file, and a record
//! that is refused leaves no trace.

use crate::stream::{Labels, Typed, learned, opened, rows, svmlight, trained, vw};
use noregret::choice::Bias;
use noregret::{Choice, Model, Record};

fn choices() -> Vec<Choice> {
    let text = ["pa1:C=0.1", "arow:C=0.5", "pa1:average=plain", "perceptron", "adagrad:C=0.1"];
    let mut all: Vec<Choice> = text.iter().map(|text| Choice::parse(text).unwrap()).collect();
    all.push(Choice::named("pa1").bias(Bias::None));
    all.push(Choice::named("pa1").bias(Bias::Value(0.5)));
    all.push(Choice::named("pa1").hashed(6));
    all
}

#[test]
fn svmlight_text_and_records_give_the_same_model() {
    let folder = tempfile::tempdir().unwrap();
    for labels in [Labels::Signs, Labels::Classes] {
        let rows = rows(labels, 300);
        let file = svmlight(&rows, folder.path());
        let records: Vec<Record> = rows.iter().map(Typed::record).collect();
        for choice in choices() {
            let (file, memory) = (trained(&file, &choice), opened(&records, &choice));
            assert!(file.meter().loss.value() > 0.0);
            let same = file.to_bytes().unwrap() == memory.to_bytes().unwrap();
            assert!(same, "{labels:?} {choice:?}");
            for record in &records[..20] {
                assert_eq!(file.predict(record).unwrap(), memory.predict(record).unwrap());
            }
        }
    }
}

#[test]
fn names_and_weights_are_those_of_vw_text() {
    let folder = tempfile::tempdir().unwrap();
    let rows = rows(Labels::Signs, 300);
    let file = vw(&rows, folder.path());
    let records: Vec<Record> = rows.iter().map(Typed::named).collect();
    let light: Vec<Record> = records.iter().map(|record| record.clone().weight(1.0)).collect();
    for choice in choices() {
        let (file, memory) = (trained(&file, &choice), opened(&records, &choice));
        assert!(file.meter().weighted);
        assert!(file.to_bytes().unwrap() == memory.to_bytes().unwrap(), "{choice:?}");
        let light = opened(&light, &choice);
        assert!(light.to_bytes().unwrap() != memory.to_bytes().unwrap(), "{choice:?}");
    }
}

#[test]
fn labels_may_be_numbers_names_or_truth() {
    let choice = Choice::named("pa1").problem("binary");
    let x = |at: usize| Record::dense(&[[1.0, 0.0], [0.0, 1.0]][at % 2]);
    let label = [
        |record: Record, yes: bool| record.label(yes),
        |record: Record, yes: bool| record.label(if yes { 1.0 } else { -1.0 }),
        |record: Record, yes: bool| record.label(if yes { "yes" } else { "no" }),
    ];
    let models = label.map(|label| {
        let records: Vec<Record> = (0..4).map(|at| label(x(at), at % 2 == 0)).collect();
        learned(&choice, &records)
    });
    let bytes = models.each_ref().map(|model| model.to_bytes().unwrap());
    assert!(bytes[0] == bytes[1] && bytes[1] != bytes[2]);
    let answers = models.map(|model| model.predict(&x(0)).unwrap().prediction.to_string());
    assert_eq!(answers, ["1", "1", "yes"]);
}

#[test]
fn a_feature_given_twice_counts_as_the_sum() {
    let choice = Choice::named("pa1").problem("regression");
    let twice = Record::new().name("a", 1.0).name("b", 1.0).name("a", 0.5).label(2.0);
    let once = Record::new().name("a", 1.5).name("b", 1.0).label(2.0);
    let (twice, once) = (learned(&choice, &[twice]), learned(&choice, &[once]));
    assert!(twice.to_bytes().unwrap() == once.to_bytes().unwrap());
}

/// A model of 200 rows, and records that it must refuse.
fn refused(problem: &str, labels: Labels) -> (Model, Vec<Record>) {
    let records: Vec<Record> = rows(labels, 200).iter().map(Typed::record).collect();
    let model = learned(&Choice::named("pa1").problem(problem), &records);
    let odd = Record::new().name("a new feature", 1.0).label(1.0);
    let odd = vec![
        odd.clone().name("broken", f64::NAN),
        odd.clone().name("broken", f64::INFINITY),
        odd.clone().label(f64::NAN),
        odd.clone().weight(-1.0),
        odd.clone().weight(f64::NAN),
        odd.clone().name("huge", 1e308).name("larger", 1e308),
        Record::new().name("a new feature", 1.0),
        odd.index(u32::MAX, 1.0),
    ];
    (model, odd)
}

#[test]
fn a_refused_record_leaves_no_trace() {
    for (problem, labels) in [
        ("binary", Labels::Signs),
        ("multiclass", Labels::Classes),
        ("regression", Labels::Numbers),
    ] {
        let (mut model, odd) = refused(problem, labels);
        let (features, bytes) = (model.space().len(), model.to_bytes().unwrap());
        for record in &odd {
            let error = model.learn(record).unwrap_err();
            assert!(!error.to_string().is_empty());
            assert_eq!(model.space().len(), features, "{problem} {record:?}: {error}");
            assert!(model.to_bytes().unwrap() == bytes, "{problem} {record:?}: {error}");
        }
        let fit = rows(labels, 201)[200].record();
        model.learn(&fit).unwrap();
        assert_eq!(model.meter().examples, 201);
    }
}

#[test]
fn an_example_of_no_record_or_of_too_many_is_refused() {
    let record = Record::dense(&[1.0]).label(1.0);
    let mut one = Model::new(&Choice::named("pa1").problem("binary")).unwrap();
    for error in [
        one.learn_parts(&[]).unwrap_err(),
        one.predict_parts(&[]).unwrap_err(),
        one.learn_parts(&[record.clone(), record.clone()]).unwrap_err(),
        one.predict_parts(&[record.clone(), record.clone()]).unwrap_err(),
    ] {
        assert!(error.to_string().contains("record"), "{error}");
    }
    let mut parts = Model::new(&Choice::named("pa1").problem("queries")).unwrap();
    assert!(parts.learn_parts(&[]).is_err() && parts.predict_parts(&[]).is_err());
    assert!(parts.learn_parts(&[record.clone(), record.label(0.0)]).is_ok());
}
