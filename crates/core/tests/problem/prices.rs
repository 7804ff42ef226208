//! Prices of tasks are budgets of the dual variables.
//!
//! Reference: Amit et al., simultaneous projections, sec. 10.

use crate::support::tasks::{Run, Scheme, Setting, Tasks};
use crate::support::{Geometry, Rng, at_most, dot, near, near_all};
use noregret_core::problem::{AnyProblem, Form, Tasks as TasksProblem};
use noregret_core::round::Task;
use noregret_core::{Instance, Label};

fn priced(setting: Setting, ascent: &str, form: Form, prices: &[f64], n: usize) -> Run {
    let mut spec = setting.spec("tasks", ascent);
    spec.problem =
        AnyProblem::Tasks(TasksProblem { form, prices: prices.into(), ..TasksProblem::default() });
    Run::of(setting, spec, n)
}

/// A partition and prices for each example: the mean over its sets of the largest loss over its
/// price, the caps those of the sets, and no comparator below the bound.
#[test]
fn every_example_has_its_own_sets_and_prices() {
    let (mut rng, n) = (Rng::new(8), 4);
    for ascent in ["simultaneous", "simultaneous:on=mistake", "exact", "spread:on=mistake"] {
        let mut spec = Setting::euclid(0.4).spec("tasks", ascent);
        spec.problem = AnyProblem::parse("tasks:set=block,price=cost").unwrap();
        let mut learner = spec.build().unwrap();
        let us: Vec<Vec<f64>> = (0..6).map(|_| rng.vector(n)).collect();
        let mut losses = vec![0.0; us.len()];
        for _ in 0..40 {
            let parts = 1 + rng.below(5);
            let rows: Vec<Vec<f64>> = (0..parts).map(|_| rng.vector(n)).collect();
            let task = |rng: &mut Rng| Task {
                side: if rng.chance(0.5) { 1.0 } else { -1.0 },
                set: 1 + rng.below(3) as u64,
                price: rng.between(0.3, 3.0),
            };
            let tasks: Vec<Task> = (0..parts).map(|_| task(&mut rng)).collect();
            let loss = |w: &[f64]| {
                let each = rows.iter().zip(&tasks);
                let missed: Vec<(u64, f64)> = each
                    .map(|(x, t)| (t.set, (1.0 - t.side * dot(w, x)).max(0.0) / t.price))
                    .collect();
                let mut sets: Vec<u64> = missed.iter().map(|m| m.0).collect();
                sets.sort_unstable();
                sets.dedup();
                let of = |set: &u64| {
                    let mine = missed.iter().filter(|m| m.0 == *set);
                    mine.map(|m| m.1).fold(0.0, f64::max)
                };
                sets.iter().map(of).sum::<f64>() / sets.len() as f64
            };
            let w: Vec<f64> = (0..n).map(|j| learner.weight(j, 0)).collect();
            let instances: Vec<Instance<'_>> = rows.iter().map(|x| Instance::Dense(x)).collect();
            let outcome = learner.learn_parts(&instances, Label::Tasks(&tasks), 1.0).unwrap();
            near(outcome.loss, loss(&w), 1e-9, ascent);
            at_most(outcome.step, 1.0, "the caps of all sets");
            for (u, sum) in us.iter().zip(&mut losses) {
                *sum += loss(u);
                at_most(learner.lower_bound(dot(u, u).sqrt()), *sum, ascent);
            }
        }
        assert!(learner.ledger().updates > 15, "{ascent}");
        let one = Task { side: 1.0, set: 0, price: 1.0 };
        let x = [Instance::Dense(&[1.0]), Instance::Dense(&[2.0])];
        for bad in [Task { side: 0.0, ..one }, Task { price: 0.0, ..one }] {
            assert!(learner.learn_parts(&x, Label::Tasks(&[one, bad]), 1.0).is_err());
        }
        assert!(learner.learn_parts(&x, Label::Tasks(&[one]), 1.0).is_err());
    }
    let mut plain = Setting::euclid(0.4).spec("tasks", "exact").build().unwrap();
    let dear = [Task { side: 1.0, set: 0, price: 2.0 }];
    let refused = plain.learn_parts(&[Instance::Dense(&[1.0])], Label::Tasks(&dear), 1.0);
    assert!(refused.unwrap_err().to_string().contains("tasks:price"));
}

#[test]
fn lists_are_typed_in_brackets() {
    for text in ["tasks:form=max,sets=[0,0,1]", "tasks:form=average,prices=[0.5,1,3]"] {
        let problem = AnyProblem::parse(text).unwrap();
        let AnyProblem::Tasks(tasks) = &problem else { panic!("{text}") };
        assert!(tasks.sets == [0, 0, 1] || tasks.prices == [0.5, 1.0, 3.0], "{text}");
        assert_eq!(AnyProblem::parse(&problem.to_string()).unwrap(), problem, "{text}");
    }
    let named = AnyProblem::parse("tasks:set=7,price=cost").unwrap();
    let AnyProblem::Tasks(tasks) = &named else { panic!() };
    assert_eq!((tasks.set.as_deref(), tasks.price.as_deref()), (Some("7"), Some("cost")));
    assert!(AnyProblem::parse("tasks:sets=[0.5]").is_err());
    assert!(AnyProblem::parse("tasks:prices=[1,x]").is_err());
}

/// Sec. 10: the box of row j is C/price; lambda = mu min(C/price, best alone), so
/// `sum price lambda <= C`; the loss is `max_j loss_j/price_j`, and the certificate speaks of it.
#[test]
fn prices_are_budgets_of_the_dual_variables() {
    let (mut rng, n, prices) = (Rng::new(7), 4, [0.5, 1.0, 3.0]);
    for setting in [Setting::euclid(0.4), Setting::entropy(0.2, 0.9)] {
        let us: Vec<Vec<f64>> = (0..6)
            .map(|_| if setting.geo == Geometry::Euclid { rng.vector(n) } else { rng.simplex(n) })
            .collect();
        for scheme in [Scheme::Perc, Scheme::Con, Scheme::Proj, Scheme::Max] {
            let mut run = priced(setting, scheme.ascent(), Form::Max, &prices, n);
            let (mut losses, mut moved) = (vec![0.0; us.len()], 0);
            for _ in 0..40 {
                let rows: Vec<Vec<f64>> = (0..4).map(|_| rng.vector(n)).collect();
                let sides = (0..4).map(|_| if rng.chance(0.5) { 1.0 } else { -1.0 }).collect();
                let tasks = Tasks { rows, sides };
                let price = |j: usize| prices.get(j).copied().unwrap_or(1.0);
                let worst = |w: &[f64]| {
                    let each = tasks.losses(w, setting.gamma).into_iter().enumerate();
                    each.map(|(j, l)| l / price(j)).fold(0.0, f64::max)
                };
                let play = run.play(&tasks);
                near(play.outcome.loss, worst(&play.paper.w), 1e-9, "loss");
                let paper = &play.paper;
                let alone = |j: usize| {
                    let mut own = paper.clone();
                    own.cap = setting.cap / price(j);
                    if scheme == Scheme::Perc { own.cap } else { own.alone(j, 0.0) }
                };
                let among: Vec<usize> = match scheme {
                    Scheme::Proj => paper.violated(),
                    Scheme::Max => {
                        let missed = |j: usize| paper.misses()[j] / price(j);
                        let worst = (0..4).reduce(|a, b| if missed(b) > missed(a) { b } else { a });
                        worst.filter(|&j| missed(j) > 0.0).into_iter().collect()
                    }
                    _ => paper.mistaken(),
                };
                let share = 1.0 / among.len() as f64;
                let of = |j| if among.contains(&j) { share * alone(j) } else { 0.0 };
                let duals: Vec<f64> = (0..4).map(of).collect();
                if paper.is_steady() {
                    let what = format!("{scheme:?}");
                    near_all(&play.after, &paper.moved(&paper.step(&duals)), 1e-8, &what);
                    let spent: f64 = duals.iter().enumerate().map(|(j, d)| price(j) * d).sum();
                    near(play.mass, spent, 1e-8, &what);
                    moved += i32::from(spent > 0.0);
                }
                at_most(play.mass, setting.cap, "the budget");
                for (u, loss) in us.iter().zip(&mut losses) {
                    *loss += worst(u);
                    at_most(run.dual(), setting.geo.complexity(u) + setting.cap * *loss, "D <= P");
                }
            }
            assert!(moved > 15, "{scheme:?}: {moved}");
        }
    }
}
