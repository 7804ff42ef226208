//! The learners that compete when none is asked for.
//!
//! No learner is best everywhere: rare features ask for a rate each, drifting labels for large
//! steps, columns of a table for one scale. So each problem has a short list, and who errs least on
//! the first rows goes on. The list for two classes was chosen by `benches/candidates.py`, a family
//! of sets left out at a time (docs/default.md). Columns are standardised only where there are few
//! ([`FEW_COLUMNS`]), because an absent feature is then a number like any other.

use noregret_core::loss::AnyLoss;
use noregret_core::problem::Problem;
use noregret_core::readout::Readout;
use noregret_core::stage::Columns;
use noregret_core::{Result, Spec};

/// With more features than this no candidate standardises.
pub const FEW_COLUMNS: usize = 1024;
/// How many rows a contest lasts.
pub const CONTEST_ROWS: u64 = 8192;

/// How often those that are clearly behind leave it.
pub(crate) const CULL_EVERY: u64 = 512;
/// How far behind that is, in deviations of the difference.
pub(crate) const FAR: f64 = 3.0;

/// A learner that competes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// What the labels ask.
    pub asked: &'static str,
    /// The problem it makes of that.
    pub problem: &'static str,
    /// Published name.
    pub algorithm: &'static str,
    /// Loss, if it is not that of the name.
    pub loss: Option<&'static str>,
    /// Aggressiveness C.
    pub aggressiveness: f64,
    /// Whether its columns are standardised.
    pub standardised: bool,
}

const fn of(
    asked: &'static str,
    problem: &'static str,
    algorithm: &'static str,
    aggressiveness: f64,
    standardised: bool,
) -> Candidate {
    Candidate { asked, problem, algorithm, loss: None, aggressiveness, standardised }
}

/// One with a loss of its own.
const fn losing(loss: &'static str, candidate: Candidate) -> Candidate {
    Candidate { loss: Some(loss), ..candidate }
}

/// All candidates; of equals the first goes on.
pub const CANDIDATES: &[Candidate] = &[
    of("binary", "binary", "arow", 0.1, false),
    of("binary", "binary", "arow", 0.05, true),
    of("binary", "binary", "pa1", 1.0, true),
    of("binary", "binary", "arow-scaled", 0.05, false),
    of("binary", "binary", "arow", 0.01, false),
    of("binary", "binary", "pa1", 1.0, false),
    of("binary", "binary", "arow", 0.5, true),
    losing("logistic", of("binary", "binary", "arow", 1.0, true)),
    of("binary", "binary", "adagrad", 1.0, false),
    of("binary", "binary", "adagrad", 0.1, false),
    of("binary", "binary", "arow", 1.0, false),
    of("binary", "binary", "adagrad-scaled", 0.1, false),
    of("multiclass", "one-vs-rest", "arow", 0.05, false),
    of("multiclass", "multiclass", "arow", 0.05, false),
    of("multiclass", "multiclass", "adagrad-scaled", 0.1, false),
    of("multiclass", "multiclass", "arow", 0.5, true),
    of("multiclass", "multiclass", "arow", 0.05, true),
    of("label-ranking", "label-ranking", "arow-scaled", 0.5, false),
    of("label-ranking", "label-ranking", "adagrad-scaled", 0.1, false),
    of("label-ranking", "label-ranking", "sopopo", 1.0, false),
    of("label-ranking", "label-ranking", "simproj", 1.0, false),
    of("label-ranking", "label-ranking", "arow", 0.5, true),
    of("label-ranking", "label-ranking", "sopopo", 1.0, true),
    of("regression", "regression", "arow-scaled", 0.5, false),
    of("regression", "regression", "nlms", 0.1, false),
    of("regression", "regression", "arow", 0.5, true),
    of("regression", "regression", "nlms", 0.01, true),
    of("sequence", "sequence", "pa1", 0.1, false),
    of("sequence", "sequence", "adagrad", 0.1, false),
];

impl Candidate {
    /// Its composition; `columns` are those that may be standardised.
    pub fn spec(&self, columns: Columns) -> Result<Spec> {
        let mut spec = Spec::named(self.algorithm, self.problem)?;
        if let Some(loss) = self.loss {
            spec.loss = AnyLoss::parse(loss)?;
        }
        spec.set_aggressiveness(self.aggressiveness)?;
        spec.standard = self.standardised.then_some(columns);
        if spec.problem.averages() {
            spec.readout = Readout::Average;
        }
        spec.check()?;
        Ok(spec)
    }
}

/// The candidates for a problem whose data has shown so many features.
pub fn candidates(problem: &str, features: usize) -> impl Iterator<Item = &'static Candidate> {
    let few = (1..=FEW_COLUMNS).contains(&features);
    CANDIDATES.iter().filter(move |c| c.asked == problem && (few || !c.standardised))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_candidate_is_a_learner() {
        for candidate in CANDIDATES {
            let spec = candidate.spec(Columns { first: 1, end: 9 }).unwrap();
            assert_eq!(spec.standard.is_some(), candidate.standardised);
            assert_eq!(spec.own_loss(), candidate.loss);
            spec.build().unwrap();
        }
    }

    #[test]
    fn many_features_are_not_standardised() {
        for problem in ["binary", "multiclass", "label-ranking", "regression"] {
            assert!(candidates(problem, 10).any(|c| c.standardised));
            assert!(candidates(problem, FEW_COLUMNS + 1).all(|c| !c.standardised));
            assert!(candidates(problem, FEW_COLUMNS + 1).count() > 1);
        }
        assert_eq!(candidates("uniclass", 10).count(), 0);
    }
}
