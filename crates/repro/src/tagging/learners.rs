//! The learners that are compared, at settings that are the same for all data.

use crate::failure::Result;
use noregret::core::Spec;
use noregret::core::problem::Problem;
use noregret::core::readout::Readout;

/// A learner.
#[derive(Debug, PartialEq)]
pub(super) struct TagLearner {
    /// What the tables and the legend call it.
    pub(super) name: &'static str,
    algorithm: &'static str,
    /// C, if it is not the usual one.
    aggressiveness: Option<f64>,
    /// Further keys of the problem.
    problem: &'static str,
}

const fn of(name: &'static str, aggressiveness: Option<f64>) -> TagLearner {
    TagLearner { name, algorithm: name, aggressiveness, problem: "" }
}

/// All learners.
pub(super) static LEARNERS: [TagLearner; 7] = [
    of("perceptron", None),
    of("pa1", Some(0.1)),
    of("pa2", None),
    of("mira-k-best", Some(0.1)),
    // The legend has no room for the whole name.
    TagLearner { name: "self-tuned", ..of("self-tuned-structured", None) },
    of("adagrad", None),
    TagLearner {
        name: "pa1, predicted",
        algorithm: "pa1",
        aggressiveness: Some(0.1),
        problem: ",against=predicted",
    },
];

/// The room for tags that all experiments take.
const PROBLEM: &str = "sequence:tags=60";

/// How many slots come before the features.
pub(super) fn reserved() -> Result<usize> {
    Ok(LEARNERS[0].spec(false)?.problem.reserved())
}

impl TagLearner {
    /// The composition, of which the average of all weights answers or the last ones.
    pub(super) fn spec(&self, averaged: bool) -> Result<Spec> {
        let problem = format!("{PROBLEM}{}", self.problem);
        let mut spec = Spec::named(self.algorithm, &problem)?;
        if let Some(aggressiveness) = self.aggressiveness {
            spec.set_aggressiveness(aggressiveness)?;
        }
        spec.readout = if averaged { Readout::Average } else { Readout::Last };
        Ok(spec)
    }

    /// The learner in words: how it would be typed.
    pub(super) fn words(&self) -> String {
        let aggressiveness = self.aggressiveness.map(|c| format!(":C={c}")).unwrap_or_default();
        let problem = match self.problem {
            "" => String::new(),
            keys => format!(", `sequence:{}`", &keys[1..]),
        };
        format!("`{}{aggressiveness}`{problem}", self.algorithm)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_are_built_and_reserve_the_same() {
        for learner in &LEARNERS {
            for averaged in [false, true] {
                let spec = learner.spec(averaged).unwrap();
                assert_eq!(spec.problem.reserved(), reserved().unwrap(), "{}", learner.name);
                spec.build().unwrap();
            }
        }
        assert_eq!(LEARNERS[6].words(), "`pa1:C=0.1`, `sequence:against=predicted`");
    }
}
