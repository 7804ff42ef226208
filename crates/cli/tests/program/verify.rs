//! `verify`: certificates against the data they are about.
//!
//! Reference: Shalev-Shwartz 2007 (thesis), Lemma 1.

// Helpers outside of test functions unwrap too.
#![allow(clippy::unwrap_used)]

use crate::common::data::{examples, svmlight};
use crate::common::{Lab, parse};
use crate::trace::{lab, python};
use serde_json::{Value, json};

/// Writes the trace `t.jsonl` under another name, with its lines changed.
fn change(lab: &Lab, name: &str, change: impl Fn(&mut Value)) {
    let trace = String::from_utf8(lab.read("t.jsonl")).unwrap();
    let changed = |line: &str| {
        let mut value = parse(line);
        change(&mut value);
        format!("{value}\n")
    };
    lab.write(name, trace.lines().map(changed).collect::<String>());
}

#[test]
fn a_trace_that_was_changed_is_found_out() {
    let lab = lab();
    lab.ok("learn binary.svm -a pa1 --trace t.jsonl -o m -q");
    let trace = String::from_utf8(lab.read("t.jsonl")).unwrap();
    change(&lab, "wrong.jsonl", |line| {
        if line["round"] == 7 {
            let d = line["duals"][0]["d"].as_f64().unwrap();
            line["duals"][0]["d"] = (0.5 * d).into();
        }
    });
    assert_ne!(python(&lab, "binary.svm", "wrong.jsonl").code, Some(0));
    let ran = lab.run("verify m binary.svm --trace wrong.jsonl");
    assert_eq!(ran.code, Some(1), "{}", ran.out);
    assert!(ran.out.contains("fault: line 7: the dual variables add"), "{}", ran.out);
    assert!(ran.err.contains("the certificate does not hold"), "{}", ran.err);
    // Other data than it learned from.
    let other = svmlight(&examples(90, 8, 6), "binary");
    lab.write("other.svm", other);
    assert_eq!(lab.run("verify m other.svm --trace t.jsonl").code, Some(1));
    let short = lab.run("verify m binary.svm --limit 50");
    assert!(
        short.err.contains("the model learned from 90 examples, but there are 50"),
        "{short:?}"
    );
    lab.write("cut.jsonl", trace.lines().take(20).collect::<Vec<_>>().join("\n"));
    let cut = lab.run("verify m binary.svm --trace cut.jsonl");
    assert_eq!(
        (cut.code, cut.err.as_str()),
        (Some(1), "noregret: cut.jsonl:20: the trace ends without its totals\n")
    );
}

/// Every published learner, on every problem of its row: by its trace and by a run made again.
#[test]
fn every_certificate_is_verified() {
    let lab = lab();
    let mut verified = 0;
    for row in lab.ok("list algorithms --json").lines().map(parse) {
        let name = row["name"].as_str().unwrap();
        for problem in row["losses"].as_array().unwrap() {
            let problem = problem.as_str().unwrap().split(':').next().unwrap();
            if problem == "uniclass" || row["scope"] != "current" {
                continue;
            }
            let learn =
                format!("learn {problem}.svm --problem {problem} -a {name} -q -o m --passes 2");
            lab.ok(&format!("{learn} --trace t.jsonl"));
            for words in [
                format!("verify m {problem}.svm"),
                format!("verify m {problem}.svm --trace t.jsonl"),
            ] {
                let found = lab.json(&words);
                assert_eq!(found["holds"], true, "{name} ({problem}): {found}");
                assert!(found["comparators"].as_u64().unwrap() > 50);
            }
            verified += 1;
        }
    }
    assert!(verified > 100, "{verified}");
}

/// No comparison with NaN is true, so none may let a trace pass.
#[test]
fn numbers_that_overflow_prove_nothing() {
    let lab = lab();
    lab.ok("learn binary.svm -a pa1 --trace t.jsonl -o m -q");
    let first_two = |line: &Value| line["round"] == 1 || line["round"] == 2;
    let forgeries: [(&str, &dyn Fn(&mut Value)); 4] = [
        ("keep", &|line| line["keep"] = json!(1e300)),
        ("half", &|line| line["keep"] = json!(0.5)),
        ("gain", &|line| {
            if first_two(line) {
                (line["duals"][0]["d"], line["gain"]) = (json!(1e308), json!(1e308));
            }
        }),
        ("duals", &|line| {
            if first_two(line) {
                let mut dual = line["duals"][0].clone();
                dual["d"] = json!(1e308);
                line["duals"] = json!([dual, dual]);
            }
        }),
    ];
    for (name, forge) in forgeries {
        change(&lab, "forged.jsonl", |line| {
            if line["event"] == "round" {
                forge(line);
            }
        });
        let ran = lab.run("verify m binary.svm --trace forged.jsonl");
        assert_eq!(ran.code, Some(1), "{name}: {}", ran.out);
        assert!(ran.out.contains("fault: "), "{name}: {}", ran.out);
        assert!(!ran.out.contains("the certificate holds"), "{name}: {}", ran.out);
    }
}
