//! Problems and ascents written outside the crate, on the public traits.
//!
//! Several rows (multiclass), several constraints per round tied by one slack (label ranking,
//! simultaneous projections), several parts per example (structured output): each runs through the
//! learner of the crate and has its certificate.

use noregret_core::ascent::{Ascent, Exact, Round, Trigger};
use noregret_core::error::{Error, Result};
use noregret_core::hypothesis::{EuclidSpace, Hypothesis};
use noregret_core::loss::{Hinge, Loss};
use noregret_core::problem::Problem;
use noregret_core::readout::Readout;
use noregret_core::round::{Block, Term, View};
use noregret_core::schedule::FixedRate;
use noregret_core::{Instance, Label, Learner, Prediction};

const CLASSES: usize = 4;

/// `a_r = (row y) - (row r)` for every wrong class r.
#[derive(Clone)]
struct Multiclass;

impl Problem for Multiclass {
    fn rows(&self) -> usize {
        CLASSES
    }
    fn constrain(&self, view: &View, label: Label<'_>, block: &mut Block) -> Result<()> {
        let Label::Number(y) = label else { return Err(Error::Label("a class number".into())) };
        let y = y as usize;
        let violated = (0..CLASSES).any(|r| r != y && view.scores[r] >= view.scores[y]);
        block.begin(violated);
        for r in (0..CLASSES).filter(|&r| r != y) {
            let terms = [Term { part: 0, row: y, coef: 1.0 }, Term { part: 0, row: r, coef: -1.0 }];
            block.push(&terms, 0.0, 0.0, view.scores[y] - view.scores[r]);
        }
        (block.mistake, block.violation) = (violated, violated);
        Ok(())
    }
    fn decide(&self, view: &View) -> Prediction {
        Prediction::Value(self.score(view))
    }
    fn score(&self, view: &View) -> f64 {
        view.scores.iter().fold(f64::MIN, |m, s| s.max(m))
    }
}

/// Simultaneous projections: each violated constraint takes its own exact step, scaled by their
/// number.
struct Simultaneous;

impl Ascent for Simultaneous {
    fn step<L: Loss, H: Hypothesis>(&self, round: &mut Round<'_, L, H>, block: &mut Block) -> f64 {
        let violated: Vec<usize> = (0..block.constraints.len())
            .filter(|&i| round.loss.slope(block.constraints[i].z) > 0.0)
            .collect();
        for &i in &violated {
            let direction = round.direction(block, i);
            let alone =
                round.hypothesis.exact(&direction, block.constraints[i].z, round.loss, round.cap);
            block.duals[i] = alone / violated.len() as f64;
        }
        1.0
    }
    fn trigger(&self) -> Trigger {
        Trigger::Loss
    }
}

/// A chain of two parts: the right labelling scores `<w_0,x_0> + <w_1,x_1>`, the wrong one swaps
/// the rows.
#[derive(Clone)]
struct Chain;

impl Problem for Chain {
    fn rows(&self) -> usize {
        2
    }
    fn constrain(&self, view: &View, _label: Label<'_>, block: &mut Block) -> Result<()> {
        let score = |part: usize, row: usize| view.scores[part * 2 + row];
        let z = score(0, 0) + score(1, 1) - score(0, 1) - score(1, 0);
        let term = |part, row, coef| Term { part, row, coef };
        block.begin(z <= 0.0);
        block.push(
            &[term(0, 0, 1.0), term(1, 1, 1.0), term(0, 1, -1.0), term(1, 0, -1.0)],
            0.0,
            0.0,
            z,
        );
        (block.mistake, block.violation) = (z <= 0.0, z <= 0.0);
        Ok(())
    }
    fn decide(&self, view: &View) -> Prediction {
        Prediction::Value(self.score(view))
    }
    fn score(&self, view: &View) -> f64 {
        view.scores[0]
    }
}

fn learner<P: Problem + Clone, A: Ascent>(
    problem: P,
    ascent: A,
    aggressiveness: f64,
) -> Learner<P, Hinge, A, EuclidSpace, FixedRate> {
    let space = EuclidSpace::new(problem.rows(), None);
    let rate = FixedRate { aggressiveness };
    Learner::new(problem, Hinge::default(), ascent, space, rate, Readout::Last)
}

/// A deterministic stream of sparse rows with classes planted by their first coordinate.
fn stream() -> Vec<(Vec<u32>, Vec<f64>, usize)> {
    let mut state = 1u64;
    let mut next = move || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (state >> 40) as f64 / (1u64 << 24) as f64
    };
    (0..400)
        .map(|_| {
            let y = (next() * CLASSES as f64) as usize;
            let noisy = if next() < 0.1 { (y + 1) % CLASSES } else { y };
            (vec![y as u32, 4 + (next() * 6.0) as u32, 10], vec![1.0, next() - 0.5, 0.3], noisy)
        })
        .collect()
}

#[test]
fn multiclass_is_max_score_passive_aggressive() {
    let mut ours = learner(Multiclass, Exact::default(), 0.5);
    let mut w = vec![vec![0.0; 11]; CLASSES];
    for (indices, values, y) in stream() {
        let x = Instance::sparse(&indices, &values).unwrap();
        let outcome = ours.learn(x, Label::Number(y as f64)).unwrap();
        let scores: Vec<f64> = w.iter().map(|w| x.dot(w)).collect();
        let r = (0..CLASSES)
            .filter(|&r| r != y)
            .reduce(|a, b| if scores[b] > scores[a] { b } else { a })
            .unwrap();
        let loss = (1.0 - (scores[y] - scores[r])).max(0.0);
        assert!((outcome.loss - loss).abs() < 1e-9);
        let tau = (loss / (2.0 * x.square())).min(0.5);
        x.add_to(&mut w[y], tau);
        x.add_to(&mut w[r], -tau);
    }
    for (r, w) in w.iter().enumerate() {
        for (j, w) in w.iter().enumerate() {
            assert!((ours.weight(j, r) - w).abs() < 1e-9);
        }
    }
    assert!(ours.ledger().mistakes < 120, "{}", ours.ledger().mistakes);
}

/// Loss of the comparator that puts `scale` on the planted coordinate of each class.
fn planted_loss(scale: f64) -> f64 {
    let loss = |(indices, _, y): (Vec<u32>, Vec<f64>, usize)| {
        let margin = if indices[0] as usize == y { scale } else { -scale };
        (1.0 - margin).max(0.0)
    };
    stream().into_iter().map(loss).sum()
}

#[test]
fn tied_constraints_keep_the_certificate() {
    let mut ours = learner(Multiclass, Simultaneous, 1.0);
    let mut several = 0;
    for (indices, values, y) in stream() {
        let x = Instance::sparse(&indices, &values).unwrap();
        several += usize::from(ours.learn(x, Label::Number(y as f64)).unwrap().step > 0.0);
    }
    assert!(several > 50);
    assert!(ours.ledger().peak <= 1.0 + 1e-12, "the duals of a round share one cap");
    for scale in [0.1, 0.5, 1.0, 2.0] {
        let norm = scale * (CLASSES as f64).sqrt();
        let bound = ours.lower_bound(norm);
        assert!(bound > 0.0 && bound <= planted_loss(scale), "{scale}: {bound}");
    }
}

#[test]
fn parts_that_share_coordinates_reach_the_margin_exactly() {
    let mut ours = learner(Chain, Exact::default(), 100.0);
    let (first, second) = ([1.0, 2.0, 0.0], [0.5, 0.0, 1.0]);
    let parts = [Instance::Dense(&first), Instance::Dense(&second)];
    assert_eq!(ours.learn_parts(&parts, Label::None, 1.0).unwrap().loss, 1.0);
    let after = ours.learn_parts(&parts, Label::None, 1.0).unwrap();
    assert!((after.margin - 1.0).abs() < 1e-12, "{}", after.margin);
    // The rows are opposite, so the direction is (x_0 - x_1) in row 0 and its negative in row 1.
    assert!((ours.weight(1, 0) + ours.weight(1, 1)).abs() < 1e-12);
}
