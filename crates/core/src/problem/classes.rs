//! The classes of a problem in the order in which they were declared or first seen: a row of the
//! hypothesis each.

use crate::error::{Error, Result};
use crate::round::{ClassName, Label, Prediction};
use foldhash::fast::FixedState;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// Names of classes and the row of each. A class is looked up in every round, so the hash is a
/// quick one; it does not guard against labels made to collide, which cost time and nothing else.
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
            Label::None
            | Label::Set(_)
            | Label::Pairs(_)
            | Label::Each(_)
            | Label::Sequence(_)
            | Label::Tasks(_) => None,
        }
    }

    /// The row of a label, or an error that says why it has none.
    pub fn row(&self, label: Label<'_>) -> Result<usize> {
        self.find(label).ok_or_else(|| {
            Error::Label(match label {
                Label::None => "a problem with classes needs a label".into(),
                Label::Set(_)
                | Label::Pairs(_)
                | Label::Each(_)
                | Label::Sequence(_)
                | Label::Tasks(_) => format!("the label {label} is not one class"),
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
    let (target, [first, second]) = (scores[y], two_largest(scores));
    let rival = if first == target { second } else { first };
    // The first of equals is the answer.
    let mistake = rival > target || (rival == target && scores[..y].contains(&target));
    Verdict { rival, mistake, violation: rival >= target }
}

/// The two largest numbers, in eight lanes and without a branch that would have to be guessed;
/// minus infinity where there are not so many.
fn two_largest(numbers: &[f64]) -> [f64; 2] {
    let larger = |a: f64, b: f64| if b > a { b } else { a };
    let smaller = |a: f64, b: f64| if b < a { b } else { a };
    let both =
        |[a, b]: [f64; 2], [c, d]: [f64; 2]| [larger(a, c), larger(smaller(a, c), larger(b, d))];
    let mut lanes = [[f64::NEG_INFINITY; 2]; 8];
    let (eights, rest) = numbers.as_chunks::<8>();
    for (lane, &x) in lanes.iter_mut().zip(rest) {
        lane[0] = x;
    }
    for eight in eights {
        for (lane, &x) in lanes.iter_mut().zip(eight) {
            *lane = [larger(lane[0], x), larger(lane[1], smaller(lane[0], x))];
        }
    }
    for half in [4, 2, 1] {
        for k in 0..half {
            lanes[k] = both(lanes[k], lanes[k + half]);
        }
    }
    lanes[0]
}

/// The first class with the largest score.
pub(super) fn best(scores: &[f64]) -> Option<usize> {
    (0..scores.len()).reduce(|a, b| if scores[b] > scores[a] { b } else { a })
}

/// How far the best score is ahead of the next; the score itself if there is no other.
pub(super) fn lead(scores: &[f64]) -> f64 {
    match (scores.len(), two_largest(scores)) {
        (0, _) => 0.0,
        (1, [first, _]) => first,
        (_, [first, second]) => first - second,
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
    fn the_two_largest_are_found_wherever_they_stand() {
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
                for y in [first, second, count / 2] {
                    let others = (0..count).filter(|&r| r != y).map(|r| scores[r]);
                    assert_eq!(judge(&scores, y).rival, others.fold(f64::NEG_INFINITY, f64::max));
                    assert_eq!(judge(&scores, y).mistake, y != first);
                }
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
