//! Which feature space a remembered slot belongs to: a number that no other space of this process has.
//!
//! A copy of a space gets a number of its own, since the two go their own ways from there. Nothing that
//! is computed depends on the number, only whether something is looked up again.

use std::sync::atomic::{AtomicU64, Ordering};

static NEXT: AtomicU64 = AtomicU64::new(0);

/// The number of a space; every new one and every copy is different.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Stamp(u64);

impl Stamp {
    /// The number itself, to be compared with a later one.
    pub(crate) fn number(&self) -> u64 {
        self.0
    }
}

impl Default for Stamp {
    fn default() -> Self {
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

impl Clone for Stamp {
    fn clone(&self) -> Self {
        Self::default()
    }
}

#[cfg(test)]
mod tests {
    use crate::FeatureSpace;

    #[test]
    fn what_may_change_a_slot_changes_the_stamp() {
        let mut space = FeatureSpace::dictionary();
        let first = space.stamp().number();
        space.intern("a").expect("room");
        space.truncate(5);
        assert_eq!(space.stamp().number(), first);
        assert_ne!(space.clone().stamp().number(), first);
        space.truncate(0);
        assert_ne!(space.stamp().number(), first);
    }
}
