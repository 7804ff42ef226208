//! What is said when checkpoints are wanted and cannot be written for a while.
//!
//! There is no model before the first rows have decided what it is, and while learners compete no
//! file could hold them all ([`checkpoint`](crate::train)). With rows at hand both take a moment;
//! where rows come slowly, whoever counts on a checkpoint is told that there is none yet, and what
//! to choose so that there is.

use super::early;
use crate::choice::{CONTEST_ROWS, candidates};
use crate::observer::Observer;
use crate::source::Stream;
use crate::train::training::Training;
use crate::words::count;
use noregret_core::problem::AnyProblem;

/// Tells what checkpoints wait for, if they are wanted and wait; `rows` is the size of the head,
/// which is not waited for if learning begins `early`.
pub(super) fn note(
    training: &Training,
    stream: &Stream,
    rows: usize,
    early: bool,
    observer: &mut dyn Observer,
) {
    if training.saving.is_never() || !stream.is_live() {
        return;
    }
    let problem = training.choice.problem.as_deref().and_then(|name| AnyProblem::parse(name).ok());
    let head = (rows > 1 && !early).then(|| {
        let first = count(rows as u64, "row");
        format!("before the first {first} have decided about the rest")
    });
    let contest = competes(training, problem.as_ref())
        .then(|| format!("while learners compete (the first {CONTEST_ROWS} rows)"));
    let mut choose = match head {
        Some(_) => early::missing(training, problem.as_ref()),
        None => Vec::new(),
    };
    if contest.is_some() && !choose.contains(&"-a") {
        choose.push("-a");
    }
    let waits: Vec<String> = head.into_iter().chain(contest).collect();
    if waits.is_empty() {
        return;
    }
    observer.note(&format!(
        "no checkpoint is written {}; with {} they begin at once",
        waits.join(", nor "),
        choose.join(", ")
    ));
}

/// Whether learners will compete, as far as that can be told before the first row.
fn competes(training: &Training, problem: Option<&AnyProblem>) -> bool {
    let several = |problem: &AnyProblem| candidates(problem.name(), 0).nth(1).is_some();
    let open = training.choice.leaves_the_learner_open() && training.auto.is_none();
    open && problem.is_none_or(several)
}
