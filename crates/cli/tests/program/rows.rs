//! Which rows are read (`--skip`, `--limit`) and how much they count (`--weight`).

use crate::common::Lab;
use crate::common::data::{csv, examples, jsonl, svmlight, vw};
use serde_json::json;

/// Lines `from` to `to` of a text.
fn cut(text: &str, from: usize, to: usize) -> String {
    text.split_inclusive('\n').take(to).skip(from).collect()
}

#[test]
fn a_window_is_a_shorter_file() {
    let lab = Lab::new();
    let text = svmlight(&examples(1500, 30, 3), "binary");
    lab.write("all.svm", &text);
    for (from, to) in [(0, 5), (7, 1400), (1100, 1500), (1499, 1500), (3, 9000)] {
        lab.write("cut.svm", cut(&text, from, to));
        let window = format!("--skip {from} --limit {}", to - from);
        for flags in ["", "--passes 3", "--kernel gaussian --passes 2", "--tolerance 1000"] {
            let flags = format!("{flags} --problem binary");
            let expected = lab.model(&format!("cut.svm {flags}"));
            let same = lab.model(&format!("all.svm {window} {flags}")) == expected;
            assert!(same, "{window} {flags}");
        }
        lab.ok("learn all.svm -q -o m");
        for command in ["predict m FILE --scores", "test m FILE"] {
            let [cut, all] = ["cut.svm", "all.svm"].map(|file| command.replace("FILE", file));
            assert_eq!(lab.ok(&cut), lab.ok(&format!("{all} {window}")), "{window}");
        }
        lab.ok("convert cut.svm cut.vw");
        lab.ok(&format!("convert all.svm all.vw {window}"));
        assert!(lab.read("cut.vw") == lab.read("all.vw"), "{window}");
    }
}

#[test]
fn rows_are_counted_over_all_files() {
    let lab = Lab::new();
    let text = svmlight(&examples(30, 30, 3), "multiclass");
    for (name, from, to) in [("a", 0, 10), ("b", 10, 20), ("c", 20, 30)] {
        lab.write(&format!("{name}.svm"), cut(&text, from, to));
    }
    for (skip, limit) in [(0, 10), (0, 15), (10, 10), (12, 3), (19, 2), (20, 10), (25, 50)] {
        let mut parts = String::new();
        for (name, from, to) in [("a", 0, 10), ("b", 10, 20), ("c", 20, 30)] {
            let part = cut(&text, skip.max(from), to.min(skip + limit));
            if !part.is_empty() {
                lab.write(&format!("part.{name}.svm"), part);
                parts.push_str(&format!(" part.{name}.svm"));
            }
        }
        for flags in ["--problem multiclass --passes 2", "--problem multiclass --kernel linear"] {
            let expected = lab.model(&format!("{parts} {flags}"));
            let words = format!("a.svm b.svm c.svm --skip {skip} --limit {limit} {flags}");
            assert!(lab.model(&words) == expected, "{words}");
        }
    }
    for skip in [30, 31, 1000] {
        let words = format!("learn a.svm b.svm c.svm --skip {skip}");
        lab.fails(&words, 1, "noregret: --skip leaves out every row there is\n");
    }
    lab.misused("learn a.svm --limit 0", &["--limit"]);
}

#[test]
fn broken_rows_count_like_the_others() {
    let lab = Lab::new();
    lab.write("d.svm", "broken\x00\n1 1:1\n1 x\n-1 2:1\n1 1:1\n");
    lab.write("good.svm", "1 1:1\n-1 2:1\n");
    let expected = lab.model("good.svm");
    let ran = lab.run("learn d.svm --skip 1 --limit 3 --on-error skip -q -o m");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(lab.read("m") == expected);
    lab.ok("predict m d.svm --skip 3");
}

#[test]
fn the_test_file_is_read_whole() {
    let lab = Lab::new();
    lab.write("d.svm", svmlight(&examples(50, 30, 3), "binary"));
    let done = lab.json("learn d.svm --skip 10 --limit 20 --test d.svm");
    assert_eq!((&done["examples"], &done["test"]["examples"]), (&json!(20), &json!(50)));
}

/// The weight of each example in a column of its own, in front of the others.
fn weighted_csv() -> String {
    let all = examples(200, 20, 3);
    let mut lines = vec![];
    for (number, line) in csv(&all, "binary", 20).lines().enumerate() {
        let weight = if number == 0 { "w".into() } else { all[number - 1].weight.to_string() };
        lines.push(format!("{weight},{line}\n"));
    }
    lines.concat()
}

#[test]
fn a_weight_column_is_the_importance() {
    let lab = Lab::new();
    let all = examples(200, 20, 3);
    lab.write("d.vw", vw(&all, "binary", true));
    lab.write("d.csv", weighted_csv());
    lab.write("d.jsonl", jsonl(&all, "binary", true).replace("weight", "w"));
    let scores = |file: &str, flags: &str| {
        lab.ok(&format!("learn {file} --bias 1 {flags} -q -o {file}.m"));
        lab.ok(&format!("predict {file}.m d.vw --scores"))
    };
    let expected = scores("d.vw", "");
    assert_eq!(scores("d.csv", "--weight w"), expected);
    assert_eq!(scores("d.jsonl", "--weight w"), expected);
    assert!(scores("d.csv", "") != expected);
}

#[test]
fn the_weight_column_is_in_the_model() {
    let lab = Lab::new();
    let text = weighted_csv();
    let header = cut(&text, 0, 1);
    lab.write("a.csv", cut(&text, 0, 100));
    lab.write("b.csv", header + &cut(&text, 100, 201));
    let jsonl = jsonl(&examples(200, 20, 3), "binary", true).replace("weight", "w");
    lab.write("a.jsonl", cut(&jsonl, 0, 100));
    lab.write("b.jsonl", cut(&jsonl, 100, 200));
    for extension in ["csv", "jsonl"] {
        let both = lab.model(&format!("a.{extension} b.{extension} --weight w"));
        lab.ok(&format!("learn a.{extension} --weight w -q -o m"));
        lab.ok(&format!("learn b.{extension} --resume m -q -o m"));
        assert!(lab.read("m") == both, "{extension}");
    }
    lab.ok("learn a.csv --weight w -q -o m");
    lab.misused("learn b.csv --resume m --weight 3", &["leave out --label, --weight"]);
    lab.write("plain.csv", "3,4\n1,2\n");
    lab.ok("predict m plain.csv");
}

#[test]
fn weights_that_make_no_sense() {
    let lab = Lab::new();
    lab.write("d.svm", "1 1:1\n-1 2:1\n");
    lab.write("d.vw", "1 |a x\n-1 |a y\n");
    lab.write("d.csv", "x,w,label\n1,1,1\n2,-3,-1\n2,2,-1\n");
    lab.misused("learn d.svm --weight w", &["svmlight has no columns for --weight"]);
    lab.misused("learn d.vw --weight w", &["VW text has the importance after the label"]);
    lab.misused("learn d.csv --weight w --label w", &["the same column"]);
    lab.fails("learn d.csv --weight w", 1, "noregret: d.csv:3: importance '-3' is negative\n");
    let ran = lab.run("learn d.csv --weight w --on-error skip --json");
    assert!(ran.out.contains("\"skipped\":1,"), "{}", ran.out);
}

#[test]
fn a_file_whose_rows_are_all_left_out_is_not_empty() {
    let lab = Lab::new();
    lab.write("broken.svm", "1 1:x\n-1 y\n");
    lab.write("good.svm", "1 1:1\n-1 2:1\n");
    assert!(lab.model("broken.svm good.svm --skip 2") == lab.model("good.svm"));
}
