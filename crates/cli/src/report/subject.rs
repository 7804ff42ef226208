//! What a certificate is about, where that is not the whole run on the rows as written.

use super::{Finished, count};

/// For `--json`.
pub(super) fn subject(run: &Finished<'_>) -> Option<String> {
    match (whose(run), run.model.spec().is_some_and(|spec| spec.standard.is_some())) {
        (Some(whose), true) => Some(format!("{whose} on the standardised columns")),
        (Some(whose), false) => Some(whose),
        (None, true) => Some("the standardised columns".into()),
        (None, false) => None,
    }
}

/// What the certificate is about in brackets, for the report.
pub(super) fn remark(run: &Finished<'_>) -> String {
    let preposition = if whose(run).is_some() { "of" } else { "on" };
    subject(run).map_or(String::new(), |subject| format!(" ({preposition} {subject})"))
}

/// Whether the certificate is of something else than all answers of the run.
pub(super) fn is_of_part(run: &Finished<'_>) -> bool {
    whose(run).is_some()
}

/// What has the certificate, if not the run.
fn whose(run: &Finished<'_>) -> Option<String> {
    let model = run.model;
    let rounds = model.leader().map_or(0, |single| single.learner.ledger().rounds);
    // More rounds than were counted: the first of them were no predictions, but found in hindsight
    // or converted.
    let uncounted = rounds > model.meter().examples;
    if run.converted {
        Some("the updates made".into())
    } else if model.committee().is_some() {
        Some("the best learner".into())
    } else if model.is_stopped() || uncounted {
        Some(format!("the {} that this predictor learned from", count(rounds, "round")))
    } else {
        None
    }
}
