//! From the features of a draft to the slots of a row.
//!
//! The result does not depend on the order in the file: integer keys are sorted (usually they are
//! already, which costs nothing), new keys get their slots in sorted order (integers before names,
//! names bytewise), and repeated features are summed in ascending order of their values.

use std::mem;

use super::columns::ColumnSlots;
use super::draft::Features;
use super::hashing::{encoded_hash, feature_hash};
use super::indices::NO_SLOT;
use super::lookup::Lookup;
use super::name::NameParts;
use super::names::{Candidate, NameTable};
use super::numbers::NumberSlots;
use super::pairs::Pairs;
use super::space::FeatureSpace;
use super::unknown::UnknownNames;
use crate::error::Fault;
use crate::row::Row;

/// Finds the slots of features; its buffers are reused from row to row.
#[derive(Clone, Debug, Default)]
pub struct Resolver {
    pairs: Pairs,
    numbers: NumberSlots,
    /// The places of the names that `numbers` does not know.
    others: Vec<usize>,
    candidates: Vec<Candidate>,
    unknown: UnknownNames,
    columns: ColumnSlots,
    /// The slots of features that a book has numbered.
    slots: Vec<u32>,
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
            return self.resolve_hashed(features, lookup.space(), mask, row);
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

    /// Refuses features of which a space of this kind could make no row: sums that are not finite.
    pub(crate) fn check(
        &mut self,
        features: &Features<'_>,
        space: &FeatureSpace,
    ) -> Result<(), Fault> {
        // Half of what is possible, so that no rounding matters.
        if features.absolute_sum() < f64::MAX / 2.0 {
            return Ok(());
        }
        let (mut space, mut row) = (space.emptied(), Row::default());
        self.resolve(features, Lookup::Learn(&mut space), &mut row)?;
        // Once more, now that all names have slots: what is repeated is then summed.
        self.resolve(features, Lookup::Learn(&mut space), &mut row)
    }

    /// Puts the integer keys where their slots will be.
    fn append_keys(&mut self, features: &Features<'_>, row: &mut Row) -> Result<(), Fault> {
        if !features.sorted {
            self.pairs.list.clear();
            self.pairs.list.extend(pairs(features));
            return self.pairs.append_to(row);
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
        if !self.append_columns(features, space, row) && !self.append_numbered(features, space, row)
        {
            self.split_names(features, space);
            self.unknown.learn(space, &mut self.pairs.list)?;
            self.pairs.append_to(row)?;
        }
        Ok(0)
    }

    /// Gives the features that have slots theirs; how many have none.
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
            row.retain(|slot| slot != NO_SLOT);
        }
        row.indexed = row.indices.len();
        let mut unseen = before - row.indexed;
        if !self.append_columns(features, space, row) && !self.append_numbered(features, space, row)
        {
            self.split_names(features, space);
            unseen += self.unknown.len();
            self.pairs.append_to(row)?;
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
            && features.numbered.is_empty()
            && (features.columns.is_empty()
                || self.columns.spread(features.columns, features.column_values, row))
    }

    /// Appends the features of a row that has nothing but numbers of a book; false, with the row as
    /// it was, if there is more to do.
    fn append_numbered(
        &mut self,
        features: &Features<'_>,
        space: &FeatureSpace,
        row: &mut Row,
    ) -> bool {
        let others = !features.named.items.is_empty()
            || !features.known.is_empty()
            || !features.columns.is_empty();
        let Some(book) = features.book.filter(|_| !others) else { return false };
        let mut book = book.open();
        book.renew(space);
        book.find_all(features.numbered, space, &mut self.slots)
            && Pairs::append_ones(&mut self.slots, row)
    }

    /// Sorts the features with names into `pairs` (with a slot) and `unknown` (without).
    fn split_names(&mut self, features: &Features<'_>, space: &FeatureSpace) {
        self.pairs.list.clear();
        self.unknown.clear();
        self.pairs.list.extend_from_slice(features.known);
        for (&column, &value) in features.columns.iter().zip(features.column_values) {
            match self.columns.slot(column, space) {
                Some(slot) => self.pairs.list.push((slot, value)),
                None => {
                    let name = features.table.map_or("", |table| table.name(column));
                    self.unknown.push(NameParts::whole(name), value);
                }
            }
        }
        self.others.clear();
        self.numbers.renew(space);
        self.numbers.split(&features.named, &mut self.pairs.list, &mut self.others);
        if !self.others.is_empty() {
            self.find_names(features, space.names());
        }
        if !features.numbered.is_empty() {
            self.find_numbered(features, space);
        }
    }

    /// Looks for the names of `others`, all together.
    fn find_names(&mut self, features: &Features<'_>, names: &NameTable) {
        let (row, others) = (&features.named, mem::take(&mut self.others));
        let mut candidates = mem::take(&mut self.candidates);
        let items = others.iter().filter_map(|&at| row.items.get(at));
        let hashed = items.map(|named| (named.hash, row.name(named), named));
        names.find_all(hashed, &mut candidates, |named, name, slot| match slot {
            Some(slot) => {
                self.numbers.keep(row, named, slot);
                self.pairs.list.push((slot, named.value));
            }
            None => self.unknown.push(name, named.value),
        });
        (self.others, self.candidates) = (others, candidates);
    }

    /// Looks for the features that a book has numbered.
    fn find_numbered(&mut self, features: &Features<'_>, space: &FeatureSpace) {
        let Some(book) = features.book else { return };
        let mut book = book.open();
        book.renew(space);
        for &number in features.numbered {
            match book.slot(number, space) {
                Some(slot) => self.pairs.list.push((slot, 1.0)),
                None => self.unknown.push(NameParts::whole(book.name(number)), 1.0),
            }
        }
    }

    fn resolve_hashed(
        &mut self,
        features: &Features<'_>,
        space: &FeatureSpace,
        mask: u32,
        row: &mut Row,
    ) -> Result<(), Fault> {
        let small = u64::from(features.next_key) <= u64::from(mask) + 1;
        let keys_only = features.named.items.is_empty()
            && features.known.is_empty()
            && features.numbered.is_empty()
            && features.columns.is_empty();
        if features.sorted && keys_only && small {
            row.indices.extend_from_slice(features.keys);
            row.values.extend_from_slice(features.values);
            return Ok(());
        }
        self.pairs.list.clear();
        self.pairs.list.extend(pairs(features).map(|(key, value)| (key & mask, value)));
        self.pairs.list.extend_from_slice(features.known);
        for (&column, &value) in features.columns.iter().zip(features.column_values) {
            let hash = features.table.map_or(0, |table| table.wide_hash(column));
            self.pairs.list.push((hash & mask, value));
        }
        for named in features.named.items {
            let NameParts { namespace, name } = features.named.name(named);
            let (namespace, name) = (namespace.as_bytes(), name.as_bytes());
            let hash = match named.is_encoded() {
                false => feature_hash(namespace, name),
                true => encoded_hash(namespace, name),
            };
            self.pairs.list.push((hash & mask, named.value));
        }
        if !features.numbered.is_empty() {
            self.find_numbered(features, space);
        }
        self.pairs.append_to(row)
    }
}

fn pairs(features: &Features<'_>) -> impl Iterator<Item = (u32, f64)> {
    features.keys.iter().copied().zip(features.values.iter().copied())
}

#[cfg(test)]
mod tests {
    use super::{Fault, FeatureSpace, Lookup, Resolver, Row};
    use crate::features::Draft;

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
