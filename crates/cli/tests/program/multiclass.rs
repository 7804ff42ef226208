//! Several classes: what the labels suggest, counters, scores, weights, confusion, costs.

use crate::common::data::{csv, examples, jsonl, svmlight, vw};
use crate::common::{Lab, parse};
use serde_json::{Value, json};

const NAMES: &str = "ant,bee,cat,dog,elk";
const DIGITS: &str = "0,1,2,3,4";

fn lab(names: &str) -> Lab {
    let (lab, all) = (Lab::new(), examples(400, 12, 31));
    lab.write("d.svm", svmlight(&all, names));
    lab.write("d.vw", vw(&all, names, false));
    lab.write("d.csv", csv(&all, names, 12));
    lab.write("d.jsonl", jsonl(&all, names, false));
    lab.write("new.svm", svmlight(&examples(90, 15, 32), names));
    lab
}

/// The names in the order in which the first data set has them.
const IN_ORDER: [&str; 5] = ["bee", "cat", "elk", "ant", "dog"];

fn problem(done: &Value) -> &str {
    done["spec"]["problem"]["kind"].as_str().unwrap_or_default()
}

#[test]
fn names_and_numbered_classes_in_every_format() {
    for names in [NAMES, DIGITS] {
        let lab = lab(names);
        let plain = lab.timeless("learn d.svm");
        assert_eq!((problem(&plain), &plain["classes"]), ("multiclass", &json!(5)));
        let listed = plain["spec"]["problem"]["classes"].as_array().unwrap();
        assert_eq!(listed.len(), 5);
        for file in ["d.vw", "d.csv", "d.jsonl"] {
            assert_eq!(lab.timeless(&format!("learn {file}")), plain, "{file}");
        }
        assert!(plain["error_rate"].as_f64().unwrap() < 0.6, "{plain}");
    }
}

#[test]
fn classes_are_in_order_of_first_sight_and_nothing_hangs_on_the_order_of_features() {
    let lab = lab(NAMES);
    let text = String::from_utf8(lab.read("d.svm")).unwrap();
    let mut seen: Vec<&str> = Vec::new();
    for name in text.lines().filter_map(|line| line.split(' ').next()) {
        if !seen.contains(&name) {
            seen.push(name);
        }
    }
    assert_eq!(lab.json("learn d.svm")["spec"]["problem"]["classes"], json!(seen));
    let reversed = |line: &str| {
        let mut words: Vec<&str> = line.split(' ').collect();
        words[1..].reverse();
        words.join(" ") + "\n"
    };
    lab.write("reversed.svm", text.lines().map(reversed).collect::<String>());
    for flags in ["", "-a mira --average", "-a uniform --hash 3", "-a one-vs-rest"] {
        let plain = lab.model(&format!("d.svm {flags}"));
        assert!(lab.model(&format!("reversed.svm {flags}")) == plain, "{flags}");
    }
}

#[test]
fn a_learner_of_one_against_the_rest_is_one_for_several_classes() {
    let lab = lab(NAMES);
    let plain = lab.timeless("learn d.svm -a one-vs-rest");
    assert_eq!(problem(&plain), "one-vs-rest");
    assert_eq!(lab.timeless("learn d.svm -a one-vs-rest --problem multiclass"), plain);
}

#[test]
fn whole_numbers_are_classes_to_a_learner_that_only_knows_classes() {
    let lab = Lab::new();
    lab.write("few.svm", "1 1:1\n2 2:1\n3 3:1\n1 1:2\n");
    assert_eq!(problem(&lab.json("learn few.svm -a mira")), "multiclass");
    assert_eq!(problem(&lab.json("learn few.svm -a one-vs-rest")), "one-vs-rest");
    assert_eq!(problem(&lab.json("learn few.svm -q")), "regression");
}

#[test]
fn a_binary_learner_falls_to_one_against_the_rest() {
    let lab = lab(NAMES);
    for name in ["logistic", "winnow", "one-vs-rest", "eg", "p-norm"] {
        let done = lab.json(&format!("learn d.svm -a {name}"));
        assert_eq!((problem(&done), &done["classes"]), ("one-vs-rest", &json!(5)), "{name}");
    }
    for name in ["uniform", "mira", "multiplicative-1", "multiplicative-2"] {
        assert_eq!(problem(&lab.json(&format!("learn d.svm -a {name}"))), "multiclass", "{name}");
    }
    lab.misused("learn d.svm -a lms", &["lms is not for multiclass problems, only for regression"]);
    // A learner of several classes takes two.
    lab.write("two.svm", "ham 1:1\nspam 2:1\nham 1:2\n");
    assert_eq!(problem(&lab.json("learn two.svm -a uniform")), "multiclass");
    assert_eq!(problem(&lab.json("learn two.svm -a one-vs-rest")), "one-vs-rest");
    assert_eq!(problem(&lab.json("learn two.svm -a mira")), "binary");
}

#[test]
fn margin_and_rate_have_one_flag_each() {
    let lab = lab(NAMES);
    let spec = |flags: &str| lab.json(&format!("learn d.svm {flags}"))["spec"].clone();
    assert_eq!(spec("-a mira --margin 0.5")["loss"]["margin"], 0.5);
    assert_eq!(spec("-a mira --margin 0.5 --problem one-vs-rest")["loss"]["margin"], 0.25);
    for name in ["multiplicative-1", "multiplicative-2"] {
        let eta = spec(&format!("-a {name} --eta 0.02"));
        assert_eq!(eta, spec(&format!("-a {name} -C 0.02")));
        assert_eq!(eta["schedule"]["C"], 0.02);
    }
}

#[test]
fn counters_of_decisions_and_of_ties() {
    let lab = lab(NAMES);
    for flags in ["", "-a one-vs-rest", "-a kesler --average", "--vote"] {
        let done = lab.json(&format!("learn d.svm {flags} --test new.svm -o m"));
        assert!(done["violations"].is_u64() && done["updates"].is_u64(), "{flags}");
        let mut test = lab.json("test m new.svm");
        assert_eq!(test.as_object_mut().unwrap().remove("event"), Some(json!("test")));
        assert_eq!(test, done["test"], "{flags}");
        let truth = String::from_utf8(lab.read("new.svm")).unwrap();
        let answers = lab.ok("predict m new.svm");
        let pairs = truth.lines().map(|line| line.split(' ').next()).zip(answers.lines());
        let wrong = pairs.filter(|(truth, answer)| *truth != Some(*answer)).count();
        assert_eq!(test["mistakes"], wrong, "{flags}");
        assert!(test["violations"].as_u64().unwrap() >= wrong as u64, "{flags}");
    }
}

#[test]
fn every_class_has_a_score_and_weights() {
    let lab = lab(NAMES);
    lab.ok("learn d.svm -a pa1 -q -o m");
    let scored = lab.ok("predict m new.svm --scores");
    for (object, line) in lab.ok("predict m new.svm --json").lines().map(parse).zip(scored.lines())
    {
        let scores = object["scores"].as_object().unwrap();
        let mut sizes: Vec<f64> = scores.values().map(|s| s.as_f64().unwrap()).collect();
        sizes.sort_by(f64::total_cmp);
        let winner = object["prediction"].as_str().unwrap();
        assert_eq!((scores.len(), scores[winner].as_f64()), (5, Some(sizes[4])));
        let lead = object["score"].as_f64().unwrap();
        assert_eq!((lead, line), (sizes[4] - sizes[3], format!("{winner} {lead}").as_str()));
    }
    let model = lab.json("inspect m --top 2");
    assert_eq!((&model["classes"], &model["class_names"]), (&json!(5), &json!(IN_ORDER)));
    let heaviest = model["heaviest"].as_array().unwrap();
    assert_eq!(heaviest.len(), 2 * 5);
    assert!(
        heaviest
            .iter()
            .zip(IN_ORDER.into_iter().flat_map(|n| [n, n]))
            .all(|(h, n)| h["class"] == n)
    );
    let text = lab.ok("inspect m --top 2");
    assert!(
        text.contains("\nproblem   multiclass\nclasses   5: bee, cat, elk, ant, dog\n"),
        "{text}"
    );
    assert!(text.starts_with("pa1 (multiclass): 400 examples, 13 features, "), "{text}");
    let line = |line: &&str| line.starts_with("elk") && line.trim_end().len() > 16;
    assert_eq!(text.lines().filter(line).count(), 2, "{text}");
}

#[test]
fn a_late_class_is_learned_and_an_unseen_one_is_a_mistake() {
    let lab = lab(NAMES);
    let head = String::from_utf8(lab.read("d.svm")).unwrap().repeat(3);
    lab.write("late.svm", format!("{head}{}", "fox 99:1\n".repeat(20)));
    let done = lab.json("learn late.svm -o m");
    assert_eq!((&done["classes"], &done["examples"]), (&json!(6), &json!(1220)));
    lab.write("fox.svm", "fox 99:1\n");
    assert_eq!(lab.ok("predict m fox.svm"), "fox\n");
    lab.write("gnu.svm", "gnu 99:1\nfox 99:1\n");
    let test = lab.json("test m gnu.svm --confusion");
    assert_eq!((&test["examples"], &test["mistakes"]), (&json!(2), &json!(1)));
    let classes = test["confusion"]["classes"].as_array().unwrap();
    assert_eq!((classes.len(), &classes[6]), (7, &json!("gnu")));
    assert_eq!(test["confusion"]["counts"][6], json!([0, 0, 0, 0, 0, 1, 0]));
}

#[test]
fn confusion_adds_up() {
    let lab = lab(NAMES);
    lab.ok("learn d.svm -q -o m");
    let test = lab.json("test m new.svm --confusion");
    let count = |i: usize, j: usize| test["confusion"]["counts"][i][j].as_u64().unwrap();
    let all: u64 = (0..25).map(|k| count(k / 5, k % 5)).sum();
    let right: u64 = (0..5).map(|k| count(k, k)).sum();
    assert_eq!((all, json!(all - right)), (90, test["mistakes"].clone()));
    let text = lab.ok("test m new.svm --confusion");
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("90 examples: "), "{text}");
    let words: Vec<&str> = lines[1].split_whitespace().collect();
    assert_eq!(words, [&["true", "\\", "predicted"], &IN_ORDER[..]].concat());
    let row: Vec<u64> = lines[3].split_whitespace().skip(1).map(|n| n.parse().unwrap()).collect();
    assert_eq!(row, (0..5).map(|j| count(1, j)).collect::<Vec<_>>());
    // Two classes have one too; numbers to predict have none.
    lab.write("two.svm", "ham 1:1\nspam 2:1\nham 1:2\n");
    lab.ok("learn two.svm -q -o m --passes 9");
    let expected = json!({ "classes": ["ham", "spam"], "counts": [[2, 0], [0, 1]] });
    assert_eq!(lab.json("test m two.svm --confusion")["confusion"], expected);
    lab.write("reals.svm", "1.5 1:1\n2 2:1\n7 1:2\n");
    lab.ok("learn reals.svm -q -o m");
    lab.misused("test m reals.svm --confusion", &["a regression model has none"]);
}

#[test]
fn one_of_a_kind_is_singular() {
    let lab = Lab::new();
    lab.write("one.svm", "a 1:1\n");
    let text = lab.ok("learn one.svm -a pa1 --problem multiclass --no-bias -o m");
    let first = text.lines().next().unwrap();
    assert_eq!(first, "pa1 (multiclass): 1 example, 1 feature, 0 updates, 1 class");
    assert!(lab.ok("test m one.svm").starts_with("1 example: 0 of 1 wrong"));
    lab.write("two.svm", "a 1:1\nb 2:1\nb 2:1\nc 3\n");
    let ran = lab.run("learn two.svm --problem multiclass --on-error skip -a perceptron --no-bias");
    assert!(
        ran.out.contains("3 examples, 2 features, 2 updates, 2 classes, 1 row skipped"),
        "{ran:?}"
    );
}

#[test]
fn batch_conversion_of_several_classes() {
    let lab = Lab::new();
    lab.write("fits.svm", "a 1:1\nb 2:1\na 1:1 3:1\nc 4:1 2:1\nb 2:2 3:1\n");
    for order in ["cyclic", "random", "most-violated"] {
        let flags = format!("--tolerance 0.0001 --order {order} -a pa");
        let done = lab.json(&format!("learn fits.svm {flags} -o m"));
        assert_eq!((&done["mistakes"], &done["classes"]), (&json!(0), &json!(3)), "{order}");
        assert_eq!(lab.ok("predict m fits.svm"), "a\nb\na\nc\nb\n");
    }
}

#[test]
fn the_best_classes_are_shown() {
    let lab = Lab::new();
    let rows = "ant 1:1\nbee 2:1\ncat 3:1\nbee 2:1 3:0.5\n";
    lab.write("d.svm", rows.repeat(20));
    lab.write("x.svm", "2:1 3:0.5\n");
    for problem in ["multiclass", "one-vs-rest"] {
        lab.ok(&format!("learn d.svm -a pa1 --problem {problem} -q -o m"));
        assert_eq!(lab.ok("predict m x.svm"), "bee\n");
        let all = lab.json("predict m x.svm");
        let mut expected: Vec<(&str, f64)> =
            ["ant", "bee", "cat"].map(|name| (name, all["scores"][name].as_f64().unwrap())).into();
        expected.sort_by(|a, b| b.1.total_cmp(&a.1));
        let names: Vec<&str> = expected.iter().map(|(name, _)| *name).collect();
        assert_eq!(names[0], "bee", "{problem}");
        assert_eq!(lab.ok("predict m x.svm --top 2").trim(), names[..2].join(","));
        let pairs: Vec<String> = expected.iter().map(|(n, score)| format!("{n}:{score}")).collect();
        assert_eq!(lab.ok("predict m x.svm --top 9 --scores").trim(), pairs.join(","));
        let top = lab.json("predict m x.svm --top 2");
        assert_eq!(top["prediction"], serde_json::json!(names[..2]));
        assert_eq!(top["scores"].as_object().unwrap().len(), 2);
        lab.misused("predict m x.svm --top 0", &["--top 0 asks for no class"]);
    }
    lab.write("two.svm", "1 1:1\n-1 2:1\n");
    lab.ok("learn two.svm -a pa1 -q -o two.m");
    lab.misused("predict two.m two.svm --top 1", &["not for a binary model"]);
}
