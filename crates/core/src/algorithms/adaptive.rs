//! Learners with a rate a feature: AdaGrad and AROW.

use super::{Algorithm, CONFIDENT, LOGISTIC, PLAIN};

/// Their rows.
pub(super) const ADAPTIVE: &[Algorithm] = &[
    Algorithm {
        name: "adagrad",
        about: "logistic loss (sequences: hinge), each feature at a rate of its own",
        reference: "Duchi, Hazan & Singer 2011, sec. 3",
        theorem: "regret <= (c/2) sum_j sqrt(delta + G_j) u_j^2 + (1/c) sum_j sqrt(G_j), G_j = sum \
            (d a_j)^2, for least=0, delta >= max a_j^2",
        losses: &[
            ("binary", "logistic"),
            ("multiclass", "logistic"),
            ("label-ranking", "logistic"),
            ("sequence", "hinge"),
        ],
        ascent: "fixed:least=0.05",
        geometry: "adagrad:scale=false",
        schedule: "fixed:C=0.1",
        ..PLAIN
    },
    Algorithm {
        name: "adagrad-scaled",
        about: "the same, whatever the units of the features",
        reference: "Duchi, Hazan & Singer 2011; Ross, Mineiro & Langford 2013",
        theorem: "regret <= (c/2) sum_j s_j sqrt(delta s_j^2 + G_j) u_j^2 + (1/c) sum_j sum_t \
            (sqrt(G_(t,j)) - sqrt(G_(t-1,j)))/s_(t,j), for least=0",
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
