//! Learning from the rows of an array.

use super::drawn::{Buffers, Drawn, Undrawn};
use super::{ArrayLabels, ArrayRows, Cells, ColumnMap};
use crate::example::part_columns;
use crate::model::{Kind, Model};
use crate::{Error, Result};
use noregret_core::metric::Judged;
use noregret_core::problem::{LabelForm, Problem};
use noregret_core::round::Draw;
use noregret_core::{BatchError, Example, Outcome};
use noregret_io::{Lookup, Row, RowBuilder};
use std::ops::Range;

/// The rows of an array with their labels.
#[derive(Clone, Copy)]
pub struct ArrayBatch<'a> {
    pub(super) rows: &'a dyn ArrayRows,
    pub(super) labels: ArrayLabels<'a>,
    weights: Option<&'a [f64]>,
    order: Option<&'a [i64]>,
}

/// Why learning from an array stopped: the examples before `position` were learned from, this one
/// left no trace, and those after it were not looked at.
#[derive(Debug)]
pub struct Refused {
    /// Position of the example in the batch, from 0.
    pub position: usize,
    /// What is wrong with it.
    pub error: Error,
}

impl<'a> ArrayBatch<'a> {
    /// The rows of an array, each counting once, in their order.
    ///
    /// # Errors
    /// If there are not as many labels as rows.
    pub fn new(rows: &'a dyn ArrayRows, labels: ArrayLabels<'a>) -> Result<Self> {
        let batch = ArrayBatch { rows, labels, weights: None, order: None };
        batch.check_count("labels", labels.len().unwrap_or(rows.len())).map(|()| batch)
    }

    /// Rows that count so often.
    ///
    /// # Errors
    /// If there are not as many weights as rows.
    pub fn weighted(self, weights: &'a [f64]) -> Result<Self> {
        self.check_count("weights", weights.len())?;
        Ok(ArrayBatch { weights: Some(weights), ..self })
    }

    /// Only the rows at these positions, in this order.
    ///
    /// # Errors
    /// If there is no row at one.
    pub fn ordered(self, order: &'a [i64]) -> Result<Self> {
        let fits = |row: &&i64| usize::try_from(**row).is_ok_and(|row| row < self.rows.len());
        match order.iter().find(|row| !fits(row)) {
            None => Ok(ArrayBatch { order: Some(order), ..self }),
            Some(row) => Err(Error::Usage(format!("there is no row {row}"))),
        }
    }

    fn check_count(&self, what: &str, found: usize) -> Result<()> {
        let rows = self.rows.len();
        if found == rows {
            return Ok(());
        }
        Err(Error::Usage(format!("{rows} rows but {found} {what}")))
    }

    /// How many examples there are.
    pub fn len(&self) -> usize {
        self.order.map_or(self.rows.len(), <[i64]>::len)
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether the rows come in an order of their own.
    pub(super) fn is_ordered(&self) -> bool {
        self.order.is_some()
    }

    /// The row of an example.
    #[inline(always)]
    pub(super) fn row(&self, position: usize) -> usize {
        self.order.map_or(position, |order| order[position] as usize)
    }

    #[inline(always)]
    pub(super) fn weight(&self, row: usize) -> f64 {
        self.weights.map_or(1.0, |weights| weights[row])
    }

    /// Puts an example into a builder, as a reader would.
    ///
    /// # Errors
    /// If it is no row, or not finite.
    pub fn put(&self, map: &ColumnMap, position: usize, builder: &mut RowBuilder) -> Result<()> {
        let (row, mut cells) = (self.row(position), Cells::default());
        self.rows.copy(row, &mut cells).map_err(Error::Refused)?;
        map.put(&cells, 0..cells.len(), builder)?;
        let label = self.labels.put(row, builder.label());
        label.map_err(|e| Error::Refused(format!("the label {e}")))?;
        Ok(builder.set_weight(self.weight(row))?)
    }
}

impl Model {
    /// Predicts and learns from the examples of an array in a span, in order; `each` is told the
    /// position and the outcome of every one. Equal to learning from them one by one, bit for bit.
    ///
    /// ```
    /// use noregret::array::{ArrayBatch, ArrayLabels, ColumnMap, DenseRows};
    /// use noregret::{Choice, Model};
    ///
    /// let rows = DenseRows::new(&[1.0, 0.5, -1.0, 0.2, 0.8, 0.9], 2).expect("two columns");
    /// let batch = ArrayBatch::new(&rows, ArrayLabels::Numbers(&[1.0, -1.0, 1.0]))?;
    /// let mut model = Model::new(&Choice::parse("pa1")?.problem("binary"))?;
    /// let mut mistakes = 0;
    /// let mut map = ColumnMap::numbered(2);
    /// let each = |_, outcome: &noregret::core::Outcome| mistakes += i32::from(outcome.mistake);
    /// model.learn_array(&batch, &mut map, 0..3, each).map_err(|refused| refused.error)?;
    /// assert_eq!(model.meter().value("mistakes"), Some(f64::from(mistakes)));
    /// # Ok::<(), noregret::Error>(())
    /// ```
    ///
    /// # Errors
    /// At the first row that is refused: those before it were learned from, it was not.
    pub fn learn_array(
        &mut self,
        batch: &ArrayBatch<'_>,
        map: &mut ColumnMap,
        span: Range<usize>,
        mut each: impl FnMut(usize, &Outcome),
    ) -> std::result::Result<(), Refused> {
        let mut scratch = (RowBuilder::with_parts(part_columns(self.problem())), Row::default());
        let (mut buffers, mut position) = (Buffers::default(), span.start);
        while position < span.end {
            map.enter(&self.space);
            let (rest, lent) = (position..span.end, (&mut *map, &mut buffers));
            let (reached, why) = self.learn_known(batch, lent, rest, &mut each)?;
            position = reached;
            match why {
                None => {}
                Some(Undrawn::Broken(reason)) => {
                    return Err(Refused { position, error: Error::Refused(reason) });
                }
                Some(Undrawn::New) => {
                    let outcome = self.learn_new(batch, map, position, &mut scratch);
                    each(position, &outcome.map_err(|error| Refused { position, error })?);
                    position += 1;
                }
            }
        }
        Ok(())
    }

    /// Learns from a row with features that are new.
    #[cold]
    fn learn_new(
        &mut self,
        batch: &ArrayBatch<'_>,
        map: &ColumnMap,
        position: usize,
        (builder, row): &mut (RowBuilder, Row),
    ) -> Result<Outcome> {
        let features = self.space.len();
        builder.clear();
        let built = batch.put(map, position, builder);
        let lookup = Lookup::Learn(&mut self.space);
        let built = built.and_then(|()| Ok(builder.finish(lookup, row)?));
        let learned = built.and_then(|()| self.learn_row(row));
        if learned.is_err() {
            self.space.truncate(features);
        }
        learned
    }

    /// Learns from examples up to the first without a slot for each feature; where that is, and
    /// why it cannot be learned from as it is.
    fn learn_known(
        &mut self,
        batch: &ArrayBatch<'_>,
        (map, buffers): (&mut ColumnMap, &mut Buffers),
        span: Range<usize>,
        each: &mut dyn FnMut(usize, &Outcome),
    ) -> std::result::Result<(usize, Option<Undrawn>), Refused> {
        let start = span.start;
        let plain = matches!(self.problem().label_form(), LabelForm::One | LabelForm::Nothing);
        let one = self.reading.ranks.is_none() && self.proof.is_none() && plain;
        let (true, Kind::One(single)) = (one, &mut self.kind) else {
            return self.learn_each(batch, (map, buffers), span, each);
        };
        let meter = &mut self.meter;
        let mut drawn = Drawn::new(batch, (map, &self.space), span, buffers);
        let learned = single.learner.learn_drawn(&mut drawn, |at, outcome| {
            if outcome.counted {
                let row = batch.row(start + at);
                let (label, weight) = (batch.labels.label(row), batch.weight(row));
                meter.add(&Judged { outcome, label, weight });
            }
            each(start + at, outcome);
        });
        let refused = |failed: BatchError| Refused {
            position: start + failed.position,
            error: Error::refused(failed.error),
        };
        Ok((start + learned.map_err(refused)?, drawn.why()))
    }

    /// Learns from examples one by one, where several learners or witnesses see them.
    fn learn_each(
        &mut self,
        batch: &ArrayBatch<'_>,
        (map, buffers): (&mut ColumnMap, &mut Buffers),
        span: Range<usize>,
        each: &mut dyn FnMut(usize, &Outcome),
    ) -> std::result::Result<(usize, Option<Undrawn>), Refused> {
        let mut row = Row::default();
        for position in span.clone() {
            let refused = |error| Refused { position, error };
            let at = batch.row(position);
            let known = (&mut *map, &self.space);
            let mut drawn = Drawn::new(batch, known, position..position + 1, buffers);
            let Some(Example { parts, .. }) = drawn.draw(0) else {
                return Ok((position, drawn.why()));
            };
            row.clear();
            parts.as_slice().iter().for_each(|x| {
                x.for_each(|slot, value| {
                    row.indices.push(slot as u32);
                    row.values.push(value);
                });
            });
            row.weight = batch.weight(at);
            let label = batch.labels.put(at, &mut row.label);
            label.map_err(|e| refused(Error::Refused(format!("the label {e}"))))?;
            each(position, &self.learn_row(&mut row).map_err(refused)?);
        }
        Ok((span.end, None))
    }
}
