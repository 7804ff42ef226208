//! `verify`: every field of a trace, the sums of a model, and what does not fit.
//!
//! Reference: Shalev-Shwartz 2007 (thesis), Lemma 1.

// Helpers outside of test functions unwrap too.
#![allow(clippy::unwrap_used)]

use crate::common::data::{examples, svmlight};
use crate::common::{Lab, parse};
use crate::trace::{lab, python};
use noregret::io::model::{self, Tensor, TensorData};
use serde_json::{Value, json};

/// Changes a line of a trace.
type Forge<'a> = &'a dyn Fn(&mut Value);

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
    assert!(ran.err.contains("the certificate does not hold for this data"), "{}", ran.err);
    // Margin and loss follow from v and the row, whatever made the trace.
    for (field, word) in [("margin", "margin"), ("loss", "loss"), ("c", "margin")] {
        change(&lab, "wrong.jsonl", |line| {
            if line["round"] == 7 {
                line[field] = other(&line[field]);
            }
        });
        let ran = lab.run("verify m binary.svm --trace wrong.jsonl");
        assert!(ran.out.contains(&format!("fault: line 7: the {word} is ")), "{}", ran.out);
        assert!(ran.out.contains(" by definition, not "), "{}", ran.out);
    }
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
    let forgeries: [(&str, Forge<'_>); 4] = [
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

/// Another value of the same kind.
fn other(value: &Value) -> Value {
    match value {
        Value::Number(x) => match x.as_u64() {
            Some(whole) => json!(whole + 1),
            None => json!(x.as_f64().unwrap() + 1.0),
        },
        Value::String(text) => json!(format!("{text}x")),
        Value::Bool(x) => json!(!x),
        Value::Array(_) => json!([]),
        Value::Null | Value::Object(_) => json!(7),
    }
}

/// Every field of the first line, of a round, of a dual variable and of the last line.
#[test]
fn every_field_of_a_trace_is_compared() {
    let lab = lab();
    for algorithm in ["pa1", "eg"] {
        lab.ok(&format!("learn binary.svm -a {algorithm} --trace t.jsonl -o m -q"));
        let trace = String::from_utf8(lab.read("t.jsonl")).unwrap();
        let lines: Vec<Value> = trace.lines().map(parse).collect();
        let is_moved = |line: &Value| line["duals"].as_array().is_some_and(|all| !all.is_empty());
        let moved = lines.iter().rposition(is_moved).unwrap();
        let mut compared = 0;
        for (at, place) in [(0, ""), (moved, ""), (moved, "/duals/0"), (lines.len() - 1, "")] {
            let keys = lines[at].pointer(place).unwrap().as_object().unwrap().keys();
            for key in keys {
                let mut forged = lines.clone();
                let field = forged[at].pointer_mut(&format!("{place}/{key}")).unwrap();
                *field = other(field);
                let text: String = forged.iter().map(|line| format!("{line}\n")).collect();
                lab.write("forged.jsonl", text);
                let ran = lab.run("verify m binary.svm --trace forged.jsonl");
                let what = format!("{algorithm}, line {at}, {place}/{key}: {ran:?}");
                assert_eq!(ran.code, Some(1), "{what}");
                assert!(!ran.out.contains("the certificate holds"), "{what}");
                compared += 1;
            }
        }
        assert!(compared > 35, "{compared}");
        let ran = lab.run("verify m binary.svm --trace t.jsonl");
        assert_eq!(ran.code, Some(0), "{ran:?}");
    }
}

/// A, v and G of a model that was tampered with and sealed again.
#[test]
fn the_sums_of_a_model_are_compared() {
    let lab = lab();
    for algorithm in ["pa1", "eg", "arow", "p-norm"] {
        lab.ok(&format!("learn binary.svm -a {algorithm} -o m -q"));
        let whole = model::load(&lab.path("m")).unwrap();
        for (what, fault) in [("gain", "A = "), ("loss", "G = "), ("potential", "v of norm ")] {
            let mut forged = whole.clone();
            if what == "potential" {
                let tensor = &whole.tensors["state.potential"];
                let TensorData::F64(mut v) = tensor.data().clone() else { panic!("no numbers") };
                // The norm stays as it is: the sign of all.
                v.iter_mut().for_each(|v| *v = -*v);
                forged.tensors.insert("state.potential".into(), Tensor::vector(TensorData::F64(v)));
            } else {
                let sum = &mut forged.meta["model"]["one"]["state"]["ledger"][what];
                *sum = doubled(sum);
            }
            std::fs::write(lab.path("forged"), model::to_bytes(&forged).unwrap()).unwrap();
            let ran = lab.run("verify forged binary.svm");
            assert_eq!(ran.code, Some(1), "{algorithm}, {what}: {ran:?}");
            assert!(ran.out.contains(fault), "{algorithm}, {what}: {}", ran.out);
        }
    }
}

/// Twice every number in it.
fn doubled(value: &Value) -> Value {
    match value {
        Value::Array(all) => all.iter().map(doubled).collect(),
        Value::Object(map) => map.iter().map(|(key, v)| (key.clone(), doubled(v))).collect(),
        number => number.as_f64().map_or(number.clone(), |x| json!(2.0 * x)),
    }
}

/// The norm that is printed is that of the certificate, whatever the geometry.
#[test]
fn the_norm_is_the_dual_norm() {
    let lab = lab();
    for algorithm in ["pa1", "p-norm", "eg", "winnow"] {
        let done = lab.json(&format!("learn binary.svm -a {algorithm} -o m"));
        let claimed = done["certificate"]["potential_norm"].as_f64().unwrap();
        let verified = lab.json("verify m binary.svm");
        assert_eq!(verified["claimed_norm"], claimed, "{algorithm}");
        let found = verified["potential_norm"].as_f64().unwrap();
        assert!((found - claimed).abs() < 1e-9 * claimed, "{algorithm}: {found} {claimed}");
        let inspected = lab.json("inspect m")["certificate"]["potential_norm"].clone();
        assert_eq!(inspected, claimed, "{algorithm}");
    }
}

/// Data, trace and model that do not belong together are told so.
#[test]
fn what_does_not_fit_is_named() {
    let lab = lab();
    lab.ok("learn binary.svm -a pa1 --trace t.jsonl -o m -q");
    let text = String::from_utf8(lab.read("binary.svm")).unwrap();
    let half: String = text.lines().take(45).map(|line| format!("{line}\n")).collect();
    lab.write("half.svm", half);
    let ran = lab.run("verify m half.svm");
    assert_eq!(ran.code, Some(1));
    assert!(ran.out.starts_with("90 rounds replayed, the data gone through 2 times: "), "{ran:?}");
    assert!(ran.err.contains("gone through 2 times: if the model learned from other rows"));
    // A run that went on from a model.
    lab.ok("learn half.svm --resume m --trace later.jsonl -o m2 -q");
    let ran = lab.run("verify m2 binary.svm half.svm --trace later.jsonl");
    let why = "noregret: later.jsonl:1: the trace begins after 90 rounds of another run: only one \
               that begins with the first can be verified\n";
    assert_eq!((ran.code, ran.err.as_str()), (Some(1), why));
    // Its rounds are those of both files.
    lab.ok("verify m2 binary.svm half.svm");
    lab.write("empty", "");
    for (trace, why) in [
        ("empty", "empty: the file is empty\n"),
        ("binary.svm", "binary.svm:1: this is no trace, which learn --trace writes\n"),
        ("m", "m:1: this is no trace, which learn --trace writes\n"),
    ] {
        let ran = lab.run(&format!("verify m binary.svm --trace {trace}"));
        assert_eq!((ran.code, ran.err), (Some(1), format!("noregret: {why}")));
    }
    lab.write("cut.jsonl", parse_first(&lab) + "{\"event\":\"round\"}\n");
    let ran = lab.run("verify m binary.svm --trace cut.jsonl");
    let why = "noregret: cut.jsonl:2: this is no round of a trace: missing field `weight`\n";
    assert_eq!((ran.code, ran.err.as_str()), (Some(1), why));
}

fn parse_first(lab: &Lab) -> String {
    let trace = String::from_utf8(lab.read("t.jsonl")).unwrap();
    trace.lines().next().unwrap().to_owned() + "\n"
}

/// Several files, and rows that were held out.
#[test]
fn the_rows_are_those_that_were_learned_from() {
    let lab = lab();
    lab.write("more.svm", svmlight(&examples(30, 8, 9), "binary"));
    lab.ok("learn binary.svm more.svm -a pa1 --passes 2 --trace t.jsonl -o m -q");
    lab.ok("verify m binary.svm more.svm --trace t.jsonl");
    let trace = String::from_utf8(lab.read("t.jsonl")).unwrap();
    let at = |round: usize| {
        let line = parse(trace.lines().nth(round).unwrap());
        (line["file"].as_u64().unwrap(), line["line"].as_u64().unwrap())
    };
    assert_eq!([at(90), at(91), at(120), at(121)], [(1, 90), (2, 1), (2, 30), (1, 1)]);
    let swapped = lab.run("verify m more.svm binary.svm --trace t.jsonl");
    assert_eq!(swapped.code, Some(1), "{swapped:?}");
    lab.ok("learn binary.svm more.svm -a pa1 --kernel gaussian --passes 2 --trace k.jsonl -q");
    let places = |name: &str| -> Vec<(Value, Value)> {
        let trace = String::from_utf8(lab.read(name)).unwrap();
        let rounds = trace.lines().map(parse).filter(|line| line["event"] == "round");
        rounds.map(|line| (line["file"].clone(), line["line"].clone())).collect()
    };
    assert_eq!(places("k.jsonl"), places("t.jsonl"));
    lab.ok("learn binary.svm -a pa1 --test-every 5 --passes 2 --trace t.jsonl -o m -q");
    assert_eq!(lab.run("verify m binary.svm").code, Some(2));
    lab.ok("verify m binary.svm --test-every 5");
    lab.ok("verify m binary.svm --test-every 5 --trace t.jsonl");
}

/// What cannot be verified is told why.
#[test]
fn some_models_cannot_be_verified() {
    let lab = lab();
    for (learner, why) in [
        ("-a auto --among pa1,arow", "it is not one learner, but several"),
        ("-a leader", "its scope revisits dual variables"),
        ("-a pa1-window", "its scope revisits dual variables"),
        ("-a pa1 --kernel gaussian", "in the space of a kernel"),
        ("-a pa1 --problem uniclass --no-bias", "directions of uniclass change"),
        ("-a pa1 --until-gap 1e-2", "it is not the end of an online run"),
    ] {
        lab.ok(&format!("learn binary.svm {learner} -o m -q"));
        lab.misused("verify m binary.svm", &["this model cannot be verified: ", why]);
    }
    let rows: String = (0..40).map(|i| format!("{},{}\n", i * 100, i % 2)).collect();
    lab.write("table.csv", format!("size,label\n{rows}"));
    lab.ok("learn table.csv -o m -q");
    lab.misused("verify m table.csv", &["standardised columns"]);
}
