//! Averages over sets of constraints with a slack each.
//!
//! One set is the max form, many are paid for set by set, and the certificate holds though the sets
//! have rows in common.
//!
//! Reference: Amit et al., simultaneous projections, sec. 7, Cor. 5.

use crate::support::tasks::{Run, Setting, Stream, Tasks, comparators, everywhere, play_all};
use crate::support::{Geometry, Rng, at_most, near, near_all};
const ASCENTS: [&str; 9] = [
    "fixed",
    "fixed:on=mistake",
    "spread:on=mistake",
    "simultaneous:on=mistake",
    "simultaneous",
    "separable:guard=false",
    "separable",
    "exact",
    "joint",
];

fn run(setting: Setting, ascent: &str, n: usize) -> Run {
    Run::of(setting, setting.spec("tasks:form=average", ascent), n)
}

fn fits(ascent: &str, geo: Geometry) -> bool {
    ascent != "joint" || geo == Geometry::Euclid
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

/// r = 1: the same bits as the max form.
#[test]
fn one_set_is_the_max_form_bit_for_bit() {
    everywhere(1, 30, |setting, stream| {
        for ascent in ASCENTS.into_iter().filter(|a| fits(a, setting.geo)) {
            let mut average = run(setting, ascent, stream.n);
            let mut largest = Run::new(setting, ascent, stream.n);
            for tasks in &stream.rounds {
                let tasks = Tasks::one(tasks.rows[0].clone(), tasks.sides[0]);
                let (a, b) = (average.play(&tasks), largest.play(&tasks));
                assert_eq!((a.after, a.outcome), (b.after, b.outcome), "{ascent}");
            }
            let [a, b] = [&average, &largest].map(|run| run.learner.ledger());
            assert_eq!((&a.gain, &a.mass, &a.loss), (&b.gain, &b.mass, &b.loss), "{ascent}");
        }
    });
}

/// Sets of one row: lambda = min(C/k, best alone) on the rows a scheme looks at, C/k for unit
/// steps; the loss is the mean. (`joint` solves all sets together: `ascent/joint.rs`.)
#[test]
fn sets_of_one_row_take_their_own_steps() {
    everywhere(2, 20, |setting, stream| {
        for ascent in ASCENTS.into_iter().filter(|a| *a != "joint") {
            let mut run = run(setting, ascent, stream.n);
            play_all(&mut run, stream, |run, tasks, play| {
                let mut paper = play.paper.clone();
                near(play.outcome.loss, mean(&tasks.losses(&paper.w, setting.gamma)), 1e-9, "loss");
                if !paper.is_steady() {
                    return;
                }
                paper.cap /= paper.a.len() as f64;
                let on_mistakes = ascent.contains("mistake");
                let among = if on_mistakes { paper.mistaken() } else { paper.violated() };
                let unit = ascent.starts_with("fixed") || ascent.starts_with("spread");
                let alpha = |j| if unit { paper.cap } else { paper.alone(j, 0.0) };
                let each = |j| if among.contains(&j) { alpha(j) } else { 0.0 };
                let duals: Vec<f64> = (0..paper.a.len()).map(each).collect();
                near_all(&play.after, &paper.moved(&paper.step(&duals)), 1e-8, ascent);
                near(play.mass, duals.iter().sum(), 1e-8, ascent);
                assert!(run.learner.ledger().peak <= 1.0 + 1e-12, "no set beyond its share");
            });
        }
    });
}

/// Cor. 5 and what it comes from: `Delta >= e C gamma - (e C R)^2/2` for SimPerc, `Delta >= e c(C)`
/// for both.
#[test]
fn imperfect_sets_are_paid_for() {
    let (mut rng, mut tightest) = (Rng::new(3), 0.0f64);
    for geo in [Geometry::Euclid, Geometry::Entropy] {
        for stream in Stream::of_every_kind(&mut rng, geo, false, 60) {
            let us = comparators(&mut rng, geo, &stream);
            let (gamma, radius) =
                (if geo == Geometry::Euclid { 1.0 } else { 0.3 }, stream.radius(geo));
            for share in [0.1, 0.4, 0.8] {
                let cap = share * 2.0 * gamma / radius.powi(2);
                let setting = Setting { geo, gamma, cap };
                let promised = gamma * cap - 0.5 * (cap * radius).powi(2);
                for ascent in ["spread:on=mistake", "simultaneous:on=mistake", "fixed:on=mistake"] {
                    let mut run = run(setting, ascent, stream.n);
                    let (mut imperfect, mut losses) = (0.0, vec![0.0; us.len()]);
                    play_all(&mut run, &stream, |run, tasks, play| {
                        let wrong = play.paper.mistaken().len() as f64;
                        let e = if play.paper.is_steady() {
                            wrong / play.paper.a.len() as f64
                        } else {
                            0.0
                        };
                        imperfect += e;
                        at_most(e * promised, play.increase, ascent);
                        if !ascent.starts_with("simultaneous") {
                            let finer = gamma * e * cap - 0.5 * (e * cap * radius).powi(2);
                            at_most(finer, play.increase, ascent);
                        }
                        at_most(imperfect * promised, run.dual(), ascent);
                        for (u, loss) in us.iter().zip(&mut losses) {
                            *loss += mean(&tasks.losses(u, gamma));
                            let bound = (geo.complexity(u) + cap * *loss) / promised;
                            at_most(imperfect, bound, ascent);
                            tightest = tightest.max(imperfect / bound);
                        }
                    });
                }
            }
        }
    }
    assert!(tightest > 0.4, "nearest {tightest}");
}

/// Whatever the ascent: no comparator has a mean loss below the certificate, after every round.
#[test]
fn the_certificate_holds_for_every_comparator() {
    let (mut rng, mut positive) = (Rng::new(4), 0);
    everywhere(5, 20, |setting, stream| {
        let Setting { geo, gamma, cap } = setting;
        let us = comparators(&mut rng, geo, stream);
        for ascent in ASCENTS.into_iter().filter(|a| fits(a, geo)) {
            let (mut run, mut losses) = (run(setting, ascent, stream.n), vec![0.0; us.len()]);
            play_all(&mut run, stream, |run, tasks, _| {
                for (u, loss) in us.iter().zip(&mut losses) {
                    *loss += mean(&tasks.losses(u, gamma));
                    at_most(run.dual(), geo.complexity(u) + cap * *loss, ascent);
                    let level = geo.level(u);
                    let bound = run.learner.lower_bound(level);
                    at_most(bound, *loss, ascent);
                    positive += i32::from(bound > 0.1 * *loss && bound > 0.0);
                }
            });
        }
    });
    assert!(positive > 5000, "{positive} bounds say something");
}

/// `G - D_c <= sum |subgradient|^2/(2c)`, the a-priori form, over the sets the rule acts on:
/// subgradients of sets with rows in common add up.
#[test]
fn the_a_priori_bound_counts_common_rows() {
    let mut tight = 0.0f64;
    everywhere(6, 20, |setting, stream| {
        for ascent in ASCENTS.into_iter().filter(|a| fits(a, setting.geo)) {
            let mut run = run(setting, ascent, stream.n);
            play_all(&mut run, stream, |run, _, _| {
                let certificate = run.certificate();
                let own = if ascent.contains("mistake") {
                    certificate.mistake_loss
                } else {
                    certificate.cumulative_loss
                };
                let (value, sum) =
                    (certificate.dual_value.unwrap(), certificate.subgradient_sum.unwrap());
                at_most(own - value, sum, ascent);
                tight = tight.max((own - value) / sum.max(1e-9));
            });
        }
    });
    assert!(tight > 0.5, "nearest {tight}");
}

/// Rows that are all alike: the subgradient of the mean is that of one row, not a k-th of its
/// square.
#[test]
fn the_subgradient_of_equal_rows_is_that_of_one() {
    let round = Tasks { rows: vec![vec![0.6, 0.8]; 5], sides: vec![1.0; 5] };
    let setting = Setting::euclid(0.5);
    let mut five = run(setting, "fixed", 2);
    let mut one = run(setting, "fixed", 2);
    five.play(&round);
    one.play(&Tasks::one(vec![0.6, 0.8], 1.0));
    let [a, b] = [&five, &one].map(|run| run.certificate().subgradient_sum.unwrap());
    near(a, b, 1e-12, "subgradients");
    near_all(&five.weights(), &one.weights(), 1e-12, "weights");
}

/// Steps of several sets together may overshoot: for ascents beyond unit steps on mistakes there is
/// no claim about a single round, and the dual of the run can fall; the certificate says so.
#[test]
fn sets_may_overshoot_together() {
    let round = Tasks { rows: vec![vec![1.0, 0.0]; 4], sides: vec![1.0; 4] };
    let mut run = run(Setting::euclid(8.0), "simultaneous", 2);
    let play = run.play(&round);
    near(play.mass, 4.0, 1e-12, "a whole step each");
    near(play.increase, 4.0 - 8.0, 1e-12, "the dual falls");
    near(run.certificate().dual_value.unwrap(), -0.5, 1e-12, "as the certificate says");
}
