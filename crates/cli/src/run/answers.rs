//! What a session says about rows it does not learn from: many at a time where scores are dear (kernels), with
//! the same answers as one by one.

use crate::failure::{Failure, Outcome};
use crate::run::block::Block;
use crate::run::session::{Session, label};
use crate::run::stream::Stream;
use noregret_core::{Instance, Outcome as Round, Prediction, Result};
use noregret_io::{Lookup, Row};

/// Rows that a kernel is asked about together.
const TOGETHER: usize = 1024;

impl Session {
    /// Goes through data: `ask` about some rows at a time, `then` use the answers in order. A row without an
    /// answer is skipped or ends the run.
    pub(crate) fn each_answer<T>(
        &self,
        stream: &mut Stream,
        ask: impl Fn(&[Row]) -> Vec<Result<T>>,
        mut then: impl FnMut(&Row, T) -> Outcome<()>,
    ) -> Outcome<()> {
        let size = if self.spec.kernel.is_some() { TOGETHER } else { 1 };
        let mut block = Block::default();
        while block.read(stream, Lookup::Frozen(&self.space), size) {
            block.rows.iter_mut().for_each(|row| self.add_constant(row));
            for (row, answer) in block.rows.iter().zip(ask(&block.rows)) {
                match answer {
                    Ok(answer) => then(row, answer)?,
                    Err(error) => {
                        let reason = error.to_string();
                        stream.forgive(Failure::row(&stream.file(), row.line, reason))?;
                    }
                }
            }
            block.failure.take().map_or(Ok(()), Err)?;
        }
        Ok(())
    }

    /// What learning from each row would report.
    pub(crate) fn evaluate(&self, rows: &[Row]) -> Vec<Result<Round>> {
        let many = || {
            let labels = rows.iter().map(label);
            let all: Vec<_> = instances(rows)?.into_iter().zip(labels).collect();
            self.learner.evaluate_many(&all)
        };
        together(rows, many, |row| self.learner.evaluate(instance(row)?, label(row)))
    }

    /// Decision and score for each row.
    pub(crate) fn predict(&self, rows: &[Row]) -> Vec<Result<(Prediction, f64)>> {
        let many = || self.learner.predict_many(&instances(rows)?);
        together(rows, many, |row| self.learner.predict(instance(row)?))
    }

    /// The score of every class for each row.
    pub(crate) fn scores(&self, rows: &[Row]) -> Vec<Result<Vec<f64>>> {
        let many = || self.learner.scores_many(&instances(rows)?);
        together(rows, many, |row| self.learner.scores(instance(row)?))
    }
}

/// The answers to all rows at once; one by one if there is only one, or one that has no answer.
fn together<T>(
    rows: &[Row],
    many: impl Fn() -> Result<Vec<T>>,
    one: impl Fn(&Row) -> Result<T>,
) -> Vec<Result<T>> {
    match rows {
        [row] => vec![one(row)],
        _ => match many() {
            Ok(answers) => answers.into_iter().map(Ok).collect(),
            Err(_) => rows.iter().map(one).collect(),
        },
    }
}

fn instance(row: &Row) -> Result<Instance<'_>> {
    Instance::sparse(&row.indices, &row.values)
}

fn instances(rows: &[Row]) -> Result<Vec<Instance<'_>>> {
    rows.iter().map(instance).collect()
}
