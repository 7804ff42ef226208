//! Votes and averages of several rows against all matrices kept one by one.
//!
//! A class comes late.
//!
//! Reference: Crammer & Singer 2003, sec. 5.3; Freund & Schapire 1999.

use crate::support::matrix::{Matrix, scores};
use crate::support::multiclass::{Example, Stream, spec};
use crate::support::{Rng, near};
use noregret_core::hypothesis::Hypothesis;
use noregret_core::problem::AnyProblem;
use noregret_core::readout::Readout;
use noregret_core::{AnyLearner, ClassName, Instance, Prediction, Spec};

const N: usize = 4;

/// Members of every kind: additive, rescaling, several groups; with C other than 1.
fn specs() -> Vec<Spec> {
    let mut all: Vec<Spec> = [
        ("hinge", "fixed:on=mistake", "fixed"),
        ("hinge:margin=0.1", "spread", "fixed:C=0.5"),
        ("hinge:margin=0.3", "mira", "fixed:C=2"),
        ("hinge", "kesler", "fixed"),
        ("hinge", "exact", "mistakes"),
        ("hinge", "romma:aggressive=true,share=uniform", "fixed"),
    ]
    .map(|(loss, ascent, schedule)| spec(loss, ascent, "euclid", schedule))
    .into();
    all.push(Spec { problem: AnyProblem::parse("one-vs-rest").unwrap(), ..all[1].clone() });
    all
}

/// Classes 0 and 1, from the middle on 2 as well; row r is class r.
fn stream(rng: &mut Rng) -> Stream {
    let mut stream = Stream::noisy(rng, 3, N, 40, 0.1);
    let half = stream.examples.len() / 2;
    stream.examples[..half].iter_mut().for_each(|e| e.y = e.y.min(1));
    (stream.examples[0].y, stream.examples[1].y) = (0, 1);
    stream
}

fn matrix(learner: &AnyLearner) -> Matrix {
    let row = |r: usize| (0..N).map(|j| learner.weight(j, r)).collect();
    (0..learner.hypothesis().rows()).map(row).collect()
}

/// The weights after every round, with whether that round moved them.
fn history(spec: &Spec, stream: &Stream) -> Vec<(Matrix, bool)> {
    let mut learner = spec.build().unwrap();
    let mut after = |e: &Example| {
        let before = learner.ledger().updates;
        learner.learn(Instance::Dense(&e.x), e.label()).unwrap();
        (matrix(&learner), learner.ledger().updates > before)
    };
    stream.examples.iter().map(&mut after).collect()
}

fn trained(spec: &Spec, readout: Readout, stream: &Stream) -> AnyLearner {
    let mut learner = Spec { readout, ..spec.clone() }.build().unwrap();
    for e in &stream.examples {
        learner.learn(Instance::Dense(&e.x), e.label()).unwrap();
    }
    learner
}

fn first_best(scores: &[f64]) -> usize {
    (0..scores.len()).reduce(|a, b| if scores[b] > scores[a] { b } else { a }).unwrap()
}

/// How far the best is ahead of the second.
fn lead(scores: &[f64]) -> f64 {
    let best = first_best(scores);
    let others = (0..scores.len()).filter(|r| *r != best).map(|r| scores[r]);
    scores[best] - others.fold(f64::NEG_INFINITY, f64::max)
}

/// A hypothesis votes once for every round it survived, among the classes known when it was made;
/// the zero weights before the first step have no vote.
#[test]
fn votes_are_those_of_all_matrices_kept() {
    let (mut rng, mut unlike) = (Rng::new(61), 0);
    for spec in specs().into_iter().filter(|s| s.schedule.name() == "fixed") {
        let stream = stream(&mut rng);
        let history = history(&spec, &stream);
        let first = history.iter().position(|(_, moved)| *moved).unwrap();
        let learner = trained(&spec, Readout::Vote, &stream);
        let last = trained(&spec, Readout::Last, &stream);
        for _ in 0..200 {
            let x = rng.vector(N);
            let (mut votes, mut holder) = ([0.0; 3], &history[first].0);
            for (after, moved) in &history[first..] {
                holder = if *moved { after } else { holder };
                votes[first_best(&scores(holder, &x))] += 1.0;
            }
            let cast: f64 = votes.iter().sum();
            let (answer, by) = learner.predict(Instance::Dense(&x)).unwrap();
            let expected = first_best(&votes) as f64;
            assert_eq!(answer, Prediction::Class(Some(ClassName::Number(expected))));
            near(by, lead(&votes) / cast, 1e-12, "share of the votes");
            unlike += i32::from(answer != last.predict(Instance::Dense(&x)).unwrap().0);
        }
    }
    assert!(unlike > 20, "votes differ from the last weights only {unlike} times");
}

/// The row of a late class counts as zero for the rounds before it.
#[test]
fn averages_are_means_of_all_matrices_kept() {
    let mut rng = Rng::new(62);
    for spec in specs() {
        let stream = stream(&mut rng);
        let history = history(&spec, &stream);
        let learner = trained(&spec, Readout::Average, &stream);
        let mut mean = vec![vec![0.0; N]; 3];
        for (after, _) in &history {
            for (mean, row) in mean.iter_mut().zip(after) {
                mean.iter_mut().zip(row).for_each(|(m, w)| *m += w / history.len() as f64);
            }
        }
        for (r, row) in mean.iter().enumerate() {
            for (j, w) in row.iter().enumerate() {
                near(learner.answering_weight(j, r), *w, 1e-10, "weight");
            }
        }
        for _ in 0..50 {
            let x = rng.vector(N);
            let scores = scores(&mean, &x);
            let (answer, by) = learner.predict(Instance::Dense(&x)).unwrap();
            let expected = first_best(&scores) as f64;
            assert_eq!(answer, Prediction::Class(Some(ClassName::Number(expected))));
            near(by, lead(&scores), 1e-9, "lead");
        }
    }
}
