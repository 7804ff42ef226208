//! What a learner begins with, kept so that one without rows can be pickled.

use noregret::core::ClassName;
use noregret::{Certify, Choice, Opening, Result, Session};
use serde::{Deserialize, Serialize};

/// The arguments of a learner.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Beginning {
    pub(super) choice: Choice,
    pub(super) classes: Vec<ClassName>,
    pub(super) certify: Certify,
    pub(super) head: Option<usize>,
    pub(super) seed: u64,
}

impl Beginning {
    /// A session that begins so.
    pub(super) fn session(&self) -> Result<Session> {
        let opening = Opening::new(&self.choice)?.classes(self.classes.clone());
        let opening = opening.certify(self.certify).seed(self.seed);
        Ok(Session::new(match self.head {
            Some(rows) => opening.rows(rows),
            None => opening,
        }))
    }
}
