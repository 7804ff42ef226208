//! Every theorem that `noregret list algorithms` prints, against adversaries, for every problem its
//! row names.
//!
//! The bounds are computed from their printed form, with the X of [`notation`]. The texts of the
//! table are looked up here, so a theorem cannot be reworded without its check.
//!
//! [`notation`]: noregret_core::algorithms::notation

mod adversaries;
mod asked;
mod comparators;
mod run;
mod theorems;

use crate::support::{norm, p_norm};
use adversaries::ALL;
use comparators::comparators;
use noregret_core::Spec;
use noregret_core::algorithms::{ALGORITHMS, Algorithm};
use noregret_core::ascent::AnyAscent;
use noregret_core::geometry::AnyGeometry;
use noregret_core::schedule::{AnySchedule, Schedule};
use run::Run;

const SIZES: [f64; 3] = [0.2, 1.0, 3.0];

/// The problem, with room for the tags of the adversaries and no more.
fn with_room(problem: &str) -> &str {
    if problem == "sequence" { "sequence:tags=3" } else { problem }
}

/// The composition of a row at the C of the row and, where C is free, at others.
fn compositions(row: &Algorithm, problem: &str) -> Vec<Spec> {
    let mut spec = row.spec(with_room(problem)).unwrap();
    if let (AnyAscent::Fixed(unit), AnyGeometry::AdaGrad(_)) = (&mut spec.ascent, &spec.geometry) {
        unit.least = 0.0;
    }
    let mut all = vec![spec.clone()];
    if spec.schedule.is_hard() && spec.geometry.is_bounded() {
        // On the simplex margins are smaller than the usual one.
        let mut other = spec.clone();
        other.loss.set_margin(if spec.loss.margin() == Some(0.0) { 0.0 } else { 0.05 });
        all.push(other);
    } else if matches!(spec.schedule, AnySchedule::FixedRate(_)) && !spec.schedule.is_hard() {
        for rate in [0.05, 0.3, 2.0] {
            let mut other = spec.clone();
            other.set_aggressiveness(rate).unwrap();
            all.push(other);
        }
    }
    all
}

/// How often the theorem of a row was checked with a finite bound.
fn checks(row: &Algorithm, problem: &str) -> usize {
    let check = theorems::find(row.theorem)
        .unwrap_or_else(|| panic!("{}: nothing checks \"{}\"", row.name, row.theorem));
    let mut checked = 0;
    for spec in compositions(row, problem) {
        for adversary in ALL {
            for size in SIZES {
                let run = Run::play(&spec, adversary, size);
                for u in comparators(&run) {
                    for (left, right) in check(&run, &u) {
                        assert!(
                            left <= right * (1.0 + 1e-9) + 1e-9,
                            "{} ({problem}, {adversary:?} of size {size}, C {:?}): {left} is above \
                             {right}, which \"{}\" promises",
                            row.name,
                            spec.aggressiveness(),
                            row.theorem,
                        );
                        checked += usize::from(right.is_finite());
                    }
                }
            }
        }
    }
    checked
}

#[test]
fn every_printed_theorem_holds_for_every_problem_of_its_row() {
    for row in ALGORITHMS {
        for (problem, _) in row.losses {
            let checked = checks(row, problem);
            assert!(checked > 0, "{} ({problem}): \"{}\" was never tried", row.name, row.theorem);
        }
    }
}

/// X is reached: with the length of an instance in its place Cor. 5 is false, by a factor of 1.5
/// for three classes and of 4 for candidates.
#[test]
fn the_longest_direction_is_needed_and_reached() {
    for (problem, factor) in [("multiclass", 1.5), ("label-ranking", 1.5), ("candidates", 4.0)] {
        let spec = Spec::named("perceptron", problem).unwrap();
        let run = Run::play(&spec, adversaries::Adversary::Basis, 1.0);
        let square = |u: &Vec<f64>| (norm(u) / run.margin_of(u)).powi(2);
        let all = comparators(&run).into_iter().filter(|u| run.margin_of(u) > 0.0);
        let best = all.map(|u| square(&u)).fold(f64::INFINITY, f64::min);
        assert!(run.mistakes() >= 0.95 * factor * best, "{problem}: {} {best}", run.mistakes());
    }
}

/// No direction is longer than its problem says, in the Euclidean and the p-norm.
#[test]
fn no_direction_is_longer_than_x() {
    for row in ALGORITHMS.iter().filter(|row| ["perceptron", "pa1", "p-norm"].contains(&row.name)) {
        for (problem, _) in row.losses {
            for adversary in ALL {
                let run = Run::play(&row.spec(with_room(problem)).unwrap(), adversary, 1.3);
                let p = match &run.spec.geometry {
                    AnyGeometry::PNorm(g) => g.p,
                    _ => 2.0,
                };
                for k in run.rounds.iter().flat_map(|r| r.asked.constraints()) {
                    assert!(p_norm(&k.a, p) <= run.longest * (1.0 + 1e-12), "{problem}");
                }
            }
        }
    }
}

/// `inspect --assume-margin` prints the bound of the composition: it is never exceeded by a run
/// whose examples have that margin, and it is not far from what adversaries reach.
#[test]
fn promised_mistakes_are_never_exceeded() {
    use noregret_core::certificate::Assumption;
    let (mut promised, mut tight) = (0, 0);
    for row in ALGORITHMS {
        for (problem, _) in
            row.losses.iter().filter(|(p, _)| !["regression", "uniclass"].contains(p))
        {
            for spec in compositions(row, problem) {
                for adversary in ALL {
                    let run = Run::play(&spec, adversary, 1.0);
                    let margin = |u: &Vec<f64>| match spec.geometry.is_bounded() {
                        true => run.margin_of(u),
                        false => run.margin_of(u) / own_norm(&spec, u),
                    };
                    let best = comparators(&run).iter().map(margin).fold(0.0, f64::max);
                    if best <= 0.0 {
                        continue;
                    }
                    let found =
                        Assumption::from_learner(&run.learner, &spec, false, best * (1.0 - 1e-9));
                    let Ok(found) = found else { continue };
                    assert!(!found.refuted, "{} ({problem}, {adversary:?})", row.name);
                    let Some(promise) = found.promise else { continue };
                    let made = run.mistakes();
                    assert!(
                        made <= promise.mistakes,
                        "{} ({problem}, {adversary:?}): {made} against {promise:?}",
                        row.name
                    );
                    promised += 1;
                    tight += usize::from(made > 0.9 * promise.mistakes);
                }
            }
        }
    }
    assert!(promised > 500 && tight > 20, "{promised} promises, {tight} of them nearly reached");
}

/// The norm that measures u.
fn own_norm(spec: &Spec, u: &[f64]) -> f64 {
    match &spec.geometry {
        AnyGeometry::PNorm(g) => p_norm(u, g.p / (g.p - 1.0)),
        _ => norm(u),
    }
}
