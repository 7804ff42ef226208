//! The opening of a model whose records come from memory, one at a time.

use super::{Head, ROWS, bias, complete, entrants, suggest};
use crate::choice::{Bias, Choice, spec};
use crate::example::Record;
use crate::model::{Kind, Model, Reading};
use crate::observer::Silent;
use crate::train::training::Training;
use crate::{Error, Result};
use noregret_core::problem::{AnyProblem, Problem};
use noregret_core::stage;
use noregret_io::{FeatureSpace, Lookup, Row, RowBuilder};

/// Finds from the first records what the labels ask, which classes there are, how large the constant is
/// and who competes; then the model learns from them.
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
    /// The features of the model to be; the rows are numbered once.
    space: FeatureSpace,
    /// The slot of the constant feature, the first, unless there is to be none.
    constant: Option<u32>,
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
        let mut space = super::empty_space(choice)?;
        let constant = match choice.bias {
            Bias::None => None,
            _ => Some(super::build::constant_slot(&mut space)?),
        };
        let (builder, head) = (RowBuilder::default(), Head::default());
        Ok(Opening { choice: choice.clone(), space, constant, builder, head })
    }

    /// Takes in a record; whether enough is known now. More may be pushed all the same.
    ///
    /// # Errors
    /// If a value is not finite; the record is then left out.
    pub fn push(&mut self, record: &Record) -> Result<bool> {
        let features = self.space.len();
        let mut row = Row::default();
        let resolved = record.resolve(&mut self.builder, Lookup::Learn(&mut self.space), &mut row);
        if let Err(error) = resolved {
            self.space.truncate(features);
            return Err(error);
        }
        self.head.rows.push(row);
        Ok(self.knows_enough())
    }

    /// Whether as many records were seen as a model looks at before it begins.
    pub fn knows_enough(&self) -> bool {
        self.head.rows.len() >= ROWS
    }

    /// Decides, and learns from the records that were pushed; those that do not fit are left out.
    ///
    /// # Errors
    /// If nothing was pushed and the choice names no problem, or the labels make no sense.
    pub fn finish(mut self) -> Result<Model> {
        let training = Training { choice: self.choice.clone(), ..Training::default() };
        let costs = self.choice.costs.read()?;
        self.head.decide(None, false);
        let suggested = self.suggested()?;
        let mut spec = spec::spec(&self.choice, &costs, suggested)?;
        if spec.problem.ranks_labels() {
            self.head.take_lists();
        }
        complete(&training, &mut spec, &self.head);
        let constant = bias(&training, &spec, &self.head)?;
        spec.bias = constant.zip(self.constant).map(|(value, slot)| stage::Bias::new(slot, value));
        let reading =
            Reading { ranks: spec::typed_ranks(&self.choice, &spec), ..Reading::default() };
        let open = !self.head.rows.is_empty();
        let contest = entrants::contest(&training, suggested, &self.head, spec.bias)?;
        let kind = match contest.filter(|_| open) {
            Some(contest) => Kind::Contest(Box::new(contest)),
            None => Kind::One(Box::new(super::build::reserved(spec, &self.space)?)),
        };
        let mut model = Model::new_empty(kind, self.space, reading);
        model.learn_first(self.head.rows);
        Ok(model)
    }

    /// The problem of the labels, if the choice does not name it.
    fn suggested(&self) -> Result<&'static str> {
        if self.choice.problem.is_some() {
            return Ok("");
        }
        if self.head.rows.is_empty() {
            return Err(Error::Usage("no record was seen that could tell the problem".into()));
        }
        suggest(&self.choice, &self.head, &mut Silent).map_err(Error::Usage)
    }
}

impl Model {
    /// A model for a problem that is known: nothing is decided by data, so that it can learn from the
    /// first record on. Where the labels are to decide, see [`Opening`].
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
    fn learn_first(&mut self, rows: Vec<Row>) {
        let grouped = AnyProblem::takes_parts(self.problem());
        let mut rows = rows.into_iter().peekable();
        while let Some(row) = rows.next() {
            let mut example = vec![row];
            while grouped && let Some(part) = rows.next_if(|next| next.qid == example[0].qid) {
                example.push(part);
            }
            // What does not fit was refused by its own round, and left no trace.
            let _ = self.learn_rows(&example);
        }
    }
}
