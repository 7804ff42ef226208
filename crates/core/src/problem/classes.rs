//! The classes of a problem in the order in which they were declared or first seen: a row of the hypothesis each.

use crate::error::{Error, Result};
use crate::label::{ClassName, Label, Prediction};
use foldhash::fast::FixedState;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// Names of classes and the row of each. A class is looked up in every round, so the hash is a quick one; it does not guard
/// against labels made to collide, which cost time and nothing else.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Vec<ClassName>", into = "Vec<ClassName>")]
pub struct Classes {
    names: Vec<ClassName>,
    numbers: HashMap<u64, usize, FixedState>,
    texts: HashMap<String, usize, FixedState>,
}

impl Classes {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }

    /// All of them, in order.
    pub fn names(&self) -> &[ClassName] {
        &self.names
    }

    /// The row of a label, if it is known.
    pub fn find(&self, label: Label<'_>) -> Option<usize> {
        match label {
            Label::Number(x) => self.numbers.get(&key(x)).copied(),
            Label::Name(name) => self.texts.get(name).copied(),
            Label::None | Label::Set(_) | Label::Pairs(_) | Label::Each(_) => None,
        }
    }

    /// The row of a label, or an error that says why it has none.
    pub fn row(&self, label: Label<'_>) -> Result<usize> {
        self.find(label).ok_or_else(|| {
            Error::Label(match label {
                Label::None => "a problem with classes needs a label".into(),
                Label::Set(_) | Label::Pairs(_) | Label::Each(_) => {
                    format!("the label {label} is not one class")
                }
                _ if self.is_empty() => {
                    format!("label {label} is unknown: no label has been learned yet")
                }
                _ => format!("label {label} is none of the {} known classes", self.len()),
            })
        })
    }

    /// The class of the largest score, the first of equals; none while no class is known.
    pub(super) fn decide(&self, scores: &[f64]) -> Prediction {
        let known = &scores[..self.len().min(scores.len())];
        Prediction::Class(best(known).map(|r| self.names[r].clone()))
    }

    /// Takes in a label, if it is new.
    pub fn admit(&mut self, label: Label<'_>) -> Result<()> {
        if self.find(label).is_some() {
            return Ok(());
        }
        match label {
            Label::Number(x) if !x.is_finite() => {
                Err(Error::NotFinite(format!("the label {x} is not finite")))
            }
            _ => match ClassName::from_label(label) {
                None => self.row(label).map(drop),
                Some(name) => {
                    self.add(name);
                    Ok(())
                }
            },
        }
    }

    fn add(&mut self, name: ClassName) {
        let row = self.names.len();
        match &name {
            ClassName::Number(x) => self.numbers.insert(key(*x), row),
            ClassName::Text(text) => self.texts.insert(text.clone(), row),
        };
        self.names.push(name);
    }
}

/// Equal numbers have equal keys.
fn key(x: f64) -> u64 {
    (x + 0.0).to_bits()
}

impl PartialEq for Classes {
    fn eq(&self, other: &Self) -> bool {
        self.names == other.names
    }
}

impl From<Vec<ClassName>> for Classes {
    fn from(names: Vec<ClassName>) -> Self {
        let mut classes = Classes::default();
        for name in names {
            if classes.find(name.label()).is_none() {
                classes.add(name);
            }
        }
        classes
    }
}

impl From<Classes> for Vec<ClassName> {
    fn from(classes: Classes) -> Self {
        classes.names
    }
}

/// What the scores of the classes say about the right one, `y`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Verdict {
    /// The largest score of another one; minus infinity if there is none.
    pub(super) rival: f64,
    /// Whether the first class with the largest score is another one.
    pub(super) mistake: bool,
    /// Whether another one scores at least as high.
    pub(super) violation: bool,
}

/// Judges the scores.
pub(super) fn judge(scores: &[f64], y: usize) -> Verdict {
    let (target, earlier, later) = (scores[y], largest(&scores[..y]), largest(&scores[y + 1..]));
    let (rival, mistake) = (earlier.max(later), earlier >= target || later > target);
    Verdict { rival, mistake, violation: rival >= target }
}

/// The larger one.
#[inline(always)]
fn larger(m: f64, x: f64) -> f64 {
    if x > m { x } else { m }
}

/// The largest number, in eight lanes; minus infinity if there is none.
fn largest(numbers: &[f64]) -> f64 {
    let mut lanes = [f64::NEG_INFINITY; 8];
    let eights = numbers.chunks_exact(8);
    let rest = eights.remainder().iter().fold(f64::NEG_INFINITY, |m, &x| larger(m, x));
    for eight in eights {
        for k in 0..8 {
            lanes[k] = larger(lanes[k], eight[k]);
        }
    }
    lanes.into_iter().fold(rest, larger)
}

/// The first class with the largest score.
pub(super) fn best(scores: &[f64]) -> Option<usize> {
    (0..scores.len()).reduce(|a, b| if scores[b] > scores[a] { b } else { a })
}

/// How far the best score is ahead of the next; the score itself if there is no other.
pub(super) fn lead(scores: &[f64]) -> f64 {
    let smaller = |m: f64, x: f64| if x < m { x } else { m };
    // The two largest of each lane, without a branch that would have to be guessed.
    let (mut firsts, mut seconds) = ([f64::NEG_INFINITY; 8], [f64::NEG_INFINITY; 8]);
    let mut take = |lane: usize, s: f64| {
        seconds[lane] = larger(seconds[lane], smaller(firsts[lane], s));
        firsts[lane] = larger(firsts[lane], s);
    };
    let (eights, rest) = scores.as_chunks::<8>();
    for eight in eights {
        (0..8).for_each(|lane| take(lane, eight[lane]));
    }
    rest.iter().enumerate().for_each(|(lane, &s)| take(lane, s));
    let (mut first, mut second) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
    for s in firsts.into_iter().chain(seconds) {
        second = larger(second, smaller(first, s));
        first = larger(first, s);
    }
    match scores.len() {
        0 => 0.0,
        1 => first,
        _ => first - second,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ties_are_violations_and_the_first_of_equals_is_the_answer() {
        let of = |scores: &[f64], y| (judge(scores, y).mistake, judge(scores, y).violation);
        assert_eq!(of(&[1.0, 1.0, 0.0], 0), (false, true));
        assert_eq!(of(&[1.0, 1.0, 0.0], 1), (true, true));
        assert_eq!(of(&[1.0, 2.0, 0.0], 1), (false, false));
        assert_eq!(of(&[1.0], 0), (false, false));
        assert_eq!((best(&[0.5, 3.0, 3.0]), lead(&[0.5, 3.0, 2.0])), (Some(1), 1.0));
        assert_eq!((lead(&[]), lead(&[-2.0]), lead(&[1.0, 4.0, 4.0])), (0.0, -2.0, 0.0));
        assert_eq!(lead(&[-3.0, -1.5]), 1.5);
    }

    #[test]
    fn the_lead_is_that_over_the_second_wherever_they_stand() {
        for count in 2..40 {
            for (first, second) in (0..count).flat_map(|a| (0..count).map(move |b| (a, b))) {
                let mut scores: Vec<f64> = (0..count).map(|k| -f64::from(k as u8)).collect();
                (scores[second], scores[first]) = (4.0, 5.5);
                let mut sorted = scores.clone();
                sorted.sort_by(|a, b| b.total_cmp(a));
                assert_eq!(
                    lead(&scores),
                    sorted[0] - sorted[1],
                    "{first} before {second} of {count}"
                );
            }
        }
    }

    #[test]
    fn labels_of_both_kinds_have_rows_in_order() {
        let mut classes = Classes::default();
        let labels = [Label::Name("a"), Label::Number(0.0), Label::Name("0"), Label::Number(-0.0)];
        labels.iter().for_each(|&l| classes.admit(l).unwrap());
        assert_eq!(classes.len(), 3);
        assert_eq!(classes.find(Label::Number(-0.0)), Some(1));
        assert!(classes.admit(Label::None).is_err() && classes.row(Label::Name("b")).is_err());
        let text = serde_json::to_string(&classes).unwrap();
        assert_eq!(serde_json::from_str::<Classes>(&text).unwrap(), classes);
    }
}
