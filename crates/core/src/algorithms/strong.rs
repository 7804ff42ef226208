//! Logarithmic regret for regularised losses: Pegasos and its multiplicative form.

use super::{Algorithm, PLAIN};

/// Their rows.
pub(super) const STRONG: &[Algorithm] = &[
    Algorithm {
        name: "pegasos",
        about: "unit step on any loss, rate 1/(sigma t), for the losses sigma |w|^2/2 + hinge",
        reference: "Shalev-Shwartz et al. 2007; Shalev-Shwartz 2007, Fig. 4.1, Example 1",
        theorem: "regret of the regularised losses <= (2X^2/sigma)(1 + ln T) (Thm. 5)",
        losses: &[
            ("binary", "hinge"),
            ("multiclass", "hinge"),
            ("label-ranking", "hinge"),
            ("regression", "eps-insensitive"),
        ],
        ascent: "fixed",
        schedule: "strong:sigma=0.01",
        ..PLAIN
    },
    Algorithm {
        name: "pegasos-eg",
        about: "the same for the losses sigma KL + hinge on the simplex with a floor; weights >= 0",
        reference: "Shalev-Shwartz 2007, Fig. 4.1, Example 2, on Fig. 7.3's set",
        theorem: "regret of the regularised losses <= (L/sigma)(1 + ln T) (Thm. 5), 2L = (X + \
            sigma max(1 + ln n, |1 + ln floor|))^2",
        losses: &[("binary", "hinge:margin=0.1"), ("regression", "eps-insensitive")],
        ascent: "fixed",
        geometry: "entropy-floor",
        schedule: "strong:sigma=0.01",
        ..PLAIN
    },
];
