//! Predictions that another program made, one a row, beside what is proved about all fixed linear
//! predictors of the rows: an audit of a model that is never seen.
//!
//! Rows are read as `learn` reads them and shown to witnesses; the lines of the predictions are
//! judged after the last row, when all classes are known. A row that was skipped may have a line or
//! not: their number tells.
//!
//! | file | what it holds |
//! |---|---|
//! | `lines` | the file of predictions |
//! | `rows` | the data: shown to witnesses, its labels kept |
//! | `form` | whether lines are labels, scores, probabilities or numbers |
//! | `names` | the classes in the order of scores |
//! | `reader` | a line, judged by the label of its row |
//! | `remark` | what is told of all this |

mod form;
mod lines;
mod names;
mod reader;
mod remark;
mod rows;

pub use form::Form;

use super::{Training, read};
use crate::choice::{Bias, Choice, spec::DEFAULT_ALGORITHM};
use crate::model::Meter;
use crate::observer::Observer;
use crate::opening::{self, Begun};
use crate::proof::{Certify, Headroom};
use crate::source::is_stdin;
use crate::{Error, Result};
use form::layout;
use lines::Lines;
use names::Names;
use noregret_core::metric::Judged;
use noregret_core::problem::AnyProblem;
use noregret_core::{Label, Spec};
use noregret_io::ColumnSupport;
use reader::Reader;
use rows::{Kind, NO_PROOF, Rows};
use std::path::PathBuf;

/// An audit of predictions: the data, and a file with a prediction for each of its rows.
///
/// ```no_run
/// use noregret::{Silent, Training, train::Certification};
///
/// let audit = Certification::new(Training::new(["mail.svm"]), "scores.txt");
/// let certified = audit.run(&mut Silent)?;
/// println!("{:?} of {:?}", certified.meter.value("mistakes"), certified.headroom);
/// # Ok::<(), noregret::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Certification {
    /// The data, how it is read, its problem, its constant and the effort; no learner is asked.
    pub training: Training,
    /// The predictions, one a line in the order of the rows; `-` is standard input.
    pub predictions: PathBuf,
    /// The predictions themselves, if they are in memory; `predictions` is then only a name.
    pub text: Option<String>,
    /// What the lines are, if they are not to tell themselves.
    pub form: Option<Form>,
    /// Whether models are linear in standardised columns; left open, tables of few columns are.
    pub standardise: Option<bool>,
}

/// What predictions have lost beside what was proved.
#[derive(Clone, Debug)]
pub struct Certified {
    /// The problem.
    pub problem: AnyProblem,
    /// What the lines were taken for.
    pub form: Form,
    /// Rows and errors.
    pub meter: Meter,
    /// How much of the loss was avoidable, the loss of the problem first.
    pub headroom: Vec<Headroom>,
    /// Rows skipped because they were broken.
    pub skipped: u64,
}

impl Certification {
    /// The audit of these predictions for the rows of a run.
    pub fn new(training: Training, predictions: impl Into<PathBuf>) -> Self {
        let predictions = predictions.into();
        Certification { training, predictions, ..Certification::default() }
    }

    /// The audit of predictions that are in memory, a line each.
    ///
    /// ```
    /// use noregret::train::Certification;
    /// use noregret::{Record, Silent, Training};
    ///
    /// let rows = (0..8).map(|t| Record::dense(&[f64::from(t % 2) - 0.5]).label(f64::from(t % 2)));
    /// let audit = Certification::of(Training::over(rows.collect()), &["0", "1"].repeat(4));
    /// assert_eq!(audit.run(&mut Silent)?.meter.value("mistakes"), Some(0.0));
    /// # Ok::<(), noregret::Error>(())
    /// ```
    pub fn of(training: Training, lines: &[impl AsRef<str>]) -> Self {
        let lines: Vec<&str> = lines.iter().map(AsRef::as_ref).collect();
        let text = Some(lines.join("\n"));
        Certification { text, ..Certification::new(training, "predictions") }
    }

    /// Reads the data and the predictions, and proves what can be proved.
    ///
    /// # Errors
    /// If the data or a prediction is broken, or there is not one for each row.
    pub fn run(&self, observer: &mut dyn Observer) -> Result<Certified> {
        let training = self.completed()?;
        let lines = match &self.text {
            Some(text) => Lines::of(self.predictions.display().to_string(), text.clone())?,
            None => Lines::read(&self.predictions)?,
        };
        let mut begun = opening::begin(&training, observer)?;
        let mut spec = begun.model.one()?.spec.clone();
        self.standardise(&training, &begun, &mut spec)?;
        let mut rows = Rows::new(&spec, training.certify)?;
        let before = training.reading.skip;
        read::each(&mut begun, observer, |_, group, place| {
            let place = read::Place { row: place.row - before, ..place };
            rows.take(&group[0], place, lines.len())
        })?;
        if rows.proof.gave_up() {
            observer.warning("there are too many features to prove anything (see --hash)");
        }
        let all = begun.stream.rows() - before;
        let by_place = rows.pairing(&lines, all, &training.data)?;
        let names = Names::new(&rows.classes);
        let layout = layout(&lines, &names, rows.kind, self.asked(rows.kind)?);
        let (kind, form) = (rows.kind, layout.form);
        let reader = Reader { lines: &lines, names: &names, kind, layout };
        let meter = judge(&mut rows, &reader, by_place)?;
        self.remark(&reader, &meter, observer);
        let mut headroom = rows.proof.headroom(None);
        if kind == Kind::Two && form == Form::Probabilities {
            // The loss that probabilities are made for comes first.
            headroom.reverse();
        }
        Ok(Certified {
            problem: rows.problem,
            form,
            meter,
            headroom,
            skipped: begun.stream.skipped(),
        })
    }

    /// The run that reads the data: a plain learner, which never learns.
    fn completed(&self) -> Result<Training> {
        let Training { data, memory, choice, reading, interact, cache, certify, head, .. } =
            &self.training;
        if is_stdin(&self.predictions) && data.iter().any(|path| is_stdin(path)) {
            return Err(Error::Usage("data and predictions both want standard input".into()));
        }
        if *certify == Certify::Off {
            return Err(Error::Usage(NO_PROOF.into()));
        }
        let Choice { problem, bias, hash, .. } = choice.clone();
        let algorithm = Some(DEFAULT_ALGORITHM.to_owned());
        let choice = Choice { algorithm, problem, bias, hash, ..Choice::default() };
        let training = Training {
            data: data.clone(),
            memory: memory.clone(),
            choice,
            reading: reading.clone(),
            interact: interact.clone(),
            cache: *cache,
            certify: *certify,
            head: *head,
            ..Training::default()
        };
        training.check().map(|()| training)
    }

    /// Puts into a composition the columns that models are linear in; the constant of standardised
    /// ones is 1.
    fn standardise(&self, training: &Training, begun: &Begun, spec: &mut Spec) -> Result<()> {
        let format = begun.stream.format();
        let is_table = format.is_some_and(|format| format.columns == ColumnSupport::Table);
        if !self.standardise.unwrap_or(is_table) {
            return Ok(());
        }
        spec.standard = opening::few_columns(training, &begun.head, spec)?;
        match (&spec.standard, &mut spec.bias, training.choice.bias) {
            (None, ..) if self.standardise.is_some() => {
                Err(Error::Usage("there are too many columns to standardise them".into()))
            }
            (Some(_), Some(bias), Bias::Auto) => {
                bias.value = 1.0;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// What the lines are, if that was said.
    fn asked(&self, kind: Kind) -> Result<Option<Form>> {
        let is_number = |form: Form| form == Form::Numbers;
        match self.form {
            Some(form) if is_number(form) != (kind == Kind::Numbers) => {
                let labels = if is_number(form) { "classes" } else { "numbers" };
                let form = form.name();
                Err(Error::Usage(format!("the labels are {labels}: predictions are no {form}")))
            }
            form => Ok(form),
        }
    }
}

/// Judges the line of each row; of each row that was read, or of those that were not skipped.
fn judge(rows: &mut Rows, reader: &Reader<'_>, by_place: bool) -> Result<Meter> {
    let Rows { kind, problem, proof, asked, .. } = rows;
    let (mut meter, mut lines, mut next) = (Meter::new(problem), reader.lines.iter(), 0);
    let mut all = Vec::with_capacity(asked.len());
    for (at, asked) in asked.iter().enumerate() {
        let line = if by_place { asked.place } else { at as u64 };
        let Some((number, text)) = lines.nth((line - next) as usize) else { break };
        next = line + 1;
        let target = match kind {
            Kind::Numbers => asked.target,
            Kind::Two | Kind::Several => reader.names.place(asked.target as usize) as f64,
        };
        let (margins, outcome) = reader.judge(number, text, target)?;
        all.push((margins, asked.weight));
        meter.add(&Judged { outcome: &outcome, label: Label::None, weight: asked.weight });
    }
    proof.judge_all(&all);
    Ok(meter)
}
