//! What a model says of itself, to every command.

use super::music::music_lab;
use super::speech::learned;
use crate::common::parse;
use noregret_align::{music, speech};

/// A model of one kind is refused by the commands of the others, which say what it is for.
#[test]
fn a_model_says_what_it_is() {
    let lab = learned();
    lab.write("d.csv", "a,b,label\n1,2,1\n2,1,-1\n3,1,-1\n");
    lab.ok("learn d.csv -q -o rows.nrm");
    let speech = "noregret: m.nrm: this is a speech alignment model: use noregret align speech, or \
                  noregret align inspect to see what it holds\n";
    for words in [
        "predict m.nrm d.csv",
        "test m.nrm d.csv",
        "inspect m.nrm",
        "learn d.csv --resume m.nrm -o out",
        "align music m.nrm u.wav d.csv",
    ] {
        lab.fails(words, 1, speech);
    }
    let rows = "this is not a speech alignment model: noregret inspect says what it is";
    lab.fails("align speech rows.nrm u.wav aa", 1, &format!("noregret: rows.nrm: {rows}\n"));
    lab.fails("align speech no.nrm u.wav aa", 1, "noregret: no.nrm: there is no such file\n");
    lab.fails("align speech u.wav u.wav aa", 1, "noregret: u.wav: this is not a noregret model\n");
    let other = "this is not an alignment model: noregret inspect says what it is";
    lab.fails("align inspect rows.nrm", 1, &format!("noregret: rows.nrm: {other}\n"));
}

#[test]
fn what_a_speech_model_holds() {
    let lab = learned();
    let text = lab.ok("align inspect m.nrm");
    for line in [
        "speech alignment model for 16000 Hz",
        "phones with a model of their own (5): aa ii mm sil ss",
        "certificate (prediction-based loss",
        "weights of the scaled base functions:",
    ] {
        assert!(text.lines().any(|said| said.starts_with(line)), "{line}:\n{text}");
    }
    assert!(text.contains(" of 24 with a cost, U = 1\n"), "{text}");
    let json = parse(&lab.ok("align inspect m.nrm --json"));
    let weights = json["weights"].as_array().unwrap();
    let names: Vec<&str> = weights.iter().map(|w| w["name"].as_str().unwrap()).collect();
    assert_eq!(names, speech::NAMES);
    for (name, weight) in names.iter().zip(weights) {
        let line = format!("  {name:11} {:>9.4}", weight["weight"].as_f64().unwrap());
        assert!(text.lines().any(|said| said == line), "{line}:\n{text}");
        assert!(weight["scale"].as_f64().unwrap() > 0.0);
    }
    // The certificate is that of the report.
    let report = parse(&lab.ok("align learn-speech c -o again.nrm --json"));
    assert_eq!(json["certificate"], report["certificate"]);
    assert_eq!((&json["rounds"], &json["mistakes"]), (&report["rounds"], &report["mistakes"]));
}

#[test]
fn what_a_music_model_holds() {
    let lab = music_lab();
    lab.ok("align learn-music c -q -o m.nrm");
    let json = parse(&lab.ok("align inspect m.nrm --json"));
    let weights = json["weights"].as_array().unwrap();
    let names: Vec<&str> = weights.iter().map(|w| w["name"].as_str().unwrap()).collect();
    assert_eq!(names, music::NAMES);
    assert_eq!((&json["kind"], &json["rate"]), (&"music".into(), &11_025.into()));
    assert!(json["phones"].is_null(), "{json}");
    assert!(!lab.ok("align inspect m.nrm").contains("phones"));
}
