//! The totals of all rounds ([`Ledger::merged`]), and what a merged set has more features for.
//!
//! On the simplex f is the relative entropy to the uniform weights over the features that are
//! known, so the sum of f(w_t), which counts where losses are strongly convex, grows by `ln(D/d)` a
//! row for every round played with d features of the D that are known in the end.

use super::Shard;
use crate::certificate::Ledger;
use crate::geometry::{Class, Complexity};
use crate::hypothesis::{AnyHypothesis, Hypothesis};
use crate::learner::AnyLearner;
use crate::schedule::Schedule;

/// The totals of the rounds of the base and of all shards.
pub(super) fn merged(
    base: &AnyLearner,
    shards: &[Shard<'_>],
    hypothesis: &AnyHypothesis,
) -> Ledger {
    let ledgers: Vec<&Ledger> = shards.iter().map(|shard| &shard.learner.run.ledger).collect();
    let mut ledger = Ledger::merged(&base.run.ledger, &ledgers);
    let entropic =
        matches!(hypothesis.class(), Class::Bounded { measure: Complexity::Entropy, .. });
    if entropic && base.schedule.strength().is_some() {
        ledger.complexity.add(widening(base, shards, hypothesis));
    }
    ledger
}

/// By how much the sum of f over all rounds grows with the features that others have brought.
fn widening(base: &AnyLearner, shards: &[Shard<'_>], hypothesis: &AnyHypothesis) -> f64 {
    let width = |hypothesis: &AnyHypothesis| hypothesis.dimension().max(1) as f64;
    let rounds = |learner: &AnyLearner| learner.run.ledger.rounds as f64;
    let (all, began) = (width(hypothesis), width(&base.hypothesis));
    let more = |shard: &Shard<'_>| {
        let own = width(&shard.learner.hypothesis);
        let since = rounds(shard.learner) - rounds(base);
        since * (all / own).ln() - rounds(base) * (own / began).ln()
    };
    let sum = rounds(base) * (all / began).ln() + shards.iter().map(more).sum::<f64>();
    hypothesis.rows() as f64 * sum
}
