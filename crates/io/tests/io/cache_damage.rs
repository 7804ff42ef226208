//! A cache that is cut, changed or made up is refused, or gives the rows it always gave.

use crate::cache::{cache_of, read};
use crate::common::format;
use noregret_io::{DataReader, FeatureSpace, ReadOptions};

const TEXT: &str =
    "1 2 'one|n a:0.5 b | 3:1 9:2\n-1 |n a:0.25 | 3:7 4:0.125 9\nx 'two|m c | 4000000000:1e300\n";

fn rows(bytes: &[u8]) -> Vec<String> {
    let stream = std::io::Cursor::new(bytes.to_vec());
    match DataReader::from_read("data.nrc", stream, &ReadOptions::default()) {
        Ok(mut reader) => read(&mut reader, &mut FeatureSpace::dictionary(), false),
        Err(error) => vec![error.to_string()],
    }
}

/// The same through a file, which is also sought in.
fn rows_of_file(bytes: &[u8], row: Option<u64>) -> Vec<String> {
    let folder = tempfile::tempdir().expect("makes a directory");
    let path = folder.path().join("data.nrc");
    std::fs::write(&path, bytes).expect("writes");
    let opened = DataReader::open(&path, &ReadOptions::default());
    let sought = opened.and_then(|mut reader| {
        row.map_or(Ok(None), |row| reader.seek_row(row))?;
        Ok(reader)
    });
    match sought {
        Ok(mut reader) => read(&mut reader, &mut FeatureSpace::dictionary(), false),
        Err(error) => vec![error.to_string()],
    }
}

fn small() -> (Vec<u8>, Vec<String>) {
    let (_folder, path) = cache_of(TEXT, &format("vw"));
    let bytes = std::fs::read(path).expect("reads");
    let whole = rows(&bytes);
    assert_eq!(whole.len(), 3);
    assert_eq!(rows_of_file(&bytes, None), whole);
    (bytes, whole)
}

fn is_error(rows: &[String]) -> bool {
    rows.last().is_some_and(|last| !last.starts_with("Row"))
}

#[test]
fn every_changed_byte_is_noticed() {
    let (bytes, whole) = small();
    let last = rows_of_file(&bytes, Some(2));
    for at in 0..bytes.len() {
        for change in [1, 0x80, 0xff] {
            let mut changed = bytes.clone();
            changed[at] ^= change;
            let found = rows(&changed);
            assert!(is_error(&found), "byte {at}: {found:?}");
            assert!(whole.starts_with(&found[..found.len() - 1]), "byte {at}: {found:?}");
            let found = rows_of_file(&changed, Some(2));
            assert!(is_error(&found) || found == last, "byte {at} when sought: {found:?}");
        }
    }
}

#[test]
fn every_cut_is_noticed() {
    let (bytes, _) = small();
    for len in 1..bytes.len() {
        for found in [rows(&bytes[..len]), rows_of_file(&bytes[..len], None)] {
            assert!(is_error(&found), "{len} bytes: {found:?}");
        }
    }
    let more = [bytes.as_slice(), b"x"].concat();
    assert!(is_error(&rows(&more)));
}

#[test]
fn errors_name_file_and_block() {
    let (bytes, _) = small();
    let mut changed = bytes.clone();
    let block = bytes.windows(4).position(|four| four == b"rows").expect("there");
    changed[block + 40] ^= 1;
    let folder = tempfile::tempdir().expect("makes a directory");
    let path = folder.path().join("data.nrc");
    std::fs::write(&path, changed).expect("writes");
    let mut reader = DataReader::open(&path, &ReadOptions::default()).expect("opens");
    let errors = read(&mut reader, &mut FeatureSpace::dictionary(), false);
    let reason = ": block 3 of the cache: its checksum does not match: the file is damaged; write \
                  it again from the data";
    assert_eq!(errors, [reason]);
    let mut newer = bytes;
    newer[7] = 9;
    let reason = "data.nrc: the cache cannot be used: it is of version 9, this program reads 3";
    assert_eq!(rows(&newer), [reason]);
    assert_eq!(rows(b"1 1:1\n"), [": this is not a cache, though it is read as one (nrc)"]);
}

/// A frame with a right checksum around a payload that makes no sense.
#[test]
fn right_checksums_around_nonsense_do_not_help() {
    let (bytes, _) = small();
    let block = bytes.windows(4).position(|four| four == b"rows").expect("there");
    let length =
        u64::from_le_bytes(bytes[block + 8..block + 16].try_into().expect("eight")) as usize;
    let (head, rest) = bytes.split_at(block);
    let (frame, rest) = rest.split_at(24 + length);
    for at in 0..length {
        for change in [1, 0x10, 0xff] {
            let mut frame = frame.to_vec();
            frame[24 + at] ^= change;
            let seed = xxhash_rust::xxh3::xxh3_64(&frame[..16]);
            let sum = xxhash_rust::xxh3::xxh3_64_with_seed(&frame[24..], seed);
            frame[16..24].copy_from_slice(&sum.to_le_bytes());
            // Whatever comes out, nothing panics and nothing huge is claimed.
            let found = rows(&[head, &frame, rest].concat());
            assert!(found.len() <= 4, "byte {at}: {found:?}");
        }
    }
}

/// The bytes of a cache of these rows, in which `from` in its block of rows is `to`.
fn forged(text: &str, from: &[u8], to: &[u8]) -> Vec<u8> {
    let (_folder, path) = cache_of(text, &format("svmlight"));
    let mut bytes = std::fs::read(path).expect("reads");
    let block = bytes.windows(4).position(|four| four == b"rows").expect("there");
    let length = u64::from_le_bytes(bytes[block + 8..block + 16].try_into().expect("eight"));
    let end = block + 24 + length as usize;
    let places = bytes[block..end].windows(from.len()).enumerate();
    let found: Vec<usize> = places.filter(|(_, here)| *here == from).map(|(at, _)| at).collect();
    for at in found {
        bytes[block + at..block + at + to.len()].copy_from_slice(to);
    }
    let seed = xxhash_rust::xxh3::xxh3_64(&bytes[block..block + 16]);
    let sum = xxhash_rust::xxh3::xxh3_64_with_seed(&bytes[block + 24..end], seed);
    bytes[block + 16..block + 24].copy_from_slice(&sum.to_le_bytes());
    bytes
}

#[test]
fn a_few_bytes_cannot_claim_many_features() {
    // One row of 777 equal features in equal steps takes no bytes but those of its count.
    let row: String = (0..777).map(|key| std::format!(" {}:1", 3 * key + 5)).collect();
    let text = std::format!("1{row}\n");
    let count = 777u64.to_le_bytes();
    assert!(!is_error(&rows(&forged(&text, &count, &count))));
    assert!(!is_error(&rows(&forged(&text, &count, &(1u64 << 16).to_le_bytes()))));
    for claimed in [(1u64 << 16) + 1, 1 << 26, 1 << 40] {
        let found = rows(&forged(&text, &count, &claimed.to_le_bytes()));
        assert_eq!(
            found,
            [": block 2 of the cache: the counts do not add up; write the cache again"]
        );
    }
    // A row that long and that even still goes through a cache.
    let row: String = (1..70_000).map(|key| std::format!(" {key}:1")).collect();
    let text = std::format!("1{row}\n");
    let (_folder, path) = cache_of(&text, &format("svmlight"));
    let bytes = std::fs::read(path).expect("reads");
    assert!(bytes.len() > 70_000 && rows(&bytes)[0].len() > 500_000 && !is_error(&rows(&bytes)));
}
