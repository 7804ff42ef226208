//! What `compare --hindsight` found, as a table and as JSON.
//!
//! `true` is what a run lost more than the predictor found for it. That is a lower bound on its
//! regret against the best predictor of the same complexity, which is larger by at most `within`,
//! the duality gap. `certified` is what the run itself proves of all predictors of that complexity,
//! so it must not be below `true`; where it is, the table says so. Of standardised columns a run
//! proves nothing.

use super::table::{Row, aligned};
use crate::report::{count, short};
use noregret::core::replay::hindsight::phrase;
use noregret::train::{Beside, Compared, Hindsight};
use serde_json::{Value, json};

const NONE: &str = "-";

/// The lines of the table, none if nothing was looked for.
pub(super) fn text(gap: f64, results: &[Compared]) -> Vec<String> {
    let runs: Vec<(&str, &Hindsight)> = results.iter().filter_map(named).collect();
    if runs.is_empty() {
        return Vec::new();
    }
    let predictors = runs.iter().filter_map(|(_, run)| run.as_ref().ok()).map(|b| b.predictor + 1);
    let mut lines = vec![format!(
        "hindsight: {}, found to a gap of {gap}: the best for the loss, geometry and C of each",
        count(predictors.max().unwrap_or(0) as u64, "fixed predictor")
    )];
    lines.extend(aligned(&runs.iter().map(|(name, run)| row(name, run)).collect::<Vec<_>>()));
    lines.push(
        "true: lost more than that predictor (than the best of its complexity: up to `within` \
         more still); \
         certified: proved by the run itself of all of them"
            .into(),
    );
    lines.extend(others(results));
    lines.extend(reasons(&runs));
    lines.extend(verdicts(&runs));
    lines
}

/// Whose certificate failed.
fn verdicts(runs: &[(&str, &Hindsight)]) -> Vec<String> {
    let is_violated = |run: &Hindsight| run.as_ref().is_ok_and(|b| b.regret.is_violated());
    let violated = runs.iter().filter(|(_, run)| is_violated(run));
    let line = |(name, _): &(&str, &Hindsight)| {
        format!("{name}: LESS IS CERTIFIED THAN IS TRUE, which is a bug of this program")
    };
    violated.map(line).collect()
}

fn named(result: &Compared) -> Option<(&str, &Hindsight)> {
    let name = result.entrant.single.spec.algorithm.as_str();
    result.hindsight.as_ref().map(|run| (name, run))
}

fn row(name: &str, run: &Hindsight) -> Row {
    let cell = |value: Option<f64>, digits| value.map_or(NONE.into(), |x| short(x, digits));
    let regret = run.as_ref().ok().map(|beside| &beside.regret);
    vec![
        ("algorithm", name.into()),
        ("complexity", cell(regret.map(|r| r.complexity), 4)),
        ("its loss", cell(regret.map(|r| r.best_loss), 5)),
        ("true", cell(regret.map(|r| r.regret), 5)),
        ("within", cell(regret.map(|r| r.within), 2)),
        ("certified", cell(regret.and_then(|r| r.certified), 5)),
        ("ratio", cell(regret.and_then(|r| r.ratio()), 4)),
    ]
}

/// Whose predictor is not the one that its own geometry or rows would have, a line a kind.
fn others(results: &[Compared]) -> Vec<String> {
    let found = results.iter().filter(|r| r.hindsight.as_ref().is_some_and(Result::is_ok));
    let specs = found.map(|result| &result.entrant.single.spec);
    let moved = specs.filter(|spec| spec.geometry.is_adaptive() || spec.standard.is_some());
    let said = moved.map(|spec| (spec.algorithm.as_str(), phrase(spec)));
    by_reason(said).map(|(names, phrase)| format!("{names}: beside the {phrase}")).collect()
}

/// Why some have no predictor, a line a reason.
fn reasons(runs: &[(&str, &Hindsight)]) -> Vec<String> {
    let none = runs.iter().filter_map(|(name, run)| Some((*name, run.as_ref().err()?.as_str())));
    by_reason(none).map(|(names, reason)| format!("{names}: {reason}")).collect()
}

/// The names that share a reason, in one list.
fn by_reason<'a>(
    said: impl Iterator<Item = (&'a str, &'a str)>,
) -> impl Iterator<Item = (String, &'a str)> {
    let mut reasons: Vec<(&str, Vec<&str>)> = Vec::new();
    for (name, reason) in said {
        match reasons.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, names)) => names.push(name),
            None => reasons.push((reason, vec![name])),
        }
    }
    reasons.into_iter().map(|(reason, names)| (names.join(", "), reason))
}

/// One run beside its best fixed predictor, as JSON.
pub(super) fn json(run: &Hindsight) -> Value {
    let Beside { optimum, regret, predictor } = match run {
        Ok(beside) => beside,
        Err(reason) => return json!({ "none": reason }),
    };
    json!({
        "predictor": predictor,
        "primal": optimum.bounds.primal,
        "dual": optimum.bounds.dual,
        "gap": optimum.bounds.relative_gap(),
        "reached": optimum.reached,
        "sweeps": optimum.sweeps,
        "tradeoff": optimum.c,
        "regret": regret,
        "ratio": regret.ratio(),
        "violated": regret.is_violated(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use noregret::core::replay::hindsight::{Bounds, Optimum, Regret};

    fn beside(certified: f64) -> Hindsight {
        let bounds = Bounds { primal: 11.0, dual: 10.5, loss: 10.0 };
        let optimum = Optimum {
            bounds,
            complexity: bounds.primal - bounds.loss,
            sweeps: 3,
            reached: true,
            duals: Vec::new(),
            c: 1.0,
        };
        let regret = Regret {
            online_loss: 15.0,
            best_loss: 10.0,
            complexity: 2.0,
            measured_by: "norm".into(),
            regret: 5.0,
            within: 0.5,
            level: 2.0,
            rounding: 0.0,
            certified: Some(certified),
            regularised: 4.0,
            regularised_certified: None,
        };
        Ok(Beside { optimum, regret, predictor: 0 })
    }

    #[test]
    fn a_certificate_that_failed_is_told() {
        for (certified, violated) in [(4.9, true), (5.0, false), (5.1, false)] {
            assert_eq!(json(&beside(certified))["violated"], violated, "{certified}");
            assert_eq!(is_told(&beside(certified)), violated, "{certified}");
        }
    }

    fn is_told(run: &Hindsight) -> bool {
        verdicts(&[("pa1", run)]).iter().any(|line| line.starts_with("pa1: LESS IS CERTIFIED"))
    }

    #[test]
    fn those_without_a_predictor_share_a_line_a_reason() {
        let none = |reason: &str| Err(reason.to_owned());
        let (a, b, c) = (none("C = inf"), none("adapts"), none("C = inf"));
        let found = beside(6.0);
        let lines = reasons(&[("pa", &a), ("pa1", &found), ("arow", &b), ("mira", &c)]);
        assert_eq!(lines, ["pa, mira: C = inf", "arow: adapts"]);
        let cells: Vec<String> = row("pa", &a).into_iter().map(|(_, cell)| cell).collect();
        assert_eq!(cells, ["pa", "-", "-", "-", "-", "-", "-"]);
        let cells: Vec<String> = row("pa1", &found).into_iter().map(|(_, cell)| cell).collect();
        assert_eq!(cells, ["pa1", "2", "10", "5", "0.5", "6", "1.2"]);
    }
}
