//! Whether an example fits the problem that was chosen, before it is kept.
//!
//! A learner of the same problem plays a round of weight 0 with the label alone: what weighs
//! nothing teaches nothing, but its label is checked as in any round. So what no model of the
//! problem would take is refused when it comes, and not left out when the first rows decide.

use crate::choice::{Choice, spec};
use crate::example::{ExampleLabel, check_parts, check_rank, instances, label_use, weight};
use crate::{Error, Result};
use noregret_core::problem::{AnyProblem, FirstLabels, Problem};
use noregret_core::{AnyLearner, Spec};
use noregret_io::{PendingRow, Row};

/// A learner that is shown labels and learns nothing.
#[derive(Clone, Debug)]
pub(super) struct Trial {
    spec: Spec,
    learner: AnyLearner,
    /// How many ranks there are, if that was chosen.
    ranks: Option<usize>,
    /// Whether the least of the first labels is the lowest rank.
    finds_lowest: bool,
}

impl Trial {
    /// For a choice that names its problem.
    pub(super) fn new(choice: &Choice) -> Result<Self> {
        let spec = spec::spec(choice, &choice.costs.read()?, "")?;
        let some = FirstLabels { lowest_rank: Some(1.0), ..FirstLabels::default() };
        let finds_lowest = spec.problem.ranks().is_some()
            && spec::first_labels(choice, some).lowest_rank.is_some();
        let ranks = spec::typed_ranks(choice, &spec);
        Ok(Trial { learner: spec.build()?, spec, ranks, finds_lowest })
    }

    /// Takes in what is known of the labels before the first of them.
    pub(super) fn begin_with(&mut self, first: &FirstLabels) {
        self.spec.problem.begin_with(first);
        // Classes that no learner takes are refused when the model is made.
        if let Ok(learner) = self.spec.build() {
            self.learner = learner;
        }
    }

    pub(super) fn problem(&self) -> &AnyProblem {
        self.learner.problem()
    }

    /// Refuses an example that does not fit; `rows` are its parts.
    pub(super) fn check(&mut self, rows: &[PendingRow]) -> Result<()> {
        check_parts(self.problem(), rows.len())?;
        let rows: Vec<Row> = rows.iter().map(|row| self.about(row)).collect();
        rows.iter().try_for_each(|row| self.check_group(row))?;
        if rows.iter().any(|row| row.qid != rows[0].qid) {
            return Err(Error::Refused("the parts of an example have one group".into()));
        }
        self.lower_to(&rows[0]);
        check_rank(self.problem(), self.ranks, &rows[0]).map_err(Error::refused)?;
        let learner = &mut self.learner;
        let played = weight(&rows).and_then(|_| {
            let label = ExampleLabel::of(learner.problem(), &rows)?;
            learner.learn_parts(&instances(&rows), label.label(), 0.0)
        });
        played.map(drop).map_err(Error::refused)
    }

    /// Refuses a row that fits no example, whatever the other parts of its own are.
    pub(super) fn check_part(&mut self, row: &PendingRow) -> Result<()> {
        if !self.problem().takes_parts() {
            return self.check(std::slice::from_ref(row));
        }
        let row = self.about(row);
        let label = ExampleLabel::of(self.problem(), std::slice::from_ref(&row));
        label.map(drop).map_err(Error::refused)
    }

    /// Refuses a part of an example without the group that says which.
    pub(super) fn check_group(&self, row: &Row) -> Result<()> {
        if self.problem().takes_parts() && row.qid.is_none() {
            let reason = "where examples have several parts, each record has a group";
            return Err(Error::Refused(reason.into()));
        }
        Ok(())
    }

    /// A row without its features, its label being what labels are to the problem.
    fn about(&self, row: &PendingRow) -> Row {
        let mut about = row.about().clone();
        about.label.use_as(label_use(self.problem()));
        about
    }

    /// Makes the label of a row the lowest rank, if it is below all so far.
    fn lower_to(&mut self, row: &Row) {
        let lowest = self.problem().highest_label(1).filter(|_| self.finds_lowest);
        let found = row.label.number().filter(|rank| rank.fract() == 0.0);
        if let (Some(lowest), Some(found)) = (lowest, found)
            && found < lowest
        {
            let first = FirstLabels { lowest_rank: Some(found), ..FirstLabels::default() };
            self.begin_with(&first);
        }
    }
}
