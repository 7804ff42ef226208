//! Usual lines are read in a shorter way: it must lead to the same rows, names, slots and errors as
//! the long one.
//!
//! An exponent makes a number, and quotes a cell, unusual without changing what they mean.

use crate::common::{drain, format, open};
use noregret_io::{FeatureParts, FeatureSpace, Lookup, ReadOptions, Row};
use proptest::prelude::*;

type Outcome = (Vec<Row>, Vec<String>, FeatureParts);

fn read(text: &str, options: &ReadOptions) -> Outcome {
    let mut space = FeatureSpace::dictionary();
    let (rows, errors) = drain(&mut open(text.as_bytes(), options), &mut space);
    (rows, errors, space.to_parts())
}

/// Names and values of one namespace after the other.
fn namespaces() -> impl Strategy<Value = Vec<(String, Vec<(String, i32)>)>> {
    let feature = ("[a-c^10é]{1,9}|[a-c]{14,20}|0|[1-9][0-9]{0,11}", -20..20i32);
    let features = proptest::collection::vec(feature, 0..6);
    proptest::collection::vec(("[ab]{0,2}", features), 1..4)
}

fn vw_line(namespaces: &[(String, Vec<(String, i32)>)], exponent: &str) -> String {
    let mut line = "1 ".to_owned();
    for (namespace, features) in namespaces {
        line += &format!("|{namespace}");
        for (name, value) in features {
            line += &format!(" {name}:{}{exponent}", f64::from(*value) / 4.0);
        }
        line += " ";
    }
    line + "\n"
}

/// Cells, missing ones and wrong ones among them; the third column is one of words.
fn record() -> impl Strategy<Value = Vec<String>> {
    let number = "-?[0-9]{1,2}(\\.[0-9]{1,3})?| 7 |1e2||NA|0";
    let word = "[a-c]{1,3}|[0-9]|é| b|";
    let odd = "x|nan|[0-9]";
    prop_oneof![
        9 => (number, number, word, number).prop_map(|(a, b, c, d)| vec![a, b, c, d]),
        1 => (number, odd, word, number).prop_map(|(a, b, c, d)| vec![a, b, c, d]),
        1 => (number, number).prop_map(|(a, b)| vec![a, b]),
    ]
}

fn table(records: &[Vec<String>], quote: &str) -> String {
    let mut text = "n^x,17,word,label\n1,2,a,1\n".to_owned();
    for record in records {
        let cells: Vec<_> =
            record.iter().map(|cell| format!("{quote}{}{quote}", cell.trim())).collect();
        text += &format!("{}\n", cells.join(","));
    }
    text
}

proptest! {
    #[test]
    fn vw_lines(lines in proptest::collection::vec(namespaces(), 1..5)) {
        let text = |exponent: &str| -> String {
            lines.iter().map(|line| vw_line(line, exponent)).collect()
        };
        prop_assert_eq!(read(&text(""), &format("vw")), read(&text("e0"), &format("vw")));
    }

    #[test]
    fn csv_records(records in proptest::collection::vec(record(), 1..8)) {
        let options = format("csv");
        let [plain, quoted] = ["", "\""].map(|quote| read(&table(&records, quote), &options));
        prop_assert_eq!(plain, quoted);
    }
}

/// What is remembered about columns is forgotten with the features of a row, and in another space.
#[test]
fn columns_follow_the_space() {
    let mut reader = open(b"a,b,label\n1,2,1\n1,2,1\n3,4,1\n5,6,1\n7,8,1\n", &format("csv"));
    let (mut space, mut row) = (FeatureSpace::dictionary(), Row::default());
    let mut features = |space: &mut FeatureSpace| {
        assert!(reader.read(Lookup::Learn(space), &mut row).expect("a row"));
        row.features().collect::<Vec<_>>()
    };
    for _ in 0..2 {
        assert_eq!(features(&mut space), [(0, 1.0), (1, 2.0)]);
    }
    space.truncate(0);
    space.intern("b").expect("room");
    assert_eq!(features(&mut space), [(0, 4.0), (1, 3.0)]);
    let mut copy = space.clone();
    copy.truncate(1);
    copy.intern("other").expect("room");
    assert_eq!(features(&mut copy), [(0, 6.0), (2, 5.0)]);
    assert_eq!(features(&mut space), [(0, 8.0), (1, 7.0)]);
}

/// A column and a category may have one name, and a column may become known after a later one.
#[test]
fn columns_known_out_of_order() {
    let text = "a=x,b,a,label\n,,x,1\n,2,,1\n,2,,1\n3,4,,1\n3,4,,1\n5,6,x,1\n";
    let (rows, errors, parts) = read(text, &format("csv"));
    assert_eq!((errors.len(), parts.names.as_str()), (0, "a=xb"));
    let features: Vec<Vec<_>> = rows.iter().map(|row| row.features().collect()).collect();
    let (b, both) = (vec![(1, 2.0)], vec![(0, 3.0), (1, 4.0)]);
    let last = vec![(0, 6.0), (1, 6.0)];
    assert_eq!(features, [vec![(0, 1.0)], b.clone(), b, both.clone(), both, last]);
}

/// The same for numbers in a namespace.
#[test]
fn numbers_in_a_namespace_follow_the_space() {
    let mut reader = open(b"1 |n 5 6:2\n".repeat(6).as_slice(), &format("vw"));
    let (mut space, mut row) = (FeatureSpace::dictionary(), Row::default());
    let mut features = |space: &mut FeatureSpace| {
        assert!(reader.read(Lookup::Learn(space), &mut row).expect("a row"));
        row.features().collect::<Vec<_>>()
    };
    for _ in 0..3 {
        assert_eq!(features(&mut space), [(0, 1.0), (1, 2.0)]);
    }
    space.truncate(0);
    space.intern("n^6").expect("room");
    for _ in 0..2 {
        assert_eq!(features(&mut space), [(0, 2.0), (1, 1.0)]);
    }
    assert_eq!(features(&mut FeatureSpace::dictionary()), [(0, 1.0), (1, 2.0)]);
}
