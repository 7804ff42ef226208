//! Runs over data: passes, conversions to batch, comparisons, boosting, tests.
//!
//! | file | what it holds |
//! |---|---|
//! | `training` | what a run is asked to do |
//! | `passes` | **the loop**: read an example, answer, learn, count, report |
//! | `ahead` | the loop for kernels, whose scores are found together |
//! | `saving`, `checkpoint` | models written while a run goes on |
//! | `replayed` | examples of several rows, kept for further passes |
//! | `shard` | one of N parts of the data |
//! | `holdout` | rows that are tested on and not learned from |
//! | `risk`, `risk_meter`, `stopping` | promises about rows to come, which predictor is kept |
//! | `auto`, `following` | several learners followed at once |
//! | `tolerance`, `until_gap` | conversions to batch |
//! | `hindsight`, `seen` | the best fixed predictor, and the regret against it |
//! | `compare`, `compare_hindsight` | several learners on one reading |
//! | `dual` | the best fixed predictor for rows that lie on several machines |
//! | `boost` | decision stumps |
//! | `test` | error without learning |
//! | `certify` | proof beside predictions that another program made |
//! | `examples`, `whole`, `read` | data in memory |

mod ahead;
mod auto;
mod boost;
mod certify;
mod checkpoint;
mod compare;
mod compare_hindsight;
mod dual;
mod examples;
mod following;
mod hindsight;
mod holdout;
mod passes;
mod read;
mod replayed;
mod risk;
mod risk_meter;
mod saving;
mod seen;
mod shard;
mod stopping;
mod test;
mod tolerance;
pub(crate) mod training;
mod until_gap;
mod whole;

pub use auto::{Auto, Keep};
pub use boost::{BoostRound, BoostedRun, Boosting};
pub use certify::{Certification, Certified, Form};
pub use compare::{Compared, Comparison, Comparisons};
pub use compare_hindsight::{Beside, Hindsight};
pub use dual::{DualMaster, DualShard, Report};
pub use hindsight::Found;
pub use risk::{Bound, Fresh, Risk, StopRule, Validated};
pub use saving::Saving;
pub use shard::ShardNumber;
pub use test::EachAnswer;
pub use training::Training;

use crate::Result;
use crate::model::{Meter, Model, Recent};
use crate::observer::Observer;
use crate::opening::{self, Begun};
use crate::words::count;

use following::Following;
use noregret_core::replay::hindsight::Optimum;
use passes::Passed;
use std::path::{Path, PathBuf};

/// A run that has ended.
#[derive(Debug)]
pub struct Trained {
    /// The model.
    pub model: Model,
    /// Rows skipped because they were broken, in all passes.
    pub skipped: u64,
    /// How many passes over the data have begun: all that were asked for, unless it was stopped;
    /// 0 where rows were not learned from in passes.
    pub passes: u64,
    /// How many rows of the data were read or left out in the last pass, broken ones among them.
    pub rows: u64,
    /// How the last examples of the last pass did, and the changes in it.
    pub recent: Recent,
    /// The counters of the rows held out of the last pass, if some were.
    pub holdout: Option<Meter>,
    /// What is promised about fresh examples, if that was asked for.
    pub fresh: Option<Fresh>,
    /// How far the best fixed predictor was found, if that was looked for.
    pub optimum: Option<Optimum>,
}

impl Training {
    /// Runs it, and writes the model if it has a place. What was learned before a failure is
    /// written beside that place, under another name.
    ///
    /// # Errors
    /// If the choice makes no sense, or the data or a model is broken.
    pub fn run(&self, observer: &mut dyn Observer) -> Result<Trained> {
        let mut training = self.completed();
        training.check()?;
        let auto = training.auto.take();
        let following = auto.map(|auto| Following::new(&training, &auto)).transpose()?;
        let training = following.as_ref().map_or(&training, |following| &following.shared);
        let mut begun = opening::begin(training, observer)?;
        following.as_ref().map_or(Ok(()), |following| following.enter(&mut begun))?;
        if training.is_base() {
            begun.learn_nothing()?;
        }
        begun.model.use_threads(training.reading.threads);
        if begun.model.proof.as_ref().is_some_and(|proof| proof.is_other(training.witnesses())) {
            observer
                .note("the witnesses of the model go on as they began: --certificate is theirs");
        }
        begun.model.certify(training.witnesses());
        let (mut passed, mut optimum) = (Passed::default(), None);
        let learned = training.learn(&mut begun, observer, &mut passed, &mut optimum);
        let Begun { mut model, stream, early, .. } = begun;
        model.settle();
        model.catch_up();
        if early {
            opening::name_classes(&mut model);
        }
        if let Some(following) = &following {
            following.leave(&mut model);
        }
        model.reading.keep_found(&stream);
        if model.proof.as_ref().is_some_and(|proof| proof.gave_up()) {
            observer.note(
                "there are more features, or classes, than witnesses take: nothing is said about \
                 headroom",
            );
        }
        if let Err(error) = learned {
            training.keep_partial(&model, observer);
            return Err(error);
        }
        if let Some(path) = &training.output {
            // A run with checkpoints that was stopped goes on like one that was killed.
            let goes_on = stream.is_stopped() && !training.saving.is_never();
            model.place = goes_on.then(|| stream.rows());
            model.save(path)?;
            model.place = None;
        }
        let Passed { holdout, fresh, skipped, recent, passes, from_memory } = passed;
        let skipped = skipped + stream.skipped();
        let rows = from_memory.unwrap_or_else(|| stream.rows());
        Ok(Trained { model, skipped, passes, rows, recent, holdout, fresh, optimum })
    }

    fn learn(
        &self,
        begun: &mut Begun,
        observer: &mut dyn Observer,
        passed: &mut Passed,
        optimum: &mut Option<Optimum>,
    ) -> Result<()> {
        if self.is_base() {
            return Ok(());
        }
        if let Some(goal) = &self.until_gap {
            *optimum = Some(until_gap::run(goal, begun, observer)?);
            return Ok(());
        }
        match &self.tolerance {
            Some(tolerance) => tolerance::run(tolerance, begun, observer),
            None => passes::run(self, begun, observer, passed),
        }
    }

    /// The counters of a model on all of a labelled file, read as this run reads.
    ///
    /// # Errors
    /// If the data is broken.
    pub fn test(&self, model: &Model, path: &Path, observer: &mut dyn Observer) -> Result<Meter> {
        test::on_file(model, &self.reading, path, observer)
    }

    /// What was learned before a failure is not lost: it goes beside the model, under another name.
    fn keep_partial(&self, model: &Model, observer: &mut dyn Observer) {
        let regular = |path: &&PathBuf| !path.exists() || path.is_file();
        let wanted = self.output.as_ref().filter(regular).filter(|_| model.meter.examples > 0);
        let Some(output) = wanted else { return };
        let mut name = output.as_os_str().to_owned();
        name.push(".partial");
        let partial = PathBuf::from(name);
        if model.save(&partial).is_ok() {
            observer.warning(&format!(
                "what was learned from {} before the failure is in {}",
                count(model.meter.examples, "example"),
                partial.display()
            ));
        }
    }
}
