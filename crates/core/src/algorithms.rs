//! The table of published names: each a composition, with its reference and its theorem.
//!
//! A row names, per problem it fits, the loss; the other axes are the same for all of them.

use crate::ascent::AnyAscent;
use crate::error::{Error, Result};
use crate::geometry::AnyGeometry;
use crate::loss::AnyLoss;
use crate::problem::AnyProblem;
use crate::readout::Readout;
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
    /// What is proved about it.
    pub theorem: &'static str,
    /// (problem, loss) pairs it fits.
    pub losses: &'static [(&'static str, &'static str)],
    /// Ascent.
    pub ascent: &'static str,
    /// Geometry.
    pub geometry: &'static str,
    /// Schedule.
    pub schedule: &'static str,
    /// `--margin` is multiplied by this in a binary problem (MIRA: beta is a difference of two scores).
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
];
const CONFIDENT: &[(&str, &str)] = &[
    ("binary", "squared-hinge"),
    ("multiclass", "squared-hinge"),
    ("regression", "squared-eps-insensitive:epsilon=0"),
];
const LOGISTIC: &[(&str, &str)] = &[("binary", "logistic"), ("multiclass", "logistic")];
const HINGE: &[(&str, &str)] = &[("binary", "hinge")];
const CLASSES: &[(&str, &str)] =
    &[("binary", "hinge"), ("multiclass", "hinge"), ("candidates", "hinge")];
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
    binary_margin_unit: 1.0,
};

/// All published names.
pub const ALGORITHMS: &[Algorithm] = &[
    Algorithm {
        name: "perceptron",
        about: "unit step on mistakes",
        reference: "Rosenblatt 1958; Shalev-Shwartz 2007, sec. 5.1.1",
        theorem: "M <= H + X|u| sqrt(H) + X^2|u|^2 (Cor. 5)",
        losses: CLASSES,
        ascent: "fixed:on=mistake",
        ..PLAIN
    },
    Algorithm {
        name: "pa",
        about: "projection onto the examples without loss (C = infinity)",
        reference: "Crammer et al. 2003, sec. 3",
        theorem: "sum loss^2/|x|^2 <= |u|^2 if u has no loss (Thm. 1)",
        losses: LINEAR,
        schedule: "fixed:C=inf",
        ..PLAIN
    },
    Algorithm {
        name: "pa1",
        about: "PA with the step capped at C",
        reference: "Crammer et al. 2006; Shalev-Shwartz 2007, Eq. 7.11",
        theorem: "regret <= |u|^2/(2C) + (C/2) sum |x_t|^2; M <= max(X^2,1/C)(|u|^2 + 2C H)",
        losses: LINEAR,
        ..PLAIN
    },
    Algorithm {
        name: "pa2",
        about: "PA with a squared penalty",
        reference: "Crammer et al. 2006; 2003, sec. 5",
        theorem: "sum loss^2 <= (X^2 + 1/(2C))(|u|^2 + 2C sum loss(u)^2)",
        losses: SQUARE,
        ..PLAIN
    },
    Algorithm {
        name: "pa1-predicted",
        about: "PA-I on the class that was predicted, on mistakes only",
        reference: "Crammer et al. 2006, sec. 8",
        theorem: "M <= max(X^2,1/C)(|u|^2 + 2C H) with X^2 = 2 max |x_t|^2",
        losses: CLASSES,
        ascent: "exact:on=mistake,aim=predicted",
        ..PLAIN
    },
    Algorithm {
        name: "pa-relaxed",
        about: "relaxed PA with parameter gamma; PA-II with gamma = 1/(2C)",
        reference: "Crammer et al. 2003, sec. 5",
        theorem: "sum loss^2 <= (gamma + X^2)|u|^2 + (1 + X^2/gamma) sum loss(u)^2 (Thm. 3)",
        losses: SQUARE,
        schedule: "relaxed",
        ..PLAIN
    },
    Algorithm {
        name: "pa-multiplicative",
        about: "multiplicative PA on the simplex, step 4 loss/width^2",
        reference: "Crammer et al. 2003, sec. 6, corrected",
        theorem: "sum loss^2 <= 0.5 max width^2 KL(u|w_1) if u has no loss (Thm. 4, width form)",
        losses: LINEAR,
        ascent: "bounded",
        geometry: "entropy",
        schedule: "fixed:C=inf",
        ..PLAIN
    },
    Algorithm {
        name: "mira",
        about: "smallest change that reaches the margin beta, capped at 1 (binary margin is beta/2)",
        reference: "Crammer & Singer 2003, sec. 5",
        theorem: "M <= 2R^2/gamma^2 for 0 < beta <= 2R^2",
        losses: &[("binary", "hinge:margin=0.005"), ("multiclass", "hinge:margin=0.01")],
        ascent: "mira",
        binary_margin_unit: 0.5,
        ..PLAIN
    },
    Algorithm {
        name: "max-score",
        about: "unit step on the worst wrong class, on margins below beta",
        reference: "Crammer & Singer 2003, sec. 4 and 8",
        theorem: "updates <= 2(R^2 + beta)/gamma^2",
        losses: FAMILY,
        ascent: "fixed",
        ..PLAIN
    },
    Algorithm {
        name: "uniform",
        about: "unit step shared equally among the violating classes",
        reference: "Crammer & Singer 2003, sec. 4 and 8",
        theorem: "updates <= 2(R^2 + beta)/gamma^2",
        losses: FAMILY,
        ascent: "spread",
        ..PLAIN
    },
    Algorithm {
        name: "proportional",
        about: "unit step shared among the violating classes by their violation",
        reference: "Crammer & Singer 2003, sec. 4 and 8",
        theorem: "updates <= 2(R^2 + beta)/gamma^2",
        losses: FAMILY,
        ascent: "spread:uniform=0,proportional=1",
        ..PLAIN
    },
    Algorithm {
        name: "kesler",
        about: "one Perceptron step a violating class, one after the other",
        reference: "Crammer & Singer 2003, sec. 4.2",
        theorem: "steps <= 2R^2/gamma^2",
        losses: MULTICLASS,
        ascent: "kesler",
        ..PLAIN
    },
    Algorithm {
        name: "one-vs-rest",
        about: "one Perceptron a class, each on margins below beta; -a NAME --problem one-vs-rest for others",
        reference: "Crammer & Singer 2003, sec. 8",
        theorem: "regret <= c|U|^2/2 + (1/2c) sum_t |{r: loss_r > 0}| |x_t|^2",
        losses: &[("one-vs-rest", "hinge:margin=0.01")],
        ascent: "fixed",
        ..PLAIN
    },
    Algorithm {
        name: "multiplicative-1",
        about: "multiplicative family, every class a distribution over the features; weights >= 0",
        reference: "Crammer & Singer 2003, sec. 6, Fig. 5",
        theorem: "violations <= k ln n/(eta gamma - eta^2) for |x|_inf <= 1",
        losses: MULTICLASS,
        ascent: "spread:on=mistake",
        geometry: "entropy",
        schedule: "fixed:C=0.1",
        ..PLAIN
    },
    Algorithm {
        name: "multiplicative-2",
        about: "multiplicative family, one distribution over classes and features; weights >= 0",
        reference: "Crammer & Singer 2003, sec. 6, Fig. 5",
        theorem: "violations <= ln(nk)/(eta gamma - ln cosh eta) for |x|_inf <= 1",
        losses: MULTICLASS,
        ascent: "spread:on=mistake",
        geometry: "entropy:joint=true",
        schedule: "fixed:C=0.1",
        ..PLAIN
    },
    Algorithm {
        name: "romma",
        about: "relaxed online maximum margin, on mistakes",
        reference: "Li & Long 2002; Crammer & Singer 2003, sec. 7",
        theorem: "M <= R^2 |u|^2 if u has margin 1 (multiclass: 2R^2 |u|^2)",
        losses: ROWS,
        ascent: "romma",
        ..PLAIN
    },
    Algorithm {
        name: "romma-aggressive",
        about: "relaxed online maximum margin, on every margin below 1",
        reference: "Li & Long 2002; Crammer & Singer 2003, sec. 7",
        theorem: "|w| <= |u| if u has margin 1",
        losses: ROWS,
        ascent: "romma:aggressive=true",
        ..PLAIN
    },
    Algorithm {
        name: "winnow",
        about: "unit step on mistakes, multiplicative; weights >= 0",
        reference: "Littlestone 1988; Shalev-Shwartz 2007, sec. 5.1.2",
        theorem: "M <= (c ln n + H)/(gamma - X^2/(2c)) (Eq. 5.7)",
        ascent: "fixed:on=mistake",
        geometry: "entropy",
        ..PLAIN
    },
    Algorithm {
        name: "winnow-self-tuned",
        about: "Winnow whose rate follows its mistakes",
        reference: "Shalev-Shwartz 2007, Fig. 5.2",
        theorem: "M <= H/gamma + (2X/gamma^1.5) sqrt(H ln n) + 4X^2 ln n/gamma^2 (Cor. 6, lazy X)",
        ascent: "fixed:on=mistake",
        geometry: "entropy",
        schedule: "mistakes",
        ..PLAIN
    },
    Algorithm {
        name: "winnow-aggressive",
        about: "exact step, multiplicative; weights >= 0",
        reference: "Shalev-Shwartz 2007, Eq. 7.16, corrected",
        theorem: "regret <= c ln n + (1/2c) sum |x_t|_inf^2",
        losses: &[("binary", "hinge:margin=0.1")],
        geometry: "entropy",
        ..PLAIN
    },
    Algorithm {
        name: "eg",
        about: "exponentiated gradient with signed weights in the l1 ball",
        reference: "Kivinen & Warmuth 1997; Shalev-Shwartz 2007, sec. 5.1.2, 5.3.1",
        theorem: "regret <= c ln 2n + (1/2c) sum |lambda_t|_inf^2 (Cor. 1)",
        losses: &[("binary", "hinge"), ("regression", "squared")],
        ascent: "fixed",
        geometry: "balanced:radius=10",
        schedule: "fixed:C=0.01",
        ..PLAIN
    },
    Algorithm {
        name: "p-norm",
        about: "unit step on mistakes, between additive and multiplicative",
        reference: "Grove et al. 2001; Shalev-Shwartz 2007, sec. 5.1.4",
        theorem: "M <= H + X|u|_q sqrt((p-1)H) + (p-1)X^2|u|_q^2 (Cor. 7)",
        ascent: "fixed:on=mistake",
        geometry: "p-norm",
        ..PLAIN
    },
    Algorithm {
        name: "p-norm-aggressive",
        about: "exact step by line search, between additive and multiplicative",
        reference: "Shalev-Shwartz 2007, sec. 5.2, 7.2",
        theorem: "regret <= c f(u) + (1/2c) sum |x_t|_p^2",
        geometry: "p-norm",
        ..PLAIN
    },
    Algorithm {
        name: "self-tuned",
        about: "exact step, rate following the mistakes",
        reference: "Shalev-Shwartz 2007, Fig. 5.3",
        theorem: "M <= L/gamma + (2X sqrt(U L)/gamma^1.5) + 4X^2 U/gamma^2 for f(u) <= U (Thm. 6)",
        losses: CLASSES,
        schedule: "mistakes:lazy=false",
        ..PLAIN
    },
    Algorithm {
        name: "subgradient",
        about: "unit step on any loss, rate falling with sqrt t",
        reference: "Zinkevich 2003; Shalev-Shwartz 2007, Eq. 5.16",
        theorem: "regret <= 2X sqrt(U T) for f(u) <= U",
        losses: &[("binary", "hinge"), ("multiclass", "hinge"), ("regression", "eps-insensitive")],
        ascent: "fixed",
        schedule: "hinge-sqrt",
        ..PLAIN
    },
    Algorithm {
        name: "lms",
        about: "least mean squares (Widrow-Hoff)",
        reference: "Widrow & Hoff 1960; Shalev-Shwartz 2007, sec. 5.3.1",
        theorem: "regret <= c |u|^2/2 + (1/2c) sum residual^2 |x_t|^2 (Lemma 1)",
        losses: &[("regression", "squared")],
        ascent: "fixed",
        schedule: "fixed:C=0.01",
        ..PLAIN
    },
    Algorithm {
        name: "nlms",
        about: "implicit (normalised) least mean squares",
        reference: "Shalev-Shwartz 2007, sec. 5.3.1",
        theorem: "regret <= c |u|^2/2 + (1/2c) sum residual^2 |x_t|^2 (Lemma 1)",
        losses: &[("regression", "squared")],
        ..PLAIN
    },
    Algorithm {
        name: "logistic",
        about: "logistic regression by exact dual steps",
        reference: "Shalev-Shwartz 2007, App. A.5",
        theorem: "regret <= c |u|^2/2 + (1/2c) sum |x_t|^2 (Cor. 1)",
        losses: &[("binary", "logistic")],
        ..PLAIN
    },
    Algorithm {
        name: "adagrad",
        about: "logistic loss, each feature at a rate of its own",
        reference: "Duchi, Hazan & Singer 2011, sec. 3",
        theorem: "regret <= (c/2) sum_j sqrt(delta + G_j) u_j^2 + (1/c) sum_j sqrt(G_j), G_j = sum (d a_j)^2, for least=0, delta >= max x_j^2",
        losses: LOGISTIC,
        ascent: "fixed:least=0.05",
        geometry: "adagrad:scale=false",
        schedule: "fixed:C=0.1",
        ..PLAIN
    },
    Algorithm {
        name: "adagrad-scaled",
        about: "the same, whatever the units of the features",
        reference: "Duchi, Hazan & Singer 2011; Ross, Mineiro & Langford 2013",
        theorem: "regret <= (c/2) sum_j s_j sqrt(delta s_j^2 + G_j) u_j^2 + (1/c) sum_j sum_t (sqrt(G_(t,j)) - sqrt(G_(t-1,j)))/s_(t,j), for least=0",
        losses: LOGISTIC,
        ascent: "fixed:least=0.05",
        geometry: "adagrad",
        schedule: "fixed:C=0.1",
        ..PLAIN
    },
    Algorithm {
        name: "arow",
        about: "adaptive regularisation of weights, r = 1/(2C)",
        reference: "Crammer, Kulesza & Dredze 2009",
        theorem: "sum loss(u) >= A - <v,u> for every u (the run's own certificate)",
        losses: CONFIDENT,
        geometry: "confidence",
        schedule: "fixed:C=0.5",
        ..PLAIN
    },
    Algorithm {
        name: "arow-scaled",
        about: "the same, whatever the units of the features",
        reference: "Crammer, Kulesza & Dredze 2009; Ross, Mineiro & Langford 2013",
        theorem: "sum loss(u) >= A - <v,u> for every u (the run's own certificate)",
        losses: CONFIDENT,
        geometry: "confidence:scale=true",
        schedule: "fixed:C=0.5",
        ..PLAIN
    },
];

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
        of(problem).or_else(|| of("binary").filter(|_| problem == "one-vs-rest" && self.parallel()))
    }

    /// Whether several of it can run side by side: ROMMA rescales all rows at once.
    fn parallel(&self) -> bool {
        !self.ascent.starts_with("romma")
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
            standard: None,
        })
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
}
