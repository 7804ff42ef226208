//! The headroom lines of `learn`, `inspect` and `compare`: what they say on data where the answer
//! is known, that they fit the terminal, and that files and flags treat them as promised.

// Helpers outside of test functions unwrap too.
#![allow(clippy::unwrap_used)]

use crate::common::Lab;
use serde_json::Value;

/// The headroom of the first loss of a run.
fn room(lab: &Lab, words: &str) -> Value {
    lab.json(words)["headroom"][0].clone()
}

/// Rows whose label is the sign of the first feature, one in `noisy` turned, if any is.
fn rows(count: u32, noisy: Option<u32>, turn: u32) -> String {
    let row = |t: u32| {
        let x = f64::from(t.wrapping_mul(2_654_435_761) >> 8) / f64::from(1 << 23) - 1.0;
        let z = f64::from(t.wrapping_mul(2_246_822_519) >> 8) / f64::from(1 << 23) - 1.0;
        let side = if (t / turn).is_multiple_of(2) { x } else { -x };
        let turned = noisy.is_some_and(|every| t.is_multiple_of(every));
        let y = if (side > 0.0) != turned { 1 } else { -1 };
        format!("{y} 1:{:.4} 2:{z:.4}\n", x + 0.3 * x.signum())
    };
    (0..count).map(row).collect()
}

/// Labels by chance, and more features than rows: some linear model gets all of them right.
fn wide(count: u32) -> String {
    let row = |t: u32| {
        let cells = (0..12).map(|k| (t * 12 + k).wrapping_mul(2_654_435_761) >> 22);
        let cells: std::collections::BTreeSet<u32> = cells.collect();
        let cells: Vec<String> = cells.iter().map(|j| format!("{}:1", j + 1)).collect();
        let y = if t.wrapping_mul(2_246_822_519) >> 31 == 0 { 1 } else { -1 };
        format!("{y} {}\n", cells.join(" "))
    };
    (0..count).map(row).collect()
}

#[test]
fn noise_has_a_floor_and_a_model_just_above_it() {
    let lab = Lab::new();
    lab.write("noise.svm", rows(2000, Some(5), u32::MAX));
    for algorithm in ["pa1", "arow", "perceptron", "adagrad", "winnow", "pegasos"] {
        let room = room(&lab, &format!("learn noise.svm -a {algorithm}"));
        let number = |key: &str| room[key].as_f64().unwrap();
        // One row in five is turned: whoever answers right elsewhere loses at least 0.2 there.
        assert!((0.3..=number("run")).contains(&number("floor")), "{algorithm}: {room}");
        assert!(number("floor") <= number("found"), "{algorithm}: {room}");
        assert!(number("found") <= 1.05 * number("floor"), "{algorithm}: {room}");
        assert!((number("found_error") - 0.2).abs() < 0.01, "{algorithm}: {room}");
        let share = 1.0 - number("floor") / number("run");
        assert!((number("avoidable_at_most") - share).abs() < 1e-9);
        assert_eq!(room["verdict"], "room");
    }
}

#[test]
fn every_verdict_has_its_sentence() {
    let lab = Lab::new();
    lab.write("noise.svm", rows(2000, Some(5), u32::MAX));
    lab.write("wide.svm", wide(150));
    lab.write("drift.svm", rows(6000, None, 1000));
    for (data, flags, verdict, words) in [
        ("noise.svm", "-a pa1", "room", "was avoidable: "),
        ("wide.svm", "-a pa1", "separable", "the price of learning"),
        ("drift.svm", "-a pa1", "beaten", "less than every fixed linear model of norm <= "),
    ] {
        let command = format!("learn {data} {flags}");
        assert_eq!(room(&lab, &command)["verdict"], verdict, "{data}");
        let text = lab.ok(&command);
        assert!(text.contains("headroom: this run's loss was ") && text.contains(words), "{text}");
        let lines = text.lines().skip_while(|line| !line.starts_with("headroom"));
        assert!(lines.into_iter().all(|line| line.chars().count() <= 80), "{text}");
        assert!(!text.contains("certificate: "), "{text}");
    }
}

#[test]
fn off_leaves_no_trace_and_tight_is_not_looser() {
    let lab = Lab::new();
    lab.write("noise.svm", rows(3000, Some(5), u32::MAX));
    let off = lab.json("learn noise.svm -a pa1 --certificate off -o off.nrm");
    assert_eq!(off["headroom"], Value::Null);
    lab.ok("learn noise.svm -a pa1 -q -o live.nrm");
    let has = |name: &str| String::from_utf8_lossy(&lab.read(name)).contains("witness.");
    assert!(!has("off.nrm") && has("live.nrm"));
    // Predictions do not depend on who else looks at the rows.
    let answers = |model: &str| lab.ok(&format!("predict {model} noise.svm --scores"));
    assert_eq!(answers("off.nrm"), answers("live.nrm"));
    let ratio = |mode: &str| {
        let room = room(&lab, &format!("learn noise.svm -a pa1 --certificate {mode}"));
        room["floor"].as_f64().unwrap() / room["found"].as_f64().unwrap()
    };
    assert!(ratio("tight") >= 0.95 && ratio("live") >= 0.95);
    let text = lab.ok("learn noise.svm -a pa1 --certificate off");
    assert!(text.contains("certificate: whatever fixed linear predictor"), "{text}");
    lab.misused("learn noise.svm --certificate much", &["much", "live", "tight"]);
}

#[test]
fn a_model_says_what_its_run_said() {
    let lab = Lab::new();
    lab.write("a.svm", rows(900, Some(6), u32::MAX));
    lab.write("b.svm", rows(700, Some(4), u32::MAX));
    let whole = lab.json("learn a.svm b.svm -a arow --bias 1 -o whole.nrm");
    lab.ok("learn a.svm -a arow --bias 1 -q -o part.nrm");
    let resumed = lab.json("learn b.svm --resume part.nrm -o part.nrm");
    assert_eq!(resumed["headroom"], whole["headroom"]);
    assert_eq!(lab.json("inspect part.nrm")["headroom"], whole["headroom"]);
    assert!(lab.read("part.nrm") == lab.read("whole.nrm"));
    // Witnesses that begin late say what they have seen.
    lab.ok("learn a.svm -a arow --bias 1 --certificate off -q -o none.nrm");
    let text = lab.ok("learn b.svm --resume none.nrm");
    assert!(text.contains("headroom: on the last 700 rows this run's loss"), "{text}");
}

#[test]
fn compared_runs_share_one_floor() {
    let lab = Lab::new();
    lab.write("noise.svm", rows(1500, Some(5), u32::MAX));
    let all = lab.ok("compare noise.svm -a perceptron,pa1,arow --json");
    let rooms: Vec<Value> =
        all.lines().map(|line| crate::common::parse(line)["headroom"].clone()).collect();
    for room in &rooms {
        assert_eq!((&room["floor"], &room["norm"]), (&rooms[0]["floor"], &rooms[0]["norm"]));
    }
    assert_ne!(rooms[0]["run"], rooms[2]["run"]);
    assert!(lab.ok("compare noise.svm -a pa1,arow").contains("avoidable"));
}
