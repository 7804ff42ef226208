//! `learn --risk` and `--stop`: the bounds, what they are about, and which predictor is kept.

use crate::common::{
    Lab,
    data::{examples, svmlight},
};
use noregret_core::risk;
use serde_json::Value;

const ROWS: usize = 400;
/// A learner about which the first rows choose nothing.
const FIXED: &str = "-a pa1 --bias 1";

fn lab() -> Lab {
    let lab = Lab::new();
    lab.write("a.svm", svmlight(&examples(ROWS, 12, 3), "binary"));
    lab.write("b.svm", svmlight(&examples(ROWS, 12, 4), "binary"));
    lab
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

#[test]
fn the_bound_is_theorem_13_on_the_progressive_error() {
    let lab = lab();
    let plain = lab.timeless(&format!("learn a.svm {FIXED}"));
    let json = lab.timeless(&format!("learn a.svm {FIXED} --risk 0.05"));
    let (risk, met) = (&json["risk"], number(&plain["error_rate"]));
    assert_eq!(json["mistakes"], plain["mistakes"]);
    assert_eq!((risk["rounds"].as_u64(), risk["first"].as_u64()), (Some(ROWS as u64), Some(0)));
    assert_eq!(number(&risk["error"]["met"]), met);
    assert_eq!(number(&risk["error"]["at_most"]), risk::ensemble(ROWS as u64, met, 0.05));
    let text = lab.ok(&format!("learn a.svm {FIXED} --risk 0.05"));
    assert!(text.contains("drawn independently") && text.contains("95 %"), "{text}");
    assert_eq!(risk["nothing_about"], "the last predictor");
    assert!(text.contains("nothing about the last predictor, which is the model;"), "{text}");
    let text = lab.ok(&format!("learn a.svm {FIXED} --risk 0.05 --stop random"));
    assert!(!text.contains("nothing about"), "{text}");
}

/// What the first rows chose was not chosen before them.
#[test]
fn rows_that_chose_the_learner_do_not_count() {
    let lab = Lab::new();
    lab.write("long.svm", svmlight(&examples(1200, 12, 3), "binary"));
    for flags in ["", "-a pa1", "-a auto"] {
        let json = lab.timeless(&format!("learn long.svm {flags} --risk 0.05"));
        let counts = (json["risk"]["first"].as_u64(), json["risk"]["rounds"].as_u64());
        assert_eq!(counts, (Some(1000), Some(200)), "{flags}");
    }
    lab.write("short.svm", svmlight(&examples(60, 12, 3), "binary"));
    let json = lab.timeless("learn short.svm --risk 0.05");
    assert!(json["risk"]["nothing"].as_str().unwrap().contains("first 60"));
    assert_eq!(json["risk"]["error"], Value::Null);
}

#[test]
fn a_bounded_loss_is_bounded_too_and_refuted_if_it_is_not() {
    let lab = lab();
    let flags = format!("learn a.svm {FIXED} --risk 0.1 --stop average");
    let json = lab.timeless(&format!("{flags} --loss-at-most 50"));
    let (loss, average) = (&json["risk"]["loss"], &json["risk"]["average_loss"]);
    let bound = 50.0 * risk::ensemble(ROWS as u64, number(&json["mean_loss"]) / 50.0, 0.1);
    assert!((number(&loss["at_most"]) - bound).abs() < 1e-9);
    assert!(number(&average["at_most"]) > bound);
    assert_eq!(json["spec"]["readout"], "average");
    let json = lab.timeless(&format!("{flags} --loss-at-most 0.01"));
    assert!(json["risk"]["nothing"].as_str().unwrap().contains("above --loss-at-most 0.01"));
    assert!(lab.ok(&format!("{flags} --loss-at-most 0.01")).contains("nothing is promised"));
}

/// The scores that a model gives to fresh rows; features it does not know are summed in another
/// order.
fn scores(lab: &Lab, model: &str) -> Vec<f64> {
    let lines = lab.ok(&format!("predict {model}.nrm b.svm --scores"));
    let score = |line: &str| line.split(' ').next_back().and_then(|score| score.parse().ok());
    lines.lines().map(|line| score(line).unwrap_or(f64::NAN)).collect()
}

fn rounds(count: u64) -> String {
    format!("the {count} round{}", if count == 1 { "" } else { "s" })
}

#[test]
fn a_random_stop_is_the_model_before_that_round() {
    let lab = lab();
    let mut stops = Vec::new();
    for seed in 0..6 {
        let flags = format!("a.svm {FIXED} --stop random --seed {seed} -o stop.nrm");
        let json = lab.json(&format!("learn {flags}"));
        let round = json["risk"]["stopped_before"].as_u64().unwrap();
        assert_eq!(json["examples"], ROWS);
        let short = match round {
            1 => continue,
            round => lab.json(&format!("learn a.svm {FIXED} --limit {} -o cut.nrm", round - 1)),
        };
        assert_eq!(json["certificate"], short["certificate"], "seed {seed}");
        let of = format!("{} that this predictor learned from", rounds(round - 1));
        for known in [&json, &lab.json("inspect stop.nrm")] {
            assert_eq!(known["certificate_of"], of, "seed {seed}");
        }
        assert!(lab.ok("inspect stop.nrm").contains(&format!("certificate (of {of}): ")));
        let [stopped, cut] = ["stop", "cut"].map(|name| scores(&lab, name));
        assert!(stopped.iter().zip(&cut).all(|(a, b)| (a - b).abs() < 1e-9), "seed {seed}");
        stops.push(round);
    }
    stops.dedup();
    assert!(stops.len() > 3, "{stops:?}");
}

#[test]
fn validation_chooses_among_fresh_runs_on_rows_kept_for_it() {
    let lab = lab();
    let json = lab.json(&format!("learn a.svm {FIXED} --risk 0.05 --stop validate -o v.nrm"));
    let chosen = &json["risk"]["validated"];
    let kept = ROWS as u64 / risk::FRESH_EVERY;
    assert_eq!((chosen["candidates"].as_u64(), chosen["examples"].as_u64()), (Some(3), Some(kept)));
    assert_eq!(json["examples"], ROWS as u64 - kept);
    let bound = risk::validated(number(&chosen["met"]), 3, kept, 0.05);
    assert!((number(&chosen["at_most"]) - bound).abs() < 1e-12);
    // The model is what was measured: its error on every fifth row is the one reported.
    let data = String::from_utf8(lab.read("a.svm")).unwrap();
    let fifth: Vec<&str> = data.lines().skip(4).step_by(5).collect();
    lab.write("kept.svm", fifth.join("\n") + "\n");
    assert_eq!(number(&lab.json("test v.nrm kept.svm")["error_rate"]), number(&chosen["met"]));
    let updates = json["updates"].as_u64().unwrap();
    assert!(updates <= (ROWS as u64 - kept).div_ceil(3), "one run of three: {updates}");
}

/// The data of [`lab`], with another line in place of one that is kept for the choice.
fn with_kept_row(lab: &Lab, name: &str, row: &str) {
    let data = String::from_utf8_lossy(&lab.read("a.svm")).into_owned();
    let mut lines: Vec<&str> = data.lines().collect();
    lines[204] = row;
    lab.write(name, lines.join("\n") + "\n");
}

#[test]
fn rows_kept_for_the_choice_are_checked_like_the_others() {
    let lab = lab();
    let flags = format!("{FIXED} --risk 0.05 --stop validate");
    with_kept_row(&lab, "odd.svm", "7 1:1 2:1");
    let ran = lab.run(&format!("learn odd.svm --problem binary {flags} -o m.nrm"));
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("odd.svm:205: label 7 is not among the known ones"), "{}", ran.err);
    // What was learned until then is a run of the learner, not its beginning.
    assert!(lab.json("inspect m.nrm.partial")["updates"].as_u64() > Some(0));
    let weighted: String = "1 |f a b\n-1 |f b c\n1 |f a\n-1 |f c\n1 2 |f a b\n".repeat(40);
    lab.write("w.vw", weighted);
    let json = lab.timeless(&format!("learn w.vw {flags}"));
    assert!(json["risk"]["nothing"].as_str().unwrap().contains("count once"));
    assert_eq!(json["certificate_of"].as_str().map(|of| of.contains("this predictor")), Some(true));
    // A loss of a hundred, on a kept row only.
    let numbers = "1 1:1\n2 2:1\n1 1:1\n2 2:1\n100 3:1\n".repeat(40);
    lab.write("n.svm", numbers);
    let flags = format!("learn n.svm --problem regression {flags} --loss-at-most 20");
    let nothing = lab.timeless(&flags)["risk"]["nothing"].clone();
    assert!(nothing.as_str().unwrap().contains("above --loss-at-most 20"), "{nothing}");
}

#[test]
fn numbers_need_a_bound_on_their_loss() {
    let lab = Lab::new();
    lab.write("r.svm", svmlight(&examples(ROWS, 12, 3), "regression"));
    let flags = format!("learn r.svm --problem regression {FIXED} --risk 0.05");
    lab.misused(&flags, &["--loss-at-most"]);
    let json = lab.timeless(&format!("{flags} --loss-at-most 1000 --stop validate"));
    assert_eq!(json["risk"]["error"], Value::Null);
    assert!(number(&json["risk"]["validated"]["at_most"]) < 1000.0);
}

#[test]
fn a_resumed_run_counts_its_own_rows() {
    let lab = lab();
    lab.ok("learn a.svm -a pa1 -o a.nrm");
    let json = lab.timeless("learn b.svm --resume a.nrm --risk 0.05");
    assert_eq!(json["risk"]["rounds"], ROWS);
    assert_eq!(json["examples"], 2 * ROWS);
}

#[test]
fn wrong_use_is_refused() {
    let lab = lab();
    for (flags, part) in [
        ("--risk 0", "between 0 and 1"),
        ("--risk 1", "between 0 and 1"),
        ("--risk -0.5", "between 0 and 1"),
        ("--risk nan", "between 0 and 1"),
        ("--risk 0.05 --passes 2", "one pass"),
        ("--stop average --passes 2", "one pass"),
        ("--risk 0.05 --tolerance 1", "one pass"),
        ("--loss-at-most 3", "--risk"),
        ("--risk 0.05 --loss-at-most 0", "positive"),
        ("-a pa1 --stop validate", "needs --risk"),
        ("-a pa1 --stop validate --risk 0.1 --predictions p", "--predictions"),
        ("--stop random", "name it with -a"),
        ("-a pa1 --stop average --vote", "choose one"),
    ] {
        lab.misused(&format!("learn a.svm {flags}"), &[part]);
    }
    let weighted: String = "1 2 |f a b\n-1 1 |f b c\n".repeat(40);
    lab.write("w.vw", weighted);
    let json = lab.timeless(&format!("learn w.vw {FIXED} --risk 0.05"));
    assert!(json["risk"]["nothing"].as_str().unwrap().contains("count once"));
}
