//! Updates I, II and III of label ranking, round by round, in both geometries.
//!
//! Which labels move, how far, and by how much the dual grows; closed forms and solvers against
//! slow searches.
//!
//! Reference: Shalev-Shwartz & Singer, label ranking, sec. 2-5.

use crate::support::label_ranking::{
    Kind, Play, Round, Run, Setting, Stream, UPDATES, comparators,
};
use crate::support::{Geometry, Rng, at_most, near, near_all};
/// Both geometries, words and any numbers, few and many labels, small and large C.
fn everywhere(seed: u64, len: usize, mut see: impl FnMut(Setting, &Stream)) {
    let mut rng = Rng::new(seed);
    for geo in [Geometry::Euclid, Geometry::Entropy] {
        for kind in [Kind::Words, Kind::Real] {
            for labels in [2, 3, 6] {
                let stream = Stream::draw(&mut rng, geo, kind, labels, len, 0.2);
                for cap in [0.1, 1.0, 8.0] {
                    let gamma = if geo == Geometry::Euclid { 1.0 } else { 0.15 };
                    see(Setting { geo, gamma, cap, labels, n: stream.n }, &stream);
                }
            }
        }
    }
}

fn every_round(seed: u64, mut see: impl FnMut(&str, &Play)) {
    everywhere(seed, 25, |setting, stream| {
        for update in UPDATES.into_iter().chain(["joint:solver=interior"]) {
            let mut run = Run::new(setting, update);
            for round in &stream.rounds {
                see(update, &run.play(round));
            }
        }
    });
}

/// `alpha >= 0` on the set, `<= 0` off it, sums to 0, `A <= C`; a step is along x and nothing else;
/// Euclid: columns sum to 0 at all times; without an update no bit changes.
#[test]
fn coefficients_are_feasible() {
    let (mut moved, mut kept) = (0, 0);
    every_round(1, |update, play| {
        let Setting { geo, cap, .. } = play.setting;
        let size = 1e-7 * (1.0 + cap);
        for (y, a) in play.alpha.iter().enumerate() {
            let side = if play.round.relevant.contains(&y) { 1.0 } else { -1.0 };
            assert!(side * a >= -size, "{update}: {a} for label {y}");
            let expected = geo.moved(&play.before[y], &play.round.x, *a);
            near_all(&play.after[y], &expected, 1e-8, update);
        }
        assert!(play.alpha.iter().sum::<f64>().abs() <= size, "{update}");
        let lead: f64 = play.round.relevant.iter().map(|&r| play.alpha[r]).sum();
        near(lead, play.mass, 1e-7, update);
        assert!(play.mass <= cap * (1.0 + 1e-12), "{update}: {} of {cap}", play.mass);
        if geo == Geometry::Euclid {
            for j in 0..play.after[0].len() {
                let sum: f64 = play.after.iter().map(|w| w[j]).sum();
                assert!(sum.abs() < 1e-9, "column sum {sum}");
            }
        } else {
            let sums = play.after.iter().map(|w| w.iter().sum::<f64>());
            sums.for_each(|sum| near(sum, 1.0, 1e-12, "a simplex each"));
        }
        let quiet =
            play.outcome.loss == 0.0 || update.contains("mistake") && !play.outcome.violation;
        if quiet {
            assert_eq!((&play.before, play.mass), (&play.after, 0.0), "{update}");
            kept += 1;
        } else {
            moved += 1;
        }
    });
    assert!(moved > 1500 && kept > 300, "{moved} steps, {kept} rounds without");
}

/// The certificate gains `gamma A - sum h(alpha)`; its value is that of the potential.
#[test]
fn the_increase_is_that_of_the_formula() {
    every_round(2, |update, play| {
        near(play.increase, play.increase_of(play.mass, &play.alpha), 1e-7, update);
        let scores: Vec<f64> = play.scores.clone();
        near(play.outcome.loss, play.round.loss_of(&scores, play.setting.gamma), 1e-9, "loss");
    });
}

/// Where `gamma tau - h_r(tau) - h_s(-tau)` is largest on [0, C], by bisection of its derivative.
fn best_pair_step(play: &Play, (r, s): (usize, usize)) -> f64 {
    let Setting { geo, gamma, cap, .. } = play.setting;
    let x = &play.round.x;
    let missing =
        |tau: f64| gamma - geo.score(&play.before[r], x, tau) + geo.score(&play.before[s], x, -tau);
    if missing(0.0) <= 0.0 {
        return 0.0;
    }
    if missing(cap) >= 0.0 {
        return cap;
    }
    let (mut low, mut high) = (0.0, cap);
    for _ in 0..80 {
        let middle = 0.5 * (low + high);
        if missing(middle) > 0.0 { low = middle } else { high = middle }
    }
    low
}

/// I: all of C on the worst pair, on mistakes; II: the best step on it, on any loss.
///
/// An unclipped one lands on gamma.
#[test]
fn updates_one_and_two_step_on_the_worst_pair() {
    let mut landed = 0;
    every_round(3, |update, play| {
        if update.starts_with("joint") || !play.is_steady() {
            return;
        }
        let Some((r, s)) = play.worst() else { return };
        let Setting { geo, gamma, cap, .. } = play.setting;
        let step = match update {
            "exact" => best_pair_step(play, (r, s)),
            _ => {
                if play.is_mistake() {
                    cap
                } else {
                    0.0
                }
            }
        };
        let mut alpha = vec![0.0; play.alpha.len()];
        (alpha[r], alpha[s]) = (step, -step);
        near_all(&play.alpha, &alpha, 1e-7, update);
        if update == "exact" && step > 0.0 && step < cap * (1.0 - 1e-9) {
            let x = &play.round.x;
            let after = [r, s].map(|y| geo.score(&play.after[y], x, 0.0));
            near(after[0] - after[1], gamma, 1e-8, "new margin");
            landed += 1;
        }
    });
    assert!(landed > 100, "{landed}");
}

/// III: the gap of the round is closed by either solver; an unclipped step leaves no loss.
#[test]
fn update_three_solves_the_round() {
    let (mut landed, mut several) = (0, 0);
    every_round(4, |update, play| {
        if !update.starts_with("joint") {
            return;
        }
        let Setting { gamma, cap, .. } = play.setting;
        let gap = play.gap();
        assert!(gap.abs() <= 2e-6 * (1.0 + gamma * cap), "{update}: gap {gap}, {:?}", play.setting);
        several += i32::from(play.alpha.iter().filter(|a| a.abs() > 1e-6).count() > 2);
        if play.mass > 0.0 && play.mass < 0.99 * cap {
            let loss = play.round.loss(&play.after, gamma);
            assert!(loss < 1e-5, "{update}: loss {loss} is left");
            landed += 1;
        }
    });
    assert!(landed > 100 && several > 200, "{landed} unclipped, {several} with many labels");
}

/// From one state: III gains at least what II gains, II at least what I gains and never less than
/// nothing; on mistakes at least `gamma C - kappa C^2` (I), and the best of that over smaller C
/// (II, III).
#[test]
fn three_is_above_two_is_above_one() {
    let (mut strict, mut mistakes) = ([0, 0], 0);
    everywhere(5, 25, |setting, stream| {
        for lead in UPDATES {
            let mut run = Run::new(setting, lead);
            for round in &stream.rounds {
                let [one, two, three] = UPDATES.map(|update| run.with_ascent(update).play(round));
                let inner = run.with_ascent("joint:solver=interior").play(round);
                let Setting { geo, gamma, cap, .. } = setting;
                if one.is_steady() {
                    at_most(one.increase, two.increase, "II and I");
                }
                at_most(0.0, two.increase, "II never falls");
                let room = 1e-7 * (1.0 + gamma * cap);
                at_most(two.increase, three.increase + 1e-9, "III and II");
                at_most(two.increase, inner.increase + 1e-9, "interior point and II");
                near(three.increase, inner.increase, room, "both solvers");
                strict[0] += i32::from(two.increase > one.increase + 1e-4);
                strict[1] += i32::from(three.increase > two.increase + 1e-4);
                if one.outcome.violation {
                    let kappa = geo.curvature(&round.x);
                    at_most(gamma * cap - kappa * cap * cap, one.increase, "I on mistakes");
                    let a = cap.min(gamma / (2.0 * kappa));
                    at_most(gamma * a - kappa * a * a, two.increase, "II on mistakes");
                    mistakes += 1;
                }
                run.play(round);
            }
        }
    });
    assert!(strict.iter().all(|n| *n > 300) && mistakes > 500, "{strict:?}, {mistakes}");
}

/// `D_t <= F(U) + C sum loss(U)` and the lower bounds, after every round, for comparators of the
/// geometry.
#[test]
fn the_certificate_holds_for_every_comparator() {
    let (mut rng, mut tightest) = (Rng::new(6), 0.0f64);
    everywhere(7, 20, |setting, stream| {
        let Setting { geo, gamma, cap, .. } = setting;
        let us = comparators(&mut rng, geo, stream);
        for update in UPDATES.into_iter().chain(["simultaneous", "separable", "spread:on=mistake"])
        {
            let (mut run, mut losses) = (Run::new(setting, update), vec![0.0; us.len()]);
            let mut total = 0.0;
            for round in &stream.rounds {
                total += run.play(round).increase;
                near(total, run.dual(), 1e-8, "the increases add up");
                for (u, loss) in us.iter().zip(&mut losses) {
                    *loss += round.loss(u, gamma);
                    let primal = geo.complexity_of_rows(u) + cap * *loss;
                    at_most(run.dual(), primal, update);
                    tightest = tightest.max(run.dual() / primal.max(1e-3));
                    at_most(run.learner.lower_bound(geo.level_of_rows(u)), *loss, update);
                }
            }
        }
    });
    assert!(tightest > 0.7, "nearest {tightest}");
}

/// Zeros written out or left out: the same round, by water or by the interior point.
#[test]
fn dense_words_are_sparse_words() {
    let mut rng = Rng::new(8);
    let stream = Stream::draw(&mut rng, Geometry::Entropy, Kind::Words, 4, 40, 0.2);
    let setting = Setting { geo: Geometry::Entropy, gamma: 0.15, cap: 1.0, labels: 4, n: stream.n };
    for update in UPDATES {
        let mut run = Run::new(setting, update);
        for round in &stream.rounds {
            let [dense, sparse] =
                [true, false].map(|dense| run.clone().play(&Round { dense, ..round.clone() }));
            near(dense.increase, sparse.increase, 1e-8, update);
            near_all(&dense.alpha, &sparse.alpha, 1e-3, update);
            run.play(&Round { dense: false, ..round.clone() });
        }
    }
}
