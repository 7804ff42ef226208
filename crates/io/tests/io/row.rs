//! Rows from memory are the rows of a text with the same content.

use crate::common::{format, rows};
use noregret_io::{FeatureSpace, Lookup, Row, RowBuilder, RowError, RowLabel};

/// Builds a row as `fill` says, in a space of its own.
fn build(fill: impl Fn(&mut RowBuilder) -> Result<(), RowError>) -> (Row, FeatureSpace) {
    let (mut space, mut row) = (FeatureSpace::dictionary(), Row::default());
    let mut builder = RowBuilder::default();
    // What came before must not matter.
    builder.push_name("before", 1.0).expect("finite");
    builder.set_tag("before");
    builder.label().set_name("before");
    builder.clear();
    fill(&mut builder).expect("fits");
    builder.finish(Lookup::Learn(&mut space), &mut row).expect("resolves");
    (row, space)
}

/// The only row of a text, as if it had no line.
fn read(name: &str, text: &str) -> (Row, FeatureSpace) {
    let (mut rows, space) = rows(text, &format(name));
    rows[0].line = 0;
    (rows.remove(0), space)
}

fn assert_same(built: &(Row, FeatureSpace), read: &(Row, FeatureSpace)) {
    assert_eq!(built.0, read.0);
    assert_eq!(built.0.indexed(), read.0.indexed());
    let names = |space: &FeatureSpace| {
        let slots = 0..space.len() as u32;
        slots.map(|slot| space.name(slot).expect("in use").to_string()).collect::<Vec<_>>()
    };
    assert_eq!(names(&built.1), names(&read.1));
}

#[test]
fn numbers_in_any_order_with_zeros_and_repeats() {
    let built = build(|builder| {
        builder.label().set_number(-1.0)?;
        builder.set_group(4);
        for (key, value) in [(9, 1.0), (3, 0.5), (5, 0.0), (9, 0.25), (4, 2.0), (4, -2.0)] {
            builder.push_index(key, value)?;
        }
        Ok(())
    });
    assert_same(&built, &read("svmlight", "-1 qid:4 9:1 3:0.5 5:0 9:0.25 4:2 4:-2\n"));
}

#[test]
fn names_categories_and_numbers_as_names() {
    let built = build(|builder| {
        builder.label().set_name("spam");
        builder.set_weight(2.5)?;
        builder.set_tag("m1");
        builder.push_name("b", 1.5)?;
        builder.push_name("17", 3.0)?;
        builder.push_category("colour", "red");
        builder.push_name("a", -1.0)
    });
    let text = r#"{"label": "spam", "weight": 2.5, "tag": "m1",
        "b": 1.5, "17": 3, "colour": "red", "a": -1}"#;
    assert_same(&built, &read("jsonl", &text.replace('\n', " ")));
}

#[test]
fn namespaces_have_their_slots_in_a_hashed_space_too() {
    let fill = |builder: &mut RowBuilder| {
        builder.label().set_number(1.0)?;
        builder.push_in_namespace("words", "x", 2.0)?;
        builder.push_in_namespace("words", "y", 0.0)?;
        builder.push_in_namespace("", "z", 1.0)
    };
    let text = "1 |words x:2 y:0 | z\n";
    assert_same(&build(fill), &read("vw", text));
    let mut space = FeatureSpace::hashed(18).expect("in range");
    let (mut builder, mut built) = (RowBuilder::default(), Row::default());
    fill(&mut builder).expect("fits");
    builder.finish(Lookup::Learn(&mut space), &mut built).expect("resolves");
    let (mut reader, mut read) =
        (crate::common::open(text.as_bytes(), &format("vw")), Row::default());
    assert!(reader.read(Lookup::Learn(&mut space), &mut read).expect("reads"));
    read.line = 0;
    assert_eq!(built, read);
}

#[test]
fn a_frozen_space_counts_what_it_does_not_know() {
    let (_, space) = build(|builder| builder.push_name("a", 1.0));
    let (mut builder, mut row) = (RowBuilder::default(), Row::default());
    builder.push_name("a", 2.0).expect("finite");
    builder.push_index(8, 1.0).expect("finite");
    builder.finish(Lookup::Frozen(&space), &mut row).expect("resolves");
    assert_eq!((row.features().collect::<Vec<_>>(), row.unseen), (vec![(0, 2.0)], 1));
    // The next row starts empty.
    builder.finish(Lookup::Frozen(&space), &mut row).expect("resolves");
    assert_eq!(row, Row::default());
}

#[test]
fn what_no_row_may_hold_is_refused() {
    let mut builder = RowBuilder::default();
    let said = |refused: Result<(), RowError>| refused.expect_err("refused").to_string();
    assert_eq!(
        said(builder.push_index(7, f64::INFINITY)),
        "the value inf of the feature 7 is not a finite number"
    );
    assert_eq!(
        said(builder.push_in_namespace("n", "x", f64::NAN)),
        "the value NaN of the feature n^x is not a finite number"
    );
    assert_eq!(
        said(builder.push_index(u32::MAX, 1.0)),
        "feature index 4294967295 is too large (limit 4294967294)"
    );
    for weight in [-1.0, f64::NAN, f64::INFINITY] {
        assert!(builder.set_weight(weight).is_err(), "{weight}");
    }
    let label = builder.label().set_number(f64::NAN);
    assert_eq!(said(label.map_err(RowError::from)), "the label is not a finite number");
    builder.push_index(3, 1e308).expect("finite");
    builder.push_index(3, 1e308).expect("finite");
    let (mut space, mut row) = (FeatureSpace::dictionary(), Row::default());
    let summed = said(builder.finish(Lookup::Learn(&mut space), &mut row));
    assert_eq!(summed, "a repeated feature sums to a value that is not a finite number");
    assert_eq!(row, Row::default());
    let sizes = Row::from_parts(vec![1], Vec::new(), RowLabel::default());
    assert_eq!(said(sizes.map(drop)), "there are not as many values (0) as slots (1)");
    let value = Row::from_parts(vec![1], vec![f64::NAN], RowLabel::default());
    assert_eq!(said(value.map(drop)), "the value NaN of the feature 1 is not a finite number");
}
