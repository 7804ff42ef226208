//! Text becomes rows or errors, the same ones however it is cut into blocks.
//!
//! Every row is as `Row` promises: values finite and not zero, no slot twice, a finite weight of at
//! least 0; and there are no more rows and errors than bytes.

use noregret_io::{DataReader, FeatureSpace, LabelChoice, LabelUse, Lookup, ReadOptions, Row};
use std::io::Cursor;

/// Blocks so small that every token of a text is cut somewhere.
const SMALL: usize = 3;
/// Shorter than texts may be, so that lines that are too long are met.
const LONGEST_LINE: usize = 300;

/// svmlight text.
pub fn svmlight(bytes: &[u8]) {
    format("svmlight", bytes);
}

/// VW text.
pub fn vw(bytes: &[u8]) {
    format("vw", bytes);
}

/// Comma-separated tables.
pub fn csv(bytes: &[u8]) {
    format("csv", bytes);
}

/// Tables with tabs.
pub fn tsv(bytes: &[u8]) {
    format("tsv", bytes);
}

/// JSON lines.
pub fn jsonl(bytes: &[u8]) {
    format("jsonl", bytes);
}

/// Tokens in columns.
pub fn conll(bytes: &[u8]) {
    format("conll", bytes);
}

/// Text whose format is guessed, or compressed text.
pub fn guessed(bytes: &[u8]) {
    // Where compressed data is damaged decides whether its format can be told first: only that
    // there is an error must be the same.
    let [whole, cut] = in_two_sizes(bytes, &options());
    assert_eq!(whole.errors.is_empty(), cut.errors.is_empty(), "{whole:?} {cut:?}");
}

fn format(name: &str, bytes: &[u8]) {
    let plain = ReadOptions { format: Some(name.into()), ..options() };
    same_in_small_blocks(bytes, &plain);
    let interact = ["a,b", ":,:"].iter().filter_map(|text| text.parse().ok()).collect();
    let busy = ReadOptions {
        label: LabelChoice::from_text("a"),
        weight: Some("b".into()),
        group: Some("c".into()),
        text: vec!["d".into()],
        interact,
        labels: LabelUse::Lists,
        ..plain
    };
    read(bytes, &busy, FeatureSpace::hashed(4).unwrap_or_else(FeatureSpace::dictionary));
}

fn options() -> ReadOptions {
    ReadOptions { longest_line: LONGEST_LINE, ..ReadOptions::default() }
}

fn same_in_small_blocks(bytes: &[u8], options: &ReadOptions) {
    let [whole, cut] = in_two_sizes(bytes, options);
    assert_eq!(whole, cut, "rows and errors depend on the size of the blocks");
}

/// What is found in blocks of the usual size and in small ones.
fn in_two_sizes(bytes: &[u8], options: &ReadOptions) -> [Found; 2] {
    [options.block, SMALL].map(|block| {
        let options = ReadOptions { block, ..options.clone() };
        read(bytes, &options, FeatureSpace::dictionary())
    })
}

/// What a reader found: rows, and errors as they are printed.
#[derive(Debug, PartialEq)]
pub(crate) struct Found {
    rows: Vec<Row>,
    errors: Vec<String>,
}

/// Reads all that is there.
fn read(bytes: &[u8], options: &ReadOptions, space: FeatureSpace) -> Found {
    match DataReader::from_read("data", Cursor::new(bytes.to_vec()), options) {
        Ok(reader) => {
            let found = drain(reader, space);
            let count = found.rows.len() + found.errors.len();
            assert!(is_compressed(bytes) || count <= bytes.len() + 1, "{count} rows and errors");
            found
        }
        Err(error) => Found { rows: Vec::new(), errors: vec![error.to_string()] },
    }
}

/// Reads on to the end, after errors too.
pub(crate) fn drain(mut reader: DataReader, mut space: FeatureSpace) -> Found {
    let (mut found, mut row) = (Found { rows: Vec::new(), errors: Vec::new() }, Row::default());
    loop {
        match reader.read(Lookup::Learn(&mut space), &mut row) {
            Ok(true) => {
                check(&row);
                found.rows.push(row.clone());
            }
            Ok(false) => return found,
            Err(error) => found.errors.push(error.to_string()),
        }
    }
}

/// What holds of every row.
fn check(row: &Row) {
    assert!(row.values.iter().all(|value| value.is_finite() && *value != 0.0), "{row:?}");
    assert!(row.weight.is_finite() && row.weight >= 0.0, "{row:?}");
    assert_eq!(row.indices.len(), row.values.len());
    let mut slots = row.indices.clone();
    slots.sort_unstable();
    assert!(slots.windows(2).all(|pair| pair[0] != pair[1]), "a slot twice: {row:?}");
    assert!(row.label.number().is_none_or(f64::is_finite), "{row:?}");
}

fn is_compressed(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0x1f, 0x8b]) || bytes.starts_with(&[0x28, 0xb5, 0x2f, 0xfd])
}
