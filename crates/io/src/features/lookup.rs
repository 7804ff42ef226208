//! How features that have no slot yet are treated.

use super::space::FeatureSpace;

/// The space a reader resolves features in.
///
/// ```
/// use noregret_io::{FeatureSpace, Lookup, Row, RowBuilder};
///
/// let (mut space, mut row) = (FeatureSpace::dictionary(), Row::default());
/// let mut builder = RowBuilder::default();
/// builder.push_name("known", 1.0)?;
/// builder.finish(Lookup::Learn(&mut space), &mut row)?;
/// builder.push_name("new", 1.0)?;
/// builder.finish(Lookup::Frozen(&space), &mut row)?;
/// assert_eq!((row.indices.len(), row.unseen, space.len()), (0, 1, 1));
/// # Ok::<(), noregret_io::RowError>(())
/// ```
#[derive(Debug)]
pub enum Lookup<'a> {
    /// New features get slots.
    Learn(&'a mut FeatureSpace),
    /// New features are left out of the row and counted in `Row::unseen`.
    Frozen(&'a FeatureSpace),
}

impl Lookup<'_> {
    /// Lends the lookup for one call.
    pub fn reborrow(&mut self) -> Lookup<'_> {
        match self {
            Self::Learn(space) => Lookup::Learn(space),
            Self::Frozen(space) => Lookup::Frozen(space),
        }
    }

    /// The space to resolve features in, for reading.
    pub fn space(&self) -> &FeatureSpace {
        match self {
            Self::Learn(space) => space,
            Self::Frozen(space) => space,
        }
    }
}
