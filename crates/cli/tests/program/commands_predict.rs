//! `predict`, `test` and `inspect`: one line a row, the counters of `learn --test`, names of
//! features.

use crate::common::data::{examples, mixed_csv, svmlight};
use crate::common::{Lab, parse};
use serde_json::{Value, json};

fn lab() -> Lab {
    let lab = Lab::new();
    lab.write("d.svm", svmlight(&examples(600, 25, 21), "binary"));
    lab.write("new.svm", svmlight(&examples(90, 40, 22), "binary"));
    lab
}

#[test]
fn one_line_a_row() {
    let lab = lab();
    lab.ok("learn d.svm -q -o m");
    let labels = lab.ok("predict m new.svm");
    assert_eq!(labels.lines().count(), 90);
    assert!(labels.lines().all(|line| line == "1" || line == "-1"), "{labels}");
    let scores = lab.ok("predict m new.svm --scores");
    let objects = lab.ok("predict m new.svm --json");
    for ((label, scored), object) in
        labels.lines().zip(scores.lines()).zip(objects.lines().map(parse))
    {
        let (again, score) = scored.split_once(' ').unwrap();
        let score: f64 = score.parse().unwrap();
        assert_eq!((label, label == "1"), (again, score >= 0.0));
        assert_eq!(object["score"].as_f64(), Some(score));
        assert_eq!(object["prediction"].as_f64(), label.parse().ok());
        assert!(object.get("tag").is_none());
    }
}

#[test]
fn names_numbers_and_tags() {
    let lab = lab();
    lab.write("mail.vw", "spam 'first|w cheap pills\nham second|w see you\nspam |w cheap\n");
    lab.ok("learn mail.vw -q -o m --passes 5");
    assert_eq!(lab.ok("predict m mail.vw"), "spam\nham\nspam\n");
    let objects: Vec<Value> = lab.ok("predict m mail.vw --json").lines().map(parse).collect();
    assert_eq!(objects[0]["prediction"], "spam");
    let tags: Vec<&Value> = objects.iter().map(|o| &o["tag"]).collect();
    assert_eq!(tags, [&json!("first"), &json!("second"), &Value::Null]);
    lab.write(
        "size.jsonl",
        "{\"y\":2.5,\"x\":1,\"id\":7}\n{\"y\":5,\"x\":2}\n{\"y\":7.5,\"x\":3}\n",
    );
    lab.ok("learn size.jsonl -q -o m --passes 200 --epsilon 0 --no-bias");
    let values = lab.ok("predict m size.jsonl --json");
    let first = parse(values.lines().next().unwrap());
    assert!((first["prediction"].as_f64().unwrap() - 2.5).abs() < 0.1, "{values}");
    assert_eq!((&first["prediction"], &first["tag"]), (&first["score"], &json!("7")));
}

#[test]
fn testing_counts_what_learning_reports() {
    let lab = lab();
    for flags in ["", "--average", "--vote", "--hash 3 -C 0.1"] {
        let done = lab.json(&format!("learn d.svm {flags} --test new.svm -o m"));
        let mut test = lab.json("test m new.svm");
        assert_eq!(test.as_object_mut().unwrap().remove("event"), Some(json!("test")));
        assert_eq!(test, done["test"], "{flags}");
        let truth = String::from_utf8(lab.read("new.svm")).unwrap();
        let wrong = truth
            .lines()
            .zip(lab.ok("predict m new.svm").lines())
            .filter(|(row, label)| row.split(' ').next() != Some(*label))
            .count();
        assert_eq!(test["mistakes"], wrong, "{flags}");
        let words = lab.ok("test m new.svm");
        assert!(words.starts_with(&format!("90 examples: {wrong} of 90 wrong")), "{words}");
    }
}

#[test]
fn every_geometry_has_an_average() {
    let lab = Lab::new();
    lab.write("d.svm", "1 1:1 2:0.5\n1 1:1\n-1 1:1 3:2\n1 2:1\n-1 1:1 2:1\n");
    let scores = |flags: &str| {
        lab.ok(&format!("learn d.svm --no-bias {flags} -q -o m"));
        lab.ok("predict m d.svm --scores")
    };
    for learner in ["-a eg", "-a adagrad", "-a pa1 --geometry simplex", "-a p-norm"] {
        let (last, average) = (scores(learner), scores(&format!("{learner} --average")));
        assert_ne!(last, average, "{learner}");
        assert_ne!(average, scores(&format!("{learner} --average=linear")), "{learner}");
    }
}

#[test]
fn an_averaged_model_answers_with_its_average() {
    let lab = Lab::new();
    // PA on one feature of value 1: the weights after each row are 1, 1, -1.
    lab.write("d.svm", "1 1:1\n1 1:1\n-1 1:1\n");
    lab.write("one.svm", "1:1\n");
    let score = |flags: &str| -> f64 {
        lab.ok(&format!("learn d.svm --algorithm pa --no-bias {flags} -q -o m"));
        let line = lab.ok("predict m one.svm --scores");
        line.trim().split_once(' ').unwrap().1.parse().unwrap()
    };
    let (last, linear) = (score(""), score("--average=linear"));
    assert!((last + 1.0).abs() < 1e-12, "{last}");
    // Counted once, twice and three times: 1 + 2 - 3.
    assert!(linear.abs() < 1e-12, "{linear}");
    assert!(lab.ok("inspect m").contains("linear average"));
    assert_eq!(score("--average=plain"), score("--average"));
    let average = score("--average");
    assert!((average - 1.0 / 3.0).abs() < 1e-12, "{average}");
    let heaviest = &lab.json("inspect m")["heaviest"][0];
    assert_eq!(heaviest["weight"].as_f64(), Some(average));
}

#[test]
fn inspect_shows_what_it_was_fed_and_the_heaviest_features() {
    let lab = lab();
    lab.write("d.csv", mixed_csv(&examples(400, 25, 3), 10));
    let done = lab.timeless("learn d.csv --algorithm pa2 -o m");
    let model = lab.json("inspect m --top 3");
    assert_eq!(model["event"], "model");
    for key in [
        "algorithm",
        "examples",
        "mistakes",
        "cumulative_loss",
        "updates",
        "features",
        "certificate",
    ] {
        assert_eq!(model[key], done[key], "{key}");
    }
    let heaviest = model["heaviest"].as_array().unwrap();
    assert_eq!(heaviest.len(), 3);
    let sizes: Vec<f64> = heaviest.iter().map(|f| f["weight"].as_f64().unwrap().abs()).collect();
    assert!(sizes.is_sorted_by(|a, b| a >= b) && sizes[2] > 0.0, "{sizes:?}");
    let text = lab.ok("inspect m --top 50");
    for part in [
        "pa2 (binary): 400 examples",
        "loss      squared-hinge",
        "colour=dark blue",
        "price",
        "place=shelf 3",
        "Constant",
    ] {
        assert!(text.contains(part), "no '{part}' in: {text}");
    }
    assert!(lab.ok("inspect m --top 0").trim_end().ends_with("heaviest features:"));
}

#[test]
fn inspect_knows_names_of_vw_and_numbers_of_hashes() {
    let lab = Lab::new();
    lab.write("d.vw", "1 |word cheap:2 |mark dollar 3:1\n-1 |word see 17\n");
    lab.ok("learn d.vw -q -o m");
    let names: Vec<String> = lab.json("inspect m")["heaviest"]
        .as_array()
        .unwrap()
        .iter()
        .map(|f| f["feature"].as_str().unwrap().to_owned())
        .collect();
    for name in ["word^cheap", "mark^dollar", "mark^3", "word^see", "word^17", "Constant"] {
        assert!(names.iter().any(|n| n == name), "{name}: {names:?}");
    }
    lab.ok("learn d.vw --hash 4 -q -o m");
    for feature in lab.json("inspect m")["heaviest"].as_array().unwrap() {
        assert!(feature["feature"].as_str().unwrap().parse::<u32>().unwrap() < 16);
    }
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_not_a_failure() {
    let lab = lab();
    lab.write("many.svm", lab.read("d.svm").repeat(100));
    lab.ok("learn d.svm -q -o m");
    for command in
        ["predict m many.svm", "predict m many.svm --json", "convert many.svm - --to jsonl"]
    {
        let line = format!("{{ \"$NOREGRET\" {command}; echo $? >code; }} | head -n 1");
        let ran = lab.shell(&line);
        assert_eq!((ran.out.lines().count(), ran.err.as_str()), (1, ""), "{command}");
        assert_eq!(lab.read("code"), b"0\n", "{command}");
    }
}

#[test]
fn an_assumed_margin_is_refuted_or_bounds_the_mistakes() {
    let lab = lab();
    lab.ok("learn d.svm -a perceptron --no-bias --quiet -o m");
    let ceiling = lab.json("inspect m")["certificate"]["margin_ceiling"].as_f64().unwrap();
    let assume = |margin: f64| lab.json(&format!("inspect m --assume-margin {margin}"));
    let above = assume(1.01 * ceiling);
    assert_eq!(above["assumed_margin"]["refuted"], true);
    let below = assume(0.5 * ceiling);
    assert_eq!(below["assumed_margin"]["refuted"], false);
    assert!(below["assumed_margin"]["mistakes_to_come"].as_f64().unwrap() >= 0.0);
}
