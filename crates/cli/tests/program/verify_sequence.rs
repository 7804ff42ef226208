//! `verify` of sequences: outputs that tie but for rounding, and rounds that ask nothing.
//!
//! Reference: Shalev-Shwartz 2007 (thesis), Lemma 1 and sec. 5.3.3.

// Helpers outside of test functions unwrap too.
#![allow(clippy::unwrap_used)]

use crate::common::{Lab, parse};
use serde_json::{Value, json};

/// Sentences of made-up words whose tags mostly follow from their second column.
fn sentences(mut seed: u64, count: u64, lengths: (u64, u64), words: u64) -> String {
    let mut draw = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    let tags = ["O", "B-NP", "I-NP", "B-VP", "I-VP", "B-PP"];
    let mut text = String::new();
    for _ in 0..count {
        for _ in 0..lengths.0 + draw(lengths.1) {
            let word = draw(words);
            let tag = tags[(word % 5 + u64::from(draw(4) == 0)) as usize];
            text += &format!("w{word} p{} {tag}\n", word % 5);
        }
        text += "\n";
    }
    text
}

/// Long sentences whose outputs often tie, and short ones that are soon told apart.
fn lab() -> Lab {
    let lab = Lab::new();
    lab.write("ties.conll", sentences(2, 8, (8, 16), 40));
    lab.write("near.txt", "w[0] p[0] p[-1] p[1]");
    lab.write("short.conll", sentences(1, 12, (1, 3), 8));
    lab
}

const READ: &str = "--templates near.txt";

#[test]
fn every_learner_of_sequences_is_verified() {
    let lab = lab();
    for learner in lab.algorithms("sequence") {
        for problem in ["sequence", "sequence:against=predicted", "sequence:cost=sentence"] {
            for (data, passes) in [("ties", 2), ("short", 3)] {
                let words = format!("{data}.conll {READ} --problem {problem} -a {learner}");
                lab.ok(&format!("learn {words} --passes {passes} -o m -q"));
                let found = lab.run(&format!("verify m {data}.conll"));
                assert_eq!(found.code, Some(0), "{words}: {}", found.out);
            }
        }
    }
}

/// A round of the trace that has a dual variable and one that has none are changed.
#[test]
fn a_trace_of_sequences_that_was_changed_is_found_out() {
    let lab = lab();
    for learner in ["self-tuned-structured", "mira-k-best", "pa1"] {
        lab.ok(&format!(
            "learn ties.conll {READ} -a {learner} --problem sequence --passes 9 --trace t.jsonl -o \
             m -q"
        ));
        let trace = String::from_utf8(lab.read("t.jsonl")).unwrap();
        let lines: Vec<Value> = trace.lines().map(parse).collect();
        let moved = |line: &Value| line["duals"].as_array().is_some_and(|all| !all.is_empty());
        let last = lines.iter().rposition(moved).unwrap();
        let still = lines.iter().rposition(|l| l["event"] == "round" && !moved(l));
        for at in still.into_iter().chain([last]) {
            for (field, more) in [("margin", -1.0), ("margin", -20.0), ("loss", 1.0)] {
                let mut forged = lines.clone();
                forged[at][field] = json!(lines[at][field].as_f64().unwrap() + more);
                let text: String = forged.iter().map(|line| format!("{line}\n")).collect();
                lab.write("forged.jsonl", text);
                let ran = lab.run("verify m ties.conll --trace forged.jsonl");
                let what = format!("{learner}, round {at}, {field}: {}", ran.out);
                assert_eq!(ran.code, Some(1), "{what}");
                assert!(ran.out.contains(&format!(": the {field} is ")), "{what}");
            }
        }
    }
}
