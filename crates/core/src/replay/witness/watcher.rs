//! The witnesses of a run: they see every round, block by block.

use super::block::{Asked, Block, several};
use super::bounds::{Findings, Fixed, Measure};
use super::classes::{self, Several};
use super::effort::Effort;
use super::ones::{Closed, LANES, Ones, Pace, scores};
use super::scaled::Scaled;
use crate::error::{Error, Result};
use crate::loss::Loss;
use crate::number::Sum;
use crate::problem::{AnyProblem, Problem};
use crate::replay::hindsight::start;
use crate::round::Label;
use crate::stage::{Bias, Columns, Constant};
use crate::vector::Instance;
use serde::{Deserialize, Serialize};

/// What the kappas are multiplied by where further trade-offs are tried: between the usual ones,
/// and below them.
const FURTHER: [f64; 2] = [0.42, 0.0057];
/// Potentials have at most so many numbers in all.
const MOST_NUMBERS: usize = 1 << 25;
/// The weight of rounds at which `c = kappa q`.
const UNIT: f64 = 1e4;
/// How c grows with the rounds.
const GROWTH: f64 = 0.25;
/// Predictors that are followed: one a loss.
pub(super) const FOLLOWED: usize = 2;

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

/// Fixed predictors of the first block, one a loss, and what they have lost since.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Followed {
    /// Weights: for one score those of each side by side, for classes of the one by coordinate and
    /// place.
    pub(super) ones: Vec<[f64; FOLLOWED]>,
    pub(super) several: Vec<f64>,
    /// Places of a coordinate, where there are classes.
    pub(super) classes: usize,
    pub(super) losses: [Sum; FOLLOWED],
    pub(super) mistakes: [Sum; FOLLOWED],
}

/// Dual learners that prove what no fixed predictor can do better.
#[derive(Clone, Debug)]
pub struct Witness {
    pub(super) effort: Effort,
    pub(super) bias: Option<Bias>,
    /// Columns to be standardised once the first block is closed.
    pub(super) columns: Option<Columns>,
    pub(super) scaled: Option<Box<Scaled>>,
    pub(super) block: Block,
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
            block: Block::default(),
            kind,
            totals: Totals { left: effort.allowance, ..Totals::default() },
            followed: None,
        })
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
    /// the first block is closed changes nothing.
    #[inline]
    pub fn standardise(&mut self, columns: Option<Columns>) {
        if self.totals.blocks == 0 {
            self.columns = columns;
        }
    }

    /// Whether comparators are linear in standardised columns.
    pub fn is_standardised(&self) -> bool {
        self.columns.is_some()
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
        let cells = (self.block.cells() - before) as f64;
        self.totals.left += self.effort.visits * self.allowed() * cells;
        if self.block.cells() >= self.effort.block_cells
            || self.block.len() >= self.effort.block_rounds
        {
            self.close_block();
        }
        Ok(())
    }

    /// Visits that reading a cell allows, in the units of [`Effort`].
    fn allowed(&self) -> f64 {
        match &self.kind {
            Kind::Ones(_) => 1.0,
            Kind::Several(several) => several.price().1 / self.effort.visits.max(1.0),
        }
    }

    fn keep(&mut self, x: Instance<'_>, asked: Asked) {
        let Some(scaled) = &mut self.scaled else { return self.block.push(x, asked) };
        scaled.observe(x);
        let (mut indices, mut values) = (Vec::new(), Vec::new());
        scaled.write(x, &mut indices, &mut values);
        self.block.push(Instance::Sparse { indices: &indices, values: &values }, asked.again());
    }

    /// Closes the open block and lets its rounds go.
    pub(super) fn close_block(&mut self) {
        if let Some((mut block, _)) = self.close() {
            block.clear();
            self.block = block;
        }
    }

    /// Visits the rounds of the block, which is handed over.
    fn close(&mut self) -> Option<(Block, Pace)> {
        let mut block = std::mem::take(&mut self.block);
        if block.len() == 0 || self.totals.gave_up {
            return None;
        }
        if let Some(columns) = self.columns.filter(|_| self.scaled.is_none()) {
            let mut scaled = Box::new(Scaled::new(columns));
            block = scaled.begin(&block);
            self.scaled = Some(scaled);
        }
        if block.rows.width() * self.numbers() > MOST_NUMBERS {
            (self.totals.gave_up, self.followed) = (true, None);
            self.kind = match self.kind {
                Kind::Ones(_) => Kind::Ones(Box::new(Ones::new(false, 1.0))),
                Kind::Several(_) => Kind::Several(Box::default()),
            };
            return None;
        }
        block.rows.pack();
        for asked in &block.asked {
            self.totals.squares.add(asked.weight * asked.square);
            self.totals.closed.add(asked.weight);
        }
        self.follow(&block);
        let pace = self.pace();
        let closed = match &mut self.kind {
            Kind::Ones(ones) => vec![ones.close(&block, &pace)],
            Kind::Several(several) => several.close(&block, &pace),
        };
        let price = match &self.kind {
            Kind::Ones(_) => 1.0,
            Kind::Several(several) => several.price().0,
        };
        let work: f64 = closed.iter().map(|closed| closed.work).sum();
        self.totals.left = (self.totals.left - price * work).max(0.0);
        self.totals.blocks += 1;
        if self.totals.blocks == 1 {
            self.begin_to_follow(&block, &pace, &closed);
        }
        Some((block, pace))
    }

    /// Numbers that a coordinate takes.
    fn numbers(&self) -> usize {
        match &self.kind {
            Kind::Ones(_) => LANES,
            Kind::Several(several) => several.stride() * several.lanes.len(),
        }
    }

    fn pace(&self) -> Pace {
        let Totals { squares, closed, left, blocks, .. } = &self.totals;
        let (squares, closed) = (squares.value(), closed.value());
        let q = if squares > 0.0 { squares / closed } else { 1.0 };
        let scale = q * (closed / UNIT).powf(GROWTH);
        Pace { scale, effort: self.effort, left: *left, seed: start(*blocks) }
    }

    /// The predictors of the first block are judged by the rows of another.
    fn follow(&mut self, block: &Block) {
        let Some(followed) = &mut self.followed else { return };
        match &self.kind {
            Kind::Several(_) => {
                let known = block.asked.iter().map(|asked| asked.class() + 1).max().unwrap_or(0);
                let classes = known.max(followed.classes);
                let mut one =
                    Several { classes: followed.classes, lanes: vec![Default::default()] };
                one.lanes[0].table = std::mem::take(&mut followed.several);
                one.widen(block.rows.width(), classes);
                followed.several = std::mem::take(&mut one.lanes[0].table);
                followed.classes = classes;
                let (loss, wrong) = classes::judge(block, classes, &followed.several, 1.0);
                followed.losses[0].absorb(&loss);
                followed.mistakes[0].absorb(&wrong);
            }
            Kind::Ones(ones) => {
                let losses: Vec<_> = ones.families().into_iter().map(|(_, range)| range).collect();
                for (i, asked) in block.asked.iter().enumerate() {
                    let scores = scores(block, i, &followed.ones);
                    for (at, range) in losses.iter().enumerate() {
                        let loss = &ones.lanes[range.start].loss;
                        let z = asked.target * scores[at] - asked.shift;
                        followed.losses[at].add(asked.weight * loss.value(z));
                        let wrong = !loss.two_sided() && z <= 0.0;
                        followed.mistakes[at].add(if wrong { asked.weight } else { 0.0 });
                    }
                }
            }
        }
    }

    /// Of each loss the predictor whose witness did best before it saw the rows is followed from
    /// now on.
    fn begin_to_follow(&mut self, block: &Block, pace: &Pace, closed: &[Closed]) {
        let mut followed = Followed::default();
        match &self.kind {
            Kind::Ones(ones) => {
                let (c, progressive) = (ones.tradeoffs(pace.scale), closed[0].progressive);
                let families = ones.families();
                let least = |range: &std::ops::Range<usize>| {
                    let better = |a: usize, b| if progressive[b] < progressive[a] { b } else { a };
                    range.clone().reduce(better).unwrap_or(range.start)
                };
                let best: Vec<usize> = families.iter().map(|(_, range)| least(range)).collect();
                let weights = |each: &[f64; LANES]| {
                    std::array::from_fn(|at| best.get(at).map_or(0.0, |&k| each[k] / c[k]))
                };
                followed.ones = ones.table.iter().map(weights).collect();
                let (losses, wrong) = ones.judge(block, &c);
                for (at, &k) in best.iter().enumerate() {
                    (followed.losses[at], followed.mistakes[at]) = (losses[k], wrong[k]);
                }
            }
            Kind::Several(several) => {
                let judged = several.judge(block, pace.scale);
                let k = judged.len() / 2;
                let (lane, c) = (&several.lanes[k], several.lanes[k].kappa * pace.scale);
                followed.several = lane.table.iter().map(|v| v / c).collect();
                followed.classes = several.classes;
                (followed.losses[0], followed.mistakes[0]) = judged[k];
            }
        }
        self.followed = Some(Box::new(followed));
    }

    /// What they have proved and found so far; rounds of the open block are visited for it.
    pub fn findings(&self) -> Findings {
        let mut all = self.clone();
        let last = all.close();
        let Totals { rounds, weight, gave_up, .. } = &all.totals;
        let (rounds, weight) = (*rounds, weight.value());
        let measures = if *gave_up || rounds == 0 { Vec::new() } else { all.measures(last) };
        Findings { rounds, weight, measures }
    }

    fn measures(&self, last: Option<(Block, Pace)>) -> Vec<Measure> {
        let only = last.filter(|_| self.totals.blocks == 1);
        let Some((block, pace)) = only else { return self.proved(self.followed_found()) };
        let mut measures = self.proved(self.found(&block, &pace));
        for &factor in FURTHER.iter().filter(|_| self.effort.finer) {
            let mut finer = self.clone();
            finer.kind = match &self.kind {
                Kind::Ones(ones) => {
                    let two_sided = ones.lanes[0].loss.two_sided();
                    Kind::Ones(Box::new(Ones::new(two_sided, factor)))
                }
                Kind::Several(several) => {
                    Kind::Several(Box::new(Several::new(several.classes, factor, true)))
                }
            };
            match &mut finer.kind {
                Kind::Ones(ones) => drop(ones.close(&block, &pace)),
                Kind::Several(several) => drop(several.close(&block, &pace)),
            }
            let more = finer.proved(finer.found(&block, &pace));
            for (measure, more) in measures.iter_mut().zip(more) {
                measure.bounds.extend(more.bounds);
                measure.found.extend(more.found);
            }
        }
        measures
    }

    /// What is proved, with these predictors.
    fn proved(&self, found: Vec<Vec<Fixed>>) -> Vec<Measure> {
        let map = |j: usize, v: f64, sum: f64| match &self.scaled {
            Some(scaled) => scaled.potential(j, v, sum),
            None => v,
        };
        let stretch = self.scaled.as_ref().map_or(1.0, |scaled| scaled.stretch());
        match &self.kind {
            Kind::Ones(ones) => ones.measures(&ones.norms(map), stretch, &found),
            Kind::Several(several) => {
                let (classes, stride) = (several.classes, several.stride());
                let lanes = several.lanes.iter();
                let norms: Vec<f64> = lanes.map(|lane| lane.norms(classes, stride, map)).collect();
                several.measures(&norms, stretch, found.into_iter().next().unwrap_or_default())
            }
        }
    }

    /// The predictors of all witnesses, judged by the only block there is.
    fn found(&self, block: &Block, pace: &Pace) -> Vec<Vec<Fixed>> {
        match &self.kind {
            Kind::Ones(ones) => {
                let c = ones.tradeoffs(pace.scale);
                let (losses, wrong) = ones.judge(block, &c);
                let fixed = |k: usize| {
                    let norm = self.norm_of(ones.table.iter().map(|each| [each[k] / c[k]]));
                    Fixed { norm, loss: losses[k].value(), mistakes: wrong[k].value() }
                };
                let of = |(_, range): (_, std::ops::Range<usize>)| range.map(fixed).collect();
                ones.families().into_iter().map(of).collect()
            }
            Kind::Several(several) => {
                let judged = several.judge(block, pace.scale);
                let fixed = |(lane, (loss, wrong)): (&super::classes::ClassLane, (Sum, Sum))| {
                    let c = lane.kappa * pace.scale;
                    let norm = self.norm_of_classes(&lane.table, several, 1.0 / c);
                    Fixed { norm, loss: loss.value(), mistakes: wrong.value() }
                };
                vec![several.lanes.iter().zip(judged).map(fixed).collect()]
            }
        }
    }

    /// The predictors that were followed.
    fn followed_found(&self) -> Vec<Vec<Fixed>> {
        let Some(followed) = &self.followed else { return Vec::new() };
        let fixed = |at: usize, norm: f64| Fixed {
            norm,
            loss: followed.losses[at].value(),
            mistakes: followed.mistakes[at].value(),
        };
        match &self.kind {
            Kind::Ones(ones) => {
                let norm = |at: usize| self.norm_of(followed.ones.iter().map(|each| [each[at]]));
                (0..ones.families().len()).map(|at| vec![fixed(at, norm(at))]).collect()
            }
            Kind::Several(_) => {
                let several = Several { classes: followed.classes, lanes: Vec::new() };
                vec![vec![fixed(0, self.norm_of_classes(&followed.several, &several, 1.0))]]
            }
        }
    }

    fn norm_of_classes(&self, table: &[f64], several: &Several, factor: f64) -> f64 {
        let (classes, stride) = (several.classes, several.stride());
        let mut square = Sum::default();
        for r in 0..classes {
            let row = table.chunks_exact(stride).map(|places| [places[r] * factor]);
            square.add(self.norm_of(row).powi(2));
        }
        square.value().sqrt()
    }

    /// The norm of a predictor as comparators are measured: infinite if it is none of them.
    fn norm_of(&self, weights: impl Iterator<Item = [f64; 1]>) -> f64 {
        let (mut square, mut shift) = (Sum::default(), Sum::default());
        let constant = self.bias.map(|bias| (bias.coordinate as usize, bias.value));
        let mut own = 0.0;
        for (j, [u]) in weights.enumerate() {
            let (u, more) = self.scaled.as_ref().map_or((u, 0.0), |scaled| scaled.weight(j, u));
            shift.add(more);
            match constant {
                Some((at, _)) if at == j => own = u,
                _ => square.add(u * u),
            }
        }
        match (constant, shift.value()) {
            (Some((_, value)), shift) if value != 0.0 => square.add((own + shift / value).powi(2)),
            (_, 0.0) => square.add(own * own),
            _ => return f64::INFINITY,
        }
        square.value().sqrt() * (1.0 + 1e-12)
    }
}

/// Whether a round of this problem is one constraint on one score.
fn takes_one(problem: &AnyProblem) -> bool {
    matches!(problem, AnyProblem::Binary(_) | AnyProblem::Regression(_))
}
