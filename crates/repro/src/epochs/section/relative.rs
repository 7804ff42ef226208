//! Error and count as multiples of the Perceptron's (Figures 7 and 8 of the paper).

use super::table::{name, table};
use crate::epochs::experiments::{ALGORITHMS, Cell, PERCEPTRON};
use crate::epochs::results::Results;

/// The epochs, from 0, after which the paper compares.
pub(crate) const EPOCHS: [usize; 2] = [0, 2];

/// Error and count of a cell, each divided by the Perceptron's.
pub(crate) fn relative(cell: Option<Cell>, perceptron: Option<Cell>) -> Option<(f64, f64)> {
    let (cell, base) = (cell?, perceptron?);
    Some((cell.error / base.error, cell.count / base.count))
}

/// A row an algorithm; ours, and in brackets what the paper's tables give.
pub(super) fn multiples(results: &Results) -> String {
    let epochs = || EPOCHS.into_iter().filter(|&epoch| epoch < results.epochs);
    let heads =
        epochs().flat_map(|e| ["error", "count"].map(|what| format!("{what}, epoch {}", e + 1)));
    let mut lines: Vec<Vec<String>> =
        vec![["of the Perceptron's".into()].into_iter().chain(heads).collect()];
    for (number, algorithm) in ALGORITHMS.iter().enumerate().filter(|(n, _)| *n != PERCEPTRON) {
        let cells = epochs().flat_map(|epoch| {
            let ours = |a: usize| results.cell(a, epoch);
            let paper = |a: usize| results.experiment.paper(a, epoch);
            let pair = [
                relative(ours(number), ours(PERCEPTRON)),
                relative(paper(number), paper(PERCEPTRON)),
            ];
            both(pair)
        });
        lines.push([name(algorithm)].into_iter().chain(cells).collect());
    }
    for (number, cited) in results.experiment.cited.iter().enumerate() {
        let cells = epochs().flat_map(|epoch| {
            let ours = |a: usize| results.cell(a, epoch);
            both([
                relative(ours(ALGORITHMS.len() + number), ours(PERCEPTRON)),
                relative(cited.cell(epoch), results.experiment.paper(PERCEPTRON, epoch)),
            ])
        });
        let name = format!(
            "{} (`{}`, `{}`; theirs: {})",
            cited.paper, cited.ours.ascent, cited.ours.kernel, cited.kernel
        );
        lines.push([name].into_iter().chain(cells).collect());
    }
    table(&lines)
}

/// The cells of error and of count, each ours and the paper's.
fn both([ours, paper]: [Option<(f64, f64)>; 2]) -> [String; 2] {
    let cell = |part: fn((f64, f64)) -> f64| {
        let ours = ours.map(|pair| format!("{:.2}", part(pair))).unwrap_or_else(|| "–".into());
        paper.map_or(ours.clone(), |pair| format!("{ours} ({:.2})", part(pair)))
    };
    [cell(|pair| pair.0), cell(|pair| pair.1)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epochs::results::made_up;

    #[test]
    fn the_figures_of_the_paper_are_its_tables_divided() {
        let text = multiples(&made_up("ultraconservative-letter", 0.0, 1.0));
        // MIRA: 3.68/7.45 and 8184/4215, then 2.70/4.60 and 14929/6469.
        let mira = "| MIRA (`mira`) | 0.49 (0.49) | 1.94 (1.94) | 0.59 (0.59) | 2.31 (2.31) |";
        assert!(text.contains(mira), "{text}");
        let alma = "| ALMA₂(0.8) (`alma:alpha=0.8`, `gaussian:sigma=3.06`; theirs: poly-Gaussian \
             kernel) | – (0.56) | – (2.67) | – (0.71) | – (2.11) |";
        assert!(text.contains(alma), "{text}");
        let mut short = made_up("ultraconservative-mnist", 0.0, 1.0);
        short.epochs = 1;
        assert!(
            multiples(&short)
                .starts_with("| of the Perceptron's | error, epoch 1 | count, epoch 1 |\n")
        );
    }
}
