//! The rows of a merged learner: the classes of the base, then those that each shard has met
//! besides, in the order of the shards.

use super::Shard;
use crate::error::{Error, Result};
use crate::hypothesis::Places;
use crate::learner::AnyLearner;
use crate::problem::{AnyProblem, Classes, LabelForm, Problem};
use crate::round::Label;

/// The problem that knows what all of them know, and where the coordinates and rows of each shard
/// stand in it.
pub(super) fn unite(base: &AnyProblem, shards: &[Shard<'_>]) -> Result<(AnyProblem, Vec<Places>)> {
    let mut problem = base.clone();
    for (at, shard) in shards.iter().enumerate() {
        take_in(&mut problem, &shard.learner.problem)
            .map_err(|error| shard.refused(at, &error.to_string()))?;
    }
    let known = base.classes().map_or(0, Classes::len);
    let mut all = Vec::with_capacity(shards.len());
    for (at, shard) in shards.iter().enumerate() {
        let rows = rows_in(&problem, shard.learner);
        if rows.iter().take(known).enumerate().any(|(own, row)| own != *row) {
            return Err(shard.refused(at, "it did not go on from this base: its classes differ"));
        }
        all.push(places(&problem, shard, rows));
    }
    Ok((problem, all))
}

/// Makes all labels known that another problem of this kind knows.
fn take_in(problem: &mut AnyProblem, other: &AnyProblem) -> Result<()> {
    let names = other.class_names().unwrap_or_default();
    for name in &names {
        let label = [name.label()];
        match other.label_form() {
            LabelForm::NameEach => problem.admit(Label::Sequence(&label))?,
            _ => problem.admit(label[0])?,
        }
        if problem.sign_of(label[0]) != other.sign_of(label[0]) {
            return Err(Error::Spec(format!(
                "its class {name} is on the other side: declare the classes before the data is \
                 shared out"
            )));
        }
    }
    match other.ranks().and_then(|ranks| other.highest_label(ranks)) {
        Some(highest) if other.ranks() > Some(0) => problem.admit(Label::Number(highest)),
        _ => Ok(()),
    }
}

/// The row in the united problem of each row of a learner.
fn rows_in(problem: &AnyProblem, learner: &AnyLearner) -> Vec<usize> {
    let (Some(all), Some(own)) = (problem.classes(), learner.problem.classes()) else {
        return (0..learner.problem.rows()).collect();
    };
    own.names().iter().filter_map(|name| all.find(name.label())).collect()
}

/// Where coordinates and rows of a shard go. Those coordinates that the problem keeps for its rows
/// go with them.
fn places(problem: &AnyProblem, shard: &Shard<'_>, rows: Vec<usize>) -> Places {
    let (own, mut coordinates) = (&shard.learner.problem, shard.coordinates.to_vec());
    let moves = rows.iter().enumerate().any(|(own, row)| own != *row);
    if moves && own.reserved() > 0 {
        let listed = coordinates.len() as u32;
        coordinates.extend(listed..own.reserved() as u32);
        for (at, row) in (0..own.reserved()).filter_map(|at| Some((at, own.reserved_row(at)?))) {
            coordinates[at] = (at - row + rows[row]) as u32;
        }
    }
    Places::new(coordinates, rows).with_companions(problem.first_companion_row())
}
