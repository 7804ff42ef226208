//! The best path, the best with costs, and the k best, against all paths. (Viterbi 1967;
//! Shalev-Shwartz 2007, sec. 5.3.3, Eq. 5.20 and 5.23.)

use super::{all_paths, sequence};
use crate::support::{Rng, near};
use noregret_core::problem::{Scores, Sequence, Structure};

const CASES: usize = 1000;

/// A problem, a table of scores for it, how many tokens there are, and their right tags.
fn draw(rng: &mut Rng, text: &str) -> (Sequence, Vec<f64>, usize, Vec<usize>) {
    let (tags, tokens) = (1 + rng.below(4), 1 + rng.below(5));
    let problem = sequence(text, tags);
    // Whole numbers in every third case: many paths are equal.
    let whole = rng.chance(0.33);
    let number = |rng: &mut Rng| if whole { rng.below(3) as f64 } else { rng.signed() };
    let table = (0..(tokens + 2 + tags) * tags).map(|_| number(rng)).collect();
    let truth = (0..tokens).map(|_| rng.below(tags)).collect();
    (problem, table, tokens, truth)
}

/// The score of a path, by definition.
fn score(problem: &Sequence, table: &[f64], path: &[usize]) -> f64 {
    let (k, m) = (problem.classes.len(), path.len());
    let at = |part: usize, row: usize| table[part * k + row];
    let emitted: f64 = path.iter().enumerate().map(|(t, &tag)| at(t, tag)).sum();
    let moved: f64 = path.windows(2).map(|pair| at(m + 2 + pair[0], pair[1])).sum();
    emitted + moved + at(m, path[0]) + at(m + 1, path[m - 1])
}

fn by_score(problem: &Sequence, tokens: usize, value: impl Fn(&[usize]) -> f64) -> Vec<f64> {
    let paths = all_paths(tokens, problem.classes.len());
    let mut values: Vec<f64> = paths.iter().map(|path| value(path)).collect();
    values.sort_by(|a, b| b.total_cmp(a));
    values
}

#[test]
fn the_best_path_is_the_best_of_all() {
    let mut rng = Rng::new(1);
    for _ in 0..CASES {
        let (problem, table, tokens, _) = draw(&mut rng, "sequence");
        let found = problem.decode(&Scores::new(&table, problem.classes.len()));
        let best = by_score(&problem, tokens, |path| score(&problem, &table, path))[0];
        near(score(&problem, &table, &found), best, 1e-12, "best path");
        // Of equal paths the one with the lower tags, from the end on.
        let equal = all_paths(tokens, problem.classes.len());
        let equal = equal.into_iter().filter(|path| score(&problem, &table, path) == best);
        let first = equal.min_by_key(|path| path.iter().rev().copied().collect::<Vec<_>>());
        assert!(table.iter().any(|x| x.fract() != 0.0) || first == Some(found));
    }
}

#[test]
fn costs_are_added_to_what_paths_score() {
    let mut rng = Rng::new(2);
    for case in 0..CASES {
        let text = ["sequence", "sequence:cost=sentence"][case % 2];
        let (problem, table, tokens, truth) = draw(&mut rng, text);
        let unit = 2.0 * rng.unit();
        let cost = |path: &[usize]| match case % 2 {
            0 => path.iter().zip(&truth).filter(|(a, b)| a != b).count() as f64,
            _ => f64::from(u8::from(path != truth)),
        };
        let value = |path: &[usize]| score(&problem, &table, path) + unit * cost(path);
        let scores = Scores::new(&table, problem.classes.len());
        let found = problem.decode_augmented(&scores, &truth, unit);
        near(value(&found), by_score(&problem, tokens, value)[0], 1e-12, text);
        assert_eq!(problem.cost(&truth, &found), cost(&found));
    }
}

#[test]
fn the_k_best_paths_are_the_first_of_all() {
    let mut rng = Rng::new(3);
    for case in 0..CASES {
        let text = ["sequence", "sequence:cost=sentence"][case % 2];
        let (problem, table, tokens, truth) = draw(&mut rng, text);
        let (unit, count) = (2.0 * rng.unit(), 1 + rng.below(9));
        let cost = |path: &[usize]| problem.cost(&truth, &path.to_vec());
        let value = |path: &[usize]| score(&problem, &table, path) + unit * cost(path);
        let scores = Scores::new(&table, problem.classes.len());
        let found = problem.best_augmented(&scores, &truth, unit, count);
        let all = by_score(&problem, tokens, value);
        assert_eq!(found.len(), count.min(all.len()));
        found.iter().zip(&all).for_each(|(path, best)| near(value(path), *best, 1e-12, text));
        let mut different = found.clone();
        different.sort();
        different.dedup();
        assert_eq!(different.len(), found.len());
    }
}
