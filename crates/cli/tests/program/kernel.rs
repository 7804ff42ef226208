//! Kernels and budgets from the command line.

use crate::common::Lab;
use crate::common::data::{examples, svmlight};
use serde_json::Value;

/// A lab with `d.svm` to learn from and `t.svm` to test on.
fn lab(problem: &str) -> Lab {
    let lab = Lab::new();
    lab.write("d.svm", svmlight(&examples(1400, 25, 3), problem));
    lab.write("t.svm", svmlight(&examples(1300, 25, 4), problem));
    lab
}

fn near(a: &Value, b: &Value) -> bool {
    let pair = a.as_f64().zip(b.as_f64());
    pair.is_some_and(|(a, b)| (a - b).abs() <= 1e-9 * (1.0 + b.abs()))
}

/// The same counts, and sums that differ by rounding.
fn agree(a: &Value, b: &Value, words: &str) {
    for key in ["examples", "mistakes", "violations", "updates", "features", "bias"] {
        assert_eq!(a[key], b[key], "{words}: {key}");
    }
    assert!(near(&a["cumulative_loss"], &b["cumulative_loss"]), "{words}");
    assert!(near(&a["test"]["cumulative_loss"], &b["test"]["cumulative_loss"]), "{words}");
    assert_eq!(a["test"]["mistakes"], b["test"]["mistakes"], "{words}");
    let certificate = |v: &Value| v["certificate"]["dual_gain"].clone();
    assert!(near(&certificate(a), &certificate(b)), "{words}");
}

#[test]
fn the_linear_kernel_is_no_kernel() {
    for (problem, algorithms) in [
        ("binary", &["pa1", "perceptron", "mira", "romma", "pa1 --average", "pa2 --vote"][..]),
        ("multiclass", &["pa1", "perceptron", "mira", "uniform", "romma", "uniform --average"]),
        ("regression", &["pa1", "pa2 --average"]),
    ] {
        let lab = lab(problem);
        for algorithm in algorithms {
            for passes in [1, 3] {
                let words = format!("learn d.svm -a {algorithm} --passes {passes} --test t.svm");
                let plain = lab.json(&words);
                agree(&lab.json(&format!("{words} --kernel linear")), &plain, &words);
            }
        }
    }
}

#[test]
fn balls_ranks_and_past_rounds_have_kernels() {
    for (problem, flags) in [
        ("regression", "-a pa1 --problem uniclass:radius=2"),
        ("regression", "-a pa2 --problem uniclass:radius=3,learn_radius=true"),
        ("ordinal", "-a simproj --problem ordinal"),
        ("ordinal", "-a pa1 --problem ordinal --average"),
        ("binary", "-a pa1 --scope mini:count=2,store=9"),
    ] {
        let lab = lab(problem);
        let words = format!("learn d.svm {flags} --limit 300");
        let (plain, linear) = (lab.json(&words), lab.json(&format!("{words} --kernel linear")));
        for key in ["examples", "mistakes", "updates"] {
            assert_eq!(plain[key], linear[key], "{words}: {key}");
        }
        assert!(near(&plain["cumulative_loss"], &linear["cumulative_loss"]), "{words}");
        lab.ok(&format!("{words} --kernel gaussian:sigma=3 -o m.nrm -q"));
        lab.ok("predict m.nrm d.svm --limit 5");
        lab.ok("inspect m.nrm");
    }
}

#[test]
fn threads_change_nothing() {
    let lab = lab("multiclass");
    for flags in ["-a mira --kernel polynomial", "--kernel gaussian --average --passes 3"] {
        let one = lab.model(&format!("d.svm {flags} --threads 1"));
        assert!(one == lab.model(&format!("d.svm {flags} --threads 2")), "{flags}");
        assert!(one == lab.model(&format!("d.svm {flags}")), "{flags}");
    }
}

#[test]
fn passes_kept_in_memory_are_resumed_runs() {
    let lab = lab("binary");
    for flags in ["--kernel polynomial", "-a romma --kernel gaussian:sigma=0.5 --average"] {
        let words = format!("d.svm t.svm {flags}");
        lab.ok(&format!("learn {words} -q -o m"));
        let last = lab.json("learn d.svm t.svm --resume m --passes 2 --test t.svm");
        let all = lab.json(&format!("learn {words} --passes 3 --test t.svm"));
        assert_eq!(all["examples"], 3 * 2700);
        assert_eq!(all["patterns"], last["patterns"], "{flags}");
        agree(&all, &last, flags);
    }
}

#[test]
fn the_report_names_the_kernel() {
    let lab = lab("multiclass");
    let flags = "learn d.svm -a mira --kernel polynomial:degree=2,offset=0 -o m";
    let done = lab.json(flags);
    assert_eq!(done["algorithm"], "mira");
    assert_eq!(done["spec"]["kernel"]["kind"], "polynomial");
    assert_eq!(done["patterns"], done["updates"]);
    assert!(done["bias"].is_null());
    let patterns = done["patterns"].as_u64().unwrap();
    let text = lab.ok(flags);
    let first = format!(
        "mira (multiclass, polynomial kernel): 1400 examples, 25 features, {patterns} updates, {patterns} patterns, \
         4 classes\n"
    );
    assert!(text.starts_with(&first), "{text}");
    assert!(text.contains("in the kernel's space"), "{text}");
    let seen = lab.ok("inspect m");
    let lines = [
        format!("kernel    polynomial:degree=2,offset=0 ({patterns} patterns)\n"),
        "heaviest features: none, a kernel weighs patterns\n".into(),
        "constant  none\n".into(),
    ];
    assert!(seen.starts_with(&first) && lines.iter().all(|l| seen.contains(l)), "{seen}");
    let seen = lab.json("inspect m");
    assert_eq!(seen["kernel"], done["spec"]["kernel"]);
    assert_eq!(seen["patterns"], done["patterns"]);
    assert!(seen.get("budget").is_none() && seen["heaviest"].as_array().unwrap().is_empty());
    assert!(lab.json("learn d.svm").get("patterns").is_none());
}

#[test]
fn only_the_linear_kernel_gets_a_constant_unasked() {
    let lab = lab("binary");
    let bias = |flags: &str| lab.json(&format!("learn d.svm -a pa1 {flags}"))["bias"].clone();
    assert!(bias("--kernel gaussian").is_null() && bias("--kernel polynomial").is_null());
    assert_eq!(bias("--kernel linear"), bias(""));
    assert_eq!(bias("--kernel polynomial --bias 2"), 2.0);
    assert!(bias("--kernel linear --no-bias").is_null());
}

#[test]
fn a_saved_kernel_answers_as_it_did() {
    let lab = lab("multiclass");
    for flags in ["-a mira", "-a uniform --average", "-a perceptron --vote"] {
        let words = format!("learn d.svm {flags} --kernel gaussian --test t.svm -o m");
        let test = lab.json(&words)["test"].clone();
        let mut again = lab.json("test m t.svm");
        again.as_object_mut().unwrap().remove("event");
        assert_eq!(again, test, "{flags}");
        let confused = lab.json("test m t.svm --confusion");
        assert_eq!(confused["mistakes"], test["mistakes"]);
        // Together and one at a time.
        let answers = lab.ok("predict m t.svm --json");
        let text = String::from_utf8(lab.read("t.svm")).unwrap();
        for (row, answer) in text.lines().zip(answers.lines()).step_by(150) {
            lab.write("one.svm", format!("{row}\n"));
            assert_eq!(lab.ok("predict m one.svm --json").trim_end(), answer, "{flags}");
        }
        assert_eq!(answers.lines().count(), 1300);
    }
}

#[test]
fn a_row_without_an_answer_spoils_no_other() {
    for (learner, at) in [
        ("--kernel polynomial", 500),
        ("-a pa1", 0),
        ("-a pa1", 15),
        ("-a pa1", 16),
        ("-a pa1", 500),
        ("", 20),
    ] {
        no_other_is_spoiled(learner, at);
    }
}

/// A model of this learner, and rows of which those after `at` cannot be answered.
fn no_other_is_spoiled(learner: &str, at: usize) {
    let lab = lab("binary");
    lab.ok(&format!("learn d.svm {learner} -q -o m"));
    let text = String::from_utf8_lossy(&lab.read("t.svm")).into_owned();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    lab.write("bad.svm", [&lines[..at], &["1 1:1e200\n", "1 x\n"], &lines[at..]].concat().concat());
    let [first, second] = [at + 1, at + 2].map(|line| format!("bad.svm:{line}"));
    for words in ["predict m FILE --scores", "test m FILE"] {
        let good = lab.ok(&words.replace("FILE", "t.svm"));
        let ran = lab.run(&format!("{} --on-error skip", words.replace("FILE", "bad.svm")));
        assert_eq!((ran.code, ran.out == good), (Some(0), true), "{words}");
        assert!(ran.err.contains(&first) && ran.err.contains(&second), "{}", ran.err);
    }
    // What comes before a failure is still said.
    lab.write("odd.svm", [&lines[..at], &["1 x\n"], &lines[at..]].concat().concat());
    for file in ["bad.svm", "odd.svm"] {
        let ran = lab.run(&format!("predict m {file} --scores"));
        assert_eq!((ran.code, ran.out.lines().count()), (Some(1), at), "{learner} {file}");
        assert!(ran.err.starts_with(&format!("noregret: {file}:{}", at + 1)), "{}", ran.err);
    }
}

#[test]
fn a_budget_is_kept() {
    let lab = lab("multiclass");
    let free = lab.json("learn d.svm --kernel gaussian")["patterns"].as_u64().unwrap();
    assert!(free > 200, "{free}");
    let mut models = Vec::new();
    for rule in ["oldest", "random", "smallest"] {
        for project in ["", ",project=true"] {
            let flags = format!("d.svm --kernel gaussian --budget size=50,rule={rule}{project}");
            let done = lab.json(&format!("learn {flags} -o m"));
            assert_eq!(done["patterns"], 50, "{flags}");
            assert_eq!(done["spec"]["budget"]["rule"], rule);
            let seen = lab.json("inspect m");
            assert_eq!(seen["budget"]["size"], 50);
            assert!(seen["budget"]["dropped_norm"].as_f64().unwrap() > 0.0, "{flags}");
            let text = lab.ok("inspect m");
            assert!(text.contains("what it removed has norm <= "), "{text}");
            models.push(lab.read("m"));
        }
    }
    models.sort();
    models.dedup();
    assert_eq!(models.len(), 6);
    assert_eq!(
        models.iter().filter(|m| **m == lab.model("d.svm --kernel gaussian --budget 50")).count(),
        1
    );
}

#[test]
fn the_random_rule_takes_the_seed() {
    let lab = lab("binary");
    let model =
        |flags: &str| lab.model(&format!("d.svm --kernel gaussian --budget size=30,{flags}"));
    let random = model("rule=random");
    assert!(random == model("rule=random --seed 0"));
    assert!(random != model("rule=random --seed 1"));
    assert!(model("rule=random,seed=1") == model("rule=random --seed 1"));
    assert!(model("rule=random,seed=1 --seed 5") == model("rule=random --seed 1"));
    assert!(model("rule=oldest --seed 5") == model("rule=oldest"));
}

#[test]
fn a_failure_keeps_what_was_learned() {
    for passes in ["", "--passes 3"] {
        for at in [20, 400, 1300] {
            let lab = lab("binary");
            let text = String::from_utf8(lab.read("d.svm")).unwrap();
            let lines: Vec<&str> = text.split_inclusive('\n').collect();
            lab.write("before.svm", lines[..at].concat());
            let before = lab.model("before.svm --problem binary --kernel polynomial");
            for bad in ["1 900:x\n", "7 900:1 1:1\n", "1 900:1e200\n"] {
                let all = [&lines[..at], &[bad], &["1 901:1\n"], &lines[at..]].concat().concat();
                lab.write("bad.svm", all);
                let words =
                    format!("learn bad.svm --problem binary --kernel polynomial {passes} -o m");
                let ran = lab.run(&words);
                assert_eq!(ran.code, Some(1));
                assert!(ran.err.contains(&format!("noregret: bad.svm:{}", at + 1)), "{}", ran.err);
                assert!(lab.read("m.partial") == before, "{at} {bad} {passes}");
            }
        }
    }
}
