//! A model in memory: it learns from records as they come, and answers them.

use super::{Answer, Kind, Model};
use crate::example::{self, Record, instance, label, label_use, part_columns};
use crate::{Error, Result};
use noregret_core::problem::{LabelForm, Problem};
use noregret_core::{Batch, Certificate, Example, Outcome};
use noregret_io::{Lookup, PartColumns, Row, RowBuilder};

/// Records that are learned from together.
const TOGETHER: usize = 256;

impl Model {
    /// Predicts, then learns from a record.
    ///
    /// ```
    /// use noregret::{Choice, Model, Record};
    ///
    /// let mut model = Model::new(&Choice::parse("pa1")?.problem("regression"))?;
    /// let outcome = model.learn(&Record::dense(&[1.0, 2.0]).label(0.5))?;
    /// assert!(outcome.loss > 0.0 && model.meter().examples == 1);
    /// # Ok::<(), noregret::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the record does not fit the problem or is not finite; the model is then as before.
    pub fn learn(&mut self, record: &Record) -> Result<Outcome> {
        self.learn_parts(std::slice::from_ref(record))
    }

    /// Predicts, then learns from an example of several parts: one record for each.
    ///
    /// ```
    /// use noregret::{Choice, Model, Record};
    ///
    /// let mut model = Model::new(&Choice::parse("pa1")?.problem("queries"))?;
    /// let better = Record::new().name("title match", 1.0).label(1.0);
    /// let worse = Record::new().name("old", 1.0).label(0.0);
    /// model.learn_parts(&[better.clone(), worse.clone()])?;
    /// assert_eq!(model.predict_parts(&[worse, better])?.prediction.to_string(), "1,0");
    /// # Ok::<(), noregret::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the records do not fit the problem or are not finite; the model is then as before.
    pub fn learn_parts(&mut self, records: &[Record]) -> Result<Outcome> {
        let features = self.space.len();
        let mut rows = Vec::with_capacity(records.len());
        let mut builder = RowBuilder::with_parts(part_columns(self.problem()));
        let lookup = Lookup::Learn(&mut self.space);
        let resolved = resolve_all(records, &mut rows, &mut builder, lookup);
        let learned = resolved.and_then(|()| self.learn_checked(&mut rows));
        if learned.is_err() {
            self.space.truncate(features);
        }
        learned
    }

    /// Predicts, then learns from a row whose slots are those of the model.
    ///
    /// # Errors
    /// If it does not fit the problem or is not finite; the model is then as before.
    pub fn learn_row(&mut self, row: &mut Row) -> Result<Outcome> {
        self.learn_checked(std::slice::from_mut(row))
    }

    /// The answer to a row whose slots are those of the model, with the scores of all classes.
    ///
    /// # Errors
    /// If it is not finite.
    pub fn answer_row(&self, row: &Row) -> Result<Answer> {
        let mut answers = self.answers_with_scores(std::slice::from_ref(row)).into_iter();
        let none = || noregret_core::Error::Shape("there is no record".into());
        answers.next().unwrap_or_else(|| Err(none())).map_err(Error::refused)
    }

    fn learn_checked(&mut self, rows: &mut [Row]) -> Result<Outcome> {
        self.check_parts(rows.len())?;
        rows.iter_mut().for_each(|row| self.use_label(row));
        self.learn_rows(rows).map_err(Error::refused)
    }

    /// Predicts and learns from many records of one part each, in order; `each` is told the
    /// position and the outcome of every one. Equal to [`Model::learn`] in a loop, bit for bit.
    ///
    /// ```
    /// use noregret::{Choice, Model, Record};
    ///
    /// let mut model = Model::new(&Choice::parse("pa1")?.problem("binary"))?;
    /// let rows = [([1.0, 0.5], 1.0), ([-1.0, 0.2], -1.0), ([0.8, 0.9], 1.0)];
    /// let records: Vec<Record> = rows.iter().map(|(x, y)| Record::dense(x).label(*y)).collect();
    /// let mut loss = 0.0;
    /// model.learn_many(&records, |_, outcome| loss += outcome.loss)?;
    /// assert!((loss - model.meter().loss.value()).abs() < 1e-12);
    /// # Ok::<(), noregret::Error>(())
    /// ```
    ///
    /// # Errors
    /// At the first record that is refused: those before it were learned from, it was not.
    pub fn learn_many(
        &mut self,
        records: &[Record],
        mut each: impl FnMut(usize, &Outcome),
    ) -> Result<()> {
        let plain = matches!(self.problem().label_form(), LabelForm::One | LabelForm::Nothing);
        let one = matches!(self.kind, Kind::One(_))
            && self.reading.ranks.is_none()
            && plain
            && self.proof.is_none();
        let mut builder = RowBuilder::default();
        let mut rows = Vec::new();
        for (number, chunk) in records.chunks(TOGETHER).enumerate() {
            let start = number * TOGETHER;
            if !one {
                for (at, record) in chunk.iter().enumerate() {
                    each(start + at, &self.learn(record)?);
                }
                continue;
            }
            self.learn_chunk(chunk, &mut builder, &mut rows, &mut |at, outcome| {
                each(start + at, outcome);
            })?;
        }
        Ok(())
    }

    /// Learns from some records by one learner whose labels are single.
    fn learn_chunk(
        &mut self,
        records: &[Record],
        builder: &mut RowBuilder,
        rows: &mut Vec<Row>,
        each: &mut dyn FnMut(usize, &Outcome),
    ) -> Result<()> {
        rows.resize_with(records.len().max(rows.len()), Row::default);
        let mut known = Vec::with_capacity(records.len());
        let mut refused = None;
        for (record, row) in records.iter().zip(rows.iter_mut()) {
            let features = self.space.len();
            if let Err(error) = record.resolve(builder, Lookup::Learn(&mut self.space), row) {
                self.space.truncate(features);
                refused = Some(error);
                break;
            }
            known.push(features);
        }
        let rows = &rows[..known.len()];
        let example = |row| Example::new(instance(row), label(row)).weighted(row.weight);
        let examples: Vec<Example<'_>> = rows.iter().map(example).collect();
        let Kind::One(single) = &mut self.kind else { return Ok(()) };
        let meter = &mut self.meter;
        let learned = single.learner.learn_many(Batch::Examples(&examples), |at, outcome| {
            if outcome.counted {
                meter.add(&example::judged(&rows[at..=at], outcome));
            }
            each(at, outcome);
        });
        if let Err(failed) = learned {
            self.space.truncate(known[failed.position]);
            return Err(Error::refused(failed.error));
        }
        refused.map_or(Ok(()), Err)
    }

    /// The answer to a record, which is not learned from.
    ///
    /// # Errors
    /// If the record is not finite, or of several parts is one.
    pub fn predict(&self, record: &Record) -> Result<Answer> {
        self.predict_parts(std::slice::from_ref(record))
    }

    /// The answer to an example of several parts, with a score for each of them.
    ///
    /// # Errors
    /// If a record is not finite.
    pub fn predict_parts(&self, records: &[Record]) -> Result<Answer> {
        let rows = self.rows_of(records, true)?;
        self.check_parts(rows.len())?;
        let mut answers = self.answers_with_scores(&rows).into_iter();
        let none = || noregret_core::Error::Shape("there is no record".into());
        answers.next().unwrap_or_else(|| Err(none())).map_err(Error::refused)
    }

    /// The answers to many records of one part each, in order.
    ///
    /// ```
    /// use noregret::{Choice, Model, Record};
    ///
    /// let mut model = Model::new(&Choice::parse("pa1")?.problem("binary"))?;
    /// model.learn(&Record::dense(&[1.0]).label(1.0))?;
    /// let answers = model.predict_many(&[Record::dense(&[2.0]), Record::dense(&[0.5])])?;
    /// assert!(answers[0].score > answers[1].score);
    /// # Ok::<(), noregret::Error>(())
    /// ```
    ///
    /// # Errors
    /// If a record is not finite.
    pub fn predict_many(&self, records: &[Record]) -> Result<Vec<Answer>> {
        if self.takes_parts() {
            return records.iter().map(|record| self.predict(record)).collect();
        }
        let rows = self.rows_of(records, true)?;
        self.answers_with_scores(&rows).into_iter().map(|a| a.map_err(Error::refused)).collect()
    }

    /// What learning from a record would report; nothing is learned and nothing counted.
    ///
    /// ```
    /// use noregret::{Choice, Model, Record};
    ///
    /// let model = Model::new(&Choice::parse("pa1")?.problem("binary"))?;
    /// let outcome = model.evaluate(&Record::dense(&[1.0]).label(1.0))?;
    /// assert!(outcome.mistake && model.meter().examples == 0);
    /// # Ok::<(), noregret::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the record does not fit the problem.
    pub fn evaluate(&self, record: &Record) -> Result<Outcome> {
        let rows = self.rows_of(std::slice::from_ref(record), false)?;
        let mut outcomes = self.evaluate_rows(&rows).into_iter();
        let none = || noregret_core::Error::Shape("there is no record".into());
        outcomes.next().unwrap_or_else(|| Err(none())).map_err(Error::refused)
    }

    /// What the run proves: that of the learner, or of the best of several. Boosted stumps have one
    /// of their own kind ([`Boosted::certificate`](super::Boosted)).
    ///
    /// ```
    /// use noregret::{Choice, Model, Record};
    ///
    /// let mut model = Model::new(&Choice::parse("pa1")?.problem("binary"))?;
    /// model.learn(&Record::dense(&[1.0]).label(1.0))?;
    /// assert!(model.certificate().is_some_and(|proved| proved.regret_at[0].regret <= 1.0));
    /// # Ok::<(), noregret::Error>(())
    /// ```
    pub fn certificate(&self) -> Option<Certificate> {
        self.leader().map(|single| single.learner.certificate())
    }

    /// Rows that are asked about: what is unknown in them is left out, and sets and prices may be
    /// missing if they are `optional`.
    fn rows_of(&self, records: &[Record], optional: bool) -> Result<Vec<Row>> {
        let mut rows = Vec::with_capacity(records.len());
        let parts = PartColumns { optional, ..part_columns(self.problem()) };
        let mut builder = RowBuilder::with_parts(parts);
        resolve_all(records, &mut rows, &mut builder, Lookup::Frozen(&self.space))?;
        rows.iter_mut().for_each(|row| self.use_label(row));
        Ok(rows)
    }

    fn use_label(&self, row: &mut Row) {
        row.label.use_as(label_use(self.problem()));
    }

    fn check_parts(&self, parts: usize) -> Result<()> {
        example::check_parts(self.problem(), parts)
    }
}

/// Puts records into rows, one after the other.
fn resolve_all(
    records: &[Record],
    rows: &mut Vec<Row>,
    builder: &mut RowBuilder,
    mut lookup: Lookup<'_>,
) -> Result<()> {
    for record in records {
        let mut row = Row::default();
        record.resolve(builder, lookup.reborrow(), &mut row)?;
        rows.push(row);
    }
    Ok(())
}
