//! What a session says about rows it does not learn from: many at a time where scores are dear (kernels), with
//! the same answers as one by one.

use crate::failure::{Failure, Outcome};
use crate::run::block::Block;
use crate::run::example::{self, Asked, instance, instances};
use crate::run::groups::Groups;
use crate::run::session::Session;
use crate::run::stream::Stream;
use noregret_core::problem::AnyProblem;
use noregret_core::round::Answer;
use noregret_core::{Batch, Example, Label, Outcome as Round, Prediction, Result};
use noregret_io::{Lookup, Row};

/// Rows that a kernel is asked about together.
const TOGETHER: usize = 1024;

impl Session {
    /// Goes through data: `ask` about some examples at a time (several of one row, or one of several), `then` use the
    /// answers in order. An example without an answer is skipped or ends the run.
    pub(crate) fn each_answer<T>(
        &self,
        stream: &mut Stream,
        ask: impl Fn(&[Row]) -> Vec<Result<T>>,
        mut then: impl FnMut(&[Row], T) -> Outcome<()>,
    ) -> Outcome<()> {
        if self.takes_parts() {
            let mut groups = Groups::new(true);
            while groups.read(stream, Lookup::Frozen(&self.space))? {
                let size = groups.rows.len();
                self.answer(&mut groups.rows, size, stream, &ask, &mut then)?;
            }
            groups.say_returned();
            return Ok(());
        }
        let size = if self.spec.kernel.is_some() { TOGETHER } else { 1 };
        let mut block = Block::default();
        while block.read(stream, Lookup::Frozen(&self.space), size) {
            self.answer(&mut block.rows, 1, stream, &ask, &mut then)?;
            block.failure.take().map_or(Ok(()), Err)?;
        }
        Ok(())
    }

    /// Answers these rows, of which so many are an example.
    fn answer<T>(
        &self,
        rows: &mut [Row],
        size: usize,
        stream: &mut Stream,
        ask: impl Fn(&[Row]) -> Vec<Result<T>>,
        mut then: impl FnMut(&[Row], T) -> Outcome<()>,
    ) -> Outcome<()> {
        rows.iter_mut().for_each(|row| self.add_constant(row));
        for (example, answer) in rows.chunks(size.max(1)).zip(ask(rows)) {
            match answer {
                Ok(answer) => then(example, answer)?,
                Err(error) => {
                    let reason = error.to_string();
                    let failure = Failure::row(&stream.file(), example[0].line, reason);
                    stream.forgive_all(failure, example.len() as u64)?;
                }
            }
        }
        Ok(())
    }

    /// What learning from each example would report.
    pub(crate) fn evaluate(&self, rows: &[Row]) -> Vec<Result<Round>> {
        if let Some(committee) = &self.committee {
            return rows.chunks(1).map(|row| committee.evaluate(row)).collect();
        }
        if self.takes_parts() {
            return vec![example::evaluate(&self.learner, rows)];
        }
        if let Some(boosted) = &self.boosted {
            return rows.iter().map(|row| boosted.evaluate(self.learner.problem(), row)).collect();
        }
        let one = std::slice::from_ref;
        let many = || {
            let asked = rows.iter().map(|row| Asked::of(self.learner.problem(), one(row)));
            let asked = asked.collect::<Result<Vec<_>>>()?;
            let labels = asked.iter().map(Asked::label);
            let all = instances(rows).into_iter().zip(labels);
            let all: Vec<_> = all.map(|(x, label)| Example::new(x, label)).collect();
            let mut found = Vec::with_capacity(rows.len());
            self.learner.evaluate_many(Batch::Examples(&all), |_, round| found.push(round));
            Ok(found)
        };
        let each = |row: &Row| {
            self.check_rank(row).and_then(|()| example::evaluate(&self.learner, one(row)))
        };
        match self.reading.ranks {
            None => together(rows, many, each),
            Some(_) => rows.iter().map(each).collect(),
        }
    }

    /// Decision and score for each example.
    pub(crate) fn predict(&self, rows: &[Row]) -> Vec<Result<(Prediction, f64)>> {
        if let Some(committee) = &self.committee {
            return rows.chunks(1).map(|row| committee.predict(row)).collect();
        }
        if self.takes_parts() {
            return vec![self.leader().predict_parts(&instances(rows))];
        }
        if let Some(boosted) = &self.boosted {
            return rows.iter().map(|row| boosted.predict(self.learner.problem(), row)).collect();
        }
        self.ask(rows, |answer| (answer.prediction(), answer.score()))
    }

    /// The answer that learning from this example would judge.
    pub(crate) fn foresee(&mut self, rows: &[Row]) -> Result<(Prediction, f64)> {
        if let Some(committee) = &self.committee {
            return committee.predict(rows);
        }
        let weight = rows.first().map_or(1.0, |row| row.weight);
        self.leader_mut().foresee_parts(&instances(rows), weight)
    }

    /// The score of every class for each row.
    pub(crate) fn scores(&self, rows: &[Row]) -> Vec<Result<Vec<f64>>> {
        if let Some(committee) = &self.committee {
            return rows.chunks(1).map(|row| committee.shares(row)).collect();
        }
        self.ask(rows, |answer| answer.scores().to_vec())
    }

    /// What the leader answers to each row.
    fn ask<T>(&self, rows: &[Row], read: impl Fn(Answer<'_, AnyProblem>) -> T) -> Vec<Result<T>> {
        let none = |row| Example::new(instance(row), Label::None);
        let (asked, mut found) = (rows.iter().map(none).collect::<Vec<_>>(), Vec::new());
        self.leader().predict_many(Batch::Examples(&asked), |_, answer| {
            found.push(answer.map(&read));
        });
        found
    }
}

/// The answers to all rows at once; one by one if there is only one, or one without a label.
fn together<T>(
    rows: &[Row],
    many: impl Fn() -> Result<Vec<Result<T>>>,
    one: impl Fn(&Row) -> Result<T>,
) -> Vec<Result<T>> {
    match rows {
        [row] => vec![one(row)],
        _ => match many() {
            Ok(answers) => answers,
            Err(_) => rows.iter().map(one).collect(),
        },
    }
}
