//! How many mistakes more than a baseline the algorithms have made along the way (Figure 10 of
//! simultaneous projections): a table and a picture for each stream.

use super::experiments::Experiment;
use super::grid::places;
use super::perform::StreamResult;
use crate::chart::{Chart, Series};
use crate::output::Picture;

/// The algorithms that see what the baseline sees.
fn compared(experiment: &Experiment, baseline: usize) -> Vec<usize> {
    let input = experiment.algorithms[baseline].input;
    let all = 0..experiment.algorithms.len();
    all.filter(|&a| a != baseline && experiment.algorithms[a].input == input).collect()
}

/// Mistakes of an algorithm minus those of the baseline, after each tenth of the rounds.
fn differences(result: &StreamResult, algorithm: usize, baseline: usize) -> Vec<f64> {
    let pairs = result.best[algorithm].curve.iter().zip(&result.best[baseline].curve);
    pairs.map(|(own, base)| *own as f64 - *base as f64).collect()
}

/// The differences in the middle and at the end.
pub(super) fn table(experiment: &Experiment, results: &[StreamResult], baseline: usize) -> String {
    let compared = compared(experiment, baseline);
    let heads: Vec<&str> = compared.iter().map(|&a| experiment.algorithms[a].paper).collect();
    let mut text = format!(
        "Mistakes more than {} (Figure 10), each at its best C of the paper's range, after half of \
         the rounds / after all:\n\n| {} | rounds | {} |\n{}|\n",
        experiment.algorithms[baseline].paper,
        experiment.across,
        heads.join(" | "),
        "|---".repeat(heads.len() + 2)
    );
    for (row, result) in experiment.rows.iter().zip(results) {
        let cell = |&algorithm: &usize| {
            let all = differences(result, algorithm, baseline);
            let at = |place: usize| all.get(place).map_or("–".into(), |d| format!("{d:+.0}"));
            format!(
                "{} / {}",
                at((all.len() / 2).saturating_sub(1)),
                at(all.len().saturating_sub(1))
            )
        };
        let cells: Vec<String> = compared.iter().map(cell).collect();
        let (picture, name, rounds) = (row.picture, row.name, result.rounds);
        text.push_str(&format!("| {picture} {name} | {rounds} | {} |\n", cells.join(" | ")));
    }
    text
}

/// The names of the pictures, one a stream.
pub(super) fn names(experiment: &Experiment) -> Vec<String> {
    let name = |row: &super::experiments::Row| format!("{}-behind-{}", row.picture, row.name);
    match experiment.baseline {
        Some(_) => experiment.rows.iter().map(name).collect(),
        None => Vec::new(),
    }
}

/// The pictures by name.
pub(super) fn plots(experiment: &Experiment, results: &[StreamResult]) -> Vec<Picture> {
    let Some(baseline) = experiment.baseline else { return Vec::new() };
    let svgs = results.iter().map(|result| plot(experiment, result, baseline));
    names(experiment).into_iter().zip(svgs).collect()
}

fn plot(experiment: &Experiment, result: &StreamResult, baseline: usize) -> String {
    let series = compared(experiment, baseline).into_iter().map(|algorithm| {
        let ours = differences(result, algorithm, baseline).into_iter().map(Some);
        let ours: Vec<Option<f64>> = [Some(0.0)].into_iter().chain(ours).collect();
        let paper = vec![None; ours.len()];
        Series { name: experiment.algorithms[algorithm].paper, ours, paper }
    });
    let rounds = places(result.rounds).into_iter().map(|rounds| rounds.to_string());
    Chart {
        title: experiment.title,
        across: "rounds",
        unit: "mistakes more than OptSolv",
        places: ["0".to_string()].into_iter().chain(rounds).collect(),
        series: series.collect(),
    }
    .svg()
}
