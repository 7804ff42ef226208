//! The examples of an array, drawn one by one.

use super::{ArrayBatch, ArrayRows, Cells, ColumnMap, Spare, Values};
use noregret_core::round::Draw;
use noregret_core::{Example, Instance};
use noregret_io::FeatureSpace;
use std::ops::Range;

/// So many examples before its turn the memory of one is asked for.
const AHEAD: usize = 3;

/// So many rows are looked at together; their cells then mostly are in the fast caches.
const TOGETHER: usize = 128;

/// Why an example was not drawn.
pub(super) enum Undrawn {
    /// It has a feature without a slot.
    New,
    /// It is no row, for this reason.
    Broken(String),
}

/// Where rows are converted or copied to.
#[derive(Default)]
pub(super) struct Buffers {
    spare: Spare,
    cells: Cells,
}

/// Examples of a batch whose features have slots.
pub(super) struct Drawn<'a, 'b> {
    batch: &'b ArrayBatch<'a>,
    map: &'b mut ColumnMap,
    space: &'b FeatureSpace,
    span: Range<usize>,
    buffers: &'b mut Buffers,
    /// Where the rows end that were looked at together, and whether all of them are tidy.
    looked: (usize, bool),
    why: Option<Undrawn>,
}

impl<'a, 'b> Drawn<'a, 'b> {
    /// The examples of a span; the map is one into the space.
    pub(super) fn new(
        batch: &'b ArrayBatch<'a>,
        (map, space): (&'b mut ColumnMap, &'b FeatureSpace),
        span: Range<usize>,
        buffers: &'b mut Buffers,
    ) -> Self {
        Drawn { batch, map, space, span, buffers, looked: (0, false), why: None }
    }

    /// Why the last one that was asked for was not drawn.
    pub(super) fn why(self) -> Option<Undrawn> {
        self.why
    }

    /// Looks at the next rows together where they follow each other; asks for the memory of a row
    /// where that has not read it already.
    #[inline(always)]
    fn look_ahead(&mut self, at: usize) {
        let batch = self.batch;
        if at >= self.looked.0 && !batch.is_ordered() {
            let end = self.span.end.min(at + TOGETHER);
            self.looked = (end, self.map.is_identity() && are_tidy(batch.rows, at..end));
        }
        if (batch.is_ordered() || !self.looked.1) && at + AHEAD < self.span.end {
            batch.rows.expect(batch.row(at + AHEAD));
        }
    }

    /// A row as it lies in memory, converted or copied.
    #[inline(always)]
    fn instance(&mut self, row: usize) -> Option<Instance<'_>> {
        if self.looked.1
            && let Some(x) = self.batch.rows.lent(row)
        {
            return Some(x);
        }
        if self.map.is_identity() {
            let spare = &mut self.buffers.spare;
            spare.clear();
            if let Some(place) = self.batch.rows.tidy(row, spare) {
                return Some(place.instance(&self.buffers.spare));
            }
        }
        self.copied(row)
    }

    /// A row whose columns are renamed, sorted or summed.
    fn copied(&mut self, row: usize) -> Option<Instance<'_>> {
        let cells = &mut self.buffers.cells;
        cells.clear();
        if let Err(reason) = self.batch.rows.copy(row, cells) {
            self.why = Some(Undrawn::Broken(reason));
            return None;
        }
        if !self.map.resolve(self.space, cells, 0, false) {
            self.why = Some(Undrawn::New);
            return None;
        }
        let Cells { columns, values, .. } = &*cells;
        Some(Instance::Sparse { indices: columns, values })
    }
}

/// Whether these rows are all tidy and lie in memory as they are wanted.
fn are_tidy(rows: &dyn ArrayRows, span: Range<usize>) -> bool {
    rows.rise(span.clone()) && rows.values(span) == Values::Ordinary
}

impl Draw for Drawn<'_, '_> {
    fn len(&self) -> usize {
        self.span.len()
    }

    fn end(&self) -> u32 {
        if self.map.is_identity() { self.batch.rows.width() as u32 } else { u32::MAX }
    }

    #[inline]
    fn draw(&mut self, position: usize) -> Option<Example<'_>> {
        let (batch, at) = (self.batch, self.span.start + position);
        self.look_ahead(at);
        let row = batch.row(at);
        let (label, weight) = (batch.labels.label(row), batch.weight(row));
        Some(Example::new(self.instance(row)?, label).weighted(weight))
    }
}
