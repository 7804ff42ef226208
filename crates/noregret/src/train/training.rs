//! What a run is asked to do.

use super::auto::Auto;
use super::risk::{Risk, StopRule};
use super::saving::Saving;
use super::shard::ShardNumber;
use crate::choice::{Averaging, Choice};
use crate::example::{Record, Records};
use crate::proof::Certify;
use crate::source::{ReadingOptions, Window, is_same_file, is_stdin};
use crate::{Error, Result};
use noregret_core::replay::convert::Tolerance;
use noregret_core::replay::hindsight::Goal;
use noregret_io::{CacheUse, Interaction, MemoryRows, ReadOptions};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

/// A run over data in files, or in memory.
///
/// ```no_run
/// use noregret::{Choice, Silent, Training};
///
/// let training = Training::new(["mail.svm"]).choice(Choice::parse("pa1:C=0.1")?);
/// let trained = training.run(&mut Silent)?;
/// println!("{:?}", trained.model.meter().value("error_rate"));
/// # Ok::<(), noregret::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Training {
    /// Data files, read in this order; `-` is standard input.
    pub data: Vec<PathBuf>,
    /// Rows in memory, in place of files; `data` then has one path, their name.
    pub memory: Option<Arc<dyn MemoryRows>>,
    /// The learner.
    pub choice: Choice,
    /// Several learners at once, in place of one.
    pub auto: Option<Auto>,
    /// How the data is to be read.
    pub reading: ReadingOptions,
    /// Which features are multiplied with which.
    pub interact: Vec<Interaction>,
    /// Whether the data is kept in binary form beside its files, and read from there while it is
    /// fresh.
    pub cache: bool,
    /// The model to go on from.
    pub resume: Option<PathBuf>,
    /// Where the model is to be written.
    pub output: Option<PathBuf>,
    /// When the model is written besides the end of the run.
    pub saving: Saving,
    /// Whether a resumed model is to learn again from rows that it says it has seen.
    pub from_start: bool,
    /// How many rows are looked at before learning begins; 1,000 or what is needed if left open.
    pub head: Option<usize>,
    /// Where the rounds are to be written down, a line each; `-` is standard output.
    pub trace: Option<PathBuf>,
    /// How much work witnesses may take beside the learner.
    pub certify: Certify,
    /// How often to go through the data; 0 is once.
    pub passes: u64,
    /// The part of the data that is learned from; all if left open.
    pub shard: Option<ShardNumber>,
    /// Every so many rows one is tested on and not learned from.
    pub test_every: Option<u64>,
    /// What to promise about rows still to come.
    pub risk: Risk,
    /// Learn until no example loses more than this, in place of passes.
    pub tolerance: Option<Tolerance>,
    /// Find the best fixed predictor to this gap, in place of passes.
    pub until_gap: Option<Goal>,
    /// Seed of everything random.
    pub seed: u64,
}

impl Training {
    /// One pass over these files, with whatever learner suits them.
    pub fn new<P: Into<PathBuf>>(data: impl IntoIterator<Item = P>) -> Self {
        let data = data.into_iter().map(Into::into).collect();
        Training { data, ..Training::default() }
    }

    /// One pass over records.
    ///
    /// ```
    /// use noregret::{Choice, Record, Silent, Training};
    ///
    /// let rows = (0..9).map(|t| Record::dense(&[f64::from(t % 3), 1.0]).label(f64::from(t % 3)));
    /// let training = Training::over(rows.collect()).choice(Choice::parse("nlms")?.problem("regression"));
    /// assert_eq!(training.run(&mut Silent)?.model.meter().examples, 9);
    /// # Ok::<(), noregret::Error>(())
    /// ```
    pub fn over(records: Vec<Record>) -> Self {
        Training::over_rows(Arc::new(Records(records)))
    }

    /// One pass over rows in memory.
    pub fn over_rows(rows: Arc<dyn MemoryRows>) -> Self {
        let named = Training::new([rows.name()]);
        Training { memory: Some(rows), ..named }
    }

    /// Learns with this learner.
    #[must_use]
    pub fn choice(mut self, choice: Choice) -> Self {
        self.choice = choice;
        self
    }

    /// Goes through the data so often.
    #[must_use]
    pub fn passes(mut self, passes: u64) -> Self {
        self.passes = passes;
        self
    }

    /// Goes on from this model.
    #[must_use]
    pub fn resume(mut self, model: impl Into<PathBuf>) -> Self {
        self.resume = Some(model.into());
        self
    }

    /// Writes the model there.
    #[must_use]
    pub fn output(mut self, model: impl Into<PathBuf>) -> Self {
        self.output = Some(model.into());
        self
    }

    /// How often the data is gone through.
    pub(crate) fn pass_count(&self) -> u64 {
        self.passes.max(1)
    }

    /// Whether it makes a model that has learned nothing, for shards to go on from: no row may be
    /// learned from.
    pub(crate) fn is_base(&self) -> bool {
        self.reading.limit == Some(0)
    }

    /// How much work witnesses may take: none where rows are no rounds.
    pub(crate) fn witnesses(&self) -> Certify {
        match self.tolerance.is_some() || self.until_gap.is_some() {
            true => Certify::Off,
            false => self.certify,
        }
    }

    /// The interactions, each once, in sorted order.
    pub(crate) fn interactions(&self) -> Vec<Interaction> {
        let all: BTreeSet<&Interaction> = self.interact.iter().collect();
        all.into_iter().cloned().collect()
    }

    /// How the data is to be read.
    pub(crate) fn options(&self) -> Result<ReadOptions> {
        let cache = match self.cache {
            false => CacheUse::None,
            true if self.reading.window() == Window::ALL => CacheUse::Beside,
            true => CacheUse::Fresh,
        };
        let memory = self.memory.clone();
        Ok(ReadOptions { cache, memory, ..self.reading.options()? })
    }

    /// The run with what its rules ask of the learner: `--stop average` is about the average.
    pub(crate) fn completed(&self) -> Self {
        let mut run = self.clone();
        if run.risk.stop == Some(StopRule::Average) {
            run.choice.average = run.choice.average.or(Some(Averaging::Plain));
        }
        run
    }

    /// Refuses numbers that no run can end with.
    pub(crate) fn check(&self) -> Result<()> {
        let usage = |reason: &str| Err(Error::Usage(reason.into()));
        if self.tolerance.is_some_and(|t| !(t.beta > 0.0 && t.beta.is_finite())) {
            return usage("--tolerance must be a positive number");
        }
        if self.until_gap.as_ref().is_some_and(|goal| !(goal.gap > 0.0 && goal.gap < 1.0)) {
            return usage("the gap must be a number above 0 and below 1");
        }
        if self.test_every.is_some_and(|every| every < 2) {
            return usage("of every two rows one is to be learned from at least");
        }
        if self.resume.is_some() && !self.choice.is_default() {
            return usage(
                "a resumed model keeps the options it was made with; leave out those that choose a \
                 learner",
            );
        }
        self.check_shards()?;
        self.check_promises()?;
        self.check_saving()?;
        self.check_output()?;
        self.check_trace()
    }

    /// Refuses what means nothing for a base or a shard.
    fn check_shards(&self) -> Result<()> {
        let batch = self.tolerance.is_some() || self.until_gap.is_some();
        let reason = if self.is_base() && (self.resume.is_some() || self.shard.is_some() || batch) {
            "--limit 0 writes a model that has learned nothing: leave out --resume, --shard, \
             --tolerance and --until-gap"
        } else if self.is_base() && self.output.is_none() {
            "--limit 0 writes a model that has learned nothing: say where with -o"
        } else if self.shard.is_some() && batch {
            "a shard is learned in rounds: leave out --tolerance and --until-gap"
        } else if self.shard.is_some() && !self.saving.is_never() {
            "a checkpoint knows its place in rows, not in shards: leave out --save-every and \
             --save-seconds"
        } else {
            return Ok(());
        };
        Err(Error::Usage(reason.into()))
    }

    /// Refuses promises about fresh rows where rows are not fresh.
    fn check_promises(&self) -> Result<()> {
        let Risk { delta, stop, .. } = self.risk;
        if delta.is_none() && stop.is_none() {
            return Ok(());
        }
        let twice = (1..self.data.len()).any(|i| self.data[..i].contains(&self.data[i]));
        let reason = if self.pass_count() > 1 || twice || self.tolerance.is_some() {
            "promises are about one pass, in which every row is fresh"
        } else if stop == Some(StopRule::Validate) && delta.is_none() {
            "--stop validate needs --risk: it says how many runs there are to choose from"
        } else {
            return Ok(());
        };
        Err(Error::Usage(reason.into()))
    }

    /// Refuses a model that would replace the data.
    fn check_output(&self) -> Result<()> {
        let Some(output) = &self.output else { return Ok(()) };
        match self.data.iter().find(|path| is_same_file(path, output)) {
            None => Ok(()),
            Some(path) => Err(Error::Usage(format!(
                "the model would replace the data in {}: choose another name after -o",
                path.display()
            ))),
        }
    }

    /// Refuses a trace that would replace the data or a model.
    fn check_trace(&self) -> Result<()> {
        let Some(trace) = self.trace.as_ref().filter(|path| !is_stdin(path)) else {
            return Ok(());
        };
        let mut others = self.data.iter().chain(&self.resume).chain(&self.output);
        match others.find(|other| is_same_file(other, trace)) {
            None => Ok(()),
            Some(other) => Err(Error::Usage(format!(
                "the trace would replace {}: choose another name",
                other.display()
            ))),
        }
    }
}
