//! Loss bounds of additive Passive-Aggressive, each per round and as the sum that follows.
//!
//! Theorem 1 and Lemma 2 (a planted solution), Theorem 3 (relaxed, any comparator; uniclass with B
//! = 1), and the bounds of the later article: the common lemma, PA on arbitrary data, PA-I
//! mistakes, PA-II.
//!
//! Reference: Crammer et al. 2003, sec. 4 and 5; 2006, sec. 4 and 5.

use crate::support::passive_aggressive::{
    Example, Round, Run, Setting, Stream, TASKS, Task, tuned,
};
use crate::support::{Rng, at_most, dot, near, norm, square, sub};
use noregret_core::certificate::mistakes::{Comparator, pa_one};

const SHAPES: [(usize, usize); 3] = [(1, 40), (3, 150), (12, 300)];

/// How much nearer to `u` the round has brought the weights, squared.
fn drop_toward(u: &[f64], round: &Round) -> f64 {
    square(&sub(&round.before, u)) - square(&sub(&round.after, u))
}

/// Plays PA on clean streams, at every epsilon that leaves the planted solution some room.
fn realisable(seed: u64, mut check: impl FnMut(&Stream, &Setting, f64, &[f64], &[Round])) {
    let mut rng = Rng::new(seed);
    for task in TASKS {
        for (n, len) in SHAPES {
            let stream = Stream::draw(task, &mut rng, n, len, 0.0);
            for (setting, room) in stream.settings() {
                let mut run = Run::new(&setting.spec("pa"), setting, &stream);
                let rounds: Vec<Round> = stream.examples.iter().map(|e| run.play(e)).collect();
                check(&stream, &setting, room, &run.start, &rounds);
            }
        }
    }
}

#[test]
fn theorem_1_round_by_round() {
    let mut updates = 0;
    realisable(1, |stream, setting, room, _, rounds| {
        for round in rounds {
            let fall = drop_toward(&stream.planted, round);
            at_most(0.0, fall, "the distance to the solution never grows");
            if round.miss > 0.0 {
                updates += 1;
                let due = round.miss * (round.miss + 2.0 * room) / square(&round.toward);
                at_most(due, fall, &format!("{setting:?}"));
            }
        }
    });
    assert!(updates > 200, "{updates}");
}

#[test]
fn theorem_1_and_lemma_2_in_sum() {
    realisable(2, |stream, setting, room, start, rounds| {
        let far = square(&sub(&stream.planted, start));
        let (mut squares, mut losses, mut scaled, mut heavy) = (0.0, 0.0, 0.0, 0);
        let threshold = 0.2;
        for round in rounds {
            squares += round.miss * round.miss;
            losses += round.miss;
            let v = square(&round.toward);
            scaled += (round.miss * round.miss + 2.0 * room * round.miss) / v;
            heavy += usize::from(round.miss >= threshold);
            let what = format!("{setting:?}");
            at_most(squares + 2.0 * room * losses, stream.reach() * far, &what);
            at_most(scaled, far, &format!("{what}, each round by its own norm"));
            at_most(norm(&sub(&round.after, start)), 2.0 * far.sqrt(), "Lemma 2");
            let most = stream.reach() * far / (threshold * threshold + 2.0 * room * threshold);
            at_most(heavy as f64, most, "rounds with a large loss");
        }
    });
}

/// Eq. 17 and its family: for every c >= 1, `sum loss^2 + 2(c-1) sum loss <= B c^2 / margin^2`.
#[test]
fn margins_bound_mistakes_and_losses() {
    let mut rng = Rng::new(3);
    for (n, len) in SHAPES {
        let stream = Stream::draw(Task::Binary, &mut rng, n, len, 0.0);
        let setting = stream.setting.with(-1.0);
        let margin = -stream.setting.epsilon / norm(&stream.planted);
        let mut run = Run::new(&setting.spec("pa"), setting, &stream);
        let (mut squares, mut losses, mut mistakes) = (0.0, 0.0, 0.0);
        for e in &stream.examples {
            let round = run.play(e);
            squares += round.miss * round.miss;
            losses += round.miss;
            mistakes += f64::from(round.outcome.mistake);
            let budget = stream.reach() / (margin * margin);
            for c in [1.0f64, 1.5, 2.0, 10.0] {
                at_most(squares + 2.0 * (c - 1.0) * losses, budget * c * c, "the family");
            }
            at_most(mistakes, budget, "mistakes");
            at_most(losses, 2.0 * budget, "hinge");
        }
    }
}

/// The landing point itself is a comparator that Theorem 1 holds for with equality.
#[test]
fn theorem_1_is_tight() {
    realisable(4, |_, _, _, _, rounds| {
        for round in rounds.iter().filter(|r| r.miss > 1e-3) {
            let due = round.miss * round.miss / square(&round.toward);
            let ratio = drop_toward(&round.after, round) / due;
            assert!((ratio - 1.0).abs() < 1e-6, "{ratio}");
        }
    });
}

/// Plays a variant over noisy streams; for each comparator: (its misses, all rounds, its squared
/// distance).
fn agnostic(
    name: &str,
    aggressiveness: &[Option<f64>],
    mut check: impl FnMut(&Stream, Option<f64>, &[f64], &[f64], &[Round], f64),
) {
    let mut rng = Rng::new(name.len() as u64);
    for task in TASKS {
        for (n, len) in SHAPES {
            for &c in aggressiveness {
                let stream = Stream::noisy(task, &mut rng, n, len, 0.2);
                let mut run = Run::new(&tuned(&stream.setting, name, c), stream.setting, &stream);
                let rounds: Vec<Round> = stream.examples.iter().map(|e| run.play(e)).collect();
                for u in stream.comparators(&mut rng) {
                    let misses: Vec<f64> =
                        stream.examples.iter().map(|e| stream.setting.miss(&u, e)).collect();
                    let far = square(&sub(&u, &run.start));
                    check(&stream, c, &u, &misses, &rounds, far);
                }
            }
        }
    }
}

const CAPS: [Option<f64>; 4] = [Some(0.02), Some(0.3), Some(1.0), Some(30.0)];

#[test]
fn the_common_lemma_holds_for_every_variant() {
    for (name, caps) in [("pa", &[None][..]), ("pa1", &CAPS), ("pa2", &CAPS)] {
        agnostic(name, caps, |_, _, u, misses, rounds, far| {
            let mut sum = 0.0;
            for (round, star) in rounds.iter().zip(misses) {
                let (tau, v) = (round.tau, square(&round.toward));
                let due = tau * (2.0 * round.miss - tau * v - 2.0 * star);
                at_most(due, drop_toward(u, round), &format!("{name}, a round"));
                sum += due;
                at_most(sum, far, &format!("{name}, the sum"));
            }
        });
    }
}

#[test]
fn theorem_3_for_all_three_problems() {
    agnostic("pa-relaxed", &CAPS, |stream, c, u, misses, rounds, far| {
        let gamma = 0.5 / c.unwrap();
        let (mut squares, mut scaled, mut star) = (0.0, 0.0, 0.0);
        for (round, l) in rounds.iter().zip(misses) {
            let part = round.miss * round.miss / (square(&round.toward) + gamma);
            at_most(part - l * l / gamma, drop_toward(u, round), "Theorem 3, a round");
            squares += round.miss * round.miss;
            scaled += part;
            star += l * l;
            let b = stream.reach();
            at_most(squares, (gamma + b) * far + (1.0 + b / gamma) * star, "Eq. 19");
            at_most(scaled, far + star / gamma, "Eq. 19, each round by its own norm");
        }
    });
}

#[test]
fn pa_two_is_bounded_by_its_comparators_squares() {
    agnostic("pa2", &CAPS, |stream, c, _, misses, rounds, far| {
        let c = c.unwrap();
        let squares: f64 = rounds.iter().map(|r| r.miss * r.miss).sum();
        let bound = (stream.reach() + 0.5 / c) * (far + 2.0 * c * dot(misses, misses));
        at_most(squares, bound, "PA-II");
    });
}

#[test]
fn pa_on_arbitrary_data() {
    agnostic("pa", &[None], |_, _, _, misses, rounds, far| {
        let (mut own, mut theirs): (f64, f64) = (0.0, 0.0);
        for (round, star) in rounds.iter().zip(misses) {
            own += round.miss * round.miss / square(&round.toward);
            theirs += star * star / square(&round.toward);
            let bound = theirs.sqrt() + (theirs + far).sqrt();
            at_most(own.sqrt(), bound, "L <= U + sqrt(U^2 + |u|^2)");
        }
    });
}

#[test]
fn pa_one_makes_few_mistakes() {
    agnostic("pa1", &CAPS, |stream, c, _, misses, rounds, far| {
        if stream.setting.task != Task::Binary {
            return;
        }
        let (mut mistakes, mut loss) = (0.0, 0.0);
        for (round, star) in rounds.iter().zip(misses) {
            mistakes += f64::from(round.outcome.mistake);
            loss += star;
            let u = Comparator { norm: far.sqrt(), margin: 1.0, loss };
            at_most(mistakes, pa_one(&u, stream.reach().sqrt(), c.unwrap()), "PA-I");
        }
    });
}

/// One new coordinate per example: here the sums of Theorem 1, of PA on arbitrary data and of PA-I
/// are equalities, Theorem 3 and PA-II become one as gamma = 1/(2C) vanishes; a second pass adds
/// nothing.
#[test]
fn the_sums_are_tight() {
    let n = 8;
    for task in [Task::Binary, Task::Regression] {
        let setting = Setting { task, epsilon: if task == Task::Binary { -1.0 } else { 0.0 } };
        let planted: Vec<f64> = (0..n).map(|j| if j % 3 == 0 { -1.0 } else { 1.0 }).collect();
        let unit = |j: usize| (0..n).map(|i| f64::from(i == j)).collect::<Vec<f64>>();
        let examples = (0..2 * n).map(|t| Example { x: unit(t % n), y: planted[t % n] }).collect();
        let stream = Stream { setting, planted, examples, first: None };
        for (name, c) in [("pa", None), ("pa1", Some(1.0)), ("pa2", Some(1e9))] {
            let mut run = Run::new(&tuned(&setting, name, c), setting, &stream);
            let rounds: Vec<Round> = stream.examples.iter().map(|e| run.play(e)).collect();
            let squares: f64 = rounds.iter().map(|r| r.miss * r.miss).sum();
            let far = square(&stream.planted);
            near(squares, stream.reach() * far, 1e-8, name);
            if (name, task) == ("pa1", Task::Binary) {
                let u = Comparator { norm: far.sqrt(), margin: 1.0, loss: 0.0 };
                near(run.learner.ledger().mistakes as f64, pa_one(&u, 1.0, 1.0), 1e-12, "PA-I");
            }
        }
    }
}
