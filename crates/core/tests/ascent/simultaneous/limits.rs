//! Limiting cases of simultaneous projections.
//!
//! Schemes that fall together, the exact optimum above all of them, rows that are zero, alike,
//! orthogonal or in another order.
//!
//! Reference: Amit et al., simultaneous projections, sec. 2, 5, 9 and 10.

use crate::support::tasks::{Run, Scheme, Setting, Stream, Tasks, everywhere};
use crate::support::{Geometry, Rng, at_most, dot, near, near_all, plus, scaled, square, sub};
use noregret_core::schedule::AnySchedule;
use noregret_core::{Instance, Label, Spec};

/// From the same state no scheme gains more than the round solved exactly, and its gap is closed.
#[test]
fn the_exact_solution_is_above_every_scheme() {
    let mut above = 0;
    everywhere(1, 20, |setting, stream| {
        if setting.geo != Geometry::Euclid {
            return;
        }
        let mut run = Run::new(setting, "simultaneous", stream.n);
        for tasks in &stream.rounds {
            let best = run.with_ascent("joint").play(tasks);
            let u = sub(&best.after, &best.paper.w);
            let most = setting.cap * best.paper.loss_at(&best.paper.w);
            let gap = best.paper.gap(best.mass, &u);
            assert!((-1e-9..=1e-8 * (1.0 + most)).contains(&gap), "gap {gap} of {most}");
            let iterated = run.with_ascent("joint:solver=pegasos,gap=0.001").play(tasks);
            let u = sub(&iterated.after, &iterated.paper.w);
            // It stops after so many steps, or at the single step where that is better.
            at_most(iterated.paper.gap(iterated.mass, &u), 1e-2 * most, "Pegasos");
            for ascent in Scheme::ALL.map(Scheme::ascent).into_iter().chain(["separable"]) {
                let other = run.with_ascent(ascent).play(tasks);
                at_most(other.increase, best.increase + 1e-8 * most, ascent);
                above += i32::from(other.increase < best.increase - 1e-3);
            }
            run.play(tasks);
        }
    });
    assert!(above > 300, "{above} strictly");
}

/// The guard takes the better one of SimOpt and the averaged step, in both geometries.
#[test]
fn the_guard_takes_the_better_step() {
    let mut each = [0, 0];
    everywhere(2, 20, |setting, stream| {
        let mut run = Run::new(setting, "separable", stream.n);
        for tasks in &stream.rounds {
            let paper = run.paper(tasks);
            let averaged = if paper.mistaken().is_empty() { Scheme::Proj } else { Scheme::Con };
            let [plain, averaged] = [Scheme::Opt, averaged]
                .map(|scheme| run.with_ascent(scheme.ascent()).play(tasks).increase);
            let guarded = run.play(tasks);
            if guarded.paper.is_steady() {
                near(guarded.increase, plain.max(averaged), 1e-9, "the better one");
                each[usize::from(plain > averaged)] += i32::from((plain - averaged).abs() > 1e-6);
            }
        }
    });
    assert!(each.iter().all(|n| *n > 50), "{each:?}");
}

/// Orthogonal rows: SimOpt is the exact optimum, on the simplex as little as any other.
#[test]
fn simopt_is_exact_on_orthogonal_rows() {
    let mut rng = Rng::new(3);
    let mut moved = 0;
    for cap in [0.05, 0.3, 2.0, 50.0] {
        let stream = Stream::draw(&mut rng, Geometry::Euclid, false, "orthogonal", 40);
        let mut run = Run::new(Setting::euclid(cap), Scheme::Opt.ascent(), stream.n);
        for tasks in &stream.rounds {
            let best = run.with_ascent("joint").play(tasks);
            let play = run.play(tasks);
            let u = sub(&play.after, &play.paper.w);
            near(play.paper.gap(play.mass, &u), 0.0, 1e-9, "gap");
            near(play.increase, best.increase, 1e-7, "as the exact solver");
            moved += i32::from(play.mass > 0.0);
        }
    }
    assert!(moved > 30, "{moved}");
}

/// Copies of one row: all averaging schemes take the step of that row alone.
#[test]
fn copies_of_a_row_are_that_row() {
    let mut rng = Rng::new(4);
    for setting in [Setting::euclid(0.4), Setting::entropy(0.2, 0.7)] {
        for ascent in ["spread:on=mistake", "simultaneous:on=mistake", "simultaneous", "exact"] {
            let mut one = Run::new(setting, ascent, 4);
            let mut many = one.clone();
            for _ in 0..40 {
                let (x, side) = (rng.vector(4), if rng.chance(0.5) { 1.0 } else { -1.0 });
                let a = one.play(&Tasks::one(x.clone(), side));
                let b = many.play(&Tasks { rows: vec![x; 3], sides: vec![side; 3] });
                near_all(&a.after, &b.after, 1e-12, ascent);
                near(a.mass, b.mass, 1e-12, ascent);
            }
        }
    }
}

/// One row: SimPerc is the Perceptron, ConProj PA-I on mistakes, all others PA-I; bit for bit.
#[test]
fn one_row_is_a_binary_round() {
    let mut rng = Rng::new(5);
    let same = [
        ("spread:on=mistake", "fixed:on=mistake"),
        ("simultaneous:on=mistake", "exact:on=mistake"),
        ("simultaneous", "exact"),
        ("separable:guard=false", "exact"),
        ("separable", "exact"),
        ("joint", "exact"),
        ("exact", "exact"),
    ];
    for setting in [Setting::euclid(0.3), Setting::entropy(0.2, 0.7)] {
        for (ours, theirs) in same {
            if ours == "joint" && setting.geo == Geometry::Entropy {
                continue;
            }
            let mut run = Run::new(setting, ours, 4);
            let mut binary = setting.spec("binary", theirs).build().unwrap();
            binary.reserve(4);
            for _ in 0..60 {
                let (x, y) = (rng.vector(4), if rng.chance(0.6) { 1.0 } else { -1.0 });
                let a = run.play(&Tasks::one(x.clone(), y));
                let b = binary.learn(Instance::Dense(&x), Label::Number(y)).unwrap();
                let weights: Vec<f64> = (0..4).map(|j| binary.weight(j, 0)).collect();
                assert_eq!(a.after, weights, "{ours}");
                assert_eq!((a.outcome.step, a.outcome.loss), (b.step, b.loss), "{ours}");
            }
        }
    }
}

/// C = infinity: SimProj is the mean of the projections onto the violated half-spaces.
#[test]
fn without_a_cap_simproj_averages_projections() {
    let mut rng = Rng::new(6);
    let stream = Stream::draw(&mut rng, Geometry::Euclid, false, "random", 60);
    let mut spec: Spec = Setting::euclid(1.0).spec("tasks", "simultaneous");
    spec.schedule = AnySchedule::parse("fixed:C=inf").unwrap();
    let mut run = Run::of(Setting::euclid(1.0), spec, stream.n);
    for tasks in &stream.rounds {
        let paper = run.paper(tasks);
        run.learn(tasks, 1.0);
        let violated = paper.violated();
        let projected = |j: usize| {
            let a = &paper.a[j];
            plus(&paper.w, (1.0 - dot(&paper.w, a)) / square(a), a)
        };
        if violated.is_empty() {
            assert_eq!(run.weights(), paper.w);
            continue;
        }
        let rate = 1.0 / violated.len() as f64;
        let zero = vec![0.0; stream.n];
        let mean = violated.iter().fold(zero, |m, &j| plus(&m, rate, &projected(j)));
        near_all(&run.weights(), &mean, 1e-9, "mean of projections");
    }
}

/// A zero row is always a mistake: the weights do not feel it, the dual gains its part.
#[test]
fn zero_rows() {
    let round = |rows: Vec<Vec<f64>>| Tasks { sides: vec![1.0; rows.len()], rows };
    for setting in [Setting::euclid(0.5), Setting::entropy(0.25, 0.5)] {
        for ascent in Scheme::ALL.map(Scheme::ascent).into_iter().chain(["separable"]) {
            let mut run = Run::new(setting, ascent, 2);
            let play = run.play(&round(vec![vec![0.0; 2]]));
            assert_eq!(play.after, setting.geo.start(2), "{ascent}");
            near(play.increase, setting.gamma * setting.cap, 1e-12, ascent);
            let play = run.play(&round(vec![vec![0.0; 2], vec![0.0; 2]]));
            assert_eq!(play.after, setting.geo.start(2), "{ascent}");
            near(play.increase, setting.gamma * setting.cap, 1e-12, ascent);
        }
    }
    // Beside a mistaken row: half of SimPerc and ConProj is booked on the zero row; SimOpt leaves
    // it alone.
    for (ascent, moved) in [
        ("spread:on=mistake", 0.25),
        ("simultaneous:on=mistake", 0.25),
        ("simultaneous", 0.25),
        ("separable:guard=false", 0.5),
    ] {
        let mut run = Run::new(Setting::euclid(0.5), ascent, 2);
        let play = run.play(&round(vec![vec![0.0; 2], vec![1.0, 0.0]]));
        assert_eq!(play.after, [moved, 0.0], "{ascent}");
        near(play.mass, 0.5, 1e-15, ascent);
    }
}

/// The order of the rows is of no importance.
#[test]
fn rows_may_come_in_any_order() {
    let mut rng = Rng::new(7);
    everywhere(8, 15, |setting, stream| {
        if stream.adversarial {
            return;
        }
        for ascent in Scheme::ALL.map(Scheme::ascent).into_iter().chain(["separable", "joint"]) {
            if ascent == "joint" && setting.geo == Geometry::Entropy {
                continue;
            }
            let mut run = Run::new(setting, ascent, stream.n);
            let mut other = run.clone();
            for tasks in &stream.rounds {
                let mut order: Vec<usize> = (0..tasks.rows.len()).collect();
                (1..order.len()).for_each(|i| order.swap(i, rng.below(i + 1)));
                let shuffled = Tasks {
                    rows: order.iter().map(|&i| tasks.rows[i].clone()).collect(),
                    sides: order.iter().map(|&i| tasks.sides[i]).collect(),
                };
                let paper = run.paper(tasks);
                let clear = paper.is_steady() && paper.w.iter().any(|w| *w != 0.0);
                if ascent == "exact" && !(clear && paper.has_one_worst()) || !paper.is_steady() {
                    // The first of equals is stepped on, or rounding decides: from here on they
                    // agree again.
                    run.play(tasks);
                    other = run.clone();
                    continue;
                }
                let (a, b) = (run.play(tasks), other.play(&shuffled));
                let room = if ascent == "joint" { 1e-3 } else { 1e-9 };
                near_all(&a.after, &b.after, room, ascent);
                near(a.mass, b.mass, room, ascent);
                if ascent == "joint" {
                    other = run.clone();
                }
            }
        }
    });
}

/// A round without rows is refused, and leaves no trace.
#[test]
fn no_rows_no_round() {
    let mut run = Run::new(Setting::euclid(1.0), "simultaneous", 2);
    run.play(&Tasks::one(vec![1.0, 0.0], 1.0));
    let (before, rounds) = (run.weights(), run.learner.ledger().clone());
    assert!(run.learner.learn_parts(&[], Label::Each(&[]), 1.0).is_err());
    assert_eq!((run.weights(), run.learner.ledger()), (before, &rounds));
}

/// An exact step stays the best for its row whatever the size of the numbers.
#[test]
fn numbers_of_any_size() {
    for size in [1e-100, 1e-8, 1e8, 1e60] {
        for ascent in Scheme::ALL.map(Scheme::ascent).into_iter().chain(["separable", "joint"]) {
            let mut run = Run::new(Setting::euclid(1.0), ascent, 2);
            let rows = vec![scaled(&[1.0, 0.0], size), scaled(&[0.6, 0.8], size)];
            for _ in 0..3 {
                let tasks = Tasks { rows: rows.clone(), sides: vec![1.0, -1.0] };
                let play = run.play(&tasks);
                assert!(play.after.iter().all(|w| w.is_finite()), "{ascent} at {size}");
                assert!(play.mass <= 1.0 + 1e-12);
            }
            let bound = run.learner.lower_bound(0.0);
            at_most(bound, 3.0, "u = 0 loses 1 a round");
        }
    }
}
