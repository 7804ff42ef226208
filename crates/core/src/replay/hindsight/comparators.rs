//! With whom a run is compared: the composition of the best predictor, or why there is none.
//!
//! It has the loss, the constant and the last c of the run. A geometry that stays is its own; one
//! that adapts to the data measures each predictor differently in every round, so that the search
//! is made in the Euclidean geometry, the plain ball that its certificate is about too. Columns
//! that are standardised are so by the last moments.

use super::Rounds;
use crate::ascent::AnyAscent;
use crate::error::{Error, Result};
use crate::geometry::{AnyGeometry, Euclid};
use crate::learner::AnyLearner;
use crate::problem::AnyProblem;
use crate::readout::Readout;
use crate::replay::scope::AnyScope;
use crate::schedule::{AnySchedule, FixedRate, Schedule};
use crate::spec::Spec;
use crate::stage::Bias;

/// The name of a learner that was found in hindsight.
pub const NAME: &str = "hindsight";

/// An error that says why there is no best predictor to be found for this composition, if there is
/// none.
pub fn check(spec: &Spec) -> Result<()> {
    let reason = if spec.kernel.is_some() {
        "it is looked for among weights of features: leave out the kernel"
    } else if matches!(spec.problem, AnyProblem::Uniclass(_)) {
        "what a round of uniclass asks depends on the present centre"
    } else if spec.schedule.is_hard() {
        "C = inf weighs no loss against the norm: give a finite C"
    } else {
        return Ok(());
    };
    Err(Error::Spec(format!("there is no best predictor in hindsight: {reason}")))
}

/// The best predictor of a run of this composition in words.
pub fn phrase(spec: &Spec) -> &'static str {
    match (spec.standard.is_some(), spec.geometry.is_adaptive()) {
        (false, false) => "best fixed predictor",
        (false, true) => "best fixed linear predictor by the Euclidean norm",
        (true, false) => "best fixed linear predictor in the standardised columns",
        (true, true) => {
            "best fixed linear predictor in the standardised columns by the Euclidean norm"
        }
    }
}

/// Whether the search for this composition takes [`Rounds`].
pub fn is_compact(spec: &Spec) -> bool {
    let fits = Rounds::take(&spec.problem, &spec.loss);
    fits && matches!(geometry(spec), AnyGeometry::Euclid(_))
}

/// The geometry of the search.
fn geometry(spec: &Spec) -> AnyGeometry {
    match spec.geometry.is_adaptive() {
        true => AnyGeometry::Euclid(Euclid::default()),
        false => spec.geometry.clone(),
    }
}

impl Spec {
    /// The composition of a learner found in hindsight at the trade-off `c`.
    pub(super) fn in_hindsight(&self, c: f64) -> Result<Spec> {
        Ok(Spec {
            algorithm: NAME.into(),
            problem: self.problem.clone(),
            loss: self.loss.clone(),
            ascent: AnyAscent::parse("exact")?,
            geometry: geometry(self),
            schedule: AnySchedule::FixedRate(FixedRate { aggressiveness: 1.0 / c }),
            scope: AnyScope::default(),
            readout: Readout::Last,
            kernel: None,
            budget: None,
            bias: self.bias.map(|bias| Bias { counted: true, ..bias }),
            standard: self.standard,
        })
    }
}

impl AnyLearner {
    /// The composition of the best predictor for the rounds of this learner, which was built from
    /// `spec`: that of `spec` at the last trade-off, with the labels known now. Runs over the same
    /// rounds that agree on it have the same best predictor.
    pub fn best_spec(&self, spec: &Spec) -> Result<Spec> {
        check(spec)?;
        self.check_moments()?;
        let best = spec.in_hindsight(self.hindsight_tradeoff()?)?;
        Ok(Spec { problem: self.problem.clone(), ..best })
    }

    /// Refuses standardised columns without moments.
    fn check_moments(&self) -> Result<()> {
        match &self.run.standard {
            Some(standard) if standard.moments.count == 0 => Err(Error::Spec(
                "standardised columns have no moments before the first round: learn once first"
                    .into(),
            )),
            _ => Ok(()),
        }
    }

    /// The trade-off of the comparison: that of the last round.
    pub(super) fn hindsight_tradeoff(&self) -> Result<f64> {
        let c = if self.run.c > 0.0 { Some(self.run.c) } else { self.schedule.constant() };
        let c = c.ok_or_else(|| {
            Error::Spec(
                "this schedule has no trade-off before the first round: use a fixed one".into(),
            )
        })?;
        // As the fixed schedule of the model will have it.
        Ok(1.0 / (1.0 / c))
    }
}
