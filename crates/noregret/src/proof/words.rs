//! Headroom in sentences of at most 80 columns.

use super::{Headroom, Verdict};
use crate::words::short;

/// Cells of the bar.
const BAR: usize = 20;
/// With less avoidable than this, tuning gains little; with more than [`MUCH`] it does.
const LITTLE: f64 = 0.15;
const MUCH: f64 = 0.35;

impl Headroom {
    /// The sentences of a report about the answers of `whose` ("this run's"), with a bar if that is
    /// wanted.
    pub fn lines(&self, whose: &str, bar: bool) -> Vec<String> {
        let scaled = if self.scaled { ", scaled," } else { "" };
        let lost = format!("{whose} {}{scaled} was {} a row", self.measure(), short(self.run, 4));
        match self.verdict {
            Verdict::Beaten { norm } => self.beaten(&lost, norm),
            Verdict::Separable => self.separable(&lost),
            Verdict::Open => self.open(&lost),
            Verdict::Room => self.room(&lost, bar),
        }
    }

    /// One sentence, for a loss beside the first.
    pub fn line(&self) -> String {
        let lost = format!("{} {}", self.measure(), short(self.run, 4));
        match self.verdict {
            Verdict::Beaten { norm } => {
                format!("{lost}, less than every model of norm <= {} (proved)", below(norm))
            }
            _ => {
                let floor = below(self.floor);
                let found =
                    self.found.map_or(String::new(), |f| format!(", one at {}", short(f, 4)));
                format!("{lost}; none of norm <= {} is below {floor}{found}", below(self.norm))
            }
        }
    }

    /// What is lost: the loss people know by its name.
    fn measure(&self) -> &'static str {
        match self.loss {
            "logistic" => "log loss",
            "squared" => "squared error",
            _ => "loss",
        }
    }

    /// The models spoken about.
    fn models(&self, norm: f64) -> String {
        // Rounded down, so that what is said holds.
        format!("linear model of norm <= {}", below(norm))
    }

    fn room(&self, lost: &str, bar: bool) -> Vec<String> {
        let floor = below(self.floor);
        let comma = if self.better().is_some() { "," } else { "" };
        let mut lines = vec![
            format!("{lost};"),
            format!("no {} is below {floor} (proved){comma}", self.models(self.norm)),
        ];
        if let Some(found) = self.better() {
            let error = self.error_words();
            lines.push(format!("one at {} exists{error}", short(found, 4)));
        }
        lines.push(self.advice(bar));
        lines
    }

    /// The loss of the model found, if it did better than the run.
    fn better(&self) -> Option<f64> {
        self.found.filter(|found| *found < self.run)
    }

    fn error_words(&self) -> String {
        self.found_error.map_or(String::new(), |error| {
            format!(", which gets {} % of the rows wrong", short(100.0 * error, 3))
        })
    }

    fn advice(&self, bar: bool) -> String {
        let share = self.avoidable_at_most;
        let advice = if share <= LITTLE {
            "tuning gains little, other features might"
        } else if share <= MUCH {
            "some of it by tuning"
        } else {
            "tune first (C, another learner)"
        };
        let percent = format!("at most {:.0} % was avoidable", (100.0 * share).ceil());
        match bar {
            true => {
                let filled = ((1.0 - share) * BAR as f64).round() as usize;
                let cells = "#".repeat(filled.min(BAR)) + &".".repeat(BAR - filled.min(BAR));
                format!("floor |{cells}| you: {percent}")
            }
            false => format!("{percent}: {advice}"),
        }
    }

    fn beaten(&self, lost: &str, norm: f64) -> Vec<String> {
        let every = format!("less than every fixed {} (proved)", self.models(norm));
        let mut lines = vec![format!("{lost}:"), every];
        lines.push("whether a larger one loses less is not known".into());
        lines
    }

    fn separable(&self, lost: &str) -> Vec<String> {
        let found = self.found.map_or(String::new(), |found| short(found, 3));
        vec![
            format!("{lost};"),
            format!(
                "a linear model of norm {} exists that loses {found}{}:",
                short(self.norm, 3),
                self.found_error.map_or(String::new(), |error| {
                    format!(", {} % wrong", short(100.0 * error, 2))
                })
            ),
            "what was lost beyond that is the price of learning".into(),
        ]
    }

    fn open(&self, lost: &str) -> Vec<String> {
        vec![
            format!("{lost};"),
            format!("that a {} loses next to nothing", self.models(self.norm)),
            "cannot be excluded".into(),
        ]
    }
}

/// Four digits, not above the number.
fn below(x: f64) -> String {
    let text = short(x, 4);
    match text.parse::<f64>() {
        Ok(shown) if shown > x => short(x - (shown - x).max(x.abs() * 1e-3), 4),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::below;

    #[test]
    fn what_is_shown_is_never_above() {
        let mut x = 1e-4;
        while x < 1e7 {
            let shown: f64 = below(x).parse().unwrap();
            assert!(shown <= x && shown >= 0.997 * x, "{x} {shown}");
            x *= 1.0137;
        }
    }
}
