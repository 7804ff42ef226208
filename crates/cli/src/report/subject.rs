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
    if run.converted {
        Some("the updates made".into())
    } else if session.committee.is_some() {
        Some("the best learner".into())
    } else if session.stopped {
        let rounds = count(session.learner.ledger().rounds, "round");
        Some(format!("the {rounds} that this predictor learned from"))
    } else {
        None
    }
}
