//! The section of the splits: setting, table, what to make of it.

use super::split::{Rates, Split};
use super::{DELTA, Line, MOST, NAME, SPLITS, Settings, TITLE};
use serde_json::{Value, json};

/// The section.
pub(crate) fn section(lines: &[Line], settings: &Settings) -> String {
    let mut command = format!("noregret repro {NAME}");
    let mut flag = |name: &str, value: Option<u64>| {
        value.into_iter().for_each(|value| command.push_str(&format!(" --{name} {value}")));
    };
    flag("shuffles", (settings.splits != SPLITS).then_some(settings.splits as u64));
    flag("seed", (settings.seed != 0).then_some(settings.seed));
    flag("limit", (settings.limit != MOST).then_some(settings.limit as u64));
    let mut text = format!(
        "## {TITLE}\n\n- Command: `{command}`\n- Not a published experiment: how the bounds of `learn --risk` do on real rows\n\
         - {} random splits of each set: half of the rows, at most {}, learned from in one pass, as many of the others held out\n\
         - The learner is `arow-scaled` (letter: `arow`) at its defaults, with a constant feature 1\n\
         - A bound may be exceeded in {} % of the splits\n",
        settings.splits,
        settings.limit,
        100.0 * DELTA
    );
    text.push_str(
        "\nPercent of errors, means over the splits: met while learning, promised, found on the rows held out.\n\n",
    );
    text.push_str(&table("the predictors of the pass (Thm. 13)", lines, |split| split.ensemble));
    text.push('\n');
    text.push_str(&table("the model of `--stop validate`", lines, |split| split.validated));
    text.push_str(
        "\nThe risk of the predictors of the pass is the mean over 40 of them. Both bounds hold for every distribution, so they are loose on any \
         one: by the root of the error over the rows for the first, by that of the rows kept for the choice (a fifth) for the second.\n",
    );
    text
}

fn table(about: &str, lines: &[Line], of: impl Fn(&Split) -> Rates) -> String {
    let mut text = format!(
        "| {about} | rows | met | promised | found | promised / found | exceeded |\n|---|---|---|---|---|---|---|\n"
    );
    for line in lines {
        let all: Vec<Rates> = line.splits.iter().map(&of).collect();
        let mean = |of: fn(&Rates) -> f64| all.iter().map(of).sum::<f64>() / all.len() as f64;
        let (met, at_most, found) = (mean(|r| r.met), mean(|r| r.at_most), mean(|r| r.found));
        text.push_str(&format!(
            "| {} | {} | {:.2} | {:.2} | {:.2} | {:.2} | {} of {} |\n",
            line.source.name,
            line.learned,
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
pub(crate) fn object(line: &Line) -> Value {
    let rates = |of: fn(&Split) -> Rates| {
        let all: Vec<Rates> = line.splits.iter().map(of).collect();
        let each = |r: &Rates| json!({ "met": r.met, "at_most": r.at_most, "found": r.found });
        json!({ "exceeded": exceeded(&all), "splits": all.iter().map(each).collect::<Vec<_>>() })
    };
    json!({
        "event": "splits", "experiment": NAME, "set": line.source.name, "rows": line.learned, "delta": DELTA,
        "ensemble": rates(|split| split.ensemble), "validated": rates(|split| split.validated),
    })
}
