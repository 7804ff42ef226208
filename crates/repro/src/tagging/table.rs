//! Tables and pictures of lines.

use super::line::Line;
use super::published::Published;
use super::run::Rates;
use crate::chart::{Chart, Series};
use std::fmt::Write;

/// What a table and its picture show of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shown {
    /// F1 of chunks.
    F1,
    /// Token error.
    Error,
}

impl Shown {
    fn of(self, rates: &Rates) -> f64 {
        match self {
            Shown::F1 => rates.f1,
            Shown::Error => rates.token,
        }
    }
}

/// What tokens and sentences are called.
pub(super) type Nouns = (&'static str, &'static str);

/// A line a learner and readout: what is shown after each pass, and the errors after the last.
pub(super) fn table(lines: &[Line], tested: &[usize], shown: Shown, nouns: Nouns) -> String {
    let what = if shown == Shown::F1 { "F1".into() } else { format!("{} error", nouns.0) };
    let mut head = "| learner | answers |".to_owned();
    for pass in tested {
        let _ = write!(head, " {what}, pass {pass} |");
    }
    if shown == Shown::F1 {
        let _ = write!(head, " {} error |", nouns.0);
    }
    let _ = write!(head, " {} error |", nouns.1);
    let columns = head.matches('|').count() - 1;
    let mut text = format!("{head}\n{}|\n", "|---".repeat(columns));
    for line in lines {
        let remark = if line.remark.is_empty() { "".into() } else { format!(", {}", line.remark) };
        let answers = if line.averaged { "average" } else { "last" };
        let _ = write!(text, "| {}{remark} | {answers} |", line.learner.words());
        for rates in &line.passes {
            let _ = write!(text, " {:.2} |", shown.of(rates));
        }
        if line.deviation > 0.0 {
            // After the mean over the runs, which is the last number.
            text.truncate(text.len() - 2);
            let _ = write!(text, " ± {:.2} |", line.deviation);
        }
        let last = line.passes.last().copied().unwrap_or_default();
        if shown == Shown::F1 {
            let _ = write!(text, " {:.2} |", last.token);
        }
        let _ = writeln!(text, " {:.2} |", last.sentence);
    }
    text
}

/// What others published.
pub(super) fn published(rows: &[Published], figure: &str) -> String {
    let mut text =
        format!("| as published | {figure} | reference | what differs |\n|---|---|---|---|\n");
    for row in rows {
        let Published { method, reference, figure, differs } = row;
        let _ = writeln!(text, "| {method} | {figure} | {reference} | {differs} |");
    }
    text
}

/// The lines of one readout by pass as a picture.
pub(super) fn plot(
    title: &str,
    lines: &[Line],
    averaged: bool,
    tested: &[usize],
    shown: Shown,
) -> String {
    let series = lines.iter().filter(|line| line.averaged == averaged).map(|line| Series {
        name: if line.remark.is_empty() { line.learner.name } else { line.remark },
        ours: line.passes.iter().map(|rates| Some(shown.of(rates))).collect(),
        paper: Vec::new(),
    });
    Chart {
        title,
        across: "pass",
        unit: if shown == Shown::F1 { "F1 %" } else { "error %" },
        places: tested.iter().map(usize::to_string).collect(),
        series: series.collect(),
    }
    .svg()
}

/// The word for a readout in the name of a picture.
pub(super) fn readout(averaged: bool) -> &'static str {
    if averaged { "average" } else { "last" }
}

#[cfg(test)]
mod tests {
    use super::super::learners::LEARNERS;
    use super::*;

    fn lines() -> Vec<Line> {
        let rates = |f1| Rates { token: 3.0, sentence: 40.0, f1 };
        let runs = [vec![rates(90.0), rates(93.456)]];
        [true, false].map(|averaged| Line::of((&LEARNERS[1], "", averaged), &runs)).into()
    }

    #[test]
    fn a_row_a_line() {
        let text = table(&lines(), &[1, 2], Shown::F1, ("token", "sentence"));
        let expected = "| learner | answers | F1, pass 1 | F1, pass 2 | token error | sentence \
             error |\n|---|---|---|---|---|---|\n\
             | `pa1:C=0.1` | average | 90.00 | 93.46 | 3.00 | 40.00 |\n\
             | `pa1:C=0.1` | last | 90.00 | 93.46 | 3.00 | 40.00 |\n";
        assert_eq!(text, expected);
        let mut spread = lines();
        spread[0].deviation = 0.5;
        let text = table(&spread[..1], &[1, 2], Shown::Error, ("letter", "word"));
        assert!(text.ends_with("| 3.00 | 3.00 ± 0.50 | 40.00 |\n"), "{text}");
    }

    #[test]
    fn a_picture_has_the_lines_of_a_readout() {
        let svg = plot("t", &lines(), true, &[1, 2], Shown::F1);
        assert_eq!((svg.matches("<polyline").count(), svg.matches("<circle").count()), (1, 2));
    }
}
