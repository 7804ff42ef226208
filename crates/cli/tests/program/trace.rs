//! `learn --trace`: certificates that can be checked without this code.
//!
//! Reference: Shalev-Shwartz 2007 (thesis), Lemma 1.

// Helpers outside of test functions unwrap too.
#![allow(clippy::unwrap_used)]

use crate::common::data::{examples, grouped, svmlight};
use crate::common::{Lab, Ran};
use std::path::PathBuf;
use std::process::Command;

/// Data of every problem that has its name.
pub(crate) fn lab() -> Lab {
    let lab = Lab::new();
    let all = examples(90, 8, 5);
    for problem in ["binary", "multiclass", "regression", "one-vs-rest", "label-ranking", "ordinal"]
    {
        lab.write(&format!("{problem}.svm"), svmlight(&all, problem));
    }
    for problem in ["candidates", "tasks", "queries", "sequence"] {
        lab.write(&format!("{problem}.svm"), grouped(&all, problem));
    }
    lab
}

/// Runs the checker, which knows nothing of the program.
pub(crate) fn python(lab: &Lab, data: &str, trace: &str) -> Ran {
    let script = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/check_trace.py");
    let mut python = Command::new("python3");
    let ran = python.arg(script).args([lab.path(data), lab.path(trace)]).output().unwrap();
    Ran {
        code: ran.status.code(),
        out: String::from_utf8(ran.stdout).unwrap(),
        err: String::from_utf8(ran.stderr).unwrap(),
    }
}

#[test]
fn a_script_of_forty_lines_checks_a_certificate() {
    let lab = lab();
    let script = include_str!("../../../../examples/check_trace.py");
    assert!(script.lines().count() <= 45 && !script.contains("import noregret"));
    for (problem, algorithm) in [
        ("binary", "pa1"),
        ("binary", "pa1 -C inf"),
        ("binary", "perceptron"),
        ("binary", "mira"),
        ("binary", "romma"),
        ("multiclass", "pa1"),
        ("multiclass", "pa1 -C inf"),
        ("multiclass", "kesler"),
        ("multiclass", "romma"),
        ("multiclass", "sopopo"),
        ("multiclass", "simperc"),
        ("multiclass", "self-tuned"),
    ] {
        let words = format!("{problem}.svm --problem {problem} -a {algorithm}");
        let done = lab.json(&format!("learn {words} --trace t.jsonl"));
        let ran = python(&lab, &format!("{problem}.svm"), "t.jsonl");
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{words}");
        // What it proves by itself is what the program prints.
        let level = &done["certificate"]["regret_at"][2];
        let bound = level["lower_bound"].as_f64().unwrap();
        let own: f64 = ran
            .out
            .lines()
            .last()
            .unwrap()
            .split(" at least ")
            .nth(1)
            .unwrap()
            .split(',')
            .next()
            .unwrap()
            .parse()
            .unwrap();
        assert!((own - bound).abs() <= 1e-5 * (1.0 + bound), "{words}: {own} {bound}");
    }
}

/// It adds up a feature that comes twice, and names what it does not cover.
#[test]
fn the_script_reads_repeated_features_and_says_what_it_cannot() {
    let lab = lab();
    lab.write("twice.svm", "1 1:1 1:2 2:1\n-1 1:-1 2:0.5\n1 2:2\n-1 1:-3 2:1\n");
    lab.ok("learn twice.svm -a pa1 --trace t.jsonl -q");
    let ran = python(&lab, "twice.svm", "t.jsonl");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    for (words, why) in [
        ("binary.svm -a eg", "not covered: other than classes, hinge loss, euclid\n"),
        ("regression.svm -a pa1 --problem regression", "not covered: other than classes"),
        ("binary.svm twice.svm -a pa1", "not covered: several files"),
    ] {
        lab.ok(&format!("learn {words} --trace t.jsonl -q"));
        let ran = python(&lab, "binary.svm", "t.jsonl");
        assert_eq!(ran.code, Some(1), "{words}");
        assert!(ran.err.contains(why) && !ran.err.contains("Traceback"), "{words}: {}", ran.err);
    }
}

#[test]
fn a_trace_changes_nothing() {
    let lab = lab();
    for problem in ["binary", "regression", "multiclass"] {
        let words = format!("{problem}.svm --problem {problem} -a pa1");
        assert_eq!(lab.model(&words), lab.model(&format!("{words} --trace t.jsonl")), "{problem}");
    }
    lab.misused("learn binary.svm --trace t.jsonl", &["a trace is about one learner"]);
    lab.misused("learn binary.svm -a leader --trace t.jsonl", &["revisits"]);
}

/// A trace is an output like the others: it replaces nothing that the run reads or writes.
#[test]
fn a_trace_replaces_nothing() {
    let lab = lab();
    lab.ok("learn binary.svm -a pa1 -q -o m");
    for (words, replaced) in [
        ("binary.svm -a pa1 --trace binary.svm", "binary.svm"),
        ("binary.svm -a pa1 --trace ./binary.svm", "binary.svm"),
        ("binary.svm -a pa1 --test ordinal.svm --trace ordinal.svm", "ordinal.svm"),
        ("binary.svm --resume m --trace m", "m"),
        ("binary.svm -a pa1 -o new --trace ./new", "new"),
        ("binary.svm -a pa1 --predictions new --trace new", "new"),
    ] {
        let before = lab.path(replaced).exists().then(|| lab.read(replaced));
        let why = format!("the trace would replace {replaced}: choose another name");
        lab.misused(&format!("learn {words} -q"), &[&why]);
        assert_eq!(lab.path(replaced).exists().then(|| lab.read(replaced)), before, "{words}");
    }
    lab.misused("learn binary.svm -a pa1 --trace - --json", &["both want standard output"]);
    lab.misused("learn binary.svm -a pa1 --trace - --predictions -", &["both want standard"]);
}

/// `-` is standard output, and a run that breaks leaves what was there.
#[test]
fn a_trace_is_whole_or_not_there() {
    let lab = lab();
    let to_stdout = lab.run("learn binary.svm -a pa1 --trace -");
    assert_eq!(to_stdout.code, Some(0), "{}", to_stdout.err);
    assert!(to_stdout.err.contains("90 examples"), "the report goes to stderr: {}", to_stdout.err);
    lab.ok("learn binary.svm -a pa1 --trace t.jsonl -q");
    assert_eq!(to_stdout.out.as_bytes(), lab.read("t.jsonl"));
    assert!(!lab.path("-").exists());
    let rows = String::from_utf8(lab.read("binary.svm")).unwrap();
    lab.write("broken.svm", rows + "1 nonsense\n");
    lab.write("t.jsonl", "as it was");
    assert_eq!(lab.run("learn broken.svm -a pa1 --trace t.jsonl -q").code, Some(1));
    assert_eq!(lab.read("t.jsonl"), b"as it was");
    assert_eq!(lab.run("learn broken.svm -a pa1 --trace new.jsonl -q").code, Some(1));
    let names = std::fs::read_dir(lab.path(".")).unwrap();
    let left: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
    assert!(!left.iter().any(|name| name.to_string_lossy().contains("new.jsonl")), "{left:?}");
}
