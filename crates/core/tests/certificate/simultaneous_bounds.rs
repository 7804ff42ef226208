//! Mistake bounds of simultaneous projections and their chain, `eps c(C) <= D_T <= P(u)`.
//!
//! Both geometries, random and adversarial streams; the best C in hindsight; what does not depend
//! on C.
//!
//! Reference: Amit et al., simultaneous projections, Thm. 2, Cor. 4, Thm. 6, Cor. 8 as corrected,
//! App. B.

use crate::support::tasks::{Run, Setting, Stream, Tasks, comparators, play_all};
use crate::support::{Geometry, Rng, at_most, near, scaled, square};
use noregret_core::certificate::competitive::{Setting as Proved, Step};

/// `max gamma a - a^2 R^2/2` over `a <= C`.
fn best(setting: &Setting, radius: f64) -> f64 {
    proved(setting, radius).increase(Step::Exact)
}

fn proved(setting: &Setting, radius: f64) -> Proved {
    let Setting { gamma, cap, .. } = *setting;
    Proved { aggressiveness: cap, margin: gamma, curvature: radius * radius }
}

/// What every imperfect round adds to the dual at least; the third number is the most rows violated
/// in a round.
fn promise(ascent: &str, setting: &Setting, radius: f64, most: f64) -> f64 {
    match ascent {
        "spread:on=mistake" => proved(setting, radius).increase(Step::Unit),
        "simultaneous" => best(setting, radius) / most,
        _ => best(setting, radius),
    }
}

const CERTIFIED: [&str; 6] =
    ["spread:on=mistake", "simultaneous:on=mistake", "simultaneous", "exact", "separable", "joint"];

#[test]
fn imperfect_rounds_are_paid_for_by_the_dual_and_the_dual_by_every_comparator() {
    let (mut rng, mut tightest, mut checked) = (Rng::new(1), 0.0f64, 0);
    for geo in [Geometry::Euclid, Geometry::Entropy] {
        for whole in [false, true] {
            for stream in Stream::of_every_kind(&mut rng, geo, whole, 60) {
                let us = comparators(&mut rng, geo, &stream);
                let (gamma, radius) =
                    (if geo == Geometry::Euclid { 1.0 } else { 0.3 }, stream.radius(geo));
                for share in [0.05, 0.3, 0.5, 0.9] {
                    let setting = Setting { geo, gamma, cap: share * 2.0 * gamma / radius.powi(2) };
                    for ascent in CERTIFIED {
                        if ascent == "joint" && geo == Geometry::Entropy {
                            continue;
                        }
                        let mut run = Run::new(setting, ascent, stream.n);
                        let (mut most, mut seen) = (1.0f64, Vec::new());
                        play_all(&mut run, &stream, |_, tasks, play| {
                            most = most.max(play.paper.violated().len() as f64);
                            seen.push(tasks.clone());
                        });
                        let promised = promise(ascent, &setting, radius, most);
                        assert!(promised > 0.0);
                        at_most(run.imperfect() * promised, run.dual(), ascent);
                        for u in &us {
                            let loss: f64 = seen.iter().map(|t| t.loss(u, gamma)).sum();
                            let bound = (geo.complexity(u) + setting.cap * loss) / promised;
                            at_most(run.imperfect(), bound, ascent);
                            tightest = tightest.max(run.imperfect() / bound);
                        }
                        checked += 1;
                    }
                }
            }
        }
    }
    assert!(checked > 300 && tightest > 0.5, "{checked} runs, nearest {tightest}");
}

/// ConProj, MaxPA and the guarded SimOpt for every C, however large, where SimPerc has no bound.
#[test]
fn exact_steps_keep_their_bound_at_every_c() {
    let mut rng = Rng::new(2);
    for stream in Stream::of_every_kind(&mut rng, Geometry::Euclid, false, 80) {
        for cap in [1e-6, 1e-2, 2.0, 1e3, 1e8] {
            let (setting, radius) = (Setting::euclid(cap), stream.radius(Geometry::Euclid));
            for ascent in ["simultaneous:on=mistake", "exact", "separable", "joint"] {
                let mut run = Run::new(setting, ascent, stream.n);
                play_all(&mut run, &stream, |_, _, _| {});
                at_most(run.imperfect() * best(&setting, radius), run.dual(), ascent);
            }
        }
    }
}

/// The bound is reached: orthonormal rows, a new one each round, C = 1.
#[test]
fn the_bound_of_simperc_is_reached() {
    let (n, setting) = (20, Setting::euclid(1.0));
    for ascent in ["spread:on=mistake", "simultaneous:on=mistake", "exact", "joint", "separable"] {
        let mut run = Run::new(setting, ascent, n);
        for j in 0..n {
            let x = (0..n).map(|i| f64::from(i == j)).collect();
            assert!(run.play(&Tasks::one(x, 1.0)).outcome.violation);
        }
        // u = (1, ..., 1) has no loss: (n/2)/(1 - 1/2) = n.
        near(run.imperfect(), n as f64, 0.0, ascent);
        near(run.dual(), 0.5 * n as f64, 1e-9, ascent);
    }
}

/// Powers of two: the weights are C times the same bits, the answers the same.
#[test]
fn simperc_does_not_depend_on_c_bit_for_bit() {
    let mut rng = Rng::new(3);
    for name in ["random", "planted", "alike", "orthogonal"] {
        let stream = Stream::draw(&mut rng, Geometry::Euclid, false, name, 80);
        let mut runs: Vec<Run> = [1.0, 0.0625, 8.0, 1024.0]
            .map(|cap| Run::new(Setting::euclid(cap), "spread:on=mistake", stream.n))
            .into();
        for tasks in &stream.rounds {
            let outcomes: Vec<bool> =
                runs.iter_mut().map(|run| run.learn(tasks, 1.0).violation).collect();
            assert!(outcomes.iter().all(|o| *o == outcomes[0]));
        }
        let one = runs[0].weights();
        assert!(runs[0].imperfect() > 3.0);
        for run in &runs[1..] {
            assert_eq!(run.weights(), scaled(&one, run.setting.cap), "{name}");
        }
    }
}

/// App. B: since SimPerc ignores C, the best bound over C holds for it; and for any c' the dual
/// rescaled to c' still bounds the comparator from below.
#[test]
fn simperc_keeps_the_bound_of_the_best_c() {
    let best_bound = |b: f64, l: f64| l + 0.5 * b + 0.5 * (b * b + 4.0 * b * l).sqrt();
    near(best_bound(1.0, 2.0), 4.0, 1e-12, "golden");
    near(best_bound(3.0, 0.7), 4.285_665, 1e-6, "golden");
    near(best_bound(2.0, 10.0), 15.582_576, 1e-6, "golden");
    let (mut rng, mut tightest) = (Rng::new(4), 0.0f64);
    for stream in Stream::of_every_kind(&mut rng, Geometry::Euclid, false, 80) {
        let us = comparators(&mut rng, Geometry::Euclid, &stream);
        let radius = stream.radius(Geometry::Euclid);
        let mut run = Run::new(Setting::euclid(7.0), "spread:on=mistake", stream.n);
        let (mut mass, mut seen) = (0.0, Vec::new());
        play_all(&mut run, &stream, |_, tasks, play| {
            mass += play.mass;
            seen.push(tasks.clone());
        });
        for u in us {
            let loss: f64 = seen.iter().map(|t| t.loss(&u, 1.0)).sum();
            let b = radius.powi(2) * square(&u);
            at_most(run.imperfect(), best_bound(b, loss), "best C in hindsight");
            tightest = tightest.max(run.imperfect() / best_bound(b, loss));
            if loss > 0.0 && b > 0.0 {
                let c = 2.0 / (1.0 + (1.0 + 4.0 * loss / b).sqrt()) / radius.powi(2);
                let at_c = (0.5 * square(&u) + c * loss) / (c - 0.5 * (c * radius).powi(2));
                near(at_c, best_bound(b, loss), 1e-9, "the C that gives it");
                near(at_c, loss / (1.0 - c * radius.powi(2)), 1e-9, "its short form");
            }
            for c in [0.01, 0.3, 2.0, 40.0] {
                let rate = c / run.setting.cap;
                let rescaled = rate * mass - 0.5 * rate * rate * square(&run.weights());
                at_most(rescaled, 0.5 * square(&u) + c * loss, "rescaled dual");
            }
        }
    }
    assert!(tightest > 0.4, "nearest {tightest}");
}
