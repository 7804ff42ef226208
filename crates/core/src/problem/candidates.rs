//! Candidates: a joint feature map. The example has one part a candidate, `phi(x,1), phi(x,2), …`,
//! the label is the number of the right one from 0, and one weight vector scores them all:
//! directions `a_r = phi(x,y) - phi(x,r)`, margins `z_r = <w,phi(x,y)> - <w,phi(x,r)>`, tied by one
//! slack.
//!
//! A number for every candidate will do too, the right one having the largest. The number of
//! candidates may differ from example to example. Predicts the number of the best one, the first of
//! equals. With `phi(x,r)` = x placed in the r-th block this is [`Multiclass`](super::Multiclass).
//! (Shalev-Shwartz 2007, sec. 5.3.3; Crammer et al. 2006, sec. 8.)

use super::classes::{best, judge, lead};
use super::{LabelForm, Longest, Problem};
use crate::error::{Error, Result};
use crate::registry::Component;
use crate::round::{Block, ClassName, Label, Prediction, Term, View};
use serde::{Deserialize, Serialize};

/// One of several candidates, each described by features of its own.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Candidates {}

impl Component for Candidates {
    const ABOUT: &'static str = "one of several candidates with features of their own (joint \
        feature map): z = min_r <w,phi_y - phi_r>";
    const REFERENCE: &'static str = "Shalev-Shwartz 2007, sec. 5.3.3; Crammer et al. 2006, sec. 8";
}

impl Problem for Candidates {
    fn constrain(&self, view: &View, label: Label<'_>, block: &mut Block) -> Result<()> {
        let (scores, count) = (&view.scores, view.scores.len());
        let y = match label {
            Label::Number(y) if y >= 0.0 && y.fract() == 0.0 && y < count as f64 => y as usize,
            Label::Each(numbers) => the_one(numbers, count, label)?,
            _ => {
                return Err(Error::Label(format!(
                    "the label is the number of the right candidate, from 0 to {}, not {label}",
                    count - 1
                )));
            }
        };
        let verdict = judge(scores, y);
        block.begin(verdict.violation);
        (block.mistake, block.violation) = (verdict.mistake, verdict.violation);
        for r in (0..count).filter(|&r| r != y) {
            let terms = [Term { part: y, row: 0, coef: 1.0 }, Term { part: r, row: 0, coef: -1.0 }];
            block.push(&terms, 0.0, 0.0, scores[y] - scores[r]);
        }
        Ok(())
    }

    fn longest(&self) -> Longest {
        Longest::DIFFERENCE
    }

    fn decide(&self, view: &View) -> Prediction {
        Prediction::Class(best(&view.scores).map(|r| ClassName::Number(r as f64)))
    }

    fn score(&self, view: &View) -> f64 {
        lead(&view.scores)
    }

    fn label_form(&self) -> LabelForm {
        LabelForm::NumberEach
    }

    // A constant that all candidates share tells none from another.
    fn takes_bias(&self) -> bool {
        false
    }
}

/// The candidate with the largest number.
fn the_one(numbers: &[f64], count: usize, label: Label<'_>) -> Result<usize> {
    let best = best(numbers).filter(|_| numbers.len() == count);
    let alone = |&y: &usize| numbers.iter().filter(|&&x| x >= numbers[y]).count() == 1;
    best.filter(alone).ok_or_else(|| {
        Error::Label(format!(
            "one of the {count} candidates must have the largest number, not {label}"
        ))
    })
}
