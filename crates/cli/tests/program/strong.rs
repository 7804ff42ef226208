//! Logarithmic regret and restricted sets from the command line.

use crate::common::Lab;
use crate::common::data::{examples, svmlight};

#[test]
fn pegasos_reports_its_certificate_in_words_and_numbers() {
    let lab = Lab::new();
    lab.write("binary.svm", svmlight(&examples(800, 20, 31), "binary"));
    let done = lab.json("learn binary.svm --algorithm pegasos");
    let proved = &done["certificate"]["regularised"];
    let number = |key: &str| proved[key].as_f64().unwrap_or_else(|| panic!("{key}: {proved}"));
    assert_eq!(number("sigma"), 0.01);
    let loss = done["cumulative_loss"].as_f64().unwrap() + 0.01 * number("complexity_sum");
    assert!((number("loss") - loss).abs() < 1e-9 * loss);
    assert!((number("loss") - number("lower_bound") - number("regret")).abs() < 1e-9 * loss);
    let text = lab.ok("learn binary.svm --algorithm pegasos");
    assert!(text.contains("of any size, lost at least"), "{text}");
    let other = lab.json("learn binary.svm --algorithm pa1");
    assert!(other["certificate"]["regularised"].is_null());
}

/// Learned in two halves with a model file between, it is the same learner with the same
/// certificate.
#[test]
fn sets_and_sums_survive_the_model_file() {
    let lab = Lab::new();
    let all = examples(600, 20, 32);
    lab.write("whole.svm", svmlight(&all, "binary"));
    lab.write("first.svm", svmlight(&all[..250], "binary"));
    lab.write("second.svm", svmlight(&all[250..], "binary"));
    for choice in [
        "--geometry ball:radius=2",
        "--geometry simplex:radius=3",
        "--geometry l1-ball:radius=3 --schedule strong",
        "--geometry entropy-floor:floor=0.1 --schedule sqrt",
        "--algorithm pegasos-eg",
    ] {
        let whole = lab.json(&format!("learn whole.svm --no-bias {choice}"));
        lab.ok(&format!("learn first.svm --no-bias {choice} -q -o half"));
        let resumed = lab.json("learn second.svm --resume half");
        assert_eq!(whole["certificate"], resumed["certificate"], "{choice}");
        let set = whole["certificate"]["measured_by"].as_str().unwrap();
        assert!(["ball", "simplex", "l1 ball", "floored simplex"].contains(&set), "{set}");
    }
}
