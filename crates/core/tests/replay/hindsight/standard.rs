//! The best predictor in standardised columns: that of the rows standardised by the last moments.
//!
//! The rows are standardised here by the slow formulas, `z_j = (x_j - mean_j) / deviation_j` over
//! all rows that weigh something; value, gap, norm and answers must be theirs.

use super::model::{Found, GOAL, N, compact, general};
use crate::support::primal_dual::{
    BINARY_LOSSES, Example, REGRESSION_LOSSES, learn, mixed_stream, spec,
};
use crate::support::realisable::{Example as Block, Source, learn as learn_block};
use crate::support::{Rng, at_most_up_to, dot, near, square};
use noregret_core::loss::Loss;
use noregret_core::snapshot::Array;
use noregret_core::stage::{Bias, Columns};
use noregret_core::{AnyLearner, Instance, Spec};

/// Columns 1 and 2 are standardised, 0 and 3 are not; 4 is the constant.
const COLUMNS: Columns = Columns { first: 1, end: 3 };

fn standardising() -> impl Iterator<Item = Spec> {
    let losses = BINARY_LOSSES.into_iter().chain(REGRESSION_LOSSES);
    let geometries = ["euclid", "confidence", "adagrad"];
    let each = losses.enumerate().map(move |(i, loss)| (loss, geometries[i % 3]));
    each.map(|(loss, geometry)| Spec {
        standard: Some(COLUMNS),
        bias: Some(Bias::new(N as u32, 1.0)),
        ..spec(loss, "exact", geometry, "fixed:C=0.5")
    })
}

/// A choice as before, for rows that are standardised already.
fn plain(spec: &Spec) -> Spec {
    let geometry = Spec::named("pa1", "binary").unwrap().geometry;
    Spec { standard: None, geometry, ..spec.clone() }
}

/// Columns in odd units, far from 0.
fn odd_units(mut stream: Vec<Example>) -> Vec<Example> {
    for e in &mut stream {
        e.x[1] = 1e4 + 300.0 * e.x[1];
        e.x[2] = 1e-3 * e.x[2] - 0.1;
    }
    stream
}

fn moments(stream: &[Example], j: usize) -> (f64, f64) {
    let column: Vec<f64> = stream.iter().filter(|e| e.weight > 0.0).map(|e| e.x[j]).collect();
    let count = column.len() as f64;
    let mean = column.iter().sum::<f64>() / count;
    let square = column.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / count;
    (mean, square.sqrt())
}

/// The rows by the moments of all of them.
fn standardised(stream: &[Example]) -> Vec<Example> {
    let mut rows = stream.to_vec();
    for j in COLUMNS.first..COLUMNS.end {
        let (mean, deviation) = moments(stream, j);
        rows.iter_mut().for_each(|e| e.x[j] = (e.x[j] - mean) / deviation);
    }
    rows
}

#[test]
fn value_gap_norm_and_answers_are_those_of_the_standardised_rows() {
    let mut rng = Rng::new(41);
    for spec in standardising() {
        let stream = odd_units(mixed_stream(&mut rng, &spec.loss, N, 60));
        let rows = standardised(&stream);
        let known = compact(&plain(&spec), &rows);
        let expected = known.best;
        let what = format!("{} {}", spec.loss, spec.geometry);
        for found in [compact(&spec, &stream), general(&spec, &stream, &GOAL)] {
            let (best, learner) = (found.best, found.learner);
            assert_eq!(found.spec.standard, Some(COLUMNS));
            assert!(best.reached, "{what}");
            near(best.bounds.primal, expected.bounds.primal, 3e-6, &what);
            near(best.bounds.dual, expected.bounds.dual, 3e-6, &what);
            near(best.complexity, expected.complexity, 1e-2, &what);
            let w: Vec<f64> = (0..=N).map(|j| learner.weight(j, 0)).collect();
            near(best.complexity, 0.5 * square(&w), 1e-9, &what);
            for (raw, z) in stream.iter().zip(&rows) {
                let score = learner.predict(Instance::Dense(&raw.x)).unwrap().1;
                near(score, dot(&w[..N], &z.x) + w[N], 1e-8, &what);
                let other = known.learner.predict(Instance::Dense(&z.x)).unwrap().1;
                near(score, other, 2e-2, &what);
            }
        }
    }
}

#[test]
fn no_predictor_of_the_standardised_rows_is_better() {
    let mut rng = Rng::new(42);
    for spec in standardising() {
        let stream = odd_units(mixed_stream(&mut rng, &spec.loss, N, 60));
        let rows = standardised(&stream);
        let Found { best, learner, .. } = compact(&spec, &stream);
        let what = spec.loss.to_string();
        let found: Vec<f64> = (0..=N).map(|j| learner.weight(j, 0)).collect();
        let loss = |u: &[f64]| -> f64 {
            let cost = |e: &Example| {
                let score = dot(&u[..N], &e.x) + u[N];
                let z = if spec.loss.two_sided() { score - e.y } else { e.y * score };
                e.weight * spec.loss.value(z)
            };
            rows.iter().map(cost).sum()
        };
        near(loss(&found), best.bounds.loss, 1e-8, &what);
        for round in 0..200 {
            let other = rng.vector(N + 1);
            let near = if round % 2 == 0 { 0.05 } else { 1.0 };
            let u: Vec<f64> = found.iter().zip(&other).map(|(w, o)| w + near * o).collect();
            at_most_up_to(best.bounds.dual, 0.5 * best.c * square(&u) + loss(&u), 1.0, &what);
            // Of those no longer than the one found, none loses less by more than the gap.
            let shrunk = (square(&found) / square(&u)).sqrt().min(1.0);
            let u: Vec<f64> = u.iter().map(|u| shrunk * u).collect();
            at_most_up_to(best.bounds.loss - best.bounds.gap(), loss(&u), 1.0, &what);
        }
    }
}

#[test]
fn the_run_itself_proves_nothing_of_it() {
    let mut rng = Rng::new(43);
    for spec in standardising() {
        let stream = odd_units(mixed_stream(&mut rng, &spec.loss, N, 40));
        let Found { online, best, .. } = compact(&spec, &stream);
        let regret = online.regret_to(&best, &spec);
        near(regret.regret, online.ledger().loss.value() - best.bounds.loss, 1e-12, "true");
        assert_eq!((regret.certified, regret.regularised_certified), (None, None));
        assert!(regret.ratio().is_none() && !regret.is_violated());
    }
}

/// Rows seen by the moments of a model that is kept and resumed.
fn count_of(learner: &AnyLearner, spec: &Spec) -> u64 {
    let arrays = learner.snapshot(spec).arrays;
    let counts = arrays.into_iter().find(|(name, _)| name.ends_with("standard_count")).unwrap();
    let Array::U64(counts) = counts.1 else { panic!("{counts:?}") };
    counts[0]
}

#[test]
fn the_moments_stand_still_in_the_search_and_go_on_after_it() {
    let mut rng = Rng::new(44);
    for spec in standardising() {
        let mut stream = odd_units(mixed_stream(&mut rng, &spec.loss, N, 30));
        stream.retain(|e| e.weight > 0.0);
        for found in [compact(&spec, &stream), general(&spec, &stream, &GOAL)] {
            let Found { spec, mut learner, .. } = found;
            assert_eq!(count_of(&learner, &spec), stream.len() as u64);
            let mut back = AnyLearner::restore(learner.snapshot(&spec)).unwrap();
            for e in &stream {
                let x = Instance::Dense(&e.x);
                assert_eq!(learner.predict(x).unwrap(), back.predict(x).unwrap());
                assert_eq!(learner.certificate(), back.certificate());
                assert_eq!(learn(&mut learner, e), learn(&mut back, e));
            }
            assert_eq!(count_of(&learner, &spec), 2 * stream.len() as u64);
        }
    }
}

fn play(learner: &mut AnyLearner, stream: &[Block]) {
    for e in stream {
        learn_block(learner, e, 1.0).unwrap();
    }
}

#[test]
fn rounds_of_several_constraints_too() {
    for (problem, loss) in [
        ("multiclass", "squared-hinge"),
        ("multiclass", "hinge"),
        ("one-vs-rest", "squared-hinge"),
        ("label-ranking", "hinge"),
    ] {
        let mut spec = Spec::named("arow", problem).unwrap();
        spec.loss = noregret_core::loss::AnyLoss::parse(loss).unwrap();
        spec.standard = Some(COLUMNS);
        let mut source = Source::new(45);
        let stream: Vec<Block> = (0..40).map(|_| source.next(&spec)).collect();
        let search = |spec: &Spec, stream: &[Block]| {
            let mut online = spec.build().unwrap();
            play(&mut online, stream);
            let (_, mut searching) = online.searching(spec).unwrap();
            play(&mut searching, stream);
            searching.search(&GOAL).unwrap()
        };
        let found = search(&spec, &stream);
        let whole = |e: &Block| Example { x: e.parts[0].clone(), y: e.y, weight: 1.0 };
        let rows = standardised(&stream.iter().map(whole).collect::<Vec<_>>());
        let same = |(e, row): (&Block, Example)| Block { parts: vec![row.x], ..e.clone() };
        let rows: Vec<Block> = stream.iter().zip(rows).map(same).collect();
        let expected = search(&plain(&spec), &rows);
        assert!(found.reached, "{problem}");
        near(found.bounds.primal, expected.bounds.primal, 3e-6, problem);
    }
}

#[test]
fn there_are_no_moments_before_the_first_row() {
    for spec in standardising() {
        let fresh = spec.build().unwrap();
        let refused = fresh.searching(&spec).map(drop).unwrap_err().to_string();
        assert!(refused.contains("standardised columns"), "{refused}");
    }
}
