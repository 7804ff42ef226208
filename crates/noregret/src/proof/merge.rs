//! Witnesses of several models that went on from one base: what each has proved since adds up.

use super::learner::LearnerWitness;
use super::{Judge, Proof, Witnesses};
use noregret_core::replay::witness::Witness;

/// The witnesses of a shard, and where its features and classes stand in the merged model.
#[derive(Clone, Debug)]
pub(crate) struct ProofPart<'a> {
    pub(crate) proof: &'a Proof,
    pub(crate) coordinates: &'a [u32],
    pub(crate) classes: Vec<usize>,
}

impl<'a> ProofPart<'a> {
    fn compact(&self) -> Option<&'a Witness> {
        self.proof.compact()
    }

    fn learner(&self) -> Option<&'a LearnerWitness> {
        self.proof.learner()
    }
}

impl Proof {
    /// The witnesses of all rows, or why there are none; the base knew so many features.
    pub(crate) fn merged(
        base: Option<&Proof>,
        parts: &[ProofPart<'_>],
        known: usize,
    ) -> Result<Self, String> {
        let unlike = || "they are of different kinds".to_owned();
        let first = parts.first().ok_or_else(unlike)?;
        let compact: Vec<&Witness> = parts.iter().filter_map(ProofPart::compact).collect();
        let learners: Vec<&LearnerWitness> = parts.iter().filter_map(ProofPart::learner).collect();
        let witnesses = if compact.len() == parts.len() {
            let began = base.map(|base| base.compact().ok_or_else(unlike)).transpose()?;
            parts.iter().zip(&compact).try_for_each(|(part, own)| stand(own, part, known))?;
            Witnesses::Compact(Box::new(sum(began, parts, &compact)?))
        } else if learners.len() == parts.len() {
            let began = base.map(|base| base.learner().ok_or_else(unlike)).transpose()?;
            let places: Vec<&[u32]> = parts.iter().map(|part| part.coordinates).collect();
            Witnesses::Learner(Box::new(LearnerWitness::merged(began, &learners, &places)?))
        } else {
            return Err(unlike());
        };
        let judges: Vec<&Judge> = parts.iter().map(|part| &part.proof.judge).collect();
        let judge = Judge::merged(base.map(|base| &base.judge), &judges).ok_or_else(unlike)?;
        Ok(Proof { witnesses, judge, columns: first.proof.columns, trail: None })
    }

    /// Drops what merging does not use.
    pub(crate) fn end_shard(&mut self) {
        if let Witnesses::Compact(witness) = &mut self.witnesses {
            witness.end_shard();
        }
    }

    fn compact(&self) -> Option<&Witness> {
        if let Witnesses::Compact(witness) = &self.witnesses { Some(witness) } else { None }
    }

    fn learner(&self) -> Option<&LearnerWitness> {
        if let Witnesses::Learner(witness) = &self.witnesses { Some(witness) } else { None }
    }
}

/// Where columns are standardised, they must stand where they stood.
fn stand(witness: &Witness, part: &ProofPart<'_>, known: usize) -> Result<(), String> {
    let end = witness.columns().map_or(0, |columns| columns.end);
    match part.coordinates.is_empty() || end <= known {
        true => Ok(()),
        false => Err("the shards met the standardised columns in different orders".into()),
    }
}

/// The sum of what witnesses have proved since they began.
fn sum(
    began: Option<&Witness>,
    parts: &[ProofPart<'_>],
    own: &[&Witness],
) -> Result<Witness, String> {
    let mut sum = began.filter(|began| began.rounds() > 0).cloned();
    for (part, witness) in parts.iter().zip(own) {
        let since = match began {
            None => (*witness).clone(),
            Some(began) => witness.since(began).ok_or(
                "some rows of the base are still open to its witnesses, and every shard has taken \
                 them up",
            )?,
        };
        let moved = since.moved(part.coordinates, &part.classes);
        match sum.as_mut().filter(|sum| sum.rounds() > 0) {
            Some(_) if moved.rounds() == 0 => {}
            Some(sum) => sum.absorb(&moved).map_err(|error| error.to_string())?,
            None => sum = Some(moved),
        }
    }
    sum.ok_or_else(|| "there is no shard".into())
}
