//! `learn --predictions`: the answers that were given before learning, in the lines of `predict`.

#![allow(clippy::unwrap_used)]

use crate::common::Lab;
use crate::common::data::{examples, svmlight};

fn lab() -> Lab {
    let lab = Lab::new();
    let all = examples(60, 9, 3);
    for problem in ["binary", "regression", "multiclass"] {
        lab.write(&format!("{problem}.svm"), svmlight(&all, problem));
    }
    let grouped: String = (svmlight(&all, "regression").lines().enumerate())
        .map(|(n, line)| {
            let (label, features) = line.split_once(' ').unwrap_or((line, ""));
            format!("{label} qid:{} {features}\n", n / 4)
        })
        .collect();
    lab.write("queries.svm", grouped);
    lab.write("label-ranking.svm", svmlight(&all, "multiclass"));
    lab
}

/// The answers of `predict` by the model of the rows before each example, of so many rows.
fn one_by_one(lab: &Lab, data: &str, flags: &str, rows: usize) -> String {
    let mut answers = String::new();
    lab.ok(&format!("learn {data} {flags} --limit {} -q -o step.m", 20));
    for at in (20..60).step_by(rows) {
        answers += &lab.ok(&format!("predict step.m {data} --skip {at} --limit {rows}"));
        lab.ok(&format!("learn {data} --resume step.m --skip {at} --limit {rows} -q -o step.m"));
    }
    answers
}

/// What the first 1000 rows decide, a longer run decides alike.
#[test]
fn a_shorter_run_is_the_beginning_of_a_longer_one() {
    let lab = Lab::new();
    for problem in ["binary", "regression", "multiclass", "ordinal"] {
        lab.write("d.svm", svmlight(&examples(1300, 9, 4), problem));
        let flags = if problem == "ordinal" { "--problem ordinal" } else { "" };
        lab.ok(&format!("learn d.svm {flags} -q --predictions whole"));
        let whole = lab.read("whole");
        for limit in [1000, 1150] {
            lab.ok(&format!("learn d.svm {flags} -q --limit {limit} --predictions begin"));
            assert!(whole.starts_with(&lab.read("begin")), "{problem} {limit}");
        }
    }
    // Fewer rows may know fewer classes: of equal scores the first known one wins.
    lab.write("c.svm", "b 1:1\na 2:1\na 1:1\n");
    let first = |limit: u8| {
        lab.ok(&format!(
            "learn c.svm -a perceptron --problem multiclass -q --limit {limit} --predictions p"
        ));
        String::from_utf8(lab.read("p")).unwrap()
    };
    assert!(first(3).starts_with(&first(2)));
}

#[test]
fn every_line_is_what_predict_says_before_the_row_is_learned() {
    let lab = lab();
    for (data, flags, rows) in [
        ("binary.svm", "-a pa1 --average", 1),
        ("binary.svm", "-a pa1 --kernel polynomial", 1),
        ("regression.svm", "-a pa2", 1),
        ("multiclass.svm", "-a mira", 1),
        ("label-ranking.svm", "-a sopopo --problem label-ranking", 1),
        ("queries.svm", "-a pa1", 4),
    ] {
        let bias = "--bias 1";
        lab.ok(&format!("learn {data} {flags} {bias} -q -o whole.m --predictions lines"));
        let lines = String::from_utf8(lab.read("lines")).unwrap();
        assert_eq!(lines.lines().count(), 60, "{data}: one line a row");
        let later: String = lines.lines().skip(20).map(|line| format!("{line}\n")).collect();
        let expected = one_by_one(&lab, data, &format!("{flags} {bias}"), rows);
        assert_eq!(later, expected, "{data} {flags}");
        lab.ok(&format!("learn {data} {flags} {bias} -q -o half.m --limit 20"));
        let ran = lab.run(&format!("learn {data} --resume half.m --skip 20 --predictions - -q"));
        assert_eq!((ran.out, ran.err.as_str()), (later, ""), "resumed: {data} {flags}");
    }
}

#[test]
fn the_lines_are_those_the_progressive_error_counts() {
    let lab = lab();
    // Without a flag several learners compete: the answer is that of the one that leads.
    let learners = [
        "-a pa1",
        "",
        "-a pa1 --kernel gaussian",
        "-a adagrad-scaled",
        "-a arow-scaled",
        "-a maxpa-multiplicative",
    ];
    for flags in learners {
        let done = lab.json(&format!("learn multiclass.svm {flags} -o one.m --predictions lines"));
        let text = String::from_utf8(lab.read("multiclass.svm")).unwrap();
        let lines = String::from_utf8(lab.read("lines")).unwrap();
        let labels = text.lines().map(|line| line.split(' ').next().unwrap());
        let wrong = labels.zip(lines.lines()).filter(|(label, line)| label != line).count();
        assert_eq!(done["mistakes"].as_u64(), Some(wrong as u64), "{flags}");
        lab.ok(&format!("learn multiclass.svm {flags} -q -o other.m"));
        assert_eq!(lab.read("one.m"), lab.read("other.m"), "{flags}: asking changes nothing");
    }
}

#[test]
fn reports_and_predictions_do_not_mix() {
    let lab = lab();
    let plain = lab.ok("learn binary.svm -a pa1 -o m");
    let ran = lab.run("learn binary.svm -a pa1 -o m --predictions -");
    assert_eq!((ran.code, ran.out.lines().count()), (Some(0), 60));
    assert_eq!(ran.err, plain, "the report goes to standard error");
    assert!(ran.out.lines().all(|line| line == "1" || line == "-1"), "{}", ran.out);
    lab.misused("learn binary.svm --json --predictions -", &["both want standard output"]);
    lab.misused("learn binary.svm --predictions binary.svm", &["would replace binary.svm"]);
    lab.misused("learn binary.svm -o new.m --predictions new.m", &["would replace new.m"]);
    lab.misused("learn binary.svm --resume m --predictions m", &["would replace m"]);
    lab.misused("learn binary.svm --predictions p --test-every 3", &["--test-every"]);
    let ran = lab.run("learn binary.svm --predictions no/such/place -q");
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.starts_with("noregret: no/such/place: "), "{}", ran.err);
}

#[test]
fn a_row_that_is_refused_has_no_line() {
    let lab = Lab::new();
    lab.write("odd.svm", "1 1:1\n-1 1:2\nthird 1:1\n1 1:x\n1 1:3\n");
    let ran = lab.run("learn odd.svm -a pa1 --problem binary --on-error skip --predictions -");
    assert_eq!((ran.code, ran.out.lines().count()), (Some(0), 3), "{}", ran.err);
}
