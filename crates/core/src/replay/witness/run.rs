//! The witnesses of a run: they see every round, block by block.

use super::block::{Asked, Block, several};
use super::classes::Several;
use super::closing::{Closing, LARGEST};
use super::effort::Effort;
use super::followed::Followed;
use super::ones::{LANES, Ones, Pace};
use super::scaled::Scaled;
use crate::error::{Error, Result};
use crate::number::Sum;
use crate::problem::{AnyProblem, Problem};
use crate::replay::hindsight::start;
use crate::round::Label;
use crate::stage::{Bias, Columns, Constant};
use crate::vector::Instance;
use serde::{Deserialize, Serialize};

/// Potentials of one score have at most so many numbers in all, those of classes, which are copied
/// for every block, and the dual variables of a block at most [`MOST_OF_CLASSES`].
const MOST_NUMBERS: usize = 1 << 25;
pub(super) const MOST_OF_CLASSES: usize = 1 << 23;
/// Cells of a small block.
const SMALL: usize = 1 << 14;
/// The weight of rounds at which `c = kappa q`.
const UNIT: f64 = 1e4;
/// How c grows with the rounds.
const GROWTH: f64 = 0.25;

/// The witnesses, by what a label asks.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// One score.
    Ones(Box<Ones>),
    /// A score a class.
    Several(Box<Several>),
}

/// Counts of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Totals {
    pub(super) rounds: u64,
    pub(super) weight: Sum,
    /// Sum of `|x|^2` over closed blocks, and their weight.
    pub(super) squares: Sum,
    pub(super) closed: Sum,
    /// Visits of cells that are left.
    pub(super) left: f64,
    /// Blocks that were closed.
    pub(super) blocks: u64,
    /// Whether there were more features than a witness takes.
    pub(super) gave_up: bool,
}

/// Dual learners that prove what no fixed predictor can do better.
#[derive(Clone, Debug)]
pub struct Witness {
    pub(super) effort: Effort,
    pub(super) bias: Option<Bias>,
    /// Columns to be standardised once the first block is closed.
    pub(super) columns: Option<Columns>,
    pub(super) scaled: Option<Box<Scaled>>,
    /// The moments of the first rows, which say how the columns are standardised once it is full.
    pub(super) moments: Option<Box<Scaled>>,
    pub(super) block: Block,
    /// The block before, while it is being closed, and the memory for the next one.
    pub(super) closing: Option<Box<Closing>>,
    pub(super) spare: Block,
    pub(super) worked: u64,
    pub(super) kind: Kind,
    pub(super) totals: Totals,
    pub(super) followed: Option<Box<Followed>>,
}

impl Witness {
    /// Fresh witnesses of rounds of this problem, whose instances get this constant; `None` where a
    /// round is neither one score nor one a class.
    pub fn new(problem: &AnyProblem, bias: Option<Bias>, effort: Effort) -> Option<Self> {
        let kind = match several(problem) {
            Some(classes) => {
                let all = effort.finer;
                Kind::Several(Box::new(Several::new(classes.len(), 1.0, all)))
            }
            None if takes_one(problem) => Kind::Ones(Box::new(Ones::new(problem.two_sided(), 1.0))),
            None => return None,
        };
        Some(Witness {
            effort,
            bias,
            columns: None,
            scaled: None,
            moments: None,
            block: Block::default(),
            closing: None,
            spare: Block::default(),
            worked: 0,
            kind,
            totals: Totals { left: effort.allowance, ..Totals::default() },
            followed: None,
        })
    }

    /// What they may take.
    pub fn effort(&self) -> Effort {
        self.effort
    }

    /// How many rounds they have seen.
    pub fn rounds(&self) -> u64 {
        self.totals.rounds
    }

    /// How many rounds are kept in the open block.
    pub fn kept(&self) -> usize {
        self.block.len()
    }

    /// Comparators are linear in these columns standardised, if there are some; what is said after
    /// the first block is full changes nothing.
    #[inline]
    pub fn standardise(&mut self, columns: Option<Columns>) {
        if self.totals.blocks == 0 && self.closing.is_none() {
            self.columns = columns;
        }
    }

    /// Whether comparators are linear in standardised columns.
    pub fn is_standardised(&self) -> bool {
        self.columns.is_some()
    }

    /// The columns that comparators see standardised, if there are some.
    pub fn columns(&self) -> Option<Columns> {
        self.columns
    }

    /// The constant that instances get; its weight counts in the norm of comparators.
    pub fn bias(&self) -> Option<Bias> {
        self.bias
    }

    /// Whether there were more features than witnesses take.
    pub fn gave_up(&self) -> bool {
        self.totals.gave_up
    }

    /// Sees a round, whoever predicted it; a label that the problem knows.
    ///
    /// # Errors
    /// If the label asks nothing, or a value is not finite.
    pub fn see(
        &mut self,
        problem: &AnyProblem,
        x: Instance<'_>,
        label: Label<'_>,
        weight: f64,
    ) -> Result<()> {
        if self.totals.gave_up || weight <= 0.0 {
            return Ok(());
        }
        let mut asked = Asked::of(problem, label, weight)?;
        let square = x.square();
        if !(asked.shift.is_finite() && weight.is_finite() && square.is_finite()) {
            return Err(Error::NotFinite("a number of the row is not finite".into()));
        }
        let before = self.block.cells();
        // A feature in the place of the constant is added to it: rare, and only the size of a step.
        asked.square = square + self.bias.map_or(0.0, |bias| bias.value * bias.value);
        match self.bias.map(Constant::from) {
            Some(constant) => constant.with(&[x], |parts| self.keep(parts[0], asked)),
            None => self.keep(x, asked),
        }
        self.totals.rounds += 1;
        self.totals.weight.add(weight);
        let cells = self.block.cells() - before;
        self.make_room(before);
        match &self.closing {
            Some(_) => self.go_on(cells),
            None => self.allow(cells),
        }
        if self.is_full() {
            self.turn_over();
        }
        Ok(())
    }

    /// Takes the memory of a whole block once it is not a small one.
    fn make_room(&mut self, before: usize) {
        let (cells, most) = (self.block.cells(), self.effort.block_cells);
        if before < SMALL && cells >= SMALL && most <= LARGEST {
            self.block.rows.reserve(most + most / 8);
        }
    }

    /// Allows the visits that a row with so many cells brings.
    pub(super) fn allow(&mut self, cells: usize) {
        self.totals.left += self.effort.visits * self.allowed() * cells as f64;
    }

    /// Whether the open block is to be closed.
    fn is_full(&self) -> bool {
        let Effort { block_cells, block_rounds, .. } = self.effort;
        let duals = match &self.kind {
            Kind::Ones(_) => 0,
            Kind::Several(several) => self.block.len() * several.stride(),
        };
        self.block.cells() >= block_cells
            || self.block.len() >= block_rounds
            || duals >= MOST_OF_CLASSES
    }

    /// Visits that reading a cell allows, in the units of [`Effort`].
    fn allowed(&self) -> f64 {
        match &self.kind {
            Kind::Ones(_) => 1.0,
            Kind::Several(several) => several.price().1 / self.effort.visits.max(1.0),
        }
    }

    fn keep(&mut self, x: Instance<'_>, asked: Asked) {
        let Some(scaled) = &mut self.scaled else {
            self.block.push(x, asked);
            return self.observe();
        };
        scaled.observe(x);
        let (mut indices, mut values) = (Vec::new(), Vec::new());
        scaled.write(x, &mut indices, &mut values);
        self.block.push(Instance::Sparse { indices: &indices, values: &values }, asked.again());
    }

    /// Counts the rows of the first block in the moments of the columns, if there are some.
    pub(super) fn observe(&mut self) {
        let Some(columns) = self.columns else { return };
        let fresh = || Box::new(Scaled::new(columns));
        let moments = self.moments.get_or_insert_with(fresh);
        if moments.columns == columns {
            moments.observe_to(&self.block);
        }
    }

    /// Whether potentials of so many coordinates are more than a witness takes.
    pub(super) fn takes_too_much(&self, width: usize) -> bool {
        let most = match &self.kind {
            Kind::Ones(_) => MOST_NUMBERS,
            Kind::Several(_) => MOST_OF_CLASSES,
        };
        width * self.numbers() > most
    }

    /// Says nothing from now on.
    pub(super) fn give_up(&mut self) {
        (self.totals.gave_up, self.followed) = (true, None);
        self.kind = match self.kind {
            Kind::Ones(_) => Kind::Ones(Box::new(Ones::new(false, 1.0))),
            Kind::Several(_) => Kind::Several(Box::default()),
        };
    }

    /// Numbers that a coordinate takes.
    fn numbers(&self) -> usize {
        match &self.kind {
            Kind::Ones(_) => LANES,
            Kind::Several(several) => several.stride() * several.lanes.len(),
        }
    }

    pub(super) fn pace(&self) -> Pace {
        let Totals { squares, closed, left, blocks, .. } = &self.totals;
        let (squares, closed) = (squares.value(), closed.value());
        let q = if squares > 0.0 { squares / closed } else { 1.0 };
        let scale = q * (closed / UNIT).powf(GROWTH);
        Pace { scale, effort: self.effort, left: *left, seed: start(*blocks) }
    }
}

/// Whether a round of this problem is one constraint on one score.
fn takes_one(problem: &AnyProblem) -> bool {
    matches!(problem, AnyProblem::Binary(_) | AnyProblem::Regression(_))
}
