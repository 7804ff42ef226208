//! The section of an online experiment: setting, table, best settings, claims, pictures.

use super::perform::{Line, Settings};
use super::trials::Trial;
use crate::chart::places::{Chart, Series};

/// The section. `pictures` is where the plots are, if there are any.
pub(crate) fn section(
    trial: &Trial,
    lines: &[Line],
    settings: &Settings,
    pictures: Option<&str>,
) -> String {
    let mut text = format!("## {}\n\n{}", trial.title, setting(trial, lines, settings));
    text.push_str("\nRounds with a mistake (ties count) in percent, for the best setting of each");
    let published = trial.rows.iter().any(|row| !row.published.is_empty());
    text.push_str(if published { "; in brackets the paper's.\n\n" } else { ".\n\n" });
    let cell = |row: usize, contender: usize| {
        let ours = format!("{:.1}", lines[row].best[contender].error);
        let paper = trial.rows[row].published.get(contender);
        paper.map_or(ours.clone(), |paper| format!("{ours} ({paper:.1})"))
    };
    text.push_str(&table(trial, cell));
    text.push_str("\nThe best settings, C and margin:\n\n");
    let cell = |row: usize, contender: usize| {
        let best = lines[row].best[contender].setting;
        format!("{}, {:.4}", best.aggressiveness, best.margin)
    };
    text.push_str(&table(trial, cell));
    text.push_str(&format!("\n{}", claims(trial, lines)));
    text.push_str(&format!("\nWhat may explain a difference: {}.\n", trial.doubts));
    if let Some(dir) = pictures {
        for picture in names(trial) {
            text.push_str(&format!("\n![{picture}]({dir}/{}-{picture}.svg)\n", trial.name));
        }
    }
    text
}

/// The pictures by name.
pub(crate) fn plots(trial: &Trial, lines: &[Line]) -> Vec<(String, String)> {
    names(trial).into_iter().map(|name| (name.to_string(), plot(trial, lines, name))).collect()
}

fn setting(trial: &Trial, lines: &[Line], settings: &Settings) -> String {
    let mut command = format!("noregret repro {}", trial.name);
    let mut flag = |name: &str, value: Option<u64>| {
        value.into_iter().for_each(|value| command.push_str(&format!(" --{name} {value}")));
    };
    let repetitions = settings.repetitions;
    flag("shuffles", (repetitions != trial.repetitions).then_some(repetitions as u64));
    flag("seed", (settings.seed != 0).then_some(settings.seed));
    flag("limit", settings.limit.map(|limit| limit as u64));
    let (low, high) = trial.powers;
    let seconds: f64 = lines.iter().map(|line| line.seconds).sum();
    let draws =
        if repetitions > 1 { format!("; means over {repetitions} draws") } else { String::new() };
    [
        format!("- Command: `{command}`"),
        format!("- Published in: {}", trial.paper),
        format!("- One pass, C from 2^{low} to 2^{high}, best in hindsight{draws}"),
        format!("- Wall time: {seconds:.0} s"),
    ]
    .map(|line| line + "\n")
    .concat()
}

fn table(trial: &Trial, cell: impl Fn(usize, usize) -> String) -> String {
    let heads: Vec<&str> = trial.contenders.iter().map(|c| c.paper).collect();
    let rule = "|---".repeat(heads.len() + 1);
    let mut text = format!("| {} | {} |\n{rule}|\n", trial.across, heads.join(" | "));
    for (number, row) in trial.rows.iter().enumerate() {
        let cells: Vec<String> = (0..heads.len()).map(|c| cell(number, c)).collect();
        let picture =
            if names(trial).len() > 1 { format!("{} ", row.picture) } else { String::new() };
        text.push_str(&format!("| {picture}{} | {} |\n", row.name, cells.join(" | ")));
    }
    text
}

/// In how many rows each claim holds, for us and as published.
fn claims(trial: &Trial, lines: &[Line]) -> String {
    let mut text = String::from("How often the one is at most as often wrong as the other:\n\n");
    for &(better, worse) in trial.claims {
        let ours = lines.iter().filter(|l| l.best[better].error <= l.best[worse].error).count();
        let published: Vec<(f64, f64)> = trial
            .rows
            .iter()
            .filter_map(|row| Some((*row.published.get(better)?, *row.published.get(worse)?)))
            .collect();
        let paper = published.iter().filter(|(better, worse)| better <= worse).count();
        let [better, worse] = [better, worse].map(|c| trial.contenders[c].paper);
        let paper = if published.is_empty() { String::new() } else { format!(" (paper: {paper})") };
        text.push_str(&format!("- {better} ≤ {worse}: {ours} of {}{paper}\n", lines.len()));
    }
    text
}

/// The pictures, in the order of the rows.
fn names(trial: &Trial) -> Vec<&'static str> {
    let mut names: Vec<&str> = trial.rows.iter().map(|row| row.picture).collect();
    names.dedup();
    names
}

fn plot(trial: &Trial, lines: &[Line], picture: &str) -> String {
    let rows: Vec<usize> =
        (0..lines.len()).filter(|&row| trial.rows[row].picture == picture).collect();
    let series = trial.contenders.iter().enumerate().map(|(number, contender)| Series {
        name: contender.paper,
        ours: rows.iter().map(|&row| Some(lines[row].best[number].error)).collect(),
        paper: rows.iter().map(|&row| trial.rows[row].published.get(number).copied()).collect(),
    });
    Chart {
        title: trial.title,
        across: picture,
        places: rows.iter().map(|&row| trial.rows[row].name.to_string()).collect(),
        series: series.collect(),
    }
    .svg()
}
