//! From the features of a draft to the slots of a row.
//!
//! The result does not depend on the order in the file: integer keys are sorted (usually they are
//! already, which costs nothing), new keys get their slots in sorted order (integers before names,
//! names bytewise), and repeated features are summed in ascending order of their values.

use std::mem;

use super::columns::ColumnSlots;
use super::draft::{Draft, Features, in_order};
use super::hashing::feature_hash;
use super::indices::NO_SLOT;
use super::lookup::Lookup;
use super::name::NameParts;
use super::names::{Candidate, NameTable};
use super::numbers::NumberSlots;
use super::space::{FeatureName, FeatureSpace, NAMED, SpaceFull};
use crate::error::{ErrorKind, Fault};
use crate::row::Row;

/// Finds slots; its buffers are reused from row to row.
#[derive(Debug, Default)]
pub(crate) struct Resolver {
    pairs: Vec<(u32, f64)>,
    /// Slots and places in `pairs`, to be sorted.
    order: Vec<u64>,
    numbers: NumberSlots,
    /// The places of the names that `numbers` does not know.
    others: Vec<usize>,
    candidates: Vec<Candidate>,
    unknown: Vec<Unknown>,
    /// The names of `unknown`.
    text: String,
    columns: ColumnSlots,
}

/// A feature without a slot: its name is `text[start..end]`.
#[derive(Debug, Clone, Copy)]
struct Unknown {
    start: usize,
    end: usize,
    value: f64,
}

impl Resolver {
    /// Puts `features` into `row`, whose own features are overwritten.
    pub(crate) fn resolve(
        &mut self,
        features: &Features<'_>,
        lookup: Lookup<'_>,
        row: &mut Row,
    ) -> Result<(), Fault> {
        row.indices.clear();
        row.values.clear();
        row.indexed = 0;
        if let Some(mask) = lookup.space().mask() {
            return self.resolve_hashed(features, mask, row);
        }
        let known = features.sorted && lookup.space().append_slots(features.keys, &mut row.indices);
        if known {
            row.values.extend_from_slice(features.values);
        } else {
            self.append_keys(features, row)?;
        }
        row.unseen = match lookup {
            Lookup::Learn(space) => self.learn(features, space, row, known)?,
            Lookup::Frozen(space) => self.find(features, space, row, known)?,
        };
        Ok(())
    }

    /// Puts the integer keys where their slots will be.
    fn append_keys(&mut self, features: &Features<'_>, row: &mut Row) -> Result<(), Fault> {
        if !features.sorted {
            self.pairs.clear();
            self.pairs.extend(pairs(features));
            return self.append_pairs(row);
        }
        row.indices.clear();
        row.indices.extend_from_slice(features.keys);
        row.values.extend_from_slice(features.values);
        Ok(())
    }

    /// Gives all features their slots; those of integer keys may be `known` already.
    fn learn(
        &mut self,
        features: &Features<'_>,
        space: &mut FeatureSpace,
        row: &mut Row,
        known: bool,
    ) -> Result<u32, Fault> {
        let mut rest = if known { &mut [] } else { row.indices.as_mut_slice() };
        while let Some((new, after)) = space.replace_known(rest).split_first_mut() {
            *new = space.add_index(*new).map_err(|full| Fault::row(full.to_string()))?;
            rest = after;
        }
        row.indexed = row.indices.len();
        if !self.append_columns(features, space, row) {
            self.split_names(features, space);
            self.learn_names(space)?;
            self.append_pairs(row)?;
        }
        Ok(0)
    }

    /// The same without new slots; how many features have none.
    fn find(
        &mut self,
        features: &Features<'_>,
        space: &FeatureSpace,
        row: &mut Row,
        known: bool,
    ) -> Result<u32, Fault> {
        let before = row.indices.len();
        let mut rest = if known { &mut [] } else { row.indices.as_mut_slice() };
        while let Some((unknown, after)) = space.replace_known(rest).split_first_mut() {
            *unknown = NO_SLOT;
            rest = after;
        }
        if !known && row.indices.contains(&NO_SLOT) {
            let mut known = row.indices.iter().map(|&slot| slot != NO_SLOT);
            row.values.retain(|_| known.next() == Some(true));
            row.indices.retain(|&slot| slot != NO_SLOT);
        }
        row.indexed = row.indices.len();
        let mut unseen = before - row.indexed;
        if !self.append_columns(features, space, row) {
            self.split_names(features, space);
            unseen += self.unknown.len();
            self.append_pairs(row)?;
        }
        Ok(u32::try_from(unseen).unwrap_or(u32::MAX))
    }

    /// Appends the columns of a row that has no names; false if that is not all there is to do.
    #[inline]
    fn append_columns(
        &mut self,
        features: &Features<'_>,
        space: &FeatureSpace,
        row: &mut Row,
    ) -> bool {
        if let Some(table) = features.table {
            self.columns.renew(table, space);
        }
        features.named.items.is_empty()
            && features.known.is_empty()
            && (features.columns.is_empty()
                || self.columns.spread(features.columns, features.column_values, row))
    }

    /// Sorts the features with names into `pairs` (with a slot) and `unknown` (without).
    fn split_names(&mut self, features: &Features<'_>, space: &FeatureSpace) {
        self.pairs.clear();
        self.unknown.clear();
        self.text.clear();
        self.pairs.extend_from_slice(features.known);
        for (&column, &value) in features.columns.iter().zip(features.column_values) {
            match self.columns.slot(column, space) {
                Some(slot) => self.pairs.push((slot, value)),
                None => {
                    let name = features.table.map_or("", |table| table.name(column));
                    self.push_unknown(NameParts::whole(name), value);
                }
            }
        }
        self.others.clear();
        self.numbers.renew(space);
        self.numbers.split(&features.named, &mut self.pairs, &mut self.others);
        if !self.others.is_empty() {
            self.find_names(features, space.names());
        }
    }

    /// Looks for the names of `others`: one step for all of them before the next step, so that what
    /// waits for memory waits together.
    fn find_names(&mut self, features: &Features<'_>, names: &NameTable) {
        let row = &features.named;
        let others = mem::take(&mut self.others);
        let mut candidates = mem::take(&mut self.candidates);
        let items = || others.iter().filter_map(|&at| row.items.get(at));
        names.touch_buckets(items().map(|named| named.hash));
        candidates.clear();
        candidates.extend(items().map(|named| names.candidate(named.hash)));
        names.touch_texts(&candidates);
        for (named, &candidate) in items().zip(&candidates) {
            let name = row.name(named);
            match names.confirm(candidate, named.hash, name) {
                Some(slot) => {
                    self.numbers.keep(row, named, slot);
                    self.pairs.push((slot, named.value));
                }
                None => self.push_unknown(name, named.value),
            }
        }
        (self.others, self.candidates) = (others, candidates);
    }

    fn push_unknown(&mut self, name: NameParts<'_>, value: f64) {
        let start = self.text.len();
        name.join(&mut self.text);
        self.unknown.push(Unknown { start, end: self.text.len(), value });
    }

    fn learn_names(&mut self, space: &mut FeatureSpace) -> Result<(), Fault> {
        let all = self.text.as_str();
        let text = |unknown: &Unknown| all.get(unknown.start..unknown.end).unwrap_or_default();
        self.unknown
            .sort_unstable_by(|a, b| text(a).cmp(text(b)).then(a.value.total_cmp(&b.value)));
        self.unknown.dedup_by(|later, kept| {
            let same = text(later) == text(kept);
            kept.value += if same { later.value } else { 0.0 };
            same
        });
        for unknown in self.unknown.iter().filter(|unknown| unknown.value != 0.0) {
            let slot = space.add_name(text(unknown));
            let slot = slot.map_err(|full| Fault::row(full.to_string()))?;
            self.pairs.push((slot, unknown.value));
        }
        Ok(())
    }

    fn resolve_hashed(
        &mut self,
        features: &Features<'_>,
        mask: u32,
        row: &mut Row,
    ) -> Result<(), Fault> {
        let small = u64::from(features.next_key) <= u64::from(mask) + 1;
        let keys_only = features.named.items.is_empty()
            && features.known.is_empty()
            && features.columns.is_empty();
        if features.sorted && keys_only && small {
            row.indices.extend_from_slice(features.keys);
            row.values.extend_from_slice(features.values);
            return Ok(());
        }
        self.pairs.clear();
        self.pairs.extend(pairs(features).map(|(key, value)| (key & mask, value)));
        self.pairs.extend_from_slice(features.known);
        for (&column, &value) in features.columns.iter().zip(features.column_values) {
            let hash = features.table.map_or(0, |table| table.wide_hash(column));
            self.pairs.push((hash & mask, value));
        }
        for named in features.named.items {
            let NameParts { namespace, name } = features.named.name(named);
            let slot = feature_hash(namespace.as_bytes(), name.as_bytes()) & mask;
            self.pairs.push((slot, named.value));
        }
        self.append_pairs(row)
    }

    /// Sorts `pairs`, sums what is repeated, drops zeros, and appends the rest to the row.
    fn append_pairs(&mut self, row: &mut Row) -> Result<(), Fault> {
        if self.append_distinct(row) { Ok(()) } else { self.append_sums(row) }
    }

    /// The usual case, that nothing is repeated; false, with the row as it was, if that is not so.
    fn append_distinct(&mut self, row: &mut Row) -> bool {
        let Ok(len) = u32::try_from(self.pairs.len()) else { return false };
        self.order.clear();
        let place = |(at, pair): (u32, &(u32, f64))| u64::from(pair.0) << 32 | u64::from(at);
        self.order.extend((0..len).zip(&self.pairs).map(place));
        self.order.sort_unstable();
        if self.order.windows(2).any(|pair| pair[0] >> 32 == pair[1] >> 32) {
            return false;
        }
        row.indices.extend(self.order.iter().map(|place| (place >> 32) as u32));
        let value = |place: &u64| self.pairs.get(*place as u32 as usize).map_or(0.0, |pair| pair.1);
        row.values.extend(self.order.iter().map(value));
        true
    }

    fn append_sums(&mut self, row: &mut Row) -> Result<(), Fault> {
        self.pairs.sort_unstable_by(in_order);
        self.pairs.dedup_by(|later, kept| {
            let same = later.0 == kept.0;
            kept.1 += if same { later.1 } else { 0.0 };
            same
        });
        for &(key, value) in self.pairs.iter().filter(|pair| pair.1 != 0.0) {
            if !value.is_finite() {
                let reason = "a repeated feature sums to a value that is not a finite number";
                return Err(ErrorKind::Parse(reason.into()).into());
            }
            row.indices.push(key);
            row.values.push(value);
        }
        Ok(())
    }
}

impl FeatureSpace {
    /// Gives the features of a row that was read in the space `from` the slots they would have got
    /// here.
    ///
    /// # Errors
    /// If all slots are taken.
    pub fn adopt(&mut self, row: &mut Row, from: &FeatureSpace) -> Result<(), SpaceFull> {
        if self.mask().is_none() && from.has_keys_in_order(&row.indices) {
            return self.adopt_keys(row, from);
        }
        let mut draft = Draft::default();
        for (slot, value) in row.features() {
            match from.name(slot) {
                Some(FeatureName::Name(name)) => draft.push_name(name, value),
                Some(FeatureName::Index(key) | FeatureName::Hashed(key)) => {
                    draft.push_index(key, value);
                }
                None => {}
            }
        }
        draft.close_row();
        let resolved = Resolver::default().resolve(&draft.row(0), Lookup::Learn(self), row);
        resolved.map_err(|_| SpaceFull)
    }

    /// Whether all these slots have integer keys, which ascend strictly.
    fn has_keys_in_order(&self, slots: &[u32]) -> bool {
        // One more than the key before.
        let mut least = 0;
        slots.iter().all(|&slot| {
            let key = self.keys().get(slot as usize).copied().filter(|&key| key != NAMED);
            let fits = key.is_some_and(|key| key >= least);
            least = key.map_or(least, |key| key + 1);
            fits
        })
    }

    /// The same for a row of which that holds: it is in order already.
    fn adopt_keys(&mut self, row: &mut Row, from: &FeatureSpace) -> Result<(), SpaceFull> {
        for slot in &mut row.indices {
            let key = from.keys().get(*slot as usize).copied().unwrap_or(NAMED);
            *slot = match self.find_index(key) {
                Some(known) => known,
                None => self.add_index(key)?,
            };
        }
        (row.indexed, row.unseen) = (row.indices.len(), 0);
        Ok(())
    }
}

fn pairs(features: &Features<'_>) -> impl Iterator<Item = (u32, f64)> {
    features.keys.iter().copied().zip(features.values.iter().copied())
}

#[cfg(test)]
mod tests {
    use super::{Draft, Fault, FeatureSpace, Lookup, Resolver, Row};

    fn draft(features: &[(&str, &str, f64)]) -> Draft {
        let mut draft = Draft::default();
        // Rows are numbered from 0: what comes before must not matter.
        draft.push_name("before", 1.0);
        draft.push_index(3, 1.0);
        draft.close_row();
        for &(namespace, name, value) in features {
            let section = draft.open_section(&format!("{namespace} {name}"), namespace);
            let start = namespace.len() + 1;
            draft.push_part(&section, start..start + name.len(), false, value);
        }
        draft.close_row();
        draft
    }

    fn resolve(draft: &Draft, lookup: Lookup<'_>, row: &mut Row) -> Result<(), Fault> {
        Resolver::default().resolve(&draft.row(1), lookup, row)
    }

    fn learn(space: &mut FeatureSpace, features: &[(&str, &str, f64)]) -> Vec<(u32, f64)> {
        let mut row = Row::default();
        resolve(&draft(features), Lookup::Learn(space), &mut row).expect("resolves");
        row.features().collect()
    }

    #[test]
    fn new_features_are_numbered_in_sorted_order() {
        let mut space = FeatureSpace::dictionary();
        let row =
            learn(&mut space, &[("", "b", 1.0), ("", "9", 2.0), ("n", "a", 3.0), ("", "3", 4.0)]);
        assert_eq!(row, [(0, 4.0), (1, 2.0), (2, 1.0), (3, 3.0)]);
        let names: Vec<_> = (0..4).map(|s| space.name(s).expect("slot").to_string()).collect();
        assert_eq!(names, ["3", "9", "b", "n^a"]);
    }

    #[test]
    fn repeats_are_summed_and_zero_sums_leave_no_trace() {
        let mut space = FeatureSpace::dictionary();
        let row = learn(
            &mut space,
            &[("", "a", 1.0), ("", "b", 2.0), ("", "a", -1.0), ("", "7", 1.0), ("", "7", 0.5)],
        );
        assert_eq!(row, [(0, 1.5), (1, 2.0)]);
        assert_eq!((space.len(), space.find("a")), (2, None));
    }

    #[test]
    fn a_frozen_space_leaves_out_what_it_does_not_know() {
        let mut space = FeatureSpace::dictionary();
        learn(&mut space, &[("", "a", 1.0), ("", "7", 1.0)]);
        let mut row = Row::default();
        let draft = draft(&[("", "z", 1.0), ("", "8", 1.0), ("", "7", 2.0), ("", "a", 3.0)]);
        resolve(&draft, Lookup::Frozen(&space), &mut row).expect("resolves");
        assert_eq!(row.features().collect::<Vec<_>>(), [(0, 2.0), (1, 3.0)]);
        assert_eq!((row.unseen, space.len()), (2, 2));
    }

    #[test]
    fn hashed_slots_are_masked_and_collisions_summed() {
        let mut space = FeatureSpace::hashed(3).expect("in range");
        assert_eq!(
            learn(&mut space, &[("", "9", 1.0), ("", "1", 2.0), ("", "2", 1.0)]),
            [(1, 3.0), (2, 1.0)]
        );
        let mut wide = FeatureSpace::hashed(20).expect("in range");
        let slot = super::feature_hash(b"n", b"a") & ((1 << 20) - 1);
        assert_eq!(learn(&mut wide, &[("n", "a", 1.0)]), [(slot, 1.0)]);
    }

    #[test]
    fn sums_that_overflow_are_refused() {
        let mut row = Row::default();
        let draft = draft(&[("", "7", 1e308), ("", "7", 1e308)]);
        let mut space = FeatureSpace::dictionary();
        assert!(resolve(&draft, Lookup::Learn(&mut space), &mut row).is_err());
    }
}
