//! Certified regret is never below the true one, whatever the run.
//!
//! Every loss, step, geometry and schedule with one constraint per round, and every problem with
//! several.
//!
//! Reference: Shalev-Shwartz 2007 (thesis), Lemma 1.

use crate::support::primal_dual::{Example, compositions, learn, mixed_stream, name};
use crate::support::product::valid;
use crate::support::realisable::{Example as Block, Source, learn as learn_block};
use crate::support::{Rng, at_most_up_to};
use noregret_core::replay::hindsight::{Goal, Optimum, check};
use noregret_core::{AnyLearner, Spec};
use std::collections::HashMap;

const N: usize = 4;
const GOAL: Goal = Goal { gap: 1e-3, max_sweeps: 2000, seed: 0, shrink: true };

fn certified_is_enough(online: &AnyLearner, best: &Optimum, spec: &Spec, what: &str) {
    let regret = online.regret_to(best, spec);
    let size = regret.online_loss + best.bounds.primal;
    at_most_up_to(regret.regret, regret.certified.unwrap(), size, what);
    if let Some(certified) = regret.regularised_certified {
        at_most_up_to(regret.regularised, certified, size, what);
    }
    at_most_up_to(-regret.within, 0.0, size, what);
}

#[test]
fn of_one_constraint_a_round() {
    let mut rng = Rng::new(31);
    let all = compositions(&["fixed", "exact", "bounded", "fixed:on=mistake"]);
    let mut compared = 0;
    for (spec, _) in all.iter().filter(|(spec, _)| check(spec).is_ok()).step_by(6) {
        let stream: Vec<Example> = mixed_stream(&mut rng, &spec.loss, N, 25);
        let mut online = spec.build().unwrap();
        online.reserve(N);
        for e in &stream {
            learn(&mut online, e);
        }
        let Ok((_, mut searching)) = online.searching(spec) else { continue };
        for e in &stream {
            learn(&mut searching, e);
        }
        let best = searching.search(&GOAL).unwrap();
        certified_is_enough(&online, &best, spec, &name(spec));
        compared += 1;
    }
    assert!(compared > 150, "only {compared}");
}

#[test]
fn of_several_constraints_a_round() {
    let mut seen: HashMap<String, usize> = HashMap::new();
    for spec in valid().iter().filter(|spec| check(spec).is_ok()) {
        let kind = format!("{} {} {}", spec.problem, spec.loss, spec.geometry);
        let times = seen.entry(kind.clone()).or_default();
        *times += 1;
        if *times > 2 {
            continue;
        }
        let mut online = spec.build().unwrap();
        let mut source = Source::new(32);
        let stream: Vec<Block> = (0..25).map(|_| source.next(spec)).collect();
        for e in &stream {
            learn_block(&mut online, e, 1.0).unwrap();
        }
        let Ok((_, mut searching)) = online.searching(spec) else { continue };
        for e in &stream {
            learn_block(&mut searching, e, 1.0).unwrap();
        }
        let best = searching.search(&GOAL).unwrap();
        assert!(best.reached, "{kind}: {:?} after {}", best.bounds, best.sweeps);
        certified_is_enough(&online, &best, spec, &kind);
    }
    assert!(seen.len() > 60, "only {}", seen.len());
}
