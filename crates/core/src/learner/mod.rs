//! One round, for every algorithm: look, score, constrain, ascend, apply, account.
//!
//! ```text
//! instance -> scores -> block of constraints -> dual step -> potential
//!                |             |                   |
//!            prediction     loss G          certificate (A, v)
//! ```

mod answer;
mod answer_many;
mod compiled;
mod composition;
mod entry;
mod foresee;
mod learn;
mod many;
mod merged;
mod progress;
mod replay;
mod round;
mod run;
mod single;
mod structured;
mod trace;

pub use many::BatchError;
pub use progress::Progress;
pub use trace::{Dual, Traced};

use composition::Composition;
pub(crate) use merged::{Counts, Merged};
use run::{Run, Scratch};

use crate::ascent::{AnyAscent, Ascent};
use crate::certificate::{Certificate, Evidence, Ledger};
use crate::error::{Error, Result};
use crate::geometry::Class;
use crate::hypothesis::{AnyHypothesis, Coordinates, Hypothesis};
use crate::loss::{AnyLoss, Loss};
use crate::problem::{AnyProblem, Problem};
use crate::readout::Readout;
use crate::round::{Label, View};
use crate::schedule::{AnySchedule, Schedule};
use crate::stage::{Bias, Columns, Standard};
use crate::vector::{Instance, unit};

/// A learner of any composition; the shells (CLI, bindings) use [`AnyLearner`].
#[derive(Clone, Debug)]
pub struct Learner<P, L, A, H, S> {
    pub(crate) problem: P,
    pub(crate) loss: L,
    pub(crate) ascent: A,
    pub(crate) hypothesis: H,
    pub(crate) schedule: S,
    pub(crate) run: Run,
}

/// The learner whose components are chosen at run time.
pub type AnyLearner = Learner<AnyProblem, AnyLoss, AnyAscent, AnyHypothesis, AnySchedule>;

impl<P, L, A, H, S> Learner<P, L, A, H, S>
where
    P: Problem + Clone,
    L: Loss,
    A: Ascent,
    H: Hypothesis,
    S: Schedule,
{
    /// A fresh learner from its parts. [`Spec::build`](crate::spec::Spec::build) checks that they
    /// fit.
    pub fn new(
        problem: P,
        loss: L,
        ascent: A,
        hypothesis: H,
        schedule: S,
        readout: Readout,
    ) -> Self {
        let mut run = Run::new(readout);
        let mut hypothesis = hypothesis;
        run.apart = ascent.rescales() && problem.parts_rows();
        if run.apart {
            hypothesis.part_rows();
        }
        Learner { problem, loss, ascent, hypothesis, schedule, run }
    }

    /// Gives every instance a constant feature first; [`Spec::check`](crate::spec::Spec::check)
    /// says whether it fits.
    #[must_use]
    pub fn biased(mut self, bias: Bias) -> Self {
        self.run.bias = Some(bias.into());
        self.run.standardise(self.run.standard.clone());
        self
    }

    /// Standardises these columns of every instance first.
    #[must_use]
    pub fn standardising(mut self, columns: Columns) -> Self {
        self.run.standardise(Some(Box::new(Standard::new(columns))));
        self
    }

    /// Makes a label known without learning from it.
    pub fn admit_label(&mut self, label: Label<'_>) -> Result<()> {
        let mut problem = self.problem.clone();
        problem.admit(label)?;
        self.problem = problem;
        self.hypothesis.widen(self.problem.rows());
        Ok(())
    }

    /// Says which instances come next, in this order, and whether they will come `again` after
    /// that, so that expensive scores (kernels) can be prepared together. Nothing is learned;
    /// results differ by rounding at most.
    pub fn expect(&mut self, ahead: &[Instance<'_>], again: bool) {
        match self.run.bias {
            Some(bias) => bias.with(ahead, |ahead| self.hypothesis.expect(ahead, again)),
            None => self.hypothesis.expect(ahead, again),
        }
    }

    /// How many threads may work on expensive scores, 0 for all there are. No result depends on it.
    pub fn use_threads(&mut self, threads: usize) {
        self.hypothesis.use_threads(threads);
    }

    /// Whether the next instance only sets the starting point (uniclass, before its first
    /// instance).
    pub fn awaits_start(&self) -> bool {
        self.problem.starts_at_first_instance() && self.hypothesis.can_start() && !self.run.started
    }

    /// How far the margin `z` is from the nearest one without loss.
    pub fn miss(&self, z: f64) -> f64 {
        self.loss.miss(z)
    }

    /// Totals of the run.
    pub fn ledger(&self) -> &Ledger {
        &self.run.ledger
    }

    /// The hypothesis.
    pub fn hypothesis(&self) -> &H {
        &self.hypothesis
    }

    /// The problem, with what it knows about its labels.
    pub fn problem(&self) -> &P {
        &self.problem
    }

    /// The problem, to be changed: a structure is shown the input of the next example so. What it
    /// knows about labels and rows must stay as it is.
    pub fn problem_mut(&mut self) -> &mut P {
        &mut self.problem
    }

    /// Trade-off c at the last round.
    pub fn tradeoff(&self) -> f64 {
        self.run.c
    }

    fn evidence(&self, proving: &H) -> Evidence<'_> {
        let c = if self.run.c > 0.0 { self.run.c } else { 1.0 };
        Evidence {
            ledger: &self.run.ledger,
            point: proving.dual(c),
            class: proving.class(),
            c,
            hard: self.schedule.is_hard(),
            steady: proving.is_steady() && !self.is_merged(),
            scalable: self.loss.linear_gain(),
            classifies: !self.problem.two_sided() && !self.problem.starts_at_first_instance(),
        }
    }

    /// No comparator of this complexity (norm, or f where the class is bounded) has lost less.
    pub fn lower_bound(&self, complexity: f64) -> f64 {
        let proving = self.proving();
        let evidence = self.evidence(&proving);
        evidence.lower_bound(complexity, support(&*proving, &evidence, complexity))
    }

    /// Lower bound on the cumulative loss of one comparator, from its complexity and its inner
    /// product with v.
    ///
    /// ```
    /// use noregret_core::{Instance, Label, Spec};
    ///
    /// let mut learner = Spec::named("pa1", "binary")?.build()?;
    /// learner.learn(Instance::Dense(&[1.0]), Label::Number(1.0))?;
    /// // v = 1 and A = 1: whoever has the weight -1 has lost 2.
    /// assert!((learner.lower_bound_of(1.0, -1.0) - 2.0).abs() < 1e-12);
    /// # Ok::<(), noregret_core::Error>(())
    /// ```
    pub fn lower_bound_of(&self, complexity: f64, product: f64) -> f64 {
        self.evidence(&self.proving()).lower_bound(complexity, product)
    }

    /// Everything the run proves.
    pub fn certificate(&self) -> Certificate {
        let proving = self.proving();
        let evidence = self.evidence(&proving);
        let mut certificate = evidence.certify(|level| support(&*proving, &evidence, level));
        if let Some(sigma) = self.schedule.strength().filter(|_| self.run.ledger.rounds > 0) {
            let point = proving.dual(sigma * self.run.ledger.rounds as f64);
            certificate.regularised = evidence.regularised(sigma, &point).map(Box::new);
        }
        certificate
    }
}

impl<P, L, A, H: Coordinates, S> Learner<P, L, A, H, S> {
    /// Weight of a coordinate at the last trade-off.
    pub fn weight(&self, coordinate: usize, row: usize) -> f64 {
        self.hypothesis.weight(coordinate, row, self.run.c)
    }

    /// Makes room for a known number of features (a hashed table).
    pub fn reserve(&mut self, dimension: usize) {
        self.hypothesis.reserve(dimension);
    }
}

/// `max <v,u>` over comparators of this complexity; a norm is known already, and costs a pass over
/// the weights.
fn support(hypothesis: &impl Hypothesis, evidence: &Evidence<'_>, level: f64) -> f64 {
    match evidence.class {
        Class::Norm(_) | Class::Distance => level * evidence.point.norm,
        Class::Bounded { .. } => hypothesis.support(level),
    }
}

/// An error if there is no part, or one whose indices and values do not pair up.
fn check_shape(parts: &[Instance<'_>]) -> Result<()> {
    if parts.is_empty() {
        return Err(Error::Shape("an example needs at least one part".into()));
    }
    parts.iter().try_for_each(check_pairs)
}

/// An error if the indices and values of an instance do not pair up.
#[inline(always)]
fn check_pairs(x: &Instance<'_>) -> Result<()> {
    match x {
        Instance::Sparse { indices, values }
        | Instance::Tailed { indices: Some(indices), values, .. }
            if indices.len() != values.len() =>
        {
            Instance::sparse(indices, values).map(drop)
        }
        _ => Ok(()),
    }
}

/// The parts, and after them the first `count` unit vectors; an error if there are several parts
/// and the problem takes one.
fn with_units<'a>(
    problem: &impl Problem,
    parts: &[Instance<'a>],
    count: usize,
) -> Result<Vec<Instance<'a>>> {
    if parts.len() > 1 && !problem.takes_parts() {
        return Err(Error::Shape(format!(
            "an example of one part is asked for, not of {}",
            parts.len()
        )));
    }
    let mut all = Vec::with_capacity(parts.len() + count);
    all.extend_from_slice(parts);
    all.extend((0..count).filter_map(|i| -> Option<Instance<'a>> { unit(i) }));
    Ok(all)
}

/// An error if a part holds a NaN, an infinity, or values whose squares overflow.
fn check_finite(view: &View) -> Result<()> {
    finite(view.squares.iter().all(|s| s.is_finite()))
}

/// An error if an instance that no hypothesis has looked at holds a NaN, an infinity, or values
/// whose squares overflow.
fn check_values(parts: &[Instance<'_>]) -> Result<()> {
    finite(parts.iter().all(|x| x.square().is_finite()))
}

fn finite(are: bool) -> Result<()> {
    if are {
        return Ok(());
    }
    Err(Error::NotFinite("a feature value is NaN, infinite or beyond 1e150 in size".into()))
}
