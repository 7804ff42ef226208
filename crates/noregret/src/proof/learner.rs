//! A witness that is a learner: PA-I on the rows beside the one that predicts, for rounds of
//! several constraints (rankings, grades, candidates, tasks, queries).
//!
//! It has the problem and the columns of the learner it stands beside, the hinge loss, the
//! Euclidean geometry and a fixed `C = 1/(kappa |x|^2)`, kappa 5.5, `|x|` the length of the first
//! example. Sequences have weights in numbers that few machines hold twice: only `tight` has one.

use super::Certify;
use crate::example;
use crate::model::Single;
use noregret_core::ascent::AnyAscent;
use noregret_core::geometry::AnyGeometry;
use noregret_core::loss::{AnyLoss, Hinge};
use noregret_core::merge::{Shard, merge};
use noregret_core::problem::{AnyProblem, Problem};
use noregret_core::readout::Readout;
use noregret_core::replay::scope::AnyScope;
use noregret_core::replay::witness::{Bound, Findings, Measure};
use noregret_core::schedule::{AnySchedule, FixedRate};
use noregret_core::snapshot::{Array, Arrays, Snapshot};
use noregret_core::stage::Bias;
use noregret_core::{AnyLearner, Result, Spec};
use noregret_io::Row;
use serde_json::{Value, json};

/// Trade-off in units of the data.
const KAPPA: f64 = 5.5;

/// A learner whose only task is proof.
#[derive(Clone, Debug)]
pub(super) struct LearnerWitness {
    spec: Spec,
    /// Built with the first example.
    learner: Option<AnyLearner>,
    weight: f64,
}

impl LearnerWitness {
    /// One beside a learner of this composition, if it can be.
    pub(super) fn new(own: &Spec, mode: Certify) -> Option<Self> {
        let sequences = matches!(own.problem, AnyProblem::Sequence(_));
        // With moving moments rows are not those that a fixed predictor sees.
        let moves = own.problem.starts_at_first_instance() || own.standard.is_some();
        if moves || (sequences && mode != Certify::Tight) {
            return None;
        }
        let spec = Spec {
            algorithm: "witness".into(),
            problem: own.problem.clone(),
            loss: usual(own),
            ascent: AnyAscent::parse("exact").ok()?,
            geometry: AnyGeometry::parse("euclid").ok()?,
            schedule: AnySchedule::FixedRate(FixedRate { aggressiveness: 1.0 }),
            readout: Readout::Last,
            kernel: None,
            budget: None,
            bias: own.bias.map(|bias| Bias { counted: true, ..bias }),
            standard: None,
            scope: AnyScope::default(),
        };
        spec.check().ok()?;
        Some(LearnerWitness { spec, learner: None, weight: 0.0 })
    }

    /// What a run of this learner has lost on the same rounds by the loss of the proof.
    pub(super) fn lost(&self, own: &Single) -> Option<f64> {
        let rounds = self.learner.as_ref()?.ledger().rounds;
        let ledger = own.learner.ledger();
        (self.is_about(&own.spec) && ledger.rounds == rounds).then(|| ledger.loss.value())
    }

    /// Its composition.
    pub(super) fn spec(&self) -> &Spec {
        &self.spec
    }

    /// Whether it has the loss of this composition.
    pub(super) fn is_about(&self, spec: &Spec) -> bool {
        self.spec.loss == spec.loss
    }

    /// Sees an example.
    pub(super) fn see(&mut self, rows: &[Row]) -> Result<()> {
        if self.learner.is_none() {
            let square = rows.iter().map(|row| example::instance(row).square()).fold(0.0, f64::max);
            let rate = 1.0 / (KAPPA * if square > 0.0 { square } else { 1.0 });
            self.spec.set_aggressiveness(rate)?;
            self.learner = Some(self.spec.build()?);
        }
        if let Some(learner) = &mut self.learner {
            example::learn(learner, rows)?;
            self.weight += rows[0].weight;
        }
        Ok(())
    }

    /// What it has proved.
    pub(super) fn findings(&self) -> Findings {
        let Some(learner) = &self.learner else { return Findings::default() };
        let certificate = learner.certificate();
        let [constant, path] = certificate.slack;
        let gain = certificate.dual_gain - constant;
        let bounds = vec![Bound { gain, slope: certificate.potential_norm + path }];
        let measure = Measure { loss: self.spec.loss.name(), bounds, found: Vec::new() };
        let rounds = learner.ledger().rounds;
        Findings { rounds, weight: self.weight, measures: vec![measure] }
    }

    /// The norm of its own predictor.
    pub(super) fn norm(&self) -> Option<f64> {
        let learner = self.learner.as_ref()?;
        let certificate = learner.certificate();
        Some(certificate.potential_norm / learner.tradeoff()).filter(|norm| *norm > 0.0)
    }

    /// What several have proved that went on from one, or each by itself; coordinates go to these
    /// places.
    pub(super) fn merged(
        base: Option<&LearnerWitness>,
        parts: &[&LearnerWitness],
        places: &[&[u32]],
    ) -> std::result::Result<Self, String> {
        let with_learner = |witness: &&LearnerWitness| witness.learner.is_some();
        let began = base.filter(with_learner);
        let Some(first) = began.or_else(|| parts.iter().copied().find(with_learner)) else {
            return parts.first().map(|first| (*first).clone()).ok_or_else(String::new);
        };
        let spec = first.spec.clone();
        let told = |error: noregret_core::Error| error.to_string();
        let start = match began.and_then(|began| began.learner.clone()) {
            Some(learner) => learner,
            None => spec.build().map_err(told)?,
        };
        let each = parts.iter().zip(places).filter_map(|(part, places)| {
            Some(Shard::new(part.learner.as_ref()?).with_coordinates(*places))
        });
        let learner = merge(&start, &each.collect::<Vec<_>>()).map_err(told)?;
        let began = base.map_or(0.0, |base| base.weight);
        let weight = began + parts.iter().map(|part| part.weight - began).sum::<f64>();
        Ok(LearnerWitness { spec, learner: Some(learner), weight })
    }

    pub(super) fn write(&self, arrays: &mut dyn Arrays) -> Value {
        let state = self.learner.as_ref().map(|learner| learner.write(&self.spec, arrays));
        json!({ "spec": self.spec, "learner": state, "weight": self.weight })
    }

    pub(super) fn restore(
        meta: &Value,
        arrays: Vec<(String, Array)>,
    ) -> std::result::Result<Self, String> {
        let field = |name: &str| meta.get(name).cloned().unwrap_or_default();
        let spec: Spec = serde_json::from_value(field("spec")).map_err(|e| e.to_string())?;
        let weight: f64 = serde_json::from_value(field("weight")).map_err(|e| e.to_string())?;
        let learner = match field("learner") {
            Value::Null => None,
            scalars => {
                let snapshot = Snapshot { spec: spec.clone(), scalars, arrays };
                Some(AnyLearner::restore(snapshot).map_err(|e| e.to_string())?)
            }
        };
        match weight >= 0.0 && weight.is_finite() {
            true => Ok(LearnerWitness { spec, learner, weight }),
            false => Err("the witness has a wrong weight".into()),
        }
    }
}

/// The loss of the proof: the hinge, or that of the learner where targets are numbers.
fn usual(own: &Spec) -> AnyLoss {
    match own.problem.two_sided() {
        true => own.loss.clone(),
        false => AnyLoss::Hinge(Hinge::default()),
    }
}
