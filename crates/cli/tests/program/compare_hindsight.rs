//! `compare --hindsight`: certified regret is never below the true one, on the example data and on
//! made-up data of every kind.

#![allow(clippy::unwrap_used)]

use crate::common::data::{examples, grouped, svmlight};
use crate::common::{Lab, parse};
use serde_json::{Value, json};
use std::collections::{HashMap, HashSet};

fn compared(lab: &Lab, words: &str) -> Vec<Value> {
    let ran = lab.run(&format!("compare {words} --hindsight --json"));
    assert_eq!(ran.code, Some(0), "{words}: {}", ran.err);
    ran.out.lines().map(parse).collect()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

/// Checks every run that has a best predictor; returns how many there were.
fn none_is_violated(results: &[Value], what: &str) -> usize {
    let mut checked = 0;
    for result in results {
        let (name, run) = (&result["algorithm"], &result["hindsight"]);
        if run["none"].is_string() {
            continue;
        }
        let regret = &run["regret"];
        let [truth, certified] = ["regret", "certified"].map(|key| number(&regret[key]));
        let [online, best] = ["online_loss", "best_loss"].map(|key| number(&regret[key]));
        assert!(truth <= certified + 1e-12 * (online + best), "{what}, {name}: {regret}");
        assert_eq!(run["violated"], false, "{what}, {name}: {regret}");
        assert!((truth - (online - best)).abs() <= 1e-9 * (1.0 + online), "{what}, {name}");
        let [primal, dual] = ["primal", "dual"].map(|key| number(&run[key]));
        let rounding = 1e-9 * (1.0 + primal);
        assert!((number(&regret["within"]) - (primal - dual).max(0.0)).abs() <= rounding);
        assert!(primal >= dual - rounding, "{what}, {name}: {primal} is below {dual}");
        checked += 1;
    }
    checked
}

#[test]
fn certified_is_never_below_true_on_made_up_data() {
    let kinds = [
        "binary",
        "regression",
        "multiclass",
        "one-vs-rest",
        "label-ranking",
        "ordinal",
        "queries",
    ];
    for (seed, least) in [(5, 60), (6, 60)] {
        let mut checked = 0;
        for problem in kinds {
            let (lab, rows) = (Lab::new(), examples(200, 20, seed));
            let text = match problem {
                "queries" => grouped(&rows, problem),
                _ => svmlight(&rows, problem),
            };
            lab.write("x.svm", text);
            let words = format!("x.svm --problem {problem} --gap 1e-2 --max-sweeps 200");
            checked += none_is_violated(&compared(&lab, &words), problem);
        }
        assert!(checked >= least, "only {checked} runs have a best predictor");
    }
}

#[test]
fn certified_is_never_below_true_in_restricted_sets_and_at_other_trade_offs() {
    let lab = Lab::new();
    lab.write("x.svm", svmlight(&examples(200, 20, 7), "binary"));
    let geometries = ["ball", "simplex", "l1-ball", "entropy-floor", "balanced", "p-norm"];
    let mut list: Vec<String> =
        geometries.map(|name| format!("pa1:geometry={name}")).into_iter().collect();
    list.extend(["sqrt", "strong:sigma=0.1"].map(|name| format!("subgradient:schedule={name}")));
    list.extend(["pa1:C=0.01".into(), "pa2:C=10".into(), "leader".into(), "pa1-mini".into()]);
    let words = format!("x.svm -a {} --gap 1e-2 --max-sweeps 200", list.join(","));
    let results = compared(&lab, &words);
    assert_eq!(none_is_violated(&results, "restricted"), list.len(), "{results:?}");
}

#[test]
fn certified_is_never_below_true_on_the_examples_and_against_adversaries() {
    let lab = Lab::new();
    let root = format!("{}/../../examples", env!("CARGO_MANIFEST_DIR"));
    let spam = format!("{root}/spam/train.vw.gz --gap 1e-2 --max-sweeps 50");
    assert!(none_is_violated(&compared(&lab, &spam), "spam") >= 10);
    let mail = format!(
        "{root}/email/mail.tsv.gz --label folder --text from,subject,body --problem label-ranking --limit 200 \
         -a pa1,pa2,perceptron,pa1:C=0.1 --gap 1e-2 --max-sweeps 50"
    );
    assert_eq!(none_is_violated(&compared(&lab, &mail), "mail"), 4);
    for name in
        ["basis --against pa1", "coin --against perceptron", "separable margin=0.01 noise=0.1"]
    {
        lab.ok(&format!("generate {name} --rows 300 -o made.svm"));
        let words = "made.svm --gap 1e-2 --max-sweeps 100";
        assert!(none_is_violated(&compared(&lab, words), name) >= 8, "{name}");
    }
}

#[test]
fn each_run_is_told_what_hindsight_says_of_it() {
    for problem in ["binary", "multiclass"] {
        let lab = Lab::new();
        lab.write("x.svm", svmlight(&examples(300, 20, 5), problem));
        let both = "--gap 1e-4 --max-sweeps 500";
        let list = "perceptron,pa1,pa1:C=0.1,pa2";
        let words = format!("x.svm --problem {problem} -a {list} {both}");
        for result in compared(&lab, &words) {
            let name = result["algorithm"].as_str().unwrap().replace(":C=", " -C ");
            let alone = lab.json(&format!("hindsight x.svm --problem {problem} -a {name} {both}"));
            for key in ["primal", "dual", "sweeps", "regret", "ratio", "tradeoff", "reached"] {
                assert_eq!(result["hindsight"][key], alone[key], "{problem} {name}: {key}");
            }
        }
    }
}

#[test]
fn runs_that_agree_share_a_predictor() {
    let lab = Lab::new();
    lab.write("x.svm", svmlight(&examples(200, 20, 5), "binary"));
    let list = "perceptron,pa1,pa1-window,pa1:C=0.5,pa2,pa,pa1:geometry=p-norm,pa1:margin=0.5";
    let of: HashMap<String, Value> = compared(&lab, &format!("x.svm -a {list}"))
        .into_iter()
        .map(|r| (r["algorithm"].as_str().unwrap().into(), r["hindsight"]["predictor"].clone()))
        .collect();
    assert_eq!(of["perceptron"], of["pa1"]);
    assert_eq!(of["pa1-window"], of["pa1"]);
    assert_eq!(of["pa"], json!(null));
    let found: HashSet<u64> = of.values().filter_map(Value::as_u64).collect();
    assert_eq!(found, HashSet::from([0, 1, 2, 3, 4]), "{of:?}");
    let text = lab.ok(&format!("compare x.svm -a {list} --hindsight"));
    assert!(text.contains("\nhindsight: 5 fixed predictors, found to a gap of 0.001:"), "{text}");
}

#[test]
fn the_constant_is_each_ones_own() {
    let lab = Lab::new();
    lab.write("x.svm", svmlight(&examples(200, 20, 5), "binary"));
    for bias in ["--no-bias", "--bias 3", "--bias auto"] {
        let words = format!("x.svm -a pa1,perceptron --gap 1e-4 {bias}");
        let alone = lab.json(&format!("hindsight x.svm -a pa1 --gap 1e-4 {bias}"));
        let result = &compared(&lab, &words)[0];
        assert_eq!(result["hindsight"]["primal"], alone["primal"], "{bias}");
    }
}

#[test]
fn the_table_says_why_some_have_none() {
    let lab = Lab::new();
    lab.write("x.svm", svmlight(&examples(200, 20, 5), "binary"));
    let text = lab.ok("compare x.svm -a pa1,pa,arow,adagrad --hindsight --gap 0.01");
    let line = |begin: &str| text.lines().rfind(|line| line.starts_with(begin)).unwrap();
    let table = text.split("\nhindsight: ").nth(1).unwrap();
    let cells = |name: &str| {
        let row = table.lines().find(|line| line.split(' ').next() == Some(name)).unwrap();
        row.split_whitespace().map(String::from).collect::<Vec<_>>()
    };
    assert_eq!(
        cells("algorithm").join(" "),
        "algorithm complexity its loss true within certified ratio"
    );
    assert_eq!(cells("pa"), ["pa", "-", "-", "-", "-", "-", "-"]);
    assert!(cells("pa1")[1..].iter().all(|cell| cell.parse::<f64>().is_ok()), "{text}");
    assert!(line("pa: ").contains("C = inf"), "{text}");
    assert!(cells("arow")[1..].iter().all(|cell| cell.parse::<f64>().is_ok()), "{text}");
    let beside = "beside the best fixed linear predictor by the Euclidean norm";
    assert!(line("arow, adagrad: ").contains(beside), "{text}");
    assert!(!lab.ok("compare x.svm -a pa1").contains("hindsight"));
}

#[test]
fn rows_that_were_skipped_are_not_kept() {
    let lab = Lab::new();
    let text = svmlight(&examples(100, 20, 5), "binary");
    lab.write("x.svm", &text);
    lab.write("odd.svm", format!("{text}7 1:1\n"));
    let clean = compared(&lab, "x.svm -a pa1 --problem binary");
    let odd = compared(&lab, "odd.svm -a pa1 --problem binary --on-error skip");
    assert_eq!(clean[0]["hindsight"], odd[0]["hindsight"]);
}

#[test]
fn odd_flags_are_refused_and_a_short_search_is_told() {
    let lab = Lab::new();
    lab.write("x.svm", svmlight(&examples(100, 20, 5), "binary"));
    lab.misused("compare x.svm --hindsight --gap 0", &["above 0 and below 1"]);
    lab.misused("compare x.svm --hindsight --passes 2", &["--passes"]);
    lab.misused("compare x.svm --gap 0.1", &["--hindsight"]);
    lab.misused("compare x.svm --max-sweeps 3", &["--hindsight"]);
    let ran = lab.run("compare x.svm -a pa1,perceptron --hindsight --gap 1e-9 --max-sweeps 2");
    assert_eq!(ran.code, Some(0));
    assert!(ran.err.starts_with("noregret: pa1: after 2 sweeps the gap is still "), "{}", ran.err);
    assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
}
