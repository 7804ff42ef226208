//! A learner with all that belongs to it: its features, its constant, its counters.

use crate::args::DataArgs;
use crate::failure::{Failure, Outcome};
use crate::run::boosted::Boosted;
use crate::run::committee::Committee;
use crate::run::contest::{Contest, Verdict};
use crate::run::example;
use crate::run::meter::Meter;
use noregret_core::hypothesis::{AnyHypothesis, Expansion};
use noregret_core::problem::{AnyProblem, Binary, Classes};
use noregret_core::{AnyLearner, ClassName, Error, Outcome as Round, Result, Spec};
use noregret_io::{CsvSchema, FeatureSpace, Interaction, LabelChoice, ReadOptions, Row};
use serde::{Deserialize, Serialize};

/// The constant feature: its slot and value.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Constant {
    pub(crate) slot: u32,
    pub(crate) value: f64,
}

/// How the data was read, so that later data is read the same way.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Reading {
    /// The label column or key as typed.
    pub(crate) label: Option<String>,
    /// The importance column or key as typed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) weight: Option<String>,
    /// The column or key of the group as typed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) group: Option<String>,
    /// The columns or keys that are split into words, sorted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) text: Vec<String>,
    /// Which features are multiplied with which, sorted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) interact: Vec<Interaction>,
    /// The character between the cells of tables as typed.
    #[serde(default)]
    pub(crate) delimiter: Option<char>,
    /// How many ranks there are, as typed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) ranks: Option<usize>,
    /// The columns of tables.
    pub(crate) schema: Option<CsvSchema>,
}

impl Reading {
    /// These options where `options` say nothing else.
    pub(crate) fn apply(&self, mut options: ReadOptions) -> ReadOptions {
        if options.label == LabelChoice::Auto {
            options.label = self.label.as_deref().map(LabelChoice::from_text).unwrap_or_default();
        }
        options.weight = options.weight.or_else(|| self.weight.clone());
        options.group = options.group.or_else(|| self.group.clone());
        options.text = self.text.clone();
        options.interact = self.interact.clone();
        let delimiter = self.delimiter.and_then(|c| u8::try_from(c).ok());
        options.csv.delimiter = options.csv.delimiter.or(delimiter);
        options.csv.schema = self.schema.clone();
        options
    }

    /// Refuses flags that the columns in the model have already decided.
    pub(crate) fn check(&self, flags: &DataArgs) -> Outcome<()> {
        let relabelled = flags.label.is_some() && flags.label != self.label;
        let reweighted = flags.weight.is_some() && flags.weight != self.weight;
        let regrouped = flags.group.is_some() && flags.group != self.group;
        let changed = relabelled || reweighted || regrouped || flags.describes_columns();
        if self.schema.is_some() && changed {
            return Err(Failure::Usage(
                "the model knows the columns of its tables; leave out --label, --weight, --group, --header and --categorical".into(),
            ));
        }
        let text = flags.text();
        if !text.is_empty() && text != self.text {
            let own = if self.text.is_empty() { "none".into() } else { self.text.join(",") };
            return Err(Failure::Usage(format!(
                "the model knows what is split into words ({own}); leave out --text"
            )));
        }
        Ok(())
    }
}

/// Everything a model file keeps.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) spec: Spec,
    pub(crate) learner: AnyLearner,
    pub(crate) space: FeatureSpace,
    pub(crate) constant: Option<Constant>,
    pub(crate) meter: Meter,
    pub(crate) reading: Reading,
    /// The learners still to be chosen from; the session's own is nobody's until then.
    pub(crate) contest: Option<Contest>,
    /// The learners that answer together; the session's own is a copy of the best since it was last settled.
    pub(crate) committee: Option<Committee>,
    /// Whether the learner is one of an earlier moment, which `--stop` kept: the counters know later rows.
    pub(crate) stopped: bool,
    /// How the learner was chosen, if it was.
    pub(crate) verdict: Option<Verdict>,
    /// The stumps that answer in place of the learner, if it was boosted; the learner then only knows the labels.
    pub(crate) boosted: Option<Boosted>,
}

impl Session {
    /// Predicts, then learns from an example.
    #[inline(always)]
    pub(crate) fn learn(&mut self, rows: &mut [Row]) -> Result<Round> {
        self.check_rank(&rows[0])?;
        if self.contest.is_some() {
            return self.compete(rows);
        }
        if let Some(committee) = &mut self.committee {
            let round = committee.learn(rows)?;
            self.meter.count(&round, rows[0].weight);
            return Ok(round);
        }
        rows.iter_mut().for_each(|row| self.add_constant(row));
        let learned = example::learn(&mut self.learner, rows);
        if let Ok(round) = &learned
            && round.counted
        {
            self.meter.count(round, rows[0].weight);
        }
        learned
    }

    /// Refuses a rank above those that were typed.
    #[inline]
    pub(crate) fn check_rank(&self, row: &Row) -> Result<()> {
        let (Some(ranks), AnyProblem::Ordinal(ordinal)) = (self.reading.ranks, &self.spec.problem)
        else {
            return Ok(());
        };
        let highest = ordinal.lowest + ranks as f64 - 1.0;
        match row.label.number().filter(|rank| *rank > highest) {
            None => Ok(()),
            Some(rank) => Err(Error::Label(format!(
                "the rank {rank} is above {highest}, the highest of {ranks} (ordinal:ranks=… says how many)"
            ))),
        }
    }

    /// Whether an example is the rows of a group.
    pub(crate) fn takes_parts(&self) -> bool {
        self.spec.problem.takes_parts()
    }

    /// The expansion of a kernel, if there is one.
    pub(crate) fn expansion(&self) -> Option<&Expansion> {
        match self.learner.hypothesis() {
            AnyHypothesis::Expansion(expansion) => Some(expansion),
            _ => None,
        }
    }

    /// Appends the constant feature; several learners have one each and do it themselves.
    pub(crate) fn add_constant(&self, row: &mut Row) {
        if self.committee.is_some() {
            return;
        }
        let leader = self.contest.as_ref().map(|contest| contest.leader().constant);
        add_constant(leader.unwrap_or(self.constant), row);
    }

    /// An example of the contest.
    #[cold]
    fn compete(&mut self, rows: &mut [Row]) -> Result<Round> {
        let Some(contest) = &mut self.contest else { return Ok(Round::default()) };
        let round = contest.learn(rows)?;
        if round.counted {
            self.meter.count(&round, rows[0].weight);
        }
        if contest.is_over() {
            self.settle();
        }
        Ok(round)
    }

    /// Ends the contest, if there is one: the leader goes on. Of learners that answer together the best is copied.
    pub(crate) fn settle(&mut self) {
        if let Some(committee) = &self.committee {
            let best = committee.best().rival.clone();
            (self.spec, self.learner, self.constant) = (best.spec, best.learner, best.constant);
        }
        let Some(contest) = self.contest.take_if(|contest| !contest.is_endless()) else { return };
        let (rival, meter, verdict) = contest.settle();
        (self.spec, self.learner, self.constant) = (rival.spec, rival.learner, rival.constant);
        // The loss is that of the learner that stays, as in its certificate.
        self.meter.loss = meter.loss;
        self.verdict = Some(verdict);
    }

    /// Of learners that answer together the best stays alone.
    pub(crate) fn keep_best(&mut self) {
        self.settle();
        if let Some(committee) = self.committee.take() {
            let (experts, hedge, _) = committee.parts();
            self.verdict = Some(Verdict { rivals: experts.len(), rows: hedge.rounds() });
            self.meter.loss = self.learner.ledger().loss;
        }
    }

    /// The learner, or the one that leads.
    pub(crate) fn leader(&self) -> &AnyLearner {
        match (&self.contest, &self.committee) {
            (Some(contest), _) => &contest.leader().learner,
            (None, Some(committee)) => &committee.best().rival.learner,
            (None, None) => &self.learner,
        }
    }

    /// What learning from an example would report, by whoever answers now.
    pub(crate) fn judge(&self, rows: &[Row]) -> Result<Round> {
        match &self.committee {
            Some(committee) => committee.evaluate(rows),
            None => example::evaluate(self.leader(), rows),
        }
    }

    /// What answers: a published algorithm, or several learners together.
    pub(crate) fn algorithm(&self) -> &str {
        if self.committee.is_some() { "auto" } else { &self.spec.algorithm }
    }

    /// The learner, or the one that leads the contest, to be asked about what comes next.
    pub(crate) fn leader_mut(&mut self) -> &mut AnyLearner {
        self.contest.as_mut().map_or(&mut self.learner, |contest| &mut contest.leader_mut().learner)
    }

    /// What kind of model this is, with its article.
    pub(crate) fn kind(&self) -> String {
        let name = self.spec.problem.name();
        let article = if name == "ordinal" { "an" } else { "a" };
        format!("{article} {name} model")
    }

    /// Whether the weights were found in hindsight: no prediction was made before they were.
    pub(crate) fn is_in_hindsight(&self) -> bool {
        self.spec.algorithm == noregret_core::replay::hindsight::NAME
    }

    /// Whether this is regression.
    pub(crate) fn is_regression(&self) -> bool {
        matches!(self.spec.problem, AnyProblem::Regression(_))
    }

    /// How many classes there are; none for regression and uniclass.
    pub(crate) fn classes(&self) -> Option<usize> {
        match self.learner.problem() {
            AnyProblem::Binary(_) => Some(2),
            other => other.classes().map(Classes::len),
        }
    }

    /// The classes that are known by name; none for regression and uniclass.
    pub(crate) fn class_names(&self) -> Option<Vec<ClassName>> {
        match self.learner.problem() {
            AnyProblem::Binary(Binary { negative, positive }) => {
                Some(negative.iter().chain(positive).cloned().collect())
            }
            other => other.classes().map(|classes| classes.names().to_vec()),
        }
    }
}

/// Adds the constant feature to a row; where the row has that feature already, returns its place and its value before.
#[inline]
pub(crate) fn add_constant(constant: Option<Constant>, row: &mut Row) -> Option<(usize, f64)> {
    let Constant { slot, value } = constant?;
    // A feature of the data may have the name (or, hashed, the slot) of the constant.
    if !row.has_name(slot) {
        row.indices.push(slot);
        row.values.push(value);
        return None;
    }
    let at = row.indices.iter().position(|&i| i == slot)?;
    let before = row.values[at];
    row.values[at] = before + value;
    Some((at, before))
}
