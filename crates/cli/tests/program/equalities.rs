//! What must not matter: zeros written out, the format, the order of features, compression, line
//! ends, threads, the time of day.

use crate::common::Lab;
use crate::common::data::{Example, csv, examples, jsonl, svmlight, vw};
use std::io::Write;

const RANGE: u32 = 12;
const FLAGS: [&str; 5] =
    ["", "--average", "--algorithm pa2 --hash 3", "--algorithm eg", "--kernel gaussian"];

fn data(problem: &str) -> (Lab, Vec<Example>) {
    let (lab, all) = (Lab::new(), examples(1200, RANGE, 5));
    lab.write("plain.svm", svmlight(&all, problem));
    (lab, all)
}

/// Every variant makes the same model as `plain.svm`, byte for byte, with several learners.
fn same_models(lab: &Lab, variants: &[&str]) {
    for flags in FLAGS {
        let plain = lab.model(&format!("plain.svm {flags}"));
        assert!(plain != lab.model(&format!("plain.svm {flags} --bias 7")), "nothing is compared");
        for variant in variants {
            assert!(lab.model(&format!("{variant} {flags}")) == plain, "{variant} {flags}");
        }
    }
}

/// The features of each example in other words.
fn rewritten(all: &[Example], features: impl Fn(&[(u32, f64)]) -> String) -> String {
    let line = |e: &Example| format!("{} {}\n", e.label("binary"), features(&e.features));
    all.iter().map(line).collect()
}

fn words(pairs: impl Iterator<Item = (u32, f64)>) -> String {
    pairs.map(|(key, value)| format!("{key}:{value} ")).collect()
}

#[test]
fn zeros_written_out_are_no_features() {
    let (lab, all) = data("binary");
    let dense = |features: &[(u32, f64)]| {
        let value = |key| features.iter().find(|(k, _)| *k == key).map_or(0.0, |(_, v)| *v);
        words((1..=RANGE + 5).map(|key| (key, value(key))))
    };
    lab.write("dense.svm", rewritten(&all, dense));
    assert!(lab.read("dense.svm").len() > 2 * lab.read("plain.svm").len());
    same_models(&lab, &["dense.svm"]);
}

#[test]
fn the_order_of_features_and_their_splitting_is_nothing() {
    let (lab, all) = data("binary");
    lab.write("reversed.svm", rewritten(&all, |f| words(f.iter().rev().copied())));
    let halves = |f: &[(u32, f64)]| {
        let half = |&(key, value): &(u32, f64)| (key, value / 2.0);
        words(f.iter().map(half).chain(f.iter().map(half)))
    };
    lab.write("halves.svm", rewritten(&all, halves));
    same_models(&lab, &["reversed.svm", "halves.svm"]);
}

#[test]
fn the_same_examples_in_every_format() {
    for problem in ["binary", "regression"] {
        let (lab, all) = data(problem);
        lab.write("same.vw", vw(&all, problem, false));
        lab.write("same.jsonl", jsonl(&all, problem, false));
        lab.write("same.csv", csv(&all, problem, RANGE));
        lab.write("same.tsv", csv(&all, problem, RANGE).replace(',', "\t"));
        same_models(&lab, &["same.vw", "same.jsonl"]);
        // The model of a table also knows its columns: compare what was learned.
        for flags in FLAGS {
            let plain = lab.timeless(&format!("learn plain.svm {flags} -o plain"));
            let scores = lab.ok("predict plain plain.svm --scores");
            for table in ["same.csv", "same.tsv"] {
                let done = lab.timeless(&format!("learn {table} {flags} -o table"));
                assert_eq!(done, plain, "{table} {flags}");
                assert_eq!(lab.ok(&format!("predict table {table} --scores")), scores, "{table}");
            }
        }
    }
}

#[test]
fn compressed_piped_and_plain_files() {
    let (lab, _) = data("binary");
    let text = lab.read("plain.svm");
    let gzip = |bytes: &[u8]| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    };
    let (head, tail) = text.split_at(text.len() / 3);
    lab.write("small.svm.gz", gzip(&text));
    lab.write("members.svm.gz", [gzip(head), gzip(tail)].concat());
    lab.write("small.svm.zst", zstd::encode_all(&text[..], 3).unwrap());
    lab.write("misnamed.svm", gzip(&text));
    same_models(&lab, &["small.svm.gz", "members.svm.gz", "small.svm.zst", "misnamed.svm"]);
    let plain = lab.model("plain.svm");
    for input in [&text, &lab.read("small.svm.gz"), &lab.read("small.svm.zst")] {
        let ran = lab.run_on("learn - -q -o piped", input);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
        assert!(lab.read("piped") == plain);
    }
}

#[test]
fn line_ends_blank_lines_comments_and_a_byte_order_mark() {
    let (lab, all) = data("binary");
    let text = String::from_utf8(lab.read("plain.svm")).unwrap();
    lab.write("crlf.svm", text.replace('\n', "\r\n"));
    lab.write("unended.svm", text.trim_end());
    lab.write("marked.svm", format!("\u{feff}{text}"));
    lab.write("spaced.svm", format!("# comment\n\n{}", text.replace('\n', " # remark\n\n")));
    same_models(&lab, &["crlf.svm", "unended.svm", "marked.svm", "spaced.svm"]);
    let table = csv(&all, "binary", RANGE);
    lab.write("lf.csv", &table);
    lab.write("crlf.csv", table.replace('\n', "\r\n"));
    lab.write("quoted.csv", table.replace(",1\n", " , \"1\"\n"));
    let plain = lab.model("lf.csv");
    assert!(lab.model("crlf.csv") == plain && lab.model("quoted.csv") == plain);
}

#[test]
fn threads_and_the_progress_bar() {
    let (lab, _) = data("binary");
    same_models(&lab, &["plain.svm --threads 4", "plain.svm --seed 9", "plain.svm --no-progress"]);
    let one = lab.timeless("learn plain.svm --threads 1");
    assert_eq!(lab.timeless("learn plain.svm --threads 7"), one);
}

#[test]
fn two_runs_differ_in_nothing_but_the_seconds() {
    let (lab, _) = data("binary");
    let words = "learn plain.svm --average --test plain.svm --passes 2 -o m";
    let first = lab.timeless(words);
    let model = lab.read("m");
    assert_eq!(lab.timeless(words), first);
    assert!(lab.read("m") == model);
    let events = |text: String| text.lines().count();
    assert_eq!(events(lab.ok("learn plain.svm --json --passes 2")), 1 + 12);
}
