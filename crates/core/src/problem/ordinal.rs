//! Ordinal regression: ranks `lowest, lowest + 1, …`, one weight vector w and thresholds
//! `b_1, b_2, …` between them, both learned. Threshold i has the direction `a_i = s_i (x, -e_i)`
//! with `s_i = 1` if the rank lies above it, else -1, and the margin `z_i = s_i (<w,x> - b_i)`; all
//! are tied by one slack.
//!
//! Predicts the first rank whose threshold lies above `<w,x>`. The thresholds are the second row of
//! the hypothesis on unit vectors, so the certificate speaks of comparators `(w, b)`; their order
//! is not enforced, and a wrong rank always means a violated threshold. Ties count against the
//! answer. A rank above all seen so far brings thresholds that start at 0. Defaults: lowest rank 1
//! (where the first labels of some data are known, the least of them), ranks as they are seen. (Amit et al., simultaneous projections, sec. 3.2.)

use super::form::{Form, FormConstraint, worst};
use super::{FirstLabels, Longest, Problem};
use crate::error::{Error, Result};
use crate::registry::{Component, whole};
use crate::round::{Block, Label, Prediction, Quality, Term, View};
use crate::vector::UNITS;
use serde::{Deserialize, Serialize};

/// Ranks in order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Ordinal {
    /// The lowest rank.
    pub lowest: f64,
    /// How many ranks there are, as far as is known.
    #[serde(deserialize_with = "whole")]
    pub ranks: usize,
}

impl Default for Ordinal {
    fn default() -> Self {
        Ordinal { lowest: 1.0, ranks: 0 }
    }
}

impl Component for Ordinal {
    const ABOUT: &'static str = "ranks in order, with learned thresholds: z = min_i +-(<w,x> - \
        b_i), predicts the first rank with <w,x> < b_i";
    const REFERENCE: &'static str = "Amit et al., sec. 3.2";
}

impl Ordinal {
    /// The place of a rank among all, from 0.
    fn place(&self, label: Label<'_>) -> Result<usize> {
        let Label::Number(y) = label else {
            return Err(Error::Label(format!("a rank is a whole number, not {label}")));
        };
        let place = y - self.lowest;
        if place.fract() != 0.0 || !(0.0..UNITS as f64).contains(&place) {
            let lowest = self.lowest;
            return Err(Error::Label(format!(
                "a rank is a whole number from {lowest} on (ordinal:lowest=… sets the first; \
                 {UNITS} at most), not {y}"
            )));
        }
        Ok(place as usize)
    }

    /// The thresholds, as scores of the unit vectors in the second row.
    fn thresholds(view: &View) -> impl Iterator<Item = f64> + Clone + '_ {
        view.scores.iter().skip(3).step_by(2).copied()
    }

    /// The place of the answer.
    fn answer(view: &View) -> usize {
        let value = view.scores[0];
        let all = Self::thresholds(view).count();
        Self::thresholds(view).position(|b| value < b).unwrap_or(all)
    }
}

impl Problem for Ordinal {
    fn rows(&self) -> usize {
        2
    }

    fn check(&self) -> Result<()> {
        if self.lowest.fract() == 0.0 && self.ranks <= UNITS {
            return Ok(());
        }
        Err(Error::Spec(format!(
            "the lowest rank is a whole number, and there are at most {UNITS} ranks"
        )))
    }

    fn admit(&mut self, label: Label<'_>) -> Result<()> {
        self.ranks = self.ranks.max(self.place(label)? + 1);
        Ok(())
    }

    fn constrain(&self, view: &View, label: Label<'_>, block: &mut Block) -> Result<()> {
        let y = self.place(label)?;
        if y >= self.ranks {
            return Err(Error::Label(format!(
                "rank {label} is above all {} known ones",
                self.ranks
            )));
        }
        let (value, answer) = (view.scores[0], Self::answer(view));
        let all = Self::thresholds(view).enumerate().map(|(i, b)| ask(i, y, value - b));
        if let Some(worst) = worst(all.clone()) {
            Form::Max.write(worst, all, worst.lead <= 0.0, block);
        }
        block.mistake = answer != y;
        block.quality = Quality::Ordinal { distance: answer.abs_diff(y) as f64 };
        Ok(())
    }

    fn longest(&self) -> Longest {
        Longest::WITH_UNIT
    }

    fn decide(&self, view: &View) -> Prediction {
        Prediction::Value(self.lowest + Self::answer(view) as f64)
    }

    fn score(&self, view: &View) -> f64 {
        view.scores[0]
    }

    fn companions(&self, label: Label<'_>) -> usize {
        let ranks = self.place(label).map_or(self.ranks, |y| self.ranks.max(y + 1));
        // A unit vector is always there, so that the example always has the same shape.
        ranks.saturating_sub(1).max(1)
    }

    fn first_companion_row(&self) -> Option<usize> {
        Some(1)
    }

    fn begin_with(&mut self, first: &FirstLabels) {
        self.lowest = first.lowest_rank.unwrap_or(self.lowest);
    }

    fn ranks(&self) -> Option<usize> {
        Some(self.ranks)
    }

    fn highest_label(&self, ranks: usize) -> Option<f64> {
        Some(self.lowest + ranks as f64 - 1.0)
    }

    fn quality(&self) -> Quality {
        Quality::Ordinal { distance: 0.0 }
    }

    fn article(&self) -> &'static str {
        "an"
    }
}

/// What the rank at place y asks of threshold i, which the value exceeds by so much.
fn ask(i: usize, y: usize, above: f64) -> FormConstraint<2> {
    let side = if i < y { 1.0 } else { -1.0 };
    let value = Term { part: 0, row: 0, coef: side };
    let terms = [value, Term { part: i + 1, row: 1, coef: -side }];
    FormConstraint { terms, lead: side * above, shift: 0.0 }
}
