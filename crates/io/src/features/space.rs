//! The feature space: which slot a feature key has.
//!
//! Keys are non-negative integers (svmlight) or names. A name that is a canonical decimal integer
//! (`17`, not `017`) up to [`MAX_INDEX`] **is** that integer, so the feature `17` is the same in
//! every format. Two modes:
//! - dictionary (default): slots 0, 1, 2, … in order of first sight, names kept;
//! - hashed: slot = hash mod 2^bits, nothing kept (see `hashing`).

use std::fmt;

use super::hashing::{VW_CONSTANT, feature_hash};
use super::indices::{IndexTable, NO_SLOT};
use super::name::NameParts;
use super::names::NameTable;
use super::stamp::Stamp;

/// The largest integer key.
pub const MAX_INDEX: u32 = u32::MAX - 1;
/// The name of the constant feature (the bias).
const CONSTANT: &str = "Constant";
/// In the array of keys: this slot has a name.
pub(crate) const NAMED: u32 = u32::MAX;

/// All 2^32 - 1 slots are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there are more than 4294967295 different features")]
pub struct SpaceFull;

/// What a slot stands for.
///
/// ```
/// use noregret_io::{FeatureName, FeatureSpace};
///
/// let mut space = FeatureSpace::dictionary();
/// let slots = ["17", "age"].map(|text| space.intern(text).expect("room"));
/// assert_eq!(space.name(slots[0]), Some(FeatureName::Index(17)));
/// assert_eq!(space.name(slots[1]), Some(FeatureName::Name("age")));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FeatureName<'a> {
    /// The feature with this integer key.
    Index(u32),
    /// The feature with this name.
    Name(&'a str),
    /// A slot of a hashed space, which has forgotten the names.
    Hashed(u32),
}

impl fmt::Display for FeatureName<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Index(key) | Self::Hashed(key) => write!(f, "{key}"),
            Self::Name(name) => f.write_str(name),
        }
    }
}

/// Maps feature keys to slots.
///
/// ```
/// use noregret_io::FeatureSpace;
///
/// let mut space = FeatureSpace::dictionary();
/// assert_eq!(space.intern("height"), Ok(0));
/// assert_eq!(space.intern("weight"), Ok(1));
/// assert_eq!((space.find("height"), space.find("age"), space.len()), (Some(0), None, 2));
/// // Without a dictionary: 2^18 slots, and names are forgotten.
/// let hashed = FeatureSpace::hashed(18).expect("1 to 30 bits");
/// assert_eq!(hashed.len(), 1 << 18);
/// ```
#[derive(Debug, Clone, Default)]
pub struct FeatureSpace {
    bits: Option<u8>,
    /// The integer key of each slot, or [`NAMED`].
    keys: Vec<u32>,
    indices: IndexTable,
    names: NameTable,
    stamp: Stamp,
    /// The stamp before the last time that slots were taken away, and how many were left.
    cut: Option<(u64, usize)>,
}

impl FeatureSpace {
    /// A space that numbers features as they come and keeps their names.
    pub fn dictionary() -> Self {
        Self::default()
    }

    /// A space of 2^bits slots, found by hashing; `None` unless `bits` is 1 to 30.
    pub fn hashed(bits: u8) -> Option<Self> {
        (1..=30).contains(&bits).then(|| Self { bits: Some(bits), ..Self::default() })
    }

    /// A space in which the features with the keys `0..count` have the slots of the same numbers,
    /// as the columns of a matrix do.
    ///
    /// ```
    /// use noregret_io::{FeatureName, FeatureSpace};
    ///
    /// let mut space = FeatureSpace::columns(3);
    /// assert_eq!((space.find("2"), space.name(2)), (Some(2), Some(FeatureName::Index(2))));
    /// assert_eq!(space.constant(), Ok(3));
    /// ```
    pub fn columns(count: u32) -> Self {
        let (keys, indices) = ((0..count).collect(), IndexTable::identity(count));
        Self { keys, indices, ..Self::default() }
    }

    /// A space of the same kind in which no feature has a slot.
    ///
    /// ```
    /// use noregret_io::FeatureSpace;
    ///
    /// let mut space = FeatureSpace::dictionary();
    /// space.intern("height")?;
    /// assert_eq!(space.emptied().len(), 0);
    /// # Ok::<(), noregret_io::features::SpaceFull>(())
    /// ```
    #[must_use]
    pub fn emptied(&self) -> Self {
        Self { bits: self.bits, ..Self::default() }
    }

    /// The number of hash bits, `None` for a dictionary.
    pub fn bits(&self) -> Option<u8> {
        self.bits
    }

    /// The number of slots in use; all 2^bits if hashed.
    pub fn len(&self) -> usize {
        self.bits.map_or(self.keys.len(), |bits| 1 << bits)
    }

    /// True if no feature has a slot yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// True if every slot has an integer key (or the space is hashed).
    pub fn is_all_indices(&self) -> bool {
        self.names.len() == 0
    }

    /// What `slot` stands for; `None` if it is not in use.
    pub fn name(&self, slot: u32) -> Option<FeatureName<'_>> {
        if self.bits.is_some() {
            return ((slot as usize) < self.len()).then_some(FeatureName::Hashed(slot));
        }
        match *self.keys.get(slot as usize)? {
            NAMED => self.names.name_of_slot(slot).map(FeatureName::Name),
            key => Some(FeatureName::Index(key)),
        }
    }

    /// The slot of a feature by its text (`17`, `age`, `ns^word`), without making one.
    pub fn find(&self, text: &str) -> Option<u32> {
        if let Some(mask) = self.mask() {
            return Some(feature_hash(b"", text.as_bytes()) & mask);
        }
        match canonical_index(text) {
            Some(key) => self.find_index(key),
            None => self.find_name(text),
        }
    }

    /// The slot of the feature with an integer key, without making one.
    ///
    /// ```
    /// use noregret_io::FeatureSpace;
    ///
    /// let mut space = FeatureSpace::dictionary();
    /// space.intern("17")?;
    /// assert_eq!((space.find_key(17), space.find_key(18)), (Some(0), None));
    /// # Ok::<(), noregret_io::features::SpaceFull>(())
    /// ```
    pub fn find_key(&self, key: u32) -> Option<u32> {
        match self.mask() {
            Some(mask) => Some(key & mask),
            None => self.find_index(key),
        }
    }

    /// The slot of a feature by its text, made if it is new.
    ///
    /// # Errors
    /// If all slots are taken.
    pub fn intern(&mut self, text: &str) -> Result<u32, SpaceFull> {
        if let Some(slot) = self.find(text) {
            return Ok(slot);
        }
        match canonical_index(text) {
            Some(key) => self.add_index(key),
            None => self.add_name(text),
        }
    }

    /// The slot of the constant feature (the bias), named `Constant`, made on first use. A hashed
    /// space gives it the index that Vowpal Wabbit does.
    ///
    /// # Errors
    /// If all slots are taken.
    pub fn constant(&mut self) -> Result<u32, SpaceFull> {
        match self.mask() {
            Some(mask) => Ok(VW_CONSTANT & mask),
            None => self.intern(CONSTANT),
        }
    }

    /// Gives the first slots to `count` features that no row has, for weights of a learner's own; a
    /// hashed space has all its slots already. Asked before any other feature has a slot.
    ///
    /// ```
    /// use noregret_io::FeatureSpace;
    ///
    /// let mut space = FeatureSpace::dictionary();
    /// space.reserve(3)?;
    /// assert_eq!((space.intern("height")?, space.len()), (3, 4));
    /// # Ok::<(), noregret_io::features::SpaceFull>(())
    /// ```
    ///
    /// # Errors
    /// If all slots are taken.
    pub fn reserve(&mut self, count: usize) -> Result<(), SpaceFull> {
        if self.bits.is_some() {
            return Ok(());
        }
        (0..count).try_for_each(|number| self.intern(&format!("({number})")).map(drop))
    }

    /// Forgets the features that got their slots last, so that `len` are left; a hashed space has
    /// nothing to forget.
    pub fn truncate(&mut self, len: usize) {
        if self.keys.len() > len {
            self.cut = Some((self.stamp.number(), len));
            self.stamp = Stamp::default();
        }
        while self.keys.len() > len {
            match self.keys.pop() {
                Some(NAMED) => self.names.pop(),
                Some(key) => self.indices.remove(key),
                None => {}
            }
        }
    }

    pub(crate) fn mask(&self) -> Option<u32> {
        self.bits.map(|bits| (1 << bits) - 1)
    }

    pub(crate) fn find_index(&self, key: u32) -> Option<u32> {
        Some(self.indices.get(key)).filter(|&slot| slot != NO_SLOT)
    }

    /// Replaces keys by their slots up to the first key without one; the rest, from that key on.
    #[inline]
    pub(crate) fn replace_known<'k>(&self, keys: &'k mut [u32]) -> &'k mut [u32] {
        let known = self.indices.replace_known(keys);
        keys.get_mut(known..).unwrap_or_default()
    }

    /// Appends the slots of small integer keys to `out`, which comes empty; false if one has none:
    /// it is [`NO_SLOT`] then.
    #[inline]
    pub(crate) fn append_slots(&self, keys: &[u32], out: &mut Vec<u32>) -> bool {
        let near = self.indices.near();
        out.extend(keys.iter().map(|&key| near.get(key as usize).copied().unwrap_or(NO_SLOT)));
        // A loop of its own, without a way out, is a few vector instructions.
        !out.iter().fold(false, |some, &slot| some | (slot == NO_SLOT))
    }

    /// The slots of the small integer keys, [`NO_SLOT`] where there is none.
    pub(crate) fn near_slots(&self) -> &[u32] {
        self.indices.near()
    }

    pub(crate) fn find_name(&self, name: &str) -> Option<u32> {
        self.names.get(name)
    }

    /// The slot of a name whose hash is known.
    pub(crate) fn find_parts(&self, hash: u64, name: NameParts<'_>) -> Option<u32> {
        self.names.find(hash, name)
    }

    /// A number that is another one in every space, and when slots come to mean something else.
    pub fn stamp(&self) -> u64 {
        self.stamp.number()
    }

    /// The stamp before slots were last taken away, and how many were left: those below still mean
    /// what they meant.
    pub(crate) fn last_cut(&self) -> Option<(u64, usize)> {
        self.cut
    }

    pub(crate) fn add_index(&mut self, key: u32) -> Result<u32, SpaceFull> {
        let slot = self.next_slot(key)?;
        self.indices.insert(key, slot);
        Ok(slot)
    }

    pub(crate) fn add_name(&mut self, name: &str) -> Result<u32, SpaceFull> {
        let slot = self.next_slot(NAMED)?;
        self.names.insert(name, slot);
        Ok(slot)
    }

    /// The integer keys in order of slots; `u32::MAX` marks a named slot.
    pub(crate) fn keys(&self) -> &[u32] {
        &self.keys
    }

    pub(crate) fn names(&self) -> &NameTable {
        &self.names
    }

    fn next_slot(&mut self, key: u32) -> Result<u32, SpaceFull> {
        let slot = u32::try_from(self.keys.len()).ok().filter(|&slot| slot < NO_SLOT);
        let slot = slot.ok_or(SpaceFull)?;
        self.keys.push(key);
        Ok(slot)
    }
}

/// The integer that `text` writes canonically: no sign, no leading zeros, at most [`MAX_INDEX`].
#[inline(always)]
pub(crate) fn canonical_index(text: &str) -> Option<u32> {
    match text.as_bytes() {
        [b'0'] => Some(0),
        // Ten digits hold the largest index, and any ten fit in 64 bits.
        [b'1'..=b'9', ..] if text.len() <= 10 => plain_digits(text.as_bytes()),
        _ => None,
    }
}

#[inline]
fn plain_digits(bytes: &[u8]) -> Option<u32> {
    let mut value = 0;
    for byte in bytes {
        match byte.wrapping_sub(b'0') {
            digit @ 0..=9 => value = value * 10 + u64::from(digit),
            _ => return None,
        }
    }
    u32::try_from(value).ok().filter(|&key| key <= MAX_INDEX)
}

#[cfg(test)]
mod tests {
    use super::{FeatureName, FeatureSpace, canonical_index};

    #[test]
    fn slots_follow_first_sight_and_names_come_back() {
        let mut space = FeatureSpace::dictionary();
        let slots: Vec<_> =
            ["17", "age", "017", "17", "Constant"].map(|t| space.intern(t).expect("room")).into();
        assert_eq!(slots, [0, 1, 2, 0, 3]);
        assert_eq!(space.constant(), Ok(3));
        assert_eq!(space.name(0), Some(FeatureName::Index(17)));
        assert_eq!(space.name(2), Some(FeatureName::Name("017")));
        assert_eq!((space.name(4), space.len()), (None, 4));
        assert_eq!((space.find("age"), space.find("18")), (Some(1), None));
    }

    #[test]
    fn canonical_indices() {
        assert_eq!(canonical_index("0"), Some(0));
        assert_eq!(canonical_index("4294967294"), Some(u32::MAX - 1));
        for text in ["", "00", "01", "+1", "-1", "1.0", "4294967295", "99999999999", "1a"] {
            assert_eq!(canonical_index(text), None, "{text}");
        }
    }

    #[test]
    fn hashed_spaces_have_all_their_slots_from_the_start() {
        assert!(FeatureSpace::hashed(0).is_none() && FeatureSpace::hashed(31).is_none());
        let mut space = FeatureSpace::hashed(18).expect("in range");
        assert_eq!(space.len(), 1 << 18);
        assert_eq!(space.find("300000"), Some(300_000 & ((1 << 18) - 1)));
        assert_eq!(space.constant(), Ok(11_650_396 & ((1 << 18) - 1)));
        assert_eq!(space.name(5), Some(FeatureName::Hashed(5)));
        assert_eq!(space.name(1 << 18), None);
    }
}
