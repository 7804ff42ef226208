//! Labels of several classes that are missing, broken or oddly named, and who learns to rank them
//! if nobody was asked for.

#![allow(clippy::unwrap_used)]

use crate::common::{Lab, parse};
use serde_json::json;

/// Rows of sets whose labels follow the features, and the same without labels.
fn lab() -> Lab {
    let lab = Lab::new();
    let row = |i: usize| format!(" 1:{} 2:{} 3:1\n", i % 5, i % 3);
    let sets = ["3,4", "4", "5,3", "3", "4,5"];
    lab.write("d.svm", (0..60).map(|i| sets[i % 5].to_owned() + &row(i)).collect::<String>());
    lab.write("bare.svm", (0..60).map(|i| row(i)[1..].to_owned()).collect::<String>());
    lab
}

#[test]
fn data_without_any_label_is_no_perfect_ranking() {
    let lab = lab();
    lab.ok("learn d.svm -a pa1 -o m.nrm -q");
    let before = lab.read("m.nrm");
    let none = "noregret: no row of bare.svm has a label\n";
    lab.fails("test m.nrm bare.svm", 1, none);
    lab.fails("learn d.svm -a pa1 -q --test bare.svm", 1, none);
    lab.fails("learn bare.svm -a pa1 --problem label-ranking", 1, none);
    let ran = lab.run("learn bare.svm --resume m.nrm -o m.nrm -q");
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.ends_with(none), "{}", ran.err);
    assert!(lab.read("m.nrm") == before, "the model stays as it was");
    assert_eq!(lab.ok("predict m.nrm bare.svm").lines().count(), 60);
}

#[test]
fn some_rows_without_a_label_are_counted() {
    let lab = lab();
    let text = String::from_utf8(lab.read("d.svm")).unwrap() + "1:1\n2:1\n";
    lab.write("some.svm", text);
    let note =
        "noregret: 2 of 62 examples have no label: the empty set, which every ranking fits\n";
    let ran = lab.run("learn some.svm -a pa1 -o m.nrm");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), note));
    let ran = lab.run("test m.nrm some.svm");
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), note));
    lab.ok("learn some.svm -a pa1 -q");
    // Only rankings take a row without a label.
    lab.write("two.svm", "1 1:1\n-1 2:1\n");
    assert!(lab.ok("learn two.svm -a pa1").contains("binary"));
}

#[test]
fn one_broken_set_does_not_make_sets_classes() {
    let lab = lab();
    let good = String::from_utf8(lab.read("d.svm")).unwrap();
    let (first, rest) = good.split_at(good.match_indices('\n').nth(9).unwrap().0 + 1);
    for (broken, reason) in [
        ("3,,4", "the label '3,,4' has an empty entry"),
        ("3,4,", "the label '3,4,' has an empty entry"),
        ("3>7,5", "'5' in the label '3>7,5' is not a pair better>worse"),
        (">3", "the label '>3' has an empty entry"),
        ("3>4>5", "'3>4>5' in the label '3>4>5' is not a pair better>worse"),
    ] {
        lab.write("b.svm", format!("{first}{broken} 1:1\n{rest}"));
        let advice = "if ',' and '>' are part of the names of classes, use --problem multiclass";
        lab.fails("learn b.svm -a pa1", 1, &format!("noregret: b.svm:11: {reason}; {advice}\n"));
        let ran = lab.run("learn b.svm -a pa1 --on-error skip --json");
        let done = parse(ran.out.lines().last().unwrap());
        assert_eq!((&done["examples"], &done["classes"]), (&json!(60), &json!(3)), "{broken}");
        assert_eq!(
            (&done["skipped"], &done["spec"]["problem"]["kind"]),
            (&json!(1), &json!("label-ranking"))
        );
    }
}

#[test]
fn arrays_are_sets_whatever_their_names_hold() {
    let lab = Lab::new();
    let rows = r#"{"label": ["sci fi", "drama"], "a": 1}
{"label": ["a > b, c"], "b": 1}
{"label": ["drama", 7], "c": 1}
"#;
    lab.write("d.jsonl", rows.repeat(20));
    let done = lab.json("learn d.jsonl -a pa1 -o m.nrm");
    assert_eq!(done["spec"]["problem"]["kind"], json!("label-ranking"));
    assert_eq!(done["classes"], json!(4));
    let answer = lab.json("predict m.nrm d.jsonl --limit 2 --top 1");
    assert_eq!(answer["prediction"], json!(["a > b, c"]));
    // A cache and other formats keep the sets.
    lab.ok("convert d.jsonl d.nrc");
    lab.ok("convert d.jsonl d.csv");
    lab.ok("convert d.jsonl again.jsonl");
    for other in ["d.nrc", "d.csv", "again.jsonl"] {
        let same = lab.json(&format!("learn {other} -a pa1"));
        assert_eq!(
            (&same["classes"], &same["mistakes"]),
            (&done["classes"], &done["mistakes"]),
            "{other}"
        );
    }
    lab.write(
        "one.jsonl",
        "{\"label\": [\"sci fi\"], \"a\": 1}\n{\"label\": [\"drama\"], \"b\": 1}\n",
    );
    assert_eq!(
        lab.json("learn one.jsonl -a pa1")["spec"]["problem"]["kind"],
        json!("label-ranking")
    );
}

#[test]
fn several_compete_to_rank_labels() {
    let lab = Lab::new();
    // The first feature drowns the others unless each has a scale of its own.
    let mut state = 5u64;
    let mut draw = move || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f64 / (1u64 << 23) as f64 - 1.0
    };
    let row = |_| {
        let (noise, x, y) = (1e3 * draw(), draw(), draw());
        let label = if x > y { "1,2" } else { "3,4" };
        format!("{label} 1:{noise} 2:{x} 3:{y}\n")
    };
    lab.write("d.svm", (0..600).map(row).collect::<String>());
    let done = lab.json("learn d.svm");
    assert!(done["chosen_among"].as_u64() > Some(3), "{done}");
    let plain = lab.json("learn d.svm -a pa1");
    let loss = |of: &serde_json::Value| of["ranking_loss"].as_f64().unwrap();
    assert!(2.0 * loss(&done) < loss(&plain), "{} {}", loss(&done), loss(&plain));
}
