//! Where the next row goes: it gets slots at once, or keeps its keys until there is a space.

use crate::error::Fault;
use crate::features::{FeatureSpace, Features, Lookup, Resolver};
use crate::row::{PendingRow, Row};

/// Where the next row goes.
pub(super) enum Target<'a> {
    /// With slots of this space.
    Row(Lookup<'a>, &'a mut Row),
    /// Without slots, to get some of a space of this kind.
    Pending(&'a FeatureSpace, &'a mut PendingRow),
}

impl Target<'_> {
    /// The space whose slots the features may come with, and what holds all but the features.
    #[inline(always)]
    pub(super) fn parts(&mut self) -> (Option<&FeatureSpace>, &mut Row) {
        match self {
            Target::Row(lookup, row) => (Some(lookup.space()), row),
            Target::Pending(_, pending) => (None, pending.about_mut()),
        }
    }

    #[inline(always)]
    pub(super) fn take(
        &mut self,
        features: &Features<'_>,
        resolver: &mut Resolver,
    ) -> Result<(), Fault> {
        match self {
            Target::Row(lookup, row) => resolver.resolve(features, lookup.reborrow(), row),
            Target::Pending(space, pending) => pending.keep(features, space, resolver),
        }
    }
}
