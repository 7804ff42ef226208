//! Complex answers: simultaneous projections on blocks of constraints, and the updates of label
//! ranking that are not already under another name (I is `perceptron`, II is `pa1` or
//! `winnow-aggressive`, MaxPA is `pa1`).

use super::{Algorithm, BLOCKS, PLAIN};

const PAIRS: &[(&str, &str)] = &[("multiclass", "hinge"), ("label-ranking", "hinge")];
/// On the simplex margins lie between -1 and 1.
const SIMPLEX_BLOCKS: &[(&str, &str)] = &[
    ("label-ranking", "hinge:margin=0.1"),
    ("multiclass", "hinge:margin=0.1"),
    ("candidates", "hinge:margin=0.1"),
    ("tasks", "hinge:margin=0.1"),
    ("queries", "hinge:margin=0.1"),
];
const SIMPLEX_PAIRS: &[(&str, &str)] =
    &[("multiclass", "hinge:margin=0.1"), ("label-ranking", "hinge:margin=0.1")];

/// Several constraints a round, solved; more of them may be found on the way.
const SOLVED: &[(&str, &str)] = &[
    ("label-ranking", "hinge"),
    ("multiclass", "hinge"),
    ("ordinal", "hinge"),
    ("candidates", "hinge"),
    ("tasks", "hinge"),
    ("queries", "hinge"),
    ("sequence", "hinge"),
];

/// Their rows.
pub(super) const RANKING: &[Algorithm] = &[
    Algorithm {
        name: "simperc",
        about: "unit step shared equally among the constraints in wrong order",
        reference: "Amit et al., simultaneous projections, sec. 5.1",
        theorem: "M <= (|u|^2/2 + C H)/(C - C^2 X^2/2) for C < 2/X^2 (Thm. 2)",
        losses: BLOCKS,
        ascent: "spread:on=mistake",
        ..PLAIN
    },
    Algorithm {
        name: "simproj",
        about: "mean of the exact steps on all violated constraints",
        reference: "Amit et al., simultaneous projections, sec. 5.2",
        theorem: "M <= k (|u|^2/2 + C H)/l, l = a - a^2 X^2/2, a = min(C, 1/X^2), k the most \
            violated in a round",
        losses: BLOCKS,
        ascent: "simultaneous",
        ..PLAIN
    },
    Algorithm {
        name: "conproj",
        about: "mean of the exact steps on the constraints in wrong order",
        reference: "Amit et al., simultaneous projections, sec. 5.3",
        theorem: "M <= (|u|^2/2 + C H)/l, l = a - a^2 X^2/2, a = min(C, 1/X^2) (Cor. 4, for \
            every C)",
        losses: BLOCKS,
        ascent: "simultaneous:on=mistake",
        ..PLAIN
    },
    Algorithm {
        name: "simopt",
        about: "best shares as if the constraints were orthogonal",
        reference: "Amit et al., simultaneous projections, sec. 5.4",
        theorem: "none: Cor. 4 does not hold for it; sum loss(u) >= A - <v,u> for every u (the \
            run's own certificate)",
        losses: BLOCKS,
        ascent: "separable:guard=false",
        ..PLAIN
    },
    Algorithm {
        name: "simopt-guarded",
        about: "simopt, or the averaged step where that is better",
        reference: "Amit et al., simultaneous projections, sec. 5.4, corrected",
        theorem: "M <= (|u|^2/2 + C H)/l, l = a - a^2 X^2/2, a = min(C, 1/X^2) (Cor. 4, for \
            every C)",
        losses: BLOCKS,
        ascent: "separable",
        ..PLAIN
    },
    Algorithm {
        name: "optsolv",
        about: "the round solved exactly, whatever its constraints, until its duality gap is \
            closed",
        reference: "Amit et al., simultaneous projections, sec. 9",
        theorem: "M <= (|u|^2/2 + C H)/l, l = a - a^2 X^2/2, a = min(C, 1/X^2)",
        losses: SOLVED,
        ascent: "joint:solver=pairwise",
        ..PLAIN
    },
    Algorithm {
        name: "sopopo",
        about: "the round solved exactly, by filling with water (update III)",
        reference: "Shalev-Shwartz & Singer 2006; label ranking, sec. 3 and 4",
        theorem: "M <= (|u|^2/2 + C H)/l, l = a - a^2 X^2/2, a = min(C, 1/X^2)",
        losses: PAIRS,
        ascent: "joint",
        ..PLAIN
    },
    Algorithm {
        name: "simperc-multiplicative",
        about: "simperc on the simplex; weights >= 0",
        reference: "Amit et al., simultaneous projections, sec. 8, corrected",
        theorem: "M <= (KL(u) + C H)/(gamma C - C^2 q/2), q = X^2, or (max x - min x)^2/2 for \
            labels with a row each (Thm. 6, corrected)",
        losses: SIMPLEX_BLOCKS,
        ascent: "spread:on=mistake",
        geometry: "entropy",
        ..PLAIN
    },
    Algorithm {
        name: "simproj-multiplicative",
        about: "simproj on the simplex; weights >= 0",
        reference: "Amit et al., simultaneous projections, sec. 8, corrected",
        theorem: "every round raises the dual; sum loss(u) >= A - <v,u> for every u (the run's own \
            certificate)",
        losses: SIMPLEX_BLOCKS,
        ascent: "simultaneous",
        geometry: "entropy",
        ..PLAIN
    },
    Algorithm {
        name: "conproj-multiplicative",
        about: "conproj on the simplex; weights >= 0",
        reference: "Amit et al., simultaneous projections, sec. 8, corrected",
        theorem: "M <= (KL(u) + C H)/(gamma a - a^2 q/2), a = min(C, gamma/q), q = X^2, or (max \
            x - min x)^2/2 for labels with a row each (Cor. 8, corrected, for every C)",
        losses: SIMPLEX_BLOCKS,
        ascent: "simultaneous:on=mistake",
        geometry: "entropy",
        ..PLAIN
    },
    Algorithm {
        name: "simopt-multiplicative",
        about: "simopt on the simplex; weights >= 0",
        reference: "Amit et al., simultaneous projections, sec. 5.4 and 8",
        theorem: "sum loss(u) >= A - <v,u> for every u (the run's own certificate)",
        losses: SIMPLEX_BLOCKS,
        ascent: "separable:guard=false",
        geometry: "entropy",
        ..PLAIN
    },
    Algorithm {
        name: "maxpa-multiplicative",
        about: "exact step on the worst constraint, on the simplex (update II); weights >= 0",
        reference: "Amit et al., simultaneous projections, sec. 8 and 9; label ranking, sec. 4",
        theorem: "M <= (KL(u) + C H)/(gamma a - a^2 q/2), a = min(C, gamma/q), q = X^2, or (max \
            x - min x)^2/2 for labels with a row each",
        losses: SIMPLEX_BLOCKS,
        geometry: "entropy",
        ..PLAIN
    },
    Algorithm {
        name: "sopopo-multiplicative",
        about: "the round solved exactly on the simplex (update III); weights >= 0",
        reference: "Shalev-Shwartz & Singer, label ranking, sec. 3 and 4",
        theorem: "M <= (KL(u) + C H)/(gamma a - a^2 q/2), a = min(C, gamma/q), q = X^2, or (max \
            x - min x)^2/2 for labels with a row each",
        losses: SIMPLEX_PAIRS,
        ascent: "joint",
        geometry: "entropy",
        ..PLAIN
    },
    Algorithm {
        name: "eg-ranking",
        about: "unit step on the worst pair in wrong order, on the simplex (update I); weights >= \
            0",
        reference: "Shalev-Shwartz & Singer, label ranking, sec. 3",
        theorem: "M <= (KL(u) + C H)/(gamma C - C^2 q/2), q = X^2, or (max x - min x)^2/2 for \
            labels with a row each",
        losses: SIMPLEX_PAIRS,
        ascent: "fixed:on=mistake",
        geometry: "entropy",
        ..PLAIN
    },
];
