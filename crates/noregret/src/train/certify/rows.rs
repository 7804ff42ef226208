//! The rows of the data: shown to witnesses, and what they ask kept until predictions are judged,
//! which is when all classes are known.

use super::lines::Lines;
use crate::example;
use crate::proof::{Certify, Proof};
use crate::train::read::Place;
use crate::words::count;
use crate::{Error, Result};
use noregret_core::problem::{AnyProblem, Classes, Problem};
use noregret_core::{Label, Spec};
use noregret_io::Row;
use std::path::PathBuf;

/// What an audit without a proof is told.
pub(super) const NO_PROOF: &str = "an audit is a proof: how much work may it take?";

/// What the labels of a problem are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Numbers,
    Two,
    Several,
}

impl Kind {
    /// That of a problem, if predictions of it can be judged.
    fn of(problem: &AnyProblem) -> Result<Self> {
        match problem {
            AnyProblem::Regression(_) => Ok(Kind::Numbers),
            AnyProblem::Binary(_) => Ok(Kind::Two),
            AnyProblem::Multiclass(_) | AnyProblem::OneVsRest(_) => Ok(Kind::Several),
            other => Err(Error::Usage(format!(
                "predictions of classes and of numbers can be judged, not those of {}; --problem \
                 chooses otherwise",
                other.name()
            ))),
        }
    }
}

/// What a row asks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Asked {
    /// A number, or the class by order of first sight.
    pub(super) target: f64,
    pub(super) weight: f64,
    /// Its place among the rows that were read, broken ones among them, from 0.
    pub(super) place: u64,
}

/// Rows that were read.
#[derive(Debug)]
pub(super) struct Rows {
    pub(super) kind: Kind,
    pub(super) problem: AnyProblem,
    pub(super) proof: Proof,
    pub(super) asked: Vec<Asked>,
    /// In order of first sight.
    pub(super) classes: Classes,
    /// The first row for which there is no line, if that is so: its file, from 0, and line.
    without: Option<(usize, u64)>,
}

impl Rows {
    /// None yet, of the problem of this composition.
    pub(super) fn new(spec: &Spec, mode: Certify) -> Result<Self> {
        let (kind, problem) = (Kind::of(&spec.problem)?, spec.problem.clone());
        let proof = Proof::new(&problem, Some(spec), mode);
        let mut proof = proof.ok_or_else(|| Error::Usage(NO_PROOF.into()))?;
        proof.standardise(spec.standard);
        let (asked, classes, without) = (Vec::new(), Classes::default(), None);
        Ok(Rows { kind, problem, proof, asked, classes, without })
    }

    /// Takes a row; `place.row` counts from 1. There are so many lines.
    pub(super) fn take(
        &mut self,
        row: &Row,
        place: Place,
        lines: u64,
    ) -> noregret_core::Result<()> {
        let label = example::label(row);
        if !example::instance(row).square().is_finite() {
            // Before its label is known: a row that is refused leaves no trace.
            let reason = "the square of the row's length is not finite";
            return Err(noregret_core::Error::NotFinite(reason.into()));
        }
        self.problem.admit(label)?;
        self.proof.witness(&self.problem, row)?;
        let target = match (self.kind, label) {
            (Kind::Numbers, Label::Number(y)) => y,
            _ => {
                self.classes.admit(label)?;
                self.classes.row(label)? as f64
            }
        };
        if self.asked.len() as u64 == lines {
            self.without = Some((place.file, row.line));
        }
        self.asked.push(Asked { target, weight: row.weight, place: place.row - 1 });
        Ok(())
    }

    /// Whether each of `all` rows has a line, or only those that were not skipped; fails if neither
    /// is so.
    pub(super) fn pairing(&self, lines: &Lines, all: u64, data: &[PathBuf]) -> Result<bool> {
        let (given, good) = (lines.len(), self.asked.len() as u64);
        if given == all || given == good {
            return Ok(given == all);
        }
        let file = &lines.file;
        let both = format!("{} for {}", count(given, "prediction"), count(good, "row"));
        Err(Error::Other(match self.without {
            Some((at, line)) => {
                let data = data.get(at).map(|path| path.display().to_string());
                let row = format!("{}:{line}", data.unwrap_or_default());
                format!("{file}: {both}; the first row without one is {row}")
            }
            None => format!("{file}:{}: {both}; this is the first that no row has", good + 1),
        }))
    }
}
