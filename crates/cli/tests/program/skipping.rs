//! `--on-error skip` is the same as a file without those rows; a failure keeps what was learned.

use crate::common::Lab;
use crate::common::data::{examples, mixed_csv, svmlight, vw};

/// `text` with each of `broken` put in after so many lines.
fn spoiled(text: &str, broken: &[(usize, &str)]) -> String {
    let mut out = String::new();
    for (number, line) in text.lines().enumerate() {
        for (_, bad) in broken.iter().filter(|(at, _)| *at == number) {
            out.push_str(bad);
            out.push('\n');
        }
        out.push_str(line);
        out.push('\n');
    }
    out
}

/// Learning `bad` with skipping makes the model of `good`, and counts in every pass.
fn skips(name: &str, good: &str, broken: &[(usize, &str)], flags: &str) {
    let lab = Lab::new();
    lab.write(&format!("good.{name}"), good);
    lab.write(&format!("bad.{name}"), spoiled(good, broken));
    let expected = lab.model(&format!("good.{name} {flags}"));
    let ran = lab.run(&format!("learn bad.{name} --on-error skip --json -o m {flags}"));
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let passes = if flags.contains("--passes 3") { 3 } else { 1 };
    let shown = ran.err.matches("noregret: skipped bad.").count();
    let few = broken.len().min(5);
    assert!(shown == few || (shown > few && passes > 1), "{}", ran.err);
    assert!(ran.out.contains(&format!("\"skipped\":{},", passes * broken.len())), "{}", ran.out);
    assert!(lab.read("m") == expected, "{name} {flags}: skipped rows left a trace");
}

#[test]
fn unreadable_rows_leave_no_trace() {
    let all = examples(1500, 30, 8);
    let bad = ["1 99:x", "1 98:nan", "1 97:1 |", "1 96:1 99999999999:1", "-1 95:1 x", "qid:x 94:1"];
    for places in [0, 700, 1300] {
        let broken: Vec<(usize, &str)> = bad.iter().map(|line| (places, *line)).collect();
        skips("svm", &svmlight(&all, "binary"), &broken, "--average");
    }
    skips("vw", &vw(&all, "regression", true), &[(3, "1 |a x:2y"), (1200, "2 -1 |b c")], "");
}

#[test]
fn rows_that_do_not_fit_the_problem_leave_no_trace() {
    let good = svmlight(&examples(1500, 30, 9), "binary");
    for at in [2, 1400] {
        let broken =
            [(at, "7 900:1 3:1"), (at, "901:1 5:1"), (at, "1 1:1e200 902:1"), (at, "x 903:5")];
        skips("svm", &good, &broken, "--problem binary");
        skips("svm", &good, &broken, "--problem binary --hash 5 --passes 3");
        for kernel in ["gaussian", "linear --average", "polynomial --passes 3", "linear --vote"] {
            skips("svm", &good, &broken, &format!("--problem binary --kernel {kernel}"));
        }
    }
}

#[test]
fn broken_records_of_a_table_do_not_settle_its_columns() {
    let good = mixed_csv(&examples(200, 30, 4), 100);
    // The price is broken; before it, the place looks like a number.
    let turned: String = good
        .lines()
        .map(|line| {
            let cells: Vec<&str> = line.split(',').collect();
            format!("{},{},{},{},{}\n", cells[3], cells[2], cells[1], cells[0], cells[4])
        })
        .collect();
    skips("csv", &turned, &[(20, "5,red,3,cheap,buy"), (150, "a,b,c")], "");
}

#[test]
fn readers_say_how_many_they_skipped() {
    let lab = Lab::new();
    lab.write("d.svm", "1 1:1\n-1 2:1\n");
    lab.write("bad.svm", "1 1:1\n1 x\n1 y\n-1 2:1\n1 1:1\n1 a\n1 b\n1 c\n1 d\n");
    lab.ok("learn d.svm -q -o m");
    for (words, lines) in
        [("predict m bad.svm", 3), ("test m bad.svm", 1), ("convert bad.svm o.vw", 0)]
    {
        let ran = lab.run(&format!("{words} --on-error skip"));
        assert_eq!((ran.code, ran.out.lines().count()), (Some(0), lines), "{words}");
        let (shown, rest) =
            ran.err.split_once("noregret: further").unwrap_or_else(|| panic!("{}", ran.err));
        assert_eq!(shown.lines().count(), 5);
        assert_eq!(rest, " skipped rows are only counted\nnoregret: 6 rows skipped\n");
    }
    assert_eq!(String::from_utf8(lab.read("o.vw")).unwrap().lines().count(), 3);
}

#[test]
fn a_file_of_nothing_but_broken_rows_is_a_failure() {
    let lab = Lab::new();
    lab.write("d.svm", "1 x\n1 y\n");
    let ran = lab.run("learn d.svm --on-error skip -o m");
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.ends_with("noregret: d.svm: the file has no good row\n"), "{}", ran.err);
    lab.write("d.svm", "1 1:1\n2 1:1\n");
    let ran = lab.run("learn d.svm --problem binary:negative=a,positive=b --on-error skip -o m");
    assert_eq!(ran.code, Some(1));
    assert!(
        ran.err.ends_with("noregret: there was no row to learn from: all were skipped\n"),
        "{}",
        ran.err
    );
    assert!(!lab.has("m") && !lab.has("m.partial"));
}

#[test]
fn a_failure_keeps_the_old_model_and_what_was_learned() {
    for (rows, at) in [(50, 20), (1500, 400), (1500, 1400)] {
        let lab = Lab::new();
        for (extension, text, bad) in [
            ("svm", svmlight(&examples(rows, 30, 6), "binary"), "1 1:x"),
            ("csv", mixed_csv(&examples(rows, 30, 6), 10), "1,2,3"),
        ] {
            let lines: Vec<&str> = text.split_inclusive('\n').collect();
            lab.write(&format!("before.{extension}"), lines[..at].concat());
            lab.write(&format!("bad.{extension}"), spoiled(&text, &[(at, bad)]));
            lab.write("m", "an older model");
            let ran = lab.run(&format!("learn bad.{extension} -o m"));
            assert_eq!(ran.code, Some(1));
            let examples = if extension == "csv" { at - 1 } else { at };
            let kept = format!(
                "noregret: what was learned from {examples} examples before the failure is in m.partial\n\
                 noregret: bad.{extension}:{}:",
                at + 1
            );
            assert!(ran.err.starts_with(&kept), "{}", ran.err);
            assert_eq!(lab.read("m"), b"an older model");
            assert!(lab.read("m.partial") == lab.model(&format!("before.{extension}")));
            let header = if extension == "csv" { lines[0] } else { "" };
            lab.write(&format!("rest.{extension}"), format!("{header}{}", lines[at..].concat()));
            let both = lab.model(&format!("before.{extension} rest.{extension}"));
            lab.ok(&format!("learn rest.{extension} --resume m.partial -q -o m"));
            assert!(lab.read("m") == both, "{extension} {at}");
        }
    }
}
