//! What is written reads back as the same rows, in every format.

use std::path::Path;

use crate::common::{drain, format, open};
use noregret_io::format::by_name;
use noregret_io::{DataReader, DataWriter, FeatureSpace, ReadOptions, Row, WriteOptions};
use proptest::prelude::*;

/// A row to be: label, features, and whether it has extras.
#[derive(Debug, Clone)]
struct Plan {
    label: Option<String>,
    features: Vec<(String, f64)>,
    weight: f64,
    tag: String,
    group: Option<u64>,
}

fn finite() -> impl Strategy<Value = f64> {
    prop_oneof![
        any::<f64>().prop_filter("finite", |v| v.is_finite()),
        (-50i32..50).prop_map(f64::from)
    ]
}

fn plan(name: &'static str, text: &'static str) -> impl Strategy<Value = Plan> {
    let features = proptest::collection::vec((name, finite()), 0..6);
    let label = proptest::option::of(prop_oneof![
        "[+-]?[0-9]{1,3}",
        text,
        finite().prop_map(|v| v.to_string())
    ]);
    (label, features, 0.0..9.0f64, "[a-z']{0,4}", proptest::option::of(any::<u64>())).prop_map(
        |(label, features, weight, tag, group)| Plan { label, features, weight, tag, group },
    )
}

/// Rows as JSON would give them: the most permissive format makes the originals.
fn build(plans: &[Plan]) -> (Vec<Row>, FeatureSpace) {
    let mut space = FeatureSpace::dictionary();
    let mut text = String::new();
    for plan in plans {
        let mut object = serde_json::Map::new();
        let mut features = serde_json::Map::new();
        for (name, value) in &plan.features {
            features.insert(name.clone(), serde_json::json!(value));
        }
        object.insert("label".into(), serde_json::json!(plan.label));
        object.insert("weight".into(), serde_json::json!(plan.weight));
        object.insert("tag".into(), serde_json::json!(plan.tag));
        object.insert("qid".into(), serde_json::json!(plan.group));
        object.insert("features".into(), serde_json::Value::Object(features));
        text.push_str(&serde_json::Value::Object(object).to_string());
        text.push('\n');
    }
    let (rows, errors) = drain(&mut open(text.as_bytes(), &format("jsonl")), &mut space);
    assert_eq!(errors, [""; 0]);
    (rows, space)
}

fn write_and_read(rows: &[Row], space: &FeatureSpace, name: &str) -> (Vec<Row>, FeatureSpace) {
    let directory = tempfile::tempdir().expect("makes a directory");
    let path = directory.path().join(name);
    let mut writer = DataWriter::create(&path, space, &WriteOptions::default()).expect("opens");
    for row in rows {
        writer.write(row, space).expect("writes");
    }
    writer.finish().expect("finishes");
    let mut reader = DataReader::open(&path, &ReadOptions::default()).expect("opens");
    let mut back = FeatureSpace::dictionary();
    let (read, errors) = drain(&mut reader, &mut back);
    assert_eq!(errors, [""; 0]);
    (read, back)
}

/// Label, extras and features by name, sorted: what must survive.
fn essence(rows: &[Row], space: &FeatureSpace) -> Vec<String> {
    let one = |row: &Row| {
        let name = |slot| space.name(slot).expect("in use").to_string();
        let mut features: Vec<_> =
            row.features().map(|(slot, value)| (name(slot), value.to_bits())).collect();
        features.sort();
        std::format!("{:?} {} {:?} {:?} {features:?}", row.label, row.weight, row.tag, row.qid)
    };
    rows.iter().map(one).collect()
}

fn survives(rows: &[Row], space: &FeatureSpace, file: &str) -> Result<(), TestCaseError> {
    let (read, back) = write_and_read(rows, space, file);
    prop_assert_eq!(essence(&read, &back), essence(rows, space), "{}", file);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn jsonl(plans in proptest::collection::vec(plan("\\PC{0,5}", "\\PC{1,5}x"), 1..5)) {
        let (rows, space) = build(&plans);
        survives(&rows, &space, "a.jsonl")?;
        survives(&rows, &space, "a.jsonl.gz")?;
        survives(&rows, &space, "a.nrc")?;
        survives(&rows, &space, "a.nrc.zst")?;
    }

    #[test]
    fn vw(plans in proptest::collection::vec(plan("[a-z^é0-9]{1,5}", "[a-z,]{1,4}x"), 1..5)) {
        let (mut rows, space) = build(&plans);
        for row in &mut rows {
            row.qid = None;
            if row.label.is_missing() {
                row.weight = 1.0;
            }
        }
        survives(&rows, &space, "a.vw")?;
    }

    #[test]
    fn svmlight(plans in proptest::collection::vec(plan("[1-9][0-9]{0,8}", "[a-z,]{1,4}x"), 1..5)) {
        let (mut rows, space) = build(&plans);
        for row in &mut rows {
            row.weight = 1.0;
            row.tag.clear();
            if row.label.is_missing() {
                row.label.set("none").expect("a name");
            }
        }
        prop_assert_eq!(by_name("svmlight").expect("known").numbered_names(&space), None);
        survives(&rows, &space, "a.svm")?;
        survives(&rows, &space, "a.svm.zst")?;
    }

    #[test]
    fn tables(plans in proptest::collection::vec(
        plan("[a-z\",\n é0-9]{1,5}_", "[a-z,\" \n]{1,4}x"), 1..5,
    )) {
        let (mut rows, space) = build(&plans);
        for row in &mut rows {
            row.weight = 1.0;
            row.qid = None;
            row.tag.clear();
        }
        survives(&rows, &space, "a.csv")?;
        survives(&rows, &space, "a.tsv")?;
    }
}

#[test]
fn named_features_become_numbers_in_svmlight() {
    let mut space = FeatureSpace::dictionary();
    let mut reader = open(b"1 'me|a x:2 y | 5:3\n", &format("vw"));
    let (rows, _) = drain(&mut reader, &mut space);
    let names = by_name("svmlight").expect("known").numbered_names(&space);
    assert_eq!(names, Some(vec!["5".into(), "a^x".into(), "a^y".into()]));
    assert_eq!(by_name("vw").expect("known").numbered_names(&space), None);
    let directory = tempfile::tempdir().expect("makes a directory");
    let path = directory.path().join("a.svm");
    let mut writer = DataWriter::create(&path, &space, &WriteOptions::default()).expect("opens");
    writer.write(&rows[0], &space).expect("writes");
    assert_eq!(writer.rows_written(), 1);
    writer.finish().expect("finishes");
    assert_eq!(std::fs::read_to_string(&path).expect("reads"), "1 1:3 2:2 3:1 # me\n");
}

#[test]
fn what_a_format_cannot_express_is_refused() {
    let mut space = FeatureSpace::dictionary();
    let text = br#"{"label": "New York", "weight": 2, "qid": 1, "features": {"a b": 1}}"#;
    let (rows, _) = drain(&mut open(text, &format("jsonl")), &mut space);
    let directory = tempfile::tempdir().expect("makes a directory");
    for (name, expected) in [
        ("a.svm", "svmlight has no place for the importance 2"),
        ("a.vw", "vw has no place for the group 1"),
        ("a.csv", "csv has no place for the importance 2"),
    ] {
        let path = directory.path().join(name);
        let mut writer =
            DataWriter::create(&path, &space, &WriteOptions::default()).expect("opens");
        let error = writer.write(&rows[0], &space).expect_err("refused").to_string();
        let expected = std::format!("{}: the row of input line 1: {expected}", path.display());
        assert_eq!(error, expected);
    }
    let mut plain = rows[0].clone();
    (plain.qid, plain.weight) = (None, 1.0);
    let path = directory.path().join("b.vw");
    let mut writer = DataWriter::create(&path, &space, &WriteOptions::default()).expect("opens");
    let error = writer.write(&plain, &space).expect_err("refused").to_string();
    assert!(error.ends_with("label 'New York' cannot be written as vw"), "{error}");
    plain.label.set("1").expect("a number");
    let error = writer.write(&plain, &space).expect_err("refused").to_string();
    assert!(error.ends_with("feature 'a b' cannot be written as vw"), "{error}");
}

#[test]
fn the_writer_is_chosen_by_name_or_extension() {
    let of = |path: &str, format: Option<&str>| {
        let options = WriteOptions { format: format.map(str::to_owned), ..WriteOptions::default() };
        DataWriter::format(Path::new(path), &options).map(|w| w.name).map_err(|e| e.to_string())
    };
    assert_eq!(of("a.csv.gz", None), Ok("csv"));
    assert_eq!(of("-", Some("vw")), Ok("vw"));
    let expected =
        "a: the name does not tell the format; let it end in .svm, .vw, .csv, .tsv, .jsonl or .nrc";
    assert_eq!(of("a", None), Err(expected.into()));
}
