//! Proof beside prediction: witnesses see the rows of a run, whoever predicts, and say how much of
//! its loss was avoidable.
//!
//! | file | what it holds |
//! |---|---|
//! | `mode` | how much work proof may take |
//! | `judge`, `scale` | what the run lost, in the terms of the proof |
//! | `own` | what the learner's own dual variables prove in the same terms |
//! | `learner` | a witness that is a learner, where rounds have several constraints |
//! | `merge` | witnesses of shards, added up |
//! | `trail` | what was proved along the way, for pictures |
//! | `headroom` | floor, best fixed predictor found and run, side by side |
//! | `words` | the same in sentences |

mod headroom;
mod judge;
mod learner;
mod merge;
mod mode;
mod own;
mod scale;
mod trail;
mod words;

pub use headroom::{Headroom, Verdict};
pub use mode::Certify;

pub(crate) use judge::{Judge, Margins, Units};
pub(crate) use merge::ProofPart;
pub(crate) use trail::Trail;

use crate::example;
use crate::model::Single;
use judge::RunLoss;
use learner::LearnerWitness;
use noregret_core::problem::AnyProblem;
use noregret_core::replay::witness::{Findings, Witness};
use noregret_core::snapshot::{Array, Arrays};
use noregret_core::stage::Columns;
use noregret_core::{Outcome, Spec};
use noregret_io::Row;
use serde_json::{Value, json};

/// The witnesses.
#[derive(Clone, Debug)]
enum Witnesses {
    /// Compact ones, for one score or one a class.
    Compact(Box<Witness>),
    /// A learner, for everything else.
    Learner(Box<LearnerWitness>),
}

/// Witnesses beside a model, and what its answers have lost.
#[derive(Clone, Debug)]
pub(crate) struct Proof {
    witnesses: Witnesses,
    judge: Judge,
    /// Columns that can be standardised, if there are few.
    columns: Option<Columns>,
    /// What was proved along the way, if that is kept.
    trail: Option<Trail>,
}

impl Proof {
    /// Fresh witnesses for a run of this learner's problem, if there are such.
    pub(crate) fn new(problem: &AnyProblem, spec: Option<&Spec>, mode: Certify) -> Option<Self> {
        let effort = mode.effort()?;
        let bias = spec.and_then(|spec| spec.bias);
        let witnesses = match Witness::new(problem, bias, effort) {
            Some(witness) => Witnesses::Compact(Box::new(witness)),
            None => Witnesses::Learner(Box::new(LearnerWitness::new(spec?, mode)?)),
        };
        let (judge, columns, trail) = (Judge::of(problem), None, None);
        Some(Proof { witnesses, judge, columns, trail })
    }

    /// These columns can be standardised where the learner does not depend on their units.
    pub(crate) fn know_columns(&mut self, columns: Option<Columns>) {
        self.columns = columns;
    }

    /// Sees an example and how the model did on it; `units` are those of whoever answered.
    #[inline]
    pub(crate) fn see(
        &mut self,
        problem: &AnyProblem,
        units: Units,
        rows: &[Row],
        outcome: &Outcome,
    ) {
        if !outcome.counted || rows[0].weight <= 0.0 {
            return;
        }
        let seen = match &mut self.witnesses {
            Witnesses::Compact(witness) => {
                let few = self.columns.filter(|_| units.is_scale_free);
                let columns = units.columns.or(few);
                witness.standardise(columns);
                let row = &rows[0];
                witness.see(problem, example::instance(row), example::label(row), row.weight)
            }
            Witnesses::Learner(witness) => witness.see(rows),
        };
        // What a witness cannot use is left to no bound: nothing may be judged on it either.
        if seen.is_ok() {
            self.leave_trail();
            let margins = Margins::of(problem, units, rows, outcome);
            self.judge.count(&margins, rows[0].weight);
        }
    }

    /// Does now what closing a block has put off, so that what asks next finds it done.
    pub(crate) fn catch_up(&mut self) {
        if let Witnesses::Compact(witness) = &mut self.witnesses {
            witness.catch_up();
        }
    }

    /// Keeps what is proved along the way.
    pub(crate) fn keep_trail(&mut self) {
        self.trail = Some(Trail::default());
    }

    /// What was proved along the way, and at the end.
    pub(crate) fn take_trail(&mut self, last: &Findings) -> Option<Trail> {
        let mut trail = self.trail.take()?;
        trail.push(last);
        Some(trail)
    }

    #[inline]
    fn leave_trail(&mut self) {
        if let (Some(trail), Witnesses::Compact(witness)) = (&mut self.trail, &mut self.witnesses)
            && trail.is_due(witness.rounds())
        {
            witness.catch_up();
            trail.push(&witness.findings());
        }
    }

    /// Comparators are linear in these columns standardised; said before the first row.
    pub(crate) fn standardise(&mut self, columns: Option<Columns>) {
        if let Witnesses::Compact(witness) = &mut self.witnesses {
            witness.standardise(columns);
        }
    }

    /// Sees a row whose answer is judged apart ([`Proof::judge`]).
    pub(crate) fn witness(&mut self, problem: &AnyProblem, row: &Row) -> noregret_core::Result<()> {
        match &mut self.witnesses {
            Witnesses::Compact(witness) => {
                witness.see(problem, example::instance(row), example::label(row), row.weight)
            }
            Witnesses::Learner(witness) => witness.see(std::slice::from_ref(row)),
        }
    }

    /// Judges an answer that somebody else gave to a row.
    pub(crate) fn judge(&mut self, margins: &Margins, weight: f64) {
        self.judge.count(margins, weight);
    }

    /// Judges all answers that somebody else gave, after the one scale that suits them best: a
    /// fixed model stays a fixed model.
    pub(crate) fn judge_all(&mut self, all: &[(Margins, f64)]) {
        self.judge.count_all(all);
    }

    /// Whether they were made for another mode that has witnesses.
    pub(crate) fn is_other(&self, mode: Certify) -> bool {
        match (&self.witnesses, mode.effort()) {
            (Witnesses::Compact(witness), Some(effort)) => witness.effort() != effort,
            _ => false,
        }
    }

    /// Whether there were more features than witnesses take.
    pub(crate) fn gave_up(&self) -> bool {
        matches!(&self.witnesses, Witnesses::Compact(witness) if witness.gave_up())
    }

    /// What was proved and found, the learner's own dual variables included.
    pub(crate) fn findings(&self, own: Option<&Single>) -> Findings {
        let mut findings = match &self.witnesses {
            Witnesses::Compact(witness) => witness.findings(),
            Witnesses::Learner(witness) => witness.findings(),
        };
        if let Some(single) = own
            && let Some((loss, bound)) = self.own_bound(single, findings.rounds)
            && let Some(measure) = findings.measures.iter_mut().find(|m| m.loss == loss)
        {
            measure.bounds.push(bound);
        }
        findings
    }

    /// How much of the run's loss was avoidable, a loss each; the first is the one of the problem.
    pub(crate) fn headroom(&self, own: Option<&Single>) -> Vec<Headroom> {
        self.headroom_of(&self.findings(own), &self.judge, own)
    }

    /// What was proved and found, the dual variables of all these learners included.
    pub(crate) fn pooled<'a>(&self, all: impl Iterator<Item = &'a Single>) -> Findings {
        let mut findings = self.findings(None);
        for (loss, bound) in all.filter_map(|single| self.own_bound(single, findings.rounds)) {
            let measure = findings.measures.iter_mut().find(|measure| measure.loss == loss);
            measure.into_iter().for_each(|measure| measure.bounds.push(bound));
        }
        findings
    }

    /// How much of what one of several runs lost was avoidable.
    pub(crate) fn headroom_of(
        &self,
        findings: &Findings,
        judge: &Judge,
        own: Option<&Single>,
    ) -> Vec<Headroom> {
        let columns = match &self.witnesses {
            Witnesses::Compact(witness) => witness.is_standardised(),
            Witnesses::Learner(_) => own.is_some_and(|single| single.spec.standard.is_some()),
        };
        // Witnesses that were merged know of no predictor what it lost on all rows.
        let found = findings.measures.iter().all(|measure| !measure.found.is_empty());
        let norm = match &self.witnesses {
            Witnesses::Compact(witness) => (!found).then(|| witness.norm()).flatten(),
            Witnesses::Learner(witness) => witness.norm(),
        };
        let each = findings.measures.iter().filter_map(|measure| {
            let lost = match &self.witnesses {
                Witnesses::Compact(_) => judge.lost(measure.loss)?,
                Witnesses::Learner(witness) => RunLoss { loss: witness.lost(own?)?, scaled: false },
            };
            Headroom::new(findings, measure, lost, norm, columns)
        });
        each.collect()
    }

    /// How many rows are kept in the open block.
    pub(crate) fn kept(&self) -> usize {
        match &self.witnesses {
            Witnesses::Compact(witness) => witness.kept(),
            Witnesses::Learner(_) => 0,
        }
    }

    /// Writes the vectors to `arrays` and returns the rest.
    pub(crate) fn write(&self, arrays: &mut dyn Arrays) -> Value {
        let (kind, state) = match &self.witnesses {
            Witnesses::Compact(witness) => ("compact", witness.write(arrays)),
            Witnesses::Learner(witness) => ("learner", witness.write(arrays)),
        };
        json!({ "kind": kind, "state": state, "judge": self.judge, "columns": self.columns })
    }

    /// Reads back what [`Proof::write`] wrote.
    pub(crate) fn restore(
        meta: &Value,
        arrays: Vec<(String, Array)>,
    ) -> std::result::Result<Self, String> {
        let state = meta.get("state").cloned().unwrap_or_default();
        let witnesses = match meta.get("kind").and_then(Value::as_str) {
            Some("compact") => {
                let witness = Witness::restore(state, arrays).map_err(|e| e.to_string())?;
                Witnesses::Compact(Box::new(witness))
            }
            Some("learner") => {
                Witnesses::Learner(Box::new(LearnerWitness::restore(&state, arrays)?))
            }
            _ => return Err("the witnesses are of no kind".into()),
        };
        let judge = meta.get("judge").cloned().unwrap_or_default();
        let judge = serde_json::from_value(judge).map_err(|e| format!("witness: {e}"))?;
        let columns = meta.get("columns").cloned().unwrap_or_default();
        let columns = serde_json::from_value(columns).map_err(|e| format!("witness: {e}"))?;
        Ok(Proof { witnesses, judge, columns, trail: None })
    }
}
