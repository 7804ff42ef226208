//! The certificate of boosting: exp-loss, training error, edges and dual.
//!
//! The product of the Z is the exp-loss, which lies between the training error and what the edges
//! guarantee; no distribution over the examples refutes the dual; the exp-loss of the rules without
//! gamma never rises.
//!
//! Reference: Shalev-Shwartz 2007 (thesis), ch. 6; Freund & Schapire 1997.

use crate::support::Rng;
use crate::support::boosting::{Loud, NoisyExamples, rules};
use noregret_core::boost::{AnyRule, Booster, Committee, Leaves, Rule, Stumps};

const ROUNDS: usize = 60;

/// Every rule, also with other gammas, on a few sets.
fn each_run(mut see: impl FnMut(&NoisyExamples, &AnyRule)) {
    let more =
        ["majority:gamma=0.02", "majority:gamma=0.5", "capped:gamma=0.03", "capped:gamma=0.4"];
    let more = more.iter().map(|text| AnyRule::parse(text).unwrap());
    for rule in rules().into_iter().chain(more) {
        for seed in 0..6 {
            see(&NoisyExamples::draw(seed, 40 + 30 * seed as usize, seed % 2 == 1), &rule);
        }
    }
}

#[test]
fn exp_loss_is_the_product_and_lies_between_error_and_bound() {
    each_run(|data, rule| {
        let (mut booster, mut weak) = data.booster(rule);
        let (shares, mut members, mut last) = (data.shares(), Vec::new(), 1.0);
        for t in 0..ROUNDS {
            let Some(round) = booster.round(&mut weak).unwrap() else { break };
            members.push((round.step, round.hypothesis));
            let now = booster.certificate();
            let committee = Committee::new(members.clone()).unwrap();
            let margin = |(x, y): (_, &f64)| y * committee.score(x).unwrap();
            let margins: Vec<f64> =
                data.instances().into_iter().zip(&data.sides).map(margin).collect();
            assert_eq!(margins, booster.examples().margins(), "{rule} {t}");
            let direct: f64 = margins.iter().zip(&shares).map(|(z, p)| p * (-z).exp()).sum();
            for (name, value) in [("exp_loss", now.exp_loss), ("product", now.product)] {
                assert!((value / direct - 1.0).abs() < 1e-12, "{rule} {t} {name} {value} {direct}");
            }
            let wrong: f64 =
                margins.iter().zip(&shares).filter(|(z, _)| **z <= 0.0).map(|(_, p)| p).sum();
            assert!((now.training_error - wrong).abs() < 1e-12);
            assert!(now.training_error <= now.exp_loss * (1.0 + 1e-12), "{rule} {t} {now}");
            assert!(now.exp_loss <= now.bound * (1.0 + 1e-12), "{rule} {t} {now}");
            if !rule.name().starts_with("majority") {
                assert!(now.exp_loss <= last * (1.0 + 1e-12), "{rule} {t} rises");
            }
            last = now.exp_loss;
        }
        assert!(booster.certificate().rounds > 3, "{rule}");
    });
}

/// The bounds in the form of the source: `exp(-2 sum gamma_t^2)` without gamma, `exp(-2 gamma^2 T)`
/// with it.
#[test]
fn bounds_of_the_source() {
    for seed in 0..6 {
        let data = NoisyExamples::draw(100 + seed, 80, false);
        for rule in rules() {
            let (mut booster, mut weak) = data.booster(&rule);
            let (mut squares, mut rounds, mut least) = (0.0, 0, f64::INFINITY);
            while rounds < 30
                && let Some(round) = booster.round(&mut weak).unwrap()
            {
                squares += round.edge * round.edge;
                least = least.min(round.edge);
                rounds += 1;
            }
            let now = booster.certificate();
            assert_eq!(now.least_edge, Some(least), "{rule}");
            let gamma = least / 2.0;
            match rule.name() {
                "majority" | "capped" => {
                    let rule = AnyRule::parse(&format!("{}:gamma={gamma}", rule.name())).unwrap();
                    let (mut booster, mut weak) = data.booster(&rule);
                    for t in 1..=rounds {
                        let Some(round) = booster.round(&mut weak).unwrap() else { break };
                        if round.edge < 2.0 * gamma {
                            break;
                        }
                        let loss = booster.certificate().exp_loss;
                        let bound = (-2.0 * gamma * gamma * f64::from(t)).exp();
                        assert!(loss <= bound * (1.0 + 1e-12), "{rule} {t}: {loss} {bound}");
                    }
                }
                _ => {
                    let bound = (-0.5 * squares).exp();
                    assert!((now.bound / bound - 1.0).abs() < 1e-9 || now.bound < bound, "{rule}");
                    assert!(now.exp_loss <= bound * (1.0 + 1e-12), "{rule} {now}");
                }
            }
        }
    }
}

/// Answers up to H = 3 in size: the bound is `exp(-1/2 sum (e/H)^2)`.
///
/// Answers that are worse than chance end the run.
#[test]
fn loud_answers_keep_their_bound_and_wrong_ones_are_not_taken() {
    for rule in rules().into_iter().filter(|rule| !rule.needs_signs()) {
        let data = NoisyExamples::draw(40, 90, true);
        let run = |times: f64| {
            let stumps = Stumps::new(&data.instances(), Leaves::Reals).unwrap();
            let booster = Booster::new(rule.clone(), data.sides.clone(), &data.importance);
            (booster.unwrap(), Loud { stumps, times })
        };
        let ((mut booster, mut weak), mut squares) = (run(3.0), 0.0);
        for t in 0..40 {
            let Some(round) = booster.round(&mut weak).unwrap() else { break };
            // The largest answer of a stump is its own.
            let reach = 3.0 * round.hypothesis.below.abs().max(round.hypothesis.above.abs());
            let reach = if rule.name() == "gentle" { reach.max(1.0) } else { reach };
            squares += (round.edge / reach).powi(2);
            let now = booster.certificate();
            assert!(now.exp_loss <= now.bound * (1.0 + 1e-12), "{rule} {t} {now}");
            assert!((now.bound.ln() + 0.5 * squares).abs() < 1e-9, "{rule} {t} {now}");
        }
        assert!(booster.certificate().rounds > 3, "{rule}");
        let (mut booster, mut weak) = run(-1.0);
        assert!(booster.round(&mut weak).unwrap().is_none(), "{rule}");
    }
}

/// `D = -c ln(exp-loss) <= c KL(u, p) + sum_t [<u,v_t>]_+` for every distribution u and
/// `c <= 1/max alpha`.
#[test]
fn weak_duality() {
    each_run(|data, rule| {
        let (mut booster, mut weak) = data.booster(rule);
        let mut largest: f64 = 0.0;
        for _ in 0..20 {
            let Some(round) = booster.round(&mut weak).unwrap() else { break };
            largest = largest.max(round.step);
        }
        let (log_loss, shares) = (booster.examples().log_loss(), data.shares());
        let mut rng = Rng::new(5);
        // Random ones, the examples one by one, and the last weights, which are the best of all.
        let mut tried: Vec<Vec<f64>> = (0..50).map(|_| rng.simplex(shares.len())).collect();
        tried.extend((0..shares.len()).map(|i| {
            let mut u = vec![0.0; shares.len()];
            u[i] = 1.0;
            u
        }));
        tried.push(booster.examples().weights().to_vec());
        for c in [1.0 / largest, 0.3 / largest] {
            let dual = -c * log_loss;
            for u in &tried {
                let terms = u.iter().zip(&shares).filter(|(u, _)| **u > 0.0);
                let divergence: f64 = terms.map(|(u, p)| u * (u / p).ln()).sum();
                let edge = |v: &Vec<f64>| u.iter().zip(v).map(|(u, v)| u * v).sum::<f64>().max(0.0);
                let primal = c * divergence + weak.said.iter().map(edge).sum::<f64>();
                assert!(dual <= primal + 1e-12, "{rule} {dual} {primal}");
            }
        }
    });
}
