//! Additive updates on the worst constraint of a round: Perceptron, Passive-Aggressive, ROMMA,
//! ALMA, subgradients, least squares, logistic regression.

use super::{Algorithm, CLASSES, LINEAR, MISTAKES, PLAIN, ROWS, SQUARE};

/// Their rows.
pub(super) const ADDITIVE: &[Algorithm] = &[
    Algorithm {
        name: "perceptron",
        about: "unit step on mistakes",
        reference: "Rosenblatt 1958; Shalev-Shwartz 2007, sec. 5.1.1",
        theorem: "M <= H + X|u| sqrt(H) + X^2|u|^2 (Cor. 5), or (|u|/(CX))^2 if that is more and \
            constraints are shifted",
        losses: MISTAKES,
        ascent: "fixed:on=mistake",
        ..PLAIN
    },
    Algorithm {
        name: "pa",
        about: "projection onto the examples without loss (C = infinity)",
        reference: "Crammer et al. 2003, sec. 3",
        theorem: "sum loss^2/|a|^2 <= |u|^2 if u has no loss (Thm. 1)",
        losses: LINEAR,
        schedule: "fixed:C=inf",
        ..PLAIN
    },
    Algorithm {
        name: "pa1",
        about: "PA with the step capped at C",
        reference: "Crammer et al. 2006; Shalev-Shwartz 2007, Eq. 7.11",
        theorem: "regret <= |u|^2/(2C) + (C/2) sum |a_t|^2; M <= max(X^2,1/C)(|u|^2 + 2C H)",
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
        theorem: "M <= max(X^2,1/C)(|u|^2 + 2C H)",
        losses: MISTAKES,
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
        name: "romma",
        about: "relaxed online maximum margin, on mistakes",
        reference: "Li & Long 2002; Crammer & Singer 2003, sec. 7",
        theorem: "M <= X^2|u|^2 if u has margin 1",
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
        name: "alma",
        about: "approximate large margin: steps of length sqrt(2/k), weights in the unit ball",
        reference: "Gentile 2001, Fig. 1, p = 2",
        theorem: "updates <= (A+1)^2/(2 gamma^2) + 2(A+1), A = sqrt(2) b (1-alpha)/alpha + 1, if u \
            of norm 1 has <u,a_t> >= gamma |a_t| (Thm. 3)",
        ascent: "alma",
        ..PLAIN
    },
    Algorithm {
        name: "self-tuned",
        about: "exact step, rate following the mistakes",
        reference: "Shalev-Shwartz 2007, Fig. 5.3",
        theorem: "M <= H/gamma + r sqrt(U H)/gamma^1.5 + r^2 U/gamma^2, r = R + X^2/R, for \
            f(u) <= U (Thm. 6)",
        losses: CLASSES,
        schedule: "mistakes:lazy=false",
        ..PLAIN
    },
    Algorithm {
        name: "subgradient",
        about: "unit step on any loss, rate falling with sqrt t",
        reference: "Zinkevich 2003; Shalev-Shwartz 2007, Eq. 5.16",
        theorem: "regret <= (R + X^2/R) sqrt(U T) for f(u) <= U",
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
        reference: "Shalev-Shwartz 2007, App. A.3.1, Eq. A.5",
        theorem: "regret <= c |u|^2/2 + (1/2c) sum |x_t|^2 (Cor. 1)",
        losses: &[("binary", "logistic")],
        ..PLAIN
    },
];
