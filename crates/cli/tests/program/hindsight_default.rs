//! `hindsight --model` of whatever `learn` picks by itself: learners whose geometry adapts to the
//! data, standardised columns, one class against the rest.

#![allow(clippy::unwrap_used)]

use super::default::table;
use crate::common::data::{examples, svmlight};
use crate::common::{Lab, parse};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::PathBuf;

const GAP: f64 = 1e-3;

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

/// Rows of a few of many features that are 0 or 1, like those of a9a; half of them speak for the
/// class, each of which has `width` features of its own.
fn indicators(rows: usize, classes: usize, width: usize) -> String {
    let mut state = 7_u64;
    let mut draw = move |below: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut text = String::new();
    for _ in 0..rows {
        let class = draw(classes);
        let mut feature = || match draw(2) {
            0 => 1 + width * class + draw(width),
            _ => 1 + draw(width * classes),
        };
        let features: BTreeSet<usize> = (0..8).map(|_| feature()).collect();
        write!(text, "{class}").unwrap();
        features.iter().for_each(|j| write!(text, " {j}:1").unwrap());
        text.push('\n');
    }
    text
}

/// Learns by default, then looks for the best predictor of what was picked.
fn found(lab: &Lab, data: &str) -> Value {
    lab.ok(&format!("learn {data} -q -o online"));
    let found = lab.json(&format!("hindsight {data} --model online --gap {GAP} -o best"));
    let [primal, dual] = ["primal", "dual"].map(|name| number(&found[name]));
    assert_eq!(found["reached"], true, "{found}");
    assert!(primal >= dual && primal - dual <= GAP * primal, "{primal}, {dual}");
    let regret = &found["regret"];
    let [truth, best] = ["regret", "best_loss"].map(|name| number(&regret[name]));
    assert!((truth - (number(&regret["online_loss"]) - best)).abs() < 1e-9 * (1.0 + best));
    let is_standardised = !found["online"]["standard"].is_null();
    assert_eq!(regret["certified"].is_null(), is_standardised, "{found}");
    assert_eq!(regret["regularised_certified"].is_null(), is_standardised, "{found}");
    assert_eq!(found["ratio"].is_null(), is_standardised || truth <= 0.0, "{found}");
    if !is_standardised {
        assert!(truth <= number(&regret["certified"]), "{found}");
        let beyond = number(&regret["regularised"]);
        assert!(beyond <= number(&regret["regularised_certified"]), "{found}");
    }
    // The model that was written answers as the predictor does.
    let tested = lab.json(&format!("test best {data}"));
    assert_eq!(tested["mistakes"], found["best"]["mistakes"]);
    assert!((number(&tested["cumulative_loss"]) - best).abs() < 1e-6 * (1.0 + best), "{tested}");
    let model = lab.json("inspect best");
    assert_eq!(model["algorithm"], "hindsight");
    assert_eq!(model["certificate"]["tradeoff"], found["tradeoff"]);
    found
}

#[test]
fn a_geometry_that_adapts_is_compared_with_a_plain_ball() {
    let lab = Lab::new();
    // So many features that nobody standardises them.
    lab.write("d.svm", indicators(2000, 2, 800));
    let spam = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/spam/train.vw.gz");
    for data in ["d.svm", spam.to_str().unwrap()] {
        let found = found(&lab, data);
        assert!(found["online"]["standard"].is_null(), "{found}");
        assert_eq!(found["spec"]["geometry"]["kind"], "euclid");
        // The same question asked of Passive-Aggressive.
        let (loss, c) = (&found["online"]["loss"], number(&found["tradeoff"]));
        let kind = loss["kind"].as_str().unwrap();
        let plain = format!("-a pa1 --loss {kind} -C {} --bias {}", 1.0 / c, found["bias"]);
        let plain = lab.json(&format!("hindsight {data} {plain} --gap {GAP}"));
        let [own, other] = [&found, &plain].map(|found| number(&found["primal"]));
        assert!((own - other).abs() <= GAP * own, "{own} {other}");
    }
}

#[test]
fn the_words_are_those_of_the_comparison() {
    let lab = Lab::new();
    lab.write("d.svm", svmlight(&examples(400, 30, 5), "binary"));
    for name in ["arow", "arow-scaled", "adagrad", "adagrad-scaled"] {
        let text = lab.ok(&format!("hindsight d.svm -a {name}"));
        assert!(text.contains("squared-hinge") == name.contains("arow"), "{text}");
        let line = "\nbest fixed linear predictor by the Euclidean norm: norm ";
        assert!(text.contains(line), "{text}");
        assert!(text.contains("\ncertified by the run itself: at most "), "{text}");
        lab.ok(&format!("learn d.svm -a {name} --until-gap 1e-3 -q -o until"));
        lab.ok(&format!("hindsight d.svm -a {name} --gap 1e-3 -o found"));
        assert!(lab.read("until") == lab.read("found"), "{name}");
    }
    lab.write("d.csv", table(1500, 5, [1e-3, 7.0, 1e5]));
    lab.ok("learn d.csv -q -o m");
    let text = lab.ok("hindsight d.csv --model m");
    assert!(text.contains("\nbest fixed linear predictor in the standardised columns"), "{text}");
    assert!(text.contains(" in the standardised columns: "), "{text}");
    assert!(text.contains("\ncertified by the run itself: nothing, "), "{text}");
    assert!(text.contains("beyond the least of c f(u) + loss: "), "{text}");
    assert!(!text.contains("at most"), "{text}");
}

#[test]
fn standardised_columns_have_a_best_predictor() {
    let lab = Lab::new();
    lab.write("few.svm", indicators(2000, 2, 7));
    lab.write("d.csv", table(1500, 5, [1e-3, 7.0, 1e5]));
    let [_, found] = ["few.svm", "d.csv"].map(|data| {
        let found = found(&lab, data);
        assert!(found["online"]["standard"].is_object(), "{found}");
        found
    });
    assert_eq!(found["spec"]["standard"], found["online"]["standard"]);
    let [own, best] = ["online_loss", "best_loss"].map(|name| number(&found["regret"][name]));
    assert!(best < own, "{best} is not below {own}");
    assert!(lab.ok("inspect best").contains("standardised"), "inspect says so");
    // It goes on like any model, and its moments do.
    let on = lab.json("learn d.csv --resume best -o on");
    assert_eq!(on["examples"], 1500);
    assert_ne!(lab.read("on"), lab.read("best"));
}

#[test]
fn a_row_that_was_skipped_is_skipped_again() {
    let lab = Lab::new();
    let mut text = table(1500, 5, [1e-3, 7.0, 1e5]);
    lab.write("good.csv", &text);
    text.push_str("1e200,1,1,yes\n1,1,1,perhaps\n");
    lab.write("odd.csv", &text);
    let skip = "--on-error skip";
    assert_eq!(lab.run(&format!("learn odd.csv --problem binary {skip} -q -o m")).code, Some(0));
    let ran = lab.run(&format!("hindsight odd.csv --model m --json {skip}"));
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let odd = parse(&ran.out);
    let good = lab.json("hindsight good.csv --model m");
    assert!(odd["online"]["standard"].is_object(), "{odd}");
    assert_eq!((&odd["regret"], &odd["skipped"]), (&good["regret"], &2.into()));
    let ran = lab.run("hindsight odd.csv --model m");
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("odd.csv:1502"), "{}", ran.err);
}

#[test]
fn several_classes_numbers_and_label_sets_too() {
    let lab = Lab::new();
    lab.write("one-vs-rest", indicators(1500, 10, 7));
    for (name, problem) in
        [("multiclass", "multiclass"), ("sets", "label-ranking"), ("numbers", "regression")]
    {
        lab.write(name, svmlight(&examples(600, 12, 5), problem));
    }
    let problem = |name| found(&lab, name)["online"]["problem"]["kind"].clone();
    assert_eq!(problem("one-vs-rest"), "one-vs-rest");
    assert_eq!(problem("sets"), "label-ranking");
    assert_eq!(problem("numbers"), "regression");
    problem("multiclass");
}

#[test]
fn what_was_chosen_or_proved_of_the_run_is_not_said_of_the_predictor() {
    let lab = Lab::new();
    lab.write("d.svm", svmlight(&examples(400, 30, 5), "binary"));
    lab.ok("learn d.svm -q -o m");
    lab.ok("hindsight d.svm --model m -o best");
    let text = lab.ok("inspect best");
    assert!(!text.contains("chosen among") && !text.contains("headroom"), "{text}");
    let model = lab.json("inspect best");
    assert!(model.get("chosen_among").is_none(), "{model}");
}
