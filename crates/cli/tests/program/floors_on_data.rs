//! Floors against real data: no fixed predictor, random, trained or the best in hindsight, lost
//! less than the witnesses beside a run said it must, whoever predicted.
//!
//! `sum_t g_t(u) >= A - |v| |u|` for any feasible duals (Shalev-Shwartz 2007, Lemma 1). Reads a9a,
//! spambase, cal_housing and 20news from the folder `NOREGRET_DATA` (default: `../shared/data`
//! beside the repository) and says so when it is not there. The weight of the constant counts in
//! the norm; of standardised columns the moments are those of all rows.

#![allow(clippy::unwrap_used)]

use crate::common::Lab;
use crate::common::comparators::{Comparator, Rows};
use crate::common::sets::{find, load_first};
use noregret::choice::Bias;
use noregret::{Certify, Choice, Model, ReadingOptions, Silent, Training};
use noregret_core::Label;
use noregret_core::algorithms::ALGORITHMS;
use noregret_core::problem::{AnyProblem, Problem};
use noregret_core::replay::scope::AnyScope;
use noregret_core::replay::witness::{Effort, Findings, Witness};
use noregret_core::stage::{self, Columns};

const A9A: &str = "a9a/a9a.gz";
const SPAMBASE: &str = "spambase/spambase.csv.gz";
const CAL_HOUSING: &str = "cal_housing/cal_housing.csv.gz";
const NEWS: &str = "20news/20news.train.svm.gz";
/// The constant of every row.
const CONSTANT: f64 = 0.5;

/// A run over the first rows of a set.
fn training(file: &str, choice: Choice, rows: usize) -> Option<Training> {
    let limit = Some(rows as u64);
    let reading = ReadingOptions { limit, threads: 1, ..ReadingOptions::default() };
    Some(Training { reading, ..Training::new([find(file)?]).choice(choice) })
}

fn named(name: &str, problem: &str) -> Choice {
    Choice::named(name).problem(problem).bias(Bias::Value(CONSTANT))
}

/// Holds every floor against every comparator of rounds that came so many times; how much of the
/// loss of the best in hindsight was proved at some trade-off.
fn hold(findings: &Findings, comparators: &[Comparator], times: f64, words: &str) -> f64 {
    let (mut tightest, mut checks) = (0.0_f64, 0);
    for Comparator { norm, is_best, losses } in comparators {
        for (name, loss) in losses {
            let (floor, loss) = (findings.measure(name).unwrap().lower_bound(*norm), times * loss);
            assert!(
                floor <= loss * (1.0 + 1e-12),
                "{words}: a predictor of norm {norm} has the {name} loss {loss}, below {floor}"
            );
            tightest = if *is_best { tightest.max(floor / loss) } else { tightest };
            checks += 1;
        }
    }
    println!("{words}: {checks} comparisons, none violated, tightest {tightest:.4}");
    tightest
}

/// The published algorithms for a problem, but for those that look at all the past.
fn published(problem: &str) -> impl Iterator<Item = &'static str> {
    let visits_all = |scope| AnyScope::parse(scope).is_ok_and(|scope| scope.visits_all());
    let quick = ALGORITHMS.iter().filter(move |algorithm| !visits_all(algorithm.scope));
    let fits = |losses: &[(&str, &str)], own: &str| losses.iter().any(|(name, _)| *name == own);
    let own = problem.to_owned();
    quick.filter(move |algorithm| fits(algorithm.losses, &own)).map(|algorithm| algorithm.name)
}

fn check_all(file: &str, problem: &'static str, rows: usize, tight: &[&str]) {
    let Some(data) = load_first(file, rows) else { return };
    let count = data.rows.len() as f64;
    let comparators = Rows::new(&data, problem).with_constant(CONSTANT).comparators();
    let live = published(problem).map(|name| (name, Certify::Live));
    let tight = tight.iter().map(|name| (*name, Certify::Tight));
    let (mut runs, mut least) = (0, f64::INFINITY);
    for (name, certify) in live.chain(tight) {
        let training = training(file, named(name, problem), rows).unwrap();
        let trained = Training { certify, ..training }.run(&mut Silent);
        let findings = match trained {
            Ok(trained) => trained.model.findings().unwrap(),
            // LMS has a rate that these rows are too large for.
            Err(error) if name != "lms" => panic!("{file} {name}: {error}"),
            Err(error) => {
                println!("{file} {name}: {error}");
                continue;
            }
        };
        assert_eq!(findings.weight, count, "{name}");
        let words = format!("{file} {name} {certify:?}");
        least = least.min(hold(&findings, &comparators, 1.0, &words));
        runs += 1;
    }
    assert!(runs >= 15, "{runs}");
    assert!(least > 0.9, "floors that say next to nothing ({least}) are hard to violate");
}

#[test]
fn a9a() {
    check_all(A9A, "binary", 3000, &["pa1", "arow"]);
}

#[test]
fn spambase() {
    check_all(SPAMBASE, "binary", 3000, &["pa1"]);
}

#[test]
fn cal_housing() {
    check_all(CAL_HOUSING, "regression", 3000, &["pa1"]);
}

#[test]
fn news() {
    check_all(NEWS, "multiclass", 1500, &[]);
}

/// Comparators of standardised columns and the constant of a model.
fn of_model(model: &Model, rows: &Rows) -> Vec<Comparator> {
    let constant = model.spec().unwrap().bias.unwrap().value;
    rows.standardised().with_constant(constant).comparators()
}

/// What learn picks by itself standardises tables, or measures comparators in such columns.
#[test]
fn standardised_columns() {
    for (file, problem) in [(SPAMBASE, "binary"), (CAL_HOUSING, "regression")] {
        let Some(data) = load_first(file, 3000) else { return };
        let rows = Rows::new(&data, problem);
        for (certify, passes) in [(Certify::Live, 1), (Certify::Tight, 1), (Certify::Live, 50)] {
            let training = training(file, Choice::default(), 3000).unwrap().passes(passes);
            let model = Training { certify, ..training }.run(&mut Silent).unwrap().model;
            assert!(model.headroom()[0].standardised, "{file}");
            let (comparators, times) = (of_model(&model, &rows), passes as f64);
            let words = format!("{file} {} {certify:?} x {passes}", model.algorithm());
            let tightest = hold(&model.findings().unwrap(), &comparators, times, &words);
            assert!(tightest > 0.9, "{words}: {tightest}");
        }
    }
}

/// Rounds of further passes are rounds: blocks are closed along the way.
#[test]
fn several_blocks() {
    let Some(data) = load_first(A9A, 3000) else { return };
    let comparators = Rows::new(&data, "binary").with_constant(CONSTANT).comparators();
    for name in ["pa1", "arow", "perceptron"] {
        let training = training(A9A, named(name, "binary"), 3000).unwrap().passes(50);
        let model = training.run(&mut Silent).unwrap().model;
        assert!(model.rows_kept() < 100_000, "no block was closed");
        let words = format!("{A9A} {name} x 50");
        let tightest = hold(&model.findings().unwrap(), &comparators, 50.0, &words);
        assert!(tightest > 0.9, "{words}: {tightest}");
    }
}

/// A run that goes on proves what one that was never cut does.
#[test]
fn resumed() {
    let lab = Lab::new();
    for (file, problem) in [(A9A, "binary"), (CAL_HOUSING, "regression"), (NEWS, "multiclass")] {
        let Some(data) = load_first(file, 1500) else { return };
        let comparators = Rows::new(&data, problem).with_constant(CONSTANT).comparators();
        let whole = training(file, named("pa1", problem), 1500).unwrap();
        let mut first = whole.clone().output(lab.path("first.nrm"));
        first.reading.limit = Some(600);
        first.run(&mut Silent).unwrap();
        let mut second = Training { choice: Choice::default(), ..whole.clone() };
        second = second.resume(lab.path("first.nrm"));
        (second.reading.skip, second.reading.limit) = (600, Some(900));
        let findings = second.run(&mut Silent).unwrap().model.findings().unwrap();
        assert!(hold(&findings, &comparators, 1.0, &format!("{file} resumed")) > 0.9);
        assert_eq!(findings, whole.run(&mut Silent).unwrap().model.findings().unwrap());
    }
}

/// Witnesses of four shards, in the columns as they are and standardised.
#[test]
fn shards() {
    let small = Effort { block_cells: 4000, ..Effort::LIVE };
    for (file, standardised) in [(A9A, false), (SPAMBASE, true)] {
        let Some(data) = load_first(file, 3000) else { return };
        let rows = Rows::new(&data, "binary");
        let mut problem = AnyProblem::parse("binary").unwrap();
        [-1.0, 1.0].iter().for_each(|y| problem.admit(Label::Number(*y)).unwrap());
        let (bias, columns) = (stage::Bias::new(rows.width as u32, CONSTANT), rows.width);
        let shard = |first: usize| {
            let mut witness = Witness::new(&problem, Some(bias), small).unwrap();
            witness.standardise(standardised.then_some(Columns { first: 0, end: columns }));
            for t in first..first + 750 {
                witness.see(&problem, rows.instance(t), rows.label(t), 1.0).unwrap();
            }
            witness
        };
        let mut all = shard(0);
        [750, 1500, 2250].iter().for_each(|first| all.absorb(&shard(*first)).unwrap());
        let seen = if standardised { rows.standardised() } else { rows };
        let comparators = seen.with_constant(CONSTANT).comparators();
        let tightest = hold(&all.findings(), &comparators, 1.0, &format!("{file} in shards"));
        assert!(tightest > 0.6, "{tightest}");
    }
}
