//! Standardised columns: the floor is about predictors of the columns standardised with the last
//! moments, whatever the moments were when a block was closed.

use super::data::{ALL, Asks, BIAS, N, Round, fresh, norm, see, small};
use crate::support::{Rng, at_most};
use noregret_core::replay::witness::Effort;
use noregret_core::stage::Columns;

/// Means and deviations of the columns over all rounds.
fn moments(rounds: &[Round]) -> Vec<(f64, f64)> {
    let n = rounds.len() as f64;
    let column = |j: usize| {
        let mean = rounds.iter().map(|(x, _, _)| x[j]).sum::<f64>() / n;
        let square = rounds.iter().map(|(x, _, _)| (x[j] - mean).powi(2)).sum::<f64>() / n;
        (mean, square.sqrt())
    };
    (0..N).map(column).collect()
}

/// The rows in columns standardised with these moments.
fn standardised(rounds: &[Round], moments: &[(f64, f64)]) -> Vec<Round> {
    let row = |(x, y, weight): &Round| {
        let z =
            x.iter().zip(moments).map(|(x, (mean, s))| if *s > 0.0 { (x - mean) / s } else { 0.0 });
        (z.collect(), *y, *weight)
    };
    rounds.iter().map(row).collect()
}

/// Rows whose columns drift far from where they began; one never varies, one only late.
fn drifting(asks: Asks, rng: &mut Rng, count: usize) -> Vec<Round> {
    let mut rounds = asks.rounds(rng, count);
    for (t, (x, _, _)) in rounds.iter_mut().enumerate() {
        let late = t as f64 / count as f64;
        x[0] = 100.0 + 30.0 * late + 3.0 * x[0];
        x[3] = 7.0;
        x[4] = if late < 0.5 { 2.0 } else { x[4] };
        x[5] *= 0.01 + late;
    }
    rounds
}

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
            for u in super::data::comparators(asks, &mut rng, &rows) {
                for (name, loss) in asks.losses(&u, &rows) {
                    let measure = findings.measure(name).unwrap();
                    at_most(measure.lower_bound(norm(&u)), loss, &format!("{asks:?} {name}"));
                }
            }
            for measure in &findings.measures {
                let least = measure.lower_bound(1.0);
                assert!(least > 0.0 && BIAS > 0.0, "{asks:?} {}: nothing is proved", measure.loss);
                for fixed in &measure.found {
                    at_most(measure.lower_bound(fixed.norm), fixed.loss, measure.loss);
                }
            }
        }
    }
}
