//! The first rows of the first file: what its labels suggest, and the size of the constant feature.
//!
//! Only the head of the *first* file counts, so `learn A B` decides exactly what `learn A` decides.
//!
//! Problem: see [`Labels`].
//!
//! Bias `auto`: with rows of median norm N the constant is the power of two nearest to N/8 (a mean
//! would follow the few longest rows). A constant as large as the rows makes an aggressive step
//! swing the threshold on every example; a much smaller one makes it too slow. On the simplex,
//! where weights cannot be negative, the constant is minus the power of two nearest to the median
//! of the rows' largest entries: a threshold. With a kernel other than the linear one there is
//! none: a Gaussian would not notice it, and a polynomial has its offset.

use super::labels::Labels;
use crate::example::instance;
use crate::observer::Observer;
use crate::source::Stream;
use crate::{Error, Result};
use noregret_core::ClassName;
use noregret_core::problem::{Classes, FirstLabels};
use noregret_io::{FeatureSpace, LabelUse, Lookup, PendingRow, Resolver, Row};
use std::collections::HashSet;

/// How many rows are looked at.
pub(super) const ROWS: usize = 1000;

/// The rows read before anything is decided. Their features have no slots yet: a row that turns out
/// not to fit the problem must leave no trace among the features of the model.
#[derive(Debug, Default)]
pub(crate) struct Head {
    pub(crate) rows: Vec<PendingRow>,
    /// How many rows of the data were read or left out up to each of them.
    pub(crate) places: Vec<u64>,
    /// How many rows are enough.
    wanted: usize,
    /// An empty space of the kind that the rows will get their slots of.
    space: FeatureSpace,
    /// Which rows are held out: they have no say in what is decided. Empty if none is.
    held: Vec<bool>,
    /// The labels of the rows that decide.
    pub(crate) labels: Labels,
    /// Classes that were declared: they come before those of the labels.
    pub(crate) declared: Vec<ClassName>,
    /// What ended the reading, to be reported once the rows before it are learned.
    pub(crate) error: Option<Error>,
}

impl Head {
    /// No row yet of the `wanted` ones, whose features will be numbered as those of `space`.
    pub(crate) fn new(space: &FeatureSpace, wanted: usize) -> Self {
        Head { space: space.emptied(), wanted, ..Head::default() }
    }

    /// Looks at so many rows, at least at one.
    pub(crate) fn want(&mut self, rows: usize) {
        self.wanted = rows.max(1);
    }

    /// The same rows, for another decision.
    pub(crate) fn copied(&self) -> Self {
        Head {
            rows: self.rows.clone(),
            wanted: self.wanted,
            space: self.space.clone(),
            declared: self.declared.clone(),
            ..Head::default()
        }
    }

    /// What the labels say, and the classes that were declared.
    pub(crate) fn first_labels(&self) -> FirstLabels {
        let mut first = self.labels.first();
        if !self.declared.is_empty() {
            let before = |found: &Classes| {
                self.declared.iter().chain(found.names()).cloned().collect::<Vec<_>>().into()
            };
            (first.classes, first.members) = (before(&first.classes), before(&first.members));
        }
        first
    }

    /// Takes in a row; whether that is enough.
    pub(crate) fn push(&mut self, row: PendingRow) -> bool {
        self.rows.push(row);
        self.knows_enough()
    }

    /// Whether there are as many rows as are looked at.
    pub(crate) fn knows_enough(&self) -> bool {
        self.rows.len() >= self.wanted
    }

    /// Reads rows of the first file until there are enough, or those so far `suffice`; fails if it
    /// has none, or none before a failure.
    pub(crate) fn read(
        &mut self,
        stream: &mut Stream,
        observer: &mut dyn Observer,
        suffice: impl Fn(&Head) -> bool,
    ) -> Result<()> {
        while !self.knows_enough() && stream.in_first_file() && !suffice(self) {
            let mut row = PendingRow::default();
            match stream.next_pending_in_file(&self.space, &mut row, observer) {
                Ok(true) => {
                    self.places.push(stream.rows());
                    self.push(row)
                }
                Ok(false) => break,
                Err(error) if self.rows.is_empty() => return Err(error),
                Err(error) => {
                    self.error = Some(error);
                    break;
                }
            };
        }
        if self.rows.is_empty() && stream.is_stopped() {
            return Err(Error::Other("stopped before the first row was read".into()));
        }
        if self.rows.is_empty() {
            // The end of a file without rows is a failure that names it.
            stream.next(Lookup::Frozen(&self.space), &mut Row::default(), observer)?;
        }
        Ok(())
    }

    /// Holds out every Nth row, or group of rows; then counts the labels of the others.
    pub(crate) fn decide(&mut self, test_every: Option<u64>, groups: bool) {
        if let Some(every) = test_every {
            let (mut number, mut group) = (0, None);
            let held = self.rows.iter().map(|row| {
                let qid = row.about().qid;
                number += u64::from(!groups || group != Some(qid));
                group = Some(qid);
                number.is_multiple_of(every)
            });
            self.held = held.collect();
        }
        // A row that no learner takes has no say.
        let finite = self.deciding().filter(|row| self.is_finite(row));
        self.labels = Labels::of_rows(finite.map(PendingRow::about));
    }

    /// Whether the square of the norm is finite.
    fn is_finite(&self, row: &PendingRow) -> bool {
        // Twice as much, so that no rounding matters.
        if (2.0 * row.absolute_sum()).powi(2).is_finite() {
            return true;
        }
        let (mut space, mut resolved) = (self.space.clone(), Row::default());
        let lookup = Lookup::Learn(&mut space);
        row.resolve(&mut Resolver::default(), lookup, &mut resolved).is_ok()
            && instance(&resolved).square().is_finite()
    }

    /// Takes the labels for what they are to the problem.
    pub(crate) fn use_labels_as(&mut self, labels: LabelUse) {
        self.rows.iter_mut().for_each(|row| row.use_label_as(labels));
    }

    /// The rows that have a say in what is decided.
    fn deciding(&self) -> impl Iterator<Item = &PendingRow> {
        let held = |at: usize| self.held.get(at).copied().unwrap_or(false);
        self.rows.iter().enumerate().filter(move |(at, _)| !held(*at)).map(|(_, row)| row)
    }

    /// Calls `each` for the rows that have a say, with slots that mean something only until then.
    fn visit(&self, mut each: impl FnMut(&Row)) -> Result<()> {
        let (mut space, mut resolver) = (self.space.clone(), Resolver::default());
        let mut resolved = Row::default();
        for row in self.deciding() {
            row.resolve(&mut resolver, Lookup::Learn(&mut space), &mut resolved)?;
            each(&resolved);
        }
        Ok(())
    }

    /// How many different features the rows that a learner takes have.
    pub(crate) fn features(&self, mut fits: impl FnMut(&Row) -> bool) -> Result<usize> {
        let mut slots = HashSet::new();
        self.visit(|row| {
            if fits(row) {
                slots.extend(row.indices.iter().copied());
            }
        })?;
        Ok(slots.len())
    }

    /// Gives the features of the rows that have a say their slots.
    pub(crate) fn give_slots(&self, space: &mut FeatureSpace) -> Result<()> {
        let (mut resolver, mut row) = (Resolver::default(), Row::default());
        self.deciding().try_for_each(|pending| {
            pending.resolve(&mut resolver, Lookup::Learn(space), &mut row)?;
            Ok(())
        })
    }

    /// The names of the features of the first rows, in order of first sight, whatever the space.
    pub(crate) fn names(&self) -> Vec<String> {
        let (mut space, mut resolver) = (FeatureSpace::dictionary(), Resolver::default());
        for row in self.rows.iter().take(ROWS) {
            // What only a hashed space can make a row of has no names to ask for.
            let _ = row.resolve(&mut resolver, Lookup::Learn(&mut space), &mut Row::default());
        }
        let names = (0..space.len() as u32).filter_map(|slot| space.name(slot));
        names.map(|name| name.to_string()).collect()
    }

    /// The names of the features of the first rows, in order of first sight, and how many rows have
    /// each.
    pub(crate) fn counted_names(&self) -> Vec<(String, usize)> {
        let (mut space, mut resolver) = (FeatureSpace::dictionary(), Resolver::default());
        let (mut counts, mut resolved) = (Vec::new(), Row::default());
        for row in self.rows.iter().take(ROWS) {
            let lookup = Lookup::Learn(&mut space);
            if row.resolve(&mut resolver, lookup, &mut resolved).is_ok() {
                counts.resize(space.len(), 0);
                resolved.indices.iter().for_each(|&slot| counts[slot as usize] += 1);
            }
        }
        let name = |slot: usize| space.name(slot as u32).map(|name| name.to_string());
        counts.iter().enumerate().filter_map(|(slot, &n)| Some((name(slot)?, n))).collect()
    }

    /// Whether some row has a feature that is not 0, or the reading ended in a failure that says
    /// more.
    pub(crate) fn has_features(&self) -> bool {
        self.error.is_some() || self.rows.iter().any(|row| row.absolute_sum() > 0.0)
    }

    /// Whether every row belongs to a group.
    pub(crate) fn is_grouped(&self) -> bool {
        let mut rows = self.deciding().peekable();
        rows.peek().is_some() && rows.all(|row| row.about().qid.is_some())
    }

    /// The constant feature for these rows, as far as `fits` takes their labels.
    pub(crate) fn bias(&self, one_sided: bool, mut fits: impl FnMut(&Row) -> bool) -> Result<f64> {
        let size = |row: &Row| match one_sided {
            true => instance(row).max_abs().powi(2),
            false => instance(row).square(),
        };
        let mut sizes = Vec::new();
        self.visit(|row| sizes.extend(fits(row).then(|| size(row))))?;
        sizes.sort_by(f64::total_cmp);
        let middle = sizes.get(sizes.len() / 2).copied().unwrap_or(0.0).sqrt();
        Ok(match one_sided {
            true => -nearest_power_of_two(middle),
            false => nearest_power_of_two(middle / 8.0),
        })
    }
}

/// How many rows a head needs, so that [`ROWS`] of them are learned from.
pub(super) fn rows_with(every: u64) -> usize {
    ROWS + (ROWS - 1) / usize::try_from(every.saturating_sub(1)).unwrap_or(usize::MAX).max(1)
}

/// The nearest power of two (on a logarithmic scale); 1 for 0.
fn nearest_power_of_two(x: f64) -> f64 {
    if x > 0.0 && x.is_finite() { x.log2().round().clamp(-500.0, 500.0).exp2() } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use noregret_io::RowBuilder;

    fn head(rows: &[&[f64]]) -> Head {
        let mut head = Head::new(&FeatureSpace::dictionary(), rows.len());
        for values in rows {
            assert!(!head.knows_enough());
            let mut builder = RowBuilder::default();
            for (key, &value) in (0..).zip(*values) {
                builder.push_index(key, value).unwrap();
            }
            head.push(builder.finish_pending(&head.space).unwrap());
        }
        assert!(head.knows_enough());
        head
    }

    #[test]
    fn bias_is_an_eighth_of_the_rows() {
        let bias = |rows: &[&[f64]], one_sided| head(rows).bias(one_sided, |_| true).unwrap();
        assert_eq!(bias(&[&[1.0], &[0.6, 0.8]], false), 0.125);
        assert_eq!(bias(&[&[300.0, 400.0]], false), 64.0);
        assert_eq!(bias(&[&[1.0, 1.0, 1.0]], true), -1.0);
        assert_eq!(bias(&[], false), 1.0);
    }

    #[test]
    fn a_row_whose_square_overflows_has_no_say() {
        let mut head = head(&[&[1e154, 1e154], &[1e200], &[0.9e154, 0.9e154]]);
        for (row, finite) in head.rows.iter().zip([false, false, true]) {
            assert_eq!(head.is_finite(row), finite);
        }
        head.decide(Some(2), false);
        let mut seen = Vec::new();
        head.visit(|row| seen.push(row.values.len())).unwrap();
        assert_eq!(seen, [2, 2]);
    }
}
