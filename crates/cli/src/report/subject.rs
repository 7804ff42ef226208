//! What a certificate is about, where that is not the whole run on the rows as written.

use super::{Finished, count};

/// For `--json`.
pub(super) fn subject(run: &Finished<'_>) -> Option<String> {
    match (whose(run), run.session.spec.standard.is_some()) {
        (Some(whose), true) => Some(format!("{whose} on the standardised columns")),
        (Some(whose), false) => Some(whose),
        (None, true) => Some("the standardised columns".into()),
        (None, false) => None,
    }
}

/// The same in brackets, for the report.
pub(super) fn remark(run: &Finished<'_>) -> String {
    let preposition = if whose(run).is_some() { "of" } else { "on" };
    subject(run).map_or(String::new(), |subject| format!(" ({preposition} {subject})"))
}

/// What has the certificate, if not the run.
fn whose(run: &Finished<'_>) -> Option<String> {
    let session = run.session;
    let rounds = session.learner.ledger().rounds;
    // More rounds than were counted: the first of them were no predictions, but found in hindsight or converted.
    let uncounted = rounds > session.meter.examples;
    if run.converted {
        Some("the updates made".into())
    } else if session.committee.is_some() {
        Some("the best learner".into())
    } else if session.stopped || uncounted {
        Some(format!("the {} that this predictor learned from", count(rounds, "round")))
    } else {
        None
    }
}
