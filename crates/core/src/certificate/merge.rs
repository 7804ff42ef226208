//! The totals of runs on disjoint rounds that began alike: `A = A_B + sum_k (A_k - A_B)`, and the
//! same for every other sum; of a maximum the largest.
//!
//! Each round is in one run, so every sum over rounds is the sum of what the runs added to it, and
//! feasible dual variables of some rounds and of others are feasible dual variables of all.

use super::Ledger;
use crate::number::Sum;

impl Ledger {
    /// The totals of all rounds: those of `base`, and those that each part has seen since.
    pub(crate) fn merged(base: &Ledger, parts: &[&Ledger]) -> Ledger {
        let sum =
            |of: fn(&Ledger) -> &Sum| Sum::merged(of(base), parts.iter().map(move |part| of(part)));
        let count = |of: fn(&Ledger) -> u64| {
            of(base) + parts.iter().map(|part| of(part).saturating_sub(of(base))).sum::<u64>()
        };
        let grown = |of: fn(&Ledger) -> f64| {
            of(base) + parts.iter().map(|part| (of(part) - of(base)).max(0.0)).sum::<f64>()
        };
        let largest =
            |of: fn(&Ledger) -> f64| parts.iter().map(|part| of(part)).fold(of(base), f64::max);
        let travelled = grown(|totals| totals.travelled);
        Ledger {
            rounds: count(|totals| totals.rounds),
            mistakes: count(|totals| totals.mistakes),
            updates: count(|totals| totals.updates),
            loss: sum(|totals| &totals.loss),
            mistake_loss: sum(|totals| &totals.mistake_loss),
            gain: sum(|totals| &totals.gain),
            mass: sum(|totals| &totals.mass),
            subgradients: sum(|totals| &totals.subgradients),
            complexity: sum(|totals| &totals.complexity),
            peak: largest(|totals| totals.peak),
            largest: largest(|totals| totals.largest),
            largest_mistake: largest(|totals| totals.largest_mistake),
            largest_loss: largest(|totals| totals.largest_loss),
            travelled,
            drift: grown(|totals| totals.drift) + additions(parts.len()) * travelled,
            is_rescaled: base.is_rescaled,
            is_shared: parts.iter().fold(base.is_shared, |shared, part| shared | part.is_shared),
            rows: base.rows.clone(),
        }
    }
}

/// How often a coordinate of v is rounded when so many parts are added up: each part is a
/// difference, two products and two sums, and the two vectors are added when the certificate is
/// read.
fn additions(parts: usize) -> f64 {
    5.0 * parts as f64 + 4.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate::LedgerEntry;

    fn entry(k: u32) -> LedgerEntry {
        let x = f64::from(k);
        LedgerEntry {
            loss: 0.1 * x,
            mistake: k.is_multiple_of(2),
            mass: 0.3,
            peak: 1.0 / (1.0 + x),
            gain: 0.2 * x,
            step: 0.5,
            size: x,
            ..LedgerEntry::default()
        }
    }

    fn play(mut totals: Ledger, rounds: std::ops::Range<u32>) -> Ledger {
        rounds.for_each(|k| totals.enter(&entry(k)));
        totals
    }

    #[test]
    fn merged_totals_are_those_of_all_rounds() {
        let base = play(Ledger::default(), 0..7);
        let parts = [play(base.clone(), 7..20), play(base.clone(), 20..21), base.clone()];
        let merged = Ledger::merged(&base, &parts.each_ref());
        let whole = play(Ledger::default(), 0..21);
        assert_eq!(
            (merged.rounds, merged.mistakes, merged.updates),
            (whole.rounds, whole.mistakes, whole.updates)
        );
        for of in [|t: &Ledger| t.loss, |t: &Ledger| t.gain, |t: &Ledger| t.mass] {
            let (ours, theirs) = (of(&merged), of(&whole));
            assert!((ours.value() - theirs.value()).abs() <= ours.slack());
            assert!((ours.magnitude() - theirs.magnitude()).abs() < 1e-9);
        }
        assert_eq!((merged.peak, merged.largest), (whole.peak, whole.largest));
        assert!((merged.travelled - whole.travelled).abs() < 1e-12);
        assert!(merged.drift > additions(3) * merged.travelled);
    }
}
