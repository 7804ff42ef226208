//! Past rounds revisited with a kernel: the same dual ascent, its scores from kernel values.
//!
//! Reference: Shalev-Shwartz 2007 (thesis), sec. 5.2.2.

use crate::support::expansion::{EXPLICIT, Example, expansion, learn, spec, stream};
use crate::support::{Rng, at_most, close, near};
use noregret_core::hypothesis::Budget;
use noregret_core::kernel::AnyKernel;
use noregret_core::loss::AnyLoss;
use noregret_core::replay::scope::AnyScope;
use noregret_core::{AnyLearner, Spec};

const SCOPES: [&str; 4] = ["window:k=2", "window:k=4", "leader", "mini:count=3,store=8"];

fn scoped(loss: &str, scope: &str, kernel: Option<&str>) -> Spec {
    let mut spec = spec("pa1", kernel);
    spec.set_aggressiveness(0.7).unwrap();
    spec.loss = AnyLoss::parse(loss).unwrap();
    spec.scope = AnyScope::parse(scope).unwrap();
    spec
}

#[test]
fn a_kernel_revisits_as_its_features_do() {
    let examples = stream(&mut Rng::new(61), 60, 3);
    for (kernel, map) in EXPLICIT {
        for scope in SCOPES {
            for loss in ["hinge", "squared-hinge", "logistic"] {
                let (mut ours, mut theirs) = (
                    scoped(loss, scope, Some(kernel)).build().unwrap(),
                    scoped(loss, scope, None).build().unwrap(),
                );
                // Optima are found up to a gap, and steps that rounding decides may differ.
                let tolerance = if scope.starts_with("mini") { 1e-6 } else { 1e-2 };
                for (x, y) in &examples {
                    let (one, two) =
                        (learn(&mut ours, &(x.clone(), *y)), learn(&mut theirs, &(map(x), *y)));
                    near(one.score, two.score, tolerance, scope);
                }
                near(ours.dual_value(), theirs.dual_value(), tolerance, scope);
                near(ours.lower_bound(1.0), theirs.lower_bound(1.0), tolerance, scope);
                let (tracked, exact) = expansion(&ours).squares();
                close(tracked, exact);
            }
        }
    }
}

/// In the space of a Gaussian too no revisit of a window of two gains anything, and the leader is
/// where primal and dual meet: above any comparator's value.
#[test]
fn windows_and_leaders_of_a_gaussian_are_optimal() {
    let examples = stream(&mut Rng::new(62), 50, 3);
    for scope in ["window:k=2", "leader"] {
        let s = scoped("hinge", scope, Some("gaussian:sigma=0.7"));
        let mut learner = s.build().unwrap();
        for example in &examples {
            learn(&mut learner, example);
            let duality = learner.duality_gap();
            at_most(duality.gap, 1e-3 * (1e-6 + duality.loss + duality.gain), scope);
        }
    }
}

/// Several constraints a round, with classes and with thresholds.
#[test]
fn rounds_of_several_constraints_are_revisited() {
    let mut rng = Rng::new(63);
    let mut examples = stream(&mut rng, 50, 3);
    examples.iter_mut().for_each(|(x, y)| {
        *y = 1.0 + f64::from(u8::from(x[0] + x[1] > 0.3)) + f64::from(u8::from(*y > 0.0));
    });
    for problem in ["multiclass", "ordinal"] {
        for scope in ["window:k=2", "mini:count=3,store=8"] {
            let mut s = Spec::named("pa1", problem).unwrap();
            s.set_aggressiveness(0.7).unwrap();
            s.scope = AnyScope::parse(scope).unwrap();
            let mut theirs = s.build().unwrap();
            s.kernel = Some(AnyKernel::parse("linear").unwrap());
            let mut ours = s.build().unwrap();
            for example in &examples {
                near(learn(&mut ours, example).loss, learn(&mut theirs, example).loss, 1e-2, scope);
            }
            near(ours.dual_value(), theirs.dual_value(), 1e-2, problem);
        }
    }
}

fn resume(learner: &AnyLearner, spec: &Spec) -> AnyLearner {
    AnyLearner::restore(learner.snapshot(spec)).unwrap()
}

#[test]
fn a_saved_past_goes_on_bit_for_bit() {
    let examples: Vec<Example> = stream(&mut Rng::new(64), 60, 3);
    for scope in SCOPES {
        let s = scoped("hinge", scope, Some("gaussian:sigma=0.7"));
        let (mut whole, mut parted) = (s.build().unwrap(), s.build().unwrap());
        for (t, example) in examples.iter().enumerate() {
            learn(&mut whole, example);
            learn(&mut parted, example);
            if t % 20 == 7 {
                parted = resume(&parted, &s);
            }
        }
        assert_eq!(whole.snapshot(&s), parted.snapshot(&s), "{scope}");
    }
}

#[test]
fn a_budget_and_a_past_exclude_each_other() {
    let mut s = scoped("hinge", "leader", Some("gaussian"));
    s.budget = Some(Budget::parse("5").unwrap());
    assert!(s.check().unwrap_err().to_string().contains("with a budget"));
}
