//! What a run keeps beside its components: totals, trade-off, stages, past rounds, buffers.

use super::merged::{Counts, Merged};
use super::{Progress, Traced};
use crate::certificate::Ledger;
use crate::readout::{Readout, Vote};
use crate::replay::past::Past;
use crate::round::{Block, Term, View};
use crate::stage::{Constant, Standard};

/// The state of a learner whose type does not depend on its composition.
#[derive(Clone, Debug)]
pub(crate) struct Run {
    pub(crate) readout: Readout,
    pub(crate) vote: Vote,
    pub(crate) ledger: Ledger,
    /// Trade-off at the last round.
    pub(crate) c: f64,
    /// The largest c that counts: below it c never falls.
    pub(crate) floor: f64,
    /// Whether the first instance has set the starting point, where it does.
    pub(crate) started: bool,
    /// Whether each row has a learner of its own that rescales its weights.
    pub(super) apart: bool,
    pub(crate) bias: Option<Constant>,
    pub(crate) standard: Option<Box<Standard>>,
    pub(crate) past: Option<Box<Past>>,
    /// What it keeps besides if it was merged of several.
    pub(crate) merged: Option<Box<Merged>>,
    /// What the last round gained, if somebody follows it.
    pub(super) progress: Option<Progress>,
    /// The last round with its dual variables, if somebody follows them.
    pub(super) traced: Option<Box<Traced>>,
    pub(super) scratch: Scratch,
}

/// Buffers of one round; with binary labels, classes and numbers nothing is allocated after the
/// first few.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    pub(super) view: View,
    pub(super) block: Block,
    pub(super) moves: Vec<Term>,
    /// Rows that are multiplied before the step of the round, each by its factor.
    pub(super) keeps: Vec<(usize, f64)>,
    /// Coordinates before the round under way, where that counts.
    pub(super) width: usize,
}

impl Run {
    /// Standardises columns from now on; a row of them may be all zeros, which still tells what the
    /// constant is to be.
    pub(crate) fn standardise(&mut self, standard: Option<Box<Standard>>) {
        if let (Some(bias), true) = (&mut self.bias, standard.is_some()) {
            bias.let_alone();
        }
        self.standard = standard;
    }

    /// What the schedule counts.
    #[inline(always)]
    pub(crate) fn counts(&self) -> Counts {
        Counts::new(&self.ledger, self.merged.as_ref().map_or_else(Default::default, |m| m.aside))
    }

    /// Before the first round.
    pub(super) fn new(readout: Readout) -> Self {
        Run {
            readout,
            vote: Vote::default(),
            ledger: Ledger::default(),
            c: 0.0,
            floor: 0.0,
            started: false,
            apart: false,
            bias: None,
            standard: None,
            past: None,
            merged: None,
            progress: None,
            traced: None,
            scratch: Scratch::default(),
        }
    }
}
