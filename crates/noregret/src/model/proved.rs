//! What is proved beside a model: witnesses see its rows and say how much of its loss was
//! avoidable.

use super::{Kind, Model, Single};
use crate::proof::{Certify, Headroom, Proof};
use crate::{Error, Result};
use noregret_core::certificate::Level;
use noregret_core::geometry::{Class, NormKind};
use noregret_core::hypothesis::Hypothesis;
use noregret_core::replay::witness::Findings;

impl Model {
    /// Lets witnesses see the rows that come, so that the model can say how much of its loss was
    /// avoidable; those it has already go on. They have a memory and a price of their own
    /// ([`Certify`]).
    ///
    /// ```
    /// use noregret::{Certify, Choice, Model, Record};
    ///
    /// let mut model = Model::new(&Choice::parse("pa1")?.problem("binary"))?;
    /// model.certify(Certify::Live);
    /// for t in 0..100 {
    ///     let y = if t % 10 == 0 { -1.0 } else { 1.0 };
    ///     model.learn(&Record::dense(&[1.0, f64::from(t % 7)]).label(y))?;
    /// }
    /// let headroom = &model.headroom()[0];
    /// assert!(0.0 < headroom.floor && headroom.floor <= headroom.found.unwrap());
    /// # Ok::<(), noregret::Error>(())
    /// ```
    pub fn certify(&mut self, mode: Certify) {
        if mode == Certify::Off {
            self.proof = None;
        } else if self.proof.is_none() {
            self.proof = Proof::new(self.problem(), self.spec(), mode).map(Box::new);
            if let (Kind::Contest(contest), Some(proof)) = (&self.kind, &mut self.proof) {
                proof.know_columns(contest.columns());
            }
        }
    }

    /// How much of what the model lost was avoidable, by the loss of the problem first; empty
    /// without witnesses ([`Model::certify`]).
    pub fn headroom(&self) -> Vec<Headroom> {
        self.proof.as_ref().map_or(Vec::new(), |proof| proof.headroom(self.alone()))
    }

    /// What was proved and found about all fixed linear models, at every norm; the weight of the
    /// constant counts in it. `None` without witnesses ([`Model::certify`]).
    ///
    /// ```
    /// use noregret::{Certify, Choice, Model, Record};
    ///
    /// let mut model = Model::new(&Choice::parse("arow")?.problem("binary"))?;
    /// model.certify(Certify::Live);
    /// for t in 0..100 {
    ///     let y = if t % 10 == 0 { -1.0 } else { 1.0 };
    ///     model.learn(&Record::dense(&[1.0]).label(y))?;
    /// }
    /// // Whoever answers the same to all rows is wrong on a tenth of them, and loses 2 on each.
    /// let floor = model.findings().unwrap().measure("hinge").unwrap().lower_bound(1.0);
    /// assert!(18.0 < floor && floor <= 20.0);
    /// # Ok::<(), noregret::Error>(())
    /// ```
    pub fn findings(&self) -> Option<Findings> {
        self.proof.as_ref().map(|proof| proof.findings(self.alone()))
    }

    /// What is proved about one comparator: `u` lists its weights by slot and row; the weight of the
    /// constant counts. Slots beyond those of the model are features that no row had.
    ///
    /// ```
    /// use noregret::{Choice, Model, Record, choice::Bias};
    ///
    /// let choice = Choice::parse("pa1")?.problem("binary").bias(Bias::None);
    /// let mut model = Model::new(&choice)?;
    /// model.learn(&Record::dense(&[1.0]).label(1.0))?;
    /// let level = model.against(&[(0, 0, -1.0)])?;
    /// assert!(level.complexity == 1.0 && level.lower_bound > 1.999 && level.lower_bound <= 2.0);
    /// # Ok::<(), noregret::Error>(())
    /// ```
    ///
    /// # Errors
    /// If comparators of the model have no weights, or are not measured by the Euclidean norm.
    pub fn against(&self, u: &[(u32, usize, f64)]) -> Result<Level> {
        let usage = |reason: &str| Err(Error::Usage(reason.into()));
        let Some(single) = self.leader().filter(|single| single.expansion().is_none()) else {
            return usage("comparators of this model have no weights of features");
        };
        if single.spec.standard.is_some() {
            return usage("comparators of this model have weights of standardised columns");
        }
        let learner = &single.learner;
        let Class::Norm(NormKind::Euclidean) = learner.hypothesis().class() else {
            return usage("comparators of this model are not measured by the Euclidean norm");
        };
        let rows = learner.hypothesis().rows();
        if u.iter().any(|(_, row, _)| *row >= rows) {
            return usage("the comparator has more rows of weights than the model");
        }
        let norm = u.iter().map(|(_, _, u)| u * u).sum::<f64>().sqrt();
        let dimension = learner.hypothesis().dimension();
        let known = u.iter().filter(|(slot, ..)| (*slot as usize) < dimension);
        let at = |slot: u32, row| learner.evidence_at(slot as usize, row);
        let product = known.map(|&(slot, row, u)| at(slot, row) * u).sum();
        let (lower_bound, loss) = (learner.lower_bound_of(norm, product), &learner.ledger().loss);
        let regret = loss.value() + loss.slack() - lower_bound;
        Ok(Level { complexity: norm, lower_bound, regret })
    }

    /// The learner, if one answers.
    fn alone(&self) -> Option<&Single> {
        matches!(self.kind, Kind::One(_)).then(|| self.leader()).flatten()
    }

    /// Drops the rows that witnesses keep and that [`Model::merge`] does not use: the merged model
    /// is the same, from fewer bytes.
    pub fn end_shard(&mut self) {
        if let Some(proof) = &mut self.proof {
            proof.end_shard();
        }
    }

    /// Does now what witnesses have put off. Rows do it in slices, and what asks for a proof, or
    /// saves the model, does the rest each time on a copy: this does it once.
    pub fn catch_up(&mut self) {
        if let Some(proof) = &mut self.proof {
            proof.catch_up();
        }
    }

    /// How many rows of its data the model keeps for its witnesses.
    pub fn rows_kept(&self) -> usize {
        self.proof.as_ref().map_or(0, |proof| proof.kept())
    }
}
