//! Every composition that the registry allows either is merged, and what its certificate then says
//! about all rounds holds, or is refused for a reason.

use super::shards::{Comparator, Runs, comparators, play};
use crate::support::product::{name, valid};
use crate::support::realisable::{Example, Source};
use crate::support::{at_most, at_most_up_to, near};
use noregret_core::ascent::AnyAscent;
use noregret_core::geometry::Class;
use noregret_core::hypothesis::{Budget, Hypothesis};
use noregret_core::kernel::AnyKernel;
use noregret_core::merge::{Shard, merge};
use noregret_core::problem::AnyProblem;
use noregret_core::readout::Readout;
use noregret_core::{AnyLearner, Spec};

/// Why a composition has to be refused, by what stands in the message.
fn refusal(s: &Spec) -> Option<&'static str> {
    match (&s.ascent, &s.problem) {
        (AnyAscent::Romma(_) | AnyAscent::Alma(_), _) => Some("rescales"),
        _ if s.readout == Readout::Vote => Some("vote"),
        _ if !s.scope.is_current() => Some("stored"),
        (_, AnyProblem::Uniclass(p)) if p.learn_radius => Some("radius"),
        _ if s.kernel.is_some() && s.budget.is_none() => Some("budget"),
        _ => None,
    }
}

/// The bound of the merged run on the loss of one predictor.
fn bound(learner: &AnyLearner, other: &AnyLearner) -> f64 {
    let rows = learner.hypothesis().rows().min(other.hypothesis().rows());
    let width = other.hypothesis().dimension();
    let cells = (0..rows).flat_map(|r| (0..width).map(move |j| (j, r)));
    let (mut product, mut square) = (0.0, 0.0);
    for (j, r) in cells {
        let u = other.weight(j, r);
        product += learner.evidence_at(j, r) * u;
        square += u * u;
    }
    learner.lower_bound_of(f64::sqrt(square), product)
}

/// No predictor has lost less than the certificate says.
fn holds(learner: &AnyLearner, s: &Spec, seen: &[Example]) {
    assert_eq!(learner.ledger().rounds, seen.len() as u64, "{}", name(s));
    // A centre is compared by its distance from the first instance; in a kernel's space there are
    // no coordinates: what is charged to the norm there is tested below.
    let linear = !matches!(learner.hypothesis().class(), Class::Distance) && s.kernel.is_none();
    for Comparator { learner: other, loss } in comparators(s, seen).iter().filter(|_| linear) {
        let size = learner.ledger().gain.magnitude();
        at_most_up_to(bound(learner, other), *loss, size, &name(s));
    }
    let certificate = learner.certificate();
    assert!(certificate.regret_at.iter().all(|at| at.regret.is_finite()), "{}", name(s));
    assert_eq!(certificate.subgradient_sum, None, "{}", name(s));
}

#[test]
fn every_composition_is_merged_soundly_or_refused_for_a_reason() {
    let mut merged_ones = 0_usize;
    for s in valid() {
        let runs = Runs::new(s, 71, 5, &[11, 0, 9]);
        let merged = match (runs.merged(), refusal(s)) {
            (Err(error), Some(reason)) => {
                assert!(error.to_string().contains(reason), "{}: {error}", name(s));
                continue;
            }
            (Ok(merged), None) => merged,
            (Err(error), None) if s.kernel.is_some() => {
                assert!(
                    error.to_string().contains("budget") || error.to_string().contains("kernel")
                );
                continue;
            }
            (Err(error), None) => panic!("{}: {error}", name(s)),
            (Ok(_), Some(reason)) => panic!("{} is to be refused: {reason}", name(s)),
        };
        merged_ones += 1;
        holds(&merged, s, &runs.seen);

        // Learned on, and merged again with shards that went on from there.
        if !merged_ones.is_multiple_of(5) {
            continue;
        }
        let (mut next, mut seen) = (Vec::new(), runs.seen.clone());
        for at in 0..2 {
            let mut shard = merged.clone();
            play(&mut shard, s, &mut Source::new(300 + at), (4, &mut seen));
            next.push(shard);
        }
        let again = merge(&merged, &next.iter().map(Shard::new).collect::<Vec<_>>());
        match again {
            Ok(again) => holds(&again, s, &seen),
            Err(error) => assert!(s.kernel.is_some(), "{}: {error}", name(s)),
        }
    }
    assert!(merged_ones > valid().len() / 3, "{merged_ones} of {}", valid().len());
}

/// In the space of the linear kernel, what is charged for the mixture and the budget covers the sum
/// of all dual variables, which coordinates keep as it is.
#[test]
fn kernels_are_charged_what_the_mixture_lacks() {
    let plain = Spec::named("pa1", "binary").unwrap();
    let exact = Runs::new(&plain, 74, 5, &[9, 7]).merged().unwrap();
    for text in ["size=40", "size=14", "size=40,project=true", "size=14,project=true"] {
        let kernel = Some(AnyKernel::parse("linear").unwrap());
        let budget = Some(Budget::parse(text).unwrap());
        let merged = Runs::new(&Spec { kernel, budget, ..plain.clone() }, 74, 5, &[9, 7]).merged();
        let merged = merged.unwrap();
        let [sum, charged] = [&exact, &merged].map(|learner| learner.certificate());
        near(charged.dual_gain, sum.dual_gain, 1e-9, text);
        at_most(sum.potential_norm, charged.potential_norm + 1e-9, text);
        for level in [0.1, 0.5, 1.0] {
            at_most(merged.lower_bound(level), exact.lower_bound(level) + 1e-9, text);
        }
        assert!(merged.lower_bound(0.1) > 0.0, "{text}: nothing is proved");
    }
}
