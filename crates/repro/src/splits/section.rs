//! The section of the splits: setting, tables, how to read them.

use super::perform::{SetResult, Settings};
use super::split::{Rates, Split};
use super::{DELTA, MOST, NAME, SPLITS, TITLE};
use crate::args::{command_line, unless, unless_zero};
use serde_json::{Value, json};

/// The section.
pub(super) fn section(results: &[SetResult], settings: &Settings) -> String {
    let mut text = setting(settings);
    text.push_str(
        "\nPercent of errors, means over the splits: met while learning, promised, found on the \
         rows held out.\n\n",
    );
    text.push_str(&table("the predictors of the pass (Thm. 13)", results, |split| split.ensemble));
    text.push('\n');
    text.push_str(&table("the model of `--stop validate`", results, |split| split.validated));
    text.push_str(
        "\nThe risk of the predictors of the pass is the mean over 40 of them. Both bounds hold \
         for every distribution, so they are loose on any one: by the root of the error over the \
         rows for the first, by that of the rows kept for the choice (a fifth) for the second.\n",
    );
    text
}

fn setting(settings: &Settings) -> String {
    let Settings { splits, seed, limit, .. } = *settings;
    let flags = [
        ("shuffles", unless(SPLITS, splits)),
        ("seed", unless_zero(seed)),
        ("limit", unless(MOST, limit)),
    ];
    let command = command_line(NAME, &flags);
    let percent = 100.0 * DELTA;
    format!(
        "## {TITLE}\n\n\
         - Command: `{command}`\n\
         - Not a published experiment: how the bounds of `learn --risk` do on real rows\n\
         - {splits} random splits of each set: half of the rows, at most {limit}, learned from in \
         one pass, as many of the others held out\n\
         - The learner is `arow-scaled` (letter: `arow`) at its defaults, with a constant \
         feature 1\n\
         - A bound may be exceeded in {percent} % of the splits\n"
    )
}

fn table(about: &str, results: &[SetResult], of: impl Fn(&Split) -> Rates) -> String {
    let mut text = format!(
        "| {about} | rows | met | promised | found | promised / found | exceeded |\n\
         |---|---|---|---|---|---|---|\n"
    );
    for result in results {
        let all: Vec<Rates> = result.splits.iter().map(&of).collect();
        let mean = |of: fn(&Rates) -> f64| all.iter().map(of).sum::<f64>() / all.len() as f64;
        let (met, at_most, found) = (mean(|r| r.met), mean(|r| r.at_most), mean(|r| r.found));
        text.push_str(&format!(
            "| {} | {} | {:.2} | {:.2} | {:.2} | {:.2} | {} of {} |\n",
            result.source.name,
            result.learned,
            100.0 * met,
            100.0 * at_most,
            100.0 * found,
            at_most / found,
            exceeded(&all),
            all.len()
        ));
    }
    text
}

fn exceeded(all: &[Rates]) -> usize {
    all.iter().filter(|rates| rates.found > rates.at_most).count()
}

/// A set as one JSON object.
pub(super) fn object(result: &SetResult) -> Value {
    let rates = |of: fn(&Split) -> Rates| {
        let all: Vec<Rates> = result.splits.iter().map(of).collect();
        let each = |r: &Rates| json!({ "met": r.met, "at_most": r.at_most, "found": r.found });
        json!({ "exceeded": exceeded(&all), "splits": all.iter().map(each).collect::<Vec<_>>() })
    };
    json!({
        "event": "splits", "experiment": NAME, "set": result.source.name,
        "rows": result.learned, "delta": DELTA,
        "ensemble": rates(|split| split.ensemble), "validated": rates(|split| split.validated),
    })
}
