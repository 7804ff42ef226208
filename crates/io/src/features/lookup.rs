//! How features that have no slot yet are treated.

use super::space::FeatureSpace;

/// The space a reader resolves features in.
#[derive(Debug)]
pub enum Lookup<'a> {
    /// New features get slots.
    Learn(&'a mut FeatureSpace),
    /// New features are left out of the row and counted in `Row::unseen`.
    Frozen(&'a FeatureSpace),
}

impl Lookup<'_> {
    /// The same lookup, lent for one call.
    pub fn reborrow(&mut self) -> Lookup<'_> {
        match self {
            Self::Learn(space) => Lookup::Learn(space),
            Self::Frozen(space) => Lookup::Frozen(space),
        }
    }

    /// The space, to look at.
    pub fn space(&self) -> &FeatureSpace {
        match self {
            Self::Learn(space) => space,
            Self::Frozen(space) => space,
        }
    }
}
