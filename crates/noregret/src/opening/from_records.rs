//! The opening of a model whose records come from memory, one at a time.

use super::left_out::LeftOut;
use super::trial::Trial;
use super::{Head, ROWS, build, early, suggest};
use crate::choice::{Bias, Choice, spec};
use crate::example::{Record, part_columns};
use crate::model::{Model, Reading, Single};
use crate::observer::Silent;
use crate::proof::Certify;
use crate::train::training::Training;
use crate::{Error, Result};
use noregret_core::ClassName;
use noregret_core::problem::{AnyProblem, FirstLabels, Problem};
use noregret_io::{FeatureSpace, PendingRow, RowBuilder};

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
    /// The features of the model to be: none so far, or the columns of an array.
    space: FeatureSpace,
    builder: RowBuilder,
    head: Head,
    /// What tells whether an example fits the problem, if that was chosen.
    trial: Option<Box<Trial>>,
    certify: Certify,
    seed: u64,
}

impl Clone for Opening {
    fn clone(&self) -> Self {
        Opening {
            choice: self.choice.clone(),
            space: self.space.clone(),
            builder: self.builder.clone(),
            head: self.head.copied(),
            trial: self.trial.clone(),
            certify: self.certify,
            seed: self.seed,
        }
    }
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
        let trial = problem.map(|_| Trial::new(choice).map(Box::new)).transpose()?;
        let (certify, seed) = (Certify::Off, 0);
        Ok(Opening { choice: choice.clone(), space, builder, head, trial, certify, seed })
    }

    /// Looks at so many rows; the program at 1,000.
    #[must_use]
    pub fn rows(mut self, rows: usize) -> Self {
        self.head.want(rows);
        self
    }

    /// Declares classes, so that their order does not depend on the labels. Of two the one with the
    /// smaller number, or first in the alphabet, is the negative one.
    #[must_use]
    pub fn classes(mut self, classes: Vec<ClassName>) -> Self {
        if let Some(trial) = &mut self.trial {
            let (classes, members) = (classes.clone().into(), classes.clone().into());
            trial.begin_with(&FirstLabels { classes, members, lowest_rank: None });
        }
        self.head.declared = classes;
        self
    }

    /// Lets witnesses see the rows from the first on.
    #[must_use]
    pub fn certify(mut self, mode: Certify) -> Self {
        self.certify = mode;
        self
    }

    /// Sets the seed of everything random.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// Gives the features with the keys `0..count` the slots of the same numbers, if nothing speaks
    /// against it: the columns of an array then need not be looked up. Asked before the first row.
    pub(crate) fn expect_columns(&mut self, count: usize) {
        let problem = self.choice.problem.as_deref().and_then(|text| AnyProblem::parse(text).ok());
        let own = problem.is_none_or(|problem| problem.reserved() > 0);
        let open = self.choice.leaves_the_learner_open() || self.choice.hash.is_some();
        if self.head.rows.is_empty()
            && !own
            && !open
            && let Ok(count) = u32::try_from(count)
        {
            self.space = FeatureSpace::columns(count);
        }
    }

    /// Takes in a record; whether enough is known now. More may be pushed all the same.
    ///
    /// # Errors
    /// If a value is not finite, or the record does not fit the problem, where that was chosen; the
    /// record is then left out.
    pub fn push(&mut self, record: &Record) -> Result<bool> {
        let pending = record.pending(&mut self.builder, &self.space)?;
        self.check_part(&pending)?;
        self.trial.as_ref().map_or(Ok(()), |trial| trial.check_group(pending.about()))?;
        Ok(self.push_pending(pending))
    }

    /// Takes in a record that has a say in what is decided and is not learned from.
    pub(crate) fn push_deciding(&mut self, record: &Record) -> Result<()> {
        let pending = record.pending(&mut self.builder, &self.space)?;
        self.check_part(&pending)?;
        self.push_pending(pending);
        Ok(())
    }

    /// Takes in an example of several parts: all of them, or none if it does not fit.
    pub(crate) fn push_parts(&mut self, records: &[Record]) -> Result<()> {
        let pending = |record: &Record| record.pending(&mut self.builder, &self.space);
        let rows = records.iter().map(pending).collect::<Result<Vec<PendingRow>>>()?;
        self.check(&rows)?;
        self.head.rows.extend(rows);
        Ok(())
    }

    /// Refuses an example that no model could take, or none of the problem that was chosen; `rows`
    /// are its parts.
    pub(crate) fn check(&mut self, rows: &[PendingRow]) -> Result<()> {
        rows.iter().try_for_each(check_length)?;
        self.trial.as_mut().map_or(Ok(()), |trial| trial.check(rows))
    }

    /// Refuses a row that no model could take, or that fits no example of the problem that was
    /// chosen.
    pub(crate) fn check_part(&mut self, row: &PendingRow) -> Result<()> {
        check_length(row)?;
        self.trial.as_mut().map_or(Ok(()), |trial| trial.check_part(row))
    }

    /// Takes in a row without slots; whether enough is known now.
    pub(crate) fn push_pending(&mut self, row: PendingRow) -> bool {
        self.head.push(row);
        self.knows_enough()
    }

    /// Takes the last row back.
    pub(crate) fn pop(&mut self) {
        self.head.rows.pop();
    }

    /// How many rows were pushed.
    pub fn len(&self) -> usize {
        self.head.rows.len()
    }

    /// Whether no row was pushed.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The kind of space that rows will get their slots of.
    pub(crate) fn space(&self) -> &FeatureSpace {
        &self.space
    }

    /// Whether as many records were seen as a model looks at before it begins.
    pub fn knows_enough(&self) -> bool {
        self.head.knows_enough()
    }

    /// Whether the problem was chosen.
    pub(crate) fn knows_problem(&self) -> bool {
        self.trial.is_some()
    }

    /// Whether the next rows would decide nothing: everything was chosen, or the labels so far
    /// settle it.
    pub(crate) fn is_settled(&self) -> bool {
        let Some(problem) = self.choice.problem.as_deref() else { return false };
        let Ok(problem) = AnyProblem::parse(problem) else { return false };
        let open = self.choice.leaves_the_learner_open();
        let constant = problem.takes_bias() && self.choice.bias == Bias::Auto;
        !open && !constant && early::is_settled(&self.choice, &problem, &self.head, false)
    }

    /// The model that the rows so far would make, which has learned from them.
    ///
    /// # Errors
    /// As [`Opening::finish`].
    pub fn preview(&self) -> Result<Model> {
        Ok(self.ended()?.0)
    }

    /// Decides, and learns from the records that were pushed; those that do not fit are left out.
    ///
    /// # Errors
    /// If nothing was pushed and the choice names no problem, or the labels make no sense.
    pub fn finish(self) -> Result<Model> {
        Ok(self.end()?.0)
    }

    /// What [`Opening::finish`] would give, and what would be left out.
    pub(crate) fn ended(&self) -> Result<(Model, Option<LeftOut>)> {
        Opening { trial: None, ..self.clone() }.end()
    }

    fn end(self) -> Result<(Model, Option<LeftOut>)> {
        let (mut model, head) = self.begin()?;
        let left_out = model.learn_first(&head.rows)?;
        // The first instance of one class is where it begins, and no round.
        let begun = |it: &Single| {
            it.learner.problem().starts_at_first_instance() && !it.learner.awaits_start()
        };
        let begun = model.leader().is_some_and(begun);
        if model.meter.examples == 0 && !begun && !head.rows.is_empty() {
            return Err(Error::Other("there was no record to learn from: none fits".into()));
        }
        Ok((model, left_out))
    }

    /// Decides, and learns from none of the records: several learners can begin with this model,
    /// each learn from rows of its own, and be merged.
    ///
    /// ```
    /// use noregret::{Choice, Opening, Record};
    ///
    /// let mut opening = Opening::new(&Choice::parse("pa1")?)?;
    /// opening.push(&Record::dense(&[8.0, 0.0]).label("high"))?;
    /// opening.push(&Record::dense(&[0.0, 8.0]).label("low"))?;
    /// let model = opening.decide()?;
    /// assert_eq!((model.problem().name(), model.meter().examples), ("binary", 0));
    /// # Ok::<(), noregret::Error>(())
    /// ```
    ///
    /// # Errors
    /// If nothing was pushed and the choice names no problem, or the labels make no sense.
    pub fn decide(self) -> Result<Model> {
        Ok(self.begin()?.0)
    }

    /// The model that has learned from nothing, and the records that were pushed.
    fn begin(mut self) -> Result<(Model, Head)> {
        let (choice, seed) = (self.choice, self.seed);
        let training = Training { choice, seed, ..Training::default() };
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
        model.certify(self.certify);
        Ok((model, self.head))
    }
}

/// Refuses a row whose length no learner could square.
fn check_length(row: &PendingRow) -> Result<()> {
    match (2.0 * row.absolute_sum()).powi(2).is_finite() {
        true => Ok(()),
        false => Err(Error::Refused("the square of the row's length is not finite".into())),
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
}
