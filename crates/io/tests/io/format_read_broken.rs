//! Ten kinds of broken input, each with the exact message.

use std::io::Write;

use crate::common::{drain, errors, format, open};
use flate2::write::GzEncoder;
use noregret_io::{DataReader, FeatureSpace, Lookup, ReadOptions, Row};

fn svm(text: &[u8]) -> Vec<String> {
    errors(text, &format("svmlight"))
}

#[test]
fn bad_number() {
    assert_eq!(svm(b"1 1:1\n1 2:1.2.3\n"), ["data:2:5: value '1.2.3' is not a number"]);
}

#[test]
fn not_a_number() {
    assert_eq!(svm(b"1 2:NaN\n"), ["data:1:5: value 'NaN' is not a finite number"]);
}

#[test]
fn missing_label_is_not_an_error_but_visible() {
    let mut reader = open(b"1:2\n", &format("svmlight"));
    let (rows, errors) = drain(&mut reader, &mut FeatureSpace::dictionary());
    assert!(errors.is_empty() && rows[0].label.is_missing());
}

#[test]
fn index_overflow() {
    let expected = "data:1:3: feature index 4294967296 is too large (limit 4294967294)";
    assert_eq!(svm(b"1 4294967296:1\n"), [expected]);
}

#[test]
fn truncated_gzip_delivers_the_whole_lines_first() {
    let mut encoder = GzEncoder::new(Vec::new(), flate2::Compression::fast());
    for number in 0..2000 {
        writeln!(encoder, "{} {}:1.25 {}:{}", number % 2, number % 7, 9 + number % 11, number + 1)
            .expect("writes");
    }
    let bytes = encoder.finish().expect("finishes");
    let mut reader = open(&bytes[..bytes.len() / 2], &format("svmlight"));
    let (rows, errors) = drain(&mut reader, &mut FeatureSpace::dictionary());
    assert!(rows.len() > 500 && rows.len() < 1999, "{}", rows.len());
    let line = rows.len() + 1;
    let expected =
        std::format!("data:{line}: the compressed data ends early: the file is cut short");
    assert_eq!(errors, [expected]);
}

#[test]
fn empty_file() {
    for name in ["svmlight", "vw", "csv", "jsonl"] {
        let mut reader = open(b"", &format(name));
        let (rows, errors) = drain(&mut reader, &mut FeatureSpace::dictionary());
        assert!(rows.is_empty() && errors.is_empty(), "{name}");
        assert_eq!(reader.rows_read(), 0);
    }
}

#[test]
fn binary_junk() {
    let expected = "data:1: this looks like binary data, not text";
    for name in ["svmlight", "vw", "jsonl"] {
        assert_eq!(errors(b"\x7fELF\x02\x01\0\0\0junk", &format(name)), [expected], "{name}");
    }
    assert_eq!(errors(b"a,b\n1,\0\n", &format("csv")), [expected.replace(":1:", ":2:")]);
    let guessed = DataReader::from_read("data", &b"\x7fELF\0\0"[..], &ReadOptions::default()).err();
    let expected = "data: this looks like binary data, not text";
    assert_eq!(guessed.expect("binary").to_string(), expected);
}

#[test]
fn huge_line() {
    let options = ReadOptions { longest_line: 20, block: 8, ..format("svmlight") };
    let text = b"1 1:1\n1 1:1 2:2 3:3 4:4 5:5\n0 2:1\n";
    let mut reader = open(text, &options);
    let (rows, errors) = drain(&mut reader, &mut FeatureSpace::dictionary());
    assert_eq!(errors, ["data:2: the line is longer than 20 bytes"]);
    assert_eq!(rows.iter().map(|row| row.line).collect::<Vec<_>>(), [1, 3]);
}

#[test]
fn windows_line_ends_are_fine() {
    let mut reader = open(b"1 1:1\r\n\r\n0 2:2\r\n", &format("svmlight"));
    let (rows, errors) = drain(&mut reader, &mut FeatureSpace::dictionary());
    assert_eq!((rows.len(), errors.len()), (2, 0));
    assert_eq!(rows[1].label.text().as_deref(), Some("0"));
}

#[test]
fn text_that_is_not_utf_8() {
    let reason = "the text is not valid UTF-8; if it is Latin-1, iconv -f LATIN1 -t UTF-8 FILE \
                  converts it";
    let expected = &std::format!("data:1:4: {reason}");
    assert_eq!(svm(b"caf\xe9 1:1\n"), [expected.as_str()]);
    assert_eq!(errors(b"1 |\xff a\n", &format("vw")), [expected.as_str()]);
    assert_eq!(errors(b"{\"a\xff\":1}\n", &format("jsonl")), [expected.as_str()]);
    let second = std::format!("data:2: {reason}");
    assert_eq!(errors(b"a,b\n\xff,1\n", &format("csv")), [second]);
    assert!(svm(b"1 1:1 # caf\xe9\n").is_empty());
}

#[test]
fn messages_quote_little_and_printable_text() {
    let long = [b"1 1:", &[b'x'; 500][..], b"\x1b[31m"].concat();
    let expected = std::format!("data:1:5: value '{}…' is not a number", "x".repeat(40));
    assert_eq!(svm(&long), [expected]);
    assert_eq!(svm(b"1 1:\x1b[1m"), ["data:1:5: value '\\u{1b}[1m' is not a number"]);
}

#[test]
fn after_a_row_error_the_next_row_comes() {
    let mut space = FeatureSpace::dictionary();
    let mut row = Row::default();
    let mut reader = open(b"1 1:1\n1 x:1 7:1\n0 2:5\n", &format("svmlight"));
    assert!(reader.read(Lookup::Learn(&mut space), &mut row).expect("fine"));
    let error = reader.read(Lookup::Learn(&mut space), &mut row).expect_err("broken");
    assert!(error.is_row_error());
    assert!(reader.read(Lookup::Learn(&mut space), &mut row).expect("fine"));
    assert_eq!((row.values.as_slice(), reader.rows_read()), (&[5.0][..], 2));
    assert_eq!(space.find("7"), None);
}

#[test]
fn a_format_that_cannot_be_told() {
    let error = DataReader::from_read("data", &b"some free words\n"[..], &ReadOptions::default());
    let expected = "data: cannot tell the format from the name or from the first line 'some free \
                    words'; choose one with --format (jsonl, vw, svmlight, tsv, csv, conll, nrc)";
    assert_eq!(error.err().expect("unknown").to_string(), expected);
}
