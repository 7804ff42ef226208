//! Golden rounds, symmetries and degenerate rounds of label ranking.
//!
//! Reference: Shalev-Shwartz & Singer, label ranking; Shalev-Shwartz 2007 (thesis), ch. 8.

use crate::support::label_ranking::{Kind, Round, Run, Setting, Stream, UPDATES};
use crate::support::{Geometry, Rng, at_most, near, near_all, scaled};
use noregret_core::round::Quality;
use noregret_core::{ClassName, Instance, Label, Prediction};

/// Weights whose scores on x are those given: a fifth label, far below, takes what the others are
/// given.
fn prepared(setting: Setting, x: &[f64], steps: &[f64]) -> Run {
    let mut run = Run::new(setting, "fixed");
    for (y, &t) in steps.iter().enumerate() {
        match t {
            t if t > 0.0 => run.push(x, y, steps.len(), t),
            t if t < 0.0 => run.push(x, steps.len(), y, -t),
            _ => {}
        }
    }
    run
}

fn dense(x: &[f64], relevant: &[usize]) -> Round {
    Round { x: x.into(), relevant: relevant.into(), dense: true }
}

/// Scores (.20, .30, .10, .25) of one word in ten.
fn entropic(cap: f64, gamma: f64) -> (Run, Round) {
    let setting = Setting { geo: Geometry::Entropy, gamma, cap, labels: 5, n: 10 };
    let x: Vec<f64> = (0..10).map(|j| f64::from(j == 0)).collect();
    let logit = |q: f64| (q / (1.0 - q)).ln();
    let steps = [0.2, 0.3, 0.1, 0.25].map(|q| logit(q) - logit(0.1));
    let run = prepared(setting, &x, &steps);
    let scores: Vec<f64> = run.weights().iter().map(|w| w[0]).collect();
    near_all(&scores[..4], &[0.2, 0.3, 0.1, 0.25], 1e-12, "scores to start from");
    (run, Round { x, relevant: vec![2], dense: false })
}

#[test]
fn golden_rounds_on_the_simplex() {
    let two =
        [(0.1, 0.1, 0.048_502_045), (1.0, 1.0, 0.351_706_878), (5.0, 1.681_537_448, 0.421_582_112)];
    for (cap, step, increase) in two {
        let (run, round) = entropic(cap, 0.3);
        let play = run.with_ascent("exact").play(&round);
        near_all(&play.alpha, &[0.0, -step, step, 0.0, 0.0], 1e-8, "update II");
        near(play.increase, increase, 1e-8, "update II");
    }
    let three = [
        (0.1, [0.0, -0.1, 0.1, 0.0], 0.048_502_045),
        (1.0, [-0.057_773_809, -0.596_770_310, 1.0, -0.345_455_881], 0.373_377_291),
        (5.0, [-0.383_914_260, -0.922_910_761, 1.978_421_353, -0.671_596_332], 0.504_895_603),
    ];
    for (cap, alpha, increase) in three {
        for (solver, room) in [("joint", 1e-8), ("joint:solver=interior", 1e-5)] {
            let (run, round) = entropic(cap, 0.3);
            let play = run.with_ascent(solver).play(&round);
            near_all(&play.alpha[..4], &alpha, room, solver);
            near(play.increase, increase, 1e-8, solver);
            assert!(play.alpha[4].abs() < room);
        }
    }
}

/// Scores (.5, -.25, 0, .75), `|x|^2 = 2`, relevant: the second and the third.
#[test]
fn golden_rounds_in_the_euclidean_geometry() {
    let x = [1.0, 1.0];
    let start = |cap: f64| {
        let setting = Setting { geo: Geometry::Euclid, gamma: 1.0, cap, labels: 5, n: 2 };
        let run = prepared(setting, &x, &[0.25, -0.125, 0.0, 0.375]);
        let scores: Vec<f64> = run.weights().iter().map(|w| w[0] + w[1]).collect();
        near_all(&scores, &[0.5, -0.25, 0.0, 0.75, -1.0], 1e-12, "scores to start from");
        run
    };
    for (cap, step, increase) in [(0.1, 0.1, 0.18), (0.5, 0.5, 0.5), (5.0, 0.5, 0.5)] {
        let play = start(cap).with_ascent("exact").play(&dense(&x, &[1, 2]));
        near_all(&play.alpha, &[0.0, step, 0.0, -step, 0.0], 1e-12, "update II");
        near(play.increase, increase, 1e-12, "update II");
    }
    let three = [
        (0.1, [0.0, 0.1, 0.0, -0.1], 0.18),
        (0.5, [-0.1875, 0.3125, 0.1875, -0.3125], 0.640625),
        (5.0, [-0.375, 0.5, 0.375, -0.5], 0.78125),
    ];
    for (cap, alpha, increase) in three {
        for (solver, room) in [("joint", 1e-12), ("joint:solver=interior", 1e-5)] {
            let play = start(cap).with_ascent(solver).play(&dense(&x, &[1, 2]));
            near_all(&play.alpha[..4], &alpha, room, solver);
            near(play.increase, increase, 1e-7, solver);
        }
    }
}

/// Thesis, 5.2: update II from uniform weights, c = 0.5, gamma = 0.4.
#[test]
fn golden_steps_of_the_thesis() {
    let setting = Setting { geo: Geometry::Entropy, gamma: 0.4, cap: 2.0, labels: 2, n: 4 };
    for (x, step) in [([1.0, 0.0, 1.0, 0.0], 0.423_649), ([1.0, 0.0, 0.0, 0.0], 0.549_306)] {
        let outcome = Run::new(setting, "exact").learn(&dense(&x, &[0]));
        near(outcome.step, step, 1e-6, "dual variable");
    }
}

/// Update I, Euclid: the rankings depend neither on C nor on gamma; with powers of two not one bit
/// of the weights.
#[test]
fn update_one_knows_no_scale() {
    let mut rng = Rng::new(1);
    let stream = Stream::draw(&mut rng, Geometry::Euclid, Kind::Real, 4, 100, 0.2);
    let setting =
        |cap, gamma| Setting { geo: Geometry::Euclid, gamma, cap, labels: 4, n: stream.n };
    let mut one = Run::new(setting(1.0, 1.0), UPDATES[0]);
    let mut others: Vec<Run> = [(0.25, 1.0), (64.0, 0.1), (1.0, 5.0)]
        .map(|(cap, gamma)| Run::new(setting(cap, gamma), UPDATES[0]))
        .into();
    for round in &stream.rounds {
        let violation = one.learn(round).violation;
        others.iter_mut().for_each(|run| assert_eq!(run.learn(round).violation, violation));
    }
    for run in others {
        let expected: Vec<Vec<f64>> =
            one.weights().iter().map(|w| scaled(w, run.setting.cap)).collect();
        assert_eq!(run.weights(), expected);
    }
}

/// Labels by other names, in another order: the same weights by name.
#[test]
fn labels_may_be_renamed() {
    let (mut rng, to) = (Rng::new(2), [2, 0, 3, 1]);
    for geo in [Geometry::Euclid, Geometry::Entropy] {
        let stream = Stream::draw(&mut rng, geo, Kind::Real, 4, 40, 0.2);
        let gamma = if geo == Geometry::Euclid { 1.0 } else { 0.15 };
        let setting = Setting { geo, gamma, cap: 0.7, labels: 4, n: stream.n };
        for update in UPDATES {
            let (mut run, mut other) = (Run::new(setting, update), Run::new(setting, update));
            // Of equals the first moves: at first each label learns something of its own.
            for (better, worse) in [(0, 1), (2, 3)] {
                let x = rng.vector(stream.n);
                run.push(&x, better, worse, 0.3);
                other.push(&x, to[better], to[worse], 0.3);
            }
            for round in &stream.rounds {
                let mut relevant: Vec<usize> = round.relevant.iter().map(|&r| to[r]).collect();
                relevant.sort_unstable();
                let renamed = Round { relevant, ..round.clone() };
                let (a, b) = (run.play(round), other.play(&renamed));
                (0..4).for_each(|r| near_all(&a.after[r], &b.after[to[r]], 1e-4, update));
            }
        }
    }
}

/// Two labels, one relevant, II: `w = w_1 - w_2` is binary PA-I with margin gamma and cap 2C.
#[test]
fn two_labels_are_binary() {
    let mut rng = Rng::new(3);
    for cap in [0.05, 0.4, 10.0] {
        let setting = Setting { geo: Geometry::Euclid, gamma: 0.8, cap, labels: 2, n: 5 };
        for update in ["exact", "joint", "simultaneous"] {
            let mut run = Run::new(setting, update);
            let mut spec = noregret_core::Spec::named("pa1", "binary").unwrap();
            spec.set_aggressiveness(2.0 * cap).unwrap();
            assert!(spec.loss.set_margin(0.8));
            let mut binary = spec.build().unwrap();
            for _ in 0..60 {
                let (x, y) = (rng.vector(5), rng.below(2));
                run.learn(&dense(&x, &[y]));
                let side = if y == 0 { 1.0 } else { -1.0 };
                binary.learn(Instance::Dense(&x), Label::Number(side)).unwrap();
                let w = run.weights();
                let apart: Vec<f64> = w[0].iter().zip(&w[1]).map(|(a, b)| a - b).collect();
                let expected: Vec<f64> = (0..5).map(|j| binary.weight(j, 0)).collect();
                near_all(&apart, &expected, 1e-9, update);
            }
        }
    }
}

/// An empty or full set asks for nothing; x = 0 and, on the simplex, equal entries everywhere tie
/// for ever: dual mass is booked and no weight moves.
#[test]
fn degenerate_rounds() {
    for (geo, gamma) in [(Geometry::Euclid, 1.0), (Geometry::Entropy, 0.2)] {
        for cap in [1e-8, 0.5, 1e8] {
            let setting = Setting { geo, gamma, cap, labels: 3, n: 4 };
            for update in
                UPDATES.into_iter().chain(["joint:solver=interior", "simultaneous", "separable"])
            {
                let mut run = Run::new(setting, update);
                let x = [0.5, -1.0, 0.25, 1.0];
                for round in [dense(&x, &[]), dense(&x, &[0, 1, 2])] {
                    let play = run.play(&round);
                    assert_eq!((&play.before, play.mass), (&play.after, 0.0), "{update}");
                    assert!(!play.outcome.violation && play.outcome.loss == 0.0);
                }
                let mut flat = vec![vec![0.0; 4]];
                flat.extend((geo == Geometry::Entropy).then(|| vec![1.0; 4]));
                for x in flat {
                    for dense in [true, false] {
                        let play = run.play(&Round { x: x.clone(), relevant: vec![1], dense });
                        // After a step along equal entries the tie is one but for rounding.
                        assert!(play.outcome.violation || x[0] != 0.0, "{update}: a tie");
                        assert!(play.outcome.margin.abs() < 1e-9, "{update}: a tie");
                        assert!(play.after.iter().flatten().all(|w| w.is_finite()));
                        (0..3)
                            .for_each(|r| near_all(&play.after[r], &play.before[r], 1e-9, update));
                        if play.outcome.violation || !update.contains("mistake") {
                            near(play.increase / cap, gamma, 1e-6, update);
                        }
                    }
                }
                for _ in 0..3 {
                    let play = run.play(&dense(&x, &[2]));
                    assert!(
                        play.after.iter().flatten().all(|w| w.is_finite()),
                        "{update} at {cap}"
                    );
                    at_most(play.mass, cap, update);
                }
                at_most(run.learner.lower_bound(0.0), 7.0 * gamma, "the start loses gamma");
            }
        }
    }
}

/// On the simplex no margin of 1 is reached with words: the whole of C is spent.
#[test]
fn a_margin_out_of_reach_takes_the_whole_cap() {
    for gamma in [1.0, 3.0] {
        let setting = Setting { geo: Geometry::Entropy, gamma, cap: 0.7, labels: 4, n: 5 };
        for update in UPDATES.into_iter().chain(["joint:solver=interior"]) {
            let mut run = Run::new(setting, update);
            for (x, relevant) in [([1.0, 0.0, 1.0, 0.0, 0.0], 1), ([0.0, 1.0, 1.0, 0.0, 0.0], 3)] {
                let round = Round { x: x.into(), relevant: vec![relevant], dense: false };
                let play = run.play(&round);
                near(play.mass, 0.7, 1e-6, update);
            }
        }
    }
}

/// The answer ranks all labels, the measures are those of the scores before the round.
#[test]
fn rankings_and_their_measures() {
    let mut rng = Rng::new(4);
    let stream = Stream::draw(&mut rng, Geometry::Euclid, Kind::Real, 5, 80, 0.2);
    let setting = Setting { geo: Geometry::Euclid, gamma: 1.0, cap: 0.5, labels: 5, n: stream.n };
    let mut run = Run::new(setting, "joint");
    for round in &stream.rounds {
        let (answer, _) = run.learner.predict(Instance::Dense(&round.x)).unwrap();
        let Prediction::Ranking(order) = answer else { panic!("a ranking") };
        let play = run.play(round);
        let rank = |name: &ClassName| (0..5).find(|&r| name.is(Label::Number(r as f64))).unwrap();
        let order: Vec<usize> = order.iter().map(rank).collect();
        assert!(order.windows(2).all(|p| play.scores[p[0]] >= play.scores[p[1]] - 1e-12));
        let Quality::Ranking(measures) = play.outcome.quality else { panic!("measures") };
        let is = |r: usize| round.relevant.contains(&r);
        let pairs: Vec<(usize, usize)> = (0..5)
            .flat_map(|r| (0..5).map(move |s| (r, s)))
            .filter(|&(r, s)| is(r) && !is(s))
            .collect();
        let tied = |r: usize| (0..r).any(|s| (play.scores[r] - play.scores[s]).abs() < 1e-12);
        if pairs.is_empty() || (0..5).any(tied) {
            continue;
        }
        let wrong = pairs.iter().filter(|(r, s)| play.scores[*r] <= play.scores[*s]).count();
        near(measures.ranking_loss, wrong as f64 / pairs.len() as f64, 1e-12, "ranking loss");
        assert_eq!(measures.one_error == 1.0, !is(order[0]));
        let last = (0..5).rfind(|&place| is(order[place])).unwrap();
        assert_eq!(measures.coverage, last as f64);
        let place = |r: usize| order.iter().position(|&o| o == r).unwrap();
        let precision = |r: usize| {
            let above = order[..=place(r)].iter().filter(|&&o| is(o)).count();
            above as f64 / (place(r) + 1) as f64
        };
        let mean: f64 = round.relevant.iter().map(|&r| precision(r)).sum::<f64>();
        near(measures.precision, mean / round.relevant.len() as f64, 1e-12, "precision");
        assert_eq!(play.outcome.violation, wrong > 0);
    }
}
