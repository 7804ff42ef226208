//! `list`, `convert`, `--help`, and the first command of the guide.

use crate::common::data::{examples, jsonl, mixed_csv, svmlight};
use crate::common::{Lab, parse};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The features of a class follow from the rows before it, so that one weight vector serves all.
#[test]
fn classes_become_candidates() {
    let lab = Lab::new();
    lab.write("mail.svm", "in 1:1 2:3\nout 3:1\nin 1:1 3:1\n");
    lab.ok("convert mail.svm mail.jsonl --class-features");
    let lines: Vec<_> = String::from_utf8(lab.read("mail.jsonl"))
        .unwrap()
        .lines()
        .map(crate::common::parse)
        .collect();
    assert_eq!(lines.len(), 6);
    assert_eq!((&lines[4]["tag"], &lines[4]["qid"]), (&"in".into(), &3.into()));
    assert_eq!(lines[4]["features"].to_string(), r#"{"1":2,"3":-1}"#);
    assert_eq!(lines[5]["features"].to_string(), r#"{"1":-1,"3":2}"#);
    lab.ok("convert mail.svm mult.jsonl --class-features=1,0");
    assert!(String::from_utf8(lab.read("mult.jsonl")).unwrap().contains(r#"{"3":1}"#));
    let done = lab.json("learn mail.jsonl -a simproj --problem candidates");
    assert_eq!(done["examples"], 3);
    lab.misused("convert mail.svm x.jsonl --class-features=2", &["two numbers"]);
    lab.misused("convert mail.svm x.nrc --class-features", &["writes text"]);
}

#[test]
fn every_published_name_has_a_composition_and_a_reference() {
    let lab = Lab::new();
    let listing = lab.ok("list algorithms --json");
    let rows: Vec<_> = listing.lines().map(parse).collect();
    for name in [
        "perceptron",
        "pa",
        "pa1",
        "pa2",
        "romma",
        "romma-aggressive",
        "winnow",
        "winnow-self-tuned",
        "eg",
        "p-norm",
        "pa-multiplicative",
        "self-tuned",
        "mira",
    ] {
        let row = rows.iter().find(|row| row["name"] == name).unwrap_or_else(|| panic!("{name}"));
        assert!(!row["losses"].as_array().unwrap().is_empty(), "{name}");
        for key in ["about", "ascent", "geometry", "schedule", "reference", "theorem"] {
            assert!(!row[key].as_str().unwrap().is_empty(), "{name} {key}");
        }
        assert!(
            row["reference"].as_str().unwrap().contains(|c: char| c.is_ascii_digit()),
            "{name}"
        );
    }
    let text = lab.ok("list algorithms");
    assert!(rows.iter().all(|row| text.contains(row["reference"].as_str().unwrap())));
}

#[test]
fn what_is_listed_can_be_chosen() {
    let lab = Lab::new();
    let all = lab.ok("list --json");
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    for row in all.lines().map(parse) {
        *kinds.entry(row["kind"].as_str().unwrap().to_owned()).or_default() += 1;
    }
    assert!(kinds["algorithms"] >= 13 && kinds["formats"] >= 6, "{kinds:?}");
    for kind in ["problems", "losses", "ascents", "geometries", "schedules", "scopes", "kernels"] {
        assert_eq!(lab.ok(&format!("list {kind} --json")).lines().count(), kinds[kind], "{kind}");
        assert!(kinds[kind] >= 3, "{kinds:?}");
    }
    // A listed default, typed back, is the same learner.
    lab.write("d.svm", svmlight(&examples(50, 9, 1), "binary"));
    let usage = lab.ok("list losses");
    let hinge = usage.lines().find(|line| line.starts_with("hinge")).unwrap();
    let typed = lab.timeless(&format!("learn d.svm --loss {hinge}"));
    assert_eq!(typed["cumulative_loss"], lab.timeless("learn d.svm -a pa1")["cumulative_loss"]);
}

#[test]
fn a_scope_is_chosen_shown_and_kept() {
    let lab = Lab::new();
    lab.write("d.svm", svmlight(&examples(80, 9, 1), "binary"));
    let plain = lab.timeless("learn d.svm -a pa1");
    let alone = lab.timeless("learn d.svm -a pa1 --scope window:k=1");
    assert_eq!(alone["cumulative_loss"], plain["cumulative_loss"]);
    lab.ok("learn d.svm -a pa1 --scope mini:count=2,store=30 -q -o m");
    let shown = lab.ok("inspect m");
    assert!(shown.contains("scope     mini:count=2") && shown.contains("(30 rounds"), "{shown}");
    lab.misused("learn d.svm -a pa --scope leader", &["past rounds", "finite C"]);
    lab.misused("learn d.svm --scope widow", &["no 'widow'", "window"]);
}

#[test]
fn every_help_fits_on_a_page() {
    let lab = Lab::new();
    for command in ["", "learn", "predict", "test", "inspect", "list", "convert", "completions"] {
        for flag in ["--help", "-h"] {
            let lines = lab.ok(&format!("{command} {flag}")).lines().count();
            assert!((5..=90).contains(&lines), "{command} {flag}: {lines} lines");
        }
    }
    assert!(lab.ok("--version").starts_with("noregret "));
    assert!(lab.ok("completions bash").contains("noregret"));
}

#[test]
fn any_format_into_any_and_back() {
    let lab = Lab::new();
    let all = examples(80, 12, 7);
    lab.write("start.jsonl", jsonl(&all, "regression", false));
    lab.ok("convert start.jsonl start.vw");
    let plain = lab.model("start.jsonl");
    let formats = ["svm", "vw", "csv", "tsv", "jsonl", "nrc", "vw.gz", "csv.zst"];
    for from in formats {
        lab.ok(&format!("convert start.jsonl a.{from}"));
        for to in formats {
            lab.ok(&format!("convert a.{from} b.{to}"));
            lab.ok(&format!("convert b.{to} c.vw"));
            assert_eq!(lab.read("c.vw"), lab.read("start.vw"), "{from} {to}");
        }
    }
    assert!(lab.model("a.svm") == plain && lab.model("c.vw") == plain);
}

#[test]
fn names_survive_svmlight_in_a_file_beside_it() {
    let lab = Lab::new();
    lab.write("d.csv", mixed_csv(&examples(30, 12, 7), 3));
    lab.ok("convert d.csv d.svm");
    let names = String::from_utf8(lab.read("d.svm.names")).unwrap();
    assert!(names.lines().any(|name| name == "colour=dark blue"), "{names}");
    let scores = |file: &str| {
        lab.ok(&format!("learn {file} -q -o m"));
        lab.ok(&format!("predict m {file}"))
    };
    assert_eq!(scores("d.csv"), scores("d.svm"));
    let done = lab.json("learn d.svm");
    assert_eq!(done["features"], names.lines().count() + 1);
}

#[test]
fn what_a_format_cannot_hold_is_refused_and_the_old_file_stays() {
    let lab = Lab::new();
    lab.write("heavy.vw", "1 |a x\n1 2 |a y\n");
    lab.write("out.csv", "old");
    let reason = "the row of input line 2: csv has no place for the importance 2";
    lab.fails("convert heavy.vw out.csv", 1, &format!("noregret: out.csv: {reason}\n"));
    assert_eq!(lab.read("out.csv"), b"old");
    lab.ok("convert heavy.vw heavy.vw");
    assert_eq!(lab.read("heavy.vw"), b"1 |a x\n1 2 |a y\n");
    let ran = lab.run_on("convert - - --to vw", b"1 3:2\n");
    assert_eq!((ran.code, ran.out.as_str()), (Some(0), "1 | 3:2\n"));
}

#[test]
fn the_first_command_of_the_guide() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/spam");
    let lab = Lab::new();
    for name in ["train.vw.gz", "test.vw.gz"] {
        lab.write(name, std::fs::read(folder.join(name)).unwrap());
    }
    let done = lab.json("learn train.vw.gz --test test.vw.gz --average -o spam.nrm");
    assert_eq!((&done["examples"], &done["test"]["examples"]), (&3600.into(), &1001.into()));
    let (progressive, test) =
        (done["error_rate"].as_f64().unwrap(), done["test"]["error_rate"].as_f64().unwrap());
    assert!((0.02..0.12).contains(&progressive), "{progressive}");
    assert!((0.02..0.065).contains(&test), "{test}");
    assert!(lab.ok("inspect spam.nrm").contains("word^george"));
}
