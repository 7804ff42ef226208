//! What the run of a learner says about an assumed margin.

use super::Spec;
use super::promise::promise;
use crate::certificate::Assumption;
use crate::error::Result;
use crate::learner::AnyLearner;

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
        let is_bound = margin > 0.0 && margin.is_finite() && !weighted;
        let promise = if is_bound { promise(spec, learner, margin) } else { None };
        let growth = growth(spec, learner).filter(|_| is_bound);
        Assumption::new(&learner.certificate(), learner.ledger(), promise, growth, margin)
    }
}

/// By how much a step lengthens the potential at most, where the steps are unit steps on mistakes
/// and u is measured by a norm.
fn growth(spec: &Spec, learner: &AnyLearner) -> Option<f64> {
    let curvature = spec.geometry.curvature()?;
    let is_known = spec.is_conservative() && spec.is_as_proved();
    is_known.then(|| curvature.sqrt() * spec.longest(learner.ledger().largest))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::round::Label;
    use crate::vector::Instance;

    const ROWS: [([f64; 2], f64); 3] = [([1.0, 0.0], 1.0), ([-1.0, 0.2], -1.0), ([-0.5, 1.0], 1.0)];

    fn assumed(algorithm: &str, weighted: bool, margin: f64) -> Result<Assumption> {
        assumed_of(&ROWS, algorithm, weighted, margin)
    }

    fn assumed_of(
        rows: &[([f64; 2], f64)],
        algorithm: &str,
        weighted: bool,
        margin: f64,
    ) -> Result<Assumption> {
        let spec = Spec::named(algorithm, "binary")?;
        let mut learner = spec.build()?;
        for (x, y) in rows {
            learner.learn(Instance::Dense(x), Label::Number(*y))?;
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
        assert_eq!(
            possible.to_string(),
            "margin 0.5: possible; then at most 1 mistake can come, at weight 1 and while no \
             instance is larger than those so far (5 in all by Shalev-Shwartz 2007, Cor. 5)"
        );
        let json = [
            r#"{"margin":0.5,"mistakes_in_all":5.0,"mistakes_to_come":1.0,"refuted":false"#,
            r#""theorem":"Shalev-Shwartz 2007, Cor. 5"}"#,
        ]
        .join(",");
        assert_eq!(possible.json().to_string(), json);
    }

    /// X^2 = 1.25. Every bound at gamma = 0.25 by its formula; mistakes of the run are taken off.
    #[test]
    fn every_theorem_has_its_number() {
        let square = 1.25;
        let gamma = 0.25f64;
        let separable = |algorithm: &str| {
            let found = assumed(algorithm, false, gamma).unwrap();
            let promise = found.promise.unwrap_or_else(|| panic!("{algorithm}: no promise"));
            (promise.mistakes * gamma * gamma, promise.theorem)
        };
        for (algorithm, bound, theorem) in [
            ("perceptron", square, "Cor. 5"),
            ("pa", square, "Cor. 4"),
            ("pa1", square, "Cor. 4"),
            ("pa2", square + 0.5, "Thm. 3"),
            ("pa-relaxed", square + 0.5, "Thm. 3"),
            ("romma", square, "Thm. 14"),
            ("mira", square, "Cor. 10"),
        ] {
            let (product, named) = separable(algorithm);
            assert!((product - bound).abs() < 1e-12, "{algorithm}: {product}");
            assert!(named.contains(theorem), "{algorithm}: {named}");
        }
        // |x|_6 is 1.0026 at most, times p - 1.
        let (p_norm, named) = separable("p-norm");
        let largest = (1.0f64 + 0.5f64.powi(6)).powf(1.0 / 3.0);
        assert!((p_norm - 5.0 * largest).abs() < 1e-9 && named.contains("Cor. 7"), "{p_norm}");
        // 4 X^2 U for U = 50 and a margin of 1, which u of norm 4 has.
        let tuned = assumed("self-tuned", false, gamma).unwrap().promise.unwrap();
        assert!((tuned.mistakes - 4.0 * square * 50.0).abs() < 1e-9);
        assert!(tuned.theorem.contains("Thm. 6") && !tuned.from_start);
        assert!(assumed("self-tuned", false, 0.05).unwrap().promise.is_none());
        // Weights on the simplex of two features, which begin with a tie.
        let tie = [([1.0, -1.0], 1.0)];
        let winnow = assumed_of(&tie, "winnow-self-tuned", false, gamma).unwrap();
        let winnow = winnow.promise.unwrap();
        assert!((winnow.mistakes * gamma * gamma - 4.0 * 2f64.ln()).abs() < 1e-9);
        assert!(winnow.theorem.contains("Cor. 6") && winnow.from_start);
    }

    #[test]
    fn what_is_not_proved_has_no_number() {
        let weighted = assumed("perceptron", true, 0.1).unwrap();
        assert_eq!((weighted.refuted, weighted.to_come), (false, None));
        assert_eq!(
            weighted.to_string(),
            "margin 0.1: not refuted by this run; no bound on the mistakes of such a learner is \
             known"
        );
        for algorithm in ["romma-aggressive", "arow", "subgradient", "logistic"] {
            let open = assumed(algorithm, false, 0.1).unwrap();
            assert_eq!((open.refuted, open.to_come), (false, None), "{algorithm}");
            assert!(open.to_string().contains("no bound on the mistakes"), "{open}");
        }
        assert!(assumed("perceptron", false, 0.0).is_err());
        assert!(assumed("perceptron", false, f64::INFINITY).is_err());
    }
}
