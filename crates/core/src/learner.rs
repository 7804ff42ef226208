//! One round, for every algorithm: look, score, constrain, ascend, apply, account.
//!
//! ```text
//! instance -> scores -> block of constraints -> dual step -> potential
//!                |             |                   |
//!            prediction     loss G          certificate (A, v)
//! ```

use crate::ascent::{AnyAscent, Ascent, Round};
use crate::block::{Block, Term};
use crate::certificate::{Certificate, DualCertificate, Entry, Evidence, Ledger};
use crate::error::{Error, Result};
use crate::hypothesis::{
    AnyHypothesis, Class, Coordinates, Direction, EuclidSpace, Hypothesis, View,
};
use crate::label::{Label, Prediction};
use crate::loss::{AnyLoss, Loss};
use crate::problem::{AnyProblem, Problem};
use crate::readout::{Readout, Vote};
use crate::schedule::{AnySchedule, Clock, Schedule};
use crate::vector::Instance;

/// A learner of any composition; the shells (CLI, bindings) use [`AnyLearner`].
#[derive(Clone, Debug)]
pub struct Learner<P, L, A, H, S> {
    pub(crate) problem: P,
    pub(crate) loss: L,
    pub(crate) ascent: A,
    pub(crate) hypothesis: H,
    pub(crate) schedule: S,
    pub(crate) readout: Readout,
    pub(crate) vote: Vote,
    pub(crate) ledger: Ledger,
    pub(crate) c: f64,
    /// The largest c that counts: below it c never falls.
    pub(crate) floor: f64,
    pub(crate) started: bool,
    scratch: Scratch,
}

/// The learner whose components are chosen at run time.
pub type AnyLearner = Learner<AnyProblem, AnyLoss, AnyAscent, AnyHypothesis, AnySchedule>;

/// Buffers of one round; nothing is allocated after the first few.
#[derive(Clone, Debug, Default)]
struct Scratch {
    view: View,
    block: Block,
    moves: Vec<Term>,
}

/// What one round did.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outcome {
    /// The number behind the prediction, made before the label was seen.
    pub score: f64,
    /// The margin z of the round (residual for regression).
    pub margin: f64,
    /// Loss, times the weight of the example.
    pub loss: f64,
    /// Whether the prediction was wrong.
    pub mistake: bool,
    /// Sum of the dual variables (in size); 0 means nothing moved.
    pub step: f64,
    /// Whether this was a round; the first instance of uniclass only sets the centre.
    pub counted: bool,
}

impl<P, L, A, H, S> Learner<P, L, A, H, S>
where
    P: Problem + Clone,
    L: Loss,
    A: Ascent,
    H: Hypothesis,
    S: Schedule + Clone,
{
    /// A fresh learner from its parts. [`Spec::build`](crate::spec::Spec::build) checks that they fit.
    pub fn new(
        problem: P,
        loss: L,
        ascent: A,
        hypothesis: H,
        schedule: S,
        readout: Readout,
    ) -> Self {
        Learner {
            problem,
            loss,
            ascent,
            hypothesis,
            schedule,
            readout,
            vote: Vote::default(),
            ledger: Ledger::default(),
            c: 0.0,
            floor: 0.0,
            started: false,
            scratch: Scratch::default(),
        }
    }

    /// Predicts, then learns from the label.
    ///
    /// On an error the learner is unchanged.
    pub fn learn(&mut self, x: Instance<'_>, label: Label<'_>) -> Result<Outcome> {
        self.learn_weighted(x, label, 1.0)
    }

    /// The same for an example that counts `weight` times.
    pub fn learn_weighted(
        &mut self,
        x: Instance<'_>,
        label: Label<'_>,
        weight: f64,
    ) -> Result<Outcome> {
        self.learn_parts(&[x], label, weight)
    }

    /// The same for an example of several parts.
    pub fn learn_parts(
        &mut self,
        parts: &[Instance<'_>],
        label: Label<'_>,
        weight: f64,
    ) -> Result<Outcome> {
        if !(weight >= 0.0 && weight.is_finite()) {
            return Err(Error::NotFinite(format!("the weight {weight} is not a number >= 0")));
        }
        self.hypothesis.look(parts, &mut self.scratch.view);
        check_finite(&self.scratch.view)?;
        let before = (self.schedule.clone(), self.c, self.started);
        let mut known = None;
        self.hypothesis.mark();
        let result = self.round(parts, label, weight, &mut known);
        if result.is_err() {
            (self.schedule, self.c, self.started) = before;
            if let Some(problem) = known {
                self.problem = problem;
            }
            self.hypothesis.undo();
        }
        result
    }

    /// The round proper. On an error what was marked is taken back; `known` holds the problem as it was before
    /// it took in a new label.
    fn round(
        &mut self,
        parts: &[Instance<'_>],
        label: Label<'_>,
        weight: f64,
        known: &mut Option<P>,
    ) -> Result<Outcome> {
        self.hypothesis.admit(parts);
        let c = self.advance()?;
        if self.problem.starts_at_first_instance() && !self.started {
            self.started = true;
            if self.hypothesis.start_at(parts[0], self.c) {
                self.ledger.travelled = self.c * self.scratch.view.size();
                return Ok(Outcome::default());
            }
        }
        self.observe(parts, label, known)?;
        let keep = if weight == 0.0 { 1.0 } else { self.ascend(parts, weight) };
        let outcome = self.settle(weight, keep, c)?;
        if outcome.step != 0.0 || keep != 1.0 {
            self.apply(parts, keep);
        }
        self.hypothesis.tick(self.c);
        if self.readout == Readout::Vote {
            self.vote.tick();
        }
        Ok(outcome)
    }

    /// Moves the clock: c for this round, 0 if all instances so far were zero.
    fn advance(&mut self) -> Result<f64> {
        let most_complex = match self.hypothesis.class() {
            Class::Bounded(_, most) => Some(most),
            Class::Norm(_) => None,
        };
        let clock = Clock {
            round: self.ledger.rounds + 1,
            size: self.scratch.view.size(),
            mistakes: self.ledger.mistakes,
            loss: self.ledger.loss.value(),
            most_complex,
        };
        let c = self.schedule.tradeoff(&clock).max(self.floor);
        if !c.is_finite() {
            return Err(Error::Spec(
                "a self-tuned schedule on a bounded geometry needs at least two features".into(),
            ));
        }
        // While every instance was zero there is no scale yet: any c gives the starting weights.
        self.c = if c > 0.0 { c } else { 1.0 };
        Ok(c)
    }

    /// Scores the example and writes what its label asks.
    fn observe(
        &mut self,
        parts: &[Instance<'_>],
        label: Label<'_>,
        known: &mut Option<P>,
    ) -> Result<()> {
        let Scratch { view, block, .. } = &mut self.scratch;
        self.hypothesis.prepare(self.c);
        self.hypothesis.score(parts, self.c, view);
        if self.problem.starts_at_first_instance() {
            view.gap = self.hypothesis.gap(parts[0], self.c, view);
        }
        block.clear();
        if self.problem.constrain(view, label, block).is_err() {
            // Perhaps a label that is new; if it cannot be taken in, that error is the answer.
            *known = Some(self.problem.clone());
            block.clear();
            self.problem.admit(label)?;
            self.problem.constrain(view, label, block)?;
        }
        Ok(())
    }

    /// The cap on the dual variables of a round of this weight.
    fn cap(&self, weight: f64) -> f64 {
        if self.schedule.is_hard() { f64::INFINITY } else { weight }
    }

    fn ascend(&mut self, parts: &[Instance<'_>], weight: f64) -> f64 {
        let cap = self.cap(weight);
        let Scratch { view, block, .. } = &mut self.scratch;
        let (loss, hypothesis) = (&self.loss, &mut self.hypothesis);
        let mut round = Round { parts, view, loss, hypothesis, c: self.c, cap };
        self.ascent.step(&mut round, block)
    }

    /// Enters the round into the ledger, once it is sure that the step is finite.
    fn settle(&mut self, weight: f64, keep: f64, c: f64) -> Result<Outcome> {
        let Scratch { view, block, .. } = &self.scratch;
        let Some(worst) = block.worst() else {
            return Ok(Outcome { counted: true, ..Outcome::default() });
        };
        let margin = block.constraints[worst].z;
        let mut entry = Entry {
            loss: weight * self.loss.value(margin),
            weight,
            mistake: block.mistake,
            size: view.size(),
            ..Entry::default()
        };
        if entry.loss != 0.0 {
            self.account(&mut entry, worst);
            let reach = self.ledger.travelled + entry.step + self.ledger.loss.value() + entry.loss;
            if !(reach + entry.gain + entry.subgradient + keep).is_finite() {
                return Err(Error::NotFinite(
                    "the step would overflow: scale the data or choose a smaller C".into(),
                ));
            }
        }
        self.ledger.enter(&entry);
        if self.schedule.settle(entry.mistake || entry.mass != 0.0) {
            self.floor = c;
        }
        Ok(Outcome {
            score: self.problem.score(&self.scratch.view),
            margin,
            loss: entry.loss,
            mistake: entry.mistake,
            step: entry.mass,
            counted: true,
        })
    }

    /// What the duals of the round add, and the size of its subgradient.
    fn account(&self, entry: &mut Entry, worst: usize) {
        let Scratch { view, block, .. } = &self.scratch;
        let mut total = 0.0;
        for (i, &d) in block.duals.iter().enumerate().filter(|(_, d)| **d != 0.0) {
            total += d;
            entry.mass += d.abs();
            entry.gain += d * block.constraints[i].shift;
            entry.blur += (d * block.constraints[i].shift).abs();
            entry.blur += d.abs() * block.constraints[i].own.abs() * view.gap.blur;
            entry.step += d.abs() * length(view, block, i);
        }
        if entry.mass != 0.0 {
            entry.gain += self.loss.gain(total, self.cap(entry.weight));
            // Either part of a squared loss' gain exceeds the gain by no more than this.
            entry.blur += 2.0 * entry.loss;
        }
        if self.ascent.trigger().fires(block) {
            let slope = entry.weight * self.loss.slope(block.constraints[worst].z);
            entry.subgradient = (slope * length(view, block, worst)).powi(2) / (2.0 * self.c);
        }
    }

    fn apply(&mut self, parts: &[Instance<'_>], keep: f64) {
        let Scratch { view, block, moves } = &mut self.scratch;
        combine(block, moves);
        let own: f64 = block.duals.iter().zip(&block.constraints).map(|(d, k)| d * k.own).sum();
        let step =
            Direction { parts, view, terms: moves, own: own + (keep - 1.0) * self.c, c: self.c };
        self.hypothesis.apply(&step);
        let kept = 1.0 + step.own / self.c;
        if kept != 1.0 {
            self.problem.kept(kept);
        }
        if self.readout == Readout::Vote {
            for t in moves.iter() {
                self.vote.record(parts[t.part], t.coef, kept);
            }
        }
    }

    /// Makes a label known without learning from it.
    pub fn admit_label(&mut self, label: Label<'_>) -> Result<()> {
        self.problem.admit(label)
    }

    /// Whether the next instance only sets the starting point (uniclass, before its first instance).
    pub fn awaits_start(&self) -> bool {
        self.problem.starts_at_first_instance() && self.hypothesis.can_start() && !self.started
    }

    /// How far the margin `z` is from the nearest one without loss.
    pub fn miss(&self, z: f64) -> f64 {
        self.loss.miss(z)
    }

    /// Totals of the run.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// The hypothesis.
    pub fn hypothesis(&self) -> &H {
        &self.hypothesis
    }

    /// The problem, with what it knows about its labels.
    pub fn problem(&self) -> &P {
        &self.problem
    }

    /// Trade-off c at the last round.
    pub fn tradeoff(&self) -> f64 {
        self.c
    }

    fn evidence(&self) -> Evidence<'_> {
        let c = if self.c > 0.0 { self.c } else { 1.0 };
        Evidence {
            ledger: &self.ledger,
            point: self.hypothesis.dual(c),
            class: self.hypothesis.class(),
            c,
            hard: self.schedule.is_hard(),
            classifies: !self.problem.two_sided() && !self.problem.starts_at_first_instance(),
        }
    }

    /// No comparator of this complexity (norm, or f where the class is bounded) has lost less.
    ///
    /// `None` for a learner without certificate.
    pub fn lower_bound(&self, complexity: f64) -> Option<f64> {
        if self.ascent.uncertified().is_some() {
            return None;
        }
        Some(self.evidence().lower_bound(complexity, self.hypothesis.support(complexity)))
    }

    /// Everything the run proves.
    pub fn certificate(&self) -> Certificate {
        match self.ascent.uncertified() {
            None => Certificate::Dual(self.dual_certificate()),
            Some(why) => {
                let norm = self.hypothesis.dual(self.c.max(f64::MIN_POSITIVE)).norm / self.c;
                let margin_ceiling = (norm > 0.0).then(|| (1.0 + 1e-9) / norm);
                Certificate::None { why: why.into(), margin_ceiling }
            }
        }
    }

    fn dual_certificate(&self) -> DualCertificate {
        self.evidence().certify(|level| self.hypothesis.support(level))
    }
}

impl<P, L, A, H: Coordinates, S> Learner<P, L, A, H, S> {
    /// Weight of a coordinate at the last trade-off.
    pub fn weight(&self, coordinate: usize, row: usize) -> f64 {
        self.hypothesis.weight(coordinate, row, self.c)
    }

    /// Makes room for a known number of features (a hashed table).
    pub fn reserve(&mut self, dimension: usize) {
        self.hypothesis.reserve(dimension);
    }
}

impl<P, L, A, S> Learner<P, L, A, AnyHypothesis, S>
where
    P: Problem + Clone,
    L: Loss,
    A: Ascent,
    S: Schedule + Clone,
{
    /// Predicts without learning, by the chosen readout; the number behind the decision beside it.
    pub fn predict(&self, x: Instance<'_>) -> Result<(Prediction, f64)> {
        let mut view = View::default();
        self.view(x, &mut view)?;
        Ok((self.problem.decide(&view), self.problem.score(&view)))
    }

    /// What learning from this example would report, without learning, by the chosen readout.
    pub fn evaluate(&self, x: Instance<'_>, label: Label<'_>) -> Result<Outcome> {
        let (mut view, mut block) = (View::default(), Block::default());
        self.view(x, &mut view)?;
        self.problem.constrain(&view, label, &mut block)?;
        let margin = block.worst().map_or(0.0, |i| block.constraints[i].z);
        Ok(Outcome {
            score: self.problem.score(&view),
            margin,
            loss: self.loss.value(margin),
            mistake: block.mistake,
            step: 0.0,
            counted: true,
        })
    }

    fn view(&self, x: Instance<'_>, view: &mut View) -> Result<()> {
        let parts = [x];
        let c = if self.c > 0.0 { self.c } else { 1.0 };
        self.hypothesis.look(&parts, view);
        check_finite(view)?;
        self.hypothesis.score(&parts, c, view);
        if self.problem.starts_at_first_instance() {
            view.gap = self.hypothesis.gap(x, c, view);
        }
        match self.readout {
            Readout::Last => {}
            Readout::Average => {
                let average = self.hypothesis.as_euclid().and_then(|e| e.average_score(x, 0));
                view.scores[0] = average.unwrap_or(view.scores[0]);
            }
            Readout::Vote => view.scores[0] = self.vote.score(x),
        }
        Ok(())
    }

    /// Weight of a coordinate in the hypothesis that answers.
    pub fn answering_weight(&self, coordinate: usize, row: usize) -> f64 {
        let average = |e: &EuclidSpace| e.average_weight(coordinate, row);
        match self.readout {
            Readout::Average => self.hypothesis.as_euclid().and_then(average),
            _ => None,
        }
        .unwrap_or_else(|| self.weight(coordinate, row))
    }
}

/// An error if a part holds a NaN, an infinity, or values whose squares overflow.
fn check_finite(view: &View) -> Result<()> {
    if view.squares.iter().all(|s| s.is_finite()) {
        return Ok(());
    }
    Err(Error::NotFinite("a feature value is NaN, infinite or beyond 1e150 in size".into()))
}

/// Dual norm of direction `i`, or a bound on it.
fn length(view: &View, block: &Block, i: usize) -> f64 {
    if block.constraints[i].own != 0.0 {
        // Directions with a share of the weights are unit vectors.
        return 1.0;
    }
    block.direction(i).iter().map(|t| t.coef.abs() * view.sizes[t.part]).sum()
}

/// The combined direction `sum_i d_i a_i`, one term a (part, row).
fn combine(block: &Block, moves: &mut Vec<Term>) {
    moves.clear();
    for (i, &d) in block.duals.iter().enumerate().filter(|(_, d)| **d != 0.0) {
        for t in block.direction(i) {
            match moves.iter_mut().find(|m| (m.part, m.row) == (t.part, t.row)) {
                Some(m) => m.coef += d * t.coef,
                None => moves.push(Term { coef: d * t.coef, ..*t }),
            }
        }
    }
}
