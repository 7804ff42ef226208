//! `learn -a auto`: several learners followed at once, saved, resumed, and what is certified.

use crate::common::{
    Lab,
    data::{examples, svmlight},
};
use crate::default::table;
use serde_json::Value;

const AMONG: &str = "-a auto --among perceptron,pa1:C=0.5,arow";

fn lab(problem: &str) -> Lab {
    let lab = Lab::new();
    for (name, seed) in [("a.svm", 3), ("b.svm", 4)] {
        lab.write(name, svmlight(&examples(150, 12, seed), problem));
    }
    lab
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

#[test]
fn each_learner_is_that_of_its_own_run() {
    let lab = lab("binary");
    let json = lab.timeless(&format!("learn a.svm {AMONG} --bias 1"));
    assert_eq!(json["algorithm"], "auto");
    let experts = json["experts"].as_array().unwrap();
    assert_eq!(experts.len(), 3);
    let weights: f64 = experts.iter().map(|expert| number(&expert["weight"])).sum();
    assert!((weights - 1.0).abs() < 1e-9);
    for (expert, flags) in experts.iter().zip(["-a perceptron", "-a pa1 -C 0.5", "-a arow"]) {
        let alone = lab.timeless(&format!("learn a.svm {flags} --bias 1"));
        assert_eq!(expert["spec"], alone["spec"]);
        assert_eq!(number(&expert["loss"]), number(&alone["mistakes"]), "{flags}");
    }
    let draw = &json["followed"]["draw"];
    let least = experts.iter().map(|e| number(&e["loss"])).fold(f64::INFINITY, f64::min);
    assert_eq!(number(&draw["best_loss"]), least);
    let [regret, proved, promised] = ["regret", "proved", "promised"].map(|k| number(&draw[k]));
    assert!(regret <= proved && proved <= promised, "{draw}");
    assert_eq!(json["followed"]["answers_loss"], json["mistakes"].as_f64().unwrap());
    assert!(number(&json["mistakes"]) <= 2.0 * number(&draw["loss"]));
}

/// Features that a row brings and sizes that it changes count in the answer, as they do alone, and
/// a score of 0 is a mistake.
#[test]
fn what_a_row_brings_counts_for_who_is_followed() {
    let lab = Lab::new();
    lab.write("a.vw", "-1 | a:1 b:1\n1 | a:100 b:-2\n");
    lab.write("b.svm", "-1 1:1 2:-3\n1 1:1 2:1\n");
    lab.write("c.svm", "1 1:1\n1 2:1\n");
    for (file, algorithm, mistakes) in
        [("a.vw", "adagrad-scaled", 1), ("b.svm", "winnow", 0), ("c.svm", "pa1", 2)]
    {
        let binary = format!("learn {file} --problem binary --no-bias");
        let alone = lab.timeless(&format!("{binary} -a {algorithm}"));
        let followed = lab.timeless(&format!("{binary} -a auto --among {algorithm}"));
        assert_eq!(alone["mistakes"], mistakes, "{algorithm}");
        assert_eq!(followed["mistakes"], mistakes, "{algorithm}");
        assert_eq!(number(&followed["experts"][0]["loss"]), f64::from(mistakes), "{algorithm}");
    }
}

#[test]
fn all_problems_with_a_default_can_be_followed() {
    for problem in ["binary", "multiclass", "regression"] {
        let lab = lab(problem);
        let flags = format!("a.svm --problem {problem} -a auto");
        let alone = lab.timeless(&format!("learn a.svm --problem {problem}"));
        let json = lab.timeless(&format!("learn {flags}"));
        let experts = json["experts"].as_array().unwrap().len();
        assert_eq!(json["chosen_among"], Value::Null);
        assert_eq!(alone["chosen_among"], experts);
        let text = lab.ok(&format!("learn {flags}"));
        assert!(text.contains(&format!("followed: {experts} learners")), "{text}");
        let grid = lab.timeless(&format!("learn {flags} --grid C=0.1,1,10"));
        assert_eq!(grid["experts"].as_array().unwrap().len() % 3, 0);
    }
}

#[test]
fn a_grid_is_every_learner_with_every_value() {
    let lab = lab("binary");
    let json = lab.timeless("learn a.svm -a auto --among pa1,pa2:margin=2 --grid C=0.1,1");
    let names: Vec<&str> =
        json["experts"].as_array().unwrap().iter().map(|e| e["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["pa1:C=0.1", "pa1:C=1", "pa2:margin=2,C=0.1", "pa2:margin=2,C=1"]);
    let alone = lab.timeless("learn a.svm -a pa2 --margin 2 -C 0.1");
    assert_eq!(json["experts"][2]["spec"], alone["spec"]);
}

/// Numbers: the loss of the mean is at most the mean of the losses.
#[test]
fn the_mean_of_numbers_is_never_worse_than_a_draw() {
    let lab = lab("regression");
    let json = lab
        .timeless("learn a.svm --problem regression -a auto --among pa1,nlms --grid C=0.01,0.1,1");
    let followed = &json["followed"];
    assert!(number(&followed["answers_loss"]) <= number(&followed["draw"]["loss"]) + 1e-9);
    let mean = number(&followed["answers_loss"]) / number(&json["examples"]);
    assert!((mean - number(&json["mean_squared_error"])).abs() < 1e-9);
}

#[test]
fn the_model_holds_all_of_them() {
    for problem in ["binary", "multiclass", "regression"] {
        let lab = lab(problem);
        let among = "-a auto --among pa1,arow:C=0.1";
        let flags = format!("--problem {problem} {among}");
        let learned = lab.json(&format!("learn a.svm {flags} --test b.svm -o m.nrm"));
        let tested = lab.json("test m.nrm b.svm");
        for key in ["mistakes", "mean_squared_error"] {
            assert_eq!(learned["test"][key], tested[key], "{problem}");
        }
        let model = lab.json("inspect m.nrm");
        for key in ["algorithm", "experts", "followed", "certificate"] {
            assert_eq!(model[key], learned[key], "{problem} {key}");
        }
        assert!(lab.ok("inspect m.nrm").contains("(what follows is about it)"));
        assert_eq!(lab.ok("predict m.nrm b.svm").lines().count(), 150);
        assert_eq!(lab.ok("predict m.nrm b.svm --json").lines().count(), 150);
        // Going on is the same as never having stopped.
        lab.ok(&format!("learn a.svm b.svm {flags} -o whole.nrm"));
        lab.ok("learn b.svm --resume m.nrm -o whole2.nrm");
        assert_eq!(lab.read("whole.nrm"), lab.read("whole2.nrm"), "{problem}");
    }
}

#[test]
fn answers_are_given_before_a_row_is_learned_from() {
    let lab = lab("binary");
    let json = lab.timeless(&format!("learn a.svm {AMONG} --predictions p.txt"));
    let answers = String::from_utf8(lab.read("p.txt")).unwrap();
    let data = String::from_utf8(lab.read("a.svm")).unwrap();
    let truth = data.lines().map(|line| line.split(' ').next().unwrap().parse::<f64>().unwrap());
    let truth: Vec<f64> = truth.collect();
    let wrong = answers.lines().zip(&truth).filter(|(a, y)| a.parse::<f64>().ok() != Some(**y));
    // In the first row all scores are 0: answered with the positive class, a mistake in any case.
    let tied = usize::from(truth[0] > 0.0);
    assert_eq!(json["mistakes"], wrong.count() + tied);
    let held = lab.timeless(&format!("learn a.svm {AMONG} --test-every 5"));
    assert_eq!((&held["examples"], &held["holdout"]["examples"]), (&120.into(), &30.into()));
}

#[test]
fn the_best_alone_is_a_model_of_its_own() {
    let lab = lab("binary");
    let all = lab.timeless(&format!("learn a.svm {AMONG} --bias 1"));
    let json = lab.json(&format!("learn a.svm {AMONG} --bias 1 --keep best -o best.nrm"));
    assert_eq!(json["chosen_among"], 3);
    assert_eq!(json["chosen_on"], 150);
    assert_eq!(json["certificate"], all["certificate"]);
    assert_eq!(json["cumulative_loss"], json["certificate"]["cumulative_loss"]);
    assert!(json.get("experts").is_none());
    let best = all["followed"]["draw"]["best"].as_u64().unwrap() as usize;
    assert_eq!(json["spec"], all["experts"][best]["spec"]);
    assert_eq!(lab.json("inspect best.nrm")["algorithm"], json["spec"]["algorithm"]);
}

#[test]
fn wrong_use_is_refused() {
    let lab = lab("binary");
    for (flags, part) in [
        ("--among pa1", "are for -a auto"),
        ("-a pa1 --grid C=1", "are for -a auto"),
        ("-a auto --among nope", "nope"),
        ("-a auto --among pa1:C=x", "not a number"),
        ("-a auto --among pa1 --grid C", "KEY=X"),
        ("-a auto --among pa1 --grid C=", "KEY=X"),
        ("-a auto --grid margin=1", "--among"),
        ("-a auto --grid C=x", "not a number"),
        ("-a auto -C 1", "needs --among"),
        ("-a auto --tolerance 1", "leave out --tolerance"),
        ("-a auto --until-gap 0.1", "leave out --until-gap"),
        ("-a auto --among pa1 --problem uniclass", "classes or numbers"),
        ("-a auto --problem queries", "name some with --among"),
        ("-a auto --stop random", "name it with -a"),
    ] {
        lab.misused(&format!("learn a.svm {flags}"), &[part]);
    }
    lab.ok("learn a.svm -a pa1 -q -o m.nrm");
    lab.misused("learn a.svm --resume m.nrm -a auto", &["leave out -a auto"]);
}

/// The best learner, and the columns that its certificate speaks of.
#[test]
fn the_certificate_says_both_what_it_is_of_and_on() {
    let lab = lab("binary");
    lab.write("t.csv", table(300, 1, [1e6, 1.0, 1e-6]));
    let json = lab.json("learn t.csv -a auto -o m.nrm");
    assert_ne!(json["spec"]["standard"], Value::Null, "the best is to be standardised");
    let of = "the best learner on the standardised columns";
    assert_eq!(json["certificate_of"], of);
    assert_eq!(lab.json("inspect m.nrm")["certificate_of"], of);
    for command in ["learn t.csv -a auto", "inspect m.nrm"] {
        let text = lab.ok(command);
        assert!(text.contains(&format!("certificate (of {of}): ")), "{text}");
    }
    let plain = lab.json(&format!("learn a.svm {AMONG}"));
    assert_eq!(plain["certificate_of"], "the best learner");
}

#[test]
fn one_learner_is_one() {
    let lab = lab("multiclass");
    let words = "learn a.svm --problem multiclass -a auto --among pa1";
    let text = lab.ok(&format!("{words} -o m.nrm"));
    assert!(text.contains("followed: 1 learner, by"), "{text}");
    let json = lab.json(words);
    let draw = &json["followed"]["draw"];
    assert!(number(&draw["proved"]) <= number(&draw["promised"]), "{draw}");
    let scores = lab.ok("predict m.nrm b.svm --scores --top 4");
    assert!(!scores.split([' ', ':', '\n', '\t']).any(|word| word == "-0"), "{scores}");
}
