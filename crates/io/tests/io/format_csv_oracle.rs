//! Cells against an independent reader of CSV.

use crate::common::{drain, format, open};
use noregret_io::{CsvOptions, FeatureSpace, HeaderChoice, LabelChoice, ReadOptions};
use proptest::prelude::*;

fn options() -> ReadOptions {
    let csv = CsvOptions { header: HeaderChoice::No, missing: vec![], ..CsvOptions::default() };
    ReadOptions { csv, label: LabelChoice::None, ..format("csv") }
}

/// The cells of our rows: every column is categorical, so a feature is `cN=text`.
fn ours(bytes: &[u8]) -> Vec<Vec<String>> {
    let mut space = FeatureSpace::dictionary();
    let (rows, errors) = drain(&mut open(bytes, &options()), &mut space);
    assert_eq!(errors, [""; 0]);
    let name = |slot| space.name(slot).expect("in use").to_string();
    let cells = |row: &noregret_io::Row| {
        let mut cells: Vec<_> = row.indices.iter().map(|&slot| name(slot)).collect();
        cells.sort();
        cells
    };
    rows.iter().map(cells).collect()
}

proptest! {
    #[test]
    fn equals_the_oracle(
        table in proptest::collection::vec(
            proptest::collection::vec("[a-c\",\n é]{0,6}x", 3), 1..6),
        crlf: bool,
    ) {
        let ending =
            if crlf { csv::Terminator::CRLF } else { csv::Terminator::Any(b'\n') };
        let mut writer = csv::WriterBuilder::new()
            .terminator(ending)
            .quote_style(csv::QuoteStyle::Always)
            .from_writer(Vec::new());
        for record in &table {
            writer.write_record(record).expect("writes");
        }
        let bytes = writer.into_inner().expect("flushes");
        let mut oracle = csv::ReaderBuilder::new().has_headers(false).from_reader(&bytes[..]);
        let expected: Vec<Vec<String>> = oracle
            .records()
            .map(|record| {
                let record = record.expect("reads");
                let mut cells: Vec<_> =
                    (1..).zip(&record).map(|(n, cell)| std::format!("c{n}={cell}")).collect();
                cells.sort();
                cells
            })
            .collect();
        prop_assert_eq!(ours(&bytes), expected);
    }
}
