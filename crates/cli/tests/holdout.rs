//! `--test-every N`: rows that are tested on and leave no trace in the model.

mod common;

use common::data::{examples, svmlight};
use common::{Lab, parse};
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
            for flags in ["", "--average --hash 6", "--passes 3"] {
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
    let lab = Lab::new();
    let text = svmlight(&examples(60, 60, 2), "binary");
    lab.write("all.svm", &text);
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let (mut wrong, mut loss) = (0, 0.0);
    for place in (4..60).step_by(5) {
        let (before, _) = split(&lines[..place].concat(), 5);
        lab.write("before.svm", before);
        lab.write("row.svm", lines[place]);
        lab.ok("learn before.svm --bias 1 --problem binary:negative=-1,positive=1 -q -o m");
        let tested = lab.json("test m row.svm");
        wrong += tested["mistakes"].as_u64().unwrap();
        loss += tested["cumulative_loss"].as_f64().unwrap();
    }
    let done = lab.json("learn all.svm --bias 1 --test-every 5");
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
    lab.ok("learn all.svm --test-every 4 --passes 2 -q -o m");
    let alone = lab.json("learn all.svm --test-every 4 --resume m");
    let last = lab.json("learn all.svm --test-every 4 --passes 3");
    assert_eq!((&last["holdout"], &last["examples"]), (&alone["holdout"], &450.into()));
    assert_eq!(last["holdout"]["examples"], 50);
    let words = lab.ok("learn all.svm --test-every 4 --passes 3");
    let wrong = &last["holdout"]["mistakes"];
    assert!(words.contains(&format!("\nholdout: 50 examples: {wrong} of 50 wrong (")), "{words}");
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
    let words = "learn all.svm --problem binary --test-every 2";
    let ran = lab.run(words);
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.starts_with("noregret: all.svm:4: "), "{}", ran.err);
    let ran = lab.run(&format!("{words} --on-error skip --json -o m"));
    let done = parse(ran.out.lines().last().unwrap());
    assert_eq!((&done["examples"], &done["skipped"]), (&3.into(), &1.into()));
    assert_eq!(done["holdout"]["examples"], 2);
    // The features of the held-out rows and of the refused one are unknown.
    assert_eq!(done["features"], 1 + 1);
}

#[test]
fn where_it_has_no_place() {
    let lab = Lab::new();
    lab.write("d.svm", "1 1:1\n-1 2:1\n1 1:1\n");
    lab.misused("learn d.svm --test-every 1", &["--test-every"]);
    lab.misused("learn d.svm --test-every 2 --tolerance 1", &["--tolerance"]);
    lab.misused("learn d.svm --test-every 2 --kernel gaussian", &["no place with a kernel"]);
    lab.ok("learn d.svm --kernel gaussian -q -o m");
    lab.misused("learn d.svm --test-every 2 --resume m", &["no place with a kernel"]);
}
