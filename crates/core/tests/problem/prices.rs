//! Prices of tasks are budgets of the dual variables.
//!
//! Reference: Amit et al., simultaneous projections, sec. 10.

use crate::support::tasks::{Run, Scheme, Setting, Tasks};
use crate::support::{Geometry, Rng, at_most, near, near_all};
use noregret_core::problem::{AnyProblem, Form, Tasks as TasksProblem};

fn priced(setting: Setting, ascent: &str, form: Form, prices: &[f64], n: usize) -> Run {
    let mut spec = setting.spec("tasks", ascent);
    spec.problem =
        AnyProblem::Tasks(TasksProblem { form, prices: prices.into(), ..TasksProblem::default() });
    Run::of(setting, spec, n)
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
