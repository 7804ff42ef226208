//! What is read from a cache is what is read from the text: the same rows, bit for bit, in any
//! space.

use std::path::{Path, PathBuf};

use crate::common::{format, open};
use noregret_io::{CacheUse, DataReader, FeatureSpace, Lookup, ReadOptions, Row};
use proptest::prelude::*;
use tempfile::TempDir;

/// Writes the cache of a text; the folder must be kept as long as it is used.
pub(crate) fn cache_of(text: &str, options: &ReadOptions) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("makes a directory");
    let path = folder.path().join("data.nrc");
    let options = ReadOptions { cache: CacheUse::Write(path.clone()), ..options.clone() };
    let mut reader = open(text.as_bytes(), &options);
    read(&mut reader, &mut FeatureSpace::dictionary(), false);
    assert_eq!(reader.cache_fault(), None);
    (folder, path)
}

/// All rows and errors as text in which every bit shows, without the name of the file.
pub(crate) fn read(reader: &mut DataReader, space: &mut FeatureSpace, frozen: bool) -> Vec<String> {
    let (mut all, mut row) = (Vec::new(), Row::default());
    loop {
        let lookup = if frozen { Lookup::Frozen(space) } else { Lookup::Learn(space) };
        match reader.read(lookup, &mut row) {
            Ok(true) => all.push(std::format!("{row:?}")),
            Ok(false) => return all,
            Err(error) => {
                let text = error.to_string();
                let name = reader.name().to_owned();
                all.push(text.strip_prefix(&name).expect("names the file").to_owned());
            }
        }
    }
}

fn open_file(path: &Path, options: &ReadOptions) -> DataReader {
    DataReader::open(path, options).expect("opens")
}

/// The spaces that rows may be read in: empty, numbered otherwise, too small to know all, hashed.
fn spaces(text: &str, options: &ReadOptions) -> Vec<(FeatureSpace, bool)> {
    let mut all = FeatureSpace::dictionary();
    read(&mut open(text.as_bytes(), options), &mut all, false);
    let mut backwards = FeatureSpace::dictionary();
    for slot in (0..all.len() as u32).rev().step_by(2) {
        backwards.intern(&all.name(slot).expect("in use").to_string()).expect("room");
    }
    vec![
        (FeatureSpace::dictionary(), false),
        (backwards.clone(), false),
        (backwards, true),
        (FeatureSpace::hashed(3).expect("in range"), false),
        (FeatureSpace::hashed(20).expect("in range"), true),
    ]
}

fn same(text: &str, options: &ReadOptions) -> Result<(), TestCaseError> {
    let (_folder, path) = cache_of(text, options);
    for (space, frozen) in spaces(text, options) {
        let (mut one, mut two) = (space.clone(), space);
        let expected = read(&mut open(text.as_bytes(), options), &mut one, frozen);
        let mut reader = open_file(&path, &ReadOptions::default());
        let found = read(&mut reader, &mut two, frozen);
        prop_assert_eq!(&found, &expected, "{}", text);
        prop_assert_eq!(one.to_parts(), two.to_parts(), "{}", text);
        // A cache of a cache is the same cache.
        let again = path.with_extension("again.nrc");
        let options =
            ReadOptions { cache: CacheUse::Write(again.clone()), ..ReadOptions::default() };
        read(&mut open_file(&path, &options), &mut FeatureSpace::dictionary(), false);
        prop_assert!(std::fs::read(&path).ok() == std::fs::read(again).ok());
    }
    Ok(())
}

/// Values as files have them: decimals, whole numbers, ones, anything.
fn value() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("1".to_owned()),
        (-999_999i32..999_999).prop_map(|m| (f64::from(m) / 1e4).to_string()),
        (-9i32..9).prop_map(|m| m.to_string()),
        any::<f32>()
            .prop_filter("finite", |v| v.is_finite())
            .prop_map(|v| f64::from(v).to_string()),
        any::<f64>().prop_filter("finite", |v| v.is_finite()).prop_map(|v| std::format!("{v:e}")),
    ]
}

fn key() -> impl Strategy<Value = u32> {
    prop_oneof![0..9u32, 0..3000u32, 4_190_000..4_200_000u32, (u32::MAX - 9)..(u32::MAX - 1)]
}

fn lines(line: impl Strategy<Value = String>) -> impl Strategy<Value = String> {
    proptest::collection::vec(line, 1..8).prop_map(|lines| lines.join("\n"))
}

fn svmlight() -> impl Strategy<Value = String> {
    let pairs = proptest::collection::vec((key(), value()), 0..7);
    let label = prop_oneof!["[+-]1", "[a-z]{1,3}", "[0-9]\\.[0-9]{1,3}", Just("\n#\n7".to_owned())];
    let group = proptest::option::of(any::<u64>());
    lines((label, group, pairs, any::<bool>()).prop_map(|(label, group, mut pairs, sort)| {
        if sort {
            pairs.sort_by_key(|pair| pair.0);
        }
        let group = group.map_or(String::new(), |group| std::format!(" qid:{group}"));
        let pairs: String = pairs.iter().map(|(k, v)| std::format!(" {k}:{v}")).collect();
        std::format!("{label}{group}{pairs}")
    }))
}

fn vw() -> impl Strategy<Value = String> {
    let name = prop_oneof!["[a-c]{1,2}", "\\^?[a-b]\\^[a-b]", "[0-9]{1,3}", "[ab]?"];
    let space = "[ab]{0,2}";
    let part = (space, proptest::collection::vec((name, value()), 0..5));
    let head = prop_oneof!["", "-?1 ", "1 2 ", "x 0\\.5 'tag", "1 'other"];
    lines((head, proptest::collection::vec(part, 1..3)).prop_map(|(head, parts)| {
        let part = |(space, names): &(String, Vec<(String, String)>)| {
            let names: String = names.iter().map(|(n, v)| std::format!(" {n}:{v}")).collect();
            std::format!("|{space} a:b^c:d {}", names.trim_start())
        };
        head + &parts.iter().map(part).collect::<Vec<_>>().join(" ")
    }))
}

fn csv() -> impl Strategy<Value = String> {
    let cell = prop_oneof![
        Just("NA".to_owned()),
        (-99i32..99).prop_map(|m| (f64::from(m) / 4.0).to_string())
    ];
    let word = prop_oneof![Just(String::new()), "[a-c]{1,2}", Just("\"q\nr\"".to_owned())];
    let line =
        (cell.clone(), cell, word, "[01]").prop_map(|(a, b, c, d)| std::format!("{a},{b},{c},{d}"));
    lines(line).prop_map(|rows| std::format!("a,7,c,label\n{rows}"))
}

fn jsonl() -> impl Strategy<Value = String> {
    let line = (value(), value(), "[a-c]", 0..3u8).prop_map(|(a, b, c, label)| {
        let features = std::format!("{{\"{c}\":{a},\"5\":{b}}}");
        std::format!("{{\"label\":{label},\"tag\":\"t{label}\",\"f\":{features},\"w\":\"{c}\"}}")
    });
    lines(line)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn svmlight_text(text in svmlight()) {
        same(&text, &format("svmlight"))?;
    }

    #[test]
    fn vw_text(text in vw()) {
        same(&text, &format("vw"))?;
    }

    #[test]
    fn tables(text in csv()) {
        same(&text, &format("csv"))?;
    }

    #[test]
    fn json_lines(text in jsonl()) {
        same(&text, &format("jsonl"))?;
    }
}

/// Rows enough for several blocks, with names that come late.
fn many() -> String {
    let line = |i: u32| {
        std::format!(
            "{} 't{i}|n a:{} b{} | {}:0.5\n",
            i % 3,
            f64::from(i + 1) / 8.0,
            i / 700,
            i % 11
        )
    };
    (0..10_000).map(line).collect()
}

#[test]
fn any_row_can_be_gone_to() {
    let text = many();
    let (_folder, path) = cache_of(&text, &format("vw"));
    let expected = read(&mut open(text.as_bytes(), &format("vw")), &mut hashed(), false);
    assert_eq!(expected.len(), 10_000);
    let mut reader = open_file(&path, &ReadOptions::default());
    for row in [9_999, 0, 1, 4_095, 4_096, 4_097, 8_191, 5_000, 10_000, 12_345] {
        assert_eq!(reader.seek_row(row).ok(), Some(Some(row.min(10_000))), "{row}");
        let found = read(&mut reader, &mut hashed(), false);
        assert!(found == expected[(row as usize).min(10_000)..], "{row}");
    }
    let mut stream =
        DataReader::from_read("data", std::fs::File::open(&path).expect("opens"), &format("nrc"))
            .expect("opens");
    assert_eq!(stream.seek_row(5).ok(), Some(None));
    assert!(read(&mut stream, &mut hashed(), false) == expected);
    assert_eq!(open(b"1 1:1\n", &format("svmlight")).seek_row(0).ok(), Some(None));
}

fn hashed() -> FeatureSpace {
    FeatureSpace::hashed(18).expect("in range")
}

#[test]
fn slots_remembered_for_names_follow_the_space() {
    let (_folder, path) = cache_of(&many(), &format("vw"));
    let options = ReadOptions::default();
    let mut reader = open_file(&path, &options);
    let (mut space, mut row) = (FeatureSpace::dictionary(), Row::default());
    let mut next = |space: &mut FeatureSpace| {
        assert!(reader.read(Lookup::Learn(space), &mut row).expect("reads"));
        row.features()
            .map(|(slot, _)| space.name(slot).expect("in use").to_string())
            .collect::<Vec<_>>()
    };
    next(&mut space);
    assert_eq!(next(&mut space), ["1", "n^a", "n^b0"]);
    let mut other = FeatureSpace::dictionary();
    other.intern("n^b0").expect("room");
    assert_eq!(next(&mut other), ["2", "n^b0", "n^a"]);
    space.truncate(1);
    space.intern("x").expect("room");
    assert_eq!(next(&mut space), ["3", "n^a", "n^b0"]);
}

#[test]
fn columns_of_a_table_are_known_as_far_as_they_were() {
    let text = "a,b,label\n1,,x\n2,,y\n3,red,x\n";
    let (_folder, path) = cache_of(text, &format("csv"));
    let (mut one, mut two) =
        (open(text.as_bytes(), &format("csv")), open_file(&path, &ReadOptions::default()));
    let (mut space, mut row) = (FeatureSpace::dictionary(), Row::default());
    for _ in 0..4 {
        let more = one.read(Lookup::Learn(&mut space), &mut row).expect("reads");
        assert_eq!(two.read(Lookup::Learn(&mut space), &mut row).expect("reads"), more);
        assert_eq!(two.schema(), one.schema());
    }
    assert_eq!((two.format().name, two.rows_read()), ("csv", 3));
}

#[test]
fn a_table_must_fit_the_columns_given() {
    let (_folder, path) = cache_of("a,b,label\n1,2,x\n2,3,y\n", &format("csv"));
    let of = |text: &str| {
        let mut reader = open(text.as_bytes(), &format("csv"));
        read(&mut reader, &mut FeatureSpace::dictionary(), false);
        let mut options = ReadOptions::default();
        options.csv.schema = reader.schema().cloned();
        read(&mut open_file(&path, &options), &mut FeatureSpace::dictionary(), false).concat()
    };
    assert!(of("b,a,label,c\n1,1,x,1\n").contains("label: RowLabel"));
    assert!(of("a,b,label\n1,red,x\n").contains("its column 'b' was read as another kind"));
    assert!(of("a,b,label\n1,1,x\n").contains("label: RowLabel"));
    assert!(of("a,b,y\n1,1,x\n").contains("its column 'label' is not known"));
    assert!(of("a,target,b,label\n1,1,1,x\n").contains("label: RowLabel"));
}
