//! What others published, with other features where that is said.

/// A result in a table of others' results.
#[derive(Debug)]
pub(super) struct Published {
    /// The method.
    pub(super) method: &'static str,
    pub(super) reference: &'static str,
    /// The figure, as published.
    pub(super) figure: &'static str,
    /// What differs from ours.
    pub(super) differs: &'static str,
}

/// Chunks of all types, test set of the shared task, F1.
pub(super) static CHUNKS: [Published; 6] = [
    Published {
        method: "baseline: the most frequent chunk tag of a part of speech",
        reference: "Tjong Kim Sang & Buchholz, CoNLL 2000",
        figure: "77.07",
        differs: "",
    },
    Published {
        method: "support vector machines, one a pair of tags, polynomial kernel",
        reference: "Kudoh & Matsumoto, CoNLL 2000",
        figure: "93.48",
        differs: "the best of the shared task; other features (tags found so far)",
    },
    Published {
        method: "averaged perceptron",
        reference: "Hollingshead, Fisher & Roark, HLT-EMNLP 2005",
        figure: "93.54",
        differs: "features of Sha & Pereira 2003, tags of second order",
    },
    Published {
        method: "support vector machines, eight of them voting",
        reference: "Kudo & Matsumoto, NAACL 2001",
        figure: "93.91",
        differs: "combined; other features",
    },
    Published {
        method: "regularized Winnow",
        reference: "Zhang, Damerau & Johnson, JMLR 2 (2002)",
        figure: "93.57",
        differs: "other features; 94.17 with those of a parser",
    },
    Published {
        method: "filtering and ranking by voted perceptrons",
        reference: "Carreras & Marquez, RANLP 2003",
        figure: "93.74",
        differs: "phrases, not tags, are scored",
    },
];

/// Noun phrases alone: another task.
pub(super) static NOUN_PHRASES: [Published; 4] = [
    Published {
        method: "averaged perceptron",
        reference: "Collins, EMNLP 2002",
        figure: "93.63",
        differs: "noun phrases of Ramshaw & Marcus 1995; maximum entropy: 93.29",
    },
    Published {
        method: "conditional random field, second order",
        reference: "Sha & Pereira, HLT-NAACL 2003",
        figure: "94.38",
        differs: "noun phrases, other features",
    },
    Published {
        method: "voted perceptron",
        reference: "Sha & Pereira, HLT-NAACL 2003",
        figure: "94.09",
        differs: "noun phrases, the same features as the line before",
    },
    Published {
        method: "support vector machines, eight of them voting",
        reference: "Kudo & Matsumoto, NAACL 2001, as cited by Sha & Pereira",
        figure: "94.39",
        differs: "noun phrases, combined",
    },
];

/// Parts of speech, token error in percent.
pub(super) static PARTS_OF_SPEECH: [Published; 2] = [
    Published {
        method: "averaged perceptron",
        reference: "Collins, EMNLP 2002",
        figure: "2.89",
        differs: "tags made by hand, about four times the text to learn from, other features",
    },
    Published {
        method: "maximum entropy",
        reference: "Collins, EMNLP 2002",
        figure: "3.28",
        differs: "as the line before",
    },
];

/// Handwritten words, letter error in percent.
pub(super) static LETTERS: [Published; 3] = [
    Published {
        method: "M3N, chain on pixels without a kernel",
        reference: "Taskar, Guestrin & Koller, NIPS 2003, by the comparison of the last line",
        figure: "about 20",
        differs: "one fold; trained to convergence, not online",
    },
    Published {
        method: "M3N with a quadratic or cubic kernel",
        reference: "Taskar, Guestrin & Koller, NIPS 2003, by the comparison of the last line",
        figure: "about 13",
        differs: "one fold; products of two or three pixels as features",
    },
    Published {
        method: "subgradients of the objective of M3N, without a kernel",
        reference: "Ratliff, Bagnell & Zinkevich, AISTATS 2007",
        figure: "13",
        differs: "nine folds: 5,500 words to learn from",
    },
];
