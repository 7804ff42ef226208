//! Blocks of tasks keep their margin, their zeros and their noise.
//!
//! Reference: Amit et al., simultaneous projections, sec. 9.1.

use crate::support::generated::dot;
use noregret_core::generate::{Blocks, Drawn, Source};
use noregret_core::random::Random;

#[test]
fn blocks_keep_the_margin_and_noisy_ones_do_not() {
    let worst = |noise: f64| {
        let chosen = Blocks { size: 4, features: 120, noise, ..Blocks::default() };
        let mut random = Random::new(1, 0);
        let mut tasks = chosen.tasks(&mut random);
        let (rule, margin) = (tasks.rule().to_vec(), tasks.margin());
        assert!((rule.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert_eq!(rule.iter().filter(|w| **w > 0.0).count(), 50);
        let (mut row, mut least, mut groups) = (Drawn::default(), f64::INFINITY, Vec::new());
        for _ in 0..60 {
            tasks.draw(&mut random, &mut row).unwrap();
            least = least.min(row.label * dot(&row, &rule));
            groups.push(row.group.unwrap());
        }
        assert_eq!(groups, (0..60).map(|t| t / 4 + 1).collect::<Vec<u64>>());
        (least, margin)
    };
    let (least, margin) = worst(0.0);
    assert!(least >= margin && margin > 0.0);
    let (least, margin) = worst(1.0);
    assert!(least <= -margin);
}

/// A quarter of all instances keep the margin, 0.7 of their entries are not 0, and of half the
/// blocks 0.4 of the labels are flipped.
#[test]
fn blocks_have_their_margin_their_zeros_and_their_noise() {
    let chosen = Blocks { size: 4, features: 120, relevant: 10, zeros: 0.3, noise: 0.5 };
    let (mut random, mut row) = (Random::new(4, 0), Drawn::default());
    let mut tasks = chosen.tasks(&mut random);
    let rule = tasks.rule().to_vec();
    let mut probe = || {
        let value = |w: &f64| if random.chance(0.3) { 0.0 } else { w * random.sign() };
        rule.iter().map(value).sum::<f64>().abs()
    };
    let kept = (0..8000).filter(|_| probe() >= tasks.margin()).count() as f64 / 8000.0;
    assert!((kept - 0.25).abs() < 0.03, "{kept}");
    let (mut stored, mut flips, mut touched) = (0, 0, 0);
    for _ in 0..500 {
        let mut here = 0;
        for _ in 0..4 {
            tasks.draw(&mut random, &mut row).unwrap();
            stored += row.indices.len();
            here += usize::from(row.label * dot(&row, &rule) < 0.0);
        }
        (flips, touched) = (flips + here, touched + usize::from(here > 0));
    }
    let share = stored as f64 / (2000.0 * 120.0);
    assert!((share - 0.7).abs() < 0.02, "{share}");
    let share = flips as f64 / 2000.0;
    assert!((share - 0.2).abs() < 0.04, "{share}");
    // A noisy block has a flip with probability 1 - 0.6^4.
    let share = touched as f64 / 500.0;
    assert!((share - 0.5 * 0.8704).abs() < 0.07, "{share}");
}
