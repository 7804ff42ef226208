//! From online to batch with a tolerance: the conversion stops within its bound.
//!
//! It makes at most `B |w*-w_1|^2 / beta` updates (fewer if the insensitivity leaves room), leaves
//! no loss above `sqrt(beta)`, in every order of the examples; on data that nothing fits it gives
//! up. The printed bound counts rounds where only updates are bounded.
//!
//! Reference: Crammer et al. 2003, end of sec. 4, and Lemma 2.

use crate::support::passive_aggressive::{Example as Drawn, Run, Stream, TASKS, Task};
use crate::support::{Rng, at_most, distance, near};
use noregret_core::replay::convert::{Converted, LabelledInstance, Order, Tolerance, convert};
use noregret_core::{Instance, Label, Spec};

const ORDERS: [Order; 3] = [Order::Cyclic, Order::Random, Order::MostViolated];

fn tolerance(beta: f64, order: Order) -> Tolerance {
    Tolerance { beta, max_updates: 1_000_000, order, seed: 5 }
}

fn data(examples: &[Drawn]) -> Vec<LabelledInstance<'_>> {
    examples.iter().map(|e| (Instance::Dense(&e.x), Label::Number(e.y))).collect()
}

#[test]
fn it_stops_within_its_bound_and_its_tolerance() {
    let (mut rng, mut most) = (Rng::new(1), 0);
    for task in TASKS {
        for n in [1, 4, 10] {
            let stream = Stream::draw(task, &mut rng, n, 60, 0.0);
            for (setting, room) in stream.settings() {
                for (beta, order) in
                    [1e-1, 1e-3, 1e-4].into_iter().flat_map(|b| ORDERS.map(|o| (b, o)))
                {
                    let mut run = Run::new(&setting.spec("pa"), setting, &stream);
                    let done =
                        convert(&mut run.learner, &data(&stream.examples), &tolerance(beta, order))
                            .unwrap();
                    let far = distance(&stream.planted, &run.start);
                    let budget = stream.reach() * far * far / (beta + 2.0 * room * beta.sqrt());
                    let what = format!("{setting:?} {order:?} beta={beta} n={n}");
                    assert!(done.within, "{what}: {done:?}");
                    at_most(done.updates as f64, budget, &what);
                    assert_eq!(done.updates, run.learner.ledger().updates, "{what}");
                    let losses = stream.examples.iter().map(|e| setting.miss(&run.weights(), e));
                    at_most(losses.fold(0.0, f64::max), beta.sqrt(), &what);
                    at_most(distance(&run.weights(), &run.start), 2.0 * far, "Lemma 2");
                    most = most.max(done.updates);
                }
            }
        }
    }
    assert!(most > 50, "{most}");
}

/// MIRA projects onto all margins of an example at once: it stops within the bound of PA, on two
/// classes and on several.
#[test]
fn mira_stops_within_the_bound_too() {
    let mut rng = Rng::new(7);
    let planted: Vec<Vec<f64>> = (0..3).map(|_| rng.vector(5)).collect();
    let score = |w: &[f64], x: &[f64]| w.iter().zip(x).map(|(w, x)| w * x).sum::<f64>();
    let mut examples: Vec<(Vec<f64>, f64)> = Vec::new();
    let mut least = f64::INFINITY;
    while examples.len() < 60 {
        let x = rng.vector(5);
        let mut scores: Vec<(f64, usize)> =
            planted.iter().enumerate().map(|(r, w)| (score(w, &x), r)).collect();
        scores.sort_by(|a, b| b.0.total_cmp(&a.0));
        if scores[0].0 - scores[1].0 > 0.1 {
            least = least.min(scores[0].0 - scores[1].0);
            examples.push((x, scores[0].1 as f64));
        }
    }
    let mut spec = Spec::named("mira", "multiclass").unwrap();
    spec.set_aggressiveness(f64::INFINITY).unwrap();
    let margin = spec.loss.margin().unwrap();
    let norm: f64 = planted.iter().flatten().map(|w| w * w).sum::<f64>();
    let reach = examples.iter().map(|(x, _)| 2.0 * score(x, x)).fold(0.0, f64::max);
    let data: Vec<LabelledInstance<'_>> =
        examples.iter().map(|(x, y)| (Instance::Dense(x), Label::Number(*y))).collect();
    for order in ORDERS {
        let mut learner = spec.build().unwrap();
        let beta = 1e-8;
        let done = convert(&mut learner, &data, &tolerance(beta, order)).unwrap();
        assert!(done.within && done.updates > 3, "{done:?}");
        // The planted weights, scaled so that every margin is reached.
        let far = norm * (margin / least).powi(2);
        at_most(done.updates as f64, reach * far / beta, "updates");
        assert!(done.worst <= beta);
    }
}

/// `worst` is what a scan of its own finds.
#[test]
fn it_reports_the_largest_loss_left() {
    let stream = Stream::draw(Task::Regression, &mut Rng::new(2), 5, 40, 0.0);
    for order in ORDERS {
        let mut run = Run::new(&stream.setting.spec("pa"), stream.setting, &stream);
        let done =
            convert(&mut run.learner, &data(&stream.examples), &tolerance(1e-2, order)).unwrap();
        let w = run.weights();
        let worst =
            stream.examples.iter().map(|e| stream.setting.miss(&w, e).powi(2)).fold(0.0, f64::max);
        near(done.worst, worst, 1e-12, "worst");
    }
}

#[test]
fn data_that_nothing_fits_ends_at_the_limit() {
    let examples = [([1.0, 0.5], 1.0), ([1.0, 0.5], -1.0)];
    let data: Vec<LabelledInstance<'_>> =
        examples.iter().map(|(x, y)| (Instance::Dense(x), Label::Number(*y))).collect();
    for order in ORDERS {
        let mut learner = Spec::named("pa", "binary").unwrap().build().unwrap();
        let limit = Tolerance { max_updates: 37, ..tolerance(0.01, order) };
        let done = convert(&mut learner, &data, &limit).unwrap();
        assert_eq!((done.updates, done.within), (37, false));
        assert!(done.worst > 0.01);
    }
}

#[test]
fn nothing_to_do_is_done_at_once() {
    let stream = Stream::draw(Task::Binary, &mut Rng::new(3), 3, 20, 0.0);
    for order in ORDERS {
        let mut run = Run::new(&stream.setting.spec("pa"), stream.setting, &stream);
        let huge = stream.setting.epsilon.powi(2);
        let done =
            convert(&mut run.learner, &data(&stream.examples), &tolerance(huge, order)).unwrap();
        assert_eq!((done.updates, done.within), (0, true));
        let empty = convert(&mut run.learner, &[], &tolerance(0.1, order)).unwrap();
        assert_eq!(empty, Converted { updates: 0, within: true, worst: 0.0 });
    }
}

/// A fresh uniclass learner takes the first example as its centre; that is not an update.
#[test]
fn uniclass_starts_at_the_first_example() {
    let points = [[10.0, 0.0], [10.5, 0.0], [12.0, 0.0]];
    let data: Vec<LabelledInstance<'_>> =
        points.iter().map(|x| (Instance::Dense(x), Label::None)).collect();
    for order in ORDERS {
        let mut learner = Spec::named("pa", "uniclass:radius=1").unwrap().build().unwrap();
        let done = convert(&mut learner, &data, &tolerance(1e-6, order)).unwrap();
        assert_eq!((done.updates, done.within), (1, true), "{order:?}");
        near(learner.weight(0, 0), 11.0, 1e-12, "centre");
        let mut inside = Spec::named("pa", "uniclass:radius=20").unwrap().build().unwrap();
        let done = convert(&mut inside, &data, &tolerance(1e-6, order)).unwrap();
        assert_eq!((done.updates, inside.weight(0, 0)), (0, 10.0), "{order:?}");
    }
}

/// The last weights w_T come after T - 1 updates; the source bounds T, only the updates are
/// bounded.
#[test]
fn the_batch_bound_counts_updates_not_rounds() {
    for (beta, quotient, made) in [(2.0, 0.0, 0), (0.99, 1.0, 1)] {
        let mut learner = Spec::named("pa", "binary").unwrap().build().unwrap();
        let data = [(Instance::Dense(&[1.0]), Label::Number(1.0))];
        let limit = Tolerance { beta, max_updates: 100, order: Order::Cyclic, seed: 0 };
        let done = convert(&mut learner, &data, &limit).unwrap();
        let (reach, far) = (1.0f64, 1.0f64); // w* = 1 has no loss, w_1 = 0
        assert_eq!((reach * far * far / beta).floor(), quotient);
        assert_eq!((done.updates, done.within), (made, true));
        assert!(done.updates as f64 <= quotient, "as corrected");
        assert!((done.updates + 1) as f64 > quotient, "as printed: T <= {quotient}");
    }
}
