//! A learner made from its own choice for data whose first rows were read.

use super::{Head, bias, complete};
use crate::choice::spec;
use crate::model::Single;
use crate::train::training::Training;
use crate::{Error, Result};
use noregret_core::Spec;
use noregret_core::problem::Cost;
use noregret_core::stage::Bias;
use noregret_io::FeatureSpace;

/// The learner of a run's choice, for labels that ask for the problem `asked`.
pub(crate) fn build(
    training: &Training,
    costs: &[Cost],
    asked: &str,
    space: &mut FeatureSpace,
    head: &Head,
) -> Result<Single> {
    let mut spec = spec::spec(&training.choice, costs, asked)?;
    complete(training, &mut spec, head);
    if let Some(value) = bias(training, &spec, head)? {
        spec.bias = Some(Bias::new(constant_slot(space)?, value));
    }
    let mut single = reserved(spec, space)?;
    single.learner.use_threads(training.reading.threads);
    Ok(single)
}

/// A fresh learner, with room for all slots of a hashed space.
pub(super) fn reserved(spec: Spec, space: &FeatureSpace) -> Result<Single> {
    let mut single = Single::new(spec)?;
    if space.bits().is_some() {
        single.learner.reserve(space.len());
    }
    Ok(single)
}

/// The slot of the constant feature.
pub(super) fn constant_slot(space: &mut FeatureSpace) -> Result<u32> {
    space.constant().map_err(|_| Error::Other("there are too many features".into()))
}

/// Puts a name before what is wrong with the choice of one of several learners.
pub(crate) fn named(name: &str, error: Error) -> Error {
    match error {
        Error::Usage(reason) if !reason.contains(name) => Error::Usage(format!("{name}: {reason}")),
        other => other,
    }
}
