//! Tagging sentences: from columns of text to a model, tags and counts.

#![allow(clippy::unwrap_used)]

use crate::common::{Lab, parse};
use serde_json::json;

const TRAIN: &str = include_str!("../../../../examples/tagging/train.conll");
const TEST: &str = include_str!("../../../../examples/tagging/test.conll");

fn lab() -> Lab {
    let lab = Lab::new();
    lab.write("train.conll", TRAIN);
    lab.write("test.conll", TEST);
    lab
}

fn sentences(text: &str) -> Vec<Vec<Vec<&str>>> {
    text.split("\n\n")
        .map(|block| block.lines().map(|line| line.split_whitespace().collect()).collect())
        .filter(|block: &Vec<Vec<&str>>| !block.is_empty())
        .collect()
}

#[test]
fn sentences_are_learned_tested_and_tagged() {
    let lab = lab();
    let ran = lab.run("learn train.conll --passes 5 -o m.nrm --json");
    assert!(ran.err.contains("learning to tag sequences"), "{}", ran.err);
    let done = parse(ran.out.lines().last().unwrap());
    let count = sentences(TRAIN).len();
    assert_eq!(done["examples"], json!(5 * count));
    let test = lab.json("test m.nrm test.conll");
    assert_eq!(test["examples"], json!(sentences(TEST).len()));
    assert!(test["token_error"].as_f64().unwrap() < 0.1, "{test}");
    assert!(test["chunk_f1"].as_f64().unwrap() > 0.9, "{test}");
    assert!(test["chunks"]["NP"]["recall"].as_f64().unwrap() > 0.9, "{test}");
    // The columns come back with the tag appended, an empty line after each sentence.
    let out = lab.ok("predict m.nrm test.conll");
    let (asked, answered) = (sentences(TEST), sentences(&out));
    assert_eq!(asked.len(), answered.len());
    let (mut tokens, mut wrong) = (0.0, 0.0);
    for (line, tagged) in asked.iter().flatten().zip(answered.iter().flatten()) {
        assert_eq!(line[..], tagged[..line.len()]);
        assert_eq!(tagged.len(), line.len() + 1);
        tokens += 1.0;
        wrong += f64::from(u8::from(tagged[line.len()] != line[line.len() - 1]));
    }
    assert!((test["token_error"].as_f64().unwrap() - wrong / tokens).abs() < 1e-12);
    // Without the column of the tag the same tags are found.
    let bare: String = TEST
        .lines()
        .map(|line| format!("{}\n", line.rsplit_once(' ').map_or("", |cut| cut.0)))
        .collect();
    lab.write("bare.conll", bare);
    let tags = |text: &str| -> Vec<String> {
        let lines = text.lines().map(|line| line.split(' ').next_back().unwrap_or("").to_owned());
        lines.collect()
    };
    assert_eq!(tags(&lab.ok("predict m.nrm bare.conll")), tags(&out));
}

/// Kept in memory, read again, from a cache and resumed: one model.
#[test]
fn passes_are_the_same_wherever_sentences_come_from() {
    let lab = lab();
    let learn = "train.conll --problem sequence -a pa1 -C 0.1";
    let kept = lab.model(&format!("{learn} --passes 3"));
    assert!(lab.model(&format!("{learn} --passes 3 --cache")) == kept);
    assert!(lab.model(&format!("{learn} --passes 3 --threads 1")) == kept);
    lab.ok(&format!("learn {learn} -q -o one.nrm"));
    lab.ok("learn train.conll --resume one.nrm --passes 2 -q -o all.nrm");
    assert_eq!(lab.ok("predict all.nrm test.conll"), {
        lab.ok(&format!("learn {learn} --passes 3 -q -o whole.nrm"));
        lab.ok("predict whole.nrm test.conll")
    });
}

#[test]
fn every_learner_of_sequences_learns_them() {
    let lab = lab();
    for name in lab.algorithms("sequence") {
        lab.ok(&format!(
            "learn train.conll --problem sequence -a {name} --passes 5 -q -o {name}.nrm"
        ));
        let test = lab.json(&format!("test {name}.nrm test.conll"));
        assert!(test["token_error"].as_f64().unwrap() < 0.15, "{name}: {test}");
    }
}

/// What a command that fails says.
fn refused(lab: &Lab, words: &str) -> String {
    let ran = lab.run(words);
    assert_ne!(ran.code, Some(0), "{words}");
    ran.err
}

#[test]
fn a_learner_that_takes_no_sentences_says_so() {
    let lab = lab();
    for learner in ["arow", "winnow"] {
        let ran = lab.run(&format!("learn train.conll -a {learner}"));
        let note = format!("{learner} does not tag sequences: every row is learned by itself");
        assert!(ran.err.contains(&note), "{}", ran.err);
    }
    let ran = lab.run("learn train.conll -a perceptron");
    assert!(!ran.err.contains("learned by itself"), "{}", ran.err);
}

/// Weights of neighbouring tags and of the ends of sentences go by their names.
#[test]
fn weights_of_moves_have_names() {
    let lab = lab();
    lab.ok("learn train.conll -a pa1 --problem sequence --passes 3 -q -o m.nrm");
    let heaviest = lab.json("inspect m.nrm --top 1000")["heaviest"].clone();
    let heaviest = heaviest.as_array().unwrap();
    let names: Vec<&str> = heaviest.iter().map(|h| h["feature"].as_str().unwrap()).collect();
    for name in ["start", "stop", "after B-NP", "after O"] {
        assert!(names.contains(&name), "{name}");
    }
    assert!(!names.iter().any(|name| name.starts_with('(')), "{names:?}");
    // An I-NP is never first.
    let first = heaviest.iter().find(|h| h["class"] == "I-NP" && h["feature"] == "start");
    assert!(first.unwrap()["weight"].as_f64().unwrap() < 0.0);
}

/// A tag stands on the line of its token, so that `paste` puts both files side by side.
#[test]
fn lines_come_back_in_their_places() {
    let lab = lab();
    lab.ok("learn train.conll -a perceptron -q -o m.nrm");
    let text = "-DOCSTART- -X- O\n\nthe D B-NP\ndog N I-NP\n\n\n\nit P B-NP\n\n-DOCSTART- -X- O\n\n\
                the D B-NP\n\n";
    lab.write("spread.conll", text);
    let out = lab.ok("predict m.nrm spread.conll");
    assert_eq!(out.lines().count(), text.lines().count(), "{out}");
    for (line, answer) in text.lines().zip(out.lines()) {
        let is_token = !line.is_empty() && !line.starts_with("-DOCSTART-");
        let echoed = if is_token { answer.rsplit_once(' ').unwrap().0 } else { answer };
        assert_eq!(echoed, line);
    }
    // The last token is the first of its sentence.
    assert_eq!(lab.json("predict m.nrm spread.conll")["columns"], "the D B-NP");
}

/// Flags about scores that an answer does not have are refused, not ignored.
#[test]
fn a_tag_has_no_score_of_its_own() {
    let lab = lab();
    lab.ok("learn train.conll -a perceptron -q -o m.nrm");
    lab.misused("predict m.nrm test.conll --scores", &["--scores is about", "whole answers"]);
    lab.misused("predict m.nrm test.conll --top 2", &["--top is about", "whole answers"]);
    let last = lab.json("predict m.nrm test.conll");
    assert!(last["score"].is_number());
    // What was read is not called the tag.
    assert_eq!(last["columns"], TEST.trim_end().lines().next_back().unwrap());
    assert!(last.get("tag").is_none(), "{last}");
}

/// A slip in a tag is refused wherever it stands; tags that are none of chunks are taken.
#[test]
fn a_tag_that_is_none_of_chunks_is_refused_before_others_too() {
    let lab = lab();
    for slip in ["0", "FOO", "B", "B-", "-NP", "b-NP"] {
        lab.write("slip.conll", format!("a X {slip}\nb Y O\n\nc Z O\nd Y B-NP\n"));
        let err = refused(&lab, "learn slip.conll --format conll");
        let why = format!("the tag '{slip}' is none of O, B-type, I-type, E-type, S-type");
        assert!(err.contains("slip.conll:1") && err.contains(&why), "{slip}: {err}");
        lab.ok("learn slip.conll --format conll --problem sequence:scheme=plain -q");
    }
    lab.write("pos.conll", "the DT\ndog NN\n\nit PRP\nis VBZ\n. .\n");
    lab.ok("learn pos.conll --format conll -q");
    lab.write("ends.conll", "a X O\nb Y S-NP\n\nc Z B-NP\nd Y E-NP\n");
    lab.ok("learn ends.conll --format conll -q");
}

#[test]
fn what_is_wrong_with_sentences_is_said_with_its_line() {
    let lab = lab();
    lab.write("tag.conll", "the D B-NP\ndog N I-NP\n\nit P B-NP\nis V X-VP\n");
    let err = refused(&lab, "learn tag.conll");
    assert!(err.contains("tag.conll:5") && err.contains("'X-VP' is none of O"), "{err}");
    lab.ok("learn train.conll -a perceptron -q -o m.nrm");
    let err = refused(&lab, "test m.nrm tag.conll");
    assert!(err.contains("tag.conll:5") && err.contains("'X-VP' is none of O"), "{err}");
    lab.write("new.conll", "the D B-NP\ndog N I-NEW\n");
    lab.ok("test m.nrm new.conll");
    let err = refused(&lab, "learn train.conll --templates nofile.txt");
    assert!(err.contains("and there is no file 'nofile.txt'"), "{err}");
    lab.write("ragged.conll", "the D B-NP\ndog I-NP\n");
    let err = refused(&lab, "learn ragged.conll");
    assert!(err.contains("ragged.conll:2"), "{err}");
    lab.write("empty.conll", "\n\n");
    let err = refused(&lab, "learn empty.conll");
    assert!(err.contains("empty.conll"), "{err}");
    let err = refused(&lab, "learn train.conll --kernel gaussian:sigma=1");
    assert!(err.contains("without a kernel"), "{err}");
    let err = refused(&lab, "learn train.conll --problem sequence -a winnow");
    assert!(err.contains("winnow is not for sequence problems"), "{err}");
}
