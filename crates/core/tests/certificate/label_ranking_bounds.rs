//! Mistake bounds of label ranking and the chain behind them, `lambda M <= D_T <= P(U)`.
//!
//! Updates I, II and III in both geometries, on noisy, adversarial and separable streams; the
//! a-priori regret.
//!
//! Reference: Shalev-Shwartz & Singer, label ranking, Lemma 1 and sec. 4; Shalev-Shwartz 2007
//! (thesis), ch. 8.

use crate::support::label_ranking::{Kind, Round, Run, Setting, Stream, UPDATES, comparators};
use crate::support::{Geometry, Rng, at_most, dot, near};
const GEOMETRIES: [(Geometry, f64); 2] = [(Geometry::Euclid, 1.0), (Geometry::Entropy, 0.15)];

/// The labels that the learner ranks last.
fn against(run: &Run, round: &Round) -> Round {
    let weights = run.weights();
    let score = |r: &usize| dot(&weights[*r], &round.x);
    let lowest = (0..weights.len()).reduce(|a, b| if score(&b) < score(&a) { b } else { a });
    Round { relevant: lowest.into_iter().collect(), ..round.clone() }
}

fn largest_curvature(geo: Geometry, stream: &Stream) -> f64 {
    stream.rounds.iter().map(|round| geo.curvature(&round.x)).fold(0.0, f64::max)
}

/// What a mistake adds to the dual at least: `gamma C - kappa C^2`, for II and III its maximum over
/// smaller C.
fn promise(update: &str, setting: &Setting, kappa: f64) -> f64 {
    let best = setting.cap.min(setting.gamma / (2.0 * kappa));
    let a = if update.contains("mistake") { setting.cap } else { best };
    setting.gamma * a - kappa * a * a
}

#[test]
fn mistakes_are_paid_for_by_the_dual_and_the_dual_by_every_comparator() {
    let (mut rng, mut tightest) = (Rng::new(1), [0.0f64; 2]);
    for (geo, gamma) in GEOMETRIES {
        for kind in [Kind::Words, Kind::Real] {
            for (labels, adversarial) in [(2, false), (4, false), (4, true)] {
                let stream = Stream::draw(&mut rng, geo, kind, labels, 60, 0.2);
                let us = comparators(&mut rng, geo, &stream);
                let kappa = largest_curvature(geo, &stream);
                for share in [0.1, 0.5, 0.9] {
                    let cap = share * gamma / kappa;
                    let setting = Setting { geo, gamma, cap, labels, n: stream.n };
                    for update in UPDATES {
                        let (mut run, mut losses) =
                            (Run::new(setting, update), vec![0.0; us.len()]);
                        for round in &stream.rounds {
                            let round =
                                if adversarial { against(&run, round) } else { round.clone() };
                            run.learn(&round);
                            us.iter()
                                .zip(&mut losses)
                                .for_each(|(u, l)| *l += round.loss(u, gamma));
                        }
                        let promised = promise(update, &setting, kappa);
                        assert!(promised > 0.0);
                        at_most(promised * run.mistakes(), run.dual(), update);
                        tightest[0] = tightest[0].max(promised * run.mistakes() / run.dual());
                        for (u, loss) in us.iter().zip(&losses) {
                            let bound = (geo.complexity_of_rows(u) + cap * loss) / promised;
                            at_most(run.mistakes(), bound, update);
                            tightest[1] = tightest[1].max(run.mistakes() / bound);
                        }
                    }
                }
            }
        }
    }
    assert!(tightest[0] > 0.5 && tightest[1] > 0.3, "nearest {tightest:?}");
}

/// With a comparator of margin gamma the bound does not grow with the rounds: `2R^2|U|^2/gamma^2`,
/// on the simplices `4 kappa F/gamma^2`, at the best C; the same examples again and again.
#[test]
fn separable_streams_have_a_bounded_number_of_mistakes() {
    let mut rng = Rng::new(2);
    for (geo, _) in GEOMETRIES {
        for kind in [Kind::Words, Kind::Real] {
            let gamma = if kind == Kind::Words { 0.9 } else { 0.3 };
            let stream = Stream::separable(&mut rng, geo, kind, 3, 60, gamma);
            let kappa = largest_curvature(geo, &stream);
            let cap = gamma / (2.0 * kappa);
            let setting = Setting { geo, gamma, cap, labels: 3, n: stream.n };
            let bound = 4.0 * kappa * geo.complexity_of_rows(&stream.planted) / (gamma * gamma);
            for update in UPDATES {
                let mut run = Run::new(setting, update);
                for _ in 0..40 {
                    for round in &stream.rounds {
                        run.learn(round);
                    }
                }
                at_most(run.mistakes(), bound, update);
                assert!(
                    bound < 0.2 * run.learner.ledger().rounds as f64,
                    "the bound says something"
                );
            }
        }
    }
}

/// Update I in the Euclidean geometry does not depend on C: the best C in hindsight counts.
#[test]
fn update_one_keeps_the_bound_of_the_best_c() {
    let (mut rng, mut tightest) = (Rng::new(3), 0.0f64);
    for labels in [2, 5] {
        let stream = Stream::draw(&mut rng, Geometry::Euclid, Kind::Real, labels, 80, 0.15);
        let kappa = largest_curvature(Geometry::Euclid, &stream);
        let setting = Setting { geo: Geometry::Euclid, gamma: 1.0, cap: 4.0, labels, n: stream.n };
        let mut run = Run::new(setting, UPDATES[0]);
        stream.rounds.iter().for_each(|round| {
            run.learn(round);
        });
        for u in comparators(&mut rng, Geometry::Euclid, &stream) {
            let loss: f64 = stream.rounds.iter().map(|round| round.loss(&u, 1.0)).sum();
            let b = 2.0 * Geometry::Euclid.complexity_of_rows(&u);
            if b == 0.0 {
                continue;
            }
            let c = (-b + (b * b + 2.0 * b * loss / kappa).sqrt()) / (2.0 * loss);
            let bound = (0.5 * b + c * loss) / (c - kappa * c * c);
            near(bound, loss / (1.0 - 2.0 * kappa * c), 1e-9, "its short form");
            at_most(run.mistakes(), bound, "I");
            tightest = tightest.max(run.mistakes() / bound);
        }
    }
    assert!(tightest > 0.3, "nearest {tightest}");
}

/// Per round `Delta/C >= loss - C |x|^2` and in all `G - D_c <= sum |x|^2/c`, for II and III on
/// every loss, for I on mistakes: two blocks of a subgradient are +-x, so that its square is
/// `2|x|^2`.
#[test]
fn regret_has_its_a_priori_bound() {
    let (mut rng, mut tightest) = (Rng::new(4), 0.0f64);
    for (geo, gamma) in GEOMETRIES {
        for kind in [Kind::Words, Kind::Real] {
            for cap in [0.05, 0.5, 3.0] {
                let stream = Stream::draw(&mut rng, geo, kind, 4, 40, 0.2);
                let setting = Setting { geo, gamma, cap, labels: 4, n: stream.n };
                for update in UPDATES {
                    let (mut run, mut sum) = (Run::new(setting, update), 0.0);
                    for round in &stream.rounds {
                        let play = run.play(round);
                        let largest = round.x.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
                        let square = if geo == Geometry::Euclid {
                            crate::support::square(&round.x)
                        } else {
                            largest * largest
                        };
                        let acts = !update.contains("mistake") || play.outcome.violation;
                        let loss = if acts { play.outcome.loss } else { 0.0 };
                        if loss > 0.0 {
                            sum += cap * square;
                            at_most(loss - cap * square, play.increase / cap, update);
                        }
                        let certificate = run.certificate();
                        let own = if update.contains("mistake") {
                            certificate.mistake_loss
                        } else {
                            certificate.cumulative_loss
                        };
                        near(certificate.subgradient_sum.unwrap(), sum, 1e-9, "subgradients");
                        let regret = own - certificate.dual_value.unwrap();
                        at_most(regret, sum, update);
                        tightest = tightest.max(regret / sum.max(1e-9));
                    }
                }
            }
        }
    }
    assert!(tightest > 0.5, "nearest {tightest}");
}
