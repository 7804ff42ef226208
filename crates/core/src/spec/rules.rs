//! What may be combined, as a list of rules; everything that breaks none is a learner.
//!
//! Rules about rounds that are revisited are in [`past`](super::past).

use super::Spec;
use crate::ascent::{AnyAscent, Ascent, Solver, Trigger};
use crate::error::{Error, Result};
use crate::geometry::AnyGeometry;
use crate::hypothesis::Budget;
use crate::kernel::Kernel;
use crate::loss::{AnyLoss, Loss};
use crate::problem::{AnyProblem, Problem};
use crate::readout::Readout;
use crate::replay::scope::Scope;
use crate::schedule::{AnySchedule, Schedule};
use crate::stage::{Bias, Columns};

/// Whether the problem of a spec is one of these.
macro_rules! is {
    ($spec:expr, $($problem:ident)|+) => {
        matches!($spec.problem, $(crate::problem::AnyProblem::$problem(_))|+)
    };
}

/// One rule of what may be combined: true if the spec breaks it, and what to say then.
pub(super) type Rule = (fn(&Spec) -> bool, &'static str);

/// What may be combined. Everything that breaks no rule is a learner.
const RULES: &[Rule] = &[
    (
        |s| s.loss.two_sided() && !s.problem.two_sided(),
        "this loss is for regression; classification and uniclass take hinge, squared-hinge or \
         logistic",
    ),
    (
        |s| !s.loss.two_sided() && s.problem.two_sided(),
        "regression takes eps-insensitive, squared-eps-insensitive or squared",
    ),
    (
        |s| s.problem.two_sided() && s.mistake_driven(),
        "regression has no mistakes: use on=loss and a schedule that does not count them",
    ),
    (
        |s| {
            let starts_apart = s.geometry.is_one_sided() && is!(s, Binary);
            let stays_at_zero = s.classifies() && !s.has_costs() && s.loss.slope(0.0) == 0.0;
            stays_at_zero && (!starts_apart || s.ascent.trigger() == Trigger::Mistake)
        },
        "classes need a margin above 0 (or costs), else a tie never moves",
    ),
    (
        |s| s.hard() && !s.loss.linear_gain(),
        "C = inf needs the hinge or the epsilon-insensitive loss",
    ),
    (
        |s| {
            let unit = matches!(
                s.ascent,
                AnyAscent::Fixed(_) | AnyAscent::Spread(_) | AnyAscent::Kesler(_)
            );
            s.hard() && unit
        },
        "a fixed step has no meaning at C = inf",
    ),
    (
        |s| {
            let exact = matches!(s.ascent, AnyAscent::Exact(_) | AnyAscent::Simultaneous(_));
            s.hard() && exact && !s.euclid()
        },
        "outside the Euclidean geometry the margin may be out of reach at C = inf: use ascent \
         bounded or a finite C",
    ),
    (
        |s| {
            let fits = s.euclid() && is!(s, Binary | Multiclass | OneVsRest);
            matches!(s.ascent, AnyAscent::Romma(_)) && !fits
        },
        "ROMMA is for binary, multiclass and one-vs-rest problems in the Euclidean geometry",
    ),
    (
        |s| {
            let fits = s.euclid() && is!(s, Binary | OneVsRest);
            matches!(s.ascent, AnyAscent::Alma(_)) && !(fits && s.loss.linear_gain())
        },
        "ALMA is for binary and one-vs-rest problems in the Euclidean geometry, with the hinge \
         loss",
    ),
    (
        |s| {
            let apart = s.ascent.rescales() && s.problem.parts_rows();
            apart && (s.readout != Readout::Last || s.budget.is_some())
        },
        "every class of one-vs-rest multiplies its weights by itself here: that goes with neither \
         averaging nor voting nor a budget",
    ),
    (
        |s| {
            let rows = is!(s, Binary | Multiclass | OneVsRest);
            let star = match s.ascent {
                AnyAscent::Mira(_) => !rows && !is!(s, Sequence),
                AnyAscent::Kesler(_) => !rows,
                _ => return false,
            };
            star || !(s.euclid() && matches!(s.loss, AnyLoss::Hinge(_)))
        },
        "the ascents mira and kesler are for classes with a row each (mira also for sequences), the \
         hinge loss and the Euclidean geometry",
    ),
    (
        |s| {
            let together = matches!(s.ascent, AnyAscent::Separable(_) | AnyAscent::Joint(_));
            together && !(matches!(s.loss, AnyLoss::Hinge(_)) && s.classifies() && !s.hard())
        },
        "the ascents separable and joint are for classes and rankings, the hinge loss and a finite \
         C",
    ),
    (
        |s| {
            let pairs = is!(s, Multiclass | LabelRanking) && !s.has_costs();
            let one = is!(s, Binary | OneVsRest);
            let rows = matches!(&s.ascent, AnyAscent::Joint(j) if !j.needs_products());
            matches!(s.ascent, AnyAscent::Joint(_)) && !(s.euclid() || one || pairs && rows)
        },
        "the ascent joint is for classes and label sets; for other problems, costs and the solvers \
         pairwise and pegasos only in the Euclidean geometry",
    ),
    (
        |s| {
            let shared = matches!(&s.geometry, AnyGeometry::Entropy(g) if g.joint);
            shared && matches!(s.ascent, AnyAscent::Joint(_))
        },
        "the ascent joint needs a simplex for each row",
    ),
    (
        |s| {
            let interior = matches!(&s.ascent, AnyAscent::Joint(j) if j.solver == Solver::Interior);
            interior && (!s.ranks() || s.has_costs())
        },
        "the solver interior is for classes and label sets, without costs",
    ),
    (
        |s| {
            let priced = matches!(&s.problem, AnyProblem::Tasks(t) if t.is_priced());
            priced && !matches!(s.loss, AnyLoss::Hinge(_))
        },
        "prices of tasks need the hinge loss: only its dual variables share a budget",
    ),
    (
        |s| is!(s, Ordinal) && !s.euclid(),
        "ordinal regression lives in the Euclidean geometry: thresholds are weights",
    ),
    (
        |s| {
            let fits = s.euclid() || matches!(s.geometry, AnyGeometry::AdaGrad(_));
            is!(s, Sequence) && (!fits || s.kernel.is_some())
        },
        "sequences are tagged in the geometries euclid and adagrad, without a kernel: their \
         transitions are weights",
    ),
    (
        |s| {
            let fits = match &s.ascent {
                AnyAscent::Fixed(_) | AnyAscent::Exact(_) | AnyAscent::Mira(_) => true,
                AnyAscent::Joint(joint) => joint.solver != Solver::Interior,
                _ => false,
            };
            is!(s, Sequence) && !fits
        },
        "sequences take the ascents fixed, exact, mira and joint",
    ),
    (
        |s| is!(s, Sequence) && !matches!(s.loss, AnyLoss::Hinge(_) | AnyLoss::SquaredHinge(_)),
        "sequences take the hinge and its square: the cost of a sentence is a margin",
    ),
    (
        |s| {
            let follows = matches!(s.schedule, AnySchedule::Directions(_));
            follows && !(is!(s, Sequence) && s.ascent.trigger() == Trigger::Mistake)
        },
        "the schedule directions follows the mistakes of sequences: it needs on=mistake",
    ),
    (
        |s| s.ascent.rescales() && s.has_costs(),
        "ROMMA and ALMA ask for the same margin of every class: they take no costs",
    ),
    (
        |s| s.ascent.rescales() && (!s.constant_c() || s.hard()),
        "ROMMA and ALMA need the fixed schedule with a finite C",
    ),
    (
        |s| {
            matches!(s.ascent, AnyAscent::Romma(_))
                && s.loss != AnyLoss::parse("hinge").unwrap_or(s.loss.clone())
        },
        "ROMMA has the hinge with margin 1 built in",
    ),
    (
        |s| is!(s, Uniclass) && s.loss.margin() != Some(0.0),
        "uniclass takes hinge:margin=0 or squared-hinge:margin=0 (the radius is the margin)",
    ),
    (
        |s| is!(s, Uniclass) && !s.constant_c(),
        "uniclass needs a fixed trade-off: the centre starts away from zero",
    ),
    (
        |s| {
            is!(s, Uniclass)
                && !s.euclid()
                && !(matches!(s.geometry, AnyGeometry::Entropy(_))
                    && matches!(s.ascent, AnyAscent::Bounded(_)))
        },
        "uniclass lives in the Euclidean geometry, or on the simplex with ascent bounded",
    ),
    (
        |s| is!(s, Uniclass) && matches!(&s.geometry, AnyGeometry::Entropy(g) if g.radius != 1.0),
        "uniclass on the simplex takes radius 1",
    ),
    (|s| s.learned_radius() && !s.euclid(), "a learned radius needs the Euclidean geometry"),
    (|s| s.readout == Readout::Vote && !s.euclid(), "voting needs the Euclidean geometry"),
    (|s| s.readout != Readout::Last && is!(s, Uniclass), "uniclass answers with its last centre"),
    (
        |s| {
            let votes = is!(s, Binary | Multiclass | OneVsRest);
            s.readout == Readout::Vote && !votes
        },
        "voting is for binary, multiclass and one-vs-rest problems",
    ),
    (
        |s| matches!(s.schedule, AnySchedule::BoundedDomain(_)) && !s.geometry.is_bounded(),
        "the bounded-domain schedule needs a bounded geometry (entropy, balanced, ball, simplex, \
         l1-ball or entropy-floor)",
    ),
    (
        |s| {
            let steps = matches!(s.geometry, AnyGeometry::AdaGrad(_))
                && matches!(s.ascent, AnyAscent::Fixed(_));
            let parts = s.problem.takes_parts() && !(is!(s, Sequence) && steps);
            s.geometry.is_adaptive() && (is!(s, Uniclass) || parts)
        },
        "the geometries adagrad and confidence are for problems with one instance an example and \
         without a centre (adagrad with the ascent fixed also for sequences)",
    ),
    (
        |s| s.geometry.is_adaptive() && (s.hard() || !s.constant_c()),
        "the geometries adagrad and confidence need a fixed, finite C: they adapt to the data by \
         themselves",
    ),
    (|s| s.kernel.is_some() && !s.euclid(), "a kernel needs the Euclidean geometry"),
    (
        |s| is!(s, Uniclass) && s.budget.as_ref().is_some_and(|budget| budget.project),
        "a budget of uniclass does not project: its patterns are measured from the first instance",
    ),
    (
        |s| {
            let special = is!(s, Uniclass | Ordinal) || s.problem.takes_parts();
            s.standard.is_some() && (s.kernel.is_some() || special)
        },
        "columns are standardised for binary, multiclass, one-vs-rest, label-ranking and \
         regression problems without a kernel",
    ),
    (
        |s| s.bias.is_some() && !s.problem.takes_bias(),
        "this problem takes no bias: a constant feature would change nothing, or what is asked",
    ),
    (
        |s| {
            let Some((bias, columns)) = s.bias.zip(s.standard) else { return false };
            (columns.first..columns.end).contains(&(bias.coordinate as usize))
        },
        "the constant feature of the bias must lie outside the standardised columns",
    ),
    (
        |s| {
            let measured = s.euclid() && s.kernel.is_none() && s.scope.is_current();
            let stepped = matches!(s.ascent, AnyAscent::Exact(_) | AnyAscent::Fixed(_));
            let alone = !is!(s, Ordinal) && !s.problem.takes_parts();
            s.bias.is_some_and(|bias| !bias.counted) && !(measured && stepped && alone)
        },
        "a bias that the step does not count needs the ascent exact or fixed, the Euclidean \
         geometry without a kernel, no stored rounds, and examples of one part",
    ),
    (|s| s.budget.is_some() && s.kernel.is_none(), "a budget is for the patterns of a kernel"),
    (
        |s| s.budget.is_some() && s.readout != Readout::Last,
        "a budget keeps no past hypothesis: averaging and voting need all patterns",
    ),
];

impl Spec {
    /// An error that says which rule the choice breaks, if it breaks one.
    pub fn check(&self) -> Result<()> {
        self.problem.check()?;
        self.loss.check()?;
        self.geometry.check()?;
        self.ascent.check()?;
        self.schedule.check()?;
        self.kernel.iter().try_for_each(Kernel::check)?;
        self.budget.iter().try_for_each(Budget::check)?;
        self.bias.iter().try_for_each(Bias::check)?;
        self.standard.iter().try_for_each(Columns::check)?;
        self.scope.check()?;
        match RULES.iter().find(|(broken, _)| broken(self)) {
            Some((_, message)) => Err(Error::Spec((*message).into())),
            None if self.scope.is_current() => Ok(()),
            None => self.check_revisits(),
        }
    }

    /// Whether the labels are classes.
    pub(super) fn classifies(&self) -> bool {
        !self.problem.two_sided() && !is!(self, Uniclass)
    }

    /// Whether a round asks that some rows lead others.
    pub(super) fn ranks(&self) -> bool {
        is!(self, Multiclass | LabelRanking)
    }

    pub(super) fn has_costs(&self) -> bool {
        let costs = match &self.problem {
            AnyProblem::Multiclass(problem) => problem.costs(),
            AnyProblem::OneVsRest(problem) => problem.costs(),
            AnyProblem::LabelRanking(problem) => problem.costs(),
            _ => return false,
        };
        costs.iter().any(|cost| cost.margin > 0.0)
    }

    pub(super) fn euclid(&self) -> bool {
        matches!(self.geometry, AnyGeometry::Euclid(_))
    }

    pub(super) fn hard(&self) -> bool {
        self.schedule.is_hard()
    }

    pub(super) fn constant_c(&self) -> bool {
        matches!(self.schedule, AnySchedule::FixedRate(_) | AnySchedule::Relaxed(_))
    }

    pub(super) fn mistake_driven(&self) -> bool {
        self.ascent.trigger() == Trigger::Mistake || self.schedule.counts_mistakes()
    }

    pub(super) fn learned_radius(&self) -> bool {
        matches!(&self.problem, AnyProblem::Uniclass(p) if p.learn_radius)
    }
}
