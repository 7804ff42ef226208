//! A model from its first row on: what the first rows decide is decided on the way.
//!
//! The program looks at 1,000 rows before it begins. Whoever has a stream and wants answers from
//! its first row on has a [`Session`]: the rows are kept until they have decided, and until then a
//! model made of those so far answers, which learns from the next ones too and is made anew when
//! there are twice as many. From then on the model is the one that the program would have made of
//! the same rows, to the last bit.

use crate::array::{ArrayBatch, ColumnMap, Refused};
use crate::example::Record;
use crate::model::{Answer, Model};
use crate::opening::{LeftOut, Opening};
use crate::{Error, Result};
use noregret_core::Outcome;
use noregret_io::{Lookup, PendingRow, Resolver, Row, RowBuilder};
use std::borrow::Cow;
use std::ops::Range;

/// A model that may still be open.
///
/// ```
/// use noregret::{Choice, Opening, Record, Session};
///
/// let mut session = Session::new(Opening::new(&Choice::default())?);
/// for t in 0..40 {
///     let (x, y) = (f64::from(t % 7) - 3.0, if t % 7 > 3 { "high" } else { "low" });
///     session.learn(&Record::dense(&[x, 1.0]).label(y))?;
/// }
/// let high = session.predict(&Record::dense(&[3.0, 1.0]))?.expect("rows were learned from");
/// assert_eq!(high.prediction.to_string(), "high");
/// # Ok::<(), noregret::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Session {
    state: State,
    builder: RowBuilder,
    row: Row,
    left_out: Option<LeftOut>,
}

#[derive(Clone, Debug)]
enum State {
    Opening(Box<Opening>, Option<Preview>),
    Open(Box<Model>),
}

/// A model for the time being.
#[derive(Clone, Debug)]
struct Preview {
    model: Box<Model>,
    /// How many rows it was made of.
    made_of: usize,
}

impl From<Model> for Session {
    fn from(model: Model) -> Self {
        Session::in_state(State::Open(Box::new(model)))
    }
}

impl Session {
    /// Begins with this opening.
    pub fn new(opening: Opening) -> Self {
        Session::in_state(State::Opening(Box::new(opening), None))
    }

    fn in_state(state: State) -> Self {
        Session { state, builder: RowBuilder::default(), row: Row::default(), left_out: None }
    }

    /// The model, if the rows have decided.
    pub fn opened(&self) -> Option<&Model> {
        match &self.state {
            State::Open(model) => Some(model),
            State::Opening(..) => None,
        }
    }

    /// The model, if the rows have decided, to be changed.
    pub fn opened_mut(&mut self) -> Option<&mut Model> {
        match &mut self.state {
            State::Open(model) => Some(model),
            State::Opening(..) => None,
        }
    }

    /// The model, or the one that the rows so far make; `None` before the first row, and while the
    /// rows make none.
    pub fn model(&mut self) -> Option<&Model> {
        if let State::Opening(opening, preview) = &mut self.state {
            let rows = opening.len();
            if rows > 0 && preview.as_ref().is_none_or(|preview| rows >= 2 * preview.made_of) {
                let made = opening.preview().ok();
                *preview = made.map(|model| Preview { model: Box::new(model), made_of: rows });
            }
        }
        match &self.state {
            State::Open(model) => Some(model),
            State::Opening(_, preview) => preview.as_ref().map(|preview| &*preview.model),
        }
    }

    /// Whether nothing was learned from.
    pub fn is_empty(&self) -> bool {
        match &self.state {
            State::Open(model) => model.meter().examples == 0,
            State::Opening(opening, _) => opening.len() == 0,
        }
    }

    /// The model that [`finish`](Self::finish) would leave; the session goes on as it is.
    ///
    /// # Errors
    /// As [`Session::finish`].
    pub fn finished(&self) -> Result<Cow<'_, Model>> {
        match &self.state {
            State::Open(model) => Ok(Cow::Borrowed(model)),
            State::Opening(opening, _) => opening.preview().map(Cow::Owned),
        }
    }

    /// Ends the opening: what is still open is decided by the rows so far.
    ///
    /// # Errors
    /// If they decide nothing, or make no sense; more may then come.
    pub fn finish(&mut self) -> Result<&mut Model> {
        if let State::Opening(opening, _) = &self.state {
            let (model, left_out) = opening.ended()?;
            (self.state, self.left_out) = (State::Open(Box::new(model)), left_out);
        }
        match &mut self.state {
            State::Open(model) => Ok(model),
            State::Opening(..) => Err(Error::Usage("the opening has not ended".into())),
        }
    }

    /// The rows that were left out when the opening ended, since they did not fit what all of them
    /// decided; told once.
    pub fn take_left_out(&mut self) -> Option<LeftOut> {
        self.left_out.take()
    }

    /// Predicts, then learns from a record; `None` if nothing answers yet.
    ///
    /// # Errors
    /// If the record does not fit or is not finite; the session is then as before.
    pub fn learn(&mut self, record: &Record) -> Result<Option<Outcome>> {
        self.learn_parts(std::slice::from_ref(record))
    }

    /// Predicts, then learns from an example of several parts; `None` if nothing answers yet.
    ///
    /// # Errors
    /// If the records do not fit or are not finite; the session is then as before.
    pub fn learn_parts(&mut self, records: &[Record]) -> Result<Option<Outcome>> {
        match &mut self.state {
            State::Open(model) => model.learn_parts(records).map(Some),
            State::Opening(opening, preview) => {
                opening.push_parts(records)?;
                let learned = preview.as_mut().map(|preview| preview.model.learn_parts(records));
                self.after_push(learned.transpose(), records.len())
            }
        }
    }

    /// Predicts, then learns from the row that `put` fills in; `None` if nothing answers yet.
    ///
    /// # Errors
    /// If the row does not fit or is not finite; the session is then as before.
    pub fn learn_with(
        &mut self,
        put: impl FnOnce(&mut RowBuilder) -> Result<()>,
    ) -> Result<Option<Outcome>> {
        self.builder.clear();
        put(&mut self.builder)?;
        match &mut self.state {
            State::Open(model) => learn_built(model, &mut self.builder, &mut self.row).map(Some),
            State::Opening(opening, preview) => {
                let pending = self.builder.finish_pending(opening.space())?;
                opening.check(std::slice::from_ref(&pending))?;
                let learned = preview.as_mut().map(|it| learn_pending(&mut it.model, &pending));
                opening.push_pending(pending);
                self.after_push(learned.transpose(), 1)
            }
        }
    }

    /// What happens after rows were pushed: they are taken back if the model of the time being has
    /// refused them, and may be enough.
    fn after_push(
        &mut self,
        learned: Result<Option<Outcome>>,
        rows: usize,
    ) -> Result<Option<Outcome>> {
        let State::Opening(opening, preview) = &mut self.state else { return learned };
        let learned = match learned {
            Err(_) if !opening.knows_problem() => {
                // The row may show that the labels ask for something else.
                *preview = None;
                None
            }
            Err(error) => {
                (0..rows).for_each(|_| opening.pop());
                return Err(error);
            }
            Ok(learned) => learned,
        };
        if opening.knows_enough() || opening.is_settled() {
            let ended = self.finish().map(drop);
            ended.inspect_err(|_| self.take_back(rows))?;
        }
        Ok(learned)
    }

    /// Takes the last rows back that were pushed.
    fn take_back(&mut self, rows: usize) {
        if let State::Opening(opening, preview) = &mut self.state {
            (0..rows).for_each(|_| opening.pop());
            // A model of them may have learned from them already.
            *preview = None;
        }
    }

    /// The answer to the row that `put` fills in; `None` if nothing answers yet.
    ///
    /// # Errors
    /// If the row is not finite.
    pub fn predict_with(
        &mut self,
        put: impl FnOnce(&mut RowBuilder) -> Result<()>,
    ) -> Result<Option<Answer>> {
        let (mut builder, mut row) = (std::mem::take(&mut self.builder), Row::default());
        builder.clear();
        let answer = put(&mut builder).and_then(|()| match self.model() {
            None => Ok(None),
            Some(model) => {
                builder.finish(Lookup::Frozen(model.space()), &mut row)?;
                model.answer_row(&row).map(Some)
            }
        });
        self.builder = builder;
        answer
    }

    /// The answer to a record; `None` if nothing answers yet.
    ///
    /// # Errors
    /// If the record is not finite.
    pub fn predict(&mut self, record: &Record) -> Result<Option<Answer>> {
        self.model().map(|model| model.predict(record)).transpose()
    }

    /// Ends the opening with what these records decide, and learns from none of them.
    ///
    /// # Errors
    /// [`Error::Usage`] if something was learned from already; as [`Opening::push`] and
    /// [`Opening::decide`].
    pub fn decide(&mut self, records: &[Record]) -> Result<()> {
        let mut opening = self.fresh()?;
        records.iter().try_for_each(|record| opening.push_deciding(record))?;
        self.state = State::Open(Box::new(opening.decide()?));
        Ok(())
    }

    /// Ends the opening with what the examples of an array decide, and learns from none of them.
    ///
    /// # Errors
    /// As [`Session::decide`], with the position of the row that is refused.
    pub fn decide_array(
        &mut self,
        batch: &ArrayBatch<'_>,
        map: &ColumnMap,
    ) -> std::result::Result<(), Refused> {
        let at = |position| move |error| Refused { position, error };
        let mut opening = self.fresh().map_err(at(0))?;
        if map.names().is_none() {
            opening.expect_columns(map.width());
        }
        for position in 0..batch.len() {
            self.builder.clear();
            let pending = batch.put(map, position, &mut self.builder).and_then(|()| {
                let pending = self.builder.finish_pending(opening.space())?;
                opening.check_part(&pending)?;
                Ok(pending)
            });
            opening.push_pending(pending.map_err(at(position))?);
        }
        self.state = State::Open(Box::new(opening.decide().map_err(at(0))?));
        Ok(())
    }

    /// The opening, if nothing was pushed to it.
    fn fresh(&self) -> Result<Opening> {
        match &self.state {
            State::Opening(opening, _) if opening.is_empty() => Ok((**opening).clone()),
            _ => Err(Error::Usage("this learner has begun already".into())),
        }
    }

    /// Learns from the examples of an array in a span: as [`Model::learn_array`], with the rows
    /// that the opening waits for kept as they come.
    ///
    /// # Errors
    /// At the first row that is refused: those before it were learned from, it was not.
    pub fn learn_array(
        &mut self,
        batch: &ArrayBatch<'_>,
        map: &mut ColumnMap,
        mut span: Range<usize>,
        each: impl FnMut(usize, &Outcome),
    ) -> std::result::Result<(), Refused> {
        if let State::Opening(opening, _) = &mut self.state
            && map.names().is_none()
        {
            opening.expect_columns(map.width());
        }
        while self.opened().is_none() && !span.is_empty() {
            let position = span.start;
            let pushed = self.learn_with(|builder| batch.put(map, position, builder));
            pushed.map_err(|error| Refused { position, error })?;
            span.start += 1;
        }
        match &mut self.state {
            State::Open(model) => model.learn_array(batch, map, span, each),
            State::Opening(..) => Ok(()),
        }
    }
}

/// Learns from what was put into a builder.
fn learn_built(model: &mut Model, builder: &mut RowBuilder, row: &mut Row) -> Result<Outcome> {
    let features = model.space.len();
    let built = builder.finish(Lookup::Learn(&mut model.space), row).map_err(Error::from);
    let learned = built.and_then(|()| model.learn_row(row));
    if learned.is_err() {
        model.space.truncate(features);
    }
    learned
}

/// Learns from a row without slots.
fn learn_pending(model: &mut Model, pending: &PendingRow) -> Result<Outcome> {
    let (features, mut row) = (model.space.len(), Row::default());
    let lookup = Lookup::Learn(&mut model.space);
    let resolved = pending.resolve(&mut Resolver::default(), lookup, &mut row);
    let learned = resolved.map_err(Error::from).and_then(|()| model.learn_row(&mut row));
    if learned.is_err() {
        model.space.truncate(features);
    }
    learned
}
