//! Simultaneous projections on the simplex: where a step lands, units, the guard, the dual.
//!
//! Steps and bounds of every round are in `rounds` and in `certificate::simultaneous_bounds`.
//!
//! Reference: Amit et al., simultaneous projections, sec. 8 and App. C.

use crate::support::tasks::{Run, Scheme, Setting, Stream, Tasks, play_all};
use crate::support::{Geometry, Rng, at_most, dot, near, near_all, plus, scaled};
/// A step that is not capped makes the margin gamma, exactly; in closed form and by search.
#[test]
fn an_uncapped_step_lands_on_the_margin() {
    let (mut rng, mut landed) = (Rng::new(1), 0);
    for whole in [true, false] {
        for gamma in [0.05, 0.3, 0.6] {
            let stream = Stream::draw(&mut rng, Geometry::Entropy, whole, "random", 120);
            for ascent in ["exact", "simultaneous", "separable", "simultaneous:on=mistake"] {
                let mut run = Run::new(Setting::entropy(gamma, 3.0), ascent, stream.n);
                for tasks in &stream.rounds {
                    let tasks = Tasks::one(tasks.rows[0].clone(), tasks.sides[0]);
                    let play = run.play(&tasks);
                    if play.mass > 0.0 && play.mass < 3.0 * (1.0 - 1e-9) {
                        near(dot(&play.after, &play.paper.a[0]), gamma, 1e-9, ascent);
                        landed += 1;
                    }
                }
            }
        }
    }
    assert!(landed > 150, "{landed}");
}

/// A margin out of reach costs all of C: gamma at least the largest entry, or no weight on the
/// right side.
#[test]
fn a_margin_out_of_reach_takes_the_whole_cap() {
    for (gamma, x) in [(1.0, [1.0, -1.0, 0.0]), (2.0, [1.0, 0.0, 0.0]), (0.2, [-1.0, -1.0, 0.0])] {
        for ascent in ["exact", "simultaneous", "separable:guard=false"] {
            let mut run = Run::new(Setting::entropy(gamma, 1.7), ascent, 3);
            near(run.play(&Tasks::one(x.into(), 1.0)).mass, 1.7, 1e-12, ascent);
        }
    }
}

/// Rows times s, margin times s, C over s: the same weights (powers of two: the same bits but for
/// the search).
#[test]
fn the_size_of_the_entries_is_a_unit() {
    let mut rng = Rng::new(2);
    for whole in [true, false] {
        let stream = Stream::draw(&mut rng, Geometry::Entropy, whole, "random", 60);
        for ascent in Scheme::ALL.map(Scheme::ascent) {
            let mut one = Run::new(Setting::entropy(0.25, 0.5), ascent, stream.n);
            let mut large = Run::new(Setting::entropy(1.0, 0.125), ascent, stream.n);
            for tasks in &stream.rounds {
                let rows = tasks.rows.iter().map(|x| scaled(x, 4.0)).collect();
                let a = one.play(tasks);
                let b = large.play(&Tasks { rows, sides: tasks.sides.clone() });
                near_all(&a.after, &b.after, 1e-9, ascent);
                near(a.mass, 4.0 * b.mass, 1e-9, ascent);
            }
        }
    }
}

/// The guarded SimOpt never lowers the dual, and keeps the bound of ConProj; without the guard the
/// dual may fall.
#[test]
fn the_guard_is_needed_on_the_simplex_too() {
    let copy = [0.9, -0.4, -0.4, 0.3];
    let mut rows = vec![vec![-0.2, 1.0, -1.0, 0.1]];
    rows.extend(vec![copy.to_vec(); 12]);
    let round = Tasks { sides: vec![1.0; rows.len()], rows };
    let mut fell = false;
    for cap in [0.5, 1.0, 2.0, 4.0] {
        let setting = Setting::entropy(0.2, cap);
        let plain = Run::new(setting, "separable:guard=false", 4).play(&round);
        let averaged = Run::new(setting, "simultaneous:on=mistake", 4).play(&round);
        let guarded = Run::new(setting, "separable", 4).play(&round);
        at_most(averaged.increase, guarded.increase, "guarded");
        at_most(plain.increase, guarded.increase, "guarded");
        fell |= plain.increase < averaged.increase - 1e-3;
    }
    assert!(fell, "the guard was never needed");
}

/// The running normaliser agrees with a fresh sum after many rounds:
/// `D = gamma sum lambda - ln((1/n) sum e^theta)`, theta the sum of steps that are found anew each
/// round.
#[test]
fn the_dual_is_that_of_the_potential() {
    let mut rng = Rng::new(3);
    for scheme in Scheme::ALL {
        let setting = Setting::entropy(0.2, 0.4);
        let stream = Stream::draw(&mut rng, Geometry::Entropy, false, "random", 400);
        let mut run = Run::new(setting, scheme.ascent(), stream.n);
        let (mut theta, mut mass) = (vec![0.0; stream.n], 0.0);
        play_all(&mut run, &stream, |_, _, play| {
            mass += play.mass;
            let step = play.paper.step(&play.paper.duals(scheme));
            theta = plus(&theta, 1.0, &step);
        });
        let mean = theta.iter().map(|t| t.exp()).sum::<f64>() / stream.n as f64;
        near(setting.gamma * mass - mean.ln(), run.dual(), 1e-7, scheme.ascent());
    }
}
