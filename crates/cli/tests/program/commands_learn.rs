//! `learn` as the contract has it: the keys of its JSON, progress, quiet, batch conversion, other
//! problems.

use crate::common::data::{examples, grouped, svmlight, vw};
use crate::common::{Lab, parse};
use serde_json::Value;

fn lab() -> Lab {
    let lab = Lab::new();
    let all = examples(1300, 25, 11);
    for problem in ["binary", "regression"] {
        lab.write(&format!("{problem}.svm"), svmlight(&all, problem));
        lab.write(&format!("{problem}.test.svm"), svmlight(&examples(200, 30, 12), problem));
    }
    lab.write("sequence.svm", grouped(&all, "sequence"));
    lab
}

fn near(a: &Value, b: f64) -> bool {
    a.as_f64().is_some_and(|a| (a - b).abs() <= 1e-12 * b.abs().max(1.0))
}

#[test]
fn done_has_every_key_of_the_contract() {
    let lab = lab();
    let done = lab.json("learn binary.svm --test binary.test.svm --passes 2");
    assert_eq!((&done["event"], &done["algorithm"]), (&"done".into(), &"pa1".into()));
    let number = |key: &str| done[key].as_f64().unwrap_or_else(|| panic!("{key}: {}", done[key]));
    let whole = |key: &str| done[key].as_u64().unwrap_or_else(|| panic!("{key}: {}", done[key]));
    assert_eq!((whole("examples"), whole("passes"), whole("classes")), (2600, 2, 2));
    assert_eq!((whole("features"), whole("skipped")), (25 + 1, 0));
    assert!(whole("mistakes") > 0 && whole("updates") >= whole("mistakes"));
    assert!(near(&done["error_rate"], number("mistakes") / 2600.0));
    assert!(near(&done["mean_loss"], number("cumulative_loss") / 2600.0));
    assert!(number("seconds") > 0.0 && number("bias") > 0.0);
    assert!(done["spec"]["loss"].is_object());
    let test = &done["test"];
    assert_eq!(test["examples"], 200);
    assert!(near(&test["error_rate"], test["mistakes"].as_f64().unwrap() / 200.0));
    let certificate = &done["certificate"];
    assert_eq!(certificate["kind"], "dual");
    assert!(near(&certificate["cumulative_loss"], number("cumulative_loss")));
    for key in ["dual_gain", "potential_norm", "margin_ceiling"] {
        assert!(certificate[key].is_number(), "{key}");
    }
    let rows = certificate["regret_at"].as_array().unwrap();
    assert!(rows.len() >= 3);
    for row in rows {
        let loss = row["lower_bound"].as_f64().unwrap() + row["regret"].as_f64().unwrap();
        assert!((loss - number("cumulative_loss")).abs() < 1e-6 * loss, "{row}");
        assert!(row["complexity"].as_f64().unwrap() > 0.0);
    }
}

#[test]
fn regression_has_errors_instead_of_mistakes() {
    let lab = lab();
    let done = lab.json("learn regression.svm --test regression.test.svm");
    for counters in [&done, &done["test"]] {
        assert_eq!(counters["mistakes"], Value::Null);
        assert_eq!(counters["error_rate"], Value::Null);
        let absolute = counters["mean_absolute_error"].as_f64().unwrap();
        let squared = counters["mean_squared_error"].as_f64().unwrap();
        assert!(absolute > 0.0 && absolute * absolute <= squared, "{absolute} {squared}");
    }
    assert_eq!(done["classes"], Value::Null);
    assert!(lab.json("learn binary.svm").get("mean_absolute_error").is_none());
}

#[test]
fn every_published_learner_has_a_certificate() {
    let lab = lab();
    for row in lab.ok("list algorithms --json").lines().map(parse) {
        let (name, losses) = (row["name"].as_str().unwrap(), row["losses"].as_array().unwrap());
        let problem = losses[0].as_str().unwrap().split(':').next().unwrap();
        let data = if problem == "sequence" { "sequence.svm" } else { "binary.svm" };
        let done = lab.json(&format!("learn {data} --algorithm {name} --problem {problem}"));
        assert_eq!(done["certificate"]["kind"], "dual", "{name}");
        assert!(!done["certificate"]["regret_at"].as_array().unwrap().is_empty(), "{name}");
    }
}

#[test]
fn progress_comes_at_doubling_intervals() {
    let lab = lab();
    let text = lab.ok("learn binary.svm -a pa1 --json");
    let events: Vec<Value> = text.lines().map(parse).collect();
    let (done, progress) = events.split_last().unwrap();
    assert_eq!(done["event"], "done");
    let at: Vec<u64> = progress.iter().map(|e| e["examples"].as_u64().unwrap()).collect();
    assert_eq!(at, [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024]);
    for event in progress {
        assert_eq!(event["event"], "progress");
        assert!(event["mistakes"].is_u64() && event["mean_loss"].is_number(), "{event}");
    }
    lab.ok("learn binary.svm -q -o m");
    let text = lab.ok("learn binary.svm --resume m --json");
    let at: Vec<Value> = text.lines().map(|l| parse(l)["examples"].clone()).collect();
    assert_eq!(at, [2048, 2600]);
}

#[test]
fn quiet_is_silent() {
    let lab = lab();
    assert_eq!(lab.ok("learn binary.svm --quiet --test binary.test.svm -o m"), "");
    assert_eq!(lab.ok("learn binary.svm --quiet --json").lines().count(), 1);
    let words = lab.ok("learn binary.svm --test binary.test.svm -o m");
    for part in [
        "pa1 (binary): 1300 examples",
        "progressive: ",
        "test: 200 examples",
        "headroom: ",
        "model: m",
    ] {
        assert!(words.contains(part), "no '{part}' in: {words}");
    }
}

#[test]
fn batch_conversion_ends_within_the_tolerance_or_says_that_it_cannot() {
    let lab = lab();
    lab.write("fits.svm", "1 1:1\n-1 2:1\n1 1:1 3:1\n-1 2:2 3:1\n");
    for order in ["cyclic", "random", "most-violated"] {
        let done = lab.json(&format!("learn fits.svm --tolerance 0.0001 --order {order} -o m"));
        assert_eq!((&done["mistakes"], &done["examples"]), (&0.into(), &4.into()));
        assert!(done["cumulative_loss"].as_f64().unwrap() <= 4.0 * 0.01);
        assert_eq!(lab.ok("predict m fits.svm"), "1\n-1\n1\n-1\n");
    }
    lab.write("not.svm", "1 1:1\n-1 1:1\n");
    let ran = lab.run("learn not.svm --tolerance 0.1 --max-updates 50 -o never");
    assert_eq!(ran.code, Some(1));
    assert!(
        ran.err.contains("noregret: after 50 updates the largest squared loss is still 1."),
        "{}",
        ran.err
    );
    assert!(ran.err.ends_with("raise --tolerance or --max-updates\n"), "{}", ran.err);
    assert!(!lab.has("never"));
    lab.write("heavy.vw", "1 2 |a x\n-1 |a y\n");
    let heavy = "noregret: heavy.vw:1: --tolerance has no place for the importance 2\n";
    lab.fails("learn heavy.vw --tolerance 0.1", 1, heavy);
}

#[test]
fn one_class_and_a_learned_radius() {
    let lab = lab();
    lab.write("normal.vw", "| a b:0.1\n| a c:0.1\n| a b:-0.1\n| a c:-0.1\n");
    let done = lab.json("learn normal.vw --problem uniclass --passes 30 -o m");
    assert_eq!(done["spec"]["problem"]["kind"], "uniclass");
    lab.write("odd.vw", "| a\n| z:5\n");
    assert_eq!(lab.ok("predict m odd.vw"), "inside\noutside\n");
    let text = lab.ok("learn normal.vw --problem uniclass:radius=0.01");
    assert!(text.contains("no ball of radius 0.01 covers all the instances"), "{text}");
    let text =
        lab.ok("learn normal.vw --problem uniclass:radius=0.5,learn_radius=true --passes 50");
    let radius = text.lines().find_map(|line| line.strip_prefix("radius found: ")).unwrap();
    assert!((0.02..0.5).contains(&radius.parse::<f64>().unwrap()), "{radius}");
}

#[test]
fn no_cap_is_the_plain_algorithm() {
    let lab = lab();
    let [capped, pa] = ["--algorithm pa1 -C inf", "--algorithm pa"].map(|flags| {
        let mut done = lab.timeless(&format!("learn binary.svm {flags} --average"));
        done.as_object_mut().unwrap().remove("algorithm");
        done["spec"].as_object_mut().unwrap().remove("algorithm");
        done
    });
    assert_eq!(capped, pa);
}

#[test]
fn importance_two_is_not_importance_one() {
    let lab = lab();
    let all = examples(300, 25, 11);
    lab.write("heavy.vw", vw(&all, "binary", true));
    lab.write("light.vw", vw(&all, "binary", false));
    assert!(lab.model("heavy.vw") != lab.model("light.vw"));
}

/// Without a column that is called so, a table of normal instances has no label to give away.
#[test]
fn uniclass_takes_every_column_of_a_table() {
    let lab = lab();
    lab.write("s.csv", "temp,pressure\n20,1\n21,1.1\n20,900\n");
    let done = lab.json("learn s.csv --problem uniclass:radius=2");
    assert_eq!((&done["features"], &done["mistakes"]), (&2.into(), &1.into()));
    lab.write("l.csv", "temp,label,pressure\n20,a,1\n21,b,1.1\n");
    assert_eq!(lab.json("learn l.csv --problem uniclass:radius=2")["features"], 2);
}
