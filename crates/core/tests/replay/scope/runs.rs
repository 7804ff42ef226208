//! Whole runs with a scope: dual value, mistakes, what is stored and what is saved.
//!
//! Reference: Shalev-Shwartz 2007 (thesis), sec. 5.2.2.

use crate::support::primal_dual::{
    Example, binary_stream, example, learn, mixed_stream, play, spec,
};
use crate::support::product::name;
use crate::support::realisable::{Source, feed};
use crate::support::{Rng, basis};
use noregret_core::problem::AnyProblem;
use noregret_core::replay::scope::AnyScope;
use noregret_core::snapshot::{Array, Snapshot};
use noregret_core::{AnyLearner, Error, Spec};

fn with(s: &Spec, scope: &str) -> Spec {
    Spec { scope: AnyScope::parse(scope).unwrap(), ..s.clone() }
}

/// n = 10, T = 400, 5% noise, margin 1, c = 20: conservative, aggressive, and with mini-updates.
#[test]
fn more_ascent_ends_with_a_larger_dual_and_fewer_mistakes_than_none() {
    for seed in [1, 2, 3] {
        let mut rng = Rng::new(seed);
        let u = rng.vector(10);
        let stream = binary_stream(&mut rng, &u, 400, 0.0, 0.05);
        let aggressive = spec("hinge", "exact", "euclid", "fixed:C=0.05");
        let conservative = spec("hinge", "fixed:on=mistake", "euclid", "fixed:C=0.05");
        let runs = [
            conservative,
            aggressive.clone(),
            with(&aggressive, "mini:count=5"),
            with(&aggressive, "leader"),
        ];
        let ends = runs.map(|s| {
            let mut learner = s.build().unwrap();
            play(&mut learner, &stream);
            (learner.ledger().mistakes, learner.dual_value())
        });
        assert!(ends[0].1 < ends[1].1 && ends[1].1 < ends[2].1, "{ends:?}");
        assert!(ends[2].1 < ends[3].1, "{ends:?}");
        assert!((1..4).all(|k| ends[k].0 < ends[0].0), "{ends:?}");
    }
}

#[test]
fn a_store_is_never_larger_than_asked_for() {
    let mut rng = Rng::new(111);
    let s = spec("hinge", "exact", "euclid", "fixed");
    let stream = mixed_stream(&mut rng, &s.loss, 3, 60);
    let weighty = stream.iter().filter(|e| e.weight > 0.0).count();
    for (scope, most) in [
        ("window:k=1", 0),
        ("window:k=3", 3),
        ("mini:store=7", 7),
        ("mini:store=1,order=cyclic", 1),
        ("leader", weighty),
    ] {
        let mut learner = with(&s, scope).build().unwrap();
        play(&mut learner, &stream);
        assert_eq!(learner.stored(), most, "{scope}");
    }
}

/// How often each of so many rounds is in a sample of this size, over 400 seeds.
fn sampled(rounds: usize, store: usize) -> Vec<usize> {
    let mut counts = vec![0; rounds];
    for seed in 0..400 {
        let scope = format!("mini:count=0,store={store},seed={seed}");
        let s = with(&spec("hinge", "exact", "euclid", "fixed"), &scope);
        let mut learner = s.build().unwrap();
        for t in 0..rounds {
            learn(&mut learner, &example(basis(rounds, t), 1.0));
        }
        // Each instance is a coordinate of its own, so a stored one is met by its weight.
        for (t, count) in counts.iter_mut().enumerate() {
            let idle = learner.stored_loss(|_, _| 0.0);
            let without = learner.stored_loss(|j, _| f64::from(u8::from(j == t)));
            *count += usize::from(without < idle);
        }
    }
    counts
}

/// Each round is as likely to be in the sample as any other, also the first ones of a small sample.
#[test]
fn the_sample_is_uniform() {
    for (rounds, store) in [(40, 10), (4, 1)] {
        let counts = sampled(rounds, store);
        // 100 expected, standard deviation 8.7.
        assert!(counts.iter().all(|&c| (65..=135).contains(&c)), "{counts:?}");
    }
}

/// Mini-updates in turn are visits by hand, to the last bit.
#[test]
fn cyclic_updates_visit_one_round_after_the_other() {
    let s = spec("hinge", "exact", "euclid", "fixed:C=0.3");
    let stream = mixed_stream(&mut Rng::new(114), &s.loss, 3, 25);
    let mut cyclic = with(&s, "mini:count=2,order=cyclic").build().unwrap();
    let (mut by_hand, mut turn) = (s.build_keeping().unwrap(), 0);
    for e in stream.iter().filter(|e| e.weight > 0.0) {
        learn(&mut cyclic, e);
        learn(&mut by_hand, e);
        for _ in 0..2 {
            turn %= by_hand.stored();
            by_hand.revisit(turn).unwrap();
            turn += 1;
        }
        assert_eq!(cyclic.dual_value(), by_hand.dual_value());
    }
}

/// With as many visits, those to the worst round raise the dual most, and any more than none.
#[test]
fn the_most_violated_round_is_worth_most() {
    let s = spec("hinge", "exact", "euclid", "fixed:C=0.3");
    let end = |scope: &str, stream: &[Example]| {
        let mut learner = with(&s, scope).build().unwrap();
        play(&mut learner, stream);
        learner.dual_value()
    };
    let mut rng = Rng::new(115);
    let mut ends = [0.0; 3];
    for _ in 0..20 {
        let stream = mixed_stream(&mut rng, &s.loss, 6, 60);
        let orders = ["mini:count=0", "mini:count=1,order=cyclic", "mini:count=1,order=violated"];
        ends.iter_mut().zip(orders).for_each(|(sum, order)| *sum += end(order, &stream));
    }
    assert!(ends[0] < ends[1] && ends[1] < ends[2], "{ends:?}");
}

fn scoped() -> Vec<Spec> {
    let mut all = Vec::new();
    for problem in ["binary", "multiclass", "one-vs-rest", "label-ranking", "queries", "ordinal"] {
        for geometry in ["euclid", "entropy", "p-norm:p=3"] {
            for scope in [
                "window",
                "window:k=5",
                "leader",
                "mini:count=2,store=4",
                "mini:count=2,store=4,order=cyclic",
                "mini:count=2,store=4,order=violated",
            ] {
                let mut s = with(&spec("hinge", "exact", geometry, "fixed"), scope);
                s.problem = AnyProblem::parse(problem).unwrap();
                if s.check().is_ok() {
                    all.push(s);
                }
            }
        }
    }
    assert!(all.len() > 80, "{}", all.len());
    all
}

#[test]
fn a_resumed_run_looks_back_on_the_same_rounds() {
    for s in scoped() {
        let mut whole = s.build().unwrap();
        let mut source = Source::new(112);
        feed(&mut whole, &s, &mut source, 14);
        let Snapshot { spec, scalars, arrays } = whole.snapshot(&s);
        let scalars = serde_json::from_str(&serde_json::to_string(&scalars).unwrap()).unwrap();
        let mut resumed = AnyLearner::restore(Snapshot { spec, scalars, arrays }).unwrap();
        assert_eq!(resumed.stored(), whole.stored());
        let mut again = source.clone();
        feed(&mut whole, &s, &mut source, 14);
        feed(&mut resumed, &s, &mut again, 14);
        assert_eq!(resumed.snapshot(&s), whole.snapshot(&s), "{} / {}", name(&s), s.scope);
        assert_eq!(resumed.certificate(), whole.certificate());
    }
}

#[test]
fn a_garbled_store_is_refused() {
    let s = with(&spec("hinge", "exact", "euclid", "fixed"), "leader");
    let mut learner = s.build().unwrap();
    feed(&mut learner, &s, &mut Source::new(113), 6);
    let good = learner.snapshot(&s);
    let names = ["shape", "values", "places", "coefs", "numbers"].map(|n| format!("past_{n}"));
    for (at, (name, array)) in good.arrays.iter().enumerate().filter(|(_, a)| names.contains(&a.0))
    {
        // Of the places the first is a part, the second a row.
        for at_fault in 0..2 {
            let mut bad = good.clone();
            bad.arrays[at].1 = match array.clone() {
                Array::F64(mut values) => {
                    values.pop();
                    Array::F64(values)
                }
                Array::U32(mut values) => {
                    values[at_fault] = 99;
                    Array::U32(values)
                }
                Array::U64(mut values) => {
                    values[at_fault] = u64::MAX;
                    Array::U64(values)
                }
            };
            assert!(matches!(AnyLearner::restore(bad), Err(Error::State(_))), "{name}");
        }
    }
}

#[test]
fn scopes_that_do_not_fit_are_refused_in_words() {
    let pa1 = Spec::named("pa1", "uniclass").unwrap();
    for (s, word) in [
        (with(&pa1, "leader"), "uniclass"),
        (with(&spec("hinge", "exact", "euclid", "fixed:C=inf"), "window"), "finite C"),
        (with(&spec("hinge", "fixed:on=mistake", "euclid", "fixed"), "mini"), "on=loss"),
        (with(&spec("hinge", "exact", "adagrad", "fixed"), "mini"), "adagrad"),
        (with(&spec("hinge", "exact", "euclid", "fixed"), "window:k=0"), "one round"),
        (with(&spec("hinge", "exact", "euclid", "fixed"), "leader:gap=0"), "between 0 and 1"),
        (with(&spec("hinge", "exact", "euclid", "fixed"), "mini:store=0"), "room"),
    ] {
        let message = s.check().unwrap_err().to_string();
        assert!(message.contains(word), "{message}");
    }
}
