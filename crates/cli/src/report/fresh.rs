//! What is promised about fresh examples, in words.

use noregret::train::{Bound, Fresh, Validated};
use noregret::words::{count, short};

/// The promises as sentences.
pub(crate) fn lines(fresh: &Fresh) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(round) = fresh.stopped_before {
        let rounds = count(fresh.rounds, "round");
        lines.push(format!(
            "stop: the model is the predictor before round {round} of {rounds}, drawn at random"
        ));
    }
    let Some(delta) = fresh.delta else { return lines };
    if let Some(reason) = &fresh.nothing {
        lines.push(format!("risk: nothing is promised: {reason}"));
        return lines;
    }
    let sure = short(100.0 * (1.0 - delta), 6);
    lines.push(format!(
        "risk: if all rows are drawn independently from one source, and none was learned from \
         before, each with probability {sure} % at least:"
    ));
    let promises = match fresh.validated {
        Some(validated) => vec![chosen(fresh, validated)],
        None => drawn(fresh),
    };
    lines.extend(promises.into_iter().map(|promise| format!("      {promise}")));
    if fresh.first > 0 {
        lines.push(format!(
            "      ({} at the start chose the learner or its constant and do not count)",
            count(fresh.first, "row")
        ));
    }
    lines
}

/// About the model that was chosen on rows kept for it.
fn chosen(fresh: &Fresh, validated: Validated) -> String {
    let Validated { candidates, examples, met, at_most } = validated;
    let kept = format!("the {} kept to choose among {candidates}", count(examples, "row"));
    match fresh.error {
        Some(_) => format!(
            "the model errs on at most {} % of fresh examples ({} % of {kept})",
            percent(at_most),
            percent(met)
        ),
        None => format!(
            "the model loses at most {} on a fresh example, on average ({} on {kept}){}",
            short(at_most, 4),
            short(met, 4),
            provided(fresh)
        ),
    }
}

/// About the predictors of the rounds.
fn drawn(fresh: &Fresh) -> Vec<String> {
    let mut promises = Vec::new();
    let all = format!(
        "the predictors of the {}, or one drawn anew for each answer,",
        count(fresh.rounds, "round")
    );
    if let Some(Bound { met, at_most }) = fresh.error {
        let (at_most, met) = (percent(at_most), percent(met));
        promises.push(format!("{all} err on at most {at_most} % of fresh examples ({met} % here)"));
    }
    let loses = |who: &str, bound: Option<Bound>| {
        let Bound { met, at_most } = bound?;
        let (at_most, met) = (short(at_most, 4), short(met, 4));
        let provided = provided(fresh);
        Some(format!(
            "{who} at most {at_most} on a fresh example, on average ({met} here){provided}"
        ))
    };
    promises.extend(loses(&format!("{all} lose"), fresh.loss));
    promises.extend(loses("their average, which is the model, loses", fresh.average_loss));
    promises.extend(fresh.nothing_about.map(|model| {
        format!(
            "nothing about {model}, which is the model; --stop random or validate keeps one with \
             a promise"
        )
    }));
    promises
}

/// What the bounds of losses rest on.
fn provided(fresh: &Fresh) -> String {
    fresh.largest.map_or(String::new(), |largest| format!(", if no loss exceeds {largest}"))
}

fn percent(x: f64) -> String {
    short(100.0 * x, 4)
}
