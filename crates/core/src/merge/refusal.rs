//! Where no rule for merging is right, and why.

use super::Shard;
use crate::ascent::Ascent;
use crate::error::{Error, Result};
use crate::learner::AnyLearner;
use crate::problem::Problem;
use crate::readout::Readout;

/// Why these learners cannot be merged, if they cannot.
pub(super) fn check(base: &AnyLearner, shards: &[Shard<'_>]) -> Result<()> {
    if let Some(reason) = never(base) {
        return Err(Error::Spec(format!("models of this algorithm cannot be merged: {reason}")));
    }
    if shards.is_empty() {
        return Err(Error::Spec("there is no shard to merge".into()));
    }
    let reasons = shards.iter().map(|shard| apart(base, shard.learner)).enumerate();
    match reasons.into_iter().find_map(|(at, reason)| Some((at, reason?))) {
        None => Ok(()),
        Some((at, reason)) => Err(shards[at].refused(at, reason)),
    }
}

/// Why runs of this composition can never be merged.
fn never(base: &AnyLearner) -> Option<&'static str> {
    if base.ascent.rescales() {
        return Some("it rescales what it learned before, so that dual variables do not add up");
    }
    if base.run.readout == Readout::Vote {
        return Some("a vote counts how long each of its weights survived in one run");
    }
    if base.run.past.is_some() {
        return Some("the rounds it has stored belong to the potential of one run");
    }
    if base.problem.learns_itself() {
        return Some("a learned radius shrinks with the weights of one run");
    }
    None
}

/// Why this is no run that went on from the base.
fn apart(base: &AnyLearner, shard: &AnyLearner) -> Option<&'static str> {
    const OTHER: &str = "it did not go on from this base";
    let kinds = |learner: &AnyLearner| {
        let AnyLearner { problem, loss, ascent, .. } = learner;
        (problem.name(), loss.clone(), ascent.clone(), learner.run.readout)
    };
    if kinds(base) != kinds(shard) {
        return Some("it is of another algorithm or another problem than the base");
    }
    if base.is_merged() && !shard.is_merged() {
        return Some(OTHER);
    }
    if base.awaits_start() && shard.run.started {
        return Some("its weights began at an instance of its own: let the base learn one first");
    }
    let (began, now) = (&base.run.ledger, &shard.run.ledger);
    let counts = [
        (now.rounds, began.rounds),
        (now.mistakes, began.mistakes),
        (now.updates, began.updates),
        (u64::from(shard.run.started), u64::from(base.run.started)),
    ];
    let sums = [
        (now.gain.magnitude(), began.gain.magnitude()),
        (now.loss.magnitude(), began.loss.magnitude()),
        (now.mass.magnitude(), began.mass.magnitude()),
        (now.travelled, began.travelled),
        (now.largest, began.largest),
        (shard.run.floor, base.run.floor),
    ];
    let fell = counts.iter().any(|(now, began)| now < began)
        || sums.iter().any(|(now, began)| now < began);
    // Totals that no round of its own has moved are those of the base.
    let idle = now.rounds == began.rounds && now != began;
    (fell || idle).then_some(OTHER)
}

/// Whether the weights of the shards can be used: those that were given are not all 0, while
/// shards without rounds weigh nothing by themselves.
pub(super) fn check_weights(shards: &[Shard<'_>], weights: &[f64]) -> Result<()> {
    if !weights.iter().all(|weight| *weight >= 0.0 && weight.is_finite()) {
        return Err(Error::Spec("the weight of a shard is a number, 0 or more".into()));
    }
    let total: f64 = weights.iter().sum();
    if !total.is_finite() {
        return Err(Error::Spec("the weights of the shards are too large".into()));
    }
    match total > 0.0 || shards.iter().all(|shard| shard.weight.is_none()) {
        true => Ok(()),
        false => Err(Error::Spec("the weights of the shards are all 0".into())),
    }
}
