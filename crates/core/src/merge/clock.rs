//! What the schedule of a merged learner goes by: shares, counts of a mean run, trade-off.

use super::Shard;
use super::refusal;
use crate::error::Result;
use crate::learner::{AnyLearner, Counts};
use crate::schedule::Schedule;

/// mu of each shard.
pub(super) fn shares(base: &AnyLearner, shards: &[Shard<'_>]) -> Result<Vec<f64>> {
    let rounds = |learner: &AnyLearner| learner.run.ledger.rounds as f64;
    let own = |shard: &Shard<'_>| rounds(shard.learner) - rounds(base);
    let weight = |shard: &Shard<'_>| shard.weight.unwrap_or_else(|| own(shard));
    let weights: Vec<f64> = shards.iter().map(weight).collect();
    refusal::check_weights(shards, &weights)?;
    let total: f64 = weights.iter().sum();
    Ok(weights.iter().map(|weight| if total > 0.0 { weight / total } else { 0.0 }).collect())
}

/// What the schedule counts from now on.
pub(super) fn counts(base: &AnyLearner, shards: &[Shard<'_>], shares: &[f64]) -> Counts {
    let began = base.run.counts();
    let mean = |of: fn(&Counts) -> f64| {
        let more = |(shard, share): (&Shard<'_>, &f64)| {
            share * (of(&shard.learner.run.counts()) - of(&began)).max(0.0)
        };
        of(&began) + shards.iter().zip(shares).map(more).sum::<f64>()
    };
    Counts {
        rounds: mean(|counts| counts.rounds as f64).round() as u64,
        mistakes: mean(|counts| counts.mistakes as f64).round() as u64,
        loss: mean(|counts| counts.loss),
    }
}

/// The trade-off, and the largest instance that any of them has met.
pub(super) fn merge(
    merged: &mut AnyLearner,
    base: &AnyLearner,
    (shards, shares): (&[Shard<'_>], &[f64]),
) {
    let all = |of: fn(&AnyLearner) -> f64| {
        let each: Vec<(f64, f64)> =
            shards.iter().zip(shares).map(|(shard, share)| (of(shard.learner), *share)).collect();
        mean(of(base), &each)
    };
    merged.run.c = all(|learner| learner.run.c);
    merged.run.floor = all(|learner| learner.run.floor);
    for shard in shards {
        let mut schedule = shard.learner.schedule.clone();
        if let (Some(own), Some(other)) = (merged.schedule.largest(), schedule.largest()) {
            own.absorb(*other);
        }
    }
}

/// The mean by shares of numbers that began at `began`; exact where all that are above 0 are the
/// same. 0 is that of a run that has learned nothing, whose potential is 0 at every trade-off.
fn mean(began: f64, each: &[(f64, f64)]) -> f64 {
    let Some(first) = each.iter().map(|(x, _)| *x).find(|x| *x > 0.0) else { return began };
    let known = each.iter().filter(|(x, _)| *x > 0.0);
    let total: f64 = each.iter().map(|(_, share)| share).sum();
    match total > 0.0 {
        true => first + known.map(|(x, share)| share * (x - first)).sum::<f64>(),
        false => began,
    }
}

#[cfg(test)]
mod tests {
    use super::mean;

    #[test]
    fn a_constant_stays_exactly_what_it_is() {
        let third = 1.0 / 3.0;
        assert_eq!(mean(0.0, &[(0.1, third), (0.0, third), (0.1, third)]), 0.1);
        assert_eq!(mean(0.0, &[(1.0, 0.25), (3.0, 0.75)]), 2.5);
        assert_eq!((mean(0.7, &[(0.7, 0.0)]), mean(0.0, &[(0.0, 1.0)])), (0.7, 0.0));
    }
}
