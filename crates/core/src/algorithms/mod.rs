//! The table of published names: each a composition, with its reference and its theorem.
//!
//! A row names, per problem it fits, the loss; the other axes are the same for all of them.

mod adaptive;
mod additive;
mod multiplicative;
mod notation;
mod ranking;
mod scoped;
mod strong;
mod structured;
mod ultraconservative;

pub use notation::{notation, with_kernels};

use crate::ascent::AnyAscent;
use crate::error::{Error, Result};
use crate::geometry::AnyGeometry;
use crate::loss::AnyLoss;
use crate::problem::AnyProblem;
use crate::readout::Readout;
use crate::replay::scope::AnyScope;
use crate::schedule::AnySchedule;
use crate::spec::Spec;

/// A row of the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Algorithm {
    /// Name as typed.
    pub name: &'static str,
    /// One line.
    pub about: &'static str,
    /// Where it comes from.
    pub reference: &'static str,
    /// What is proved about it; [`notation`] says what the letters mean.
    pub theorem: &'static str,
    /// (problem, loss) pairs it fits.
    pub losses: &'static [(&'static str, &'static str)],
    /// Ascent.
    pub ascent: &'static str,
    /// Geometry.
    pub geometry: &'static str,
    /// Schedule.
    pub schedule: &'static str,
    /// Scope.
    pub scope: &'static str,
    /// `--margin` is multiplied by this in a binary problem (MIRA: beta is a difference of two
    /// scores).
    pub binary_margin_unit: f64,
}

const LINEAR: &[(&str, &str)] = &[
    ("binary", "hinge"),
    ("multiclass", "hinge"),
    ("regression", "eps-insensitive"),
    ("uniclass", "hinge:margin=0"),
    ("candidates", "hinge"),
    ("label-ranking", "hinge"),
    ("ordinal", "hinge"),
    ("tasks", "hinge"),
    ("queries", "hinge"),
    ("sequence", "hinge"),
];
/// Problems and linear losses whose constraints do not change with the weights.
const REVISITED: &[(&str, &str)] = &[
    ("binary", "hinge"),
    ("multiclass", "hinge"),
    ("regression", "eps-insensitive"),
    ("candidates", "hinge"),
    ("label-ranking", "hinge"),
    ("ordinal", "hinge"),
    ("tasks", "hinge"),
    ("queries", "hinge"),
];
const SQUARE: &[(&str, &str)] = &[
    ("binary", "squared-hinge"),
    ("multiclass", "squared-hinge"),
    ("regression", "squared-eps-insensitive"),
    ("uniclass", "squared-hinge:margin=0"),
    ("candidates", "squared-hinge"),
    ("label-ranking", "squared-hinge"),
    ("ordinal", "squared-hinge"),
    ("tasks", "squared-hinge"),
    ("queries", "squared-hinge"),
    ("sequence", "squared-hinge"),
];
const CONFIDENT: &[(&str, &str)] = &[
    ("binary", "squared-hinge"),
    ("multiclass", "squared-hinge"),
    ("label-ranking", "squared-hinge"),
    ("regression", "squared-eps-insensitive:epsilon=0"),
];
const LOGISTIC: &[(&str, &str)] =
    &[("binary", "logistic"), ("multiclass", "logistic"), ("label-ranking", "logistic")];
const HINGE: &[(&str, &str)] = &[("binary", "hinge")];
const CLASSES: &[(&str, &str)] = &[
    ("binary", "hinge"),
    ("multiclass", "hinge"),
    ("candidates", "hinge"),
    ("label-ranking", "hinge"),
    ("ordinal", "hinge"),
    ("tasks", "hinge"),
    ("queries", "hinge"),
];
/// Problems with a mistake to step on, whatever else the answer is.
const MISTAKES: &[(&str, &str)] = &[
    ("binary", "hinge"),
    ("multiclass", "hinge"),
    ("candidates", "hinge"),
    ("label-ranking", "hinge"),
    ("ordinal", "hinge"),
    ("tasks", "hinge"),
    ("queries", "hinge"),
    ("sequence", "hinge"),
];
/// Several constraints a round.
const BLOCKS: &[(&str, &str)] = &[
    ("label-ranking", "hinge"),
    ("multiclass", "hinge"),
    ("ordinal", "hinge"),
    ("candidates", "hinge"),
    ("tasks", "hinge"),
    ("queries", "hinge"),
];
const ROWS: &[(&str, &str)] = &[("binary", "hinge"), ("multiclass", "hinge")];
const MULTICLASS: &[(&str, &str)] = &[("multiclass", "hinge")];
/// The margin that the experiments of the ultraconservative paper demand.
const FAMILY: &[(&str, &str)] = &[("multiclass", "hinge:margin=0.01")];

/// A row with the commonest choices; each row below changes what differs.
const PLAIN: Algorithm = Algorithm {
    name: "",
    about: "",
    reference: "",
    theorem: "",
    losses: HINGE,
    ascent: "exact",
    geometry: "euclid",
    schedule: "fixed",
    scope: "current",
    binary_margin_unit: 1.0,
};

/// The rows by family.
const FAMILIES: &[&[Algorithm]] = &[
    additive::ADDITIVE,
    ultraconservative::ULTRACONSERVATIVE,
    multiplicative::MULTIPLICATIVE,
    ranking::RANKING,
    scoped::SCOPED,
    adaptive::ADAPTIVE,
    strong::STRONG,
    structured::STRUCTURED,
];

const COUNT: usize = {
    let (mut count, mut family) = (0, 0);
    while family < FAMILIES.len() {
        count += FAMILIES[family].len();
        family += 1;
    }
    count
};

/// All published names.
pub const ALGORITHMS: &[Algorithm] = &{
    let mut all = [PLAIN; COUNT];
    let (mut at, mut family) = (0, 0);
    while family < FAMILIES.len() {
        let mut row = 0;
        while row < FAMILIES[family].len() {
            all[at] = FAMILIES[family][row];
            (at, row) = (at + 1, row + 1);
        }
        family += 1;
    }
    all
};

impl Algorithm {
    /// The row of a name.
    pub fn find(name: &str) -> Result<&'static Algorithm> {
        ALGORITHMS.iter().find(|a| a.name == name).ok_or_else(|| {
            let names: Vec<&str> = ALGORITHMS.iter().map(|a| a.name).collect();
            Error::Spec(format!("no algorithm is called '{name}'; there are {}", names.join(", ")))
        })
    }

    /// Its loss for a problem, if it fits: every binary learner can be one of one-vs-rest.
    pub fn loss(&self, problem: &str) -> Option<&'static str> {
        let of = |name: &str| self.losses.iter().find(|(p, _)| *p == name).map(|(_, loss)| *loss);
        of(problem).or_else(|| of("binary").filter(|_| problem == "one-vs-rest"))
    }

    /// The problem to learn where the labels ask for `suggested`: two classes are also several, and
    /// several may each have a binary learner. Costs are about several classes.
    pub fn problem_for<'a>(&self, suggested: &'a str, has_costs: bool) -> &'a str {
        let several = ["multiclass", "one-vs-rest"];
        let classes = suggested == "binary" || suggested == "multiclass";
        match several.into_iter().find(|problem| self.loss(problem).is_some()) {
            Some("multiclass") if has_costs => "multiclass",
            Some(problem) if classes && self.loss(suggested).is_none() => problem,
            _ => suggested,
        }
    }

    /// Its composition for a problem, `name` or `name:key=value,…`.
    pub fn spec(&self, problem: &str) -> Result<Spec> {
        let problem = AnyProblem::parse(problem)?;
        let loss = self.loss(problem.name()).ok_or_else(|| {
            let fits: Vec<&str> = self.losses.iter().map(|(p, _)| *p).collect();
            Error::Spec(format!(
                "{} is not for {} problems, only for {}",
                self.name,
                problem.name(),
                fits.join(", ")
            ))
        })?;
        Ok(Spec {
            algorithm: self.name.into(),
            problem,
            loss: AnyLoss::parse(loss)?,
            ascent: AnyAscent::parse(self.ascent)?,
            geometry: AnyGeometry::parse(self.geometry)?,
            schedule: AnySchedule::parse(self.schedule)?,
            readout: Readout::Last,
            kernel: None,
            budget: None,
            bias: None,
            standard: None,
            scope: AnyScope::parse(self.scope)?,
        })
    }
}

impl Spec {
    /// The composition of a published name for a problem (see [`crate::algorithms`]).
    pub fn named(name: &str, problem: &str) -> Result<Self> {
        Algorithm::find(name)?.spec(problem)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_builds_for_every_problem_it_names() {
        for row in ALGORITHMS {
            for (problem, _) in row.losses {
                row.spec(problem).unwrap().build().unwrap_or_else(|e| panic!("{}: {e}", row.name));
            }
        }
    }

    #[test]
    fn unknown_names_and_unfit_problems_are_refused() {
        assert!(Algorithm::find("pa3").unwrap_err().to_string().contains("pa2"));
        assert!(Spec::named("perceptron", "regression").is_err());
    }

    #[test]
    fn labels_ask_for_a_problem_that_the_algorithm_is_for() {
        let problem = |name: &str, suggested, costs| {
            Algorithm::find(name).unwrap().problem_for(suggested, costs)
        };
        assert_eq!(problem("pa1", "binary", false), "binary");
        assert_eq!(problem("pa1", "binary", true), "multiclass");
        assert_eq!(problem("max-score", "binary", false), "multiclass");
        assert_eq!(problem("winnow", "multiclass", false), "one-vs-rest");
        assert_eq!(problem("winnow", "regression", false), "regression");
    }
}
