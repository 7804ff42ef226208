//! Rows, errors, schemas and the numbering of features do not depend on the number of threads, nor
//! on where the text happens to be cut.

use std::io::{Cursor, Read, Write};
use std::sync::mpsc::{Receiver, channel};

use crate::common::{drain, format};
use noregret_io::{DataReader, FORMATS, FeatureParts, FeatureSpace, Lookup, ReadOptions, Row};
use proptest::prelude::*;

const THREADS: [usize; 3] = [1, 2, 4];

/// All that reading a file gives.
#[derive(Debug, PartialEq)]
struct Outcome {
    rows: Vec<Row>,
    errors: Vec<String>,
    space: FeatureParts,
    schema: String,
    count: u64,
}

fn read(bytes: &[u8], options: &ReadOptions) -> Outcome {
    let stream = Cursor::new(bytes.to_vec());
    let mut space = FeatureSpace::dictionary();
    let mut reader = match DataReader::from_read("data", stream, options) {
        Ok(reader) => reader,
        Err(error) => {
            let (errors, space) = (vec![error.to_string()], space.to_parts());
            return Outcome { rows: Vec::new(), errors, space, schema: String::new(), count: 0 };
        }
    };
    let (rows, errors) = drain(&mut reader, &mut space);
    let schema = format!("{:?}", reader.schema());
    Outcome { rows, errors, space: space.to_parts(), schema, count: reader.rows_read() }
}

/// Reads in many ways, which must agree.
fn agree(bytes: &[u8], name: &str, longest_line: usize) -> Result<(), TestCaseError> {
    let options = |threads, block| ReadOptions { threads, block, longest_line, ..format(name) };
    let whole = read(bytes, &options(1, 1 << 16));
    for threads in THREADS {
        for block in [4, 13, 64] {
            let cut = read(bytes, &options(threads, block));
            prop_assert_eq!(&cut, &whole, "{} threads, blocks of {}", threads, block);
        }
    }
    Ok(())
}

/// Lines of all formats, right and wrong, with every kind of line end.
fn text() -> impl Strategy<Value = Vec<u8>> {
    let line = prop_oneof![
        3 => "(1|-1|spam)( [0-9]{1,9}:-?[0-9]{1,9}(\\.[0-9]{0,9})?){0,6}",
        1 => "1 2:1 1:3 2:4 9999999:0.25 4000000000:1",
        2 => "1 2 'tag\\|n a b:2 \\|m:0.5 c:[0-9]",
        3 => "[0-9]{1,3},[a-c]{0,2},[0-9.]{0,3}",
        2 => "\"[a-b,\n]{0,9}\",x,[0-9]",
        1 => "\"open,1,2",
        1 => "\"a\"b,1,2",
        2 => "\\{\"label\": [0-9], \"a\": [0-9], \"b\": \"[a-c]\", \"id\": \"r[0-9]\"\\}",
        1 => "[ \t]{0,2}",
        1 => "# a comment",
        1 => "1 1:nan",
        1 => "1 1:2 0123456789012345678901234567890123456789:5",
    ];
    let end = prop_oneof![4 => Just("\n"), 1 => Just("\r\n"), 1 => Just("\n\n")];
    let lines = proptest::collection::vec((line, end), 0..14);
    (any::<bool>(), lines, any::<bool>()).prop_map(|(mark, lines, ended)| {
        let mut text = if mark { "\u{feff}".to_owned() } else { String::new() };
        lines.iter().for_each(|(line, end)| text.extend([line.as_str(), end]));
        let text = if ended { text.as_str() } else { text.trim_end() };
        text.as_bytes().to_vec()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn small_texts_in_every_format(
        text in text(),
        longest in prop_oneof![Just(40usize), Just(1000)],
    ) {
        for name in FORMATS.iter().map(|format| format.name) {
            agree(&text, name, longest)?;
        }
    }

    #[test]
    fn tables_whose_columns_are_settled_late(
        cells in proptest::collection::vec(
            "(|NA|1|x|nan),(|NA|2.5|y),(|\"a\nb\"|\"c\"),[01]", 1..20,
        ),
    ) {
        let text = std::format!("a,b,c,label\n{}\n", cells.join("\n"));
        agree(text.as_bytes(), "csv", 1000)?;
    }
}

/// A file of many blocks.
fn long_text() -> String {
    let row = |i: usize| match i % 97 {
        96 => "1 5:broken\n".to_owned(),
        k => std::format!(
            "{} {}:0.{i} {}:-1.5 {}:{}e-3\n",
            i % 3,
            k + 1,
            1000 + i,
            200_000 + i,
            i + 1
        ),
    };
    (0..20_000).map(row).collect()
}

#[test]
fn a_long_file_plain_and_compressed() {
    let text = long_text();
    let options = |threads| ReadOptions { threads, block: 1 << 12, ..format("svmlight") };
    let one = read(text.as_bytes(), &options(1));
    assert_eq!((one.rows.len(), one.errors.len()), (19_794, 206));
    assert_eq!(one.errors[1], "data:194:5: value 'broken' is not a number");
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(text.as_bytes()).expect("writes");
    let gzip = gzip.finish().expect("finishes");
    for threads in THREADS {
        assert!(read(text.as_bytes(), &options(threads)) == one, "{threads}");
        assert!(read(&gzip, &options(threads)) == one, "{threads}, gzip");
    }
}

/// Fails after what it holds.
struct Failing(Cursor<Vec<u8>>);

impl Read for Failing {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        match self.0.read(buffer)? {
            0 => Err(std::io::Error::other("the disk is gone")),
            count => Ok(count),
        }
    }
}

#[test]
fn a_failure_comes_after_the_whole_lines_before_it() {
    for threads in THREADS {
        let text = std::format!("{}1 1:1 2:", "1 1:1\n".repeat(500));
        let options = ReadOptions { threads, block: 64, ..format("svmlight") };
        let stream = Failing(Cursor::new(text.into_bytes()));
        let mut reader = DataReader::from_read("data", stream, &options).expect("opens");
        let (rows, errors) = drain(&mut reader, &mut FeatureSpace::dictionary());
        assert_eq!(rows.len(), 500);
        assert_eq!(errors, ["data:501: the disk is gone"]);
    }
}

/// A pipe whose writer sends piece after piece.
struct Pipe(Receiver<Vec<u8>>, Cursor<Vec<u8>>);

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        match self.1.read(buffer)? {
            0 => match self.0.recv() {
                Ok(piece) => {
                    self.1 = Cursor::new(piece);
                    self.1.read(buffer)
                }
                Err(_) => Ok(0),
            },
            count => Ok(count),
        }
    }
}

#[test]
fn rows_of_a_live_pipe_come_as_soon_as_they_are_written() {
    for threads in THREADS {
        let (writer, pipe) = channel();
        let options = ReadOptions { threads, block: 16, ..format("svmlight") };
        let (mut space, mut row) = (FeatureSpace::dictionary(), Row::default());
        let send = |line: u64| writer.send(std::format!("1 {line}:1\n").into_bytes());
        send(1).expect("sends");
        let pipe = Pipe(pipe, Cursor::default());
        let mut reader = DataReader::from_read("-", pipe, &options).expect("opens");
        // Each row is sent only after the one before was read: to wait for more would be for ever.
        for line in 1..200u64 {
            if line > 1 {
                send(line).expect("sends");
            }
            assert!(reader.read(Lookup::Learn(&mut space), &mut row).expect("reads"));
            assert_eq!((row.line, space.len() as u64), (line, line));
        }
        drop(writer);
        assert!(!reader.read(Lookup::Learn(&mut space), &mut row).expect("ends"));
    }
}

#[test]
fn a_reader_that_is_given_up_leaves_no_one_waiting() {
    let text = long_text().into_bytes();
    for threads in THREADS {
        let options = ReadOptions { threads, block: 1 << 10, ..format("svmlight") };
        let stream = Cursor::new(text.clone());
        let mut reader = DataReader::from_read("data", stream, &options).expect("opens");
        let (mut space, mut row) = (FeatureSpace::dictionary(), Row::default());
        for _ in 0..90 {
            assert!(reader.read(Lookup::Learn(&mut space), &mut row).expect("reads"));
        }
    }
}
