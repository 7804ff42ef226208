//! What formats say about themselves holds of what they read and write.

use std::path::Path;

use crate::common::{errors, format, open, rows};
use noregret_io::{ColumnSupport, DataWriter, FORMATS, FeatureSpace, Row, WriteOptions};

/// What a format says about writing a row with one feature.
fn written(name: &str, row: &Row, groups: bool) -> Result<(), String> {
    let mut space = FeatureSpace::dictionary();
    space.intern("7").expect("room");
    let directory = tempfile::tempdir().expect("makes a directory");
    let options = WriteOptions { format: Some(name.into()), groups, ..WriteOptions::default() };
    let path = directory.path().join("data");
    let mut writer =
        DataWriter::create(&path, &space, &options).map_err(|error| error.to_string())?;
    writer.write(row, &space).map_err(|error| error.to_string())
}

fn row(weight: f64, qid: Option<u64>) -> Row {
    let mut row = Row::new(vec![0], vec![2.0]);
    row.label.set("1").expect("a number");
    (row.weight, row.qid) = (weight, qid);
    row
}

#[test]
fn importance_and_groups_are_written_where_there_is_a_place_for_them() {
    for known in FORMATS.iter().filter(|format| format.writer.is_some()) {
        let name = known.name;
        assert_eq!(written(name, &row(1.0, None), false), Ok(()), "{name}");
        let weighted = written(name, &row(2.0, None), false);
        assert_eq!(weighted.is_ok(), known.importance, "{name}: {weighted:?}");
        let grouped = written(name, &row(1.0, Some(3)), true);
        assert_eq!(grouped.is_ok(), known.groups, "{name}: {grouped:?}");
    }
    let refused = written("vw", &row(1.0, None), true).expect_err("no groups");
    assert!(refused.ends_with("data: vw has no place for groups"), "{refused}");
}

#[test]
fn the_format_of_a_reader_is_known_with_all_it_says() {
    let reader = open(b"1 1:2\n", &format("svmlight"));
    assert!(reader.format().has_numbers_only());
    let text = reader.format().columns.refusals().map(|refusals| refusals.text);
    assert_eq!(text, Some("svmlight has no columns for --text"));
    let columns = |name: &str| open(b"", &format(name)).format().columns;
    assert_eq!(columns("tsv"), ColumnSupport::Table);
    assert_eq!(columns("jsonl"), ColumnSupport::Keys);
}

#[test]
fn what_separates_names_is_what_the_parser_puts_there() {
    for (name, text, feature) in [
        ("vw", "1 |a x\n", "a^x"),
        ("csv", "a,label\nx,1\n", "a=x"),
        ("jsonl", "{\"a\": {\"x\": 2}}\n", "a.x"),
        ("jsonl", "{\"a\": \"x\"}\n", "a=x"),
    ] {
        let options = format(name);
        let (_, space) = rows(text, &options);
        assert!(space.find(feature).is_some(), "{name}: {feature}");
        let separators = open(b"", &options).format().separators.expect("names");
        assert!(feature.contains(|c| separators.contains(c)), "{name}: {feature}");
    }
    assert_eq!(errors(b"1 a:2\n", &format("svmlight")).len(), 1);
}

#[test]
fn the_advice_on_names_lists_every_format_that_can_be_written() {
    let nameless = DataWriter::format(Path::new("a"), &WriteOptions::default());
    let advice = nameless.err().expect("no extension").to_string();
    for known in FORMATS.iter().filter(|format| format.writer.is_some()) {
        let extension = std::format!(".{}", known.extensions[0]);
        let mut words = advice.split([' ', ',']);
        assert!(words.any(|word| word == extension), "{advice}: {extension}");
    }
}
