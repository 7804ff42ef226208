//! A line of predictions, judged by the label of its row.
//!
//! | lines | margin |
//! |---|---|
//! | labels | 1 if it is right, else -1 |
//! | scores of two classes | the score, turned if the row is of the negative class |
//! | probabilities of two classes | `log(p/(1-p))`, turned likewise; p stays 1e-15 off 0 and 1 |
//! | scores of several classes | that of the right class less the best other one |
//! | probabilities of several | the same of their logarithms |
//! | numbers | how far it is off |
//!
//! A score above 0 decides for the positive class; of equal scores the first class is the answer.

use super::form::{Form, Layout, scored};
use super::lines::{Lines, first, number, tokens};
use super::names::Names;
use super::rows::Kind;
use crate::Result;
use crate::proof::Margins;
use noregret_core::Outcome;

/// Probabilities are kept off 0 and 1 by so much.
const CLIP: f64 = 1e-15;

/// So many letters of a label are shown in a message.
const SHOWN: usize = 40;

type Read<T> = std::result::Result<T, String>;

/// Reads lines and judges them.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    pub(super) lines: &'a Lines,
    pub(super) names: &'a Names,
    pub(super) kind: Kind,
    pub(super) layout: Layout,
}

impl Reader<'_> {
    /// What a line is worth on a row with this label: a number, or the place of a class.
    pub(super) fn judge(&self, at: u64, line: &str, target: f64) -> Result<(Margins, Outcome)> {
        let judged = match (self.kind, self.layout.form) {
            (Kind::Numbers, _) => number(first(line)).map(|x| residual(x, target)),
            (_, Form::Labels) => self.class(line).map(|class| hard(class == target as usize)),
            (Kind::Two, _) => {
                self.score(line).map(|score| sided(score, self.names.side(target as usize)))
            }
            (Kind::Several, _) => self.scores(line).map(|scores| led(&scores, target as usize)),
        };
        let (margins, outcome) = judged.map_err(|reason| self.lines.broken(at, reason))?;
        let certain = matches!((self.kind, self.layout.form), (Kind::Two, Form::Probabilities));
        Ok((with_units(margins, certain), outcome))
    }

    /// The place of the class that a line names.
    fn class(&self, line: &str) -> Read<usize> {
        if self.layout.sides {
            let positive = number(first(line))? > 0.0;
            let is_it = |place: &usize| (self.names.side(*place) > 0.0) == positive;
            return Ok((0..self.names.len()).find(is_it).unwrap_or(usize::MAX));
        }
        let found = self.names.find(line).or_else(|| self.names.find(first(line)));
        found.ok_or_else(|| {
            let begins: String = line.chars().take(SHOWN).collect();
            format!("'{begins}' is none of the labels of the data, {}", self.names.shown())
        })
    }

    /// The score of the positive class.
    fn score(&self, line: &str) -> Read<f64> {
        let token = match self.layout.second {
            true => tokens(line).nth(1).unwrap_or(line),
            false => first(line),
        };
        let x = number(token)?;
        match self.layout.form {
            Form::Probabilities => {
                let p = probability(token, x)?.clamp(CLIP, 1.0 - CLIP);
                Ok((p / (1.0 - p)).ln())
            }
            _ => Ok(x),
        }
    }

    /// The scores of the classes in their order; then those of classes that the data has not.
    fn scores(&self, line: &str) -> Read<Vec<f64>> {
        let count = self.names.len();
        let is_named = tokens(line).next().is_some_and(|token| scored(token).is_some());
        let mut scores = vec![f64::NAN; if is_named { count } else { 0 }];
        for token in tokens(line) {
            let Some((name, value)) = scored(token).filter(|_| is_named) else {
                if is_named {
                    // A tag after the pairs.
                    break;
                }
                scores.push(self.of_class(token)?);
                continue;
            };
            let score = self.of_class(value)?;
            match self.names.find(name) {
                Some(place) => scores[place] = score,
                None => scores.push(score),
            }
        }
        let missing =
            scores[..count.min(scores.len())].iter().filter(|score| score.is_nan()).count();
        let given = scores.len() - missing;
        if missing > 0 || (!is_named && given != count) {
            let classes = self.names.shown();
            return Err(format!("{given} scores, and the data has {count} classes ({classes})"));
        }
        Ok(scores)
    }

    /// A number that belongs to one of several classes.
    fn of_class(&self, token: &str) -> Read<f64> {
        let x = number(token)?;
        match self.layout.form {
            Form::Probabilities => Ok(probability(token, x)?.max(CLIP).ln()),
            _ => Ok(x),
        }
    }
}

fn probability(token: &str, x: f64) -> Read<f64> {
    match (0.0..=1.0).contains(&x) {
        true => Ok(x),
        false => Err(format!("'{token}' is no probability")),
    }
}

/// A number, and what was to be predicted.
fn residual(x: f64, target: f64) -> (Margins, Outcome) {
    let margin = x - target;
    (Margins::Residual(margin), Outcome { score: x, margin, ..Outcome::default() })
}

/// A label.
fn hard(right: bool) -> (Margins, Outcome) {
    let margin = if right { 1.0 } else { -1.0 };
    decided(margin, margin, !right)
}

/// A score, and the sign of the right class.
fn sided(score: f64, side: f64) -> (Margins, Outcome) {
    decided(score, side * score, (score > 0.0) != (side > 0.0))
}

/// Scores of classes, and the right one.
fn led(scores: &[f64], right: usize) -> (Margins, Outcome) {
    let best = (0..scores.len()).reduce(|a, b| if scores[b] > scores[a] { b } else { a });
    let others = scores.iter().enumerate().filter(|(at, _)| *at != right);
    let rival = others.map(|(_, score)| *score).fold(f64::MIN, f64::max);
    let lead = (scores[right] - rival).clamp(-f64::MAX.sqrt(), f64::MAX.sqrt());
    decided(scores[right], lead, best != Some(right))
}

fn decided(score: f64, z: f64, mistake: bool) -> (Margins, Outcome) {
    let violation = mistake || z <= 0.0;
    let outcome = Outcome { score, margin: z, mistake, violation, ..Outcome::default() };
    (Margins::Score { z, is_hinge: false, is_logistic: false }, outcome)
}

/// Margins that are in the units of the logistic loss, if they are.
fn with_units(margins: Margins, is_logistic: bool) -> Margins {
    match margins {
        Margins::Score { z, is_hinge, .. } => Margins::Score { z, is_hinge, is_logistic },
        other => other,
    }
}
