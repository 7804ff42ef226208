//! Uniclass: the centre, its lazy update, its symmetries, and the learned radius.
//!
//! The centre is a convex combination of the instances; translation and rotation, edges of the
//! radius, and the bound of the learned radius.
//!
//! Reference: Crammer et al. 2003, Table 1 and sec. 3; learned radius: 2006, sec. 6.

use crate::support::passive_aggressive::{Example, Run, Setting, Stream, Task, tuned, weights};
use crate::support::{Rng, at_most, distance, near, near_all, norm, plus, square, sub};
use noregret_core::problem::AnyProblem;
use noregret_core::{AnyLearner, Instance, Label, Prediction, Spec};

const VARIANTS: [(&str, Option<f64>); 4] =
    [("pa", None), ("pa1", Some(0.1)), ("pa2", Some(0.5)), ("pa-relaxed", Some(5.0))];

fn stream(seed: u64, n: usize, len: usize) -> Stream {
    Stream::noisy(Task::Uniclass, &mut Rng::new(seed), n, len, 0.3)
}

fn run(stream: &Stream, name: &str, c: Option<f64>) -> Run {
    Run::new(&tuned(&stream.setting, name, c), stream.setting, stream)
}

/// With one coordinate an instance, the centre shows the coefficients: never negative, of sum 1.
#[test]
fn the_centre_is_a_convex_combination_of_the_instances() {
    for (name, c) in VARIANTS {
        let setting = Setting { task: Task::Uniclass, epsilon: 0.4 };
        let mut learner = tuned(&setting, name, c).build().unwrap();
        for j in 0..60u32 {
            learner.learn(Instance::sparse(&[j], &[1.0]).unwrap(), Label::None).unwrap();
            let centre = weights(&learner);
            assert!(centre.iter().all(|&a| a >= 0.0), "{name}: {centre:?}");
            near(centre.iter().sum(), 1.0, 1e-12, name);
            assert!(centre[j as usize] > 0.0 || j > 0 && name != "pa", "{name} used instance {j}");
        }
    }
}

#[test]
fn the_lazy_update_is_the_plain_one() {
    for (name, c) in VARIANTS {
        let stream = stream(1, 6, 2000);
        let mut run = run(&stream, name, c);
        let mut centre = run.start.clone();
        for e in &stream.examples {
            let toward = sub(&e.x, &centre);
            let (delta, loss) = (norm(&toward), stream.setting.miss(&centre, e));
            let tau = match (name, c) {
                ("pa1", Some(c)) => loss.min(c),
                (_, Some(c)) => loss / (1.0 + 0.5 / c),
                _ => loss,
            };
            let round = run.play(e);
            if loss > 0.0 {
                centre = plus(&centre, tau / delta, &toward);
            }
            near_all(&round.after, &centre, 1e-9, name);
        }
    }
}

/// Turned by 0.7 and moved by (shift, -shift); a million away only the data themselves are rounded.
#[test]
fn moving_and_turning_the_data_moves_and_turns_the_centre() {
    for shift in [0.0, 30.0, 1e6] {
        let (stream, (sin, cos)) = (stream(2, 2, 200), 0.7f64.sin_cos());
        let turn =
            |p: &[f64]| vec![cos * p[0] - sin * p[1] + shift, sin * p[0] + cos * p[1] - shift];
        let turned = Stream {
            setting: stream.setting,
            planted: turn(&stream.planted),
            examples: stream.examples.iter().map(|e| Example { x: turn(&e.x), y: 1.0 }).collect(),
            first: stream.first.as_deref().map(turn),
        };
        let tolerance = 1e-12 + 1e-14 * shift;
        for (name, c) in VARIANTS {
            let (mut here, mut there) = (run(&stream, name, c), run(&turned, name, c));
            for (e, t) in stream.examples.iter().zip(&turned.examples) {
                let (a, b) = (here.play(e), there.play(t));
                near(distance(&turn(&a.after), &b.after), 0.0, tolerance, name);
                near(a.outcome.loss, b.outcome.loss, tolerance, name);
            }
        }
    }
}

#[test]
fn the_edges_of_the_radius() {
    let mut point = Spec::named("pa", "uniclass:radius=0").unwrap().build().unwrap();
    for x in [[1.0, 2.0], [3.0, -1.0], [3.0, -1.0], [0.5, 0.5]] {
        point.learn(Instance::Dense(&x), Label::None).unwrap();
        near_all(&weights(&point), &x, 1e-12, "radius 0 jumps to the instance");
        near(point.predict(Instance::Dense(&x)).unwrap().1, 0.0, 1e-12, "on the border");
    }
    let mut ball = Spec::named("pa", "uniclass:radius=2").unwrap().build().unwrap();
    let learn = |l: &mut AnyLearner, x: f64| l.learn(Instance::Dense(&[x]), Label::None).unwrap();
    learn(&mut ball, 1.0);
    assert_eq!(learn(&mut ball, 1.0).loss, 0.0, "the centre itself");
    assert_eq!(learn(&mut ball, 3.0).step, 0.0, "the border is inside");
    let inside = |x: f64| ball.predict(Instance::Dense(&[x])).unwrap().0;
    assert_eq!([2.9, 3.0, 3.1].map(inside), [true, true, false].map(Prediction::Inside));
    near(learn(&mut ball, 3.5).loss, 0.5, 1e-12, "outside");
    near(ball.weight(0, 0), 1.5, 1e-12, "moved until the border touches");
    assert_eq!(ball.ledger().rounds, 3, "the first instance is not a round");
}

#[test]
fn zeros_at_the_end_may_be_left_out() {
    let mut learners =
        [0, 1].map(|_| Spec::named("pa", "uniclass:radius=1").unwrap().build().unwrap());
    for (short, long) in [([1.0, 2.0], [1.0, 2.0, 3.0]), ([5.0, -1.0], [5.0, -1.0, 0.0])] {
        let [a, b] = &mut learners;
        let x = if long[2] == 0.0 { &short[..] } else { &long[..] };
        let one = a.learn(Instance::Dense(x), Label::None).unwrap();
        assert_eq!(one, b.learn(Instance::Dense(&long), Label::None).unwrap());
        assert_eq!(weights(a), weights(b));
    }
}

fn learned(stream: &Stream, name: &str, c: Option<f64>, most: f64) -> Run {
    let mut spec = tuned(&stream.setting.with(most), name, c);
    let AnyProblem::Uniclass(ball) = &mut spec.problem else { unreachable!() };
    ball.learn_radius = true;
    Run::new(&spec, stream.setting.with(most), stream)
}

/// (lifted coordinate, radius so far).
fn lift(run: &Run) -> (f64, f64) {
    let AnyProblem::Uniclass(ball) = run.learner.problem() else { unreachable!() };
    (ball.lifted(), ball.ball_radius())
}

/// A ball lifted by one dimension, by the plain formula.
#[test]
fn a_learned_radius_is_a_fixed_one_in_the_lifted_space() {
    for (name, c) in VARIANTS {
        let (stream, most) = (stream(3, 3, 400), 2.5);
        let mut run = learned(&stream, name, c, most);
        let mut centre = [run.start.clone(), vec![most]].concat();
        let setting = stream.setting.with(most);
        let mut radius = 0.0;
        for e in &stream.examples {
            let raised = Example { x: [e.x.clone(), vec![0.0]].concat(), y: 1.0 };
            let loss = setting.miss(&centre, &raised);
            let v = setting.toward(&centre, &raised);
            let outcome = run.play(e).outcome;
            centre = plus(&centre, outcome.step / run.learner.tradeoff(), &v);
            near((-outcome.margin).max(0.0), loss, 1e-9, "loss");
            let (s, now) = lift(&run);
            near_all(&[run.weights(), vec![s]].concat(), &centre, 1e-9, name);
            assert!(now >= radius && now <= most && (0.0..=most).contains(&s), "{name}: {now}");
            near(now * now + s * s, most * most, 1e-9, "radius and lift share the bound");
            radius = now;
        }
        assert!(radius > 0.5, "{name}: {radius}");
    }
}

#[test]
fn the_learned_radius_loses_no_more_than_the_best_ball() {
    let mut rng = Rng::new(4);
    for most in [1.0, 1.3, 4.0] {
        let stream = Stream::draw(Task::Uniclass, &mut rng, 4, 300, 0.0);
        let least = stream.setting.epsilon;
        assert!(least <= most);
        let mut run = learned(&stream, "pa", None, most);
        let top = (most * most - least * least).sqrt();
        let best = [stream.planted.clone(), vec![top]].concat();
        let budget = square(&sub(&stream.planted, &run.start)) + (most - top).powi(2);
        let (mut squares, mut here) = (0.0, budget);
        for e in &stream.examples {
            let outcome = run.play(e).outcome;
            let loss = (-outcome.margin).max(0.0);
            squares += loss * loss;
            at_most(squares, budget, "sum of squares");
            let next = distance(&best, &[run.weights(), vec![lift(&run).0]].concat()).powi(2);
            at_most(loss * loss, here - next, "a round");
            if loss > 0.0 {
                let reach = distance(&e.x, &run.weights());
                near(reach, lift(&run).1, 1e-9, "the ball now touches the instance");
            }
            here = next;
        }
        assert!(squares > 0.0);
    }
}
