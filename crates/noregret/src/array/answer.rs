//! Answers to the rows of an array.

use super::chunk::Chunk;
use super::{ArrayRows, ColumnMap};
use crate::model::{Kind, Model};
use crate::{Error, Result};
use noregret_core::{Example, Label, Prediction};
use noregret_io::Row;
use std::ops::Range;

/// Who is told of every row: its position, its scores and, if that is wanted, what they decide.
type Each<'a> = &'a mut dyn FnMut(usize, &[f64], Option<(Prediction, f64)>);

impl Model {
    /// Answers the rows of an array in a span, without learning from them: `each` is told the
    /// position of every row, its scores (one of each class) and, if they are `wanted`, the number
    /// behind the decision and the decision.
    ///
    /// ```
    /// use noregret::array::{ColumnMap, DenseRows};
    /// use noregret::{Choice, Model, Record};
    ///
    /// let mut model = Model::new(&Choice::parse("pa1")?.problem("binary"))?;
    /// model.learn(&Record::dense(&[1.0, 2.0]).label(1.0))?;
    /// let rows = DenseRows::new(&[2.0, 0.0, 0.0, -1.0], 2).expect("two columns");
    /// let mut signs = Vec::new();
    /// let mut map = ColumnMap::numbered(2);
    /// model.answer_array(&rows, &mut map, 0..2, false, |_, scores, _| signs.push(scores[0] > 0.0))?;
    /// assert_eq!(signs, [true, false]);
    /// # Ok::<(), noregret::Error>(())
    /// ```
    ///
    /// # Errors
    /// At the first row that is none, or is not finite.
    pub fn answer_array(
        &self,
        rows: &dyn ArrayRows,
        map: &mut ColumnMap,
        span: Range<usize>,
        wanted: bool,
        mut each: impl FnMut(usize, &[f64], Option<(Prediction, f64)>),
    ) -> Result<()> {
        map.enter(&self.space);
        let mut chunk = Chunk::default();
        let mut start = span.start;
        while start < span.end {
            chunk.clear();
            for row in start..span.end {
                let taken = chunk.take(rows, row, (&mut *map, &self.space));
                taken.map_err(|reason| Error::Refused(format!("row {row}: {reason}")))?;
                if chunk.is_full() {
                    break;
                }
            }
            self.answer_chunk(&chunk, (rows, start), wanted, &mut each)?;
            start += chunk.len();
        }
        Ok(())
    }

    fn answer_chunk(
        &self,
        chunk: &Chunk<'_>,
        (rows, start): (&dyn ArrayRows, usize),
        wanted: bool,
        each: Each<'_>,
    ) -> Result<()> {
        let at = |position: usize, error: noregret_core::Error| {
            Error::Refused(format!("row {}: {error}", start + position))
        };
        let single = match &self.kind {
            Kind::One(single) => single,
            Kind::Contest(contest) => contest.leader(),
            Kind::Committee(_) | Kind::Boosted(_) => {
                let rows: Vec<Row> = chunk
                    .instances()
                    .map(|x| {
                        let (indices, values) = x.to_lists();
                        Row::new(indices, values)
                    })
                    .collect();
                for (position, answer) in self.answers_with_scores(&rows).into_iter().enumerate() {
                    let answer = answer.map_err(|error| at(position, error))?;
                    let decided = wanted.then_some((answer.prediction, answer.score));
                    match answer.scores.is_empty() {
                        true => each(start + position, &[answer.score], decided),
                        false => each(start + position, &answer.scores, decided),
                    }
                }
                return Ok(());
            }
        };
        let examples: Vec<Example<'_>> =
            chunk.instances().map(|x| Example::new(x, Label::None)).collect();
        let mut failed = None;
        let examples = chunk.batch(rows, &examples);
        single.learner.predict_many(examples, |position, answer| match answer {
            Ok(answer) => {
                let decided = wanted.then(|| (answer.prediction(), answer.score()));
                each(start + position, answer.scores(), decided);
            }
            Err(error) => {
                failed.get_or_insert_with(|| at(position, error));
            }
        });
        failed.map_or(Ok(()), Err)
    }
}
