//! Labels of several classes in every format, rankings, ranks in order: learned, measured,
//! predicted, resumed.

#![allow(clippy::unwrap_used)]

use crate::common::{Lab, parse};
use serde_json::{Value, json};

/// Rows of two labels each: the halves of a circle that a point is in, upper or lower, left or
/// right.
fn points(count: usize) -> Vec<([&'static str; 2], [f64; 2])> {
    let mut state = 9u64;
    let mut draw = move || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f64 / (1u64 << 23) as f64 - 1.0
    };
    let point = |_| {
        let (x, y) = (draw(), draw());
        ([if y > 0.0 { "up" } else { "down" }, if x > 0.0 { "7" } else { "3" }], [x, y])
    };
    (0..count).map(point).collect()
}

fn lab() -> Lab {
    let lab = Lab::new();
    let all = points(300);
    let text = |line: &dyn Fn(&[&str; 2], f64, f64) -> String| -> String {
        all.iter().map(|(labels, [x, y])| line(labels, *x, *y)).collect()
    };
    lab.write("d.svm", text(&|l, x, y| format!("{} 1:{x} 2:{y}\n", l.join(","))));
    lab.write("d.vw", text(&|l, x, y| format!("{} | 1:{x} 2:{y}\n", l.join(","))));
    let row = |l: &[&str; 2], x, y| {
        let side: i64 = l[1].parse().unwrap();
        json!({ "label": [l[0], side], "1": x, "2": y }).to_string() + "\n"
    };
    lab.write("d.jsonl", text(&row));
    let table = text(&|l, x, y| format!("{x},{y},\"{}\"\n", l.join(",")));
    lab.write("d.csv", format!("1,2,label\n{table}"));
    lab
}

fn ranks(done: &Value) -> [f64; 4] {
    ["one_error", "average_precision", "ranking_loss", "coverage"]
        .map(|key| done[key].as_f64().unwrap_or_else(|| panic!("no {key} in {done}")))
}

#[test]
fn sets_in_every_format_are_one_problem() {
    let lab = lab();
    let plain = lab.timeless("learn d.svm");
    assert_eq!(plain["spec"]["problem"]["kind"], json!("label-ranking"));
    assert_eq!(plain["classes"], json!(4));
    for file in ["d.vw", "d.jsonl", "d.csv"] {
        assert_eq!(lab.timeless(&format!("learn {file}")), plain, "{file}");
    }
    let [one_error, precision, loss, coverage] = ranks(&plain);
    assert!(one_error < 0.1 && precision > 0.9 && loss < 0.1, "{plain}");
    assert!((1.0..1.3).contains(&coverage), "{plain}");
    let text = lab.ok("learn d.svm --test d.svm");
    let test = text.lines().find(|line| line.starts_with("test: ")).unwrap();
    assert!(test.contains("rankings imperfect") && test.contains(", coverage 1"), "{test}");
}

#[test]
fn sums_of_measures_are_kept_with_the_model() {
    let lab = lab();
    let text = String::from_utf8(lab.read("d.svm")).unwrap();
    let (a, b) = text.split_at(text.match_indices('\n').nth(150).unwrap().0 + 1);
    lab.write("a.svm", a);
    lab.write("b.svm", b);
    lab.ok("learn a.svm -o a.nrm");
    lab.ok("learn b.svm --resume a.nrm -o ab.nrm");
    lab.ok("learn a.svm b.svm -o whole.nrm");
    assert!(lab.read("ab.nrm") == lab.read("whole.nrm"));
    let inspected = lab.json("inspect whole.nrm");
    assert_eq!(ranks(&inspected), ranks(&lab.json("learn a.svm b.svm")));
    let held = lab.json("learn d.svm --test-every 3");
    assert_eq!(held["holdout"]["examples"], json!(100));
    ranks(&held["holdout"]);
}

#[test]
fn rankings_are_predicted() {
    let lab = lab();
    lab.ok("learn d.svm -o m.nrm");
    lab.write("one.svm", "1:0.9 2:0.8\n");
    let best: Vec<String> =
        lab.ok("predict m.nrm one.svm").trim().split(',').map(Into::into).collect();
    assert_eq!(best.len(), 4);
    let mut two = best[..2].to_vec();
    two.sort();
    assert_eq!(two, ["7", "up"]);
    assert_eq!(lab.ok("predict m.nrm one.svm --top 2").trim(), best[..2].join(","));
    let scored = lab.ok("predict m.nrm one.svm --top 1 --scores");
    let (label, score) = scored.trim().split_once(':').unwrap();
    let all = lab.json("predict m.nrm one.svm");
    assert_eq!(all["scores"][label], json!(score.parse::<f64>().unwrap()));
    assert!(all["prediction"].as_array().unwrap().contains(&json!(7)), "{all}");
    assert_eq!(
        parse(&lab.ok("predict m.nrm one.svm --json --top 1"))["prediction"][0]
            .to_string()
            .trim_matches('"'),
        best[0]
    );
    lab.misused("test m.nrm d.svm --confusion", &["a label-ranking model ranks them all"]);
}

#[test]
fn pairs_and_missing_labels() {
    let lab = Lab::new();
    let rows = "a>b 1:1\nb>a,b>c 2:1\n1:1 2:1\na>c 1:1\n";
    lab.write("p.svm", rows.repeat(30));
    let ran = lab.run("learn p.svm -o p.nrm --json");
    assert!(ran.err.contains("30 of 120 examples have no label"), "{}", ran.err);
    let done = parse(ran.out.lines().last().unwrap());
    assert_eq!((&done["examples"], &done["classes"]), (&json!(120), &json!(3)));
    assert!(done["error_rate"].as_f64().unwrap() < 0.1, "{done}");
    lab.write("x.svm", "1:1\n2:1\n");
    let out = lab.ok("predict p.nrm x.svm");
    let lines: Vec<&str> = out.lines().collect();
    assert!(lines[0].starts_with('a') && lines[1].starts_with('b'), "{out}");
}

#[test]
fn broken_sets_name_file_line_and_reason() {
    let lab = Lab::new();
    lab.write("d.svm", "3,7 1:1\n3,,7 1:1\n");
    lab.fails(
        "learn d.svm --problem label-ranking",
        1,
        "noregret: d.svm:2: the label '3,,7' has an empty entry\n",
    );
    lab.write("d.vw", "3>7 | a\n3>7,2 | a\n");
    lab.fails(
        "learn d.vw --problem label-ranking",
        1,
        "noregret: d.vw:2: '2' in the label '3>7,2' is not a pair better>worse\n",
    );
    let kept = lab.run("learn d.svm --problem label-ranking --on-error skip --json");
    assert_eq!(parse(kept.out.lines().last().unwrap())["examples"], json!(1));
    // A name may hold a comma: lists are what most such labels are.
    assert_eq!(lab.json("learn d.svm")["spec"]["problem"]["kind"], json!("binary"));
}

#[test]
fn ranks_in_order() {
    let lab = Lab::new();
    let rows: String =
        (0..400).map(|i| format!("{} 1:{}\n", i * 7 % 40 / 10, i * 7 % 40)).collect();
    lab.write("o.svm", rows);
    let lowest = "--problem ordinal:lowest=0";
    let done = lab.json(&format!("learn o.svm {lowest} --passes 40 -o o.nrm"));
    assert_eq!(done["algorithm"], json!("simproj"));
    assert_eq!(lab.json(&format!("learn o.svm {lowest} -C 0.5"))["algorithm"], json!("pa1"));
    let problem = &done["spec"]["problem"];
    assert_eq!((&problem["lowest"], done["mistakes"].is_u64()), (&json!(0.0), true));
    let test = lab.json("test o.nrm o.svm");
    let off = test["mean_absolute_error"].as_f64().unwrap();
    assert!(off < 0.5 && off >= test["error_rate"].as_f64().unwrap(), "{test}");
    let shown = lab.ok("predict o.nrm o.svm");
    assert!(shown.lines().all(|line| ["0", "1", "2", "3"].contains(&line)), "{shown}");
    assert!(parse(shown.lines().next().unwrap()).is_u64());
    let model = lab.json("inspect o.nrm");
    let thresholds: Vec<f64> =
        model["thresholds"].as_array().unwrap().iter().map(|b| b.as_f64().unwrap()).collect();
    assert!(thresholds.len() == 3 && thresholds.is_sorted(), "{thresholds:?}");
    assert!(lab.ok("inspect o.nrm").contains("thresholds of the ranks"));
    assert!(lab.ok(&format!("learn o.svm {lowest}")).contains("mean absolute error"));
    // Where nothing was said, the labels are asked, and what they say is said.
    let asked = lab.run("learn o.svm --problem ordinal -o asked.nrm");
    let note = "noregret: the lowest rank is 0, the least label of the first rows (--problem \
                ordinal:lowest=1 says otherwise)\n";
    assert_eq!((asked.code, asked.err.as_str()), (Some(0), note));
    assert_eq!(lab.model(&format!("o.svm {lowest}")), lab.read("asked.nrm"));
    // Who counts the ranks counts from 1, unless told otherwise.
    let refused = "noregret: o.svm:1: a rank is a whole number from 1 on (ordinal:lowest=… sets the first; \
                   1000 at most), not 0\n";
    lab.fails("learn o.svm --problem ordinal:ranks=4", 1, refused);
    lab.ok("learn o.svm --problem ordinal:ranks=4,lowest=0");
    lab.fails(
        "learn o.svm --problem ordinal:lowest=1",
        1,
        "noregret: o.svm:1: a rank is a whole number from 1 on (ordinal:lowest=… sets the first; 1000 at most), not 0\n",
    );
}

#[test]
fn ranks_that_were_counted_out_are_all_there_are() {
    let lab = Lab::new();
    let rows: String = (0..100).map(|i| format!("{} 1:{}\n", 1 + i % 5, i % 5)).collect();
    lab.write("o.svm", &rows);
    lab.write("high.svm", format!("{rows}9 1:9\n"));
    let refused = |line: u64| {
        format!(
            "noregret: high.svm:{line}: the rank 9 is above 5, the highest of 5 (ordinal:ranks=… says how many)\n"
        )
    };
    lab.fails("learn high.svm --problem ordinal:ranks=5", 1, &refused(101));
    lab.ok("learn o.svm --problem ordinal:ranks=5 -q -o o.nrm");
    lab.fails("test o.nrm high.svm", 1, &refused(101));
    lab.fails("learn high.svm --resume o.nrm -q", 1, &refused(101));
    lab.ok("test o.nrm o.svm");
    lab.ok("learn high.svm --problem ordinal -q");
    lab.misused("test o.nrm o.svm --confusion", &["an ordinal model has none"]);
    lab.misused("predict o.nrm o.svm --top 2", &["not for an ordinal model"]);
}
