//! The tables: a row an algorithm, a column an epoch.

use crate::epochs::experiments::{ALGORITHMS, Algorithm, Cell};
use crate::epochs::results::{Results, Spread};

/// Ours, and the paper's in brackets.
pub(super) fn cells(results: &Results) -> String {
    let decimals = results.experiment.decimals;
    let show = |algorithm: usize, epoch: usize| {
        let ours = results.cell(algorithm, epoch).map(|cell| pair(cell, 2));
        let paper = results.experiment.paper(algorithm, epoch).map(|cell| pair(cell, decimals));
        let paper = paper.map(|paper| format!(" ({paper})")).unwrap_or_default();
        ours.unwrap_or_default() + &paper
    };
    by_epoch(results.epochs, show)
}

/// Mean, deviation and range over the repetitions.
pub(super) fn spreads(results: &Results) -> String {
    let show = |algorithm: usize, epoch: usize| match results.spread(algorithm, epoch) {
        Some((error, count)) => format!("{}; {}", range(error, 2), range(count, 0)),
        None => String::new(),
    };
    by_epoch(results.epochs, show)
}

/// The name of an algorithm in a first column.
pub(super) fn name(algorithm: &Algorithm) -> String {
    format!("{} (`{}`)", algorithm.paper, algorithm.name)
}

/// A table from its lines; the first is the head.
pub(super) fn table(lines: &[Vec<String>]) -> String {
    let mut text = String::new();
    for (number, cells) in lines.iter().enumerate() {
        text.push_str(&format!("| {} |\n", cells.join(" | ")));
        if number == 0 {
            text.push_str(&format!("|{}\n", "---|".repeat(cells.len())));
        }
    }
    text
}

fn by_epoch(epochs: usize, show: impl Fn(usize, usize) -> String) -> String {
    let mut lines = vec![vec!["epoch".to_string()]];
    lines[0].extend((1..=epochs).map(|epoch| epoch.to_string()));
    for (number, algorithm) in ALGORITHMS.iter().enumerate() {
        let mut line = vec![name(algorithm)];
        line.extend((0..epochs).map(|epoch| show(number, epoch)));
        lines.push(line);
    }
    table(&lines)
}

fn pair(cell: Cell, decimals: usize) -> String {
    format!("{:.decimals$}/{:.0}", cell.error, cell.count)
}

fn range(spread: Spread, decimals: usize) -> String {
    let Spread { mean, deviation, least, most } = spread;
    format!("{mean:.decimals$} ± {deviation:.decimals$} ({least:.decimals$}..{most:.decimals$})")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epochs::results::made_up;

    #[test]
    fn ours_beside_the_paper() {
        let text = cells(&made_up("ultraconservative-mnist", 0.1, 2.0));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[..2], ["| epoch | 1 | 2 | 3 |", "|---|---|---|---|"]);
        let mira = "| MIRA (`mira`) | 1.55/40324 (1.45/20162) | 1.47/47756 (1.37/23878) \
                    | 1.46/52352 (1.36/26176) |";
        assert_eq!((lines[6], lines.len()), (mira, 7));
        let chess = cells(&made_up("ultraconservative-chess", 0.0, 1.0));
        assert!(chess.contains("| 5.60/1891 (5.6/1891) |"), "{chess}");
    }

    #[test]
    fn epochs_that_were_not_published_stand_alone() {
        let mut results = made_up("ultraconservative-mnist", 0.0, 1.0);
        results.epochs = 4;
        let last = results.runs[0].epochs[2];
        results.runs[0].epochs.push(last);
        let text = cells(&results);
        assert!(text.contains("1.68/7112 (1.68/7112) | 1.68/7112 |\n"), "{text}");
    }

    #[test]
    fn spreads_show_the_range() {
        let mut results = made_up("ultraconservative-chess", 0.0, 1.0);
        results.runs[1].epochs[0].error = 6.6;
        results.runs[1].epochs[0].patterns = 1893;
        let text = spreads(&results);
        let cell = "| 6.10 ± 0.71 (5.60..6.60); 1892 ± 1 (1891..1893) |";
        assert!(text.contains(cell), "{text}");
    }
}
