//! The ultraconservative family of Crammer & Singer 2003: who among the wrong classes gets how much
//! of a step.

use super::{Algorithm, FAMILY, MULTICLASS, PLAIN};

/// Their rows.
pub(super) const ULTRACONSERVATIVE: &[Algorithm] = &[
    Algorithm {
        name: "mira",
        about: "smallest change that reaches the margin beta, capped at 1 (binary margin is \
            beta/2)",
        reference: "Crammer & Singer 2003, sec. 5",
        theorem: "M <= X^2/gamma^2 if u of norm 1 has margin gamma, for 0 < beta <= C X^2 (binary: \
            beta/2)",
        losses: &[("binary", "hinge:margin=0.005"), ("multiclass", "hinge:margin=0.01")],
        ascent: "mira",
        binary_margin_unit: 0.5,
        ..PLAIN
    },
    Algorithm {
        name: "max-score",
        about: "unit step on the worst wrong class, on margins below beta",
        reference: "Crammer & Singer 2003, sec. 4 and 8",
        theorem: "updates <= (X^2 + 2c beta)/gamma^2 if u of norm 1 has margin gamma",
        losses: FAMILY,
        ascent: "fixed",
        ..PLAIN
    },
    Algorithm {
        name: "uniform",
        about: "unit step shared equally among the violating classes",
        reference: "Crammer & Singer 2003, sec. 4 and 8",
        theorem: "updates <= (X^2 + 2c beta)/gamma^2 if u of norm 1 has margin gamma",
        losses: FAMILY,
        ascent: "spread",
        ..PLAIN
    },
    Algorithm {
        name: "proportional",
        about: "unit step shared among the violating classes by their violation",
        reference: "Crammer & Singer 2003, sec. 4 and 8",
        theorem: "updates <= (X^2 + 2c beta)/gamma^2 if u of norm 1 has margin gamma",
        losses: FAMILY,
        ascent: "spread:uniform=0,proportional=1",
        ..PLAIN
    },
    Algorithm {
        name: "kesler",
        about: "one Perceptron step a violating class, one after the other",
        reference: "Crammer & Singer 2003, sec. 4.2",
        theorem: "steps <= X^2/gamma^2 if u of norm 1 has margin gamma",
        losses: MULTICLASS,
        ascent: "kesler",
        ..PLAIN
    },
    Algorithm {
        name: "one-vs-rest",
        about: "one Perceptron a class, each on margins below beta; -a NAME --problem one-vs-rest \
            for others",
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
        theorem: "M <= k ln n/(C gamma - C^2) if u has margin gamma and R <= 1",
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
        theorem: "M <= ln(nk)/(C gamma - ln cosh C) if u has margin gamma and R <= 1",
        losses: MULTICLASS,
        ascent: "spread:on=mistake",
        geometry: "entropy:joint=true",
        schedule: "fixed:C=0.1",
        ..PLAIN
    },
];
