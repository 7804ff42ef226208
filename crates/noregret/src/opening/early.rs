//! Whether a run may begin with its first row, because the rows after it would decide nothing.
//!
//! Whoever sends rows through a pipe and waits for each answer cannot send 1,000 of them first, and
//! whoever wants checkpoints wants them before. So where answers or checkpoints are wanted and rows
//! may be long in coming, the head is as short as the choice allows: the problem, the constant and
//! the learner (or hashing, without which the default looks at the columns) must have been chosen,
//! and the labels so far must settle what labels settle. Two classes are settled once both were
//! seen or were named in the problem and, where an answer is waited for, by a label of -1, 0 or 1,
//! which says its side. What the head is for does not depend on how fast the rows come.

use super::Head;
use super::labels::Labels;
use crate::choice::{Bias, Choice, spec};
use crate::model::Model;
use crate::train::training::Training;
use noregret_core::ClassName;
use noregret_core::problem::{AnyProblem, FirstLabels, Problem};
use noregret_io::PendingRow;

/// What would have to be chosen for a run to begin with its first row; nothing if it may.
pub(super) fn missing(training: &Training, problem: Option<&AnyProblem>) -> Vec<&'static str> {
    let choice = &training.choice;
    let takes_bias = problem.is_none_or(Problem::takes_bias);
    let open = choice.leaves_the_learner_open() && choice.hash.is_none();
    let classes = problem.is_some_and(|problem| asks(choice, problem, usual()));
    let all = [
        (problem.is_none(), "--problem"),
        (takes_bias && choice.bias == Bias::Auto, "--bias"),
        (open, if training.auto.is_some() { "--among" } else { "-a" }),
        (classes, "--head 1"),
    ];
    all.into_iter().filter(|(missing, _)| *missing).map(|(_, flag)| flag).collect()
}

/// Whether the labels of the head so far settle what labels settle of this problem; somebody may
/// be waiting for an answer to them.
pub(super) fn is_settled(
    choice: &Choice,
    problem: &AnyProblem,
    head: &Head,
    waited_for: bool,
) -> bool {
    let Some(first) = head.rows.first() else { return false };
    let label = &first.about().label;
    if waited_for && problem.class_count() == Some(2) && label.number().is_some_and(says_side) {
        return true;
    }
    let labels = Labels::of_rows(head.rows.iter().map(PendingRow::about));
    let mut first = labels.first();
    let declared = head.declared.iter().chain(first.classes.names()).cloned();
    first.classes = declared.collect::<Vec<_>>().into();
    !asks(choice, problem, first)
}

/// Puts the classes that were met into the composition of the one learner, where the head of a run
/// that began later would have put them.
pub(crate) fn name_classes(model: &mut Model) {
    let Some(names) = model.class_names() else { return };
    let first = FirstLabels { classes: names.into(), ..FirstLabels::default() };
    if let Ok(single) = model.one_mut() {
        single.spec.problem.begin_with(&first);
    }
}

/// Whether a number is a usual name of one of two sides.
fn says_side(number: f64) -> bool {
    [-1.0, 0.0, 1.0].contains(&number)
}

/// The labels of two classes by their usual names.
fn usual() -> FirstLabels {
    let pair = [-1.0, 1.0].map(ClassName::Number).to_vec();
    FirstLabels { classes: pair.into(), ..FirstLabels::default() }
}

/// Whether a problem that has begun with these labels would be another one with more of them.
fn asks(choice: &Choice, problem: &AnyProblem, seen: FirstLabels) -> bool {
    let begun = |first: FirstLabels| {
        let mut problem = problem.clone();
        problem.begin_with(&spec::first_labels(choice, first));
        problem
    };
    let with = |names: &[ClassName]| {
        let more = ["\u{1}a", "\u{1}b"].map(|name| ClassName::Text(name.into()));
        names.iter().cloned().chain(more).collect::<Vec<_>>().into()
    };
    let more = FirstLabels {
        classes: with(seen.classes.names()),
        members: with(seen.members.names()),
        lowest_rank: seen.lowest_rank.map(|rank| rank - 1.0).or(Some(-1.0)),
    };
    begun(seen) != begun(more)
}
