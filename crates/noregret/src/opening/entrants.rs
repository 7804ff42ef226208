//! Who competes when no learner was asked for: the candidates of [`crate::choice`], made for this
//! data.
//!
//! Nothing may have been said about the learner (the problem, the constant and hashing may).
//! Columns are standardised if the head shows few features and they are not hashed; features first
//! seen after the head pass as they are. The constant is 1 but for candidates whose steps depend on
//! it (neither standardised nor adaptive): theirs is `--bias auto`.

use super::Head;
use crate::Result;
use crate::choice::{Bias, Candidate, FEW_COLUMNS, candidates, spec};
use crate::example::{ExampleLabel, instance};
use crate::model::{Contest, Single};
use crate::train::training::Training;
use noregret_core::Spec;
use noregret_core::problem::{AnyProblem, FirstLabels, Problem};
use noregret_core::stage::{self, Columns};
use noregret_io::Row;

/// The contest for this data, if there is one.
pub(crate) fn contest(
    training: &Training,
    suggested: &str,
    head: &Head,
    constant: Option<stage::Bias>,
) -> Result<Option<Contest>> {
    let batch = training.tolerance.is_some() || training.until_gap.is_some();
    if !training.choice.leaves_the_learner_open() || batch {
        return Ok(None);
    }
    let problem = AnyProblem::parse(training.choice.problem.as_deref().unwrap_or(suggested))?;
    let asked = problem.name();
    let Some(first) = candidates(asked, 0).next() else { return Ok(None) };
    let labels = spec::first_labels(&training.choice, head.first_labels());
    let some = Columns { first: 0, end: 1 };
    let spec = adapted(first.spec(some)?, &problem, &labels);
    let (columns, features) = shown(training, head, &spec, constant)?;
    let rival = |candidate: &Candidate| {
        rival(training, adapted(candidate.spec(columns)?, &problem, &labels), constant)
    };
    let rivals = candidates(asked, features).map(rival).collect::<Result<Vec<Single>>>()?;
    Ok((rivals.len() > 1).then(|| Contest::new(rivals)))
}

/// The columns of the features that the head shows, and how many; too many if they are hashed.
fn shown(
    training: &Training,
    head: &Head,
    spec: &Spec,
    constant: Option<stage::Bias>,
) -> Result<(Columns, usize)> {
    let features = match training.choice.hash {
        Some(_) => FEW_COLUMNS + 1,
        None => head.features(judge(spec)?)?,
    };
    let first = usize::from(constant.is_some());
    Ok((Columns { first, end: first + features }, features))
}

/// The columns that can be standardised, if the head shows few features.
pub(crate) fn few_columns(
    training: &Training,
    head: &Head,
    spec: &Spec,
) -> Result<Option<Columns>> {
    let (columns, features) = shown(training, head, spec, spec.bias)?;
    Ok((1..=FEW_COLUMNS).contains(&features).then_some(columns))
}

/// A composition for the problem as it was asked for, with the classes of the head.
fn adapted(mut spec: Spec, problem: &AnyProblem, labels: &FirstLabels) -> Spec {
    if spec.problem.name() == problem.name() {
        spec.problem = problem.clone();
    }
    spec.problem.begin_with(labels);
    spec
}

/// Tells whether a learner of this kind takes a row.
pub(crate) fn judge(spec: &Spec) -> Result<impl FnMut(&Row) -> bool + use<>> {
    let mut learner = spec.build()?;
    let mut take = move |row: &Row| -> noregret_core::Result<()> {
        let rows = std::slice::from_ref(row);
        let label = ExampleLabel::of(learner.problem(), rows)?;
        // A row of a group asks for nothing by itself.
        if !learner.problem().takes_parts() {
            // What weighs nothing teaches nothing; its label, its values and its margin are checked
            // as in any round.
            learner.learn_weighted(instance(row), label.label(), 0.0)?;
        }
        Ok(())
    };
    Ok(move |row: &Row| take(row).is_ok())
}

fn rival(training: &Training, mut spec: Spec, constant: Option<stage::Bias>) -> Result<Single> {
    let tempered = spec.standard.is_some() || spec.geometry.is_adaptive();
    spec.bias = constant.map(|auto| match training.choice.bias {
        Bias::Auto if tempered => stage::Bias { value: 1.0, ..auto },
        _ => auto,
    });
    Ok(Single::new(spec)?)
}
