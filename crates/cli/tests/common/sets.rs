//! Real data: the folder `NOREGRET_DATA` (default: `../shared/data` beside the repository).

use noregret_core::{Instance, Label};
use noregret_io::{DataReader, FeatureSpace, LabelValue, Lookup, ReadOptions, Row};
use std::path::PathBuf;

/// Rows of a set.
pub struct Data {
    pub rows: Vec<Row>,
    pub dimension: usize,
}

/// Where a set is; says so if it is not there.
pub fn find(file: &str) -> Option<PathBuf> {
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    let folder = std::env::var_os("NOREGRET_DATA").map_or(beside, PathBuf::from);
    let path = match file.strip_prefix("examples/") {
        Some(_) => PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(file),
        None => folder.join(file),
    };
    if !path.exists() {
        eprintln!("{} is not there: not checked", path.display());
        return None;
    }
    Some(path)
}

/// All rows of a set.
pub fn load(file: &str) -> Option<Data> {
    load_first(file, usize::MAX)
}

/// The first rows of a set.
pub fn load_first(file: &str, count: usize) -> Option<Data> {
    let mut reader = DataReader::open(&find(file)?, &ReadOptions::default()).unwrap();
    let (mut space, mut rows, mut row) = (FeatureSpace::dictionary(), Vec::new(), Row::default());
    while rows.len() < count && reader.read(Lookup::Learn(&mut space), &mut row).unwrap() {
        rows.push(row.clone());
    }
    Some(Data { rows, dimension: space.len() })
}

pub fn instance(row: &Row) -> Instance<'_> {
    Instance::sparse(&row.indices, &row.values).unwrap()
}

pub fn label(row: &Row) -> Label<'_> {
    match row.label.value() {
        LabelValue::Number(number) => Label::Number(number),
        LabelValue::Name(name) => Label::Name(name),
        other => panic!("{other:?}"),
    }
}

/// splitmix64, mapped to (-1, 1).
pub fn random(state: &mut u64) -> f64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    (z ^ (z >> 31)) as f64 / u64::MAX as f64 * 2.0 - 1.0
}
