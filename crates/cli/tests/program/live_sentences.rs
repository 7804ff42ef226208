//! Sentences in a pipe: the blank line that ends one is all that its answer waits for.

#![cfg(unix)]
#![allow(clippy::unwrap_used)]

use crate::common::Lab;
use crate::common::live::Live;

const TRAIN: &str = include_str!("../../../../examples/tagging/train.conll");
const TEST: &str = include_str!("../../../../examples/tagging/test.conll");

fn lab() -> Lab {
    let lab = Lab::new();
    lab.write("train.conll", TRAIN);
    lab.write("test.conll", TEST);
    lab
}

/// Sends sentence by sentence, each after the answer to the one before.
fn converse(live: &mut Live, text: &str) -> String {
    let mut answers = String::new();
    for sentence in text.split_inclusive("\n\n") {
        live.send(sentence);
        for line in live.lines(sentence.lines().count()) {
            answers += &format!("{line}\n");
        }
    }
    answers
}

#[test]
fn predict_answers_a_sentence_at_its_blank_line() {
    let lab = lab();
    lab.run("learn train.conll --quiet -o m");
    let mut live = Live::start(&lab, "predict m - --format conll");
    let answers = converse(&mut live, TEST);
    live.close();
    assert_eq!(live.end(), (Some(0), String::new()));
    assert_eq!(answers, lab.ok("predict m test.conll"));
}

#[test]
fn learn_answers_a_sentence_at_its_blank_line() {
    let lab = lab();
    let flags = "--format conll --problem sequence -a pa1 --head 1 -q";
    let mut live = Live::start(&lab, &format!("learn - {flags} --predictions - -o live.m"));
    let answers = converse(&mut live, TRAIN);
    live.close();
    assert_eq!(live.end(), (Some(0), String::new()));
    lab.ok(&format!("learn train.conll {flags} --predictions file -o file.m"));
    assert_eq!(answers, String::from_utf8(lab.read("file")).unwrap());
    assert!(lab.read("live.m") == lab.read("file.m"));
}

/// A broken sentence in the same breath holds nothing back.
#[test]
fn what_follows_a_sentence_does_not_delay_its_answer() {
    let lab = lab();
    lab.run("learn train.conll --quiet -o m");
    let mut live = Live::start(&lab, "predict m - --format conll --on-error skip");
    live.send("the DT O\ncat NN O\n\nno\n\n");
    assert!(live.lines(3)[1].starts_with("cat NN O "));
    live.send("the DT O\n");
    live.send("dog NN O\n\n-DOCSTART- -X- O\n\n");
    assert!(live.lines(3)[1].starts_with("dog NN O "));
    live.close();
    let (code, said) = live.end();
    assert!(code == Some(0) && said.contains("skipped -:4: the line has 1 column"), "{said}");
}

/// Sentences are numbered from 1 in every file, and these numbers mean nothing together.
#[test]
fn sentences_of_a_replaced_file_are_their_own() {
    let lab = lab();
    lab.run("learn train.conll --quiet -o m");
    let first = "the DT O\ncat NN O\n\n";
    lab.write("log.conll", first);
    let live = Live::start(&lab, "predict m log.conll --follow");
    let mut answers = live.lines(3);
    for _ in 0..2 {
        lab.write("next.conll", "a DT O\ndog NN O\n\n");
        std::fs::rename(lab.path("next.conll"), lab.path("log.conll")).unwrap();
        answers.extend(live.lines(3));
    }
    live.signal("INT");
    let (code, said) = live.end();
    assert_eq!((code, said.lines().count()), (Some(130), 2), "{said}");
    let line = |at: usize, text: &str| answers[at].starts_with(text);
    assert!(line(0, "the DT O ") && line(3, "a DT O ") && line(7, "dog NN O "), "{answers:?}");
}
