//! A model: what answers, the features it knows, its counters, and how its data was read.
//!
//! | file | what it holds |
//! |---|---|
//! | `single` | one learner with its composition |
//! | `contest` | several learners side by side until one is chosen |
//! | `committee` | several learners whose answers are weighed |
//! | `boosted` | a vote of decision stumps |
//! | `online` | learning from records in memory, and answering them |
//! | `proved` | witnesses beside it: how much of its loss was avoidable |
//! | `answers` | what a model says about rows it does not learn from |
//! | `reading` | how the data was read |
//! | `confusion`, `chunk_table` | which class was taken for which; chunks by type |
//! | `merge` | one model of several shards |
//! | `curve` | how a run did along the way |
//! | `recent` | how it did lately, and whether that has changed |
//!
//! What is counted is in [`noregret_core::metric`].

mod answers;
mod boosted;
mod chunk_table;
mod committee;
mod confusion;
mod contest;
mod curve;
mod merge;
mod online;
mod proved;
mod reading;
mod recent;
#[cfg(test)]
mod side_by_side;
mod single;

pub use answers::Answer;
pub use boosted::Boosted;
pub use chunk_table::ChunkTable;
pub use committee::{Committee, Expert};
pub use confusion::Confusion;
pub use contest::{Contest, Entrant, Verdict};
pub use curve::{Curve, NORM, Point, certified_regret};
pub use merge::{Merged, Merging, Shard};
pub use noregret_core::metric::Meter;
pub use reading::Reading;
pub use recent::{LEVEL, Recent, Shift, WINDOW};
pub use single::Single;

use crate::example::{self, label_use, part_columns};
use crate::proof::{Proof, Units};
use noregret_core::problem::{AnyProblem, Problem};
use noregret_core::{ClassName, Error, Outcome, Result, Spec};
use noregret_io::{FeatureSpace, ReadOptions, Row};

/// What answers.
#[derive(Clone, Debug)]
pub enum Kind {
    /// One learner.
    One(Box<Single>),
    /// Several learners, of which one is still to be chosen; the best so far answers.
    Contest(Box<Contest>),
    /// Several learners that answer together.
    Committee(Box<Committee>),
    /// A vote of decision stumps.
    Boosted(Box<Boosted>),
}

/// A model, as it learns, answers and is saved.
#[derive(Clone, Debug)]
pub struct Model {
    pub(crate) kind: Kind,
    pub(crate) space: FeatureSpace,
    pub(crate) meter: Meter,
    pub(crate) reading: Reading,
    /// Whether the learner is one of an earlier moment, which was kept: the counters know later
    /// rows.
    pub(crate) stopped: bool,
    /// How the learner was chosen, if it was.
    pub(crate) verdict: Option<Verdict>,
    /// Of a checkpoint: how many rows of its data it has seen.
    pub(crate) place: Option<u64>,
    /// Witnesses that see its rows.
    pub(crate) proof: Option<Box<Proof>>,
    /// What was merged into it.
    pub(crate) merging: Option<Merging>,
}

impl Model {
    /// A model that has counted nothing yet.
    pub(crate) fn new_empty(kind: Kind, space: FeatureSpace, reading: Reading) -> Self {
        let mut model = Model {
            kind,
            space,
            meter: Meter::default(),
            reading,
            stopped: false,
            verdict: None,
            place: None,
            proof: None,
            merging: None,
        };
        model.restart_counters();
        model
    }

    /// Counts anew.
    pub(crate) fn restart_counters(&mut self) {
        self.meter = Meter::new(self.problem());
    }

    /// What answers.
    pub fn kind(&self) -> &Kind {
        &self.kind
    }

    /// The features it knows.
    pub fn space(&self) -> &FeatureSpace {
        &self.space
    }

    /// The features it knows, to get slots for more.
    pub fn space_mut(&mut self) -> &mut FeatureSpace {
        &mut self.space
    }

    /// How many features it knows, those aside that the problem keeps for itself.
    pub fn feature_count(&self) -> usize {
        match self.space.bits() {
            Some(_) => self.space.len(),
            None => self.space.len().saturating_sub(self.problem().reserved()),
        }
    }

    /// Its progressive counters.
    pub fn meter(&self) -> &Meter {
        &self.meter
    }

    /// How its data was read.
    pub fn reading(&self) -> &Reading {
        &self.reading
    }

    /// Fills in what options leave open, as the data of this model was read.
    pub fn read_options(&self, options: ReadOptions) -> ReadOptions {
        let labels = label_use(self.problem());
        let parts = part_columns(self.problem());
        ReadOptions { labels, parts, ..self.reading.apply(options) }
    }

    /// Whether the learner is one of an earlier moment than the counters.
    pub fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// How many rows of its data it has seen, if it was written before the run had ended.
    pub fn place(&self) -> Option<u64> {
        self.place
    }

    /// How the learner was chosen among several, if it was.
    pub fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }

    /// The learner, or the best of several; boosted stumps have none.
    #[inline]
    pub fn leader(&self) -> Option<&Single> {
        match &self.kind {
            Kind::One(single) => Some(single),
            Kind::Contest(contest) => Some(contest.leader()),
            Kind::Committee(committee) => Some(&committee.best().single),
            Kind::Boosted(_) => None,
        }
    }

    /// The one learner there is.
    pub(crate) fn one(&self) -> Result<&Single> {
        match &self.kind {
            Kind::One(single) => Ok(single),
            _ => Err(not_one()),
        }
    }

    /// The one learner there is, to be changed.
    pub(crate) fn one_mut(&mut self) -> Result<&mut Single> {
        match &mut self.kind {
            Kind::One(single) => Ok(single),
            _ => Err(not_one()),
        }
    }

    /// The learners that answer together, if several do.
    pub fn committee(&self) -> Option<&Committee> {
        if let Kind::Committee(committee) = &self.kind { Some(committee) } else { None }
    }

    /// The stumps that answer, if the model was boosted.
    pub fn boosted(&self) -> Option<&Boosted> {
        if let Kind::Boosted(boosted) = &self.kind { Some(boosted) } else { None }
    }

    /// Whether several learners learn side by side.
    pub fn has_several(&self) -> bool {
        matches!(self.kind, Kind::Contest(_) | Kind::Committee(_))
    }

    /// The problem, with what it knows about its labels.
    #[inline]
    pub fn problem(&self) -> &AnyProblem {
        match &self.kind {
            Kind::Boosted(boosted) => &boosted.problem,
            Kind::One(single) => single.learner.problem(),
            Kind::Contest(contest) => contest.leader().learner.problem(),
            Kind::Committee(committee) => committee.best().single.learner.problem(),
        }
    }

    /// The composition of the learner, or of the best of several; boosted stumps have none.
    pub fn spec(&self) -> Option<&Spec> {
        self.leader().map(|single| &single.spec)
    }

    /// What answers: a published algorithm, a rule of boosting, or several learners together.
    pub fn algorithm(&self) -> &str {
        match &self.kind {
            Kind::Committee(_) => "auto",
            Kind::Boosted(boosted) => boosted.rule.name(),
            Kind::One(single) => &single.spec.algorithm,
            Kind::Contest(contest) => &contest.leader().spec.algorithm,
        }
    }

    /// Predicts, then learns from an example.
    #[inline(always)]
    pub(crate) fn learn_rows(&mut self, rows: &[Row]) -> Result<Outcome> {
        self.check_rank(&rows[0])?;
        let Kind::One(single) = &mut self.kind else { return self.learn_together(rows) };
        let learned = example::learn(&mut single.learner, rows);
        if let Ok(outcome) = &learned
            && outcome.counted
        {
            self.meter.add(&example::judged(rows, outcome));
            if let Some(proof) = &mut self.proof {
                let units = Units::of(&single.spec);
                proof.see(single.learner.problem(), units, rows, outcome);
            }
        }
        learned
    }

    /// Predicts, then learns from an example, where several learners do.
    #[cold]
    fn learn_together(&mut self, rows: &[Row]) -> Result<Outcome> {
        // Who answers now; who leads after the row may be another.
        let leader = self.leader().filter(|_| self.proof.is_some());
        let units = leader.map_or(Units::default(), |single| Units::of(&single.spec));
        let outcome = match &mut self.kind {
            Kind::Contest(contest) => contest.learn(rows)?,
            Kind::Committee(committee) => committee.learn(rows)?,
            Kind::Boosted(_) => return Err(Error::Spec(BOOSTED.into())),
            Kind::One(_) => return Err(not_one()),
        };
        if outcome.counted {
            self.meter.add(&example::judged(rows, &outcome));
        }
        if let Some(mut proof) = self.proof.take() {
            proof.see(self.problem(), units, rows, &outcome);
            self.proof = Some(proof);
        }
        if matches!(&self.kind, Kind::Contest(contest) if contest.is_over()) {
            self.settle();
        }
        Ok(outcome)
    }

    /// Refuses a rank above those that were chosen.
    #[inline]
    pub(crate) fn check_rank(&self, row: &Row) -> Result<()> {
        example::check_rank(self.problem(), self.reading.ranks, row)
    }

    /// The name of a feature, or what a weight of the problem's own stands for.
    pub fn feature_name(&self, slot: u32) -> String {
        let own = self.space.bits().is_none().then(|| self.problem().reserved_name(slot as usize));
        let name = || self.space.name(slot).map(|name| name.to_string());
        own.flatten().or_else(name).unwrap_or_else(|| slot.to_string())
    }

    /// Whether an example is the rows of a group.
    pub fn takes_parts(&self) -> bool {
        self.problem().takes_parts()
    }

    /// Ends a contest that chooses: the leader goes on alone.
    pub(crate) fn settle(&mut self) {
        let Kind::Contest(contest) = &mut self.kind else { return };
        if contest.is_endless() {
            return;
        }
        let Some((single, meter, verdict)) = contest.settle() else { return };
        self.kind = Kind::One(Box::new(single));
        // The loss is that of the learner that stays, as in its certificate.
        self.meter.loss = meter.loss;
        self.verdict = Some(verdict);
    }

    /// Of learners that answer together only the best stays.
    pub(crate) fn keep_best(&mut self) {
        let Kind::Committee(committee) = &self.kind else { return };
        let (experts, hedge, _) = committee.parts();
        self.verdict = Some(Verdict { rivals: experts.len(), rows: hedge.rounds() });
        let best = committee.best().single.clone();
        self.meter.loss = best.learner.ledger().loss;
        self.kind = Kind::One(Box::new(best));
    }

    /// How many threads may work on expensive scores, 0 for all there are; no result depends on it.
    pub fn use_threads(&mut self, threads: usize) {
        match &mut self.kind {
            Kind::One(single) => single.learner.use_threads(threads),
            Kind::Committee(committee) => committee.use_threads(threads),
            Kind::Contest(_) | Kind::Boosted(_) => {}
        }
    }

    /// What learning from an example would report, by whoever answers now.
    pub(crate) fn judge(&self, rows: &[Row]) -> Result<Outcome> {
        match (&self.kind, self.leader()) {
            (Kind::Committee(committee), _) => committee.evaluate(rows),
            (_, Some(leader)) => example::evaluate(&leader.learner, rows),
            (_, None) => Err(not_one()),
        }
    }

    /// What kind of model this is, with its article.
    pub fn described(&self) -> String {
        let problem = self.problem();
        format!("{} {} model", problem.article(), problem.name())
    }

    /// Whether the weights were found in hindsight: no prediction was made before they were.
    pub fn is_in_hindsight(&self) -> bool {
        self.spec().is_some_and(|spec| spec.algorithm == noregret_core::replay::hindsight::NAME)
    }

    /// Whether labels are numbers to predict.
    pub fn is_regression(&self) -> bool {
        self.problem().two_sided()
    }

    /// How many classes there are; none for regression and uniclass.
    pub fn classes(&self) -> Option<usize> {
        self.problem().class_count()
    }

    /// The classes that are known by name; none for regression and uniclass.
    pub fn class_names(&self) -> Option<Vec<ClassName>> {
        self.problem().class_names()
    }
}

/// Why boosted stumps learn from nothing more.
pub(crate) const BOOSTED: &str = "boosted stumps do not learn on; boost again";

/// What was asked needs one learner.
fn not_one() -> Error {
    Error::Spec("this is about one learner: name it".into())
}
