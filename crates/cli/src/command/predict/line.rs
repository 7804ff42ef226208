//! An answer as a line of text or JSON; where an example is a group, a line for each of its rows.
//!
//! A ranking is its labels, the best first, joined by commas; with scores `label:score`. So are the
//! best of several classes (`--top`), of equal scores the first. A row of a group has its own
//! answer: its place in the order (1 is the best), its side, or whether it is the chosen candidate
//! (1 or 0). A line break within a label is written as `\n` (or `\r`): an answer is one line.

use noregret::Model;
use noregret::core::problem::{Classes, Problem};
use noregret::core::{ClassName, Prediction, Result};
use noregret::io::Row;
use noregret::model::Answer;
use noregret::words::{class_value, one_line, whole};
use serde_json::{Map, Value, json};
use std::borrow::Cow;
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

/// Makes a class the ranking it leads, and keeps so many labels of a ranking.
fn shorten(answer: &mut Answer, classes: &Classes, top: usize) {
    if let Prediction::Class(_) = answer.prediction {
        answer.prediction = Prediction::Ranking(ranked(classes.names(), &answer.scores));
    }
    if let Prediction::Ranking(names) = &mut answer.prediction {
        names.truncate(top);
    }
}

/// What an answer says about the row with this place in its group.
fn of_part(answer: &Answer, part: usize) -> Value {
    match &answer.prediction {
        Prediction::Tags(tags) => tags.get(part).map_or(Value::Null, class_value),
        _ => json!(place_of_part(answer, part)),
    }
}

/// The number that an answer gives to the row with this place in its group.
fn place_of_part(answer: &Answer, part: usize) -> i64 {
    match &answer.prediction {
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
    answer: &'a Answer,
    model: &'a Model,
    names: &'a [ClassName],
) -> impl Iterator<Item = (String, f64)> + 'a {
    let classes = model.problem().classes();
    let row = move |name: &ClassName| classes.and_then(|c| c.find(name.label()));
    names.iter().filter_map(move |name| {
        let score = row(name).and_then(|row| answer.scores.get(row).copied())?;
        Some((name.to_string(), score))
    })
}

/// The classes, the best first.
fn ranked(names: &[ClassName], scores: &[f64]) -> Vec<ClassName> {
    let mut all: Vec<(&ClassName, &f64)> = names.iter().zip(scores).collect();
    all.sort_by(|a, b| b.1.total_cmp(a.1));
    all.into_iter().map(|(name, _)| name.clone()).collect()
}

/// The answers about some examples of one row, or one of several.
pub(in crate::command) fn answers(model: &Model, form: Form, rows: &[Row]) -> Vec<Result<Answer>> {
    let Form { json, scores, top } = form;
    let problem = model.problem();
    let classes = problem.classes();
    let ranked = problem.ranks_labels() && scores;
    let wanted = problem.takes_parts() || (classes.is_some() && json) || ranked || top.is_some();
    let mut answers = if wanted { model.answers_with_scores(rows) } else { model.answers(rows) };
    if let (Some(top), Some(classes)) = (top, classes) {
        answers.iter_mut().flatten().for_each(|answer| shorten(answer, classes, top));
    }
    answers
}

/// Appends the lines of an answer.
pub(in crate::command) fn write(
    model: &Model,
    rows: &[Row],
    answer: &Answer,
    form: Form,
    out: &mut String,
) {
    match form.json {
        true => json(model, rows, answer, out),
        false => text(model, rows, answer, form.scores, out),
    }
}

fn text(model: &Model, rows: &[Row], answer: &Answer, scored: bool, out: &mut String) {
    // Writing to a String cannot fail.
    if model.takes_parts() {
        if let Prediction::Tags(tags) = &answer.prediction {
            return sentence(rows, tags, out);
        }
        for part in 0..rows.len() {
            let _ = write!(out, "{}", place_of_part(answer, part));
            let _ = match answer.scores.get(part).filter(|_| scored) {
                Some(score) => writeln!(out, " {score}"),
                None => writeln!(out),
            };
        }
        return;
    }
    let start = out.len();
    let _ = match &answer.prediction {
        Prediction::Ranking(names) if scored => {
            let pairs = scores_of(answer, model, names).map(|(name, s)| format!("{name}:{s}"));
            writeln!(out, "{}", pairs.collect::<Vec<_>>().join(","))
        }
        prediction if scored => writeln!(out, "{prediction} {}", answer.score),
        prediction => writeln!(out, "{prediction}"),
    };
    let line = out.get(start..out.len() - 1).unwrap_or_default();
    if let Cow::Owned(line) = one_line(line) {
        out.replace_range(start..out.len() - 1, &line);
    }
}

/// A sentence, a token a line: the text of the row, where it was kept, and its tag; then an empty
/// line, as the evaluation scripts of the CoNLL shared tasks ask for it.
fn sentence(rows: &[Row], tags: &[ClassName], out: &mut String) {
    for (row, tag) in rows.iter().zip(tags) {
        let _ = match row.tag.as_str() {
            "" => writeln!(out, "{tag}"),
            text => writeln!(out, "{text} {tag}"),
        };
    }
    out.push('\n');
}

/// An answer as JSON: one object a row, with the score of each class by its name where every class
/// has one.
fn json(model: &Model, rows: &[Row], answer: &Answer, out: &mut String) {
    if model.takes_parts() {
        let each = matches!(answer.prediction, Prediction::Tags(_));
        for (part, row) in rows.iter().enumerate() {
            // The score of a tag sequence is one number.
            let own = answer.scores.get(part).copied().filter(|_| !each);
            let mut map = object(model, row, of_part(answer, part), own.unwrap_or(answer.score));
            map.insert("qid".into(), json!(row.qid));
            let _ = writeln!(out, "{}", Value::Object(map));
        }
        return;
    }
    let whole_numbers = model.problem().ranks().is_some();
    let value = match &answer.prediction {
        Prediction::Class(class) => json!(class.as_ref().map(class_value)),
        Prediction::Value(x) if whole_numbers => whole(*x),
        Prediction::Value(x) => json!(x),
        Prediction::Ranking(names) => names.iter().map(class_value).collect(),
        other => json!(other.to_string()),
    };
    for row in rows {
        let mut map = object(model, row, value.clone(), answer.score);
        let classes = model.problem().classes();
        let shown = match &answer.prediction {
            Prediction::Ranking(names) => Some(&names[..]),
            _ => classes.map(|c| c.names()),
        };
        map.extend(shown.map(|names| {
            let scores = scores_of(answer, model, names).map(|(name, score)| (name, json!(score)));
            ("scores".into(), scores.collect())
        }));
        let _ = writeln!(out, "{}", Value::Object(map));
    }
}

fn object(model: &Model, row: &Row, prediction: Value, score: f64) -> Map<String, Value> {
    let mut map = Map::new();
    map.insert("prediction".into(), prediction);
    map.insert("score".into(), json!(score));
    if row.tag.is_empty() {
        return map;
    }
    let (name, text) = match model.reading().tokens {
        // A token has its line, the first of a sentence also those that were passed before it.
        Some(_) => ("columns", row.tag.lines().next_back()),
        None => ("tag", Some(row.tag.as_str())),
    };
    map.insert(name.into(), json!(text));
    map
}
