//! The slots of many names, looked for together.

use super::name::NameParts;
use super::names::{Candidate, hash};
use super::space::FeatureSpace;

/// Looks for many names together, so that what waits for memory waits together; its buffers are
/// reused.
///
/// ```
/// use noregret_io::{FeatureSpace, NameFinder};
///
/// let mut space = FeatureSpace::dictionary();
/// space.intern("height")?;
/// let mut slots = Vec::new();
/// NameFinder::default().find_all(&space, ["age", "height"].into_iter(), |slot| slots.push(slot));
/// assert_eq!(slots, [None, Some(0)]);
/// # Ok::<(), noregret_io::features::SpaceFull>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct NameFinder {
    hashes: Vec<u64>,
    candidates: Vec<Candidate>,
}

impl NameFinder {
    /// Tells `each` the slot of every name, in order. The names are not integers, and the space is
    /// a dictionary: elsewhere [`FeatureSpace::find`] knows.
    pub fn find_all<'n>(
        &mut self,
        space: &FeatureSpace,
        names: impl Iterator<Item = &'n str> + Clone,
        mut each: impl FnMut(Option<u32>),
    ) {
        self.hashes.clear();
        self.hashes.extend(names.clone().map(hash));
        let hashed = self.hashes.iter().zip(names);
        let hashed = hashed.map(|(&hash, name)| (hash, NameParts::whole(name), ()));
        space.names().find_all(hashed, &mut self.candidates, |(), _, slot| each(slot));
    }
}
