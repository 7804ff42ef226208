//! `--costs`: required margins of pairs of classes from a file.

use crate::common::Lab;
use serde_json::json;

fn lab() -> Lab {
    let lab = Lab::new();
    lab.write("d.svm", "a 1:1\nb 2:1\nc 3:1\na 1:1 2:1\nb 2:1 3:1\nc 1:1 3:1\n".repeat(5));
    lab
}

#[test]
fn costs_move_the_margins_and_stay_in_the_model() {
    let lab = lab();
    lab.write("costs.csv", "right,wrong,margin\n\n# a and b are far apart\na,b,3\n*,c,0.5\n");
    lab.ok("learn d.svm -a pa --tolerance 1e-6 --costs costs.csv -q -o m");
    let model = lab.json("inspect m");
    let costs = json!([
        { "right": "a", "wrong": "b", "margin": 3.0 },
        { "right": null, "wrong": "c", "margin": 0.5 },
    ]);
    assert_eq!(model["spec"]["problem"]["costs"], costs);
    assert!(lab.ok("inspect m").contains("\ncosts     2 lines\n"));
    let first = lab.ok("predict m d.svm --json").lines().next().map(crate::common::parse).unwrap();
    let score = |class: &str| first["scores"][class].as_f64().unwrap();
    assert!(score("a") - score("b") > 4.0 - 0.01, "{first}");
    assert!(score("a") - score("c") > 1.5 - 0.01, "{first}");
    lab.ok("learn d.svm -a pa --tolerance 1e-6 -q -o plain");
    assert!(lab.read("plain") != lab.read("m"));
}

#[test]
fn resuming_keeps_them() {
    let lab = lab();
    lab.write("costs.csv", "a,*,2\n");
    lab.write("late.svm", "d 4:1\na 1:1 4:1\n");
    let at_once = lab.model("d.svm late.svm --costs costs.csv");
    lab.ok("learn d.svm --costs costs.csv -q -o m");
    lab.ok("learn late.svm --resume m -q -o m");
    assert!(lab.read("m") == at_once);
    lab.misused("learn late.svm --resume m --costs costs.csv", &["a resumed model keeps"]);
}

#[test]
fn costs_make_classes_of_two_labels_and_of_numbers() {
    let lab = lab();
    lab.write("two.svm", "1 1:1\n2 2:1\n");
    lab.write("costs.csv", "1,2,0.25\n");
    let done = lab.json("learn two.svm --costs costs.csv");
    assert_eq!(done["spec"]["problem"]["kind"], "multiclass");
    assert_eq!(done["spec"]["problem"]["costs"][0]["right"], 1.0);
    for flags in ["--problem binary", "--problem regression", "--problem ordinal", "-a winnow"] {
        let words = format!("learn two.svm --costs costs.csv {flags}");
        lab.misused(&words, &["--costs has no place in the problem "]);
    }
}

/// In label ranking every relevant label leads every other by its cost, in one-vs-rest the wrong
/// class lies that much lower.
#[test]
fn label_ranking_and_one_vs_rest_have_costs() {
    let lab = lab();
    lab.write("costs.csv", "a,b,3\n*,c,0.5\n");
    for problem in ["label-ranking", "one-vs-rest"] {
        let words = format!("learn d.svm -a pa --problem {problem} --tolerance 1e-6");
        let reached = |flags: &str| {
            lab.ok(&format!("{words} {flags} -q -o m"));
            let lines = lab.ok("predict m d.svm --json");
            let first = lines.lines().next().map(crate::common::parse).unwrap();
            let score = |class: &str| first["scores"][class].as_f64().unwrap();
            (score("a") - score("b"), score("a") - score("c"))
        };
        let (plain, costly) = (reached(""), reached("--costs costs.csv"));
        let margin = if problem == "one-vs-rest" { 2.0 } else { 1.0 };
        assert!(costly.0 > margin + 3.0 - 0.01, "{problem}: {costly:?}");
        assert!(costly.1 > margin + 0.5 - 0.01, "{problem}: {costly:?}");
        assert!(plain.0 < costly.0, "{problem}: {plain:?} {costly:?}");
        assert!(lab.ok("inspect m").contains("\ncosts     2 lines\n"));
    }
}

#[test]
fn a_broken_file_is_named_with_its_line() {
    let lab = lab();
    for (text, message) in [
        ("a,b\n", "costs.csv:1: a line is right,wrong,margin, not 2 cells"),
        ("# x\n\na,b,1\nb,a,wide\n", "costs.csv:4: the margin 'wide' is no number"),
        ("right,wrong,margin\na,b,-1\n", "costs.csv:2: the margin must be a number >= 0, not -1"),
        ("a,,1\n", "costs.csv:1: a class is missing; * is any class"),
        ("\"a,b,1\n", "costs.csv:1: a quote is never closed"),
        ("a,b,1\nright,wrong,margin\n", "costs.csv:2: the margin 'margin' is no number"),
        ("# nothing\n", "costs.csv: the file has no costs"),
    ] {
        lab.write("costs.csv", text);
        lab.fails("learn d.svm --costs costs.csv", 1, &format!("noregret: {message}\n"));
    }
    let ran = lab.run("learn d.svm --costs nowhere.csv");
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.starts_with("noregret: nowhere.csv: "), "{}", ran.err);
}
