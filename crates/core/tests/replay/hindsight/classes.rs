//! Several classes with the hinge loss: the search over all classes of a row at once.
//!
//! It finds the value that the general search finds, which knows nothing of classes; its gap is
//! that of the definitions; and the learner made of it proves the same dual value.
//!
//! Reference: Crammer & Singer 2001; Keerthi et al. 2008.

use crate::support::{Rng, near};
use noregret_core::problem::{Cost, Problem};
use noregret_core::replay::hindsight::{Goal, Optimum, Rounds};
use noregret_core::round::ClassName;
use noregret_core::schedule::AnySchedule;
use noregret_core::{AnyLearner, Instance, Label, Spec};

const N: usize = 4;
type Row = (Vec<f64>, usize, f64);

/// Noisy rows of several classes; some are zero, some weigh more.
fn rows(rng: &mut Rng, classes: usize, count: usize) -> Vec<Row> {
    let planted: Vec<Vec<f64>> = (0..classes).map(|_| rng.vector(N)).collect();
    let row = |t: usize| {
        let mut x = if t % 9 == 8 { vec![0.0; N] } else { rng.vector(N) };
        x.push(1.0 - (t % 9) as f64 / 8.0);
        let score = |r: &usize| planted[*r].iter().zip(&x).map(|(w, x)| w * x).sum::<f64>();
        let best = (0..classes).max_by(|a, b| score(a).total_cmp(&score(b))).unwrap();
        let y = if rng.chance(0.2) { rng.below(classes) } else { best };
        (x, y, rng.magnitude(0.3, 3.0))
    };
    (0..count).map(row).collect()
}

fn learner(cap: f64, has_costs: bool, rows: &[Row]) -> (Spec, AnyLearner) {
    let mut spec = Spec::named("pa1", "multiclass").unwrap();
    spec.schedule = AnySchedule::parse(&format!("fixed:C={cap}")).unwrap();
    if has_costs {
        let name = |x| Some(ClassName::Number(x));
        let costs = [
            Cost { right: name(0.0), wrong: None, margin: 2.0 },
            Cost { right: None, wrong: name(1.0), margin: 0.5 },
        ];
        assert!(spec.problem.set_costs(&costs));
    }
    let mut learner = spec.build().unwrap();
    for (x, y, weight) in rows {
        learner.learn_weighted(Instance::Dense(x), Label::Number(*y as f64), *weight).unwrap();
    }
    (spec, learner)
}

fn found(learner: &AnyLearner, rows: &[Row], goal: &Goal) -> (Rounds, Optimum) {
    let mut rounds = Rounds::default();
    for (x, y, weight) in rows {
        let label = Label::Number(*y as f64);
        rounds.push(learner.problem(), Instance::Dense(x), label, *weight).unwrap();
    }
    let best = learner.best_in_hindsight(&mut rounds, goal).unwrap();
    (rounds, best)
}

#[test]
fn it_is_what_the_general_search_finds() {
    let mut rng = Rng::new(51);
    for case in 0..24 {
        let (classes, cap) = (2 + case % 6, rng.magnitude(0.05, 20.0));
        let rows = rows(&mut rng, classes, 25);
        let (spec, online) = learner(cap, case % 3 == 0, &rows);
        let goal =
            Goal { gap: 1e-7, max_sweeps: 200_000, shrink: case % 2 == 0, ..Goal::default() };
        let (rounds, best) = found(&online, &rows, &goal);
        let what = format!("{classes} classes, C = {cap}");
        assert!(best.reached && best.bounds.gap() >= -1e-9, "{what}: {:?}", best.bounds);
        let (_, mut slow) = online.searching(&spec).unwrap();
        for (x, y, weight) in &rows {
            slow.learn_weighted(Instance::Dense(x), Label::Number(*y as f64), *weight).unwrap();
        }
        let other = slow.search(&Goal { gap: 1e-5, ..goal }).unwrap();
        let size = other.bounds.primal;
        near(best.bounds.primal / size, 1.0, 1.1e-5, &what);
        near(best.bounds.dual / size, 1.0, 1.1e-5, &what);
        // The learner made of it has these weights, this loss and this dual value.
        let (mut loss, mut seen) = (0.0, 0);
        let made = online.in_hindsight(&spec, &rounds, &best, |outcome, _| {
            loss += outcome.loss;
            seen += 1;
        });
        let certificate = made.unwrap().1.certificate();
        assert_eq!(seen, rows.len());
        near(loss, best.bounds.loss, 1e-9, &what);
        near(certificate.cumulative_loss, best.bounds.loss, 1e-9, &what);
        near(certificate.dual_value.unwrap(), best.bounds.dual, 1e-6, &what);
    }
}

/// Every dual point on the way is feasible and its gap honest: no value is below D, none of the
/// found ones below the best.
#[test]
fn gaps_are_honest_after_every_sweep() {
    let mut rng = Rng::new(52);
    let rows = rows(&mut rng, 5, 60);
    let (_, online) = learner(3.0, true, &rows);
    let exact = Goal { gap: 1e-9, max_sweeps: 1_000_000, ..Goal::default() };
    let best = found(&online, &rows, &exact).1.bounds.primal;
    for sweeps in [0, 1, 2, 5, 8, 9, 16, 17, 40, 100] {
        let now = found(&online, &rows, &Goal { max_sweeps: sweeps, ..exact }).1;
        let slack = 1e-8 * best;
        assert!(now.bounds.dual <= best + slack && best <= now.bounds.primal + slack, "{sweeps}");
        let classes = online.problem().class_count().unwrap();
        for (duals, row) in now.duals.chunks(classes).zip(&rows) {
            assert!(duals.iter().all(|d| *d >= 0.0) && duals.iter().sum::<f64>() <= row.2);
            assert_eq!(duals[row.1.min(classes - 1)].min(0.0), 0.0);
        }
    }
}

#[test]
fn one_class_and_no_rows_ask_for_nothing() {
    let rows: Vec<Row> = (0..3).map(|t| (vec![1.0, t as f64], 0, 1.0)).collect();
    let (_, online) = learner(1.0, false, &rows);
    for rows in [&rows[..], &[]] {
        let best = found(&online, rows, &Goal::default()).1;
        assert!(best.reached && best.bounds.primal == 0.0, "{:?}", best.bounds);
    }
}
