//! Ordinal regression is a block of rows with a threshold each.
//!
//! Reference: Amit et al., simultaneous projections.

use crate::support::tasks::{ASCENTS, Run, Setting, Tasks, learner, same};
use crate::support::{Rng, at_most, dot, square};
use noregret_core::round::Quality;
use noregret_core::{Instance, Label, Prediction};

/// Rank y of k: rows (x, -e_i) for the thresholds i, on the positive side for i < y.
#[test]
fn ranks_are_rows_with_a_threshold_each() {
    let (mut rng, n, ranks) = (Rng::new(5), 3, 5);
    let planted = [1.0, -2.0, 0.5];
    for ascent in ASCENTS {
        let setting = Setting::euclid(0.6);
        let mut ours = learner(setting, "ordinal:ranks=5", ascent, n.max(ranks - 1), 0);
        let mut run = Run::new(setting, ascent, n + ranks - 1);
        let mut off = 0.0;
        for t in 0..150 {
            let x = rng.vector(n);
            let y = (dot(&planted, &x) * 1.2 + 2.5).floor().clamp(0.0, 4.0) as usize;
            let (answer, _) = ours.predict(Instance::Dense(&x)).unwrap();
            let outcome = ours.learn(Instance::Dense(&x), Label::Number(1.0 + y as f64)).unwrap();
            let row = |i: usize| {
                let mut row = x.clone();
                row.extend((0..ranks - 1).map(|j| if i == j { -1.0 } else { 0.0 }));
                row
            };
            let side = |i: usize| if i < y { 1.0 } else { -1.0 };
            // The rank by the definition, from the rows' own weights: min {i : <w,x> < b_i}.
            let w = run.weights();
            let value = dot(&w[..n], &x);
            let rank = w[n..].iter().position(|b| value < *b).unwrap_or(ranks - 1);
            assert_eq!(answer, Prediction::Value(1.0 + rank as f64), "{ascent}, round {t}");
            let rows = run.learn(
                &Tasks {
                    rows: (0..ranks - 1).map(row).collect(),
                    sides: (0..ranks - 1).map(side).collect(),
                },
                1.0,
            );
            let weights: Vec<f64> = (0..n)
                .map(|j| ours.weight(j, 0))
                .chain((0..ranks - 1).map(|i| ours.weight(i, 1)))
                .collect();
            same(ascent, (&ours, outcome), &weights, &run, rows);
            assert_eq!(outcome.mistake, rank != y);
            assert!(!outcome.mistake || outcome.violation, "a wrong rank is an imperfect round");
            let Quality::Ordinal { distance } = outcome.quality else { panic!("ordinal") };
            assert_eq!(distance, rank.abs_diff(y) as f64);
            off += f64::from(u8::from(t >= 75)) * distance;
            if ascent.starts_with("joint") {
                // Two near-optimal solutions part; from here on they agree again.
                let mut fresh = learner(setting, "ordinal:ranks=5", ascent, n.max(ranks - 1), 0);
                std::mem::swap(&mut ours, &mut fresh);
                run = Run::new(setting, ascent, n + ranks - 1);
            }
        }
        assert!(ascent.starts_with("joint") || off < 75.0, "{ascent} learned nothing: {off}");
    }
}

/// The bound counts wrong ranks: `M <= (|w|^2 + |b|^2)/2 + C H)/c(C)` with `R^2 = max |x|^2 + 1`;
/// thresholds appear as ranks do.
#[test]
fn wrong_ranks_are_bounded_by_imperfect_rounds() {
    let mut rng = Rng::new(6);
    let (w, b) = ([2.0, -1.0, 1.5], [-2.0, 0.0, 2.5]);
    for ascent in ["spread:on=mistake", "simultaneous:on=mistake", "exact", "separable"] {
        let mut ours = learner(Setting::euclid(0.25), "ordinal", ascent, 3, 0);
        let (mut loss, mut wrong, mut largest) = (0.0, 0.0, 0.0f64);
        for _ in 0..400 {
            let x = rng.vector(3);
            let value = dot(&w, &x);
            let y = b.iter().filter(|b| value >= **b).count();
            let z = b.iter().enumerate().map(|(i, b)| if i < y { value - b } else { b - value });
            loss += z.map(|z| (1.0 - z).max(0.0)).fold(0.0, f64::max);
            largest = largest.max(square(&x) + 1.0);
            let outcome = ours.learn(Instance::Dense(&x), Label::Number(1.0 + y as f64)).unwrap();
            wrong += f64::from(u8::from(outcome.mistake));
        }
        let imperfect = ours.ledger().mistakes as f64;
        let complexity = 0.5 * (square(&w) + square(&b));
        let a = 0.25f64.min(1.0 / largest);
        let bound = (complexity + 0.25 * loss) / (a - 0.5 * a * a * largest);
        at_most(wrong, imperfect, ascent);
        at_most(imperfect, bound, ascent);
        assert!(wrong < 200.0, "{ascent}: {wrong}");
        assert!((0..3).any(|i| ours.weight(i, 1) != 0.0), "thresholds are learned");
    }
}
