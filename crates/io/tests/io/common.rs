//! Reading a text into rows that are easy to compare.

use noregret_io::{DataReader, FeatureSpace, Lookup, ReadOptions, Row};

/// Options for a format by name.
pub(crate) fn format(name: &str) -> ReadOptions {
    ReadOptions { format: Some(name.into()), ..ReadOptions::default() }
}

/// Opens bytes as a file called `data`.
pub(crate) fn open(bytes: &[u8], options: &ReadOptions) -> DataReader {
    DataReader::from_read("data", std::io::Cursor::new(bytes.to_vec()), options).expect("opens")
}

/// All rows and errors of a reader, reading on after row errors.
pub(crate) fn drain(reader: &mut DataReader, space: &mut FeatureSpace) -> (Vec<Row>, Vec<String>) {
    let (mut rows, mut errors) = (Vec::new(), Vec::new());
    let mut row = Row::default();
    loop {
        match reader.read(Lookup::Learn(space), &mut row) {
            Ok(true) => rows.push(row.clone()),
            Ok(false) => return (rows, errors),
            Err(error) => errors.push(error.to_string()),
        }
    }
}

/// The rows of a text without errors, and the space they made.
pub(crate) fn rows(text: &str, options: &ReadOptions) -> (Vec<Row>, FeatureSpace) {
    let mut space = FeatureSpace::dictionary();
    let (rows, errors) = drain(&mut open(text.as_bytes(), options), &mut space);
    assert_eq!(errors, [""; 0]);
    (rows, space)
}

/// One row as `label weight tag group: name=value …`, for golden comparisons.
pub(crate) fn show(row: &Row, space: &FeatureSpace) -> String {
    let label = row.label.text().unwrap_or("-".into());
    let group = row.qid.map_or("-".into(), |group| group.to_string());
    let features: String = row
        .features()
        .map(|(slot, value)| format!(" {}:{value}", space.name(slot).expect("slot in use")))
        .collect();
    format!("{label} {} [{}] {group}:{features}", row.weight, row.tag)
}

/// All rows of a text as [`show`] prints them.
pub(crate) fn shown(text: &str, options: &ReadOptions) -> Vec<String> {
    let (rows, space) = rows(text, options);
    rows.iter().map(|row| show(row, &space)).collect()
}

/// The errors of a text.
pub(crate) fn errors(text: &[u8], options: &ReadOptions) -> Vec<String> {
    drain(&mut open(text, options), &mut FeatureSpace::dictionary()).1
}
