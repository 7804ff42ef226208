//! The online experiments: algorithms, streams and the published percentages of mistakes.

use super::stream::{Input, Origin};

/// Which margins are tried.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Margins {
    /// These.
    Fixed(&'static [f64]),
    /// These, times the margin that was planted in the stream.
    Times(&'static [f64]),
}

/// A column of the table: an algorithm, and what it is shown of a round.
#[derive(Debug)]
pub(crate) struct Algorithm {
    /// Its name in the paper.
    pub(crate) paper: &'static str,
    /// Our name for it.
    pub(crate) name: &'static str,
    pub(crate) input: Input,
    pub(crate) margins: Margins,
    /// For a slow one: it is tried only near the best setting of this algorithm.
    pub(crate) near: Option<usize>,
}

impl Margins {
    /// What is tried, and what it is multiplied by in a stream with this margin planted.
    pub(crate) fn tried(self, planted: f64) -> (&'static [f64], f64) {
        match self {
            Margins::Fixed(margins) => (margins, 1.0),
            Margins::Times(margins) => (margins, planted),
        }
    }
}

impl Algorithm {
    /// Whether the wider range of C is for it: it has one margin.
    pub(crate) fn is_widened(&self) -> bool {
        self.margins.tried(1.0).0.len() == 1
    }

    /// The powers of 2 that are tried for C, where these were published.
    pub(crate) fn powers(&self, tried: Powers, published: Powers) -> Powers {
        if self.is_widened() { tried } else { published }
    }
}

/// A row of the table: a stream, and what was published for each algorithm, if anything.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) name: &'static str,
    /// The picture that shows the row.
    pub(crate) picture: &'static str,
    pub(crate) origin: Origin,
    /// C is 2 to these powers in the paper.
    pub(crate) powers: Powers,
    pub(crate) published: &'static [f64],
}

/// The least and the largest power of 2.
pub(crate) type Powers = (i32, i32);

/// That one algorithm makes at most as many mistakes as another.
pub(crate) type Claim = (usize, usize);

/// One experiment.
#[derive(Debug)]
pub(crate) struct Experiment {
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) paper: &'static str,
    /// What the places of a picture are.
    pub(crate) across: &'static str,
    pub(crate) algorithms: &'static [Algorithm],
    pub(crate) rows: &'static [Row],
    /// C is 2 to these powers for the algorithms with one margin: the best C of the others is not
    /// at an edge. What is outside those of a row is shown by itself.
    pub(crate) tried: Powers,
    /// The algorithm whose mistakes are taken off those of the others that see the same.
    pub(crate) baseline: Option<usize>,
    /// Fresh draws of each stream; 1 where it is read.
    pub(crate) repetitions: usize,
    pub(crate) claims: &'static [Claim],
    pub(crate) caveats: &'static str,
}

/// Where simultaneous projections are from.
const SIMULTANEOUS: &str = "Amit, Shalev-Shwartz and Singer, Online Learning of Complex \
     Prediction Problems Using Simultaneous Projections, JMLR 9 (2008)";

const fn additive(paper: &'static str, name: &'static str, input: Input) -> Algorithm {
    Algorithm { paper, name, input, margins: Margins::Fixed(&[1.0]), near: None }
}

const fn simplex(paper: &'static str, name: &'static str, input: Input) -> Algorithm {
    let margins = Margins::Fixed(&[0.0002, 0.001, 0.005, 0.02]);
    Algorithm { paper, name, input, margins, near: None }
}

const fn planted(paper: &'static str, name: &'static str) -> Algorithm {
    let margins = Margins::Times(&[0.5, 1.0, 2.0]);
    Algorithm { paper, name, input: Input::Block, margins, near: None }
}

/// A user of the mail: name, number of folders, and what the two papers printed.
#[derive(Clone, Copy)]
struct User {
    name: &'static str,
    classes: usize,
    ranking: &'static [f64],
    projections: &'static [f64],
}

const BECK: User = User {
    name: "beck-s",
    classes: 101,
    ranking: &[58.5, 55.2, 51.9, 54.0, 50.2, 47.1],
    projections: &[48.2, 48.4, 48.8, 43.4, 46.9, 45.5, 45.0, 43.7, 43.6, 45.8, 56.0, 53.2],
};
const FARMER: User = User {
    name: "farmer-d",
    classes: 25,
    ranking: &[29.5, 23.3, 22.7, 27.6, 22.6, 22.0],
    projections: &[25.8, 28.8, 28.4, 25.0, 24.2, 27.5, 33.1, 35.1, 34.8, 33.0, 24.0, 23.0],
};
const KAMINSKI: User = User {
    name: "kaminski-v",
    classes: 41,
    ranking: &[50.2, 44.5, 41.9, 46.7, 42.9, 40.0],
    projections: &[48.0, 47.2, 47.6, 46.0, 44.4, 44.0, 50.0, 49.8, 49.8, 49.8, 45.9, 43.4],
};
const LOKAY: User = User {
    name: "lokay-m",
    classes: 11,
    ranking: &[24.9, 19.1, 18.4, 24.0, 18.7, 18.2],
    projections: &[20.8, 24.1, 23.9, 18.6, 20.6, 20.3, 21.8, 22.9, 22.9, 21.4, 20.0, 19.0],
};
const WILLIAMS: User = User {
    name: "williams-w3",
    classes: 18,
    ranking: &[5.0, 4.5, 4.4, 4.2, 3.4, 3.1],
    projections: &[2.8, 3.5, 3.4, 2.7, 2.8, 2.6, 2.6, 2.7, 2.6, 2.7, 4.1, 4.1],
};

/// The messages of a user, without or with the words of From and To.
const fn mail(user: User, headers: bool, powers: Powers, published: &'static [f64]) -> Row {
    let User { name, classes, .. } = user;
    let picture = if headers { "words-from-to" } else { "words" };
    let origin = Origin::Enron { user: name, classes, headers };
    Row { name, picture, origin, powers, published }
}

/// A user of label ranking: the paper prints no range of C.
const fn ranked(user: User, headers: bool) -> Row {
    mail(user, headers, (-9, 3), user.ranking)
}

/// A user of simultaneous projections.
const fn projected(user: User, headers: bool) -> Row {
    mail(user, headers, (-5, 5), user.projections)
}

const fn blocks(name: &'static str, picture: &'static str, size: usize, relevant: usize) -> Row {
    let origin = Origin::Blocks { size, relevant, noise: 0.0 };
    Row { name, picture, origin, powers: (-5, 3), published: &[] }
}

/// Figure 9: the range of C is wider.
const fn noisy(name: &'static str, picture: &'static str, size: usize, noise: f64) -> Row {
    let origin = Origin::Blocks { size, relevant: 50, noise };
    Row { name, picture, origin, powers: (-9, 3), published: &[] }
}

/// All online experiments, in the order of the page.
pub(crate) const EXPERIMENTS: &[Experiment] = &[
    Experiment {
        name: "label-ranking-enron",
        title: "Mail by folder: label ranking (Table 1; thesis, Table 8.1)",
        paper: "Shalev-Shwartz and Singer, A Unified Algorithmic Approach for Efficient Online \
             Label Ranking",
        across: "user",
        algorithms: &[
            additive("sq I", "perceptron", Input::UnitWords),
            additive("sq II", "pa1", Input::UnitWords),
            additive("sq III", "sopopo", Input::UnitWords),
            simplex("ent I", "eg-ranking", Input::Words),
            simplex("ent II", "maxpa-multiplicative", Input::Words),
            simplex("ent III", "sopopo-multiplicative", Input::Words),
            additive("sq I, 0/1", "perceptron", Input::Words),
            additive("sq II, 0/1", "pa1", Input::Words),
            additive("sq III, 0/1", "sopopo", Input::Words),
        ],
        rows: &[
            ranked(BECK, false),
            ranked(FARMER, false),
            ranked(KAMINSKI, false),
            ranked(LOKAY, false),
            ranked(WILLIAMS, false),
            ranked(BECK, true),
            ranked(FARMER, true),
            ranked(KAMINSKI, true),
            ranked(LOKAY, true),
            ranked(WILLIAMS, true),
        ],
        tried: (-9, 3),
        baseline: None,
        repetitions: 1,
        claims: &[
            (1, 0),
            (2, 1),
            (4, 3),
            (5, 4),
            (7, 6),
            (8, 7),
            (3, 0),
            (4, 1),
            (5, 2),
            (3, 6),
            (4, 7),
            (5, 8),
        ],
        caveats: "the paper prints neither C nor the margin, vocabulary or scaling of the \
             messages; ours are binary vectors of all words, for the squared norm of unit length \
             and, in the last columns, as they are; whether its words are also those of the \
             senders and receivers is not said, so both are shown (words: of subject and text; \
             words-from-to: also of From and To, as words of their own); a few messages are \
             missing from the data, and so are the users kitchen-l and sanders-r",
    },
    Experiment {
        name: "simproj-enron",
        title: "Mail by folder: simultaneous projections (Tables 1-3, Figure 10)",
        paper: SIMULTANEOUS,
        across: "user",
        algorithms: &[
            additive("MaxPA.A", "pa1", Input::Additive),
            additive("SimPerc.A", "simperc", Input::Additive),
            additive("ConProj.A", "conproj", Input::Additive),
            additive("SimProj.A", "simproj", Input::Additive),
            additive("SimOpt.A", "simopt", Input::Additive),
            additive("OptSolv", "optsolv", Input::Additive),
            simplex("MaxPA.M", "maxpa-multiplicative", Input::Multiplicative),
            simplex("SimPerc.M", "simperc-multiplicative", Input::Multiplicative),
            simplex("ConProj.M", "conproj-multiplicative", Input::Multiplicative),
            simplex("SimProj.M", "simproj-multiplicative", Input::Multiplicative),
            additive("MaxPA multi", "pa1", Input::UnitWords),
            additive("Sopopo", "sopopo", Input::UnitWords),
        ],
        rows: &[
            projected(BECK, false),
            projected(FARMER, false),
            projected(KAMINSKI, false),
            projected(LOKAY, false),
            projected(WILLIAMS, false),
            projected(BECK, true),
            projected(FARMER, true),
            projected(KAMINSKI, true),
            projected(LOKAY, true),
            projected(WILLIAMS, true),
        ],
        tried: (-11, 5),
        baseline: Some(5),
        repetitions: 1,
        claims: &[(3, 0), (4, 0), (3, 1), (3, 2), (3, 5), (11, 10), (3, 11), (9, 6)],
        caveats: "tokens, order and folders of the paper are not known; a word is rare in a \
             folder if fewer than 2 % of the earlier messages of that folder have it, and a folder \
             without messages has no features; whether the paper's words are also those of the \
             senders and receivers is not said, so both are shown (words: of subject and text; \
             words-from-to: also of From and To, as words of their own); a few messages are \
             missing from the data, and so are the users kitchen-l and sanders-r",
    },
    Experiment {
        name: "simproj-synthetic",
        title: "Blocks of tasks, drawn (Figures 7-9)",
        paper: SIMULTANEOUS,
        across: "size of the block; relevant features; share of noisy blocks",
        algorithms: &[
            additive("MaxPA.A", "pa1", Input::Block),
            additive("SimPerc.A", "simperc", Input::Block),
            additive("ConProj.A", "conproj", Input::Block),
            additive("SimProj.A", "simproj", Input::Block),
            additive("SimOpt.A", "simopt", Input::Block),
            planted("MaxPA.M", "maxpa-multiplicative"),
            planted("SimPerc.M", "simperc-multiplicative"),
            planted("ConProj.M", "conproj-multiplicative"),
            planted("SimProj.M", "simproj-multiplicative"),
            Algorithm { near: Some(8), ..planted("SimOpt.M", "simopt-multiplicative") },
        ],
        rows: &[
            blocks("1", "block-size", 1, 50),
            blocks("2", "block-size", 2, 50),
            blocks("5", "block-size", 5, 50),
            blocks("10", "block-size", 10, 50),
            blocks("20", "block-size", 20, 50),
            blocks("50", "block-size", 50, 50),
            blocks("50", "sparsity-5", 5, 50),
            blocks("100", "sparsity-5", 5, 100),
            blocks("150", "sparsity-5", 5, 150),
            blocks("200", "sparsity-5", 5, 200),
            blocks("250", "sparsity-5", 5, 250),
            blocks("50", "sparsity-20", 20, 50),
            blocks("100", "sparsity-20", 20, 100),
            blocks("150", "sparsity-20", 20, 150),
            blocks("200", "sparsity-20", 20, 200),
            blocks("250", "sparsity-20", 20, 250),
            noisy("0", "noise-5", 5, 0.0),
            noisy("0.05", "noise-5", 5, 0.05),
            noisy("0.1", "noise-5", 5, 0.1),
            noisy("0.15", "noise-5", 5, 0.15),
            noisy("0.2", "noise-5", 5, 0.2),
            noisy("0", "noise-20", 20, 0.0),
            noisy("0.05", "noise-20", 20, 0.05),
            noisy("0.1", "noise-20", 20, 0.1),
            noisy("0.15", "noise-20", 20, 0.15),
            noisy("0.2", "noise-20", 20, 0.2),
        ],
        tried: (-9, 3),
        baseline: None,
        repetitions: 10,
        claims: &[(3, 0), (8, 5), (3, 4), (8, 9)],
        caveats: "the figures are not given in numbers; how many entries of an instance are zero \
             is not printed (half of them here), nor which margins were tried",
    },
];
