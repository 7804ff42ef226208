//! `noregret boost`: textbook numbers, a model file that the other commands understand, refusals.

use crate::common::{Lab, parse};

/// Ten points: errors 0.30, 0.21, 0.14, steps 0.42, 0.65, 0.92.
const POINTS: &str = "across,up,class\n1,2,yes\n2,4,yes\n4,7,yes\n5,9,yes\n6,8,yes\n3,3,no\n4.5,1,no\n5.5,5,no\n8,8.5,no\n9,4.5,no\n";

fn lab() -> Lab {
    let lab = Lab::new();
    lab.write("ten.csv", POINTS);
    lab
}

#[test]
fn three_rounds_on_ten_points() {
    let lab = lab();
    let out = lab.ok("boost ten.csv --rounds 3 --json -o the.model");
    let lines: Vec<_> = out.lines().map(parse).collect();
    assert_eq!(lines.len(), 4);
    for (line, step) in lines.iter().zip([0.42, 0.65, 0.92]) {
        assert!((line["step"].as_f64().unwrap() - step).abs() < 0.005, "{line}");
        assert!(["across", "up"].contains(&line["feature"].as_str().unwrap()), "{line}");
    }
    let done = &lines[3];
    assert_eq!((done["mistakes"].as_u64(), done["rounds"].as_u64()), (Some(0), Some(3)));
    let number = |name: &str| done["certificate"][name].as_f64().unwrap();
    assert_eq!(number("training_error"), 0.0);
    assert!((number("exp_loss") / number("product") - 1.0).abs() < 1e-12);
    assert!(number("exp_loss") <= number("bound"));
    // The mean loss is the exp-loss.
    assert!((done["mean_loss"].as_f64().unwrap() / number("exp_loss") - 1.0).abs() < 1e-12);

    let test = lab.json("test the.model ten.csv");
    assert_eq!((test["examples"].as_u64(), test["mistakes"].as_u64()), (Some(10), Some(0)));
    assert_eq!(test["mean_loss"], done["mean_loss"]);
    let said = lab.ok("predict the.model ten.csv");
    let sides: Vec<&str> = POINTS.lines().skip(1).map(|l| l.rsplit(',').next().unwrap()).collect();
    assert_eq!(said.lines().collect::<Vec<_>>(), sides);
    let model = lab.json("inspect the.model");
    assert_eq!(model["certificate"], done["certificate"]);
    assert_eq!(model["stumps"].as_array().unwrap().len(), 3);
    let words = lab.ok("inspect the.model --top 1");
    assert!(words.contains("adaboost") && words.contains("product of the rounds' Z"), "{words}");
    assert_eq!(words.lines().last().unwrap().split_whitespace().nth(1), Some("across"));
}

#[test]
fn every_rule_and_the_test_set() {
    let lab = lab();
    lab.write("more.csv", "across,up,class\n1.5,3,yes\n8.5,5,no\n5,8.2,no\n");
    for rule in ["adaboost", "majority", "capped", "gentle", "line-search"] {
        let done = lab.json(&format!("boost ten.csv --rule {rule} --rounds 60 --test more.csv"));
        assert_eq!(done["rule"]["kind"], rule);
        assert_eq!(done["mistakes"], 0, "{rule}");
        assert_eq!(
            (done["test"]["examples"].as_u64(), done["test"]["mistakes"].as_u64()),
            (Some(3), Some(1))
        );
    }
    let out = lab.ok("boost ten.csv --rule capped --gamma 0.2");
    assert!(out.starts_with("capped:gamma=0.2 (binary, decision stumps): 10 examples"), "{out}");
    assert_eq!(lab.ok("boost ten.csv --quiet"), "");
}

/// Importance is repetition, hashed or named features are the same, and any two labels will do.
#[test]
fn weights_and_formats() {
    let lab = Lab::new();
    lab.write("a.vw", "1 2.0 | x:1\n-1 | x:2\n1 | x:3\n-1 3.0 | x:3\n");
    lab.write("b.svm", "1 1:1\n1 1:1\n0 1:2\n1 1:3\n0 1:3\n0 1:3\n0 1:3\n");
    let (a, b) = (lab.json("boost a.vw --rounds 5"), lab.json("boost b.svm --rounds 5"));
    let loss = |done: &serde_json::Value| done["certificate"]["exp_loss"].as_f64().unwrap();
    assert!((loss(&a) / loss(&b) - 1.0).abs() < 1e-9);
}

#[test]
fn what_makes_no_sense_is_refused() {
    let lab = lab();
    lab.misused("boost ten.csv --rule other", &["there is no 'other'", "adaboost"]);
    lab.misused("boost ten.csv --gamma 0.1", &["--gamma has no place in the rule adaboost"]);
    lab.misused("boost ten.csv --rule majority --gamma 0.7", &["gamma", "0.7"]);
    lab.misused("boost ten.csv -o ten.csv", &["would replace the data"]);
    lab.write("three.svm", "1 1:1\n-1 1:2\n2 1:3\n");
    let ran = lab.run("boost three.svm");
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("three.svm:3: label 2 is not among the known ones"), "{}", ran.err);
    let skipped = lab.run("boost three.svm --on-error skip");
    assert!(skipped.code == Some(0) && skipped.out.contains("2 examples"), "{skipped:?}");
    lab.write("same.svm", "1 1:1\n-1 1:1\n");
    lab.fails("boost same.svm", 1, "noregret: no stump is better than a guess on this data\n");
    lab.ok("boost ten.csv --quiet -o the.model");
    lab.misused("learn ten.csv --resume the.model", &["do not learn on"]);
    lab.misused("inspect the.model --assume-margin 1", &["not stumps"]);
}

/// Nobody reads the rounds, but the model is wanted.
#[test]
fn a_closed_pipe_does_not_cost_the_model() {
    let lab = lab();
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_noregret"));
    program.args(["boost", "ten.csv", "--rounds", "3", "--json", "-o", "the.model"]);
    let status = program.current_dir(lab.path(".")).stdout(writer).status().unwrap();
    assert_eq!(status.code(), Some(0));
    lab.ok("boost ten.csv --rounds 3 --quiet -o other.model");
    assert!(lab.read("the.model") == lab.read("other.model"));
}

/// What was not learned from is not counted; the certificate counts by importance and says so.
#[test]
fn rows_of_no_importance_are_not_counted() {
    let lab = Lab::new();
    lab.write("a.vw", "1 | x:1\n-1 | x:2\n-1 | x:3\n1 0 | x:3\n");
    let done = lab.json("boost a.vw --rounds 5");
    assert_eq!((done["examples"].as_u64(), done["error_rate"].as_f64()), (Some(3), Some(0.0)));
    assert_eq!(done["certificate"]["training_error"], 0.0);
    lab.write("b.vw", "1 | x:1\n-1 | x:2\n-1 3 | x:3\n1 | x:3\n");
    let said = lab.ok("boost b.vw --rounds 5");
    assert!(
        said.contains("certificate (rows count by their importance): training error"),
        "{said}"
    );
    lab.write("c.vw", "1 | x:1\n-1 | x:2\n");
    assert!(lab.ok("boost c.vw --rounds 5").contains("certificate: training error"));
}
