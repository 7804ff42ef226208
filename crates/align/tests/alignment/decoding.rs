//! Inference (Shalev-Shwartz 2007, sec. 9.4, Fig. 9.1 corrected): the fast program against the
//! plain recursion and against all alignments.

use crate::support::plain::{Plain, candidates};
use crate::support::tables::{Tables, weights};
use noregret_align::dynamic::{Bounds, Chain, Infeasible, Tolerance, decode, features};
use noregret_core::random::Random;

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * (1.0 + a.abs().max(b.abs()))
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The best score by the definition, the truth's cost added where there is one.
fn by_definition(base: &Tables, w: &[f64], all: &[Vec<usize>], truth: Option<&[usize]>) -> f64 {
    let price = |y: &[usize]| truth.map_or(0.0, |truth| Tolerance(1).sum(truth, y));
    let score = |y: &Vec<usize>| dot(w, &features(base, y)) + price(y);
    all.iter().map(score).fold(f64::NEG_INFINITY, f64::max)
}

#[test]
fn both_programs_find_the_best_of_all_alignments() {
    let mut random = Random::new(1, 0);
    let (mut feasible, mut convex) = (0, 0);
    while feasible < 1000 {
        let base = Tables::random(&mut random, 5, 9);
        let w = weights(&mut random);
        let all = candidates(&base.bounds);
        let Ok(mut chain) = Chain::new(&base, &w) else {
            assert!(all.is_empty(), "refused although there are {} candidates", all.len());
            continue;
        };
        (feasible, convex) = (feasible + 1, convex + usize::from(w[3] > 0.0));
        let truth = &all[random.below(all.len())];
        for augmented in [false, true] {
            if augmented {
                chain.augment(truth, 1, Tolerance::price(truth.len()));
            }
            let found = decode(&chain).unwrap();
            let best = by_definition(&base, &w, &all, augmented.then_some(truth));
            assert!(near(found.score, best), "{} instead of {best}", found.score);
            assert!(near(found.score, chain.score(&found.starts)));
            let plain = Plain::best(&chain).unwrap();
            assert!(near(found.score, plain), "{} instead of {plain}", found.score);
            assert!(base.bounds.admit(&found.starts));
        }
    }
    assert!(convex > 300 && convex < 700);
}

#[test]
fn larger_examples_agree_with_the_plain_recursion() {
    let mut random = Random::new(2, 0);
    let mut feasible = 0;
    while feasible < 60 {
        let base = Tables::random(&mut random, 10, 60);
        let Ok(chain) = Chain::new(&base, &weights(&mut random)) else { continue };
        feasible += 1;
        let (found, plain) = (decode(&chain).unwrap(), Plain::best(&chain).unwrap());
        assert!(near(found.score, plain), "{} instead of {plain}", found.score);
    }
}

#[test]
fn the_score_is_that_of_the_features_and_the_scale_of_the_weights_is_free() {
    let mut random = Random::new(3, 0);
    for _ in 0..300 {
        let base = Tables::random(&mut random, 6, 20);
        let w = weights(&mut random);
        let Ok(chain) = Chain::new(&base, &w) else { continue };
        let found = decode(&chain).unwrap();
        assert!(found.starts.is_sorted() && found.starts[0] == 0);
        assert!(near(found.score, dot(&w, &features(&base, &found.starts))));
        // Powers of two scale without rounding.
        let scaled: Vec<f64> = w.iter().map(|w| w * 8.0).collect();
        let again = decode(&Chain::new(&base, &scaled).unwrap()).unwrap();
        assert_eq!(again.starts, found.starts);
    }
}

#[test]
fn of_equal_alignments_the_later_events_start_early() {
    let mut random = Random::new(4, 0);
    for _ in 0..300 {
        let base = Tables::random(&mut random, 4, 8);
        let Ok(chain) = Chain::new(&base, &[0.0; 4]) else { continue };
        let backwards = |y: &Vec<usize>| y.iter().rev().copied().collect::<Vec<_>>();
        let expected = candidates(&base.bounds).into_iter().min_by_key(backwards).unwrap();
        assert_eq!(decode(&chain).unwrap().starts, expected);
    }
}

#[test]
fn limits_are_widened_to_hold_the_truth_and_only_then() {
    let mut bounds = Bounds::new(10, 1, vec![3, 3, 9]);
    bounds.expect(2, 5, 0);
    assert!(!bounds.widen(&[0, 2, 5]).unwrap());
    assert!(bounds.widen(&[0, 0, 6]).unwrap());
    assert!(bounds.admit(&[0, 0, 6]) && bounds.admit(&[0, 2, 5]) && !bounds.admit(&[0, 7, 8]));
    assert!(matches!(bounds.widen(&[0, 6, 5]), Err(Infeasible::Starts { event: 3, .. })));
    assert!(matches!(bounds.widen(&[1, 6, 7]), Err(Infeasible::Starts { event: 1, .. })));
    assert!(matches!(bounds.widen(&[0, 6, 10]), Err(Infeasible::Starts { event: 3, .. })));
    assert!(matches!(bounds.widen(&[0, 6]), Err(Infeasible::Starts { .. })));
}

#[test]
fn what_cannot_be_aligned_is_refused_by_name() {
    let why = |bounds: Bounds| bounds.windows().unwrap_err();
    assert_eq!(why(Bounds::new(3, 1, vec![])), Infeasible::NoEvents);
    assert_eq!(why(Bounds::new(0, 0, vec![1])), Infeasible::NoFrames);
    let short = Infeasible::TooShort { events: 4, needed: 4, frames: 3 };
    assert_eq!(why(Bounds::new(3, 1, vec![9; 4])), short);
    let long = Infeasible::TooLong { events: 2, most: 8, frames: 9 };
    assert_eq!(why(Bounds::new(9, 0, vec![4, 4])), long);
    let length = Infeasible::Length { event: 2, shortest: 1, longest: 0 };
    assert_eq!(why(Bounds::new(9, 1, vec![9, 0])), length);
    let mut bounds = Bounds::new(20, 0, vec![5, 20, 20]);
    bounds.expect(1, 10, 2);
    assert_eq!(why(bounds), Infeasible::NoStart { event: 2 });
}

#[test]
fn the_cost_counts_starts_beyond_the_tolerance_but_the_first() {
    let (truth, off) = ([0, 10, 20, 30, 40], [5, 11, 22, 28, 40]);
    assert_eq!(Tolerance(1).misses(&truth, &off), 2);
    assert_eq!(Tolerance(1).cost(&truth, &off), 4.0);
    assert_eq!(Tolerance(2).cost(&truth, &off), 0.0);
    let long: Vec<usize> = (0..25).map(|i| 10 * i).collect();
    let mut one_off = long.clone();
    one_off[3] += 5;
    assert_eq!((Tolerance(1).cost(&long, &one_off), Tolerance(1).sum(&long, &one_off)), (0.0, 0.4));
}
