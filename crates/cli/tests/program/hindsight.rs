//! `noregret hindsight` and `learn --until-gap`: the best fixed predictor from the command line.

#![allow(clippy::unwrap_used)]

use crate::common::Lab;
use crate::common::data::{examples, svmlight};
use serde_json::Value;

/// A laboratory with data of this problem.
fn lab(problem: &str) -> Lab {
    let lab = Lab::new();
    lab.write("data.svm", svmlight(&examples(400, 30, 5), problem));
    lab
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

/// What must hold of every report.
fn check(found: &Value, gap: f64) {
    let [primal, dual] = ["primal", "dual"].map(|name| number(&found[name]));
    assert_eq!(found["reached"], true, "{found}");
    assert!(primal >= dual && primal - dual <= gap * primal, "{primal}, {dual}");
    let regret = &found["regret"];
    let [truth, certified] = ["regret", "certified"].map(|name| number(&regret[name]));
    assert!(truth <= certified, "{truth} is above {certified}");
    let [online, best] = ["online_loss", "best_loss"].map(|name| number(&regret[name]));
    assert!((truth - (online - best)).abs() < 1e-9 * (1.0 + online));
    assert!(number(&regret["regularised"]) <= number(&regret["regularised_certified"]));
    assert!((number(&found["best"]["cumulative_loss"]) - best).abs() < 1e-6 * (1.0 + best));
}

#[test]
fn every_problem_and_geometry_has_a_best_predictor() {
    for problem in ["binary", "regression", "multiclass", "one-vs-rest", "label-ranking", "ordinal"]
    {
        let lab = lab(problem);
        for flags in ["", "-C 0.1", "--geometry entropy", "--geometry p-norm:p=4 -C 0.5"] {
            if problem == "ordinal" && flags.contains("geometry") {
                continue;
            }
            let words = format!("hindsight data.svm --problem {problem} {flags} --gap 1e-3");
            check(&lab.json(&words), 1e-3);
        }
    }
}

#[test]
fn the_rows_of_a_group_are_one_example() {
    let lab = Lab::new();
    let rows = svmlight(&examples(300, 30, 6), "queries");
    let grouped = |(i, line): (usize, &str)| {
        let (label, features) = line.split_once(' ').unwrap();
        format!("{label} qid:{} {features}\n", i / 5 + 1)
    };
    lab.write("data.svm", rows.lines().enumerate().map(grouped).collect::<String>());
    let found = lab.json("hindsight data.svm --problem queries --gap 1e-3 -o m");
    check(&found, 1e-3);
    assert_eq!(found["best"]["examples"], 60);
    assert_eq!(lab.json("test m data.svm")["mistakes"], found["best"]["mistakes"]);
}

#[test]
fn the_predictor_is_a_model_with_a_tight_certificate() {
    for problem in ["binary", "regression", "multiclass"] {
        let lab = lab(problem);
        let words = format!("hindsight data.svm --problem {problem} --gap 1e-5 -o m");
        let found = lab.json(&words);
        check(&found, 1e-5);
        let tested = lab.json("test m data.svm");
        assert_eq!(tested["mistakes"], found["best"]["mistakes"]);
        let best = number(&found["regret"]["best_loss"]);
        assert!((number(&tested["cumulative_loss"]) - best).abs() < 1e-6 * (1.0 + best));
        let model = lab.json("inspect m");
        assert_eq!(model["algorithm"], "hindsight");
        let dual = number(&model["certificate"]["dual_value"]);
        assert!((dual - number(&found["dual"])).abs() < 1e-6 * dual, "{problem}");
        assert_eq!(lab.ok("predict m data.svm").lines().count(), 400);
        let text = lab.ok("inspect m");
        assert!(text.contains("on the data it was found for: "), "{text}");
    }
}

#[test]
fn until_a_gap_learns_the_same_model() {
    for problem in ["binary", "regression", "multiclass"] {
        let lab = lab(problem);
        let flags = format!("data.svm --problem {problem} -a pa1 -C 0.5");
        let learned = lab.model(&format!("{flags} --until-gap 1e-3"));
        lab.ok(&format!("hindsight {flags} --gap 1e-3 -o found"));
        assert!(learned == lab.read("found"), "{problem}");
        let done = lab.json(&format!("learn {flags} --until-gap 1e-3"));
        assert_eq!((&done["event"], &done["examples"]), (&"done".into(), &400.into()));
        let report = lab.ok(&format!("learn {flags} --until-gap 1e-3"));
        assert!(report.contains("on the data it was found for: "), "{report}");
        assert!(report.contains("\nvalue c f(u) + loss: ") && report.contains("(gap "), "{report}");
        let found = lab.json(&format!("hindsight {flags} --gap 1e-3"));
        for name in ["gap", "primal", "dual", "reached", "sweeps"] {
            assert!(!done[name].is_null(), "{name}");
            assert_eq!(done[name], found[name], "{name}");
        }
    }
}

#[test]
fn a_found_model_that_learns_on_counts_anew() {
    let lab = lab("binary");
    lab.ok("learn data.svm --until-gap 1e-3 -q -o u");
    let json = lab.json("learn data.svm --resume u -o v");
    assert_eq!(json["examples"], 400);
    assert_eq!(json["certificate_of"], "the 800 rounds that this predictor learned from");
    lab.write("twice.svm", lab.read("data.svm").repeat(2));
    lab.misused("hindsight twice.svm --model v", &["weight 400 in all, but here it is 800"]);
}

#[test]
fn only_a_run_on_this_data_is_compared() {
    let lab = lab("binary");
    for (flags, reason) in [
        ("-a auto --among pa1,perceptron", "--keep best"),
        ("-a pa1 --until-gap 1e-2", "found in hindsight"),
    ] {
        lab.ok(&format!("learn data.svm {flags} -q -o m"));
        lab.misused("hindsight data.svm --model m -o out", &[reason]);
        assert!(!lab.has("out"));
    }
    lab.ok("learn data.svm -a auto --among pa1,perceptron --keep best -q -o m");
    let text = lab.ok("hindsight data.svm --model m");
    assert!(text.contains("the model must have learned from exactly these rows"), "{text}");
    // As many rows, with other features or another weight.
    lab.write("other.svm", svmlight(&examples(400, 60, 5), "binary"));
    lab.misused("hindsight other.svm --model m", &["never seen some of the features"]);
    lab.write("once.vw", "1 | a b\n-1 | b c\n".repeat(20));
    lab.write("twice.vw", "1 2 | a b\n-1 | b c\n".repeat(20));
    lab.ok("learn once.vw -a pa1 -q -o m");
    lab.misused("hindsight twice.vw --model m", &["of weight 40 in all, but here it is 60"]);
}

#[test]
fn a_run_kept_in_a_model_is_the_run_made_while_reading() {
    for problem in ["binary", "multiclass"] {
        let lab = lab(problem);
        lab.ok("learn data.svm -a pa1 -C 0.3 -q -o online");
        let made = lab.json("hindsight data.svm -a pa1 -C 0.3");
        let kept = lab.json("hindsight data.svm --model online");
        for name in ["primal", "dual", "sweeps", "regret", "best", "ratio", "online"] {
            assert_eq!(made[name], kept[name], "{problem}: {name}");
        }
    }
}

#[test]
fn the_seed_decides() {
    let lab = lab("binary");
    let run = |seed: u64| {
        let found = lab.json(&format!("hindsight data.svm --seed {seed} --gap 1e-6"));
        ["primal", "dual", "sweeps"].map(|name| found[name].clone())
    };
    assert_eq!(run(1), run(1));
    assert_ne!(run(1), run(2));
}

#[test]
fn the_report_says_it_in_words() {
    let lab = lab("binary");
    let text = lab.ok("hindsight data.svm -a perceptron");
    let begins = [
        "hindsight (binary, hinge:margin=1, euclid, c = 1): 400 examples, 31 features in ",
        "best fixed predictor: norm ",
        "value c f(u) + loss: ",
        "online run (perceptron): loss ",
        "regret against whatever linear predictor of norm <= ",
        "certified by the run itself: at most ",
        "beyond the least of c f(u) + loss: ",
    ];
    assert_eq!(text.lines().count(), begins.len(), "{text}");
    for (line, begin) in text.lines().zip(begins) {
        assert!(line.starts_with(begin), "'{line}' does not begin with '{begin}'");
    }
}

#[test]
fn a_search_that_is_cut_short_is_told() {
    let lab = lab("binary");
    for command in ["hindsight data.svm --gap 1e-9", "learn data.svm --until-gap 1e-9"] {
        let ran = lab.run(&format!("{command} --max-sweeps 2"));
        assert_eq!(ran.code, Some(0));
        assert!(ran.err.starts_with("noregret: after 2 sweeps the gap is still "), "{}", ran.err);
    }
}

#[test]
fn a_row_that_does_not_fit_stops_or_is_skipped() {
    let lab = lab("binary");
    let mut text = String::from_utf8(lab.read("data.svm")).unwrap();
    text.push_str("7 1:1\n");
    lab.write("odd.svm", &text);
    for command in ["hindsight odd.svm", "learn odd.svm --until-gap 1e-3"] {
        let ran = lab.run(&format!("{command} --problem binary"));
        assert_eq!(ran.code, Some(1), "{command}");
        assert!(
            ran.err.contains("odd.svm:401: label 7 is not among the known ones"),
            "{}",
            ran.err
        );
        let ran = lab.run(&format!("{command} --problem binary --on-error skip"));
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        assert!(ran.out.contains("1 row skipped"), "{}", ran.out);
    }
}

#[test]
fn what_has_no_best_predictor_is_refused() {
    let lab = lab("binary");
    for (flags, reason) in [
        ("--gap 0", "above 0 and below 1"),
        ("--gap 1", "above 0 and below 1"),
        ("--kernel gaussian", "leave out the kernel"),
        ("-a pa", "C = inf"),
        ("--problem uniclass:radius=1", "uniclass"),
    ] {
        lab.misused(&format!("hindsight data.svm {flags}"), &[reason]);
    }
    for (flags, reason) in [
        ("--until-gap 0", "above 0 and below 1"),
        ("--until-gap 0.1 --passes 2", "--passes"),
        ("--until-gap 0.1 --tolerance 1", "--tolerance"),
        ("--until-gap 0.1 --schedule sqrt", "use a fixed one"),
        ("--until-gap 0.1 -a pa1 --risk 0.1", "leave out --risk"),
        ("--until-gap 0.1 -a pa1 --stop random", "leave out --stop"),
        ("--until-gap 0.1 -a pa1 --stop average", "leave out --stop"),
        ("--until-gap 0.1 -a pa1 --average", "leave out --average"),
        ("--until-gap 0.1 -a pa1 --vote", "leave out --vote"),
        ("--until-gap 0.1 -a pa1 --scope leader", "leave out --scope"),
        ("--max-sweeps 2", "--until-gap"),
    ] {
        lab.misused(&format!("learn data.svm {flags}"), &[reason]);
    }
    lab.write("less.svm", svmlight(&examples(30, 30, 5), "binary"));
    lab.ok("learn less.svm -a pa1 -q -o online");
    lab.misused(
        "hindsight data.svm --model online",
        &["learned from 30 examples, but there are 400"],
    );
    lab.misused("hindsight data.svm --model online -C 2", &["keeps the options"]);
}

/// The class that is told is the one the bound is about: it holds the predictor, and its f has its
/// own name.
#[test]
fn the_class_is_told_as_a_decimal_that_holds_the_predictor() {
    let lab = lab("binary");
    for (flags, begins) in [
        ("-a pa1", "linear predictor of norm <= "),
        ("-a eg", "linear predictor in the l1 ball of radius 10 with relative entropy <= "),
        (
            "--geometry ball:radius=40",
            "linear predictor in the ball of radius 40 with half squared norm <= ",
        ),
    ] {
        let regret = lab.json(&format!("hindsight data.svm {flags}"))["regret"].clone();
        let text = lab.ok(&format!("hindsight data.svm {flags}"));
        let line = text.lines().find(|line| line.starts_with("regret against")).unwrap();
        let (_, told) = line.split_once(begins).unwrap_or_else(|| panic!("{line}"));
        let told = told.split(':').next().unwrap();
        assert!(told.len() <= 8, "{line}");
        let told: f64 = told.parse().unwrap();
        assert_eq!(told, number(&regret["level"]));
        let complexity = number(&regret["complexity"]);
        assert!(told >= complexity && told < complexity * (1.0 + 1e-5), "{line}: {complexity}");
        let measure = begins.rsplit(" with ").next().unwrap().trim_end_matches(" <= ");
        let measure = measure.rsplit(" of ").next().unwrap();
        assert!(text.contains(&format!("best fixed predictor: {measure} ")), "{text}");
    }
}
