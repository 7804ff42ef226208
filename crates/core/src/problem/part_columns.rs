//! Features of a part that say what it shares with the others instead of being learned from.

/// The names of these features; none has one unless the problem says so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PartColumns<'a> {
    /// Its value is the number of the set that the part belongs to, from 1.
    pub set: Option<&'a str>,
    /// Its value is what the dual variable of the part costs, above 0.
    pub price: Option<&'a str>,
}

impl PartColumns<'_> {
    /// Whether every feature is learned from.
    pub fn is_empty(&self) -> bool {
        self.set.is_none() && self.price.is_none()
    }
}
