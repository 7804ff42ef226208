//! The round of boosting, for every rule and every weak learner.

use super::certificate::Account;
use super::rule::{AnyRule, Look, Rule};
use super::{BoostCertificate, ExampleWeights, WeakLearner};
use crate::error::{Error, Result};

/// A run of boosting over examples whose sides are -1 or 1.
#[derive(Clone, Debug)]
pub struct Booster {
    rule: AnyRule,
    sides: Vec<f64>,
    examples: ExampleWeights,
    account: Account,
    /// `h(x_i)`, then `y_i h(x_i)`.
    answers: Vec<f64>,
    /// The last hypothesis was right about every example that has weight: the next would be the
    /// same.
    perfect: bool,
}

/// What a round did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoostStep<H> {
    /// What the weak learner found.
    pub hypothesis: H,
    /// Its part in the strong hypothesis.
    pub step: f64,
    /// Its edge under the weights of the round.
    pub edge: f64,
    /// The factor by which the mean exp-loss changed.
    pub z: f64,
}

impl Booster {
    /// A run on examples with these sides and importances.
    ///
    /// # Errors
    /// If a side is neither -1 nor 1, an importance is negative, none is positive, or the rule's
    /// parameters are no good.
    pub fn new(rule: AnyRule, sides: Vec<f64>, importance: &[f64]) -> Result<Self> {
        rule.check()?;
        if sides.len() != importance.len() {
            let (sides, all) = (sides.len(), importance.len());
            return Err(Error::Shape(format!("{sides} sides but {all} importances")));
        }
        if sides.iter().any(|y| y.abs() != 1.0) {
            return Err(Error::Label("the side of an example is -1 or 1".into()));
        }
        let answers = vec![0.0; sides.len()];
        let examples = ExampleWeights::new(importance)?;
        Ok(Booster { rule, sides, examples, account: Account::default(), answers, perfect: false })
    }

    /// The weights and margins of the examples.
    pub fn examples(&self) -> &ExampleWeights {
        &self.examples
    }

    /// One round; none if the weak learner finds nothing with an edge, or if there is nothing left
    /// to gain: the last hypothesis was without error, and so is the strong one.
    ///
    /// # Errors
    /// If an answer is not finite, or not -1 or 1 where the rule needs that.
    pub fn round<W: WeakLearner>(
        &mut self,
        weak: &mut W,
    ) -> Result<Option<BoostStep<W::Hypothesis>>> {
        if self.perfect && self.examples.error() == 0.0 {
            return Ok(None);
        }
        let found = weak.fit(self.examples.weights(), &self.sides, &mut self.answers);
        let Some(hypothesis) = found else { return Ok(None) };
        let mut reach = 0.0_f64;
        for (answer, side) in self.answers.iter_mut().zip(&self.sides) {
            *answer *= side;
            reach = reach.max(answer.abs());
        }
        self.check()?;
        let weights = self.examples.weights();
        let each = || weights.iter().zip(&self.answers);
        let edge: f64 = each().map(|(w, v)| w * v).sum();
        if edge <= 0.0 {
            return Ok(None);
        }
        let look = Look { weights, values: &self.answers, edge, reach };
        let step = self.rule.step(&look);
        let z: f64 = each().map(|(w, v)| w * (-step * v).exp()).sum();
        // Not from the edge: a sum of many weights is rounded.
        let enough = reach * (1.0 - f64::EPSILON);
        self.perfect = each().all(|(w, v)| *w == 0.0 || *v >= enough);
        self.account.add(edge, z.ln(), self.rule.promise(step, edge, reach));
        self.examples.add(step, &self.answers);
        Ok(Some(BoostStep { hypothesis, step, edge, z }))
    }

    fn check(&self) -> Result<()> {
        if self.answers.iter().any(|v| !v.is_finite()) {
            return Err(Error::NotFinite(
                "a weak hypothesis gave an answer that is no number".into(),
            ));
        }
        if self.rule.needs_signs() && self.answers.iter().any(|v| v.abs() != 1.0) {
            let rule = self.rule.name();
            return Err(Error::Spec(format!("{rule} takes weak hypotheses that answer -1 or 1")));
        }
        Ok(())
    }

    /// What is proved so far.
    pub fn certificate(&self) -> BoostCertificate {
        BoostCertificate {
            rounds: self.account.rounds,
            training_error: self.examples.error(),
            exp_loss: self.examples.log_loss().exp(),
            product: self.account.log_product.value().exp(),
            bound: self.account.log_bound.value().exp(),
            least_edge: self.account.least_edge,
        }
    }
}
