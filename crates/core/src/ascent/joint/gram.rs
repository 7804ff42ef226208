//! Groups of any directions in the Euclidean geometry, or in the space of a kernel, from their
//! inner products alone. In another geometry (pairs as labels, which are no two sides) the worst
//! constraint is stepped on.
//!
//! The constraints within reach are solved first, of many the worst. A step may break others
//! (documents that rise for one pair pass a third): while there are such, the worst of them join,
//! and it is solved again from where it is. Of thousands of pairs as many matter as there are
//! features, about. The gap is that of all constraints, written or joined.

use super::products::{Directions, Products};
use super::{Joint, Solver};
use crate::ascent::{Ascent, Exact, Round, Separable};
use crate::hypothesis::{Hypothesis, Response};
use crate::loss::Loss;
use crate::round::Block;
use crate::solve::block::{
    BlockProblem, Certified, Gram, Slack, Stop, level, solve_block, subgradient_block,
};

/// Iterations, each O(k), after which the step is taken as it is: any dual variables are a legal
/// step. More constraints than this have as many as there are constraints, times
/// [`MOST_VISITS`].
const MOST_ITERATIONS: usize = 10_000;
const MOST_VISITS: usize = 20;

/// The inner products of more constraints than this are made when they are needed.
const MOST_CELLS: usize = 2000;

/// More parts than this have no matrix: the guarded separable step is taken, not exact but with the
/// same bound.
const MOST_PARTS: usize = 4000;

/// Broken constraints join at most so many at a time, or a quarter of those that are there.
const FEW: usize = 16;

/// Of more constraints than this the worst are solved first.
const MANY: usize = 256;

/// How often broken constraints may join.
const MOST_TURNS: usize = 100;

/// Solves the round of these groups, each with the cap on its dual variables.
pub(super) fn solve<L: Loss, H: Hypothesis>(
    round: &mut Round<'_, L, H>,
    block: &mut Block,
    joint: &Joint,
    groups: &[(usize, f64)],
) -> f64 {
    let response = round.hypothesis.response(round.parts, 0, round.view, round.c);
    if !matches!(response, Response::Linear { .. }) {
        block.gap = f64::INFINITY;
        return each_group(&Exact::default(), round, block, groups);
    }
    if round.parts.len() > MOST_PARTS {
        block.gap = f64::INFINITY;
        return each_group(&Separable::default(), round, block, groups);
    }
    let mut set = WorkingSet::new(block, groups);
    let mut products = Products::new(round);
    let mut gap = f64::INFINITY;
    for _ in 0..MOST_TURNS {
        let solved = set.solve(round, block, &mut products, joint);
        set.members.iter().zip(&set.duals).for_each(|(&i, d)| block.duals[i] = *d);
        let broken = set.broken(round, block, &mut products, &solved.levels);
        gap = solved.gap + broken.gap;
        let is_done = set.is_partial && gap <= solved.wanted;
        if is_done || !set.join(broken.worst) {
            break;
        }
    }
    block.gap += gap;
    1.0
}

/// Steps on one group after the other.
fn each_group<L: Loss, H: Hypothesis>(
    ascent: &impl Ascent,
    round: &mut Round<'_, L, H>,
    block: &mut Block,
    groups: &[(usize, f64)],
) -> f64 {
    let (focus, cap) = (block.focus(), round.cap);
    for &(group, cap) in groups {
        block.turn_to(group);
        round.cap = cap;
        ascent.step(round, block);
    }
    block.turn_to(focus);
    round.cap = cap;
    1.0
}

/// The constraints that are solved, with their dual variables.
struct WorkingSet<'a> {
    groups: &'a [(usize, f64)],
    /// Rising.
    members: Vec<usize>,
    duals: Vec<f64>,
    /// Whether it began with the worst alone.
    is_partial: bool,
}

/// What the working set came to.
struct Solved {
    gap: f64,
    /// The gap that was asked for.
    wanted: f64,
    /// What each group costs now.
    levels: Vec<f64>,
}

/// What lies outside the working set and costs more than what is inside.
struct Broken {
    /// What it adds to the gap.
    gap: f64,
    /// By how much each costs more, and which it is.
    worst: Vec<(f64, usize)>,
}

impl<'a> WorkingSet<'a> {
    /// The constraints within reach, of many the worst; of many groups, those that cost something.
    fn new(block: &Block, groups: &'a [(usize, f64)]) -> Self {
        let costs = |&i: &usize| groups.len() == 1 || block.constraints[i].z < block.margin;
        let near = groups.iter().flat_map(|g| block.near_of(g.0));
        let mut members: Vec<usize> = near.filter(costs).collect();
        let is_partial = members.len() > MANY;
        if is_partial {
            let z = |i: &usize| block.constraints[*i].z;
            members.sort_by(|a, b| z(a).total_cmp(&z(b)));
            members.truncate(FEW);
            members.sort_unstable();
        }
        WorkingSet { groups, duals: vec![0.0; members.len()], members, is_partial }
    }

    /// The members of each group, by their places.
    fn slacks(&self, block: &Block) -> Vec<Slack> {
        let place = |i: usize| self.members.partition_point(|&member| member < i);
        let of = |&(group, cap): &(usize, f64)| {
            let all = block.constraints_of(group);
            Slack { rows: place(all.start)..place(all.end), cap }
        };
        self.groups.iter().map(of).collect()
    }

    /// Solves it from where it is.
    fn solve<L: Loss, H: Hypothesis>(
        &mut self,
        round: &mut Round<'_, L, H>,
        block: &Block,
        products: &mut Products,
        joint: &Joint,
    ) -> Solved {
        if let (&[only], &[(_, cap)]) = (self.members.as_slice(), self.groups) {
            let (direction, z) = (round.direction(block, only), block.constraints[only].z);
            self.duals[0] = round.hypothesis.exact(&direction, z, round.loss, cap);
            let curvature = round.hypothesis.curvature(&direction, Default::default());
            let left = block.margin - z - self.duals[0] * curvature;
            return Solved { gap: 0.0, wanted: 0.0, levels: vec![left.max(0.0)] };
        }
        let terms = self.members.iter().flat_map(|&i| block.direction(i));
        terms.for_each(|t| products.find(&*round, t));
        let losses = self.members.iter().map(|&i| block.margin - block.constraints[i].z);
        let (losses, slacks) = (losses.collect::<Vec<f64>>(), self.slacks(block));
        let gram = Directions::new(products, block, &self.members);
        if losses.len() > MOST_CELLS {
            let problem = BlockProblem { losses: &losses, gram: &gram, slacks: &slacks };
            return run(&problem, joint, &mut self.duals);
        }
        let gram = gram.matrix();
        let problem = BlockProblem { losses: &losses, gram: &gram, slacks: &slacks };
        run(&problem, joint, &mut self.duals)
    }

    /// What the step breaks outside the set, whose groups cost `levels`.
    fn broken<L: Loss, H: Hypothesis>(
        &self,
        round: &Round<'_, L, H>,
        block: &Block,
        products: &mut Products,
        levels: &[f64],
    ) -> Broken {
        let all: usize = self.groups.iter().map(|g| block.constraints_of(g.0).len()).sum();
        let mut broken = Broken { gap: 0.0, worst: Vec::new() };
        if self.members.len() == all {
            return broken;
        }
        let moved = self.moved(round, block, products);
        let is_member = |i: &usize| self.members.binary_search(i).is_ok();
        for (&(group, cap), &level) in self.groups.iter().zip(levels) {
            let mut most = 0.0;
            for i in block.constraints_of(group).filter(|i| !is_member(i)) {
                let terms = block.direction(i).iter();
                let lift: f64 = terms.map(|t| t.coef * moved.at(t.part, t.row)).sum();
                let above = block.margin - block.constraints[i].z - lift - level;
                if above > 0.0 {
                    broken.worst.push((above, i));
                    most = above.max(most);
                }
            }
            broken.gap += cap * most;
        }
        broken
    }

    /// What the step adds to the score of every part in every row.
    fn moved<L: Loss, H: Hypothesis>(
        &self,
        round: &Round<'_, L, H>,
        block: &Block,
        products: &mut Products,
    ) -> Moved {
        let rows = 1 + block.terms.iter().map(|t| t.row).max().unwrap_or(0);
        let mut moved = Moved { rows, scores: vec![0.0; rows * round.parts.len()] };
        for (&i, &d) in self.members.iter().zip(&self.duals).filter(|(_, d)| **d != 0.0) {
            for t in block.direction(i) {
                products.find(round, t);
                let change = d * t.coef;
                let scores = moved.scores[t.row..].iter_mut().step_by(rows);
                scores.zip(products.row(t.part)).for_each(|(s, k)| *s += change * k);
            }
        }
        moved
    }

    /// Takes in the worst of these; false if there is none.
    fn join(&mut self, mut worst: Vec<(f64, usize)>) -> bool {
        worst.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        worst.truncate(FEW.max(self.members.len() / 4));
        let old = self.members.iter().copied().zip(self.duals.iter().copied());
        let mut all: Vec<(usize, f64)> = old.chain(worst.iter().map(|w| (w.1, 0.0))).collect();
        all.sort_unstable_by_key(|member| member.0);
        (self.members, self.duals) = all.into_iter().unzip();
        !worst.is_empty()
    }
}

/// What is added to the scores, by part and row.
struct Moved {
    rows: usize,
    scores: Vec<f64>,
}

impl Moved {
    fn at(&self, part: usize, row: usize) -> f64 {
        self.scores[part * self.rows + row]
    }
}

/// Runs the solver that was chosen, from these dual variables.
fn run<K: Gram>(problem: &BlockProblem<'_, K>, joint: &Joint, duals: &mut [f64]) -> Solved {
    let (first, single, least) = best_alone(problem);
    let iterations = MOST_ITERATIONS.max(MOST_VISITS * duals.len());
    let stop = Stop { gap: joint.gap * least, iterations };
    let Certified { increase, mut gap, .. } = match joint.solver {
        Solver::Pegasos => subgradient_block(problem, stop, duals),
        Solver::Fastest | Solver::Interior | Solver::Pairwise => solve_block(problem, stop, duals),
    };
    let mut residuals = problem.residuals(duals);
    if increase < least {
        // An iteration that was stopped may be worse than a single step.
        duals.fill(0.0);
        duals[first] = single;
        residuals = problem.residuals(duals);
        gap = problem.gap(duals, &residuals);
    }
    let levels = problem.slacks.iter().map(|s| level(&residuals[s.rows.clone()])).collect();
    Solved { gap, wanted: stop.gap, levels }
}

/// The best step on one constraint alone: which, how far, and what it adds to the dual; the step on
/// all adds at least that.
fn best_alone<K: Gram>(problem: &BlockProblem<'_, K>) -> (usize, f64, f64) {
    let alone = |(i, cap): (usize, f64)| {
        let (loss, square) = (problem.losses[i].max(0.0), problem.gram.at(i, i));
        let d = if square > 0.0 { (loss / square).min(cap) } else { cap };
        (i, d, d * (loss - 0.5 * d * square))
    };
    let better = |a: (usize, f64, f64), b: (usize, f64, f64)| if b.2 > a.2 { b } else { a };
    let all = problem.slacks.iter().flat_map(|s| s.rows.clone().map(|i| (i, s.cap)));
    all.map(alone).fold((0, 0.0, 0.0), better)
}
