//! Two classes refuse a third with the reason, and can be made several.

use noregret::choice::Bias;
use noregret::core::problem::{AnyProblem, Problem};
use noregret::core::{ClassName, Label};
use noregret::{Choice, Model, Record, Silent, Training};

fn binary() -> Model {
    let mut model = Model::new(&Choice::named("pa1").problem("binary").bias(Bias::None)).unwrap();
    for (word, label) in [("offer", "spam"), ("meeting", "ham")] {
        model.learn(&Record::new().name(word, 1.0).label(label)).unwrap();
    }
    model
}

#[test]
fn a_third_label_is_refused_and_leaves_no_trace() {
    let mut model = binary();
    let before = model.to_bytes().unwrap();
    let third = Record::new().name("lottery", 1.0).label("news");
    for error in [model.learn(&third).unwrap_err(), model.evaluate(&third).unwrap_err()] {
        let text = error.to_string();
        assert!(["news", "spam", "ham"].iter().all(|name| text.contains(name)), "{text}");
    }
    assert!(model.to_bytes().unwrap() == before);
    let names = ["spam", "ham"].map(|name| ClassName::Text(name.into()));
    let mut known = model.class_names().unwrap();
    known.sort_by_key(|name| names.iter().position(|other| other == name));
    assert_eq!(known, names);
}

#[test]
fn a_run_says_where_it_was_and_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mail.svm");
    let head: String = (0..1000).map(|t| format!("{} 1:{}\n", t % 2, t % 7)).collect();
    std::fs::write(&file, head + "2 1:3\n").unwrap();
    let error = Training::new([&file]).run(&mut Silent).unwrap_err();
    let text = error.to_string();
    assert!(text.contains(":1001") && text.contains("--problem multiclass"), "{text}");
}

#[test]
fn two_classes_can_be_promoted_to_several() {
    let model = binary();
    let mut several = model.problem().promoted().unwrap();
    assert_eq!((several.name(), several.class_count()), ("multiclass", Some(2)));
    several.admit(Label::Name("news")).unwrap();
    assert_eq!(several.class_count(), Some(3));
    // The positive class comes first, so that a score of 0 is decided as before.
    let first = &several.class_names().unwrap()[0];
    let neutral = model.predict(&Record::new()).unwrap();
    assert_eq!((neutral.score, neutral.prediction.to_string()), (0.0, first.to_string()));
}

#[test]
fn only_two_named_classes_are_promoted() {
    let mut one = AnyProblem::parse("binary").unwrap();
    assert_eq!(one.promoted(), None);
    one.admit(Label::Name("spam")).unwrap();
    assert_eq!(one.promoted(), None);
    for entry in AnyProblem::entries().iter().filter(|entry| entry.name != "binary") {
        assert_eq!(AnyProblem::parse(entry.name).unwrap().promoted(), None, "{}", entry.name);
    }
}
