//! Counters of whole runs against the reports of `noregret learn -a pa1 --no-bias` on the same
//! rows, written down before metrics were an axis.

use super::{Judged, Meter};
use crate::problem::{AnyProblem, Classes, FirstLabels, Problem};
use crate::round::{ClassName, Label, Outcome};
use crate::spec::Spec;
use crate::vector::Instance;
use serde_json::{Value, json};

/// The features of the rows.
const ROWS: [[f64; 3]; 7] = [
    [1.0, 0.5, 0.0],
    [-1.0, 0.25, 0.0],
    [-0.5, 1.0, 0.0],
    [0.5, 0.0, 2.0],
    [0.0, 0.0, 1.0],
    [0.0, 1.0, -1.0],
    [0.0, 1.0, 0.0],
];

/// A run of PA-I, one row an example.
fn single(problem: &str, labels: &[Label<'_>]) -> (AnyProblem, Meter) {
    let parts: Vec<Vec<usize>> = (0..labels.len()).map(|row| vec![row]).collect();
    run(problem, &parts, labels)
}

/// A run of PA-I whose examples are these rows.
fn run(problem: &str, examples: &[Vec<usize>], labels: &[Label<'_>]) -> (AnyProblem, Meter) {
    let mut spec = Spec::named("pa1", problem).unwrap();
    let mut members = Vec::new();
    for label in labels {
        match *label {
            Label::Set(set) => members.extend(set),
            Label::Pairs(pairs) => members.extend(pairs.iter().flat_map(|&(a, b)| [a, b])),
            label => members.push(label),
        }
    }
    let names = members.into_iter().filter_map(ClassName::from_label).collect::<Vec<_>>();
    let (classes, members) = (Classes::from(names.clone()), Classes::from(names));
    spec.problem.begin_with(&FirstLabels { classes, members, lowest_rank: None });
    let (mut learner, mut meter) = (spec.build().unwrap(), Meter::new(&spec.problem));
    for (rows, &label) in examples.iter().zip(labels) {
        let parts: Vec<Instance<'_>> = rows.iter().map(|&r| Instance::Dense(&ROWS[r])).collect();
        let outcome = learner.learn_parts(&parts, label, 1.0).unwrap();
        if outcome.counted {
            meter.add(&Judged { outcome: &outcome, label, weight: 1.0 });
        }
    }
    (spec.problem, meter)
}

/// The counters say this, in words and in JSON, also after they were saved.
fn assert_shown((problem, meter): &(AnyProblem, Meter), text: &str, json: &Value) {
    assert_eq!(meter.text(problem, true), text);
    assert_eq!(&Value::Object(meter.json()), json);
    let kept: Meter = serde_json::from_str(&serde_json::to_string(meter).unwrap()).unwrap();
    assert_eq!(&kept, meter);
}

const SIGNS: [f64; 6] = [1.0, -1.0, 1.0, -1.0, 1.0, -1.0];
const NAMES: [Label<'static>; 6] = [
    Label::Name("a"),
    Label::Name("b"),
    Label::Name("c"),
    Label::Name("a"),
    Label::Name("b"),
    Label::Name("c"),
];

#[test]
fn two_classes() {
    let done = single("binary", &SIGNS.map(Label::Number));
    assert_shown(
        &done,
        "5 of 6 wrong (83.33 %), mean loss 1.222",
        &json!({
            "cumulative_loss": 7.331833910034602, "error_rate": 0.8333333333333334,
            "examples": 6, "mean_loss": 1.2219723183391002, "mistakes": 5, "violations": 5
        }),
    );
    assert_eq!(done.1.text(&done.0, false), "5 of 6 wrong (83.33 %)");
    assert_eq!(done.1.headline(), "error 83.33 %");
    assert_eq!(done.1.curve(), ("error %", 100.0 * (5.0 / 6.0)));
}

#[test]
fn several_classes() {
    assert_shown(
        &single("multiclass", &NAMES),
        "2 of 6 wrong (33.33 %), 3 violations, mean loss 1.002",
        &json!({
            "cumulative_loss": 6.013875432525952, "error_rate": 0.3333333333333333,
            "examples": 6, "mean_loss": 1.0023125720876587, "mistakes": 2, "violations": 3
        }),
    );
    assert_shown(
        &single("one-vs-rest", &NAMES),
        "2 of 6 wrong (33.33 %), 4 violations, mean loss 2.589",
        &json!({
            "cumulative_loss": 15.531141868512112, "error_rate": 0.3333333333333333,
            "examples": 6, "mean_loss": 2.588523644752019, "mistakes": 2, "violations": 4
        }),
    );
}

#[test]
fn numbers() {
    let done = single("regression", &[1.5, -2.0, 0.5, 3.0, 1.0].map(Label::Number));
    assert_shown(
        &done,
        "mean absolute error 1.2198, mean squared error 2.0082, mean loss 1.138",
        &json!({
            "cumulative_loss": 5.690882352941176, "error_rate": null, "examples": 5,
            "mean_absolute_error": 1.2198096885813148, "mean_loss": 1.1381764705882351,
            "mean_squared_error": 2.0081725238562753, "mistakes": null, "violations": null
        }),
    );
    assert_eq!(done.1.headline(), "mae 1.22");
    assert_eq!(done.1.curve(), ("mean squared error", 2.0081725238562753));
}

#[test]
fn a_ball() {
    assert_shown(
        &single("uniclass", &[Label::None; 6]),
        "3 of 5 outside the ball (60 %), mean loss 0.6474",
        &json!({
            "cumulative_loss": 3.2371277852334353, "error_rate": 0.6, "examples": 5,
            "mean_loss": 0.647425557046687, "mistakes": 3, "violations": 3
        }),
    );
}

/// The third label is a pair, which has no measures.
#[test]
fn sets_of_labels() {
    let [a, b, c, d] = ["a", "b", "c", "d"].map(Label::Name);
    let labels = [
        Label::Set(&[a, b]),
        Label::Set(&[b]),
        Label::Pairs(&[(a, c)]),
        Label::Set(&[c, d]),
        Label::Set(&[d]),
        Label::Set(&[a, d]),
    ];
    assert_shown(
        &single("label-ranking", &labels),
        "4 of 6 rankings imperfect (66.67 %), one-error 0.4, average precision 0.6833, \
         ranking loss 0.4833, coverage 2, mean loss 1.152",
        &json!({
            "average_precision": 0.6833333333333333, "coverage": 2.0,
            "cumulative_loss": 6.909965397923875, "error_rate": 0.6666666666666666,
            "examples": 6, "mean_loss": 1.1516608996539792, "mistakes": 4, "one_error": 0.4,
            "ranking_loss": 0.4833333333333333, "violations": 4
        }),
    );
}

#[test]
fn ranks() {
    assert_shown(
        &single("ordinal", &[1.0, 3.0, 2.0, 4.0, 1.0, 3.0].map(Label::Number)),
        "6 of 6 wrong (100 %), mean absolute error 2, mean loss 1.594",
        &json!({
            "cumulative_loss": 9.5657367324034, "error_rate": 1.0, "examples": 6,
            "mean_absolute_error": 2.0, "mean_loss": 1.5942894554005667, "mistakes": 6,
            "violations": 6
        }),
    );
}

#[test]
fn groups_of_rows() {
    let tasks = [vec![0, 1], vec![2, 3, 4], vec![5, 6]];
    let sides = [Label::Each(&[1.0, -1.0]), Label::Each(&SIGNS[..3]), Label::Each(&[-1.0, 1.0])];
    assert_shown(
        &run("tasks", &tasks, &sides),
        "3 of 3 wrong (100 %), wrong tasks 0.8333, mean loss 1.486",
        &json!({
            "cumulative_loss": 4.458823529411765, "error_rate": 1.0, "examples": 3,
            "mean_loss": 1.4862745098039216, "mistakes": 3, "violations": 3,
            "wrong_tasks": 0.8333333333333334
        }),
    );
    let groups = [vec![0, 1, 2], vec![3, 4], vec![5, 6]];
    let right = [Label::Each(&[0.0, 1.0, 0.0]), Label::Each(&[0.0, 1.0]), Label::Each(&[1.0, 0.0])];
    assert_shown(
        &run("candidates", &groups, &right),
        "1 of 3 wrong (33.33 %), mean loss 0.7169",
        &json!({
            "cumulative_loss": 2.1507692307692308, "error_rate": 0.3333333333333333,
            "examples": 3, "mean_loss": 0.7169230769230769, "mistakes": 1, "violations": 1
        }),
    );
}

#[test]
fn graded_documents() {
    let groups = [vec![0, 1, 2], vec![3, 4], vec![5, 6]];
    let grades =
        [Label::Each(&[2.0, 0.0, 1.0]), Label::Each(&[0.0, 3.0]), Label::Each(&[1.0, 0.0])];
    let done = run("queries", &groups, &grades);
    assert_shown(
        &done,
        "2 of 3 rankings imperfect (66.67 %), one-error 0.6667, average precision 0.7222, \
         ranking loss 0.6667, coverage 1, NDCG 0.7393, NDCG@10 0.7393, mean loss 1.831",
        &json!({
            "average_precision": 0.7222222222222222, "coverage": 1.0,
            "cumulative_loss": 5.492307692307692, "error_rate": 0.6666666666666666,
            "examples": 3, "mean_loss": 1.8307692307692307, "mistakes": 2,
            "ndcg": 0.7392708083357258, "ndcg_at_10": 0.7392708083357258,
            "one_error": 0.6666666666666666, "ranking_loss": 0.6666666666666666, "violations": 2
        }),
    );
    let columns = [
        ("error %", "66.67"),
        ("one-error", "0.6667"),
        ("average precision", "0.7222"),
        ("ranking loss", "0.6667"),
        ("coverage", "1"),
        ("NDCG", "0.7393"),
        ("NDCG@10", "0.7393"),
        ("mean loss", "1.831"),
    ];
    assert_eq!(done.1.columns(), columns.map(|(name, cell)| (name, cell.to_owned())));
}

/// What is known of nothing: measures of rankings and ranks are absent, all other values are null.
#[test]
fn nothing_counted() {
    let shown = |name: &str| {
        let problem = AnyProblem::parse(name).unwrap();
        let meter = Meter::new(&problem);
        assert!(meter.curve().1.is_nan());
        (meter.text(&problem, true), meter.columns(), Value::Object(meter.json()))
    };
    let plain = json!({
        "cumulative_loss": 0.0, "error_rate": null, "examples": 0, "mean_loss": null,
        "mistakes": 0, "violations": 0
    });
    for problem in ["binary", "queries", "ordinal", "tasks"] {
        let wrong = AnyProblem::parse(problem).unwrap().error_words();
        let columns = ["error %", "mean loss"].map(|name| (name, String::new()));
        let expected = (format!("0 of 0 {wrong} (0 %)"), columns.to_vec(), plain.clone());
        assert_eq!(shown(problem), expected, "{problem}");
    }
    let numbers = json!({
        "cumulative_loss": 0.0, "error_rate": null, "examples": 0, "mean_absolute_error": null,
        "mean_loss": null, "mean_squared_error": null, "mistakes": null, "violations": null
    });
    let (text, columns, json) = shown("regression");
    assert_eq!((&text[..], json), ("mean absolute error 0, mean squared error 0", numbers));
    assert!(columns.iter().all(|(_, cell)| cell.is_empty()) && columns.len() == 3);
}

/// Weights count towards the weight of the run alone: the loss of a round has its weight already.
#[test]
fn weights() {
    let problem = AnyProblem::parse("binary").unwrap();
    let mut meter = Meter::new(&problem);
    let outcome = Outcome { loss: 2.0, mistake: true, ..Outcome::default() };
    for (weight, weighted) in [(1.0, false), (0.5, true), (1.0, true)] {
        meter.add(&Judged { outcome: &outcome, label: Label::None, weight });
        assert_eq!(meter.weighted, weighted);
    }
    assert_eq!((meter.examples, meter.weight.value(), meter.loss.value()), (3, 2.5, 6.0));
    assert_eq!((meter.value("error_rate"), meter.value("mean_loss")), (Some(1.0), Some(2.0)));
    assert_eq!((meter.value("one_error"), meter.value("nonsense")), (None, None));
}
