//! Witnesses of disjoint shards, added up, prove what they say about all rounds.

use super::data::{
    ALL, Asks, N, Round, at_the_caps, capped, comparators, drifting, fresh, moments, norm, same,
    see, small, standardised, watched,
};
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

/// The rows as comparators see them: columns are standardised with the moments of all rounds.
fn seen(rounds: &[Round], columns: Option<Columns>) -> Vec<Round> {
    columns.map_or(rounds.to_vec(), |_| standardised(rounds, &moments(rounds)))
}

#[test]
fn a_sum_of_shards_is_about_all_rounds() {
    for asks in ALL {
        let mut rng = Rng::new(91);
        for columns in [None, Some(Columns { first: 0, end: N })] {
            let rounds = match columns {
                None => asks.rounds(&mut rng, 480),
                Some(_) => drifting(asks, &mut rng, 480),
            };
            let shard = |rounds: &[Round]| {
                let mut witness = fresh(asks, small(150));
                witness.standardise(columns);
                see(&mut witness, asks, rounds);
                witness
            };
            let sum = merged(rounds.chunks(100).map(shard)).findings();
            assert_eq!(sum.rounds, 480);
            let rows = seen(&rounds, columns);
            for u in comparators(asks, &mut rng, &rows) {
                for (name, loss) in asks.losses(&u, &rows) {
                    let measure = sum.measure(name).unwrap();
                    at_most(measure.lower_bound(norm(&u)), loss, name);
                }
            }
            let strong = watched(asks, &rows, Effort::TIGHT).findings();
            for measure in &sum.measures {
                for fixed in &strong.measure(measure.loss).unwrap().found {
                    at_most(measure.lower_bound(fixed.norm), fixed.loss, measure.loss);
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

/// With dual variables that are known v of all shards is known, in the last columns of all.
#[test]
fn potentials_of_shards_add_up() {
    for asks in [Asks::Sign, Asks::Class(2)] {
        let rounds = capped(asks, &mut Rng::new(93), 40);
        for columns in [None, Some(Columns { first: 0, end: N })] {
            let shard = |rounds: &[Round]| {
                let mut witness = fresh(asks, small(40));
                witness.standardise(columns);
                see(&mut witness, asks, rounds);
                witness
            };
            // One of them is empty: its columns are those of the others.
            let sum = merged([&rounds[..0]].into_iter().chain(rounds.chunks(10)).map(shard));
            let sum = sum.findings();
            let known = at_the_caps(asks, &seen(&rounds, columns));
            let bound = sum.measure("hinge").unwrap().bounds[0];
            assert!(same(&bound, &known), "{asks:?} {columns:?}: {bound:?} {known:?}");
        }
    }
}
