//! Weighted majority and its bounds; halving against its adversary.
//!
//! The adversary forces log2 n mistakes.
//!
//! Reference: Shalev-Shwartz 2007 (thesis), B.2, Example 6; Littlestone & Warmuth 1994.

use crate::support::Rng;
use noregret_core::experts::{Majority, plurality};

#[test]
fn mistakes_of_vote_and_draw_keep_their_bounds() {
    for (n, beta, noise) in [
        (2, 0.5, 0.3),
        (10, 0.5, 0.1),
        (10, 0.9, 0.3),
        (40, 0.2, 0.0),
        (7, 0.0, 0.0),
        (5, 0.0, 0.2),
    ] {
        for seed in 0..20 {
            let mut rng = Rng::new(seed);
            let mut majority = Majority::new(n, beta).unwrap();
            for _ in 0..200 {
                let right = rng.below(3);
                let wrong = |rng: &mut Rng| (right + 1 + rng.below(2)) % 3;
                let mut answers: Vec<usize> =
                    (0..n).map(|_| if rng.chance(0.5) { right } else { wrong(&mut rng) }).collect();
                answers[n - 1] = if rng.chance(noise) { wrong(&mut rng) } else { right };
                majority.learn(&answers, right).unwrap();
                let known = majority.certificate();
                let mistakes = majority.mistakes() as f64;
                assert!(mistakes <= majority.vote_bound() + 1e-9, "{n} {beta} {known:?}");
                assert!(known.loss <= majority.draw_bound() + 1e-9, "{n} {beta} {known:?}");
                assert!(mistakes <= 2.0 * known.loss + 1e-9, "{n} {beta} {known:?}");
                assert!(known.regret <= known.proved + 1e-9, "{n} {beta} {known:?}");
            }
        }
    }
}

#[test]
fn a_draw_follows_the_weights() {
    let mut majority = Majority::new(3, 0.5).unwrap();
    majority.learn(&[0, 1, 1], 0).unwrap();
    // Weights 1/2, 1/4, 1/4.
    let drawn: Vec<usize> =
        [0.0, 0.49, 0.5, 0.74, 0.76, 0.999_999].iter().map(|&u| majority.draw(u)).collect();
    assert_eq!(drawn, [0, 0, 1, 1, 2, 2]);
}

#[test]
fn of_equal_answers_the_first_wins() {
    assert_eq!(plurality(&[0.25, 0.25, 0.5], &["b", "a", "a"]), Some(("a", 0.75)));
    assert_eq!(plurality(&[0.5, 0.5], &["b", "a"]), Some(("b", 0.5)));
    assert_eq!(plurality::<u8>(&[], &[]), None);
    assert!(Majority::new(2, 1.0).is_err() && Majority::new(0, 0.5).is_err());
}

/// Thresholds `h_i(x) = 1 iff x <= i` on 1 … n, as answers to x.
fn thresholds(n: usize, x: usize) -> Vec<usize> {
    (1..=n).map(|i| usize::from(x <= i)).collect()
}

/// Mistakes forced on a learner; every answer is consistent with one threshold.
fn force(n: usize, mut ask: impl FnMut(usize) -> usize, mut tell: impl FnMut(usize, usize)) -> u32 {
    let (mut low, mut high, mut mistakes) = (1, n, 0);
    while low < high {
        let x = low + (high - low).div_ceil(2);
        let right = 1 - ask(x);
        tell(x, right);
        mistakes += 1;
        if right == 1 { low = x } else { high = x - 1 }
    }
    mistakes
}

#[test]
fn the_adversary_forces_log2_n_mistakes_and_halving_makes_no_more() {
    for power in 1..8 {
        let n = 1 << power;
        for beta in [0.0, 0.5] {
            let majority = std::cell::RefCell::new(Majority::new(n, beta).unwrap());
            let forced = force(
                n,
                |x| majority.borrow().vote(&thresholds(n, x)).unwrap(),
                |x, right| {
                    majority.borrow_mut().learn(&thresholds(n, x), right).unwrap();
                },
            );
            assert_eq!(forced, power, "{n} {beta}");
            assert_eq!(majority.borrow().certificate().best_loss, 0.0, "a threshold is right");
        }
        assert_eq!(force(n, |_| 1, |_, _| ()), power);
        let mut rng = Rng::new(u64::from(power));
        for _ in 0..20 {
            let (truth, mut halving) = (1 + rng.below(n), Majority::new(n, 0.0).unwrap());
            for _ in 0..200 {
                let x = 1 + rng.below(n);
                halving.learn(&thresholds(n, x), usize::from(x <= truth)).unwrap();
            }
            assert!(halving.mistakes() <= u64::from(power), "{n}: {}", halving.mistakes());
        }
    }
}
