//! Exact steps that look back: past dual variables are raised again after every round.

use super::{Algorithm, PLAIN, REVISITED};

/// Their rows.
pub(super) const SCOPED: &[Algorithm] = &[
    Algorithm {
        name: "pa1-window",
        about: "PA-I on the last two rounds together",
        reference: "Shalev-Shwartz 2007, Eq. 5.18",
        theorem: "regret <= |u|^2/(2C) + (C/2) sum |a_t|^2; M <= max(X^2,1/C)(|u|^2 + 2C H)",
        losses: REVISITED,
        scope: "window",
        ..PLAIN
    },
    Algorithm {
        name: "pa1-mini",
        about: "PA-I, then mini-updates on five past rounds",
        reference: "Shalev-Shwartz 2007, sec. 5.2.2",
        theorem: "regret <= |u|^2/(2C) + (C/2) sum |a_t|^2; M <= max(X^2,1/C)(|u|^2 + 2C H)",
        losses: REVISITED,
        scope: "mini",
        ..PLAIN
    },
    Algorithm {
        name: "leader",
        about: "regularised follow-the-leader: the best weights for all rounds so far (quadratic \
            time)",
        reference: "Shalev-Shwartz 2007, Eq. 5.18",
        theorem: "regret <= |u|^2/(2C) + (C/2) sum |a_t|^2; M <= max(X^2,1/C)(|u|^2 + 2C H); \
            c f(w) + sum g_t(w) - D within the gap after every round",
        losses: REVISITED,
        scope: "leader",
        ..PLAIN
    },
];
