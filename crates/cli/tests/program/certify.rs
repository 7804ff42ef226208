//! `certify`: the proof of `learn` for predictions that came from elsewhere.

#![allow(clippy::unwrap_used)]

use crate::common::Lab;
use crate::common::data::{Example, csv, examples, svmlight};
use serde_json::Value;
use std::io::Write;

fn lab() -> (Lab, Vec<Example>) {
    let (lab, all) = (Lab::new(), examples(400, 9, 3));
    for problem in ["binary", "regression", "multiclass"] {
        lab.write(&format!("{problem}.svm"), svmlight(&all, problem));
    }
    (lab, all)
}

/// A line for each example.
fn lines(all: &[Example], line: impl Fn(&Example) -> String) -> String {
    all.iter().map(|example| line(example) + "\n").collect()
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// Losses, norms and floors; what was lost is another matter.
fn floors(done: &Value) -> Vec<[Value; 4]> {
    let all = done["headroom"].as_array().unwrap().iter();
    all.map(|h| ["loss", "norm", "floor", "found"].map(|key| h[key].clone())).collect()
}

/// What is proved about the same rows does not depend on who predicts. The learners
/// are some whose own dual variables add nothing to the proof.
#[test]
fn the_floor_is_that_of_the_run_whose_predictions_are_judged() {
    let (lab, all) = lab();
    lab.write("table.csv", csv(&all, "binary", 9));
    for (data, flags) in [
        ("binary.svm", "-a perceptron"),
        ("binary.svm", "-a arow --certificate tight"),
        ("binary.svm", "-a perceptron --hash 6 --no-bias"),
        ("multiclass.svm", "-a perceptron"),
        ("regression.svm", "-a arow --bias 0.5"),
    ] {
        let done = lab.json(&format!("learn {data} {flags} --predictions own.txt"));
        let rest = flags.split_once(" --").map_or(String::new(), |(_, rest)| format!("--{rest}"));
        let audit = lab.json(&format!("certify {data} --predictions own.txt {rest}"));
        assert!(!floors(&done).is_empty());
        assert_eq!(floors(&audit), floors(&done), "{data} {flags}");
        assert_eq!(audit["examples"], 400);
        // A tie is a mistake to a learner, and a label is none.
        let mistakes = |done: &Value| done["mistakes"].as_f64().unwrap_or(0.0);
        assert!((mistakes(&audit) - mistakes(&done)).abs() <= 1.0, "{data} {flags}");
        if data == "regression.svm" {
            assert_eq!(audit["mean_squared_error"], done["mean_squared_error"]);
            assert_eq!(audit["headroom"][0]["run"], done["headroom"][0]["run"]);
        }
    }
    let standard = lab.json("certify table.csv --predictions own.txt --as scores");
    assert_eq!(standard["headroom"][0]["standardised"], true);
    let raw = lab.json("certify table.csv --predictions own.txt --as scores --standardise no");
    assert_eq!(raw["headroom"][0]["standardised"], false);
    assert_ne!(floors(&standard), floors(&raw));
}

#[test]
fn scores_labels_and_probabilities_of_two_classes_are_told_apart() {
    let (lab, all) = lab();
    let score = |e: &Example| e.target - 0.4 * e.features.first().map_or(0.0, |f| f.1);
    let wrong = all.iter().filter(|e| (score(e) > 0.0) != (e.label("binary") == "1")).count();
    assert!(wrong > 10);
    let label = |e: &Example, no: &str| if score(e) > 0.0 { "1".into() } else { String::from(no) };
    let p = |e: &Example| logistic(score(e));
    for (form, text) in [
        ("scores", lines(&all, |e| score(e).to_string())),
        ("scores", lines(&all, |e| format!("{:e} some tag", 1e6 * score(e)))),
        ("labels", lines(&all, |e| label(e, "-1"))),
        ("labels", lines(&all, |e| label(e, "-1.0") + "\ttag")),
        ("labels", lines(&all, |e| label(e, "0"))),
        ("probabilities", lines(&all, |e| p(e).to_string())),
        ("probabilities", lines(&all, |e| format!("{} {}", 1.0 - p(e), p(e)))),
        ("probabilities", lines(&all, |e| format!("{},{}", 1.0 - p(e), p(e)))),
    ] {
        lab.write("p.txt", format!("{text}\n\n"));
        let done = lab.json("certify binary.svm --predictions p.txt");
        assert_eq!((&done["as"], &done["mistakes"]), (&form.into(), &wrong.into()), "{text:.90}");
        let forced = lab.json(&format!("certify binary.svm --predictions p.txt --as {form}"));
        assert_eq!(done, forced);
    }
    let ran = lab.run("certify binary.svm --predictions p.txt");
    let note = "noregret: p.txt holds probabilities, of 1; their log loss is judged as it is";
    assert!(ran.err.starts_with(note), "{}", ran.err);
    let first = format!("probabilities of p.txt: {wrong} of 400 wrong (");
    assert!(ran.out.starts_with(&first), "{}", ran.out);
    assert!(ran.out.contains("\nheadroom: "), "{}", ran.out);
}

/// `-ln` of the probability that the right class was given, as it is; scores have any scale.
#[test]
fn the_log_loss_of_probabilities_is_judged_as_it_is() {
    let (lab, all) = lab();
    let p = |e: &Example| logistic(2.0 * e.target + 0.2);
    let right = |e: &Example| if e.label("binary") == "1" { p(e) } else { 1.0 - p(e) };
    let mean = all.iter().map(|e| -right(e).ln()).sum::<f64>() / 400.0;
    lab.write("p.txt", lines(&all, |e| p(e).to_string()));
    let done = lab.json("certify binary.svm --predictions p.txt");
    let first = &done["headroom"][0];
    assert_eq!((&first["loss"], &first["scaled"]), (&"logistic".into(), &false.into()));
    assert!((first["run"].as_f64().unwrap() - mean).abs() < 1e-12 * mean);
    let loss = |size: f64| {
        lab.write("s.txt", lines(&all, |e| (size * (e.target + 0.1)).to_string()));
        let done = lab.json("certify binary.svm --predictions s.txt --as scores");
        assert_eq!(done["headroom"][0]["scaled"], true);
        done["headroom"][0]["run"].as_f64().unwrap()
    };
    assert!((loss(1.0) - loss(1e5)).abs() < 1e-6 * loss(1.0));
    // Certainty that is wrong costs as much as that of 1e-15 would.
    let certain = |e: &Example| e.target > 1.0;
    lab.write("p.txt", lines(&all, |e| if certain(e) { "0" } else { "0.5" }.to_owned()));
    let done = lab.json("certify binary.svm --predictions p.txt");
    let cost = |e: &Example| if certain(e) { 1e15_f64.ln() } else { 2_f64.ln() };
    let mean = all.iter().map(cost).sum::<f64>() / 400.0;
    assert!(all.iter().any(certain));
    assert!((done["headroom"][0]["run"].as_f64().unwrap() - mean).abs() < 1e-9 * mean);
}

#[test]
fn several_classes_have_labels_scores_in_order_or_pairs() {
    let (lab, all) = lab();
    // As other programs sort them.
    let classes = ["down", "high", "low", "up"];
    let at = |e: &Example| classes.iter().position(|c| *c == e.label("multiclass")).unwrap();
    let said =
        |e: &Example| if e.features.len().is_multiple_of(3) { (at(e) + 1) % 4 } else { at(e) };
    let wrong = all.iter().filter(|e| said(e) != at(e)).count();
    let scores = |e: &Example| {
        [0, 1, 2, 3].map(|c| if c == said(e) { 0.7 } else { 0.1 * f64::from(c as u8) })
    };
    let joined = |e: &Example, by: &str| scores(e).map(|s| s.to_string()).join(by);
    let pairs = |e: &Example, order: [usize; 4]| {
        order.map(|c| format!("{}:{}", classes[c], scores(e)[c])).join(" ")
    };
    let shares =
        |e: &Example| [0, 1, 2, 3].map(|c| if c == said(e) { "0.7" } else { "0.1" }).join(" ");
    for (form, text) in [
        ("labels", lines(&all, |e| classes[said(e)].into())),
        ("labels", lines(&all, |e| format!("{} tag", classes[said(e)]))),
        ("scores", lines(&all, |e| joined(e, " "))),
        ("scores", lines(&all, |e| joined(e, ", "))),
        ("scores", lines(&all, |e| pairs(e, [3, 1, 0, 2]))),
        ("scores", lines(&all, |e| pairs(e, [0, 1, 2, 3]) + " other:-2 tag")),
        ("probabilities", lines(&all, shares)),
    ] {
        lab.write("p.txt", &text);
        let done = lab.json("certify multiclass.svm --predictions p.txt");
        assert_eq!((&done["as"], &done["mistakes"]), (&form.into(), &wrong.into()), "{text:.90}");
        assert_eq!(done["headroom"][0]["loss"], "hinge");
    }
    let ran = lab.run("certify multiclass.svm --predictions p.txt");
    assert!(ran.err.contains("probabilities, of the classes down, high, low, up"), "{}", ran.err);
}

#[test]
fn numbers_are_judged_by_how_far_they_are_off() {
    let (lab, all) = lab();
    lab.write("p.txt", lines(&all, |e| format!("{} tag", e.target + 0.5)));
    let ran = lab.ok("certify regression.svm --predictions p.txt");
    let first = "numbers of p.txt: mean absolute error 0.5, mean squared error 0.25\n";
    assert!(ran.starts_with(first), "{ran}");
    let done = lab.json("certify regression.svm --predictions p.txt");
    assert!((done["headroom"][0]["run"].as_f64().unwrap() - 0.25).abs() < 1e-12);
}

#[test]
fn compressed_files_pipes_and_windows() {
    let (lab, all) = lab();
    let text = lines(&all, |e| (e.target + 0.01).to_string());
    lab.write("p.txt", &text);
    let plain = lab.json("certify binary.svm --predictions p.txt");
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    gz.write_all(text.replace('\n', "\r\n").as_bytes()).unwrap();
    lab.write("p.txt.gz", gz.finish().unwrap());
    let packed = lab.json("certify binary.svm --predictions p.txt.gz");
    assert_eq!(packed["headroom"], plain["headroom"]);
    let piped = lab.run_on("certify binary.svm --predictions - --json", text.as_bytes());
    assert_eq!(crate::common::parse(&piped.out)["headroom"], plain["headroom"]);
    let part: String = text.lines().skip(10).take(300).map(|line| format!("{line}\n")).collect();
    lab.write("part.txt", part);
    let words = "certify binary.svm --predictions part.txt --skip 10 --limit 300";
    assert_eq!(lab.json(words)["examples"], 300);
}

/// Another program has a line for a row that is skipped here, and `learn --predictions` has none.
#[test]
fn a_row_that_is_skipped_may_have_a_line_or_not() {
    let lab = Lab::new();
    lab.write("d.svm", "1 1:1\n-1 1:2\n1 1:x\n1 1:3\n-1 2:1\n");
    for text in ["1.5\n-2\n-9\n3\n-4\n", "1.5\n-2\n3\n-4\n"] {
        lab.write("p.txt", text);
        let ran = lab.run("certify d.svm --predictions p.txt --on-error skip --json");
        let done = crate::common::parse(&ran.out);
        assert_eq!((&done["examples"], &done["mistakes"]), (&4.into(), &0.into()), "{text}");
        assert_eq!(done["skipped"], 1);
    }
}

/// Scores of the wrong class, as of a program that takes the other one for the positive.
#[test]
fn turned_scores_are_noticed() {
    let (lab, all) = lab();
    lab.write("p.txt", lines(&all, |e| (-e.target - 0.001).to_string()));
    let ran = lab.run("certify binary.svm --predictions p.txt");
    assert!(ran.err.contains("more than half of the rows are wrong"), "{}", ran.err);
}

/// examples/audit: what other programs wrote.
#[test]
fn the_files_of_other_programs_in_the_examples() {
    let lab = Lab::new();
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    let run = |program: &str| {
        let data = format!("{examples}/spam/train.vw.gz");
        lab.json(&format!("certify {data} --predictions {examples}/audit/{program}.txt.gz"))
    };
    let (sklearn, vw) = (run("preds-sklearn"), run("preds-vw"));
    for done in [&sklearn, &vw] {
        assert_eq!((&done["as"], &done["examples"]), (&"scores".into(), &3600.into()));
        assert!(done["error_rate"].as_f64().unwrap() < 0.1);
    }
    assert_eq!(floors(&sklearn), floors(&vw));
    assert_ne!(sklearn["headroom"][0]["run"], vw["headroom"][0]["run"]);
}
