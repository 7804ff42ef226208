//! Every member of the ultraconservative family, round by round.
//!
//! The step is that of its formula, its coefficients sum to zero, only the violating rows and the
//! right one move, and nothing moves without a violation.
//!
//! Reference: Crammer & Singer 2003, Def. 1, Fig. 2, 3 and 6, Lemmas 2 and 5, Cor. 6, Thm. 15.

use crate::support::multiclass::{BUILDS, Member, Round, Rule, Run, Stream, all};
use crate::support::{Rng, at_most, near};
/// Every member on streams of every kind, with few classes and many.
fn every_round(seed: u64, mut check: impl FnMut(&Member, &Round<'_>)) {
    let mut rng = Rng::new(seed);
    for k in [2, 3, 7] {
        for stream in Stream::of_every_kind(&mut rng, k, 40) {
            for member in all(&mut rng) {
                for &build in BUILDS {
                    let mut run = Run::new(build, &member.spec, k, stream.n);
                    for e in &stream.examples {
                        let round = run.play(e);
                        if member.is_steady(&round) {
                            check(&member, &round);
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn every_member_takes_the_step_of_its_formula() {
    let mut moved = 0;
    every_round(1, |member, round| {
        let (keep, tau) = member.step(round);
        moved += i32::from(tau.iter().any(|t| *t != 0.0));
        for (r, t) in tau.iter().enumerate() {
            for (j, x) in round.e.x.iter().enumerate() {
                let expected = keep * round.before[r][j] + t * x;
                near(round.after[r][j], expected, 1e-8, &member.name);
            }
        }
    });
    assert!(moved > 5000, "{moved} steps");
}

#[test]
fn coefficients_and_rows_sum_to_zero() {
    every_round(2, |member, round| {
        let size: f64 = round.after.iter().flatten().map(|m| m.abs()).sum();
        for j in 0..round.e.x.len() {
            let sum: f64 = round.after.iter().map(|row| row[j]).sum();
            assert!(sum.abs() <= 1e-12 * (1.0 + size), "{}: column sum {sum}", member.name);
        }
    });
}

/// Other rows stay as they are bit for bit, but for ROMMA, which multiplies them by one number.
#[test]
fn only_the_violating_rows_and_the_right_one_move() {
    let (mut still, mut scaled) = (0, 0);
    every_round(3, |member, round| {
        let (error, keep) = (member.violating(round), member.step(round).0);
        let others = (0..round.scores.len()).filter(|r| *r != round.e.y && !error.contains(r));
        let cells = others.flat_map(|r| round.before[r].iter().zip(&round.after[r]));
        let cells: Vec<(f64, f64)> = cells.map(|(b, a)| (*b, *a)).collect();
        let Rule::Romma(_) = member.rule else {
            assert!(cells.iter().all(|(b, a)| a == b), "{}", member.name);
            still += cells.len();
            return;
        };
        let larger = |m: (f64, f64), c: (f64, f64)| if c.0.abs() > m.0.abs() { c } else { m };
        let (before, after) = cells.iter().copied().fold((0.0, 0.0), larger);
        let factor = if before == 0.0 { keep } else { after / before };
        near(factor, keep, 1e-6, &member.name);
        for (b, a) in &cells {
            assert!((factor * b - a).abs() <= 1e-12 * after.abs(), "{}", member.name);
        }
        scaled += cells.len();
    });
    assert!(still > 5000 && scaled > 500, "{still} cells kept, {scaled} scaled");
}

#[test]
fn nothing_moves_without_a_violation() {
    let mut quiet = 0;
    every_round(4, |member, round| {
        if member.violating(round).is_empty() {
            assert_eq!(round.before, round.after, "{}", member.name);
            assert_eq!(round.outcome.step, 0.0, "{}", member.name);
            quiet += 1;
        }
    });
    assert!(quiet > 5000, "{quiet} quiet rounds");
}

/// `tau_r <= 0` for wrong classes, `sum |tau| = 2 tau_y` and `sum tau^2 <= 2 tau_y^2`; in units
/// of the rate `tau_y <= 1`, and 1 for the members that take whole steps. Kesler may take several.
#[test]
fn lemma_2() {
    every_round(5, |member, round| {
        if round.a == 0.0 || member.violating(round).is_empty() {
            return;
        }
        let tau = round.coefficients(member.step(round).0);
        let right = tau[round.e.y];
        for t in (0..tau.len()).filter(|r| *r != round.e.y).map(|r| tau[r]) {
            assert!(t <= 1e-8 * (1.0 + right.abs()), "{}: {t} for a wrong class", member.name);
        }
        near(tau.iter().map(|t| t.abs()).sum(), 2.0 * right, 1e-7, &member.name);
        at_most(tau.iter().map(|t| t * t).sum(), 2.0 * right * right, &member.name);
        match member.rule {
            Rule::Unit(_) => near(right, 1.0, 1e-9, &member.name),
            Rule::Mira | Rule::Exact { .. } => at_most(right, member.rate, &member.name),
            Rule::Kesler => near(right, right.round().max(1.0), 1e-9, &member.name),
            Rule::Romma(_) => {}
        }
        near(round.outcome.step * member.unit(), right, 1e-8, &member.name);
    });
}
