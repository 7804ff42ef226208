//! What the letters of the theorems mean, the length X of a direction by problem, and which
//! problems take kernels: sentences that are made from the lists, so that they stay true.

use super::ALGORITHMS;
use crate::kernel::AnyKernel;
use crate::problem::{AnyProblem, Problem};
use crate::spec::Spec;

/// What the letters of all theorems mean, a sentence each.
const LETTERS: &str = "M is the number of rounds whose answer was wrong or tied (regression and \
    uniclass have none), H the comparator's cumulative hinge loss, R the largest dual norm of an \
    instance, the constant included, X the largest that a direction a of a constraint can have \
    then, a_t the direction of the worst constraint of round t, gamma a margin, beta the margin \
    that is asked for, c = 1/C the trade-off, U the allowed complexity f(u). u is any fixed \
    predictor; for uniclass |u| is the distance from the first instance. Examples count once each; \
    grades of queries are whole numbers; on a simplex the number n of features is known from the \
    start.";

/// The letters, and the X of every problem.
///
/// ```
/// let text = noregret_core::algorithms::notation();
/// assert!(text.ends_with("X = R: binary, regression, one-vs-rest, tasks; X = 1: uniclass; \
///     X = sqrt(2) R: multiclass, label-ranking; X = sqrt(R^2 + 1), R >= 1: ordinal; \
///     X = 2R: candidates, queries; X = max |phi(x,y) - phi(x,y')|: sequence."));
/// ```
pub fn notation() -> String {
    let mut lengths: Vec<(&str, Vec<&str>)> = Vec::new();
    for entry in AnyProblem::entries() {
        let Ok(problem) = AnyProblem::parse(entry.name) else { continue };
        let formula = problem.longest().formula;
        match lengths.iter_mut().find(|(known, _)| *known == formula) {
            Some((_, problems)) => problems.push(entry.name),
            None => lengths.push((formula, vec![entry.name])),
        }
    }
    let each = |(formula, of): &(&str, Vec<&str>)| format!("X = {formula}: {}", of.join(", "));
    format!("{LETTERS} {}.", lengths.iter().map(each).collect::<Vec<_>>().join("; "))
}

/// The problems that take a kernel in the Euclidean geometry, by name.
///
/// ```
/// assert!(noregret_core::algorithms::with_kernels().contains(&"multiclass"));
/// ```
pub fn with_kernels() -> Vec<&'static str> {
    let kernel = AnyKernel::parse("linear").ok();
    let takes = |name: &&'static str| {
        let rows = ALGORITHMS.iter().filter_map(|row| row.spec(name).ok());
        let mut specs = rows.map(|spec| Spec { kernel: kernel.clone(), ..spec });
        specs.any(|spec| spec.check().is_ok())
    };
    AnyProblem::entries().into_iter().map(|entry| entry.name).filter(takes).collect()
}
