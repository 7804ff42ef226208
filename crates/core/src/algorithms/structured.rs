//! Structured output: what is proved of one cost per example instead of right or wrong.

use super::{Algorithm, PLAIN};

/// Their rows.
pub(super) const STRUCTURED: &[Algorithm] = &[
    Algorithm {
        name: "mira-k-best",
        about: "exact step on the k best outputs together, capped at C (sequence:best=k)",
        reference: "McDonald, Crammer & Pereira 2005; Crammer & Singer 2003, sec. 5",
        theorem: "M <= max(X^2,1/C)(|u|^2 + 2C H)",
        losses: &[("sequence", "hinge")],
        ascent: "mira",
        ..PLAIN
    },
    Algorithm {
        name: "self-tuned-structured",
        about: "exact step on the predicted output, rate following the mistakes and their directions",
        reference: "Shalev-Shwartz 2007, Fig. 5.4",
        theorem: "sum of costs <= H + X sqrt(8 U H) + 8 X^2 U, H the comparator's maximal loss, for \
        f(u) <= U (Thm. 7)",
        losses: &[("sequence", "hinge")],
        ascent: "exact:on=mistake,aim=predicted",
        schedule: "directions",
        ..PLAIN
    },
];
