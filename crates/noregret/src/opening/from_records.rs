//! The opening of a model whose records come from memory, one at a time.

use super::{Head, ROWS, build, suggest};
use crate::choice::{Choice, spec};
use crate::example::{Record, part_columns};
use crate::model::{Model, Reading};
use crate::observer::Silent;
use crate::train::training::Training;
use crate::{Error, Result};
use noregret_core::problem::AnyProblem;
use noregret_io::{FeatureSpace, Lookup, PendingRow, Resolver, Row, RowBuilder};

/// Finds from the first records what the labels ask, which classes there are, how large the
/// constant is and who competes; then the model learns from them.
///
/// ```
/// use noregret::{Choice, Opening, Record};
///
/// let mut opening = Opening::new(&Choice::default())?;
/// for t in 0..40 {
///     let (x, y) = (f64::from(t % 7) - 3.0, if t % 7 > 3 { "high" } else { "low" });
///     if opening.push(&Record::dense(&[x, 1.0]).label(y))? {
///         break;
///     }
/// }
/// let model = opening.finish()?;
/// assert_eq!((model.problem().name(), model.meter().examples), ("binary", 40));
/// # Ok::<(), noregret::Error>(())
/// ```
#[derive(Debug)]
pub struct Opening {
    choice: Choice,
    /// The features of the model to be: none so far.
    space: FeatureSpace,
    builder: RowBuilder,
    head: Head,
}

impl Opening {
    /// Nothing known yet but the choice.
    ///
    /// # Errors
    /// [`Error::Usage`] if the choice makes no sense, whatever the labels.
    pub fn new(choice: &Choice) -> Result<Self> {
        spec::check(choice, &choice.costs.read()?)?;
        let space = super::empty_space(choice)?;
        let problem = choice.problem.as_deref().map(AnyProblem::parse).transpose()?;
        let parts = problem.as_ref().map(part_columns).unwrap_or_default();
        let (builder, head) = (RowBuilder::with_parts(parts), Head::new(&space, ROWS));
        Ok(Opening { choice: choice.clone(), space, builder, head })
    }

    /// Takes in a record; whether enough is known now. More may be pushed all the same.
    ///
    /// # Errors
    /// If a value is not finite; the record is then left out.
    pub fn push(&mut self, record: &Record) -> Result<bool> {
        Ok(self.head.push(record.pending(&mut self.builder, &self.space)?))
    }

    /// Whether as many records were seen as a model looks at before it begins.
    pub fn knows_enough(&self) -> bool {
        self.head.knows_enough()
    }

    /// Decides, and learns from the records that were pushed; those that do not fit are left out.
    ///
    /// # Errors
    /// If nothing was pushed and the choice names no problem, or the labels make no sense.
    pub fn finish(mut self) -> Result<Model> {
        let training = Training { choice: self.choice, ..Training::default() };
        let costs = training.choice.costs.read()?;
        self.head.decide(None, false);
        let suggested = match training.choice.problem {
            Some(_) => "",
            None if self.head.rows.is_empty() => {
                let reason = "no record was seen that could tell the problem";
                return Err(Error::Usage(reason.into()));
            }
            None => suggest(&training.choice, &self.head, &mut Silent).map_err(Error::Usage)?,
        };
        let spec = spec::spec(&training.choice, &costs, suggested)?;
        let ranks = spec::typed_ranks(&training.choice, &spec);
        let mut model = build::model(&training, suggested, spec, &mut self.head, self.space)?;
        model.reading = Reading { ranks, ..Reading::default() };
        model.learn_first(&self.head.rows)?;
        if model.meter.examples == 0 && !self.head.rows.is_empty() {
            return Err(Error::Other("there was no record to learn from: none fits".into()));
        }
        Ok(model)
    }
}

impl Model {
    /// A model for a problem that is known: nothing is decided by data, so that it can learn from
    /// the first record on. Where the labels are to decide, see [`Opening`].
    ///
    /// ```
    /// use noregret::{Choice, Model, Record};
    ///
    /// let mut model = Model::new(&Choice::parse("pa1")?.problem("binary"))?;
    /// model.learn(&Record::new().label("spam").name("offer", 1.0))?;
    /// model.learn(&Record::new().label("ham").name("meeting", 1.0))?;
    /// let answer = model.predict(&Record::new().name("offer", 1.0))?;
    /// assert_eq!(answer.prediction.to_string(), "spam");
    /// # Ok::<(), noregret::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Usage`] if the choice names no problem, or makes no sense.
    pub fn new(choice: &Choice) -> Result<Self> {
        if choice.problem.is_none() {
            return Err(Error::Usage(
                "the problem is not named: an Opening finds it from the first records".into(),
            ));
        }
        Opening::new(choice)?.finish()
    }

    /// Learns from the rows of an opening: one by one, or by groups.
    fn learn_first(&mut self, rows: &[PendingRow]) -> Result<()> {
        let grouped = AnyProblem::takes_parts(self.problem());
        if grouped && rows.iter().any(|row| row.about().qid.is_none()) {
            let reason = "where examples have several parts, each record has a group";
            return Err(Error::Usage(reason.into()));
        }
        let same = |a: &PendingRow, b: &PendingRow| grouped && a.about().qid == b.about().qid;
        let mut resolver = Resolver::default();
        for example in rows.chunk_by(same) {
            let features = self.space.len();
            let mut resolved = vec![Row::default(); example.len()];
            for (pending, row) in example.iter().zip(&mut resolved) {
                pending.resolve(&mut resolver, Lookup::Learn(&mut self.space), row)?;
            }
            // What does not fit was refused by its own round, and leaves no trace.
            if self.learn_rows(&resolved).is_err() {
                self.space.truncate(features);
            }
        }
        Ok(())
    }
}
