//! What the lines of a file of predictions are, told from the lines.
//!
//! Two classes: labels if every line is one (0/1 and -1/1 stand for the two sides), probabilities
//! if all lie in [0,1] and some inside, or if there are two a line that add up to 1; else scores.
//! Several classes: labels if the first line is one, or one word; probabilities if each line has
//! numbers in [0,1] that add up to 1; else scores.

use super::lines::{Lines, first, is_number, number, tokens};
use super::names::Names;
use super::rows::Kind;
use serde::Serialize;

/// How far the probabilities of a line may be from 1.
const ABOUT: f64 = 0.01;

/// What the lines of a file of predictions are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// Classes by name.
    Labels,
    /// Numbers whose sign, or whose largest, decides; one scale for all is found.
    Scores,
    /// Probabilities of the positive class, or of each.
    Probabilities,
    /// Predictions of numbers.
    Numbers,
}

impl Form {
    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Form::Labels => "labels",
            Form::Scores => "scores",
            Form::Probabilities => "probabilities",
            Form::Numbers => "numbers",
        }
    }

    /// Whether answers say more than right or wrong.
    pub fn has_margins(self) -> bool {
        self != Form::Labels
    }
}

/// How lines are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) form: Form,
    /// Labels of two classes are 0/1 or -1/1, whatever those of the data are called.
    pub(super) sides: bool,
    /// Of two classes the second number of a line counts.
    pub(super) second: bool,
}

impl From<Form> for Layout {
    fn from(form: Form) -> Self {
        Layout { form, sides: false, second: false }
    }
}

/// How the lines are read; `asked` is what they are, if that was said.
pub(super) fn layout(lines: &Lines, names: &Names, kind: Kind, asked: Option<Form>) -> Layout {
    let found = match kind {
        Kind::Numbers => Form::Numbers.into(),
        Kind::Two => two(lines, names),
        Kind::Several => several(lines, names).into(),
    };
    match asked.filter(|asked| *asked != found.form) {
        Some(asked) => asked.into(),
        None => found,
    }
}

fn two(lines: &Lines, names: &Names) -> Layout {
    let all = |holds: &dyn Fn(&str) -> bool| lines.iter().all(|(_, line)| holds(line));
    let is_label = |line: &str| names.find(line).or_else(|| names.find(first(line))).is_some();
    let begins = lines.iter().next().map_or("", |(_, line)| line);
    if all(&is_label) || !tokens(begins).next().is_some_and(is_number) {
        return Form::Labels.into();
    }
    if all(&|line| tokens(line).count() == 2 && is_distribution(line)) {
        return Layout { second: true, ..Form::Probabilities.into() };
    }
    let value = |line: &str| number(first(line)).unwrap_or(f64::NAN);
    if all(&|line| [0.0, 1.0].contains(&value(line)))
        || all(&|line| [-1.0, 1.0].contains(&value(line)))
    {
        return Layout { sides: true, ..Form::Labels.into() };
    }
    match all(&|line| (0.0..=1.0).contains(&value(line))) {
        true => Form::Probabilities.into(),
        false => Form::Scores.into(),
    }
}

fn several(lines: &Lines, names: &Names) -> Form {
    let Some((_, begins)) = lines.iter().next() else { return Form::Labels };
    let words = tokens(begins).count();
    let tagged = words == 2 && names.len() > 2 && names.find(first(begins)).is_some();
    let scored = |token: &str| is_number(token) || scored(token).is_some();
    if words == 1 || tagged || names.find(begins).is_some() || !tokens(begins).any(scored) {
        return Form::Labels;
    }
    match lines.iter().all(|(_, line)| is_distribution(line)) {
        true => Form::Probabilities,
        false => Form::Scores,
    }
}

/// A class and its score, `class:score`.
pub(super) fn scored(token: &str) -> Option<(&str, &str)> {
    token.rsplit_once(':').filter(|(class, score)| !class.is_empty() && is_number(score))
}

/// Whether the numbers of a line lie in [0,1] and add up to 1.
fn is_distribution(line: &str) -> bool {
    let value = |token| number(scored(token).map_or(token, |(_, score)| score)).ok();
    let numbers: Vec<f64> = tokens(line).filter_map(value).collect();
    let within = numbers.iter().all(|p| (0.0..=1.0).contains(p));
    within && (numbers.iter().sum::<f64>() - 1.0).abs() <= ABOUT
}
