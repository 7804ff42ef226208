//! Shards learned one by one and merged: `learn --limit 0`, `learn --shard K/N`, `merge`.

use crate::common::data::{Example, examples, grouped, mixed_csv, svmlight};
use crate::common::{Lab, parse};

/// A base of these flags and its shards, `1.m`, `2.m`, …, of `data`.
fn shards(lab: &Lab, data: &str, flags: &str, count: usize) {
    lab.ok(&format!("learn {data} {flags} --limit 0 -q -o base.m"));
    for k in 1..=count {
        lab.ok(&format!("learn {data} --resume base.m --shard {k}/{count} -q -o {k}.m"));
    }
}

fn lab(text: &[Example]) -> Lab {
    let lab = Lab::new();
    lab.write("a.svm", svmlight(text, "binary"));
    lab
}

#[test]
fn shards_are_disjoint_and_have_every_row_and_merging_repeats_byte_for_byte() {
    let lab = lab(&examples(1203, 20, 1));
    shards(&lab, "a.svm", "-a pa1 -C 0.1", 3);
    assert_eq!(parse(&lab.ok("inspect base.m --json"))["examples"], 0);
    for k in 1..=3 {
        assert_eq!(parse(&lab.ok(&format!("inspect {k}.m --json")))["examples"], 401);
    }
    lab.ok("merge base.m 1.m 2.m 3.m -q -o m");
    let merged = lab.read("m");
    let text = lab.ok("merge base.m 1.m 2.m 3.m -o m");
    assert!(lab.read("m") == merged, "the same models make another");
    assert!(text.contains("3 models merged") && text.contains("1203 examples"), "{text}");
    let about = parse(&lab.ok("inspect m --json"));
    assert_eq!((&about["examples"], &about["merged"]["shards"]), (&1203.into(), &3.into()));
    assert!(lab.ok("inspect m").contains("merged    of 3 models"));
    // What the counters add up to is what the shards counted.
    let sum: f64 = (1..=3)
        .map(|k| parse(&lab.ok(&format!("inspect {k}.m --json")))["mistakes"].as_f64().unwrap())
        .sum();
    assert_eq!(about["mistakes"].as_f64().unwrap(), sum);
    lab.ok("predict m a.svm");
    // A second round goes on from the merged model.
    for k in 1..=3 {
        lab.ok(&format!("learn a.svm --resume m --shard {k}/3 -q -o next{k}.m"));
    }
    let again = parse(&lab.ok("merge m next1.m next2.m next3.m --json -o m"));
    assert_eq!((&again["examples"], &again["merged"]["times"]), (&2406.into(), &2.into()));
    assert!(again["headroom"].as_array().is_some_and(|all| !all.is_empty()), "{again}");
}

/// The rows of a shard are those that a file of them alone would have.
#[test]
fn a_shard_is_every_nth_row_of_the_data() {
    let all = examples(1100, 20, 2);
    let lab = lab(&all);
    let text = svmlight(&all, "binary");
    let own: Vec<&str> = text.lines().skip(1).step_by(4).collect();
    lab.write("own.svm", own.join("\n") + "\n");
    for flags in ["-a pa1", "-a perceptron --kernel gaussian", "-a arow --hash 8"] {
        lab.ok(&format!("learn a.svm {flags} --limit 0 -q -o base.m"));
        lab.ok("learn a.svm --resume base.m --shard 2/4 -q -o shard");
        lab.ok("learn own.svm --resume base.m -q -o alone");
        assert!(lab.read("shard") == lab.read("alone"), "{flags}");
        // Also pass by pass.
        lab.ok("learn a.svm --resume base.m --shard 2/4 --passes 2 -q -o shard");
        lab.ok("learn own.svm --resume base.m --passes 2 -q -o alone");
        assert!(lab.read("shard") == lab.read("alone"), "{flags}, two passes");
    }
}

#[test]
fn a_group_is_one_example() {
    let lab = Lab::new();
    lab.write("a.svm", grouped(&examples(900, 20, 3), "queries"));
    shards(&lab, "a.svm", "-a pa1 --problem queries", 2);
    let count =
        |model: &str| parse(&lab.ok(&format!("inspect {model} --json")))["examples"].as_u64();
    lab.ok("learn a.svm --resume base.m -q -o whole.m");
    let (one, two) = (count("1.m").unwrap(), count("2.m").unwrap());
    assert_eq!(Some(one + two), count("whole.m"));
    assert!(one - two <= 1 && two > 10);
    lab.ok("merge base.m 1.m 2.m -q -o m");
    assert_eq!(count("m"), count("whole.m"));
}

/// Every algorithm that can be merged is, on the problems that it is for, and its model learns on.
#[test]
fn every_algorithm_is_merged_or_refused_for_a_reason() {
    let lab = Lab::new();
    let mut counts = [0, 0];
    for algorithm in lab.ok("list algorithms --json").lines().map(parse) {
        let name = algorithm["name"].as_str().unwrap().to_owned();
        for fit in algorithm["losses"].as_array().unwrap() {
            let (problem, _) = fit.as_str().unwrap().split_once(':').unwrap();
            let parts = ["candidates", "tasks", "queries", "sequence"].contains(&problem);
            if name == "leader" || problem == "uniclass" {
                continue;
            }
            let rows = examples(90, 12, 4);
            let text = if parts { grouped(&rows, problem) } else { svmlight(&rows, problem) };
            lab.write("a.svm", text);
            shards(&lab, "a.svm", &format!("-a {name} --problem {problem}"), 2);
            let ran = lab.run("merge base.m 1.m 2.m -q -o m");
            let merged = ran.code == Some(0);
            counts[usize::from(merged)] += 1;
            match merged {
                true => {
                    lab.ok("learn a.svm --resume m -q -o m");
                    lab.ok("inspect m");
                }
                false => {
                    assert!(
                        ran.err.contains("cannot be merged: "),
                        "{name} {problem}: {}",
                        ran.err
                    );
                }
            }
        }
    }
    assert!(counts[0] > 3 && counts[1] > 60, "{counts:?}");
}

/// Texts and tables: each shard meets its features and classes in an order of its own.
#[test]
fn dictionaries_are_united_by_name() {
    let lab = Lab::new();
    lab.write("head.vw", "1 | x\n-1 | y\n");
    lab.write("1.vw", "1 | late early:2\n-1 | y\n1 | late\n");
    lab.write("2.vw", "1 | early\n-1 | other:3 late\n");
    lab.ok("learn head.vw -a pa1 --no-bias --limit 0 -q -o base.m");
    for k in 1..=2 {
        lab.ok(&format!("learn {k}.vw --resume base.m -q -o {k}.m"));
    }
    let weights = |model: &str| -> Vec<(String, f64)> {
        let about = parse(&lab.ok(&format!("inspect {model} --json")));
        let each = about["heaviest"].as_array().unwrap().iter();
        let mut all: Vec<(String, f64)> = each
            .map(|w| (w["feature"].as_str().unwrap().to_owned(), w["weight"].as_f64().unwrap()))
            .collect();
        all.sort_by(|a, b| a.0.cmp(&b.0));
        all
    };
    lab.ok("merge base.m 1.m 2.m --weights 3,1 -q -o m");
    let (one, two) = (weights("1.m"), weights("2.m"));
    let of = |all: &[(String, f64)], name: &str| {
        all.iter().find(|(own, _)| own == name).map_or(0.0, |(_, weight)| *weight)
    };
    for (name, weight) in weights("m") {
        let mean = 0.75 * of(&one, &name) + 0.25 * of(&two, &name);
        assert!((weight - mean).abs() < 1e-12, "{name}: {weight} {mean}");
    }
    assert!(of(&weights("m"), "other") != 0.0);

    lab.write("t.csv", mixed_csv(&examples(300, 12, 5), 150));
    shards(&lab, "t.csv", "-a pa1", 3);
    lab.ok("merge base.m 1.m 2.m 3.m -q -o m");
    lab.ok("predict m t.csv");
}

#[test]
fn what_cannot_be_merged_is_refused_by_name() {
    let lab = lab(&examples(60, 12, 6));
    lab.write("b.svm", svmlight(&examples(40, 12, 7), "regression"));
    shards(&lab, "a.svm", "-a pa1", 2);
    lab.ok("learn a.svm -a perceptron -q -o other.m");
    lab.ok("learn b.svm -a pa1 --problem regression -q -o numbers.m");
    lab.ok("learn a.svm -a pa1 --hash 8 --limit 0 -q -o hashed.m");
    lab.ok("learn a.svm -a romma -q -o romma.m");
    lab.ok("boost a.svm --rounds 3 -q -o stumps.m");
    lab.ok("learn a.svm -a auto --among pa1,arow -q -o auto.m");
    for (words, message) in [
        ("base.m 1.m ./1.m", "./1.m is named twice"),
        ("base.m base.m", "base.m is named twice"),
        ("base.m 1.m other.m", "other.m: its algorithm is perceptron"),
        ("base.m 1.m numbers.m", "numbers.m: "),
        ("base.m hashed.m", "hashed.m: its features are hashed"),
        ("1.m 2.m", "2.m: it did not go on from this base"),
        ("base.m stumps.m", "stumps.m: boosted stumps"),
        ("base.m auto.m", "auto.m: several learners answer in it"),
        ("romma.m romma.m", "romma.m is named twice"),
        ("base.m 1.m --weights 1,2", "--weights has 2 numbers for 1 model\n"),
    ] {
        lab.misused(&format!("merge {words} -o m"), &[message]);
    }
    lab.misused("merge base.m 1.m -o ./1.m", &["./1.m is one of the shards"]);
    for (words, message) in [("gone.m", "gone.m: there is no such file"), ("a.svm", "a.svm: ")] {
        let ran = lab.run(&format!("merge base.m {words} -o m"));
        assert_eq!(ran.code, Some(1), "{}", ran.err);
        assert!(ran.err.contains(message), "{}", ran.err);
    }
    assert!(!lab.has("m"));
    for (words, message) in [
        ("--limit 0", "say where with -o"),
        ("--limit 0 -o m", "name one with -a"),
        ("--limit 0 -a pa1 --shard 1/2 -o m", "leave out"),
        ("--shard 0/2", "K/N"),
        ("--shard 3/2", "K/N"),
        ("--shard 1/2 --save-every 10 -o m", "checkpoint"),
        ("--shard 1/2 --until-gap 0.1", "rounds"),
    ] {
        lab.misused(&format!("learn a.svm {words}"), &[message]);
    }
    lab.misused("test base.m a.svm --limit 0", &["limit"]);
}

#[test]
fn a_shard_without_rows_is_the_base() {
    let lab = lab(&examples(3, 12, 8));
    lab.ok("learn a.svm -a pa1 --limit 0 -q -o base.m");
    lab.ok("learn a.svm --resume base.m --shard 1/5 -q -o 1.m");
    let ran = lab.run("learn a.svm --resume base.m --shard 5/5 -o 5.m");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.err.contains("no example for shard 5/5"), "{}", ran.err);
    lab.ok("merge base.m 1.m 5.m -q -o m");
    assert_eq!(parse(&lab.ok("inspect m --json"))["examples"], 1);
}
