//! Boosting: decision stumps, each found on the examples that those before it get wrong.
//!
//! The data is read into memory. Errors are counted on the rows that were learned from, so not on
//! those of importance 0; the certificate's training error is their share by importance.

use super::{Training, whole};
use crate::choice::{Bias, Choice, FEW_COLUMNS};
use crate::example::{instance, judged};
use crate::model::{Boosted, Kind, Model};
use crate::observer::Observer;
use crate::opening::{self, Begun};
use crate::proof::{Headroom, Margins, Proof};
use crate::source::Stream;
use crate::{Error, Result};
use noregret_core::boost::{AnyRule, BoostStep, Booster, Committee, Leaves, Rule, Stump, Stumps};
use noregret_core::stage::{self, Columns};
use noregret_core::{Outcome, Spec};
use noregret_io::{FeatureSpace, Row};

/// A round of boosting, told as it ends.
#[derive(Debug)]
pub struct BoostRound<'a> {
    /// The features of the data.
    pub space: &'a FeatureSpace,
    /// What was found so far.
    pub booster: &'a Booster,
    /// The stump and its step.
    pub round: &'a BoostStep<Stump>,
}

/// A boosted model, and the data at its end.
pub struct BoostedRun {
    /// The model.
    pub model: Model,
    /// The data it was read from.
    pub stream: Stream,
    /// What the stumps lose on these rows, beside what is proved of all linear models.
    pub headroom: Vec<Headroom>,
}

/// Boosting of decision stumps on two classes.
#[derive(Clone, Debug)]
pub struct Boosting {
    /// How the data is read; its choice does not matter.
    pub training: Training,
    /// How far a round steps.
    pub rule: AnyRule,
    /// Stumps, at most.
    pub rounds: u64,
}

impl Boosting {
    /// Runs all rounds; `each` is told of every one.
    ///
    /// # Errors
    /// If the data is broken, or no stump is better than a guess.
    pub fn run(
        &self,
        observer: &mut dyn Observer,
        mut each: impl FnMut(&BoostRound<'_>) -> Result<()>,
    ) -> Result<BoostedRun> {
        let choice = Choice::named("perceptron").problem("binary").bias(Bias::None);
        let training = Training { choice, ..self.training.clone() };
        let mut begun = opening::begin(&training, observer)?;
        let rows = whole::read(&mut begun, observer, |_| Ok(()))?;
        let Begun { mut model, stream, .. } = begun;
        model.reading.keep_found(&stream);
        let boosted = self.boost(&model, &rows, &mut each)?;
        let headroom = self.headroom(&model, &boosted, &rows)?;
        for row in rows.iter().filter(|row| row.weight > 0.0) {
            let outcome = boosted.evaluate(row)?;
            model.meter.add(&judged(std::slice::from_ref(row), &outcome));
        }
        model.kind = Kind::Boosted(Box::new(boosted));
        if let Some(path) = &training.output {
            model.save(path)?;
        }
        Ok(BoostedRun { model, stream, headroom })
    }

    /// What no linear model of the same columns, with a constant, can go below on these rows; few
    /// columns are standardised, as stumps do not depend on their units.
    fn headroom(&self, model: &Model, boosted: &Boosted, rows: &[Row]) -> Result<Vec<Headroom>> {
        let width = model.space.len();
        let constant = stage::Bias::new(width as u32, 1.0);
        let spec = Spec { bias: Some(constant), ..Spec::named("pa1", "binary")? };
        let proof = Proof::new(model.problem(), Some(&spec), self.training.certify);
        let Some(mut proof) = proof else { return Ok(Vec::new()) };
        let few = (1..=FEW_COLUMNS).contains(&width);
        proof.standardise(few.then_some(Columns { first: 0, end: width }));
        for row in rows.iter().filter(|row| row.weight > 0.0) {
            proof.witness(model.problem(), row)?;
            let Outcome { margin: z, .. } = boosted.evaluate(row)?;
            let margins = Margins::Score { z, is_hinge: false, is_logistic: false };
            proof.judge(&margins, row.weight);
        }
        Ok(proof.headroom(None))
    }

    fn boost(
        &self,
        model: &Model,
        rows: &[Row],
        each: &mut dyn FnMut(&BoostRound<'_>) -> Result<()>,
    ) -> Result<Boosted> {
        let (problem, rule) = (model.problem().clone(), self.rule.clone());
        // A row of importance 0 counts as if it were not there: it must not move a threshold.
        let rows: Vec<&Row> = rows.iter().filter(|row| row.weight > 0.0).collect();
        let side = |row: &&Row| problem.side(crate::example::label(row));
        let sides = rows.iter().map(side).collect::<noregret_core::Result<Vec<f64>>>()?;
        let importance: Vec<f64> = rows.iter().map(|row| row.weight).collect();
        let leaves = if rule.needs_signs() { Leaves::Signs } else { Leaves::Reals };
        let mut stumps =
            Stumps::new(&rows.iter().copied().map(instance).collect::<Vec<_>>(), leaves)?;
        let mut booster = Booster::new(rule.clone(), sides, &importance)?;
        let mut members = Vec::new();
        for _ in 0..self.rounds {
            let Some(round) = booster.round(&mut stumps)? else { break };
            each(&BoostRound { space: &model.space, booster: &booster, round: &round })?;
            members.push((round.step, round.hypothesis));
        }
        if members.is_empty() {
            return Err(Error::Other("no stump is better than a guess on this data".into()));
        }
        let (stumps, certificate) = (Committee::new(members)?, booster.certificate());
        Ok(Boosted { problem, rule, stumps, certificate })
    }
}
