//! Regret bounds of the schedules, at every round.
//!
//! Comparators meet the side conditions of the bounds. Mistake bounds are in
//! `certificate::mistakes`.
//!
//! Reference: Shalev-Shwartz 2007 (thesis), Lemmas 1 and 2, Cor. 1-4, Thm. 1 and 2, Eq. 5.16.

use crate::support::primal_dual::{
    Example, GEOMETRIES, binary_stream, build, largest_norm, learn, regression_stream, spec, within,
};
use crate::support::{Rng, at_most_up_to, dot};
use noregret_core::certificate::regret;
use noregret_core::loss::{AnyLoss, Loss};
use noregret_core::{AnyLearner, Spec};

const N: usize = 5;

fn loss_of(loss: &AnyLoss, u: &[f64], e: &Example) -> f64 {
    let score = dot(u, &e.x);
    e.weight * loss.value(if loss.two_sided() { score - e.y } else { e.y * score })
}

/// A run followed round by round beside a panel of comparators: (learner, losses of the panel) each
/// time.
fn follow(
    spec: &Spec,
    stream: &[Example],
    panel: &[Vec<f64>],
    mut check: impl FnMut(&AnyLearner, usize, f64),
) {
    let mut learner = build(spec, N);
    let mut losses = vec![0.0; panel.len()];
    for e in stream {
        learn(&mut learner, e);
        for (i, u) in panel.iter().enumerate() {
            losses[i] += loss_of(&spec.loss, u, e);
            check(&learner, i, losses[i]);
        }
    }
}

fn stream_for(rng: &mut Rng, loss: &str, len: usize) -> Vec<Example> {
    let u = rng.vector(N);
    match loss {
        "hinge" => binary_stream(rng, &u, len, 0.0, 0.1),
        _ => regression_stream(rng, &u, len, 0.3),
    }
}

#[test]
fn lipschitz_losses_keep_the_bounds_of_fixed_horizon_and_growing_schedules() {
    let (mut rng, len) = (Rng::new(31), 60);
    for geo in GEOMETRIES {
        for loss in ["hinge", "eps-insensitive"] {
            for ascent in ["fixed", "exact"] {
                let stream = stream_for(&mut rng, loss, len);
                let (x, most) =
                    (largest_norm(geo, &stream), if geo.is_bounded() { geo.most(N) } else { 2.0 });
                let lipschitz = 0.5 * x * x;
                let panel: Vec<_> = (0..6).map(|_| within(&mut rng, geo, N, most)).collect();
                let f: Vec<f64> = panel.iter().map(|u| geo.value(u)).collect();
                let with = |schedule: &str| spec(loss, ascent, &geo.text(), schedule);
                let own = |l: &AnyLearner, theirs: f64| l.ledger().loss.value() - theirs;
                let rounds = |l: &AnyLearner| l.ledger().rounds as f64;

                follow(&with("fixed:C=0.3"), &stream, &panel, |l, i, theirs| {
                    let sum = l.certificate().subgradient_sum.unwrap();
                    at_most_up_to(own(l, theirs), regret::fixed(1.0 / 0.3, f[i], sum), 0.0, "C0");
                });
                let horizon =
                    format!("horizon:rounds={len},lipschitz={lipschitz},complexity={most}");
                follow(&with(&horizon), &stream, &panel, |l, i, theirs| {
                    if rounds(l) == len as f64 {
                        let bound = regret::horizon(f[i], most, lipschitz, rounds(l));
                        at_most_up_to(own(l, theirs), bound, 0.0, "C1");
                    }
                });
                let sqrt = format!("sqrt:lipschitz={lipschitz},complexity={most}");
                follow(&with(&sqrt), &stream, &panel, |l, i, theirs| {
                    let bound = regret::sqrt_rounds(f[i], most, lipschitz, rounds(l));
                    at_most_up_to(own(l, theirs), bound, 0.0, "C3");
                });
                follow(
                    &with(&format!("running:complexity={most}")),
                    &stream,
                    &panel,
                    |l, i, theirs| {
                        let seen = 0.5 * l.ledger().largest.powi(2);
                        let bound = regret::sqrt_rounds(f[i], most, seen, rounds(l));
                        at_most_up_to(own(l, theirs), bound, 0.0, "C4");
                    },
                );
                follow(
                    &with(&format!("hinge-sqrt:complexity={most}")),
                    &stream,
                    &panel,
                    |l, _, theirs| {
                        let bound = regret::hinge_sqrt(l.ledger().largest, most, rounds(l));
                        at_most_up_to(own(l, theirs), bound, 0.0, "C5");
                    },
                );
            }
        }
    }
}

#[test]
fn self_bounded_losses_keep_the_bounds_that_follow_the_loss() {
    let mut rng = Rng::new(32);
    for geo in GEOMETRIES {
        for ascent in ["fixed", "exact"] {
            let stream = stream_for(&mut rng, "squared", 80);
            let most = if geo.is_bounded() { geo.most(N) } else { 2.0 };
            let panel: Vec<_> = (0..8).map(|_| within(&mut rng, geo, N, most)).collect();
            let f: Vec<f64> = panel.iter().map(|u| geo.value(u)).collect();
            let bound = largest_norm(geo, &stream).powi(2);
            let squared = AnyLoss::parse("squared").unwrap();
            let total = |u: &Vec<f64>| stream.iter().map(|e| loss_of(&squared, u, e)).sum::<f64>();
            let worst = panel.iter().map(total).fold(0.0, f64::max);
            let with = |schedule: &str| spec("squared", ascent, &geo.text(), schedule);
            let own = |l: &AnyLearner, theirs: f64| l.ledger().loss.value() - theirs;

            let known = format!("self-bounded:bound={bound},loss={worst},complexity={most}");
            follow(&with(&known), &stream, &panel, |l, _, theirs| {
                let tight = regret::self_bounded(bound, most, worst);
                at_most_up_to(own(l, theirs), tight, 0.0, "C2");
                let printed = 2.0 * (bound * most * worst).sqrt() + 4.0 * bound * most;
                at_most_up_to(tight, printed, 0.0, "C2 is below the printed form");
            });
            for beta in [(0.1, 0.7), (1.0, 2.0)] {
                let adaptive = format!("loss-adaptive:beta1={},beta2={}", beta.0, beta.1);
                follow(&with(&adaptive), &stream, &panel, |l, i, theirs| {
                    let peak = l.ledger().largest_loss;
                    let limit = regret::loss_adaptive(beta, bound, f[i], theirs, peak);
                    at_most_up_to(own(l, theirs), limit, 0.0, "C7");
                });
            }
            if geo.is_bounded() {
                let y = stream.iter().map(|e| e.y.abs()).fold(0.0, f64::max);
                let beta1 = 0.5 * (geo.reach() * bound.sqrt() + y).powi(2);
                follow(
                    &with(&format!("bounded-domain:beta1={beta1},bound={bound}")),
                    &stream,
                    &panel,
                    |l, _, theirs| {
                        at_most_up_to(
                            own(l, theirs),
                            regret::bounded_domain(bound, most, theirs, beta1),
                            0.0,
                            "Cor. 4",
                        );
                    },
                );
            }
        }
    }
}
