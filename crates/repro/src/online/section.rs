//! The section of an online experiment: setting, table, best settings, claims, pictures.

use super::behind;
use super::experiments::{Experiment, Powers};
use super::perform::{Best, Settings, StreamResult};
use crate::args::{command_line, unless, unless_zero};
use crate::chart::{Chart, Series};
use crate::output::Picture;

/// The section. `pictures` is where the plots are, if there are any.
pub(crate) fn section(
    experiment: &Experiment,
    results: &[StreamResult],
    settings: &Settings,
    pictures: Option<&str>,
) -> String {
    let mut text = format!("## {}\n\n{}", experiment.title, setting(experiment, results, settings));
    text.push_str("\nRounds with a mistake (ties count) in percent, for the best setting of each");
    let published = experiment.rows.iter().any(|row| !row.published.is_empty());
    text.push_str(if published { "; in brackets the paper's.\n\n" } else { ".\n\n" });
    let cell = |row: usize, algorithm: usize| {
        let ours = format!("{:.1}", results[row].best[algorithm].error);
        let paper = experiment.rows[row].published.get(algorithm);
        paper.map_or(ours.clone(), |paper| format!("{ours} ({paper:.1})"))
    };
    text.push_str(&table(experiment, cell));
    text.push_str("\nThe best settings, C and margin:\n\n");
    let cell = |row: usize, algorithm: usize| {
        let best = results[row].best[algorithm].setting;
        format!("{}, {:.4}", best.aggressiveness, best.margin)
    };
    text.push_str(&table(experiment, cell));
    text.push_str(&wider(experiment, results));
    text.push_str(&format!("\n{}", claims(experiment, results)));
    if let Some(baseline) = experiment.baseline {
        text.push_str(&format!("\n{}", behind::table(experiment, results, baseline)));
    }
    text.push_str(&format!("\nWhat may explain a difference: {}.\n", experiment.caveats));
    if let Some(dir) = pictures {
        let apart = behind::names(experiment);
        for picture in names(experiment).into_iter().map(String::from).chain(apart) {
            text.push_str(&format!("\n![{picture}]({dir}/{}-{picture}.svg)\n", experiment.name));
        }
    }
    text
}

/// The pictures by name.
pub(crate) fn plots(experiment: &Experiment, results: &[StreamResult]) -> Vec<Picture> {
    let errors = names(experiment).into_iter();
    let errors = errors.map(|name| (name.to_string(), plot(experiment, results, name)));
    errors.chain(behind::plots(experiment, results)).collect()
}

fn setting(experiment: &Experiment, results: &[StreamResult], settings: &Settings) -> String {
    let repetitions = settings.repetitions;
    let flags = [
        ("shuffles", unless(experiment.repetitions, repetitions)),
        ("seed", unless_zero(settings.seed)),
        ("limit", settings.limit.map(|limit| limit as u64)),
    ];
    let command = command_line(experiment.name, &flags);
    let seconds: f64 = results.iter().map(|line| line.seconds).sum();
    let draws =
        if repetitions > 1 { format!("; means over {repetitions} draws") } else { String::new() };
    [
        format!("- Command: `{command}`"),
        format!("- Published in: {}", experiment.paper),
        format!("- One pass, C {}, best in hindsight{draws}", ranges(experiment)),
        format!("- Wall time: {seconds:.0} s"),
    ]
    .map(|line| line + "\n")
    .concat()
}

/// The ranges of C, as in the paper.
fn ranges(experiment: &Experiment) -> String {
    let mut ranges: Vec<(Powers, Vec<&str>)> = Vec::new();
    for row in experiment.rows {
        match ranges.iter_mut().find(|(powers, _)| *powers == row.powers) {
            Some((_, pictures)) => pictures.push(row.picture),
            None => ranges.push((row.powers, vec![row.picture])),
        }
    }
    let several = ranges.len() > 1;
    let said = ranges.into_iter().map(|((low, high), mut pictures)| {
        pictures.dedup();
        let of = if several { format!(" ({})", pictures.join(", ")) } else { String::new() };
        format!("from 2^{low} to 2^{high}{of}")
    });
    said.collect::<Vec<_>>().join(", ")
}

/// What a wider range of C gives, where one was tried.
fn wider(experiment: &Experiment, results: &[StreamResult]) -> String {
    let (low, high) = experiment.tried;
    if experiment.rows.iter().all(|row| row.powers == experiment.tried) {
        return String::new();
    }
    let cell = |row: usize, algorithm: usize| {
        let Best { error, setting, .. } = &results[row].widest[algorithm];
        format!("{error:.1} at 2^{}", setting.aggressiveness.log2())
    };
    let cells = results.iter().zip(experiment.rows).flat_map(|(result, row)| {
        let edges = [(&result.best, row.powers.0), (&result.widest, low)];
        let at = |best: &Best, power: i32| best.setting.aggressiveness == f64::from(power).exp2();
        let [own, wide] = edges.map(|(list, power)| list.iter().map(move |b| at(b, power)));
        own.zip(wide).collect::<Vec<_>>()
    });
    let cells: Vec<(bool, bool)> = cells.collect();
    let (own, wide) = (cells.iter().filter(|c| c.0).count(), cells.iter().filter(|c| c.1).count());
    format!(
        "\nIn {own} of {} cells the best C is the least of the paper's range. With C from 2^{low} \
         to 2^{high} (then the least in {wide} cells), and the best C:\n\n{}",
        cells.len(),
        table(experiment, cell)
    )
}

fn table(experiment: &Experiment, cell: impl Fn(usize, usize) -> String) -> String {
    let heads: Vec<&str> = experiment.algorithms.iter().map(|c| c.paper).collect();
    let rule = "|---".repeat(heads.len() + 1);
    let mut text = format!("| {} | {} |\n{rule}|\n", experiment.across, heads.join(" | "));
    for (number, row) in experiment.rows.iter().enumerate() {
        let cells: Vec<String> = (0..heads.len()).map(|c| cell(number, c)).collect();
        let picture =
            if names(experiment).len() > 1 { format!("{} ", row.picture) } else { String::new() };
        text.push_str(&format!("| {picture}{} | {} |\n", row.name, cells.join(" | ")));
    }
    text
}

/// In how many rows each claim holds, for us and as published.
fn claims(experiment: &Experiment, results: &[StreamResult]) -> String {
    let mut text = String::from("How often the one is at most as often wrong as the other:\n\n");
    for &(better, worse) in experiment.claims {
        let ours = results.iter().filter(|l| l.best[better].error <= l.best[worse].error).count();
        let published: Vec<(f64, f64)> = experiment
            .rows
            .iter()
            .filter_map(|row| Some((*row.published.get(better)?, *row.published.get(worse)?)))
            .collect();
        let paper = published.iter().filter(|(better, worse)| better <= worse).count();
        let [better, worse] = [better, worse].map(|c| experiment.algorithms[c].paper);
        let paper = if published.is_empty() { String::new() } else { format!(" (paper: {paper})") };
        text.push_str(&format!("- {better} ≤ {worse}: {ours} of {}{paper}\n", results.len()));
    }
    text
}

/// The pictures, in the order of the rows.
fn names(experiment: &Experiment) -> Vec<&'static str> {
    let mut names: Vec<&str> = experiment.rows.iter().map(|row| row.picture).collect();
    names.dedup();
    names
}

fn plot(experiment: &Experiment, results: &[StreamResult], picture: &str) -> String {
    let rows: Vec<usize> =
        (0..results.len()).filter(|&row| experiment.rows[row].picture == picture).collect();
    let series = experiment.algorithms.iter().enumerate().map(|(number, algorithm)| Series {
        name: algorithm.paper,
        ours: rows.iter().map(|&row| Some(results[row].best[number].error)).collect(),
        paper: rows
            .iter()
            .map(|&row| experiment.rows[row].published.get(number).copied())
            .collect(),
    });
    Chart {
        title: experiment.title,
        across: picture,
        unit: "error %",
        places: rows.iter().map(|&row| experiment.rows[row].name.to_string()).collect(),
        series: series.collect(),
    }
    .svg()
}
