//! Label files in each unit, and broken ones.

use noregret_align::files::{TimeUnit, labels_from_bytes};

fn error(text: &str) -> String {
    labels_from_bytes("a.lab", text.as_bytes(), TimeUnit::Seconds).unwrap_err().to_string()
}

#[test]
fn times_are_in_their_unit() {
    let cases = [
        ("0 0.5 a\n0.5 1 b -12.5\n", TimeUnit::Seconds),
        ("0 5000000 a\n\n5000000 10000000 b\n", TimeUnit::Htk),
        ("0 8000 a\n8000 16000 b\n", TimeUnit::Samples(16_000.0)),
    ];
    for (text, unit) in cases {
        let labels = labels_from_bytes("a.lab", text.as_bytes(), unit).unwrap();
        assert_eq!(labels.len(), 2);
        assert!((labels[1].start - 0.5).abs() < 1e-12 && (labels[1].end - 1.0).abs() < 1e-12);
        assert_eq!(labels[1].text, "b");
    }
}

#[test]
fn broken_lines_are_named() {
    assert_eq!(error("0 1 a\n1 2\n"), "a.lab:2: start, end and label are expected");
    assert_eq!(error("0 x a\n"), "a.lab:1: \"x\" is not a time");
    assert_eq!(error("0 NaN a\n"), "a.lab:1: \"NaN\" is not a time");
    let reversed = "a.lab:1: a segment ends at 1.0000 s, before it begins at 2.0000 s";
    assert_eq!(error("2 1 a\n"), reversed);
    let overlap = "a.lab:2: a segment begins at 0.5000 s, before 1.0000 s";
    assert_eq!(error("0 1 a\n0.5 2 b\n"), overlap);
}
