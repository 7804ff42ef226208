//! Problems that are blocks of rows in disguise: label sets, pairs, classes, candidates and documents learn exactly as the
//! rows they stand for; ordinal regression as rows with a unit vector each; prices as budgets of the dual variables.
//!
//! (Amit et al., sec. 1.1, 3, 7, 9.2, 10; spec section 3, checklist 11.)

use crate::support::tasks::{Run, Scheme, Setting, Tasks};
use crate::support::{Geometry, Rng, at_most, dot, near, near_all, square, sub};
use noregret_core::measure::Quality;
use noregret_core::problem::{AnyProblem, Form, Tasks as TasksProblem};
use noregret_core::{AnyLearner, Instance, Label, Outcome, Prediction};

const ASCENTS: [&str; 8] = [
    "spread:on=mistake",
    "simultaneous:on=mistake",
    "simultaneous",
    "separable:guard=false",
    "separable",
    "exact",
    "joint:solver=pairwise",
    "joint",
];

fn learner(setting: Setting, problem: &str, ascent: &str, n: usize, labels: usize) -> AnyLearner {
    let mut learner = setting.spec(problem, ascent).build().unwrap();
    learner.reserve(n);
    (0..labels).for_each(|y| learner.admit_label(Label::Number(y as f64)).unwrap());
    learner
}

fn dual_value(learner: &AnyLearner) -> f64 {
    learner.certificate().dual_value.unwrap()
}

/// Equal weights, mass, loss and dual. The exact solvers agree in the dual to their gap, in the weights to its root.
fn same(
    ascent: &str,
    (learner, outcome): (&AnyLearner, Outcome),
    weights: &[f64],
    run: &Run,
    rows: Outcome,
) {
    let joint = ascent.starts_with("joint");
    let room = if joint { 2e-3 } else { 1e-9 };
    near_all(weights, &run.weights(), room, ascent);
    near(outcome.step, rows.step, room, ascent);
    near(outcome.loss, rows.loss, room, ascent);
    near(
        dual_value(learner),
        run.certificate().dual_value.unwrap(),
        if joint { 1e-5 } else { 1e-9 },
        ascent,
    );
    if !joint {
        assert_eq!(outcome.violation, rows.violation, "{ascent}");
        // Only bounds on lengths differ: pairs of one row are measured by the triangle inequality.
        near(learner.ledger().mass.value(), run.learner.ledger().mass.value(), 1e-9, ascent);
    }
}

/// x in block r of k.
fn place(x: &[f64], r: usize, k: usize) -> Vec<f64> {
    let mut row = vec![0.0; k * x.len()];
    row[r * x.len()..][..x.len()].copy_from_slice(x);
    row
}

/// All pairs (r,s) as rows of block features.
fn rows_of(x: &[f64], pairs: &[(usize, usize)], k: usize) -> Tasks {
    let rows: Vec<Vec<f64>> =
        pairs.iter().map(|&(r, s)| sub(&place(x, r, k), &place(x, s, k))).collect();
    Tasks { sides: vec![1.0; rows.len()], rows }
}

fn matrix(learner: &AnyLearner, k: usize, n: usize) -> Vec<f64> {
    (0..k).flat_map(|r| (0..n).map(move |j| learner.weight(j, r))).collect()
}

/// Label sets, with one slack and averaged, are rows of block features.
#[test]
fn label_sets_are_rows() {
    let (mut rng, k, n) = (Rng::new(1), 4, 3);
    for form in ["max", "average"] {
        for ascent in ASCENTS {
            for cap in [0.2, 2.0] {
                let setting = Setting::euclid(cap);
                let mut ours =
                    learner(setting, &format!("label-ranking:form={form}"), ascent, n, k);
                let spec = setting.spec(&format!("tasks:form={form}"), ascent);
                let mut run = Run::of(setting, spec, k * n);
                // Labels with equal weights tie but for rounding: at first each learns something of its own.
                for r in 0..k {
                    let (x, s) = (rng.vector(n), (r + 1) % k);
                    let pair = [(Label::Number(r as f64), Label::Number(s as f64))];
                    ours.learn(Instance::Dense(&x), Label::Pairs(&pair)).unwrap();
                    run.learn(&rows_of(&x, &[(r, s)], k), 1.0);
                }
                for _ in 0..30 {
                    let x = rng.vector(n);
                    let relevant: Vec<usize> = (0..k).filter(|_| rng.chance(0.5)).collect();
                    let others = (0..k).filter(|s| !relevant.contains(s));
                    let pairs: Vec<(usize, usize)> = relevant
                        .iter()
                        .flat_map(|&r| others.clone().map(move |s| (r, s)))
                        .collect();
                    let set: Vec<Label<'_>> =
                        relevant.iter().rev().map(|&r| Label::Number(r as f64)).collect();
                    let outcome = ours.learn(Instance::Dense(&x), Label::Set(&set)).unwrap();
                    if pairs.is_empty() {
                        assert_eq!(
                            (outcome.step, outcome.loss, outcome.violation),
                            (0.0, 0.0, false)
                        );
                        continue;
                    }
                    let rows = run.learn(&rows_of(&x, &pairs, k), 1.0);
                    same(ascent, (&ours, outcome), &matrix(&ours, k, n), &run, rows);
                }
            }
        }
    }
}

/// Any preference pairs, also such that are no two sides, twice the same, or a circle.
#[test]
fn preference_pairs_are_rows() {
    let (mut rng, k, n) = (Rng::new(2), 4, 3);
    for form in ["max", "average"] {
        for ascent in ASCENTS {
            let setting = Setting::euclid(0.5);
            let mut ours = learner(setting, &format!("label-ranking:form={form}"), ascent, n, k);
            let spec = setting.spec(&format!("tasks:form={form}"), ascent);
            let mut run = Run::of(setting, spec, k * n);
            for _ in 0..40 {
                let x = rng.vector(n);
                let mut pairs: Vec<(usize, usize)> = (0..1 + rng.below(5))
                    .map(|_| (rng.below(k), rng.below(k)))
                    .filter(|(r, s)| r != s)
                    .collect();
                let number = |r: usize| Label::Number(r as f64);
                let label: Vec<_> = pairs
                    .iter()
                    .chain(pairs.first())
                    .map(|&(r, s)| (number(r), number(s)))
                    .collect();
                let outcome = ours.learn(Instance::Dense(&x), Label::Pairs(&label)).unwrap();
                pairs.sort_unstable();
                pairs.dedup();
                if !pairs.is_empty() {
                    let rows = run.learn(&rows_of(&x, &pairs, k), 1.0);
                    same(ascent, (&ours, outcome), &matrix(&ours, k, n), &run, rows);
                }
            }
        }
    }
}

/// Classes are sets of one label, and candidates with block features.
#[test]
fn classes_are_label_sets_and_candidates() {
    let (mut rng, k, n) = (Rng::new(3), 5, 3);
    for ascent in ASCENTS {
        let setting = Setting::euclid(0.4);
        let mut classes = learner(setting, "multiclass", ascent, n, k);
        let mut sets = learner(setting, "label-ranking", ascent, n, k);
        let mut candidates = learner(setting, "candidates", ascent, k * n, 0);
        let room = if ascent.starts_with("joint") { 2e-3 } else { 1e-9 };
        for _ in 0..60 {
            let (x, y) = (rng.vector(n), Label::Number(rng.below(k) as f64));
            let a = classes.learn(Instance::Dense(&x), y).unwrap();
            let b = sets.learn(Instance::Dense(&x), y).unwrap();
            let places: Vec<Vec<u32>> =
                (0..k).map(|r| (0..n).map(|j| (r * n + j) as u32).collect()).collect();
            let parts: Vec<Instance<'_>> =
                places.iter().map(|at| Instance::sparse(at, &x).unwrap()).collect();
            let c = candidates.learn_parts(&parts, y, 1.0).unwrap();
            let weights: Vec<f64> = (0..k * n).map(|j| candidates.weight(j, 0)).collect();
            near_all(&matrix(&classes, k, n), &matrix(&sets, k, n), room, ascent);
            near_all(&matrix(&sets, k, n), &weights, room, ascent);
            near(a.step, b.step, room, ascent);
            near(b.step, c.step, room, ascent);
        }
    }
}

/// Documents of a query and candidates are rows of differences, in both geometries.
#[test]
fn documents_and_candidates_are_rows_of_differences() {
    let (mut rng, n) = (Rng::new(4), 4);
    for setting in [Setting::euclid(0.5), Setting::entropy(0.15, 0.8)] {
        for (problem, form) in [("queries", "max"), ("queries", "average"), ("candidates", "max")] {
            for ascent in ASCENTS {
                if ascent.starts_with("joint") && setting.geo == Geometry::Entropy {
                    continue;
                }
                let text = if problem == "queries" {
                    format!("queries:form={form},margin=same")
                } else {
                    problem.into()
                };
                let mut ours = learner(setting, &text, ascent, n, 0);
                let spec = setting.spec(&format!("tasks:form={form}"), ascent);
                let mut run = Run::of(setting, spec, n);
                for _ in 0..25 {
                    let docs: Vec<Vec<f64>> =
                        (0..2 + rng.below(3)).map(|_| rng.vector(n)).collect();
                    let y = rng.below(docs.len());
                    let grades: Vec<f64> = match problem {
                        "queries" => docs.iter().map(|_| rng.below(3) as f64).collect(),
                        _ => (0..docs.len()).map(|i| f64::from(i == y)).collect(),
                    };
                    let parts: Vec<Instance<'_>> =
                        docs.iter().map(|x| Instance::Dense(x)).collect();
                    let outcome = ours.learn_parts(&parts, Label::Each(&grades), 1.0).unwrap();
                    let all = (0..docs.len()).flat_map(|i| (0..docs.len()).map(move |j| (i, j)));
                    let rows: Vec<Vec<f64>> = all
                        .filter(|&(i, j)| grades[i] > grades[j])
                        .map(|(i, j)| sub(&docs[i], &docs[j]))
                        .collect();
                    if rows.is_empty() {
                        assert_eq!((outcome.step, outcome.violation), (0.0, false));
                        continue;
                    }
                    let rows = run.learn(&Tasks { sides: vec![1.0; rows.len()], rows }, 1.0);
                    let weights: Vec<f64> = (0..n).map(|j| ours.weight(j, 0)).collect();
                    same(ascent, (&ours, outcome), &weights, &run, rows);
                }
            }
        }
    }
}

/// Rank y of k: rows (x, -e_i) for the thresholds i, on the positive side for i < y.
#[test]
fn ranks_are_rows_with_a_threshold_each() {
    let (mut rng, n, ranks) = (Rng::new(5), 3, 5);
    let planted = [1.0, -2.0, 0.5];
    for ascent in ASCENTS {
        let setting = Setting::euclid(0.6);
        let mut ours = learner(setting, "ordinal:ranks=5", ascent, n.max(ranks - 1), 0);
        let mut run = Run::new(setting, ascent, n + ranks - 1);
        let mut off = 0.0;
        for t in 0..150 {
            let x = rng.vector(n);
            let y = (dot(&planted, &x) * 1.2 + 2.5).floor().clamp(0.0, 4.0) as usize;
            let (answer, _) = ours.predict(Instance::Dense(&x)).unwrap();
            let outcome = ours.learn(Instance::Dense(&x), Label::Number(1.0 + y as f64)).unwrap();
            let row = |i: usize| {
                let mut row = x.clone();
                row.extend((0..ranks - 1).map(|j| if i == j { -1.0 } else { 0.0 }));
                row
            };
            let side = |i: usize| if i < y { 1.0 } else { -1.0 };
            // The rank by the definition, from the rows' own weights: min {i : <w,x> < b_i}.
            let w = run.weights();
            let value = dot(&w[..n], &x);
            let rank = w[n..].iter().position(|b| value < *b).unwrap_or(ranks - 1);
            assert_eq!(answer, Prediction::Value(1.0 + rank as f64), "{ascent}, round {t}");
            let rows = run.learn(
                &Tasks {
                    rows: (0..ranks - 1).map(row).collect(),
                    sides: (0..ranks - 1).map(side).collect(),
                },
                1.0,
            );
            let weights: Vec<f64> = (0..n)
                .map(|j| ours.weight(j, 0))
                .chain((0..ranks - 1).map(|i| ours.weight(i, 1)))
                .collect();
            same(ascent, (&ours, outcome), &weights, &run, rows);
            assert_eq!(outcome.mistake, rank != y);
            assert!(!outcome.mistake || outcome.violation, "a wrong rank is an imperfect round");
            let Quality::Ordinal { distance } = outcome.quality else { panic!("ordinal") };
            assert_eq!(distance, rank.abs_diff(y) as f64);
            off += f64::from(u8::from(t >= 75)) * distance;
            if ascent.starts_with("joint") {
                // Two near-optimal solutions part; from here on they agree again.
                let mut fresh = learner(setting, "ordinal:ranks=5", ascent, n.max(ranks - 1), 0);
                std::mem::swap(&mut ours, &mut fresh);
                run = Run::new(setting, ascent, n + ranks - 1);
            }
        }
        assert!(ascent.starts_with("joint") || off < 75.0, "{ascent} learned nothing: {off}");
    }
}

/// The bound counts wrong ranks: `M <= (|w|^2 + |b|^2)/2 + C H)/c(C)` with `R^2 = max |x|^2 + 1`; thresholds appear as
/// ranks do.
#[test]
fn wrong_ranks_are_bounded_by_imperfect_rounds() {
    let mut rng = Rng::new(6);
    let (w, b) = ([2.0, -1.0, 1.5], [-2.0, 0.0, 2.5]);
    for ascent in ["spread:on=mistake", "simultaneous:on=mistake", "exact", "separable"] {
        let mut ours = learner(Setting::euclid(0.25), "ordinal", ascent, 3, 0);
        let (mut loss, mut wrong, mut largest) = (0.0, 0.0, 0.0f64);
        for _ in 0..400 {
            let x = rng.vector(3);
            let value = dot(&w, &x);
            let y = b.iter().filter(|b| value >= **b).count();
            let z = b.iter().enumerate().map(|(i, b)| if i < y { value - b } else { b - value });
            loss += z.map(|z| (1.0 - z).max(0.0)).fold(0.0, f64::max);
            largest = largest.max(square(&x) + 1.0);
            let outcome = ours.learn(Instance::Dense(&x), Label::Number(1.0 + y as f64)).unwrap();
            wrong += f64::from(u8::from(outcome.mistake));
        }
        let imperfect = ours.ledger().mistakes as f64;
        let complexity = 0.5 * (square(&w) + square(&b));
        let a = 0.25f64.min(1.0 / largest);
        let bound = (complexity + 0.25 * loss) / (a - 0.5 * a * a * largest);
        at_most(wrong, imperfect, ascent);
        at_most(imperfect, bound, ascent);
        assert!(wrong < 200.0, "{ascent}: {wrong}");
        assert!((0..3).any(|i| ours.weight(i, 1) != 0.0), "thresholds are learned");
    }
}

fn priced(setting: Setting, ascent: &str, form: Form, prices: &[f64], n: usize) -> Run {
    let mut spec = setting.spec("tasks", ascent);
    spec.problem =
        AnyProblem::Tasks(TasksProblem { form, prices: prices.into(), ..TasksProblem::default() });
    Run::of(setting, spec, n)
}

/// Sec. 10: the box of row j is C/price; lambda = mu min(C/price, best alone), so `sum price lambda <= C`; the loss is
/// `max_j loss_j/price_j`, and the certificate speaks of it.
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
