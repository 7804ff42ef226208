//! Which learners an assumed margin says something about beyond its refutation: unit steps on the
//! mistakes of a binary problem, unweighted, in the Euclidean or the p-norm geometry.

use super::Spec;
use crate::ascent::AnyAscent;
use crate::certificate::Assumption;
use crate::error::Result;
use crate::learner::AnyLearner;
use crate::problem::AnyProblem;

impl Assumption {
    /// What the run of this learner says about an assumed margin; `weighted`: whether some example
    /// counted more or less than once.
    ///
    /// ```
    /// use noregret_core::certificate::Assumption;
    /// use noregret_core::{Instance, Label, Spec};
    ///
    /// let spec = Spec::named("perceptron", "binary")?;
    /// let mut learner = spec.build()?;
    /// for (x, y) in [([1.0, 0.0], 1.0), ([-1.0, 0.2], -1.0), ([-0.5, 1.0], 1.0)] {
    ///     learner.learn(Instance::Dense(&x), Label::Number(y))?;
    /// }
    /// assert!(Assumption::from_learner(&learner, &spec, false, 0.9)?.refuted);
    /// assert!(Assumption::from_learner(&learner, &spec, false, 0.1)?.to_come.is_some());
    /// # Ok::<(), noregret_core::Error>(())
    /// ```
    pub fn from_learner(
        learner: &AnyLearner,
        spec: &Spec,
        weighted: bool,
        margin: f64,
    ) -> Result<Self> {
        let growth = growth(spec).filter(|_| !weighted);
        Assumption::new(&learner.certificate(), learner.ledger(), growth, margin)
    }
}

/// By how much the norm of the potential grows with that of an instance, where the steps are unit
/// steps on mistakes.
fn growth(spec: &Spec) -> Option<f64> {
    let conservative = AnyAscent::parse("fixed:on=mistake").is_ok_and(|unit| spec.ascent == unit);
    if !conservative || !matches!(spec.problem, AnyProblem::Binary(_)) {
        return None;
    }
    let fixed = !spec.geometry.is_adaptive();
    spec.geometry.curvature().filter(|_| fixed).map(f64::sqrt)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::round::Label;
    use crate::vector::Instance;

    fn assumed(algorithm: &str, weighted: bool, margin: f64) -> Result<Assumption> {
        let spec = Spec::named(algorithm, "binary")?;
        let mut learner = spec.build()?;
        for (x, y) in [([1.0, 0.0], 1.0), ([-1.0, 0.2], -1.0), ([-0.5, 1.0], 1.0)] {
            learner.learn(Instance::Dense(&x), Label::Number(y))?;
        }
        Assumption::from_learner(&learner, &spec, weighted, margin)
    }

    /// Mistakes on rows 1 and 3: v = (0.5, 1), |v|^2 = 1.25, X^2 = 1.25, and no u of norm 1 has a
    /// margin above |v|/2.
    #[test]
    fn a_perceptron_by_hand() {
        let refuted = assumed("perceptron", false, 0.6).unwrap();
        assert_eq!((refuted.refuted, refuted.to_come), (true, None));
        assert_eq!(
            refuted.to_string(),
            "margin 0.6: refuted, no linear predictor of norm <= 1 has it"
        );
        // 0.25 (2 + k)^2 <= 1.25 (1 + k) holds for k = 1 and not for k = 2.
        let possible = assumed("perceptron", false, 0.5).unwrap();
        assert_eq!((possible.refuted, possible.to_come), (false, Some(1.0)));
        assert!(possible.to_string().starts_with("margin 0.5: possible; then at most 1 mistakes"));
        let json = r#"{"margin":0.5,"mistakes_to_come":1.0,"refuted":false}"#;
        assert_eq!(possible.json().to_string(), json);
    }

    #[test]
    fn other_learners_and_weighted_rows_have_no_budget() {
        for (algorithm, weighted) in [("perceptron", true), ("pa1", false)] {
            let open = assumed(algorithm, weighted, 0.1).unwrap();
            assert_eq!((open.refuted, open.to_come), (false, None), "{algorithm}");
            assert_eq!(open.to_string(), "margin 0.1: not refuted by this run");
        }
        assert!(assumed("p-norm", false, 0.1).unwrap().to_come.is_some());
        assert!(assumed("perceptron", false, 0.0).is_err());
        assert!(assumed("perceptron", false, f64::INFINITY).is_err());
    }
}
