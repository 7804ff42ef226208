//! An opening that is fed one record at a time decides what a run over a file of the same rows
//! decides.

use crate::stream::{Labels, Typed, opened, rows, svmlight, trained};
use noregret::model::Kind;
use noregret::{Choice, Error, Model, Opening, Record, RecordLabel};

/// How many rows the engine looks at before it begins.
const HEAD: usize = 1000;

fn records(labels: Labels, count: usize) -> Vec<Record> {
    rows(labels, count).iter().map(Typed::record).collect()
}

/// Asserts that both have the same problem, classes, composition and constant, and answer alike.
fn assert_alike(file: &Model, memory: &Model, asked: &[Record], what: &str) {
    assert_eq!(file.problem(), memory.problem(), "{what}");
    assert_eq!(file.class_names(), memory.class_names(), "{what}");
    assert_eq!(file.spec(), memory.spec(), "{what}");
    let constant = |model: &Model| model.leader().unwrap().constant();
    assert_eq!(constant(file), constant(memory), "{what}");
    assert_eq!(file.meter().examples, memory.meter().examples, "{what}");
    for record in asked {
        let (file, memory) = (file.predict(record).unwrap(), memory.predict(record).unwrap());
        assert_eq!(file, memory, "{what}");
    }
}

#[test]
fn every_kind_of_labels_opens_as_a_file_does() {
    let folder = tempfile::tempdir().unwrap();
    for (labels, problem) in [
        (Labels::None, "uniclass"),
        (Labels::Signs, "binary"),
        (Labels::Classes, "multiclass"),
        (Labels::Numbers, "regression"),
        (Labels::Lists, "label-ranking"),
    ] {
        for count in [5, 40, HEAD + 200] {
            if labels == Labels::Classes && count < 40 {
                continue; // Three numbers that occur once or twice are numbers to predict.
            }
            let file = svmlight(&rows(labels, count), folder.path());
            let records = records(labels, count);
            for choice in [Choice::default(), Choice::parse("pa1:C=0.1").unwrap()] {
                if problem == "uniclass" && choice.algorithm.is_none() {
                    continue;
                }
                let what = format!("{labels:?} {count} {choice:?}");
                let (file, memory) = (trained(&file, &choice), opened(&records, &choice));
                assert_eq!(memory.problem().name(), problem, "{what}");
                assert_alike(&file, &memory, &records[..5], &what);
            }
        }
    }
}

/// Whole numbers are numbers to predict, but classes to a learner that only knows classes.
#[test]
fn the_learner_has_a_say_in_the_problem() {
    let folder = tempfile::tempdir().unwrap();
    let mut rows = rows(Labels::Classes, 60);
    rows.iter_mut().enumerate().for_each(|(t, row)| row.label = [3, 4, 9][t % 3].to_string());
    let file = svmlight(&rows, folder.path());
    let records: Vec<Record> = rows.iter().map(Typed::record).collect();
    for (choice, problem) in [("pa1", "regression"), ("perceptron", "multiclass")] {
        let choice = Choice::named(choice);
        let (file, memory) = (trained(&file, &choice), opened(&records, &choice));
        assert_eq!(memory.problem().name(), problem);
        assert_alike(&file, &memory, &records[..5], problem);
    }
}

#[test]
fn records_with_groups_are_ranked_within_each() {
    let mut opening = Opening::new(&Choice::named("pa1")).unwrap();
    for group in 0..20 {
        for (x, relevance) in [(1.0, 2.0), (0.2, 0.0), (0.6, 1.0)] {
            let record = Record::new().name("match", x).label(relevance).group(group);
            assert!(!opening.push(&record).unwrap());
        }
    }
    let model = opening.finish().unwrap();
    assert_eq!((model.problem().name(), model.meter().examples), ("queries", 20));
    let asked = [0.2, 1.0, 0.6].map(|x| Record::new().name("match", x));
    assert_eq!(model.predict_parts(&asked).unwrap().prediction.to_string(), "1,2,0");
}

#[test]
fn labels_given_as_lists_are_lists_whatever_they_hold() {
    for label in [RecordLabel::Classes(vec!["a".into()]), RecordLabel::Classes(Vec::new())] {
        let mut opening = Opening::new(&Choice::named("pa1")).unwrap();
        opening.push(&Record::dense(&[1.0]).label(label)).unwrap();
        assert_eq!(opening.finish().unwrap().problem().name(), "label-ranking");
    }
    let pairs = RecordLabel::Pairs(vec![("a".into(), "b".into())]);
    let mut opening = Opening::new(&Choice::named("pa1")).unwrap();
    opening.push(&Record::dense(&[1.0]).label(pairs)).unwrap();
    assert_eq!(opening.finish().unwrap().class_names().unwrap().len(), 2);
}

#[test]
fn it_says_when_it_knows_enough() {
    let mut opening = Opening::new(&Choice::default()).unwrap();
    for (at, record) in records(Labels::Signs, HEAD + 10).iter().enumerate() {
        assert_eq!(opening.knows_enough(), at >= HEAD);
        assert_eq!(opening.push(record).unwrap(), at + 1 >= HEAD, "record {at}");
    }
    let model = opening.finish().unwrap();
    assert_eq!(model.meter().examples, HEAD as u64 + 10);
    assert!(matches!(model.kind(), Kind::Contest(_)));
}

#[test]
fn a_contest_goes_on_until_one_is_chosen() {
    let records = records(Labels::Signs, noregret::choice::CONTEST_ROWS as usize + 10);
    let mut model = opened(&records[..HEAD], &Choice::default());
    assert!(model.verdict().is_none());
    for record in &records[HEAD..] {
        model.learn(record).unwrap();
    }
    let verdict = model.verdict().unwrap();
    assert_eq!(verdict.rows, noregret::choice::CONTEST_ROWS);
    assert!(verdict.rivals > 2 && matches!(model.kind(), Kind::One(_)));
    // The loss is that of the one that was chosen, from its first row on.
    let proved = model.certificate().unwrap();
    assert_eq!(model.meter().loss.value(), proved.cumulative_loss);
    assert!(proved.cumulative_loss > 0.0);
}

#[test]
fn a_refused_record_has_no_say() {
    let records = records(Labels::Signs, 50);
    let choice = Choice::named("pa1");
    let mut opening = Opening::new(&choice).unwrap();
    for record in &records {
        let odd = record.clone().name("new", f64::NAN).label("third");
        assert!(opening.push(&odd).is_err());
        opening.push(record).unwrap();
    }
    let model = opening.finish().unwrap();
    assert!(model.to_bytes().unwrap() == opened(&records, &choice).to_bytes().unwrap());
}

#[test]
fn nothing_pushed_decides_nothing() {
    let error = Opening::new(&Choice::default()).unwrap().finish().unwrap_err();
    assert!(matches!(error, Error::Usage(_)), "{error:?}");
    let named = Choice::default().problem("regression");
    assert_eq!(Opening::new(&named).unwrap().finish().unwrap().meter().examples, 0);
}
