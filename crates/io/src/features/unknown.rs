//! The features of a row whose names have no slot.

use super::name::NameParts;
use super::space::FeatureSpace;
use crate::error::Fault;

/// Names and values in the order of the row; the buffers are reused from row to row.
#[derive(Clone, Debug, Default)]
pub(super) struct UnknownNames {
    list: Vec<Unknown>,
    /// All names.
    text: String,
}

/// A feature without a slot; its name is `text[start..end]`.
#[derive(Debug, Clone, Copy)]
struct Unknown {
    start: usize,
    end: usize,
    value: f64,
}

impl UnknownNames {
    /// Forgets all features.
    pub(super) fn clear(&mut self) {
        self.list.clear();
        self.text.clear();
    }

    /// The number of features without a slot.
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// Adds a feature. Rare, so kept out of the loop over names that are known.
    #[inline(never)]
    pub(super) fn push(&mut self, name: NameParts<'_>, value: f64) {
        let start = self.text.len();
        name.join(&mut self.text);
        self.list.push(Unknown { start, end: self.text.len(), value });
    }

    /// Gives them slots in the order of their names, and adds those to `pairs`; what is repeated is
    /// summed first.
    pub(super) fn learn(
        &mut self,
        space: &mut FeatureSpace,
        pairs: &mut Vec<(u32, f64)>,
    ) -> Result<(), Fault> {
        let all = self.text.as_str();
        let text = |unknown: &Unknown| all.get(unknown.start..unknown.end).unwrap_or_default();
        self.list.sort_unstable_by(|a, b| text(a).cmp(text(b)).then(a.value.total_cmp(&b.value)));
        self.list.dedup_by(|later, kept| {
            let same = text(later) == text(kept);
            kept.value += if same { later.value } else { 0.0 };
            same
        });
        for unknown in self.list.iter().filter(|unknown| unknown.value != 0.0) {
            let slot = space.add_name(text(unknown));
            let slot = slot.map_err(|full| Fault::row(full.to_string()))?;
            pairs.push((slot, unknown.value));
        }
        Ok(())
    }
}
