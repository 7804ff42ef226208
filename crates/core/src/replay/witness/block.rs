//! The rounds of the open block: rows of cells, and what each asks.

use crate::error::{Error, Result};
use crate::problem::{AnyProblem, Classes, Problem};
use crate::replay::rows::Rows;
use crate::round::Label;
use crate::vector::Instance;

/// What a round asks of the scores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Asked {
    /// The sign of the score where there is one, else 1; the right class where there are several.
    pub(super) target: f64,
    /// `b` in `z = sign <u,x> - b`.
    pub(super) shift: f64,
    /// How often the round counts.
    pub(super) weight: f64,
    /// `|x|^2`, less than 0 before it is known.
    pub(super) square: f64,
}

impl Asked {
    /// What this label asks of a problem with one score, or one a class.
    pub(super) fn of(problem: &AnyProblem, label: Label<'_>, weight: f64) -> Result<Self> {
        let one = |target, shift| Asked { target, shift, weight, square: 0.0 };
        if let Some(classes) = several(problem) {
            return Ok(one(classes.row(label)? as f64, 0.0));
        }
        let single = match problem {
            AnyProblem::Binary(problem) => problem.single(0.0, label),
            AnyProblem::Regression(problem) => problem.single(0.0, label),
            _ => None,
        };
        match single {
            Some(single) => Ok(one(single.coef, single.shift)),
            None => Err(Error::Label(format!("the label {label} is not one of this problem"))),
        }
    }

    /// What is asked of the row in other columns.
    pub(super) fn again(self) -> Self {
        Asked { square: -1.0, ..self }
    }

    /// The right class.
    pub(super) fn class(&self) -> usize {
        self.target as usize
    }
}

/// The classes of a problem with a weight vector each.
pub(super) fn several(problem: &AnyProblem) -> Option<&Classes> {
    match problem {
        AnyProblem::Multiclass(_) | AnyProblem::OneVsRest(_) => problem.classes(),
        _ => None,
    }
}

/// Rounds that can be visited.
#[derive(Clone, Debug, Default)]
pub(super) struct Block {
    pub(super) rows: Rows,
    pub(super) asked: Vec<Asked>,
}

impl Block {
    /// Keeps a round.
    pub(super) fn push(&mut self, x: Instance<'_>, asked: Asked) {
        self.rows.push(x);
        let square = if asked.square >= 0.0 { asked.square } else { x.square() };
        self.asked.push(Asked { square, ..asked });
    }

    /// Lets all rounds go, and keeps their memory.
    pub(super) fn clear(&mut self) {
        self.rows.clear();
        self.asked.clear();
    }

    /// The cells of a row.
    pub(super) fn row(&self, i: usize) -> (Vec<u32>, Vec<f64>) {
        let (mut indices, mut values) = (Vec::new(), Vec::new());
        self.rows.for_each(i, |j, x| {
            indices.push(j);
            values.push(x);
        });
        (indices, values)
    }

    /// How many classes there are at least.
    pub(super) fn classes(&self) -> usize {
        self.asked.iter().map(|asked| asked.class() + 1).max().unwrap_or(0)
    }

    /// How many rounds there are.
    pub(super) fn len(&self) -> usize {
        self.asked.len()
    }

    /// How many cells they have.
    pub(super) fn cells(&self) -> usize {
        self.rows.cells()
    }
}
