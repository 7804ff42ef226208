//! A choice says the same as text, as JSON and by builders, and refuses the same things.

use noregret::choice::{Averaging, Bias, Costs};
use noregret::{Choice, Error, Model, Opening, Record};

#[test]
fn text_json_and_builders_agree() {
    let typed = Choice::parse("pa1:C=0.1,average=plain").unwrap();
    let json = r#"{"algorithm":"pa1","C":0.1,"average":"plain"}"#;
    let built = Choice::named("pa1").aggressiveness(0.1).averaged();
    assert_eq!(typed, built);
    assert_eq!(serde_json::from_str::<Choice>(json).unwrap(), built);
}

#[test]
fn every_field_survives_json() {
    let choice = Choice {
        loss: Some("squared-hinge".into()),
        ascent: Some("exact".into()),
        geometry: Some("p-norm:p=4".into()),
        schedule: Some("rounds".into()),
        scope: Some("current".into()),
        budget: Some("random:size=9".into()),
        costs: Costs::File("costs.csv".into()),
        margin: Some(2.0),
        epsilon: Some(0.5),
        p: Some(4.0),
        vote: true,
        ..Choice::named("pa1").problem("multiclass").kernel("gaussian:sigma=2").hashed(10)
    };
    for bias in [Bias::Auto, Bias::None, Bias::Value(0.25)] {
        for average in [None, Some(Averaging::Plain), Some(Averaging::Linear)] {
            let choice = Choice { bias, average, ..choice.clone() };
            let json = serde_json::to_string(&choice).unwrap();
            assert_eq!(serde_json::from_str::<Choice>(&json).unwrap(), choice, "{json}");
        }
    }
    assert_eq!(serde_json::from_str::<Choice>("{}").unwrap(), Choice::default());
}

#[test]
fn a_list_shares_what_its_entries_do_not_say() {
    let common = Choice::default().problem("binary").aggressiveness(0.5);
    let list = Choice::parse_list("perceptron, pa1:C=2,average=linear ,arow", &common).unwrap();
    let names: Vec<&str> = list.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["perceptron", "pa1:C=2,average=linear", "arow"]);
    let shared = |choice: &Choice| choice.problem.as_deref() == Some("binary");
    assert!(list.iter().all(|(_, choice)| shared(choice)));
    let rates: Vec<Option<f64>> = list.iter().map(|(_, choice)| choice.aggressiveness).collect();
    assert_eq!(rates, [Some(0.5), Some(2.0), Some(0.5)]);
    assert_eq!(list[1].1.average, Some(Averaging::Linear));
}

#[test]
fn what_makes_no_sense_is_wrong_usage() {
    for (typed, reason) in [
        ("pa1:C=much", "is not a number"),
        ("pa1:colour=red", "cannot be set for one entry"),
        ("pa1:average=often", "cannot be set for one entry"),
        ("pa1:C", "neither a name nor"),
        ("=1", "neither a name nor"),
        ("", "neither a name nor"),
    ] {
        let error = Choice::parse(typed).unwrap_err();
        assert!(matches!(error, Error::Usage(_)), "{typed}: {error:?}");
        assert!(error.to_string().contains(reason), "{typed}: {error}");
    }
    assert!(serde_json::from_str::<Choice>(r#"{"algorithmus":"pa1"}"#).is_err());
    assert!(serde_json::from_str::<Choice>(r#"{"average":"often"}"#).is_err());
}

#[test]
fn what_no_labels_can_mend_is_refused_before_the_first_record() {
    for choice in [
        Choice::named("pa7"),
        Choice::named("pa1").aggressiveness(-1.0),
        Choice::named("pa1").kernel("gaussian:sigma=-2"),
        Choice { loss: Some("hinges".into()), ..Choice::default() },
        Choice { p: Some(3.0), ..Choice::named("pa1") },
        Choice::default().problem("binaries"),
        Choice::named("pa1").hashed(60),
    ] {
        let error = Opening::new(&choice).unwrap_err();
        assert!(matches!(error, Error::Usage(_)), "{choice:?}: {error:?}");
        assert!(
            Model::new(&choice.problem("binary")).is_err()
                || error.to_string().contains("binaries")
        );
    }
}

#[test]
fn a_model_without_an_opening_needs_a_problem() {
    let error = Model::new(&Choice::named("pa1")).unwrap_err();
    assert!(matches!(&error, Error::Usage(reason) if reason.contains("Opening")), "{error:?}");
}

/// PA-I with C = infinity is PA, also from JSON, which has no infinity of its own.
#[test]
fn an_infinite_aggressiveness_survives_json() {
    let choice = Choice::named("pa1").aggressiveness(f64::INFINITY).problem("binary");
    let json = serde_json::to_string(&choice).unwrap();
    assert!(json.contains(r#""C":"inf""#), "{json}");
    assert_eq!(serde_json::from_str::<Choice>(&json).unwrap(), choice);
    assert!(serde_json::from_str::<Choice>(r#"{"C":"-inf"}"#).is_err());
    assert_eq!(serde_json::from_str::<Choice>(r#"{"C":null}"#).unwrap(), Choice::default());
    let learned = [choice, Choice::named("pa").problem("binary")].map(|choice| {
        let mut model = Model::new(&choice).unwrap();
        for (x, y) in [(0.1, 1.0), (-3.0, 1.0), (0.2, -1.0)] {
            model.learn(&Record::dense(&[x, 1.0]).label(y)).unwrap();
        }
        model.predict(&Record::dense(&[1.0, 0.3])).unwrap().score
    });
    assert_eq!(learned[0], learned[1]);
}
