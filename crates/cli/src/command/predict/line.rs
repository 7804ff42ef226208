//! An answer as a line of text or JSON; where an example is a group, a line for each of its rows.
//!
//! A ranking is its labels, the best first, joined by commas; with scores `label:score`. So are the best of several classes
//! (`--top`), of equal scores the first. A row of a group has its own
//! answer: its place in the order (1 is the best), its side, or whether it is the chosen candidate (1 or 0).

use crate::run::session::Session;
use noregret_core::problem::{AnyProblem, Classes};
use noregret_core::{ClassName, Prediction, Result};
use noregret_io::Row;
use serde_json::{Map, Value, json};
use std::fmt::Write;

/// How an answer is written.
#[derive(Clone, Copy)]
pub(in crate::command) struct Form {
    pub(in crate::command) json: bool,
    /// With the numbers behind the decisions.
    pub(in crate::command) scores: bool,
    /// A ranking, of so many labels.
    pub(in crate::command) top: Option<usize>,
}

impl Form {
    /// As it is without a flag.
    pub(in crate::command) const PLAIN: Form = Form { json: false, scores: false, top: None };
}

/// What the model says about an example.
pub(in crate::command) struct Answer {
    prediction: Prediction,
    /// The number behind it.
    score: f64,
    /// Those of all classes, or of the rows of a group, if they are wanted.
    scores: Vec<f64>,
}

impl From<(Prediction, f64)> for Answer {
    /// Without the scores of classes and rows.
    fn from((prediction, score): (Prediction, f64)) -> Self {
        Answer { prediction, score, scores: Vec::new() }
    }
}

impl Answer {
    /// If the `top` is asked for, a class becomes the ranking it leads, and of a ranking so many labels are kept.
    fn new(
        answer: (Prediction, f64),
        scores: Vec<f64>,
        classes: Option<&Classes>,
        top: Option<usize>,
    ) -> Self {
        let (mut prediction, score) = answer;
        if let (Some(top), Some(classes)) = (top, classes) {
            if let Prediction::Class(_) = prediction {
                prediction = Prediction::Ranking(ranked(classes.names(), &scores));
            }
            if let Prediction::Ranking(names) = &mut prediction {
                names.truncate(top);
            }
        }
        Answer { prediction, score, scores }
    }

    /// What it says about the row with this place in its group.
    fn of_part(&self, part: usize) -> i64 {
        match &self.prediction {
            Prediction::Order(order) => {
                order.iter().position(|&p| p == part).map_or(0, |place| place as i64 + 1)
            }
            Prediction::Sides(sides) => {
                if sides.get(part).copied().unwrap_or(false) {
                    1
                } else {
                    -1
                }
            }
            Prediction::Class(Some(ClassName::Number(chosen))) => i64::from(*chosen == part as f64),
            _ => 0,
        }
    }

    /// The scores of these classes by name.
    fn scores_of<'a>(
        &'a self,
        session: &'a Session,
        names: &'a [ClassName],
    ) -> impl Iterator<Item = (String, f64)> + 'a {
        let classes = session.leader().problem().classes();
        let row = move |name: &ClassName| classes.and_then(|c| c.find(name.label()));
        names.iter().filter_map(move |name| {
            let score = row(name).and_then(|row| self.scores.get(row).copied())?;
            Some((name.to_string(), score))
        })
    }
}

/// The classes, the best first.
fn ranked(names: &[ClassName], scores: &[f64]) -> Vec<ClassName> {
    let mut all: Vec<(&ClassName, &f64)> = names.iter().zip(scores).collect();
    all.sort_by(|a, b| b.1.total_cmp(a.1));
    all.into_iter().map(|(name, _)| name.clone()).collect()
}

/// The answers about some examples of one row, or one of several.
pub(in crate::command) fn answers(
    session: &Session,
    form: Form,
    rows: &[Row],
) -> Vec<Result<Answer>> {
    let Form { json, scores, top } = form;
    let parts = session.takes_parts();
    let classes = session.leader().problem().classes();
    let ranks = matches!(session.spec.problem, AnyProblem::LabelRanking(_));
    let wanted = parts || (classes.is_some() && json) || (ranks && scores) || top.is_some();
    let predictions = session.predict(rows).into_iter();
    if !wanted {
        return predictions.map(|p| Ok(Answer::new(p?, Vec::new(), classes, top))).collect();
    }
    let scores = session.scores(rows).into_iter();
    if parts {
        let each: Result<Vec<Vec<f64>>> = scores.collect();
        let scores = each.map(|all| all.concat());
        return predictions.map(|p| Ok(Answer::new(p?, scores.clone()?, None, None))).collect();
    }
    predictions.zip(scores).map(|(p, scores)| Ok(Answer::new(p?, scores?, classes, top))).collect()
}

/// Appends the lines of an answer.
pub(in crate::command) fn write(
    session: &Session,
    rows: &[Row],
    answer: &Answer,
    form: Form,
    out: &mut String,
) {
    match form.json {
        true => json(session, rows, answer, out),
        false => text(session, rows, answer, form.scores, out),
    }
}

fn text(session: &Session, rows: &[Row], answer: &Answer, scored: bool, out: &mut String) {
    // Writing to a String cannot fail.
    if session.takes_parts() {
        for part in 0..rows.len() {
            let _ = write!(out, "{}", answer.of_part(part));
            let _ = match answer.scores.get(part).filter(|_| scored) {
                Some(score) => writeln!(out, " {score}"),
                None => writeln!(out),
            };
        }
        return;
    }
    let _ = match &answer.prediction {
        Prediction::Ranking(names) if scored => {
            let pairs = answer.scores_of(session, names).map(|(name, s)| format!("{name}:{s}"));
            writeln!(out, "{}", pairs.collect::<Vec<_>>().join(","))
        }
        prediction if scored => writeln!(out, "{prediction} {}", answer.score),
        prediction => writeln!(out, "{prediction}"),
    };
}

/// The same in JSON: one object a row, with the score of each class by its name where every class has one.
fn json(session: &Session, rows: &[Row], answer: &Answer, out: &mut String) {
    if session.takes_parts() {
        for ((part, row), score) in rows.iter().enumerate().zip(&answer.scores) {
            let mut map = object(row, json!(answer.of_part(part)), *score);
            map.insert("qid".into(), json!(row.qid));
            let _ = writeln!(out, "{}", Value::Object(map));
        }
        return;
    }
    let ordinal = matches!(session.spec.problem, AnyProblem::Ordinal(_));
    let value = match &answer.prediction {
        Prediction::Class(class) => json!(class.as_ref().map(class_value)),
        Prediction::Value(x) if ordinal => whole(*x),
        Prediction::Value(x) => json!(x),
        Prediction::Ranking(names) => names.iter().map(class_value).collect(),
        other => json!(other.to_string()),
    };
    for row in rows {
        let mut map = object(row, value.clone(), answer.score);
        let classes = session.leader().problem().classes();
        let shown = match &answer.prediction {
            Prediction::Ranking(names) => Some(&names[..]),
            _ => classes.map(|c| c.names()),
        };
        map.extend(shown.map(|names| {
            let scores = answer.scores_of(session, names).map(|(name, score)| (name, json!(score)));
            ("scores".into(), scores.collect())
        }));
        let _ = writeln!(out, "{}", Value::Object(map));
    }
}

fn object(row: &Row, prediction: Value, score: f64) -> Map<String, Value> {
    let mut map = Map::new();
    map.insert("prediction".into(), prediction);
    map.insert("score".into(), json!(score));
    if !row.tag.is_empty() {
        map.insert("tag".into(), json!(row.tag));
    }
    map
}

fn class_value(class: &ClassName) -> Value {
    match class {
        ClassName::Number(x) => whole(*x),
        ClassName::Text(name) => json!(name),
    }
}

/// A number, without a point if it is whole.
fn whole(x: f64) -> Value {
    if x.fract() == 0.0 && x.abs() < 1e15 { json!(x as i64) } else { json!(x) }
}
