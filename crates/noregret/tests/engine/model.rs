//! Each kind of model learns, answers, judges, certifies, and is the same after it was saved.

use crate::stream::{Labels, Typed, opened, rows, svmlight};
use noregret::core::boost::AnyRule;
use noregret::model::Kind;
use noregret::train::{Auto, Boosting, Keep};
use noregret::{Choice, Error, Model, Record, Silent, Training};

fn records(count: usize) -> Vec<Record> {
    rows(Labels::Signs, count).iter().map(Typed::record).collect()
}

fn one() -> Model {
    opened(&records(300), &Choice::parse("pa1:C=0.1").unwrap())
}

fn contest() -> Model {
    opened(&records(300), &Choice::default())
}

fn following(keep: Keep) -> Model {
    let folder = tempfile::tempdir().unwrap();
    let file = svmlight(&rows(Labels::Signs, 300), folder.path());
    let among = Some("perceptron,pa1:C=0.1,arow".into());
    let auto = Some(Auto { among, keep, ..Auto::default() });
    Training { auto, ..Training::new([file]) }.run(&mut Silent).unwrap().model
}

fn boosted() -> Model {
    let folder = tempfile::tempdir().unwrap();
    let training = Training::new([svmlight(&rows(Labels::Signs, 300), folder.path())]);
    let rule = AnyRule::parse("adaboost").unwrap();
    Boosting { training, rule, rounds: 10 }.run(&mut Silent, |_| Ok(())).unwrap().model
}

/// Asserts that two models answer, judge and count alike.
fn assert_equal(a: &Model, b: &Model) {
    for record in &records(310)[290..] {
        assert_eq!(a.predict(record).unwrap(), b.predict(record).unwrap());
        let (a, b) = (a.evaluate(record).unwrap(), b.evaluate(record).unwrap());
        assert_eq!((a.mistake, a.margin, a.loss), (b.mistake, b.margin, b.loss));
    }
    assert_eq!(a.meter().json(), b.meter().json());
    let proved = |model: &Model| model.certificate().map(|proved| proved.dual_gain);
    assert_eq!(proved(a), proved(b));
    assert_eq!((a.algorithm(), a.verdict()), (b.algorithm(), b.verdict()));
    assert!(a.to_bytes().unwrap() == b.to_bytes().unwrap());
}

/// Asserts that a model is the same from its bytes and from its file.
fn assert_survives(model: &Model) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model.nrm");
    model.save(&path).unwrap();
    assert!(std::fs::read(&path).unwrap() == model.to_bytes().unwrap());
    assert_equal(model, &Model::load(&path).unwrap());
    assert_equal(model, &Model::from_bytes(&model.to_bytes().unwrap()).unwrap());
}

/// Asserts that a model that was saved learns on as one that was not.
fn assert_goes_on(model: &Model) {
    let mut saved = Model::from_bytes(&model.to_bytes().unwrap()).unwrap();
    let mut model = model.clone();
    for record in &records(400)[300..] {
        assert_eq!(model.learn(record).unwrap(), saved.learn(record).unwrap());
    }
    assert_eq!(model.meter().examples, 400);
    assert_equal(&model, &saved);
}

/// The share of wrong answers to rows that were not learned from.
fn error(model: &Model) -> f64 {
    let records = records(600);
    let wrong = records[300..].iter().filter(|r| model.evaluate(r).unwrap().mistake).count();
    wrong as f64 / 300.0
}

#[test]
fn one_learner() {
    let model = one();
    assert!(matches!(model.kind(), Kind::One(_)) && model.algorithm() == "pa1");
    assert!(error(&model) < 0.2, "{}", error(&model));
    let proved = model.certificate().unwrap();
    assert_eq!(proved.cumulative_loss, model.meter().loss.value());
    assert!(proved.regret_at.iter().all(|level| level.regret.is_finite()));
    assert_survives(&model);
    assert_goes_on(&model);
}

/// A contest that is saved is over: its leader is the model.
#[test]
fn several_learners_of_which_one_is_to_be_chosen() {
    let model = contest();
    assert!(matches!(model.kind(), Kind::Contest(_)) && model.has_several());
    assert!(error(&model) < 0.2, "{}", error(&model));
    let saved = Model::from_bytes(&model.to_bytes().unwrap()).unwrap();
    assert!(matches!(saved.kind(), Kind::One(_)) && saved.verdict().is_some());
    assert_eq!(saved.spec(), model.spec());
    // The loss is that of the learner that stays, as in its certificate.
    let own = saved.leader().unwrap().learner.ledger().loss.value();
    assert_eq!((saved.meter().loss.value(), saved.meter().examples), (own, model.meter().examples));
    assert_goes_on(&saved);
}

#[test]
fn several_learners_that_answer_together() {
    let model = following(Keep::All);
    let committee = model.committee().unwrap();
    assert_eq!((committee.parts().0.len(), model.algorithm()), (3, "auto"));
    assert!(error(&model) < 0.2, "{}", error(&model));
    assert_survives(&model);
    assert_goes_on(&model);
}

#[test]
fn the_best_of_several_learners() {
    let model = following(Keep::Best);
    assert_eq!(model.verdict().unwrap().rivals, 3);
    let best = following(Keep::All).leader().unwrap().spec.clone();
    assert_eq!(model.spec(), Some(&best));
    assert_survives(&model);
}

#[test]
fn boosted_stumps() {
    let mut model = boosted();
    assert_eq!((model.problem().name(), model.algorithm()), ("binary", "adaboost"));
    assert!(error(&model) < 0.35, "{}", error(&model));
    let stumps = model.boosted().unwrap();
    assert!(stumps.certificate.rounds > 0 && model.certificate().is_none());
    assert!(model.leader().is_none() && model.spec().is_none());
    assert_survives(&model);
    let (record, before) = (&records(1)[0], model.to_bytes().unwrap());
    for error in [
        model.learn(record).unwrap_err(),
        model.learn_many(std::slice::from_ref(record), |_, _| ()).unwrap_err(),
    ] {
        assert!(matches!(error, Error::Usage(_)), "{error:?}");
        assert!(error.to_string().contains("boosted stumps do not learn on"), "{error}");
    }
    assert!(model.to_bytes().unwrap() == before);
}

#[test]
fn what_is_asked_is_not_learned() {
    for model in [one(), contest(), following(Keep::All), boosted()] {
        let before = model.to_bytes().unwrap();
        let new = Record::new().name("never seen", 3.0).index(1, 1.0).label(1.0);
        let known = Record::new().index(1, 1.0).label(1.0);
        assert_eq!(model.predict(&new).unwrap(), model.predict(&known).unwrap());
        model.evaluate(&new).unwrap();
        for refused in [
            model.predict(&Record::dense(&[f64::NAN])).unwrap_err(),
            model.evaluate(&Record::dense(&[1.0]).label(f64::NAN)).unwrap_err(),
        ] {
            assert!(matches!(refused, Error::Refused(_)), "{refused:?}");
            assert!(refused.is_row_error());
        }
        assert!(model.to_bytes().unwrap() == before);
    }
}

#[test]
fn bytes_that_are_no_model_are_refused() {
    let bytes = one().to_bytes().unwrap();
    for broken in [&bytes[..0], &bytes[..bytes.len() / 2], b"1 1:1\n"] {
        assert!(Model::from_bytes(broken).is_err());
    }
    let mut flipped = bytes;
    let last = flipped.len() - 1;
    flipped[last] ^= 1;
    assert!(Model::from_bytes(&flipped).is_err(), "a checksum is over the arrays");
    assert!(Model::load("no such file.nrm").is_err());
    assert!(Model::load("-").is_err());
}
