//! The cartesian product of the registry.

use super::composition;
use noregret_core::Spec;
use noregret_core::ascent::{Aim, AnyAscent, Share};
use noregret_core::geometry::AnyGeometry;
use noregret_core::hypothesis::Budget;
use noregret_core::kernel::AnyKernel;
use noregret_core::loss::AnyLoss;
use noregret_core::problem::AnyProblem;
use noregret_core::readout::Readout;
use noregret_core::registry::Entry;
use noregret_core::replay::scope::AnyScope;
use noregret_core::schedule::AnySchedule;
use std::sync::OnceLock;

const READOUTS: [Readout; 4] = [Readout::Last, Readout::Average, Readout::Linear, Readout::Vote];

fn texts(entries: &[Entry], variants: &[&str]) -> Vec<String> {
    let mut all: Vec<String> = entries.iter().map(Entry::usage).collect();
    all.extend(variants.iter().map(|v| (*v).to_string()));
    all
}

/// All compositions, valid or not, but for those that [`is_worth_walking`] leaves out.
pub fn product() -> Vec<Spec> {
    let mut problems = texts(
        &AnyProblem::entries(),
        &[
            "uniclass:radius=3,learn_radius=true",
            "label-ranking:form=average",
            "tasks:form=average",
            "queries:form=average,margin=same",
            "ordinal:lowest=0,ranks=3",
            "sequence:cost=sentence,against=predicted,tags=5",
        ],
    );
    // Room for the tags of the tests and no more: coordinates are written out.
    problems.iter_mut().for_each(|problem| *problem = problem.replace("tags=254", "tags=5"));
    let losses = texts(
        &AnyLoss::entries(),
        &["hinge:margin=0", "squared-hinge:margin=0", "hinge:margin=0.2"],
    );
    let ascents = texts(
        &AnyAscent::entries(),
        &[
            "fixed:on=mistake",
            "exact:on=mistake",
            "exact:aim=predicted",
            "bounded:on=mistake",
            "spread:on=mistake,max=0.2,uniform=0.3,proportional=0.5",
            "spread:uniform=0,proportional=1",
            "simultaneous:on=mistake",
            "separable:guard=false",
            "joint:solver=interior",
            "joint:solver=pairwise",
            "joint:solver=pegasos,gap=0.01",
            "kesler:on=loss",
            "romma:aggressive=true",
            "alma:alpha=0.5,b=2.8",
            "romma:share=uniform",
            "romma:share=proportional,aggressive=true",
        ],
    );
    let geometries = texts(
        &AnyGeometry::entries(),
        &[
            "entropy:radius=4",
            "entropy:joint=true",
            "adagrad:delta=0.1,scale=false",
            "confidence:scale=true",
            "ball:radius=0.5",
        ],
    );
    let schedules = texts(&AnySchedule::entries(), &["fixed:C=inf", "mistakes:lazy=false"]);
    let mut all = Vec::new();
    for problem in &problems {
        for (loss_at, loss) in losses.iter().enumerate() {
            for ascent in &ascents {
                for geometry in &geometries {
                    for (schedule_at, schedule) in schedules.iter().enumerate() {
                        for readout in READOUTS {
                            let spec = Spec {
                                readout,
                                ..composition(problem, loss, ascent, geometry, schedule)
                            };
                            if is_worth_walking(&spec, loss_at, schedule_at) {
                                all.extend(in_kernel_spaces(&spec, schedule_at));
                                all.extend(looking_back(&spec, schedule_at, all.len()));
                                all.push(spec);
                            }
                        }
                    }
                }
            }
        }
    }
    all
}

/// A wider scope for every twelfth composition with the first schedule and readout.
///
/// The scopes take turns; of compositions that cannot have one only some are tried.
fn looking_back(spec: &Spec, schedule: usize, turn: usize) -> Option<Spec> {
    if schedule > 0 || spec.readout != Readout::Last || !turn.is_multiple_of(12) {
        return None;
    }
    let scopes = texts(
        &AnyScope::entries(),
        &["window:k=3", "mini:count=2,store=5,order=cyclic", "mini:count=2,store=5,order=violated"],
    );
    let scope = AnyScope::parse(&scopes[1 + turn / 12 % (scopes.len() - 1)]).unwrap();
    let scoped = Spec { scope, ..spec.clone() };
    (turn.is_multiple_of(60) || scoped.check().is_ok()).then_some(scoped)
}

/// With the first schedule also over every kernel, and with a budget.
fn in_kernel_spaces(spec: &Spec, schedule: usize) -> Vec<Spec> {
    if schedule > 0 {
        return Vec::new();
    }
    let kernels = texts(&AnyKernel::entries(), &["polynomial:degree=1,offset=0.5"]);
    let kernels = kernels.iter().map(|k| Some(AnyKernel::parse(k).unwrap()));
    let mut all: Vec<Spec> = kernels.map(|kernel| Spec { kernel, ..spec.clone() }).collect();
    for budget in ["9", "size=9,rule=random", "size=9,rule=smallest,project=true"] {
        let budget = Some(Budget::parse(budget).unwrap());
        all.push(Spec { budget, ..all[0].clone() });
    }
    all
}

/// Whether a composition is part of the product.
///
/// What has one constraint per round is walked whole, the linear average with the first schedule
/// only. Of problems with several classes, of ascents that share a step among constraints, of one
/// simplex for all rows and of the other restricted sets: every ascent in every geometry with the
/// first loss, schedule and readout, and with one of these three changed; several constraints on a
/// restricted set without a change.
fn is_worth_walking(s: &Spec, loss: usize, schedule: usize) -> bool {
    let changed = [loss > 0, schedule > 0, s.readout != Readout::Last];
    if s.readout == Readout::Linear && schedule > 0 {
        return false;
    }
    let shared = match &s.ascent {
        AnyAscent::Spread(_)
        | AnyAscent::Mira(_)
        | AnyAscent::Kesler(_)
        | AnyAscent::Simultaneous(_)
        | AnyAscent::Separable(_)
        | AnyAscent::Joint(_) => true,
        AnyAscent::Exact(exact) => exact.aim != Aim::Worst,
        AnyAscent::Romma(romma) => romma.share != Share::Max,
        _ => false,
    };
    let restricted = match &s.geometry {
        AnyGeometry::Entropy(g) => g.joint,
        AnyGeometry::Ball(_)
        | AnyGeometry::Simplex(_)
        | AnyGeometry::L1Ball(_)
        | AnyGeometry::EntropyFloor(_) => true,
        _ => false,
    };
    let several = has_classes(s) || shared;
    let most = if several && restricted { 0 } else { 1 };
    !(several || restricted) || changed.iter().filter(|c| **c).count() <= most
}

/// Whether the problem has more than two answers.
pub fn has_classes(s: &Spec) -> bool {
    let parts = s.problem.takes_parts();
    parts || ["multiclass", "one-vs-rest", "label-ranking", "ordinal"].contains(&s.problem.name())
}

pub fn valid() -> &'static [Spec] {
    static VALID: OnceLock<Vec<Spec>> = OnceLock::new();
    VALID.get_or_init(|| product().into_iter().filter(|s| s.check().is_ok()).collect())
}

pub fn name(s: &Spec) -> String {
    let Spec { problem, loss, ascent, geometry, schedule, readout, .. } = s;
    let Spec { kernel, budget, scope, .. } = s;
    format!(
        "{problem} / {loss} / {ascent} / {geometry} / {schedule} / {readout:?} / {kernel:?} \
         / {budget:?} / {scope}"
    )
}
