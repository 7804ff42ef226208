//! `--test-every N`: rows that are tested on and leave no trace in the model.

#![allow(clippy::unwrap_used)]

use crate::common::data::{examples, svmlight};
use crate::common::{Lab, parse};
use serde_json::Value;

/// The text without every `every`th line, and those lines.
fn split(text: &str, every: usize) -> (String, String) {
    let (mut learned, mut held) = (String::new(), String::new());
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        let part = if number % every == 0 { &mut held } else { &mut learned };
        part.push_str(line);
    }
    (learned, held)
}

#[test]
fn the_model_is_that_of_the_other_rows() {
    let lab = Lab::new();
    for (problem, rows) in [("binary", 900), ("multiclass", 1300), ("regression", 900)] {
        let text = svmlight(&examples(rows, 60, 2), problem);
        lab.write("all.svm", &text);
        for every in [2, 7] {
            lab.write("some.svm", split(&text, every).0);
            for flags in [
                "",
                "--average --hash 6",
                "--passes 3",
                "--kernel gaussian",
                "--kernel polynomial --hash 6",
                "--kernel linear --passes 2",
            ] {
                if flags.contains("--kernel") && problem == "regression" {
                    continue;
                }
                let flags = format!("{flags} --problem {problem}");
                let expected = lab.model(&format!("some.svm {flags}"));
                let words = format!("all.svm --test-every {every} {flags}");
                assert!(lab.model(&words) == expected, "{words}");
            }
        }
    }
}

#[test]
fn each_row_is_judged_by_the_model_of_its_moment() {
    judged_at_its_moment("");
    judged_at_its_moment("--kernel gaussian");
}

fn judged_at_its_moment(flags: &str) {
    let lab = Lab::new();
    let text = svmlight(&examples(60, 60, 2), "binary");
    lab.write("all.svm", &text);
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let (mut wrong, mut loss) = (0, 0.0);
    for place in (4..60).step_by(5) {
        let (before, _) = split(&lines[..place].concat(), 5);
        lab.write("before.svm", before);
        lab.write("row.svm", lines[place]);
        let problem = "--problem binary:negative=-1,positive=1";
        lab.ok(&format!("learn before.svm --bias 1 {problem} {flags} -q -o m"));
        let tested = lab.json("test m row.svm");
        wrong += tested["mistakes"].as_u64().unwrap();
        loss += tested["cumulative_loss"].as_f64().unwrap();
    }
    let done = lab.json(&format!("learn all.svm --bias 1 --test-every 5 {flags}"));
    let holdout = &done["holdout"];
    assert_eq!((&done["examples"], &holdout["examples"]), (&48.into(), &12.into()));
    assert_eq!(holdout["mistakes"], wrong);
    let counted = holdout["cumulative_loss"].as_f64().unwrap();
    assert!((counted - loss).abs() < 1e-9 && wrong > 0 && loss > 0.0, "{counted} {loss}");
}

/// The last pass begins with the model of the passes before it.
#[test]
fn only_the_last_pass_is_reported() {
    let lab = Lab::new();
    lab.write("all.svm", svmlight(&examples(200, 60, 2), "binary"));
    for flags in ["", "--kernel gaussian"] {
        lab.ok(&format!("learn all.svm --test-every 4 --passes 2 {flags} -q -o m"));
        let alone = lab.json("learn all.svm --test-every 4 --resume m");
        let last = lab.json(&format!("learn all.svm --test-every 4 --passes 3 {flags}"));
        assert_eq!((&last["holdout"]["examples"], &last["examples"]), (&50.into(), &450.into()));
        let wrong = &last["holdout"]["mistakes"];
        assert_eq!(wrong, &alone["holdout"]["mistakes"], "{flags}");
        let loss = |done: &Value| done["holdout"]["cumulative_loss"].as_f64().unwrap();
        assert!((loss(&last) - loss(&alone)).abs() < 1e-9, "{flags}");
        let words = lab.ok(&format!("learn all.svm --test-every 4 --passes 3 {flags}"));
        let line = format!("\nholdout: 50 examples: {wrong} of 50 wrong (");
        assert!(words.contains(&line), "{words}");
    }
}

/// A linear kernel is the linear learner, also while it looks ahead.
#[test]
fn kernels_test_on_the_same_rows() {
    let lab = Lab::new();
    lab.write("all.svm", svmlight(&examples(700, 60, 2), "multiclass"));
    for flags in ["--passes 1", "--passes 3", "--hash 7"] {
        let words = format!("learn all.svm -a pa1 --bias 1 --test-every 3 {flags}");
        let [plain, kernel] = ["", "--kernel linear"].map(|k| lab.json(&format!("{words} {k}")));
        for key in ["examples", "mistakes"] {
            assert_eq!(plain["holdout"][key], kernel["holdout"][key], "{flags} {key}");
        }
        assert_eq!(plain["features"], kernel["features"], "{flags}");
    }
}

#[test]
fn progress_has_it_too_and_other_runs_have_not() {
    let lab = Lab::new();
    lab.write("all.svm", svmlight(&examples(50, 60, 2), "regression"));
    let text = lab.ok("learn all.svm --test-every 3 --json");
    let events: Vec<Value> = text.lines().map(parse).collect();
    for event in &events {
        let (learned, held) = (&event["examples"], &event["holdout"]["examples"]);
        let (learned, held) = (learned.as_u64().unwrap(), held.as_u64().unwrap());
        assert!(held == learned / 2 || held == (learned - 1) / 2, "{event}");
        assert!(event["holdout"]["mistakes"].is_null(), "{event}");
    }
    assert!(events.len() > 4);
    assert!(lab.json("learn all.svm").get("holdout").is_none());
}

#[test]
fn rows_that_do_not_fit_are_refused_there_too() {
    let lab = Lab::new();
    lab.write("all.svm", "1 1:1\n-1 4:1\n-1 1:-1\n7 3:1\n1 1:2\n-1 2:3\n");
    for flags in ["", "--kernel linear"] {
        let words = format!("learn all.svm --problem binary --test-every 2 {flags}");
        let ran = lab.run(&words);
        assert_eq!(ran.code, Some(1));
        assert!(ran.err.starts_with("noregret: all.svm:4: "), "{}", ran.err);
        let ran = lab.run(&format!("{words} --on-error skip --json -o m"));
        let done = parse(ran.out.lines().last().unwrap());
        assert_eq!((&done["examples"], &done["skipped"]), (&3.into(), &1.into()), "{flags}");
        assert_eq!(done["holdout"]["examples"], 2, "{flags}");
        // The features of the held-out rows and of the refused one are unknown.
        assert_eq!(done["features"], 1 + 1, "{flags}");
    }
}

/// Neither the problem nor the constant feature hangs on rows that are held out.
#[test]
fn rows_held_out_have_no_say_at_the_start() {
    let lab = Lab::new();
    lab.write("all.svm", "a 1:1\nb 2:1\nc 2:1000\nb 2:2\n");
    let ran = lab.run("learn all.svm -a pa1 --test-every 3 --on-error skip --json");
    let done = parse(ran.out.lines().last().unwrap());
    assert_eq!(done["spec"]["problem"]["kind"], "binary");
    assert_eq!((&done["bias"], &done["skipped"]), (&0.125.into(), &1.into()));
}

#[test]
fn no_row_may_be_held_out() {
    let lab = Lab::new();
    lab.write("d.svm", "1 1:1\n-1 2:1\n");
    let said = lab.ok("learn d.svm --test-every 3");
    assert!(said.lines().any(|line| line == "holdout: no rows"), "{said}");
}

#[test]
fn where_it_has_no_place() {
    let lab = Lab::new();
    lab.write("d.svm", "1 1:1\n-1 2:1\n1 1:1\n");
    lab.misused("learn d.svm --test-every 1", &["--test-every"]);
    lab.misused("learn d.svm --test-every 2 --tolerance 1", &["--tolerance"]);
}

/// What the model does not know is taken out of a row; what is left keeps its own `Constant`, to
/// which the constant is added.
#[test]
fn a_row_may_have_its_own_constant() {
    let lab = Lab::new();
    let row = |t: u32| {
        let (a, b, own) = (t % 7, t % 5, 1 + t % 3);
        format!("{} | 1:0.{a}1 3:0.{b}2 Constant:{own}\n", if a + b > 4 { 1 } else { -1 })
    };
    let learned: String = (0..40).map(row).collect();
    let held = "1 | 1:0.5 3:0.2 9001:1 9002:1 9003:1 9004:1 Constant:2\n";
    lab.write("learned.vw", &learned);
    lab.write("held.vw", held);
    lab.write("all.vw", learned + held);
    for flags in ["--kernel gaussian", "--kernel polynomial", ""] {
        lab.ok(&format!("learn learned.vw -a pa1 --bias 1 {flags} -q -o m"));
        let tested = lab.json("test m held.vw");
        let done = lab.json(&format!("learn all.vw -a pa1 --bias 1 --test-every 41 {flags}"));
        let loss = |report: &Value| report["cumulative_loss"].as_f64().unwrap();
        assert!((loss(&done["holdout"]) - loss(&tested)).abs() < 1e-9, "{flags}");
    }
}
