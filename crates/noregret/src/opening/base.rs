//! A base: a model that the first rows have decided and that has learned nothing, for shards to go
//! on from.
//!
//! It knows the features of these rows by name, so that shards give them the same slots.

use super::Begun;
use crate::model::Kind;
use crate::{Error, Result};

impl Begun {
    /// Leaves the rows that decided unlearned, and the rest unread.
    pub(crate) fn learn_nothing(&mut self) -> Result<()> {
        if matches!(self.model.kind, Kind::Contest(_)) {
            return Err(Error::Usage(
                "--limit 0 writes a model that has learned nothing, and learners that compete are \
                 not saved: name one with -a"
                    .into(),
            ));
        }
        self.head.error.take().map_or(Ok(()), Err)?;
        self.head.give_slots(&mut self.model.space)?;
        self.head = super::Head::default();
        self.stream.end();
        Ok(())
    }
}
