//! Files, compression, block boundaries.

use std::io::Write;

use crate::common::{drain, format};
use flate2::write::GzEncoder;
use noregret_io::{DataReader, FeatureSpace, Lookup, ReadOptions, Row, Stop};
use proptest::prelude::*;

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(bytes).expect("writes");
    encoder.finish().expect("finishes")
}

fn zstd_bytes(bytes: &[u8]) -> Vec<u8> {
    zstd::encode_all(bytes, 0).expect("compresses")
}

fn read_file(name: &str, bytes: &[u8]) -> Result<Vec<Row>, String> {
    let directory = tempfile::tempdir().expect("makes a directory");
    let path = directory.path().join(name);
    std::fs::write(&path, bytes).expect("writes");
    let mut reader =
        DataReader::open(&path, &ReadOptions::default()).map_err(|error| error.to_string())?;
    let (rows, errors) = drain(&mut reader, &mut FeatureSpace::dictionary());
    assert_eq!(reader.progress().bytes, bytes.len() as u64);
    assert_eq!(reader.progress().total, Some(bytes.len() as u64));
    if errors.is_empty() { Ok(rows) } else { Err(errors.join("\n")) }
}

const FIRST: &[u8] = b"1 1:1 2:0.5\n0 3:1\n1 4";
const SECOND: &[u8] = b":2\n0 1:7\n";

#[test]
fn compressed_files_read_like_plain_ones() {
    let whole = [FIRST, SECOND].concat();
    let plain = read_file("a.svm", &whole).expect("plain");
    assert_eq!(plain.len(), 4);
    let members = [gzip(FIRST), gzip(SECOND)].concat();
    let frames = [zstd_bytes(FIRST), zstd_bytes(SECOND)].concat();
    for (name, bytes) in [
        ("a.svm.gz", gzip(&whole)),
        ("a.svm.gz", members.clone()),
        ("a.svm", members),
        ("plain", gzip(&whole)),
        ("a.svm.zst", zstd_bytes(&whole)),
        ("a.svm.zst", frames.clone()),
        ("a.svm", frames),
        ("a.svm.gz", zstd_bytes(&whole)),
    ] {
        assert_eq!(read_file(name, &bytes).as_ref(), Ok(&plain), "{name}");
    }
}

#[test]
fn cut_and_damaged_compression_is_said_so() {
    let text = b"1 1:1\n".repeat(3000);
    for (name, bytes) in [("a.svm.gz", gzip(&text)), ("a.svm.zst", zstd_bytes(&text))] {
        let cut = read_file(name, &bytes[..bytes.len() - 5]).expect_err("cut");
        assert!(cut.ends_with(": the compressed data ends early: the file is cut short"), "{cut}");
    }
    let mut damaged = gzip(&text);
    let middle = damaged.len() / 2;
    damaged[middle] ^= 0xff;
    damaged[middle + 1] ^= 0xff;
    let directory = tempfile::tempdir().expect("makes a directory");
    let path = directory.path().join("d.svm.gz");
    std::fs::write(&path, damaged).expect("writes");
    let mut reader = DataReader::open(&path, &ReadOptions::default()).expect("opens");
    let (_, errors) = drain(&mut reader, &mut FeatureSpace::dictionary());
    assert!(errors.iter().any(|e| e.contains("compressed data")), "{errors:?}");
}

#[test]
fn a_byte_order_mark_is_skipped() {
    let rows = read_file("a.svm", b"\xef\xbb\xbf1 1:1\n").expect("reads");
    assert_eq!(rows[0].label.text().as_deref(), Some("1"));
    let rows = read_file("a.csv", b"\xef\xbb\xbfa,label\n1,2\n").expect("reads");
    assert_eq!(rows[0].label.number(), Some(2.0));
}

#[test]
fn the_format_is_guessed_from_the_content_of_compressed_files_too() {
    let bytes = gzip(b"{\"label\": 3, \"a\": 1}\n");
    assert_eq!(read_file("mystery", &bytes).expect("reads")[0].label.number(), Some(3.0));
}

/// A pipe that delivers one byte at a time.
struct Drip(Vec<u8>);

impl std::io::Read for Drip {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.0.is_empty() || buffer.is_empty() {
            return Ok(0);
        }
        buffer[0] = self.0.remove(0);
        Ok(1)
    }
}

#[test]
fn a_slow_pipe_is_guessed_by_its_first_line_of_content() {
    let text = b"\xef\xbb\xbf# a comment\n\n{\"label\": 3}\n{\"label\": 4}".to_vec();
    let mut reader =
        DataReader::from_read("-", Drip(text), &ReadOptions::default()).expect("guessed");
    assert_eq!(reader.format().name, "jsonl");
    let (rows, errors) = drain(&mut reader, &mut FeatureSpace::dictionary());
    assert_eq!((rows.len(), errors.len()), (2, 1), "the comment is no JSON");
}

#[test]
fn readers_can_move_to_another_thread() {
    fn assert_send<T: Send>() {}
    assert_send::<DataReader>();
    assert_send::<FeatureSpace>();
}

proptest! {
    #[test]
    fn blocks_of_any_size_give_the_same_rows(
        lines in proptest::collection::vec(
            "(1|-1|spam)( [0-9]{1,3}:[0-9]{1,9}(\\.[0-9]{1,9})?){0,6}(\r)?", 1..8,
        ),
        block in 1usize..40,
    ) {
        let text = lines.join("\n");
        let read = |block| {
            let options = ReadOptions { block, ..format("svmlight") };
            let mut reader = crate::common::open(text.as_bytes(), &options);
            drain(&mut reader, &mut FeatureSpace::dictionary())
        };
        prop_assert_eq!(read(block), read(1 << 16));
    }
}

/// The end of a file that is followed is where its writer is, not where its last line ends.
#[test]
fn what_has_no_end_yet_in_a_followed_file_is_no_row() {
    for (name, text, rows, torn) in [
        ("a.svm", "1 1:1\n0 2:1\n", 2, false),
        ("a.svm", "1 1:1\n0 2:1\n1 3:", 2, true),
        ("a.svm", "1 1:1\n0 2:1", 1, true),
        ("a.csv", "y,x\n1,\"two\nlines\"\n0,\"two\n", 1, true),
        ("a.conll", "the DT O\ncat NN O\n\n", 2, false),
        ("a.conll", "the DT O\ncat NN O\n\nthe DT O\n", 2, true),
        ("a.conll", "the DT O\ncat NN O\n\nthe DT O\nca", 2, true),
    ] {
        let directory = tempfile::tempdir().expect("makes a directory");
        let path = directory.path().join(name);
        std::fs::write(&path, text).expect("writes");
        let stop = Stop::new().expect("has a pipe");
        stop.ask();
        let options = ReadOptions { follow: true, stop: Some(stop), ..ReadOptions::default() };
        let mut reader = DataReader::open(&path, &options).expect("opens");
        let (read, errors) = drain(&mut reader, &mut FeatureSpace::dictionary());
        assert!(errors.is_empty(), "{text:?}: {errors:?}");
        assert_eq!((read.len(), reader.is_torn()), (rows, torn), "{text:?}");
        assert_eq!(reader.change(), None);
    }
}

/// Whether the end of a group shows before the next row: only where a line of its own says it.
#[test]
fn the_last_row_of_a_sentence_is_known_as_such() {
    let ends = |name: &str, text: &'static str| {
        let mut reader =
            DataReader::from_read(name, text.as_bytes(), &ReadOptions::default()).expect("opens");
        let (mut space, mut row) = (FeatureSpace::dictionary(), Row::default());
        let mut ends = Vec::new();
        loop {
            match reader.read(Lookup::Learn(&mut space), &mut row) {
                Ok(true) => ends.push(reader.ends_group()),
                Ok(false) => return ends,
                Err(error) => assert!(error.is_row_error()),
            }
        }
    };
    let sentences = "a D O\nb N O\n\nc N O\n\nbroken\n\nd D O\ne N O\n";
    assert_eq!(ends("a.conll", sentences), [false, true, true, false, true]);
    assert_eq!(ends("a.svm", "1 qid:1 1:1\n0 qid:1 2:1\n1 qid:2 3:1\n"), [false; 3]);
}
