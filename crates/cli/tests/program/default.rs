//! `learn` without flags: the contest, its report, and that it disturbs nothing else.

use crate::common::{
    Lab,
    data::{examples, svmlight},
};

/// A table whose columns differ in scale by twelve orders of magnitude; the label is the sign of a
/// sum of all.
pub(crate) fn table(rows: usize, seed: u64, scales: [f64; 3]) -> String {
    let mut state = seed;
    let mut draw = move || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    };
    let mut text = String::from("a,b,c,label\n");
    for _ in 0..rows {
        let x = [draw(), draw(), draw()];
        let label = if x.iter().sum::<f64>() > 0.2 { "yes" } else { "no" };
        let cells: Vec<String> =
            x.iter().zip(scales).map(|(x, s)| (x * s + s).to_string()).collect();
        text += &format!("{},{label}\n", cells.join(","));
    }
    text
}

#[test]
fn the_report_says_how_it_was_chosen() {
    let lab = Lab::new();
    lab.write("d.svm", svmlight(&examples(300, 9, 1), "binary"));
    let text = lab.ok("learn d.svm");
    assert!(text.contains("chosen among 12 learners on the first 300 rows"), "{text}");
    let json = lab.timeless("learn d.svm");
    assert_eq!(json["chosen_among"], 12);
    assert_eq!(json["chosen_on"], 300);
    assert_eq!(json["cumulative_loss"], json["certificate"]["cumulative_loss"]);
    let named = lab.timeless("learn d.svm -a pa1");
    assert!(named.get("chosen_among").is_none());
}

#[test]
fn anything_said_about_the_learner_ends_the_contest() {
    let lab = Lab::new();
    lab.write("d.svm", svmlight(&examples(60, 9, 1), "binary"));
    for flags in [
        "-C 0.5",
        "--average",
        "--loss hinge",
        "--kernel linear",
        "--margin 0.5",
        "--problem uniclass",
    ] {
        let json = lab.timeless(&format!("learn d.svm {flags}"));
        assert!(json.get("chosen_among").is_none(), "{flags}");
    }
    for flags in ["--problem binary", "--no-bias", "--bias 2", "--hash 10", "--passes 3"] {
        let json = lab.timeless(&format!("learn d.svm {flags}"));
        assert!(json["chosen_among"].as_u64() > Some(1), "{flags}");
    }
}

#[test]
fn going_on_is_the_same_as_never_having_stopped() {
    for problem in ["binary", "multiclass", "regression"] {
        let lab = Lab::new();
        for (name, seed) in [("a.svm", 3), ("b.svm", 4)] {
            lab.write(name, svmlight(&examples(150, 12, seed), problem));
        }
        lab.ok(&format!("learn a.svm b.svm --problem {problem} -o whole.nrm"));
        lab.ok(&format!("learn a.svm --problem {problem} -o part.nrm"));
        lab.ok("learn b.svm --resume part.nrm -o part.nrm");
        assert!(lab.read("whole.nrm") == lab.read("part.nrm"), "{problem}");
    }
}

#[test]
fn units_do_not_matter() {
    let lab = Lab::new();
    lab.write("even.csv", table(3000, 5, [1.0, 1.0, 1.0]));
    lab.write("odd.csv", table(3000, 5, [1e-6, 1.0, 1e6]));
    let [even, odd] = ["even.csv", "odd.csv"]
        .map(|file| lab.timeless(&format!("learn {file}"))["error_rate"].as_f64().unwrap());
    assert!(even < 0.1 && (even - odd).abs() < 0.01, "{even} {odd}");
    let plain = lab.timeless("learn odd.csv -a pa1")["error_rate"].as_f64().unwrap();
    assert!(plain > 2.0 * odd, "{plain} {odd}");
}

#[test]
fn a_standardised_model_predicts_as_it_was_tested() {
    let lab = Lab::new();
    lab.write("train.csv", table(2000, 5, [1e-3, 7.0, 1e5]));
    lab.write("test.csv", table(500, 6, [1e-3, 7.0, 1e5]));
    let text = lab.ok("learn train.csv -o m.nrm");
    assert!(text.contains("standardised columns"), "{text}");
    let tested = lab.ok("test m.nrm test.csv --json");
    let wrong = crate::common::parse(tested.lines().last().unwrap())["mistakes"].as_u64().unwrap();
    let answers = lab.ok("predict m.nrm test.csv");
    let labels = table(500, 6, [1e-3, 7.0, 1e5]);
    let labels = labels.lines().skip(1).map(|line| line.rsplit(',').next().unwrap());
    let missed = answers.lines().zip(labels).filter(|(answer, label)| answer != label).count();
    assert_eq!((missed as u64, answers.lines().count()), (wrong, 500));
    assert!(wrong < 50, "{wrong}");
    assert!(lab.ok("inspect m.nrm").contains("standardised"), "inspect says so");
}

#[test]
fn a_skipped_row_was_never_there() {
    let lab = Lab::new();
    let good = svmlight(&examples(120, 9, 1), "binary");
    let mut lines: Vec<&str> = good.lines().collect();
    lab.write("good.svm", good.clone());
    lines.insert(40, "1 3:1e200 77:1");
    lab.write("bad.svm", lines.join("\n"));
    lab.ok("learn good.svm -o good.nrm");
    let skipped = lab.run("learn bad.svm --on-error skip -o bad.nrm");
    assert_eq!(skipped.code, Some(0));
    assert!(lab.read("good.nrm") == lab.read("bad.nrm"));
}
