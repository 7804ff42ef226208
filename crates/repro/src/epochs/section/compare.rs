//! How far the numbers are from the paper's, and whether they say the same about the algorithms.

use super::table::{name, table};
use crate::epochs::experiments::{ALGORITHMS, Cell, MIRA, PERCEPTRON};
use crate::epochs::results::Results;

/// A count between these shares of the Perceptron's is about half of it.
const ABOUT_HALF: std::ops::RangeInclusive<f64> = 0.4..=0.6;

/// Difference of one cell.
struct Difference {
    algorithm: usize,
    epoch: usize,
    /// In points, 0 if the error is the paper's to the last digit printed.
    error: f64,
    /// In percent of the paper's.
    count: f64,
}

/// Ours minus the paper's: a table by algorithm, and where it is largest.
pub(super) fn differences(results: &Results) -> String {
    let all = compared(results);
    if all.is_empty() {
        return "The paper has no number for these epochs.\n".into();
    }
    let head =
        ["ours minus paper", "error, mean", "error, largest", "count, mean", "count, largest"];
    let mut lines = vec![head.map(String::from).to_vec()];
    for (number, algorithm) in ALGORITHMS.iter().enumerate() {
        lines.push(line(name(algorithm), all.iter().filter(|d| d.algorithm == number)));
    }
    lines.push(line("all".into(), all.iter()));
    format!("{}\n\n{}", sentence(&all), table(&lines))
}

fn compared(results: &Results) -> Vec<Difference> {
    let cells = (0..ALGORITHMS.len()).flat_map(|c| (0..results.epochs).map(move |e| (c, e)));
    let last_digit = 10f64.powi(-(results.experiment.decimals as i32));
    let difference = |(algorithm, epoch)| {
        let ours = results.cell(algorithm, epoch)?;
        let paper = results.experiment.paper(algorithm, epoch)?;
        let count = 100.0 * (ours.count / paper.count - 1.0);
        let error = ours.error - paper.error;
        let error = if error.abs() <= 0.5 * last_digit + 1e-9 { 0.0 } else { error };
        Some(Difference { algorithm, epoch, error, count })
    };
    cells.filter_map(difference).collect()
}

fn sentence(all: &[Difference]) -> String {
    let part = |size: fn(&Difference) -> f64| {
        let mean = all.iter().map(|d| size(d).abs()).sum::<f64>() / all.len() as f64;
        let most = all.iter().max_by(|a, b| size(a).abs().total_cmp(&size(b).abs()));
        let place =
            |d: &Difference| format!("{}, epoch {}", ALGORITHMS[d.algorithm].paper, d.epoch + 1);
        (mean, most.map_or(0.0, |d| size(d).abs()), most.map(place).unwrap_or_default())
    };
    let (error, count) = (part(|d| d.error), part(|d| d.count));
    let lower = all.iter().filter(|d| d.error < 0.0).count();
    let same = |size: fn(&Difference) -> f64| all.iter().filter(|d| size(d) == 0.0).count();
    format!(
        "Of {} cells the error is the paper's to its last digit in {}, the count in {}. The error \
         is {:.2} points from the paper's on average and {:.2} at most ({}), and lower in \
         {lower};\nthe count is {:.1} % from the paper's on average and {:.1} % at most ({}).",
        all.len(),
        same(|d| d.error),
        same(|d| d.count),
        error.0,
        error.1,
        error.2,
        count.0,
        count.1,
        count.2
    )
}

/// Signed means and the differences that are largest in size.
fn line<'a>(name: String, some: impl Iterator<Item = &'a Difference>) -> Vec<String> {
    let (errors, counts): (Vec<f64>, Vec<f64>) = some.map(|d| (d.error, d.count)).unzip();
    let mean = |of: &[f64]| of.iter().sum::<f64>() / of.len().max(1) as f64;
    let most = |of: &[f64]| {
        of.iter().copied().fold(0.0, |m: f64, x| if x.abs() > m.abs() { x } else { m })
    };
    vec![
        name,
        format!("{:+.2}", mean(&errors)),
        format!("{:+.2}", most(&errors)),
        format!("{:+.1} %", mean(&counts)),
        format!("{:+.1} %", most(&counts)),
    ]
}

/// What the paper says about the algorithms, by our numbers and by its own.
pub(super) fn claims(results: &Results) -> String {
    let ours = |algorithm, epoch| results.cell(algorithm, epoch);
    let paper = |algorithm, epoch| results.experiment.paper(algorithm, epoch);
    let rows: [(&str, String, String); 3] = [
        (
            "MIRA has the lowest error",
            lowest(ours, results.epochs),
            lowest(paper, results.epochs.min(results.experiment.epochs)),
        ),
        (
            "count of MIRA / Perceptron, epoch 1",
            ratio(&ours, MIRA).map_or("-".into(), |r| format!("{r:.2}")),
            ratio(&paper, MIRA).map_or("-".into(), |r| format!("{r:.2}")),
        ),
        ("counts of Uniform, Max, Prop / Perceptron, epoch 1", halves(ours), halves(paper)),
    ];
    let mut lines = vec![["claim", "ours", "paper"].map(String::from).to_vec()];
    lines.extend(rows.map(|(claim, ours, paper)| vec![claim.to_string(), ours, paper]));
    table(&lines)
}

fn lowest(cell: impl Fn(usize, usize) -> Option<Cell>, epochs: usize) -> String {
    let best = |epoch: usize| {
        let error = |algorithm| cell(algorithm, epoch).map(|c| c.error);
        let others = (0..ALGORITHMS.len()).filter(|&c| c != MIRA).filter_map(error);
        error(MIRA).is_some_and(|mira| others.into_iter().all(|other| mira < other))
    };
    let count = (0..epochs).filter(|&epoch| best(epoch)).count();
    format!("after {count} of {epochs} epochs")
}

fn ratio(cell: &impl Fn(usize, usize) -> Option<Cell>, algorithm: usize) -> Option<f64> {
    Some(cell(algorithm, 0)?.count / cell(PERCEPTRON, 0)?.count)
}

fn halves(cell: impl Fn(usize, usize) -> Option<Cell>) -> String {
    let between = PERCEPTRON + 1..MIRA;
    let ratios: Vec<f64> = between.filter_map(|algorithm| ratio(&cell, algorithm)).collect();
    let half = ratios.iter().all(|r| ABOUT_HALF.contains(r));
    let ratios: Vec<String> = ratios.iter().map(|r| format!("{r:.2}")).collect();
    format!("{}: {}", ratios.join(", "), if half { "about half" } else { "not about half" })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epochs::results::made_up;

    #[test]
    fn the_same_numbers_do_not_differ() {
        let text = differences(&made_up("ultraconservative-letter", 0.0, 1.0));
        assert!(
            text.starts_with(
                "Of 25 cells the error is the paper's to its last digit in 25, the count in 25."
            ),
            "{text}"
        );
        assert!(text.contains("| all | +0.00 | +0.00 | +0.0 % | +0.0 % |"), "{text}");
    }

    #[test]
    fn the_largest_difference_is_found() {
        let mut results = made_up("ultraconservative-letter", -0.1, 1.0);
        results.runs[4].epochs[2].error = 4.63 + 0.55;
        results.runs[6].epochs[0].updates = 2205 / 2;
        let text = differences(&results);
        assert!(text.contains("0.55 at most (Max, epoch 3), and lower in 24;"), "{text}");
        assert!(text.contains("50.0 % at most (Prop, epoch 1)"), "{text}");
        assert!(text.contains("| Max (`max-score`) | +0.03 | +0.55 |"), "{text}");
    }

    #[test]
    fn claims_are_computed_on_both_sides() {
        let mut results = made_up("ultraconservative-usps", 0.0, 1.0);
        results.runs[8].epochs[1].error = 5.53;
        let text = claims(&results);
        for row in [
            "| MIRA has the lowest error | after 4 of 5 epochs | after 5 of 5 epochs |",
            "| count of MIRA / Perceptron, epoch 1 | 3.46 | 3.46 |",
            "| 0.53, 0.56, 0.53: about half | 0.53, 0.56, 0.53: about half |",
        ] {
            assert!(text.contains(row), "no '{row}' in\n{text}");
        }
        let chess = claims(&made_up("ultraconservative-chess", 0.0, 1.0));
        assert!(chess.contains("0.92, 0.93, 0.91: not about half"), "{chess}");
    }
}
