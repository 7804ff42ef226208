//! The learning loop: the rows read ahead, the rest, and again if asked. For kernels see
//! [`ahead`](super::ahead).
//!
//! A row the learner refuses leaves no trace: features it brought are forgotten, so that skipping
//! it is the same as not having it. The same holds of a row that is held out.

use super::Training;
use super::ahead::Ahead;
use super::checkpoint::Checkpoints;
use super::holdout::Holdout;
use super::replayed::Replayed;
use super::risk::Fresh;
use super::risk_meter::RiskMeter;
use crate::example::{Groups, Rows, Unlabelled};
use crate::model::{Answer, Kind, Meter, Model, Recent};
use crate::observer::{Observer, Progress};
use crate::opening::{self, Begun, HeadFirst};
use crate::source::Stream;
use crate::trace::TraceWriter;
use crate::{Error, Result};
use noregret_core::problem::{LabelForm, Problem};
use noregret_io::{Lookup, Row};

/// What a loop over the data found besides the model.
#[derive(Debug, Default)]
pub(crate) struct Passed {
    /// The counters of the rows held out of the last pass, if some were.
    pub(crate) holdout: Option<Meter>,
    /// What is promised about fresh examples, if that was asked for.
    pub(crate) fresh: Option<Fresh>,
    /// Rows skipped in the passes before the last.
    pub(crate) skipped: u64,
    /// How the last examples did.
    pub(crate) recent: Recent,
    /// How many passes have begun.
    pub(crate) passes: u64,
    /// How many rows the last pass came to, if it was made from memory.
    pub(crate) from_memory: Option<u64>,
}

/// Goes through the data as often as asked; what was found before a failure is in `passed`.
pub(crate) fn run(
    training: &Training,
    begun: &mut Begun,
    observer: &mut dyn Observer,
    passed: &mut Passed,
) -> Result<()> {
    let mut pass = Pass::new(training, begun, observer)?;
    if let Some(path) = &training.trace {
        pass.trace = Some(TraceWriter::new(path, &mut begun.model)?);
    }
    let together = begun.model.takes_parts() || begun.model.has_several();
    let kernel = begun.model.spec().is_some_and(|spec| spec.kernel.is_some());
    let read = if kernel && !together {
        Ahead::new(&mut pass, begun).run(passed)
    } else {
        one_by_one(&mut pass, begun, passed)
    };
    // Also after a failure: what was learned until then may not be in the model's own learner.
    passed.fresh = match pass.risk.take() {
        Some(risk) => Some(risk.finish(&mut begun.model)?),
        None => None,
    };
    read?;
    pass.trace.take().map_or(Ok(()), |trace| trace.finish(&begun.model))?;
    if training.resume.is_some() && !pass.shares {
        pass.observer.note("the model knew none of the features of this data");
    }
    if pass.learned.is_empty() && begun.stream.has_seen() {
        return Ok(());
    }
    if let Some(shard) = training.shard.filter(|_| pass.learned.is_empty()) {
        pass.observer.note(&format!("the data has no example for shard {shard}"));
        return Ok(());
    }
    if pass.learned.is_empty() && training.reading.is_stopped() {
        return Err(Error::Other("stopped before the first row was learned from".into()));
    }
    if pass.learned.is_empty() {
        return Err(Error::Other("there was no row to learn from: all were skipped".into()));
    }
    let files: Vec<String> = training.data.iter().map(|path| path.display().to_string()).collect();
    let mut note = |text: &str| pass.observer.note(text);
    pass.learned.check(begun.model.problem(), &files.join(", "), &mut note)?;
    passed.recent = pass.recent;
    passed.holdout = pass.holdout.map(|holdout| holdout.meter);
    Ok(())
}

fn one_by_one(pass: &mut Pass<'_>, begun: &mut Begun, passed: &mut Passed) -> Result<()> {
    let training = pass.training;
    let Begun { model, head, stream, .. } = begun;
    let mut source = HeadFirst::new(std::mem::take(head), stream);
    let mut groups = Groups::new(model.problem());
    let mut replayed = Replayed::new(training, model);
    for number in 0..training.pass_count() {
        if number > 0 && training.reading.is_stopped() {
            break;
        }
        passed.passes += 1;
        if number > 0 {
            pass.begin_again(model);
        }
        if let Some(examples) = replayed.examples().filter(|_| number > 0) {
            // All rows are kept but those that were left out at the start.
            let kept: usize = examples.iter().map(Vec::len).sum();
            let mut rows_seen = source.stream().rows().saturating_sub(kept as u64);
            for rows in examples {
                if training.reading.is_stopped() {
                    break;
                }
                let features = model.space.len();
                pass.learn(model, rows, features, source.stream())?;
                rows_seen += rows.len() as u64;
            }
            passed.from_memory = Some(rows_seen);
            model.settle();
            continue;
        }
        if number > 0 {
            let stream = source.stream();
            passed.skipped += stream.skipped();
            let options = stream.pass_on(model.read_options(training.options()?));
            *stream = opening::open(training, options);
        }
        loop {
            let features = model.space.len();
            let (mine, parts) = (pass.takes_next(), model.takes_parts());
            // The first row of the next group is read here too, which may be of this shard.
            let lookup = match mine || parts {
                true => Lookup::Learn(&mut model.space),
                false => Lookup::Frozen(&model.space),
            };
            if !groups.read(&mut source, lookup, pass.observer)? {
                break;
            }
            if !mine {
                model.space.truncate(features);
                continue;
            }
            match pass.learn(model, &mut groups.rows, features, source.stream())? {
                true if number == 0 => replayed.keep(&mut groups.rows),
                _ => replayed.give_up(),
            }
            let place = groups.place(&source);
            pass.save(place, model, source.stream())?;
        }
        if source.stream().skipped() > 0 {
            replayed.give_up();
        }
        model.settle();
        if number == 0
            && let Some(text) = groups.returned()
        {
            pass.observer.note(&text);
        }
    }
    Ok(())
}

/// What goes along with a loop over the data.
pub(super) struct Pass<'a> {
    pub(super) training: &'a Training,
    pub(super) observer: &'a mut dyn Observer,
    /// What a label looks like to the problem, which may have been guessed.
    form: LabelForm,
    pub(super) holdout: Option<Holdout>,
    risk: Option<RiskMeter>,
    /// Where the rounds are written down.
    trace: Option<TraceWriter>,
    checkpoints: Option<Checkpoints<'a>>,
    pub(super) recent: Recent,
    /// From how many examples on the observer wants to see the run.
    wants: u64,
    /// Whether the observer wants to know the answer to every example.
    wants_answers: bool,
    /// How many features there were before the run; 0 if the constant is the only one.
    known: u32,
    /// The slot of the constant.
    constant: Option<u32>,
    /// Whether a row had one of the features known before; only a resumed model is asked.
    shares: bool,
    /// The examples learned from.
    learned: Unlabelled,
    /// The examples of this pass so far, those of other shards among them.
    examples: u64,
}

impl<'a> Pass<'a> {
    fn new(training: &'a Training, begun: &Begun, observer: &'a mut dyn Observer) -> Result<Self> {
        let model = &begun.model;
        observer.begins(model)?;
        let constant = model.spec().and_then(|spec| spec.bias).map(|bias| bias.coordinate);
        let known = model.space.len() as u32;
        // A model that knows nothing but its constant has nothing to share.
        let known = if (0..known).any(|slot| Some(slot) != constant) { known } else { 0 };
        Ok(Pass {
            training,
            form: model.problem().label_form(),
            holdout: training.test_every.map(|every| Holdout::new(every, model.problem())),
            risk: RiskMeter::new(training, begun)?,
            trace: None,
            recent: Recent::new(model.problem()).after(model.meter.examples),
            checkpoints: Checkpoints::new(training, begun),
            wants: observer.wants(),
            wants_answers: observer.wants_answers(),
            observer,
            known,
            constant,
            shares: false,
            learned: Unlabelled::default(),
            examples: 0,
        })
    }

    /// Whether the next example is learned from: those of other shards are not.
    #[inline]
    pub(super) fn takes_next(&mut self) -> bool {
        let Some(shard) = self.training.shard else { return true };
        self.examples += 1;
        shard.has(self.examples - 1)
    }

    /// Counts anew what is counted in every pass.
    pub(super) fn begin_again(&mut self, model: &Model) {
        self.examples = 0;
        let problem = model.problem();
        self.recent = Recent::new(problem).after(model.meter.examples);
        self.holdout.iter_mut().for_each(|holdout| holdout.restart(problem));
    }

    /// Learns from an example or tests on it, or refuses it; `features` is how many there were
    /// before. Whether it was learned from.
    #[inline(always)]
    fn learn(
        &mut self,
        model: &mut Model,
        rows: &mut [Row],
        features: usize,
        stream: &mut Stream,
    ) -> Result<bool> {
        if matches!(model.kind, Kind::Contest(_)) && !stream.in_first_file() {
            model.settle();
        }
        let held_out = self.holdout.as_mut().and_then(Holdout::take_next);
        let refused = match held_out {
            Some(holdout) => {
                model.space.truncate(features);
                holdout.test(model, rows, features).err()
            }
            None => {
                self.is_at(stream.place());
                self.example(model, rows, stream)?
            }
        };
        let Some(error) = refused else { return Ok(true) };
        model.space.truncate(features);
        self.forgive(stream, &stream.file(), rows, &error)?;
        Ok(false)
    }

    /// Writes a checkpoint if one is due now that so many rows were learned from.
    #[inline(always)]
    pub(super) fn save(&mut self, rows: u64, model: &mut Model, stream: &Stream) -> Result<()> {
        match &mut self.checkpoints {
            Some(checkpoints) => checkpoints.after(rows, model, stream),
            None => Ok(()),
        }
    }

    /// Further examples are from this file, from 0.
    #[inline(always)]
    pub(super) fn is_at(&mut self, file: usize) {
        if let Some(trace) = &mut self.trace {
            trace.is_at(file);
        }
    }

    /// Learns from an example; the error if it does not fit.
    #[inline(always)]
    pub(super) fn example(
        &mut self,
        model: &mut Model,
        rows: &[Row],
        stream: &Stream,
    ) -> Result<Option<noregret_core::Error>> {
        let answer = match self.wants_answers.then(|| foreseen(model, rows)).transpose() {
            Ok(answer) => answer,
            Err(error) => return Ok(Some(error)),
        };
        if let Some(risk) = &mut self.risk {
            match risk.begin(model, rows) {
                Ok(true) => (),
                Ok(false) => return Ok(None),
                Err(error) => return Ok(Some(error)),
            }
        }
        let learned = model.learn_rows(rows);
        if let Some(risk) = &mut self.risk {
            risk.end(model, rows, learned.as_ref().ok());
        }
        match learned {
            Ok(outcome) => {
                self.learned.count(rows);
                let shift = if outcome.counted { self.recent.add(&outcome) } else { None };
                if let Some(shift) = shift.filter(|_| stream.is_live()) {
                    self.observer.note(&shift.to_string());
                }
                if let Some(trace) = self.trace.as_mut().filter(|_| outcome.counted) {
                    trace.round(model, rows)?;
                }
                if let Some(answer) = &answer {
                    self.observer.answer(model, rows, answer)?;
                }
                if self.known > 0 && !self.shares {
                    let known = |i: u32| i < self.known && Some(i) != self.constant;
                    self.shares = rows.iter().flat_map(|row| &row.indices).any(|&i| known(i));
                }
                if model.meter.examples >= self.wants {
                    self.report(model, stream)?;
                }
                Ok(None)
            }
            Err(noregret_core::Error::Spec(message)) => Err(Error::Usage(message)),
            Err(error) => Ok(Some(error)),
        }
    }

    /// Tells the observer where the run is.
    #[cold]
    fn report(&mut self, model: &Model, stream: &Stream) -> Result<()> {
        let holdout = self.holdout.as_ref().map(|holdout| &holdout.meter);
        let (recent, bytes) = (&self.recent, stream.progress());
        self.observer.progress(&Progress { model, holdout, recent, bytes })?;
        self.wants = self.observer.wants();
        Ok(())
    }

    /// Counts the rows of an example that does not fit, or stops because of it.
    pub(super) fn forgive(
        &mut self,
        stream: &mut Stream,
        file: &str,
        rows: &[Row],
        error: &noregret_core::Error,
    ) -> Result<()> {
        let row = rows.get(error.part()).unwrap_or(&rows[0]);
        let error = Error::row(file, row.line, self.reason(error, row));
        stream.forgive_all(error, rows.len() as u64, self.observer)
    }

    /// Why a row was refused, and what to do if the problem was only a guess.
    fn reason(&self, error: &noregret_core::Error, row: &Row) -> String {
        let noregret_core::Error::Label(reason) = error else { return error.to_string() };
        let open = self.training.choice.problem.is_none() && self.training.resume.is_none();
        match self.form {
            LabelForm::List if open => format!(
                "{reason}; if ',' and '>' are part of the names of classes, use --problem \
                 multiclass"
            ),
            LabelForm::One | LabelForm::Nothing if open && row.label.number().is_some() => format!(
                "{reason}; for more than two classes use --problem multiclass, for numbers to \
                 predict \
                 --problem regression"
            ),
            LabelForm::One | LabelForm::Nothing if open && !row.label.is_missing() => {
                format!("{reason}; for more than two classes use --problem multiclass")
            }
            _ => error.to_string(),
        }
    }
}

/// The answer to an example that is about to be learned from.
#[cold]
fn foreseen(model: &mut Model, rows: &[Row]) -> noregret_core::Result<Answer> {
    Ok(Answer::from(model.foresee(rows)?))
}
