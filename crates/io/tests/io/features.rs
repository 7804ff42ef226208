//! Rows do not depend on how a file happens to list its features.

use crate::common::{drain, format, open, rows};
use noregret_io::{FeatureSpace, Lookup, Row};
use proptest::prelude::*;

type Features = Vec<(u32, f64)>;

fn features() -> impl Strategy<Value = Vec<Features>> {
    let value = prop_oneof![-3i32..4, -1000i32..1000].prop_map(|v| f64::from(v) / 8.0);
    let row = proptest::collection::vec((0u32..40, value), 0..12);
    proptest::collection::vec(row, 1..6)
}

/// Features and the same ones in another order.
fn shuffled() -> impl Strategy<Value = (Vec<Features>, Vec<Features>)> {
    features().prop_flat_map(|rows| {
        let orders: Vec<_> = rows.iter().map(|row| Just(row.clone()).prop_shuffle()).collect();
        (Just(rows), orders)
    })
}

fn svmlight(rows: &[Features]) -> String {
    let tokens =
        |row: &Features| row.iter().map(|(k, v)| std::format!(" {k}:{v}")).collect::<String>();
    rows.iter().map(|row| std::format!("1{}\n", tokens(row))).collect()
}

fn vw(rows: &[Features]) -> String {
    let token = |&(key, value): &(u32, f64)| match key % 3 {
        0 => std::format!(" |n f{key}:{value}"),
        1 => std::format!(" | f{key}:{value}"),
        _ => std::format!(" | {key}:{value}"),
    };
    let tokens = |row: &Features| row.iter().map(token).collect::<String>();
    rows.iter()
        .map(|row| std::format!("1{}\n", if row.is_empty() { " |".into() } else { tokens(row) }))
        .collect()
}

fn same(a: &str, b: &str, name: &str) -> Result<(), TestCaseError> {
    let (left, left_space) = rows(a, &format(name));
    let (right, right_space) = rows(b, &format(name));
    prop_assert_eq!(left, right);
    prop_assert_eq!(left_space.to_parts(), right_space.to_parts());
    Ok(())
}

proptest! {
    #[test]
    fn the_order_within_a_line_is_irrelevant((rows, other) in shuffled()) {
        same(&svmlight(&rows), &svmlight(&other), "svmlight")?;
        same(&vw(&rows), &vw(&other), "vw")?;
    }

    #[test]
    fn the_same_holds_for_hashed_and_frozen_spaces((rows, other) in shuffled()) {
        let read = |text: &str, space: &mut FeatureSpace| {
            drain(&mut open(text.as_bytes(), &format("vw")), space).0
        };
        let mut hashed = FeatureSpace::hashed(4).expect("in range");
        prop_assert_eq!(read(&vw(&rows), &mut hashed), read(&vw(&other), &mut hashed));
        let mut known = FeatureSpace::dictionary();
        read(&vw(&rows[..1]), &mut known);
        prop_assert_eq!(frozen(&vw(&rows), &known), frozen(&vw(&other), &known));
    }

    #[test]
    fn sparse_text_equals_dense_text(rows in features()) {
        let width = 40;
        let dense: Vec<Features> = rows
            .iter()
            .map(|row| {
                let mut cells = row.clone();
                cells.extend((0..width).map(|key| (key, 0.0)));
                cells.sort_by_key(|cell| cell.0);
                cells
            })
            .collect();
        same(&svmlight(&rows), &svmlight(&dense), "svmlight")?;
        same(&vw(&rows), &vw(&dense), "vw")?;
    }

    #[test]
    fn invariants_of_rows(features in features()) {
        for (name, text) in [("svmlight", svmlight(&features)), ("vw", vw(&features))] {
            for row in rows(&text, &format(name)).0 {
                prop_assert!(row.values.iter().all(|v| v.is_finite() && *v != 0.0));
                let mut slots = row.indices.clone();
                slots.sort_unstable();
                slots.dedup();
                prop_assert_eq!(slots.len(), row.indices.len());
                prop_assert_eq!(row.indices.len(), row.values.len());
            }
        }
    }
}

fn frozen(text: &str, space: &FeatureSpace) -> Vec<Row> {
    let mut reader = open(text.as_bytes(), &format("vw"));
    let (mut out, mut row) = (Vec::new(), Row::default());
    while reader.read(Lookup::Frozen(space), &mut row).expect("reads") {
        out.push(row.clone());
    }
    out
}

#[test]
fn frozen_reading_finds_the_same_slots_and_counts_the_rest() {
    let (_, space) = rows("1 3:1 5:1\n", &format("svmlight"));
    let mut row = Row::default();
    let mut reader = open(b"1 9:1 5:2 4:1 3:7\n", &format("svmlight"));
    reader.read(Lookup::Frozen(&space), &mut row).expect("reads");
    assert_eq!((row.indices.as_slice(), row.values.as_slice()), (&[0, 1][..], &[7.0, 2.0][..]));
    assert_eq!((row.unseen, space.len()), (2, 2));
}

#[test]
fn an_index_is_the_same_feature_in_every_format() {
    let mut space = FeatureSpace::dictionary();
    let mut slots = Vec::new();
    for (name, text) in [
        ("svmlight", "1 17:1\n"),
        ("jsonl", "{\"17\": 1}\n"),
        ("vw", "1 | 17\n"),
        ("csv", "17,label\n1,1\n"),
    ] {
        let (rows, errors) = drain(&mut open(text.as_bytes(), &format(name)), &mut space);
        assert!(errors.is_empty(), "{errors:?}");
        slots.push(rows[0].indices.clone());
    }
    assert_eq!(slots, vec![vec![0]; 4]);
}

#[test]
fn sums_of_repeats_do_not_depend_on_the_order() {
    let a = rows("1 1:0.1 1:0.2 1:0.3 1:1e16 1:-1e16\n", &format("svmlight")).0;
    let b = rows("1 1:1e16 1:0.3 1:-1e16 1:0.2 1:0.1\n", &format("svmlight")).0;
    assert_eq!(a, b);
}
