//! A structure of your own: who does which job, when every job is done by one person.
//!
//! An example has three parts, the people; an output gives each of them another job. Its features
//! are those of the people in the rows of their jobs, so a row of weights says who is good at that
//! job, and the best output is the best of all six assignments. Everything else, the loss-augmented
//! learner, the average and the certificate, comes with [`Structured`].
//!
//! `cargo run -p noregret --example own_structure`

use noregret::core::ascent::Exact;
use noregret::core::hypothesis::EuclidSpace;
use noregret::core::loss::Hinge;
use noregret::core::problem::{Scores, Structure, Structured};
use noregret::core::readout::Readout;
use noregret::core::round::Term;
use noregret::core::schedule::FixedRate;
use noregret::core::{Error, Instance, Label, Learner, Prediction, Result};

/// The job of each person, 0 to 2.
type Jobs = [usize; 3];
const ALL: [Jobs; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

#[derive(Clone)]
struct Assignment;

impl Structure for Assignment {
    type Output = Jobs;

    fn rows(&self) -> usize {
        3
    }
    fn output(&self, label: Label<'_>, _parts: usize) -> Result<Jobs> {
        let is = |jobs: &&Jobs| matches!(label, Label::Each(y) if jobs.map(|j| j as f64) == *y);
        ALL.iter().find(is).copied().ok_or(Error::Label(format!("{label} are not three jobs")))
    }
    fn features(&self, jobs: &Jobs, terms: &mut Vec<Term>) {
        let term = |(part, &row): (usize, &usize)| Term { part, row, coef: 1.0 };
        terms.extend(jobs.iter().enumerate().map(term));
    }
    fn decode(&self, scores: &Scores<'_>) -> Jobs {
        best(|jobs| value(scores, jobs))
    }
    fn decode_augmented(&self, scores: &Scores<'_>, truth: &Jobs, unit: f64) -> Jobs {
        best(|jobs| value(scores, jobs) + unit * self.cost(truth, jobs))
    }
    fn cost(&self, truth: &Jobs, jobs: &Jobs) -> f64 {
        truth.iter().zip(jobs).filter(|(a, b)| a != b).count() as f64
    }
    fn prediction(&self, jobs: &Jobs) -> Prediction {
        Prediction::Order(jobs.to_vec())
    }
}

fn value(scores: &Scores<'_>, jobs: &Jobs) -> f64 {
    jobs.iter().enumerate().map(|(person, &job)| scores.at(person, job)).sum()
}

fn best(value: impl Fn(&Jobs) -> f64) -> Jobs {
    let better = |a: Jobs, b: Jobs| if value(&b) > value(&a) { b } else { a };
    ALL.into_iter().fold(ALL[0], better)
}

/// Runs the example.
pub(crate) fn main() -> Result<()> {
    let (space, rate) = (EuclidSpace::new(3, Some(0)), FixedRate { aggressiveness: 0.1 });
    let (problem, hinge, exact) = (Structured::new(Assignment), Hinge::default(), Exact::default());
    let mut learner = Learner::new(problem, hinge, exact, space, rate, Readout::Average);
    for day in 0..500 {
        let people: Vec<[f64; 3]> = (0..3).map(|person| skills(3 * day + person)).collect();
        let parts: Vec<Instance<'_>> = people.iter().map(|x| Instance::Dense(x)).collect();
        // Whoever assigns the jobs knows what they ask for; the learner finds it out.
        let worth =
            |jobs: &Jobs| people.iter().zip(jobs).map(|(x, &job)| x[job] - x[2 - job]).sum();
        let jobs = best(worth).map(|job| job as f64);
        learner.learn_parts(&parts, Label::Each(&jobs), 1.0)?;
    }
    let ledger = learner.ledger();
    println!("{} of {} days were assigned otherwise", ledger.mistakes, ledger.rounds);
    assert!(ledger.mistakes * 3 < ledger.rounds, "it learns");
    let most = 3.0 * ledger.rounds as f64;
    assert!(learner.lower_bound(0.0) <= most, "without any weights 3 a day are lost at most");
    Ok(())
}

/// What a person can do, three numbers between 0 and 1.
fn skills(person: u64) -> [f64; 3] {
    [1, 2, 3].map(|skill| (person * (skill * 7919 + 13) % 101) as f64 / 101.0)
}
