//! What a model says about rows it does not learn from: some at a time, many where scores are
//! expensive (kernels), with the same answers as one by one.

use super::{Kind, Model};
use crate::Error;
use crate::example::{self, ExampleLabel, Groups, instance, instances};
use crate::observer::Observer;
use crate::source::{Block, Stream};
use noregret_core::{AnyLearner, Batch, Example, Label, Outcome, Prediction, Result};
use noregret_io::{Lookup, Row};

/// Rows that a kernel is asked about together.
const TOGETHER: usize = 1024;

/// Rows of a file that anything else is asked about together: few enough to stay in the cache of
/// the processor.
const IN_CACHE: usize = 16;

/// What a model says about an example.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// The decision.
    pub prediction: Prediction,
    /// The number behind it.
    pub score: f64,
    /// Those of all classes, or of the rows of a group, if they were asked for.
    pub scores: Vec<f64>,
}

impl From<(Prediction, f64)> for Answer {
    /// Without the scores of classes and rows.
    fn from((prediction, score): (Prediction, f64)) -> Self {
        Answer { prediction, score, scores: Vec::new() }
    }
}

impl Model {
    /// Goes through data: `ask` about some examples at a time (several of one row, or one of
    /// several), `then` use the answers in order. An example without an answer is skipped or ends
    /// the run.
    ///
    /// # Errors
    /// If the data is broken, or whatever `then` fails with.
    pub fn each_answer<T>(
        &self,
        stream: &mut Stream,
        observer: &mut dyn Observer,
        ask: impl Fn(&[Row]) -> Vec<Result<T>>,
        mut then: impl FnMut(&[Row], T) -> crate::Result<()>,
    ) -> crate::Result<()> {
        if self.takes_parts() {
            let mut groups = Groups::new(self.problem());
            while groups.read(stream, Lookup::Frozen(&self.space), observer)? {
                let size = groups.rows.len();
                let example = ExampleRows { rows: &groups.rows, size };
                self.answer(example, stream, observer, &ask, &mut then)?;
            }
            groups.warn_returned(observer);
            return Ok(());
        }
        // With a kernel the time saved counts for more than the order of what is said.
        let size = match (self.has_kernel(), stream.one_at_a_time()) {
            (true, _) => TOGETHER,
            (false, true) => 1,
            (false, false) => IN_CACHE,
        };
        let mut block = Block::default();
        while block.read(stream, Lookup::Frozen(&self.space), size, observer) {
            let examples = ExampleRows { rows: &block.rows, size: 1 };
            self.answer(examples, stream, observer, &ask, &mut then)?;
            block.error.take().map_or(Ok(()), Err)?;
        }
        Ok(())
    }

    /// Answers some rows.
    fn answer<T>(
        &self,
        examples: ExampleRows<'_>,
        stream: &mut Stream,
        observer: &mut dyn Observer,
        ask: impl Fn(&[Row]) -> Vec<Result<T>>,
        mut then: impl FnMut(&[Row], T) -> crate::Result<()>,
    ) -> crate::Result<()> {
        let ExampleRows { rows, size } = examples;
        for (example, answer) in rows.chunks(size.max(1)).zip(ask(rows)) {
            match answer {
                Ok(answer) => then(example, answer)?,
                Err(error) => {
                    let row = example.get(error.part()).unwrap_or(&example[0]);
                    let error = Error::row(&stream.file(), row.line, error.to_string());
                    stream.forgive_all(error, example.len() as u64, observer)?;
                }
            }
        }
        Ok(())
    }

    /// Whether scores come from a kernel.
    fn has_kernel(&self) -> bool {
        self.spec().is_some_and(|spec| spec.kernel.is_some())
    }

    /// What learning from each example would report.
    pub(crate) fn evaluate_rows(&self, rows: &[Row]) -> Vec<Result<Outcome>> {
        let single = match &self.kind {
            Kind::Committee(committee) => {
                return rows.chunks(1).map(|row| committee.evaluate(row)).collect();
            }
            Kind::Boosted(boosted) => {
                return rows.iter().map(|row| boosted.evaluate(row)).collect();
            }
            Kind::One(single) => single,
            Kind::Contest(contest) => contest.leader(),
        };
        if self.takes_parts() {
            return vec![example::evaluate(&single.learner, rows)];
        }
        let one = std::slice::from_ref;
        let many = || {
            let asked = rows.iter().map(|row| ExampleLabel::of(single.learner.problem(), one(row)));
            let asked = asked.collect::<Result<Vec<_>>>()?;
            let labels = asked.iter().map(ExampleLabel::label);
            let all = instances(rows).into_iter().zip(labels);
            let all: Vec<_> = all.map(|(x, label)| Example::new(x, label)).collect();
            let mut found = Vec::with_capacity(rows.len());
            single.learner.evaluate_many(Batch::Examples(&all), |_, round| found.push(round));
            Ok(found)
        };
        let each = |row: &Row| {
            self.check_rank(row).and_then(|()| example::evaluate(&single.learner, one(row)))
        };
        match self.reading.ranks {
            None => together(rows, many, each),
            Some(_) => rows.iter().map(each).collect(),
        }
    }

    /// The answer to each example of one row, or to the one example of several rows.
    pub fn answers(&self, rows: &[Row]) -> Vec<Result<Answer>> {
        self.answer_rows(rows, false)
    }

    /// The answer to each example, with the scores of all classes or of the rows of its group; each
    /// example is scored once.
    pub fn answers_with_scores(&self, rows: &[Row]) -> Vec<Result<Answer>> {
        self.answer_rows(rows, true)
    }

    fn answer_rows(&self, rows: &[Row], scored: bool) -> Vec<Result<Answer>> {
        let single = match &self.kind {
            Kind::Committee(committee) => {
                return rows.chunks(1).map(|row| committee.answer(row, scored)).collect();
            }
            Kind::Boosted(boosted) => {
                return rows.iter().map(|row| boosted.predict(row).map(Answer::from)).collect();
            }
            Kind::One(single) => single,
            Kind::Contest(contest) => contest.leader(),
        };
        let example = |row| Example::new(instance(row), Label::None);
        if self.takes_parts() {
            let parts = instances(rows);
            return ask(&single.learner, &[Example::of_parts(&parts, Label::None)], scored);
        }
        match rows {
            [row] => ask(&single.learner, &[example(row)], scored),
            _ => ask(&single.learner, &rows.iter().map(example).collect::<Vec<_>>(), scored),
        }
    }

    /// The answer that learning from this example would judge.
    pub(crate) fn foresee(&mut self, rows: &[Row]) -> Result<(Prediction, f64)> {
        let weight = rows.first().map_or(1.0, |row| row.weight);
        match &mut self.kind {
            Kind::Committee(committee) => committee.foresee(rows),
            Kind::Boosted(boosted) => boosted.predict(&rows[0]),
            Kind::One(single) => single.learner.foresee_parts(&instances(rows), weight),
            Kind::Contest(contest) => {
                contest.leader_mut().learner.foresee_parts(&instances(rows), weight)
            }
        }
    }
}

/// Rows, and how many of them are one example.
#[derive(Clone, Copy)]
struct ExampleRows<'a> {
    rows: &'a [Row],
    size: usize,
}

/// What a learner answers to each example, with all scores if they are wanted.
fn ask(learner: &AnyLearner, examples: &[Example<'_>], scored: bool) -> Vec<Result<Answer>> {
    let mut found = Vec::with_capacity(examples.len());
    learner.predict_many(Batch::Examples(examples), |_, answer| {
        found.push(answer.map(|answer| Answer {
            prediction: answer.prediction(),
            score: answer.score(),
            scores: if scored { answer.scores().to_vec() } else { Vec::new() },
        }));
    });
    found
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
