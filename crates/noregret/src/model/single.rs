//! One learner with the composition it was built from.

use noregret_core::hypothesis::{AnyHypothesis, Expansion};
use noregret_core::{AnyLearner, Result, Spec};

/// A learner with the composition it was built from; its constant feature is in the composition.
#[derive(Clone, Debug)]
pub struct Single {
    /// The composition it was built from.
    pub spec: Spec,
    /// The learner.
    pub learner: AnyLearner,
}

impl Single {
    /// A fresh learner of this composition.
    pub(crate) fn new(spec: Spec) -> Result<Self> {
        Ok(Single { learner: spec.build()?, spec })
    }

    /// The value of the constant feature, if there is one.
    pub fn constant(&self) -> Option<f64> {
        self.spec.bias.map(|bias| bias.value)
    }

    /// The expansion of a kernel, if there is one.
    pub fn expansion(&self) -> Option<&Expansion> {
        match self.learner.hypothesis() {
            AnyHypothesis::Expansion(expansion) => Some(expansion),
            _ => None,
        }
    }
}
