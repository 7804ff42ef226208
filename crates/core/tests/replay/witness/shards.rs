//! Witnesses of disjoint shards, added up, prove what they say about all rounds.

use super::data::{ALL, N, comparators, fresh, norm, see, small, watched};
use crate::support::{Rng, at_most};
use noregret_core::replay::witness::{Effort, Witness};
use noregret_core::stage::Columns;

fn merged(shards: impl Iterator<Item = Witness>) -> Witness {
    let add = |mut a: Witness, b: Witness| {
        a.absorb(&b).unwrap();
        a
    };
    shards.reduce(add).unwrap()
}

#[test]
fn a_sum_of_shards_is_about_all_rounds() {
    for asks in ALL {
        let mut rng = Rng::new(91);
        let rounds = asks.rounds(&mut rng, 480);
        for columns in [None, Some(Columns { first: 0, end: N })] {
            let shard = |rounds: &[super::data::Round]| {
                let mut witness = fresh(asks, small(150));
                witness.standardise(columns);
                see(&mut witness, asks, rounds);
                witness
            };
            let sum = merged(rounds.chunks(100).map(shard)).findings();
            assert_eq!(sum.rounds, 480);
            for u in comparators(asks, &mut rng, &rounds) {
                // A comparator of standardised columns is longer or shorter than that of the rows.
                let length = columns.map_or_else(|| norm(&u), |_| f64::NAN);
                for (name, loss) in asks.losses(&u, &rounds) {
                    let measure = sum.measure(name).unwrap();
                    if length.is_finite() {
                        at_most(measure.lower_bound(length), loss, name);
                    }
                }
            }
            // Not much is lost by cutting.
            let whole = shard(&rounds).findings();
            for (one, many) in whole.measures.iter().zip(&sum.measures) {
                let norm = one.found[0].norm;
                let (one, many) = (one.lower_bound(norm), many.lower_bound(norm));
                assert!(many >= 0.6 * one, "{asks:?} {columns:?}: {many} {one}");
            }
        }
    }
}

#[test]
fn only_witnesses_of_a_kind_add_up() {
    let witness = |at: usize| {
        let rounds = ALL[at].rounds(&mut Rng::new(92), 20);
        watched(ALL[at], &rounds, Effort::LIVE)
    };
    assert!(witness(0).absorb(&witness(2)).is_err());
    let mut other = witness(0);
    other.standardise(Some(Columns { first: 0, end: N }));
    assert!(witness(0).absorb(&other).is_err());
}
