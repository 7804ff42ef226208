//! Labels are taken apart by the reader, if it is told that they are lists.

use crate::common::{drain, format, open};
use noregret_io::{
    CacheUse, DataReader, FeatureSpace, LabelUse, LabelValue, Lookup, ReadOptions, Row, RowLabel,
};

const TEXT: &str = "3,x 1:1\n7 1:1\na>b 1:1\n3,,7 1:1\nx 1:1\n";

/// What a label is, in short.
fn shown(label: &RowLabel) -> String {
    match label.value() {
        LabelValue::Missing => "none".into(),
        LabelValue::Number(number) => std::format!("{number}"),
        LabelValue::Name(name) => name.into(),
        LabelValue::Set(set) => std::format!("set of {}", set.len()),
        LabelValue::Pairs(pairs) => std::format!("pairs: {}", pairs.len()),
        LabelValue::Broken(reason) => reason.into(),
    }
}

fn labels(rows: &[Row]) -> Vec<String> {
    rows.iter().map(|row| shown(&row.label)).collect()
}

const LISTS: [&str; 5] =
    ["set of 2", "7", "pairs: 1", "the label '3,,7' has an empty entry", "set of 1"];

#[test]
fn a_label_is_a_name_unless_labels_are_lists() {
    for (lists, expected) in [(false, ["3,x", "7", "a>b", "3,,7", "x"]), (true, LISTS)] {
        let options = ReadOptions {
            labels: if lists { LabelUse::Lists } else { LabelUse::Classes },
            ..format("svmlight")
        };
        let mut reader = open(TEXT.as_bytes(), &options);
        let (rows, errors) = drain(&mut reader, &mut FeatureSpace::dictionary());
        assert_eq!((labels(&rows), errors.len()), (expected.map(String::from).into(), 0));
        let texts: Vec<_> = rows.iter().filter_map(|row| row.label.text()).collect();
        assert_eq!(texts, ["3,x", "7", "a>b", "3,,7", "x"]);
    }
}

#[test]
fn the_first_rows_may_show_that_labels_are_lists() {
    let mut reader = open(TEXT.as_bytes(), &format("svmlight"));
    let (mut space, mut first) = (FeatureSpace::dictionary(), Row::default());
    assert!(reader.read(Lookup::Learn(&mut space), &mut first).expect("reads"));
    reader.use_labels_as(LabelUse::Lists);
    first.label.as_list();
    let (rest, _) = drain(&mut reader, &mut space);
    let rows: Vec<Row> = std::iter::once(first).chain(rest).collect();
    assert_eq!(labels(&rows), LISTS);
}

#[test]
fn caches_keep_the_text_and_give_the_same_lists() {
    let directory = tempfile::tempdir().expect("makes a directory");
    let bytes = |lists: bool| {
        let path = directory.path().join(std::format!("{lists}.nrc"));
        let cache = CacheUse::Write(path.clone());
        let options = ReadOptions {
            labels: if lists { LabelUse::Lists } else { LabelUse::Classes },
            cache,
            ..format("svmlight")
        };
        drain(&mut open(TEXT.as_bytes(), &options), &mut FeatureSpace::dictionary());
        let options = ReadOptions { labels: LabelUse::Lists, ..ReadOptions::default() };
        let mut reader = DataReader::open(&path, &options).expect("opens");
        let (rows, _) = drain(&mut reader, &mut FeatureSpace::dictionary());
        assert_eq!(labels(&rows), LISTS);
        std::fs::read(&path).expect("reads")
    };
    assert_eq!(bytes(false), bytes(true));
}
