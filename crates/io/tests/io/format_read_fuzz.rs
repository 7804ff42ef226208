//! Whatever the bytes are, a reader returns rows or errors and comes to an end.

use crate::common::{drain, format, open};
use noregret_io::{DataReader, FORMATS, FeatureSpace, ReadOptions};
use proptest::prelude::*;

const VALID: &str = "1 qid:3 1:0.5 2:-1e3 # c\n-1 2 'tag|ns:2 a:1 b |m c\n\
    a,\"b\"\"x\",label\n1,\"q\nr\",3\n{\"label\":1,\"a\":[1,{\"b\":\"c\"}]}\nx\ty\t1\n";

fn read_all(bytes: &[u8]) -> Result<(), TestCaseError> {
    for block in [3, 1 << 12] {
        for name in FORMATS.iter().map(|format| format.name) {
            let options = ReadOptions { block, longest_line: 100, ..format(name) };
            let Ok(mut reader) =
                DataReader::from_read("data", std::io::Cursor::new(bytes.to_vec()), &options)
            else {
                continue;
            };
            let (rows, errors) = drain(&mut reader, &mut FeatureSpace::dictionary());
            prop_assert!(rows.len() + errors.len() <= bytes.len() + 1);
            let finite = |row: &noregret_io::Row| row.values.iter().all(|v| v.is_finite());
            prop_assert!(rows.iter().all(finite));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn random_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..120)) {
        read_all(&bytes)?;
    }

    #[test]
    fn likely_bytes(text in "[-+0-9a.eE:|#'\",{}\\[\\] \t\r\nq\u{feff}é\0]{0,80}") {
        read_all(text.as_bytes())?;
    }

    #[test]
    fn mutated_files(
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in any::<prop::sample::Index>(),
    ) {
        let mut bytes = VALID.as_bytes().to_vec();
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        bytes.truncate(cut.index(bytes.len()) + 1);
        read_all(&bytes)?;
    }

    #[test]
    fn mutated_compression(at in any::<prop::sample::Index>(), byte in any::<u8>(), zstd: bool) {
        let mut bytes = if zstd {
            zstd::encode_all(VALID.as_bytes(), 0).expect("compresses")
        } else {
            use std::io::Write;
            let mut encoder =
                flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
            encoder.write_all(VALID.as_bytes()).expect("writes");
            encoder.finish().expect("finishes")
        };
        let at = at.index(bytes.len());
        bytes[at] = byte;
        let options = format("svmlight");
        if let Ok(mut reader) =
            DataReader::from_read("data", std::io::Cursor::new(bytes), &options)
        {
            drain(&mut reader, &mut FeatureSpace::dictionary());
        }
    }
}

#[test]
fn the_valid_text_is_partly_valid_in_every_format() {
    for name in ["svmlight", "vw", "csv", "jsonl"] {
        let mut reader = open(VALID.as_bytes(), &format(name));
        let (rows, _) = drain(&mut reader, &mut FeatureSpace::dictionary());
        assert!(name == "csv" || !rows.is_empty(), "{name}");
    }
}
