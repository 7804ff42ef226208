//! No comparator loses less than the floor, and predictors found lose what they are said to.
//!
//! `sum_t g_t(u) >= A - |v| |u|` for any feasible duals (Shalev-Shwartz 2007, Lemma 1).

use super::data::{ALL, Asks, comparators, fresh, norm, see, small, watched};
use crate::support::{Rng, at_most};
use noregret_core::replay::hindsight::{Goal, Rounds};
use noregret_core::replay::witness::{Effort, Measure};
use noregret_core::stage::Bias;
use noregret_core::{Instance, Label, Spec};

fn check(measures: &[Measure], asks: Asks, u: &[Vec<f64>], rounds: &[super::data::Round]) {
    for (name, loss) in asks.losses(u, rounds) {
        let measure = measures.iter().find(|measure| measure.loss == name).unwrap();
        at_most(measure.lower_bound(norm(u)), loss, &format!("{asks:?} {name}"));
    }
}

#[test]
fn no_comparator_is_below_the_floor() {
    for asks in ALL {
        let mut rng = Rng::new(71);
        let rounds = asks.rounds(&mut rng, 400);
        for effort in [small(60), small(500), Effort::LIVE, Effort::TIGHT] {
            let mut witness = fresh(asks, effort);
            for (t, round) in rounds.iter().enumerate() {
                see(&mut witness, asks, std::slice::from_ref(round));
                if !(t + 1).is_multiple_of(133) {
                    continue;
                }
                let findings = witness.findings();
                assert_eq!(findings.rounds, t as u64 + 1);
                for u in comparators(asks, &mut rng, &rounds[..=t]) {
                    check(&findings.measures, asks, &u, &rounds[..=t]);
                }
            }
        }
    }
}

/// What was found is a fixed predictor: its loss is at least the floor at its norm, and near it
/// where all rounds fit in one block.
#[test]
fn floors_are_near_what_was_found() {
    for asks in ALL {
        let rounds = asks.rounds(&mut Rng::new(72), 500);
        for (effort, least) in [(Effort::LIVE, 0.97), (Effort::TIGHT, 0.99)] {
            let findings = watched(asks, &rounds, effort).findings();
            for measure in &findings.measures {
                let best = measure.found.iter().map(|fixed| {
                    let floor = measure.lower_bound(fixed.norm);
                    at_most(floor, fixed.loss, measure.loss);
                    floor / fixed.loss
                });
                let best = best.fold(0.0, f64::max);
                assert!(best >= least, "{asks:?} {}: {best}", measure.loss);
            }
        }
        // The predictor that is followed over blocks is fixed too.
        let findings = watched(asks, &rounds, small(600)).findings();
        for measure in &findings.measures {
            assert_eq!(measure.found.len(), 1);
            let fixed = measure.found[0];
            at_most(measure.lower_bound(fixed.norm), fixed.loss, measure.loss);
        }
    }
}

/// The support vector machine, found by other code, is not below the floor, and not far above.
#[test]
fn the_best_predictor_in_hindsight_bounds_the_floor() {
    let asks = Asks::Sign;
    let rounds = asks.rounds(&mut Rng::new(73), 600);
    let measures = watched(asks, &rounds, Effort::TIGHT).findings().measures;
    for cap in [0.003, 0.03, 0.3, 3.0] {
        let mut spec = Spec::named("pa1", "binary").unwrap();
        spec.set_aggressiveness(cap).unwrap();
        spec.bias = Some(Bias::new(super::data::N as u32, super::data::BIAS));
        let (learner, mut kept) = (spec.build().unwrap(), Rounds::default());
        for (x, y, weight) in &rounds {
            let mut x = x.clone();
            x.push(super::data::BIAS);
            let label = Label::Number(*y);
            kept.push(&asks.problem(), Instance::Dense(&x), label, *weight).unwrap();
        }
        let goal = Goal { gap: 1e-6, ..Goal::default() };
        let best = learner.best_in_hindsight(&mut kept, &goal).unwrap();
        let floor = measures[0].lower_bound((2.0 * best.complexity).sqrt());
        at_most(floor, best.bounds.loss, "hinge");
        assert!(floor >= 0.985 * best.bounds.loss, "C = {cap}: {floor} {:?}", best.bounds);
    }
}

#[test]
fn norms_above_a_loss_are_those_where_the_floor_meets_it() {
    let rounds = Asks::Sign.rounds(&mut Rng::new(74), 300);
    let findings = watched(Asks::Sign, &rounds, Effort::LIVE).findings();
    let hinge = findings.measure("hinge").unwrap();
    for share in [0.2, 0.5, 0.9] {
        let loss = share * hinge.lower_bound(0.0);
        let norm = hinge.norm_above(loss).unwrap();
        assert!((hinge.lower_bound(norm) - loss).abs() <= 1e-9 * loss);
    }
    assert_eq!(hinge.norm_above(2.0 * hinge.lower_bound(0.0)), None);
}

#[test]
fn rounds_without_weight_and_too_many_features_say_nothing() {
    let problem = Asks::Sign.problem();
    let mut witness = fresh(Asks::Sign, Effort::LIVE);
    witness.see(&problem, Instance::Dense(&[1.0]), Label::Number(1.0), 0.0).unwrap();
    assert_eq!((witness.rounds(), witness.findings().measures.len()), (0, 0));
    let wide = Instance::Sparse { indices: &[1 << 30], values: &[1.0] };
    witness.see(&problem, wide, Label::Number(1.0), 1.0).unwrap();
    assert!(witness.findings().measures.is_empty());
    let not = Instance::Dense(&[f64::INFINITY]);
    assert!(witness.see(&problem, not, Label::Number(1.0), 1.0).is_err());
}
