//! Learners that learn side by side, followed ([`Committee`]) or in a contest ([`Contest`]), are,
//! round for round, the learners run alone: every algorithm that fits the problem, on rows that
//! bring features late and grow, with labels that come late, weights and ties.

use super::{Committee, Contest, Expert, Meter, Single};
use crate::example;
use noregret_core::algorithms::ALGORITHMS;
use noregret_core::experts::{Hedge, Rate};
use noregret_core::metric::cost;
use noregret_core::problem::AnyProblem;
use noregret_core::readout::Readout;
use noregret_core::stage::{Bias, Columns};
use noregret_core::{Outcome, Spec};
use noregret_io::Row;

const PROBLEMS: [&str; 4] = ["binary", "multiclass", "one-vs-rest", "regression"];
const ROWS: u32 = 48;

/// What is changed in a composition that has nothing of it.
type Change = fn(&mut Spec);

const CHANGES: [Change; 4] = [
    |_| (),
    |spec| spec.bias = Some(Bias::new(0, 0.5)),
    |spec| spec.standard = Some(Columns { first: 1, end: 4 }),
    |spec| spec.readout = Readout::Average,
];

/// Every algorithm that fits the problem, as it is and changed; those that revisit earlier rows are
/// slow and stay as they are.
fn specs(problem: &str) -> Vec<Spec> {
    let fitting = ALGORITHMS.iter().filter_map(|a| Spec::named(a.name, problem).ok());
    let changed = |spec: Spec| {
        let changes = if spec.scope.is_current() { &CHANGES[..] } else { &CHANGES[..1] };
        changes.iter().map(move |change| {
            let mut spec = spec.clone();
            change(&mut spec);
            spec
        })
    };
    fitting.flat_map(changed).filter(|spec| spec.build().is_ok()).collect()
}

fn singles(specs: &[Spec]) -> Vec<Single> {
    specs.iter().map(|spec| Single::new(spec.clone()).unwrap()).collect()
}

/// A row of a few features, of which more and more are new, larger and larger.
fn row(problem: &str, t: u32) -> Row {
    let drawn = |salt: u32| {
        let mixed = (t * 31 + salt).wrapping_mul(2_654_435_761);
        f64::from((mixed ^ (mixed >> 15)) % 1000) / 500.0 - 1.0
    };
    let size = 1.0 + f64::from(t * t) / 50.0;
    let (mut indices, mut values) = (vec![1, 2, 3], vec![drawn(1), size * drawn(2), drawn(3)]);
    match t % 6 {
        // Nothing but what is new: many a score is 0.
        0 => (indices, values) = (vec![10 + t], vec![drawn(4)]),
        1 => (indices, values) = (Vec::new(), Vec::new()),
        2 | 3 => {
            indices.extend([4 + t / 8, 200 + t]);
            values.extend([size * drawn(5), drawn(6)]);
        }
        _ => (),
    }
    let sum = drawn(1) - drawn(3) + 0.4 * drawn(7);
    let label = match problem {
        "binary" => if sum > 0.0 { "1" } else { "-1" }.to_owned(),
        "regression" => format!("{}", 3.0 * sum),
        _ if t > 20 && sum > 0.7 => "late".to_owned(),
        _ => if sum > 0.0 { "a" } else { "b" }.to_owned(),
    };
    let mut row = Row::new(indices, values);
    row.label.set(&label).unwrap();
    row.weight = [1.0, 1.0, 2.5, 1.0, 0.0, 1.0, 1.0][t as usize % 7];
    row
}

/// The learners alone, their counters, and Hedge on what their rounds cost.
struct Alone {
    singles: Vec<Single>,
    meters: Vec<Meter>,
    hedge: Hedge,
}

impl Alone {
    fn new(singles: Vec<Single>) -> Self {
        let meters = singles.iter().map(|single| Meter::new(&single.spec.problem)).collect();
        let hedge = Hedge::new(singles.len(), Rate::Adaptive).unwrap();
        Alone { singles, meters, hedge }
    }

    fn learn(&mut self, row: &Row) -> Vec<Outcome> {
        let rows = std::slice::from_ref(row);
        let learn = |single: &mut Single| example::learn(&mut single.learner, rows);
        let rounds = self.singles.iter_mut().map(|single| learn(single).unwrap());
        let rounds: Vec<Outcome> = rounds.collect();
        for (meter, round) in self.meters.iter_mut().zip(&rounds) {
            meter.add(&example::judged(rows, round));
        }
        let problem = &self.singles[0].spec.problem;
        let costs: Vec<f64> =
            rounds.iter().map(|round| row.weight * cost(problem, round)).collect();
        if row.weight > 0.0 {
            self.hedge.learn(&costs).unwrap();
        }
        rounds
    }

    fn assert_same(&self, single: &Single, at: usize) {
        let (alone, what) = (&self.singles[at], &single.spec);
        assert_eq!(single.learner.snapshot(what), alone.learner.snapshot(what), "{what:?}");
    }
}

/// The number behind the answer of a committee, from the rounds of its learners alone; none for
/// several classes.
fn score(problem: &AnyProblem, weights: &[f64], rounds: &[Outcome]) -> Option<f64> {
    let said = |round: &Outcome| match problem {
        AnyProblem::Binary(_) if round.score >= 0.0 => Some(1.0),
        AnyProblem::Binary(_) => Some(-1.0),
        AnyProblem::Regression(_) => Some(round.score),
        _ => None,
    };
    weights.iter().zip(rounds).map(|(weight, round)| Some(weight * said(round)?)).sum()
}

#[test]
fn who_is_followed_is_the_learner_alone() {
    for problem in PROBLEMS {
        let specs = specs(problem);
        let mut alone = Alone::new(singles(&specs));
        let expert = |single| Expert { name: String::new(), single };
        let experts = singles(&specs).into_iter().map(expert).collect();
        let mut committee = Committee::new(experts).unwrap();
        let (mut surprises, mut ties, mut wrong) = (0, 0, 0.0);
        for t in 0..ROWS {
            let given = row(problem, t);
            let rows = std::slice::from_ref(&given);
            let predicted: Vec<f64> = alone
                .singles
                .iter()
                .map(|single| single.learner.predict(example::instance(&given)).unwrap().1)
                .collect();
            let weights = alone.hedge.weights();
            let rounds = alone.learn(&given);
            surprises += rounds.iter().zip(&predicted).filter(|(r, p)| r.score != **p).count();
            ties += rounds.iter().filter(|r| r.score == 0.0 && r.mistake).count();
            let foreseen = committee.foresee(rows).unwrap();
            let voted = committee.learn(rows).unwrap();
            assert_eq!(foreseen.1, voted.score, "{problem} {t}");
            assert_eq!(committee.parts().1, &alone.hedge, "{problem} {t}");
            let asked = alone.singles[0].learner.problem();
            if let Some(score) = score(asked, &weights, &rounds).filter(|_| t > 10) {
                let apart = (voted.score - score).abs();
                assert!(apart <= 1e-9 * score.abs().max(1.0), "{problem} {t}: {apart}");
            }
            wrong += if voted.mistake { given.weight } else { 0.0 };
        }
        for (at, expert) in committee.parts().0.iter().enumerate() {
            alone.assert_same(&expert.single, at);
        }
        let known = committee.certificate();
        assert!(wrong <= 2.0 * known.loss, "{problem}: {wrong}, {known:?}");
        assert!(surprises > 100, "{problem}: predict answers otherwise in {surprises} rounds");
        assert!(ties > 20 || problem != "binary", "{problem}: {ties} ties");
    }
}

#[test]
fn one_that_is_followed_alone_makes_its_own_mistakes() {
    for problem in PROBLEMS {
        for single in singles(&specs(problem)) {
            let mut alone = single.clone();
            let expert = Expert { name: String::new(), single };
            let mut committee = Committee::new(vec![expert]).unwrap();
            for t in 0..ROWS {
                let given = row(problem, t);
                let rows = std::slice::from_ref(&given);
                let voted = committee.learn(rows).unwrap().mistake;
                let mistake = example::learn(&mut alone.learner, rows).unwrap().mistake;
                assert_eq!(voted, mistake, "{problem} {} {t}", alone.spec.algorithm);
            }
        }
    }
}

#[test]
fn who_competes_is_the_learner_alone() {
    for problem in PROBLEMS {
        let specs = specs(problem);
        let mut alone = Alone::new(singles(&specs));
        let mut contest = Contest::endless(singles(&specs));
        for t in 0..ROWS {
            let given = row(problem, t);
            alone.learn(&given);
            contest.learn(std::slice::from_ref(&given)).unwrap();
        }
        let (entrants, out) = contest.take_entrants();
        assert!(out.is_empty() && entrants.len() == specs.len(), "{out:?}");
        for (at, entrant) in entrants.iter().enumerate() {
            alone.assert_same(&entrant.single, at);
            assert_eq!(entrant.meter.json(), alone.meters[at].json(), "{:?}", entrant.single.spec);
        }
    }
}
