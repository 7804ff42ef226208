//! The section of an online experiment: setting, table, best settings, claims, pictures.

use super::behind;
use super::experiments::{Algorithm, Experiment, Margins, Powers};
use super::grid::NEAR;
use super::perform::{Best, KEPT, NEAR_DRAWS, SCREENING, Settings, StreamResult};
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
    let (rows, columns) = (0..experiment.rows.len(), 0..experiment.algorithms.len());
    let all = (&rows.collect::<Vec<_>>()[..], &columns.collect::<Vec<_>>()[..]);
    text.push_str(&table(experiment, all, cell));
    text.push_str(&format!("\nThe best settings, C and margin{}:\n\n", legend(experiment)));
    let cell = |row: usize, algorithm: usize| {
        let best = results[row].best[algorithm].setting;
        let times = matches!(experiment.algorithms[algorithm].margins, Margins::Times(_));
        let times = if times { "γ" } else { "" };
        format!("2^{}, {}{times}", best.aggressiveness.log2(), best.margin)
    };
    text.push_str(&table(experiment, all, cell));
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
    [
        format!("- Command: `{command}`"),
        format!("- Published in: {}", experiment.paper),
        format!("- One pass, C {}, best in hindsight{}", ranges(experiment), draws(repetitions)),
        format!("{}- Wall time: {seconds:.0} s", near(experiment, repetitions)),
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

/// What is averaged, and which settings are.
fn draws(repetitions: usize) -> String {
    if repetitions <= 1 {
        return String::new();
    }
    let screened = format!(
        ": all settings on the first {SCREENING}, on the others the {KEPT} of each algorithm that \
         were best by then, of each range of C"
    );
    let screened = if repetitions > SCREENING { &screened } else { "" };
    format!("; means over {repetitions} draws{screened}")
}

/// Which algorithms are tried near others, a line each.
fn near(experiment: &Experiment, repetitions: usize) -> String {
    let line = |algorithm: &Algorithm| {
        let other = experiment.algorithms[algorithm.near?].paper;
        let parts = NEAR.map(|part| part.to_string()).join(", ");
        let draws = repetitions.min(NEAR_DRAWS);
        Some(format!(
            "- {} takes long: only with the best margin of {other} and {parts} times its best C; \
             draws: the first {draws}\n",
            algorithm.paper
        ))
    };
    experiment.algorithms.iter().filter_map(line).collect()
}

/// What the sign at a margin says, if there is one.
fn legend(experiment: &Experiment) -> &'static str {
    let times = |margins: Margins| matches!(margins, Margins::Times(_));
    let any = experiment.algorithms.iter().any(|algorithm| times(algorithm.margins));
    if any { " (γ: the margin that was planted)" } else { "" }
}

/// What a wider range of C gives, where one was tried.
fn wider(experiment: &Experiment, results: &[StreamResult]) -> String {
    let (low, high) = experiment.tried;
    let rows = 0..experiment.rows.len();
    let rows: Vec<usize> =
        rows.filter(|&row| experiment.rows[row].powers != experiment.tried).collect();
    let columns = 0..experiment.algorithms.len();
    let columns: Vec<usize> =
        columns.filter(|&column| experiment.algorithms[column].is_widened()).collect();
    if rows.is_empty() {
        return String::new();
    }
    let cell = |row: usize, algorithm: usize| {
        let Best { error, setting, .. } = &results[row].widest[algorithm];
        format!("{error:.1} at 2^{}", setting.aggressiveness.log2())
    };
    let count = |list: fn(&StreamResult) -> &[Best], power: fn(&Experiment, usize) -> i32| {
        let at = |row: usize, column: usize| {
            let best = &list(&results[row])[column];
            !best.tied && best.setting.aggressiveness.log2() == f64::from(power(experiment, row))
        };
        let of = |&row: &usize| columns.iter().filter(|&&column| at(row, column)).count();
        rows.iter().map(of).sum::<usize>()
    };
    let own = count(|result| &result.best, |experiment, row| experiment.rows[row].powers.0);
    let wide = count(|result| &result.widest, |experiment, _| experiment.tried.0);
    let cells = rows.len() * columns.len();
    format!(
        "\nOf the {cells} cells of the algorithms with one margin, {own} have the least C of the \
         paper's range for the only best. For them also with C from 2^{low} to 2^{high} (the least \
         is then the only best in {wide}), and the best C, the least of equals:\n\n{}",
        table(experiment, (&rows, &columns), cell)
    )
}

/// A table of these rows and columns.
fn table(
    experiment: &Experiment,
    (rows, columns): (&[usize], &[usize]),
    cell: impl Fn(usize, usize) -> String,
) -> String {
    let heads: Vec<&str> = columns.iter().map(|&c| experiment.algorithms[c].paper).collect();
    let rule = "|---".repeat(heads.len() + 1);
    let mut text = format!("| {} | {} |\n{rule}|\n", experiment.across, heads.join(" | "));
    for &number in rows {
        let row = &experiment.rows[number];
        let cells: Vec<String> = columns.iter().map(|&c| cell(number, c)).collect();
        let picture =
            if names(experiment).len() > 1 { format!("{} ", row.picture) } else { String::new() };
        text.push_str(&format!("| {picture}{} | {} |\n", row.name, cells.join(" | ")));
    }
    text
}

/// In how many rows of each picture each claim holds, for us and as published.
fn claims(experiment: &Experiment, results: &[StreamResult]) -> String {
    let mut text = String::from("How often the one is at most as often wrong as the other:\n\n");
    let pictures = names(experiment);
    text.push_str(&format!(
        "| | {} |\n|---{}|\n",
        pictures.join(" | "),
        "|---".repeat(pictures.len())
    ));
    for &(better, worse) in experiment.claims {
        let [first, second] = [better, worse].map(|c| experiment.algorithms[c].paper);
        text.push_str(&format!("| {first} ≤ {second}"));
        for picture in &pictures {
            let rows = experiment.rows.iter().zip(results);
            let rows: Vec<_> = rows.filter(|(row, _)| row.picture == *picture).collect();
            let holds = |best: &[Best]| best[better].error <= best[worse].error;
            let ours = rows.iter().filter(|(_, result)| holds(&result.best)).count();
            let published = rows.iter().filter_map(|(row, _)| {
                Some(row.published.get(better)? <= row.published.get(worse)?)
            });
            let published: Vec<bool> = published.collect();
            let paper = published.iter().filter(|holds| **holds).count();
            let paper = if published.is_empty() { String::new() } else { format!(" ({paper})") };
            text.push_str(&format!(" | {ours} of {}{paper}", rows.len()));
        }
        text.push_str(" |\n");
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
