//! What the dual variables of the learner itself prove, in the terms of the witnesses.
//!
//! `A - |v| B` of a run is a floor like that of a witness if both speak about the same rounds, loss
//! and comparators: the same columns, the same constant. The winner of a contest may have another
//! constant than the learner that led when the witnesses began, or other columns.

use super::{Proof, Witnesses, judge};
use crate::model::Single;
use noregret_core::Spec;
use noregret_core::geometry::AnyGeometry;
use noregret_core::problem::Problem;
use noregret_core::replay::witness::Bound;
use noregret_core::stage::Bias;

impl Proof {
    /// What the dual variables of a learner prove about this many rounds, and of which loss.
    pub(super) fn own_bound(&self, single: &Single, rounds: u64) -> Option<(&'static str, Bound)> {
        let Single { spec, learner } = single;
        let plain = spec.kernel.is_none()
            && matches!(spec.geometry, AnyGeometry::Euclid(_))
            && spec.problem.cost_lines() == 0;
        let same_loss = match &self.witnesses {
            Witnesses::Compact(_) => judge::is_plain(spec),
            Witnesses::Learner(witness) => witness.is_about(spec),
        };
        let same_rounds = learner.ledger().rounds == rounds;
        if !(plain && same_loss && same_rounds && self.has_comparators_of(spec)) {
            return None;
        }
        let certificate = learner.certificate();
        let [constant, path] = certificate.slack;
        let gain = certificate.dual_gain - constant;
        Some((spec.loss.name(), Bound { gain, slope: certificate.potential_norm + path }))
    }

    /// Whether a comparator has the same norm here as for this learner.
    fn has_comparators_of(&self, spec: &Spec) -> bool {
        let (bias, standardised) = match &self.witnesses {
            Witnesses::Compact(witness) => (witness.bias(), witness.is_standardised()),
            Witnesses::Learner(witness) => (witness.spec().bias, witness.spec().standard.is_some()),
        };
        let constant = |bias: Option<Bias>| bias.map(|bias| (bias.coordinate, bias.value));
        spec.standard.is_none() && !standardised && constant(bias) == constant(spec.bias)
    }
}

#[cfg(test)]
mod tests {
    use crate::choice::{Bias, Choice};
    use crate::{Certify, Model, Record};
    use noregret_core::stage::Columns;

    fn model(constant: f64) -> Model {
        let choice = Choice::named("pa1").problem("binary").bias(Bias::Value(constant));
        Model::new(&choice).unwrap()
    }

    /// How many floors there are under the hinge loss after these rows, with the proof of a model
    /// of this constant and these columns.
    fn floors(constant: f64, columns: Option<Columns>) -> usize {
        let (mut model, mut other) = (model(0.5), model(constant));
        other.certify(Certify::Live);
        model.proof = other.proof.take();
        for t in 0..20 {
            let y = if t % 3 == 0 { -1.0 } else { 1.0 };
            model.learn(&Record::dense(&[1.0, f64::from(t % 7)]).label(y)).unwrap();
        }
        let proof = model.proof.as_mut().unwrap();
        if let super::Witnesses::Compact(witness) = &mut proof.witnesses {
            witness.standardise(columns);
        }
        let findings = model.proof.as_ref().unwrap().findings(model.leader());
        findings.measure("hinge").unwrap().bounds.len()
    }

    /// A floor about other comparators is none of these.
    #[test]
    fn a_learner_adds_to_the_proof_of_the_same_comparators_alone() {
        assert_eq!(floors(0.5, None), 4);
        assert_eq!(floors(1.0, None), 3);
        assert_eq!(floors(0.5, Some(Columns { first: 0, end: 2 })), 3);
    }
}
