//! Learners and models made from a choice, for data whose first rows were read.

use super::Head;
use super::entrants;
use crate::choice::{Bias, spec};
use crate::example::label_use;
use crate::model::{Kind, Model, Reading, Single};
use crate::train::training::Training;
use crate::{Error, Result};
use noregret_core::Spec;
use noregret_core::problem::{Cost, Problem};
use noregret_core::stage;
use noregret_io::FeatureSpace;

/// The model of a run's choice, for labels that suggest the problem `suggested`: the learner of
/// `spec`, or those that compete if none was asked for. How data is read is left open.
pub(super) fn model(
    training: &Training,
    suggested: &str,
    mut spec: Spec,
    head: &mut Head,
    mut space: FeatureSpace,
) -> Result<Model> {
    head.use_labels_as(label_use(&spec.problem));
    complete(training, &mut spec, head, &mut space)?;
    let contest = match head.rows.is_empty() {
        true => None,
        false => entrants::contest(training, suggested, head, spec.bias)?,
    };
    let kind = match contest {
        Some(contest) => Kind::Contest(Box::new(contest)),
        None => Kind::One(Box::new(reserved(spec, &space)?)),
    };
    Ok(Model::new_empty(kind, space, Reading::default()))
}

/// The learner of a run's choice, for labels that ask for the problem `asked`.
pub(crate) fn build(
    training: &Training,
    costs: &[Cost],
    asked: &str,
    space: &mut FeatureSpace,
    head: &Head,
) -> Result<Single> {
    let mut spec = spec::spec(&training.choice, costs, asked)?;
    complete(training, &mut spec, head, space)?;
    let mut single = reserved(spec, space)?;
    single.learner.use_threads(training.reading.threads);
    Ok(single)
}

/// Puts into a composition what the seed and the first rows decide: the classes and the constant.
fn complete(
    training: &Training,
    spec: &mut Spec,
    head: &Head,
    space: &mut FeatureSpace,
) -> Result<()> {
    spec::seed(&training.choice, spec, training.seed);
    spec.problem.begin_with(&spec::first_labels(&training.choice, head.first_labels()));
    space.reserve(spec.problem.reserved()).map_err(|full| Error::Other(full.to_string()))?;
    if let Some(value) = bias(training, spec, head)? {
        let slot = space.constant().map_err(|full| Error::Other(full.to_string()))?;
        let counted = !matches!(training.choice.bias, Bias::Uncounted(_));
        spec.bias = Some(stage::Bias { counted, ..stage::Bias::new(slot, value) });
    }
    Ok(())
}

/// The value of the constant feature, if there is one.
fn bias(training: &Training, spec: &Spec, head: &Head) -> Result<Option<f64>> {
    Ok(match training.choice.bias {
        Bias::None => None,
        _ if !spec.problem.takes_bias() => None,
        Bias::Value(value) | Bias::Uncounted(value) => Some(value),
        Bias::Auto if !spec::wants_bias(spec) => None,
        Bias::Auto => Some(head.bias(spec.geometry.is_one_sided(), entrants::judge(spec)?)?),
    })
}

/// A fresh learner, with room for all slots of a hashed space, or of columns that are known.
fn reserved(spec: Spec, space: &FeatureSpace) -> Result<Single> {
    let own = spec.problem.reserved() + usize::from(spec.bias.is_some());
    let mut single = Single::new(spec)?;
    if space.len() > own {
        single.learner.reserve(space.len());
    }
    Ok(single)
}

/// Puts a name before what is wrong with the choice of one of several learners.
pub(crate) fn named(name: &str, error: Error) -> Error {
    match error {
        Error::Usage(reason) if !reason.contains(name) => Error::Usage(format!("{name}: {reason}")),
        other => other,
    }
}
