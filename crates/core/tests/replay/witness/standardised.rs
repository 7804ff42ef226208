//! Standardised columns: the floor is about predictors of the columns standardised with the last
//! moments, whatever the moments were when a block was closed.

use super::data::{
    ALL, Asks, N, at_the_caps, capped, comparators, drifting, fresh, moments, norm, same, see,
    small, standardised, watched,
};
use crate::support::{Rng, at_most};
use noregret_core::replay::witness::Effort;
use noregret_core::stage::Columns;

#[test]
fn no_predictor_of_the_last_columns_is_below_the_floor() {
    for asks in ALL {
        let mut rng = Rng::new(95);
        let rounds = drifting(asks, &mut rng, 400);
        for effort in [small(120), small(700), Effort::LIVE] {
            let mut witness = fresh(asks, effort);
            witness.standardise(Some(Columns { first: 0, end: N }));
            see(&mut witness, asks, &rounds);
            let findings = witness.findings();
            let rows = standardised(&rounds, &moments(&rounds));
            for u in comparators(asks, &mut rng, &rows) {
                for (name, loss) in asks.losses(&u, &rows) {
                    let measure = findings.measure(name).unwrap();
                    at_most(measure.lower_bound(norm(&u)), loss, &format!("{asks:?} {name}"));
                }
            }
            let strong = watched(asks, &rows, Effort::TIGHT).findings();
            for measure in &findings.measures {
                for fixed in &strong.measure(measure.loss).unwrap().found {
                    at_most(measure.lower_bound(fixed.norm), fixed.loss, measure.loss);
                }
                let least = measure.lower_bound(1.0);
                assert!(least > 0.0, "{asks:?} {}: nothing is proved", measure.loss);
                for fixed in &measure.found {
                    at_most(measure.lower_bound(fixed.norm), fixed.loss, measure.loss);
                }
            }
        }
    }
}

/// With dual variables that are known v is known, in the last columns: v of the first ones and what
/// the means have moved since.
#[test]
fn potentials_follow_the_moments() {
    for asks in [Asks::Sign, Asks::Class(2)] {
        let rounds = capped(asks, &mut Rng::new(96), 30);
        let mut witness = fresh(asks, small(40));
        witness.standardise(Some(Columns { first: 0, end: N }));
        see(&mut witness, asks, &rounds);
        let known = at_the_caps(asks, &standardised(&rounds, &moments(&rounds)));
        let bound = witness.findings().measure("hinge").unwrap().bounds[0];
        assert!(same(&bound, &known), "{asks:?}: {bound:?} {known:?}");
    }
}
