//! Model files of format 2, written once and kept: they load, answer as they did, and are written
//! again byte for byte. A change of the format keeps this test green, or adds files of its own.

use noregret::{Model, Record};

/// Each file, and what it answers to a record with the feature `a` of value 1.
const FILES: [(&str, &str, f64); 5] = [
    ("one", "1", 0.8457591790925124),
    ("diagonal", "1", 0.49068759879570695),
    ("kernel", "1", 0.9110066223445628),
    ("committee", "1", 1.0),
    ("boosted", "1", 18.021826694558577),
];

#[test]
fn files_of_format_2_load_and_answer_as_they_did() {
    for (name, class, score) in FILES {
        let path = format!("{}/tests/models/{name}.nrm", env!("CARGO_MANIFEST_DIR"));
        let model = Model::load(&path).unwrap();
        let answer = model.predict(&Record::new().name("a", 1.0)).unwrap();
        assert_eq!(
            (answer.prediction.to_string().as_str(), answer.score),
            (class, score),
            "{name}"
        );
        assert!(model.to_bytes().unwrap() == std::fs::read(&path).unwrap(), "{name}");
    }
}
