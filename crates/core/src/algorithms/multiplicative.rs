//! Updates outside the Euclidean geometry: Winnow, exponentiated gradient, p-norm.

use super::{Algorithm, PLAIN};

/// Everything linear but ordinal regression, whose thresholds have no place on a simplex.
const LINEAR: &[(&str, &str)] = &[
    ("binary", "hinge"),
    ("multiclass", "hinge"),
    ("regression", "eps-insensitive"),
    ("uniclass", "hinge:margin=0"),
    ("candidates", "hinge"),
    ("label-ranking", "hinge"),
    ("tasks", "hinge"),
    ("queries", "hinge"),
];

/// Their rows.
pub(super) const MULTIPLICATIVE: &[Algorithm] = &[
    Algorithm {
        name: "pa-multiplicative",
        about: "multiplicative PA on the simplex, step 4 loss/width^2",
        reference: "Crammer et al. 2003, sec. 6, corrected",
        theorem: "sum loss^2 <= 0.5 max width^2 KL(u|w_1) if u has no loss (Thm. 4), width^2 = sum \
            over the rows of (max a - min a)^2",
        losses: LINEAR,
        ascent: "bounded",
        geometry: "entropy",
        schedule: "fixed:C=inf",
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
        theorem: "regret <= c ln n + (1/2c) sum |x_t|_*^2 (Cor. 1)",
        losses: &[("binary", "hinge:margin=0.1")],
        geometry: "entropy",
        ..PLAIN
    },
    Algorithm {
        name: "eg",
        about: "exponentiated gradient with signed weights in the l1 ball",
        reference: "Kivinen & Warmuth 1997; Shalev-Shwartz 2007, sec. 5.1.2, 5.3.1",
        theorem: "regret <= c ln 2n + (1/2c) sum |lambda_t|_*^2 (Cor. 1)",
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
        theorem: "regret <= c f(u) + (1/2c) sum |x_t|_p^2 (Cor. 1)",
        geometry: "p-norm",
        ..PLAIN
    },
];
