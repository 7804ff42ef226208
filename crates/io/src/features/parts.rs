//! A feature space as plain arrays, to be kept in a model file and restored exactly.

use super::space::{FeatureSpace, NAMED};

/// The arrays a [`FeatureSpace`] is made of.
///
/// ```
/// use noregret_io::FeatureSpace;
///
/// let mut space = FeatureSpace::dictionary();
/// space.intern("age").expect("room");
/// space.intern("17").expect("room");
/// let parts = space.to_parts();
/// assert_eq!((parts.names.as_str(), &parts.keys[..]), ("age", &[u32::MAX, 17][..]));
/// let restored = FeatureSpace::from_parts(&parts).expect("consistent");
/// assert_eq!(restored.find("17"), Some(1));
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FeatureParts {
    /// The number of hash bits; `None` for a dictionary. A hashed space has no other parts.
    pub bits: Option<u8>,
    /// For each slot its integer key, or `u32::MAX` if the slot has a name.
    pub keys: Vec<u32>,
    /// All names joined, in order of their slots.
    pub names: String,
    /// Where each name ends in `names`, in bytes.
    pub ends: Vec<u64>,
}

/// Why parts do not make a feature space.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the feature table is inconsistent: {0}")]
pub struct PartsError(pub &'static str);

impl FeatureSpace {
    /// The arrays of which the space is made.
    pub fn to_parts(&self) -> FeatureParts {
        let mut names = String::new();
        let ends = self.names().iter().map(|name| {
            names.push_str(name);
            names.len() as u64
        });
        FeatureParts { bits: self.bits(), keys: self.keys().to_vec(), ends: ends.collect(), names }
    }

    /// The space that `parts` came from.
    ///
    /// # Errors
    /// If the arrays do not fit each other.
    pub fn from_parts(parts: &FeatureParts) -> Result<Self, PartsError> {
        let mut space = match parts.bits {
            None => Self::dictionary(),
            Some(bits) => Self::hashed(bits).ok_or(PartsError("hash bits out of range"))?,
        };
        if parts.bits.is_some() && !parts.keys.is_empty() {
            return Err(PartsError("a hashed space keeps no keys"));
        }
        let mut names = Names { parts, next: 0, start: 0 };
        for &key in &parts.keys {
            let full = |_| PartsError("too many features");
            match key {
                NAMED => {
                    let name = names.next_name().ok_or(PartsError("a name is out of range"))?;
                    absent(space.find_name(name))?;
                    space.add_name(name).map_err(full)?;
                }
                _ => {
                    absent(space.find_index(key))?;
                    space.add_index(key).map_err(full)?;
                }
            }
        }
        let all_used = names.next == parts.ends.len() && names.start == parts.names.len();
        if all_used { Ok(space) } else { Err(PartsError("there are more names than slots")) }
    }
}

fn absent(slot: Option<u32>) -> Result<(), PartsError> {
    slot.map_or(Ok(()), |_| Err(PartsError("a feature occurs twice")))
}

struct Names<'a> {
    parts: &'a FeatureParts,
    next: usize,
    start: usize,
}

impl<'a> Names<'a> {
    fn next_name(&mut self) -> Option<&'a str> {
        let end = usize::try_from(*self.parts.ends.get(self.next)?).ok()?;
        let name = self.parts.names.get(self.start..end)?;
        self.next += 1;
        self.start = end;
        Some(name)
    }
}

#[cfg(test)]
mod tests {
    use super::{FeatureParts, FeatureSpace};

    fn sample() -> FeatureSpace {
        let mut space = FeatureSpace::dictionary();
        for text in ["5", "é^x", "", "4294967294", "0", "Constant"] {
            space.intern(text).expect("room");
        }
        space
    }

    #[test]
    fn round_trip_keeps_every_slot() {
        let space = sample();
        let parts = space.to_parts();
        let back = FeatureSpace::from_parts(&parts).expect("consistent");
        assert_eq!(back.to_parts(), parts);
        for slot in 0..6 {
            assert_eq!(back.name(slot), space.name(slot));
            assert_eq!(back.find(&space.name(slot).expect("slot").to_string()), Some(slot));
        }
        let hashed = FeatureSpace::hashed(9).expect("in range").to_parts();
        assert_eq!(FeatureSpace::from_parts(&hashed).expect("consistent").len(), 512);
    }

    #[test]
    fn inconsistent_parts_are_refused() {
        let good = sample().to_parts();
        let broken: [fn(&mut FeatureParts); 6] = [
            |p| p.bits = Some(31),
            |p| p.bits = Some(4),
            |p| p.keys[4] = 5,
            |p| p.ends[0] = 1,
            |p| p.names.push('x'),
            |p| p.ends.push(p.names.len() as u64),
        ];
        for (case, damage) in broken.iter().enumerate() {
            let mut parts = good.clone();
            damage(&mut parts);
            assert!(FeatureSpace::from_parts(&parts).is_err(), "case {case}");
        }
    }
}
