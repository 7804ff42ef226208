//! Learning A and resuming with B is learning A and B: the same model, byte for byte.

use crate::common::data::{Example, examples, grouped, jsonl, mixed_csv, svmlight, vw};
use crate::common::{Lab, parse};

/// Fewer and more rows than the program looks ahead (1000).
const SIZES: [usize; 2] = [60, 1100];

/// Learns `a.EXT` and `b.EXT` at once, and one after the other; `flags` choose the learner.
fn check(lab: &Lab, extension: &str, flags: &str) {
    let at_once = lab.model(&format!("a.{extension} b.{extension} {flags}"));
    lab.ok(&format!("learn a.{extension} {flags} -q -o m"));
    assert!(lab.read("m") != at_once, "{extension} {flags}: b taught nothing");
    lab.ok(&format!("learn b.{extension} --resume m -q -o m"));
    assert!(lab.read("m") == at_once, "{extension} {flags}: resuming made another model");
}

/// Two sets of examples; the second has features that the first has not.
fn two(size: usize) -> [Vec<Example>; 2] {
    [examples(size, 20, 1), examples(300, 40, 2)]
}

fn write(lab: &Lab, extension: &str, size: usize, text: impl Fn(&[Example]) -> String) {
    let [a, b] = two(size);
    lab.write(&format!("a.{extension}"), text(&a));
    lab.write(&format!("b.{extension}"), text(&b));
}

#[test]
fn every_algorithm_on_every_problem_it_fits() {
    let lab = Lab::new();
    let listing = lab.ok("list algorithms --json");
    let mut checked = 0;
    for algorithm in listing.lines().map(parse) {
        let name = algorithm["name"].as_str().unwrap().to_owned();
        for fit in algorithm["losses"].as_array().unwrap() {
            let (problem, _) = fit.as_str().unwrap().split_once(':').unwrap();
            let parts = ["candidates", "tasks", "queries", "sequence"].contains(&problem);
            // The leader looks at all rounds in every one.
            let sizes = if name == "leader" { &SIZES[..1] } else { &SIZES[..] };
            for &size in sizes {
                let text = if parts { grouped } else { svmlight };
                write(&lab, "svm", size, |e| text(e, problem));
                check(&lab, "svm", &format!("--algorithm {name} --problem {problem}"));
                checked += 1;
            }
        }
    }
    assert!(checked >= 2 * 20, "{checked}");
}

#[test]
fn a_class_that_first_appears_in_the_second_file() {
    let lab = Lab::new();
    for size in SIZES {
        let [a, b] = two(size);
        lab.write("a.svm", svmlight(&a, "ant,bee,cat"));
        lab.write("b.svm", svmlight(&b, "aardvark,ant,bee,cat,dog"));
        for name in [
            "uniform",
            "max-score",
            "proportional",
            "kesler",
            "mira",
            "one-vs-rest",
            "multiplicative-1",
            "multiplicative-2",
            "pa1",
            "romma",
            "perceptron --vote",
            "pa2 --average --hash 5",
        ] {
            check(&lab, "svm", &format!("--algorithm {name}"));
            assert_eq!(lab.json("inspect m")["classes"], 5, "{name}");
            let answers = lab.ok("predict m b.svm --scores");
            assert_eq!(answers.lines().count(), 300, "{name}");
        }
    }
}

#[test]
fn every_readout_and_hashing() {
    let lab = Lab::new();
    for size in SIZES {
        write(&lab, "svm", size, |e| svmlight(e, "binary"));
        for flags in [
            "--average",
            "--average=linear",
            "--vote",
            "--hash 4",
            "--algorithm adagrad-scaled",
            "--algorithm arow-scaled",
            "--hash 18 --average",
            "--no-bias",
            "--bias 3",
            "-C inf",
            "--algorithm pa2 -C 0.01 --margin 0.5 --vote",
            "--problem uniclass:radius=0.1,learn_radius=true",
        ] {
            check(&lab, "svm", flags);
        }
    }
}

/// Announced rows come in the same groups, so repeated instances and removed patterns round the
/// same way too.
#[test]
fn kernels() {
    let lab = Lab::new();
    for size in SIZES {
        write(&lab, "svm", size, |e| svmlight(e, "multiclass"));
        for flags in [
            "--algorithm mira --kernel polynomial",
            "--algorithm romma --kernel gaussian:sigma=0.7",
            "--algorithm romma --kernel gaussian --average=linear",
            "--kernel linear --average",
            "--algorithm perceptron --kernel gaussian --vote",
            "--kernel polynomial --bias 0.5 --hash 5",
            "--kernel gaussian --budget 40",
            "--kernel gaussian --budget size=40,rule=random --seed 3",
            "--kernel gaussian --budget size=40,rule=smallest,project=true",
        ] {
            check(&lab, "svm", flags);
        }
        let twice = |e: &[Example]| svmlight(e, "binary").repeat(2);
        write(&lab, "svm", size, twice);
        check(&lab, "svm", "--algorithm perceptron --kernel polynomial");
    }
}

#[test]
fn importance_weights_in_vw_and_jsonl() {
    let lab = Lab::new();
    for size in SIZES {
        for problem in ["binary", "regression"] {
            write(&lab, "vw", size, |e| vw(e, problem, true));
            write(&lab, "jsonl", size, |e| jsonl(e, problem, true));
            for extension in ["vw", "jsonl"] {
                check(&lab, extension, "");
                check(&lab, extension, "--average");
                check(&lab, extension, "--hash 6");
            }
        }
    }
}

#[test]
fn tables_with_categories_and_a_column_that_is_empty_at_first() {
    let lab = Lab::new();
    for size in SIZES {
        let [a, b] = two(size);
        // In the first table the column has no cell at all; in the second it turns out to hold
        // names.
        lab.write("a.csv", mixed_csv(&a, size));
        lab.write("b.csv", mixed_csv(&b, 5));
        check(&lab, "csv", "");
        check(&lab, "csv", "--label label --categorical count --average");
        let features = lab.ok("inspect m --top 100");
        assert!(features.contains("place=shelf 3") && features.contains("count=6"), "{features}");
    }
}

#[test]
fn the_way_of_reading_is_in_the_model() {
    let lab = Lab::new();
    let [a, b] = two(60);
    let odd = |e: &[Example]| mixed_csv(e, 0).replace(',', ";").replace("label", "side");
    // Without --label the last column would be the label.
    let odd = |e: &[Example]| odd(e).lines().map(|line| format!("{line};1\n")).collect::<String>();
    lab.write("a.csv", odd(&a).replacen(";1\n", ";one\n", 1));
    lab.write("b.csv", odd(&b).replacen(";1\n", ";one\n", 1));
    check(&lab, "csv", "--delimiter ; --label side");
    assert!(lab.ok("inspect m").contains("binary:negative="));
}

#[test]
fn passes_are_resumed_runs() {
    let lab = Lab::new();
    for size in SIZES {
        write(&lab, "svm", size, |e| svmlight(e, "binary"));
        let [a, _] = two(size);
        lab.write("a.csv", mixed_csv(&a, size / 2));
        lab.write("a.jsonl", jsonl(&a, "binary", true).replace("label", "sign"));
        for words in ["a.svm", "a.csv --average", "a.jsonl --label sign", "a.svm b.svm --vote"] {
            let files: Vec<&str> = words.split(' ').filter(|w| w.contains('.')).collect();
            let thrice = lab.model(&format!("{words} --passes 3"));
            lab.ok(&format!("learn {words} -q -o m"));
            lab.ok(&format!("learn {} --resume m --passes 2 -q -o m", files.join(" ")));
            assert!(lab.read("m") == thrice, "{words}");
        }
    }
}

#[test]
fn a_resumed_model_takes_no_other_learner() {
    let lab = Lab::new();
    write(&lab, "svm", 30, |e| svmlight(e, "binary"));
    lab.write("a.csv", mixed_csv(&two(30)[0], 0));
    lab.ok("learn a.svm -q -o m");
    lab.ok("learn a.csv -q -o table");
    let before = lab.read("m");
    for flag in [
        "--algorithm pa1",
        "--problem binary",
        "--loss hinge",
        "--ascent exact",
        "--geometry euclid",
        "--schedule fixed",
        "--kernel gaussian",
        "--budget 10",
        "-C 1",
        "--margin 1",
        "--epsilon 0.1",
        "--p 4",
        "--eta 1",
        "--average",
        "--vote",
        "--bias 1",
        "--no-bias",
        "--hash 10",
        "--costs c.csv",
    ] {
        let words = format!("learn b.svm --resume m -o m {flag}");
        lab.misused(&words, &["a resumed model keeps the options it was made with"]);
    }
    for flag in ["--label price", "--header no", "--categorical count"] {
        let words = format!("learn a.csv --resume table -o m {flag}");
        lab.misused(&words, &["the model knows the columns of its tables"]);
    }
    assert!(lab.read("m") == before);
}
