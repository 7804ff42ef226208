//! Files of many blocks, read ahead by several threads: nothing that a run says or writes depends
//! on their number.

use crate::common::Lab;
use crate::common::data::{csv, examples, jsonl, svmlight, vw};

/// Enough for several blocks in every format.
const ROWS: usize = 16_000;

/// Runs with one thread and with more; what it printed (without the time) and wrote must be the
/// same.
fn same_runs(lab: &Lab, words: &str, files: &[&str]) -> String {
    let run = |threads: u32| {
        let ran = lab.run(&format!("{words} --threads {threads}"));
        let written: Vec<Vec<u8>> = files.iter().map(|file| lab.read(file)).collect();
        (ran.code, ran.out, ran.err, written)
    };
    let one = run(1);
    for threads in [2, 4] {
        assert!(run(threads) == one, "{words} --threads {threads}");
    }
    one.2
}

/// The text with rows that are no rows.
fn damaged(text: &str, broken: &str) -> String {
    let line = |(at, line): (usize, &str)| match at % 1000 {
        999 => format!("{line}\n{broken}\n"),
        _ => format!("{line}\n"),
    };
    text.lines().enumerate().map(line).collect()
}

#[test]
fn models_and_predictions_of_every_format() {
    let (lab, all) = (Lab::new(), examples(ROWS, 60, 8));
    lab.write("d.svm", svmlight(&all, "binary"));
    lab.write("d.vw", vw(&all, "binary", false));
    lab.write("d.csv", csv(&all, "binary", 60));
    lab.write("d.jsonl", jsonl(&all, "binary", false));
    for file in ["d.svm", "d.vw", "d.csv", "d.jsonl"] {
        assert!(lab.read(file).len() > 8 << 16, "{file} is too short to be read ahead");
        same_runs(&lab, &format!("learn {file} --quiet -o m"), &["m"]);
        same_runs(&lab, &format!("predict m {file} --scores"), &[]);
        same_runs(&lab, &format!("test m {file} --json"), &[]);
        same_runs(&lab, &format!("convert {file} out.jsonl"), &["out.jsonl"]);
    }
    same_runs(&lab, "learn d.svm d.vw --quiet --passes 2 --hash 5 --average -o m", &["m"]);
}

#[test]
fn rows_that_are_skipped() {
    let (lab, all) = (Lab::new(), examples(ROWS, 60, 9));
    lab.write("d.svm", damaged(&svmlight(&all, "binary"), "1 2:x"));
    lab.write("d.csv", damaged(&csv(&all, "binary", 60), "\"one\ncell\""));
    for file in ["d.svm", "d.csv"] {
        let said = same_runs(&lab, &format!("learn {file} --on-error skip --quiet -o m"), &["m"]);
        assert!(said.contains("further skipped rows"), "{said}");
    }
}

#[test]
fn a_row_that_stops_the_run() {
    let (lab, all) = (Lab::new(), examples(ROWS, 60, 10));
    let text = svmlight(&all, "binary");
    let line = 1 + text.lines().count();
    lab.write("d.svm", format!("{text}1 7:1 2:x\n{text}"));
    let said = same_runs(&lab, "learn d.svm -o m --quiet", &["m.partial"]);
    assert!(said.contains(&format!("d.svm:{line}:9: value 'x' is not a number")), "{said}");
}
