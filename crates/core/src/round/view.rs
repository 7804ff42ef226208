//! What is seen of an example before its label.

use super::Few;
use crate::vector::Instance;

/// What is seen of an example before its label: sizes and scores. Buffers are reused.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct View {
    /// Dual norm of each part.
    pub sizes: Few<f64, 1>,
    /// Squared Euclidean norm of each part.
    pub squares: Few<f64, 1>,
    /// The squared norm of the only part without its constant, where the pass that scored it has
    /// found that too.
    pub alone: Option<f64>,
    /// Whether a coordinate lies beyond those the hypothesis knows.
    pub beyond: bool,
    /// `<w_r, x_part>` at `part * rows + r`.
    pub scores: Vec<f64>,
    /// Where the instance lies as seen from the weights, where the problem asks for it (uniclass).
    pub gap: Gap,
    /// Which of the expected instances this is, if it is one (see
    /// [`Hypothesis::expect`](crate::hypothesis::Hypothesis::expect)).
    pub place: Option<usize>,
}

/// An instance x as seen from the weights w, which started at `w_1`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Gap {
    /// `|x - w|^2`.
    pub square: f64,
    /// `<x - w, x - w_1>`.
    pub inner: f64,
    /// `|x - w_1|`, or a bound on it.
    pub start: f64,
    /// Bound on the relative rounding error of the distance and, per `|x - w| (|x - w| + start)`,
    /// of `inner`.
    pub rounding: f64,
}

impl View {
    /// Looks at every part; `score` appends its scores and returns its square.
    #[inline(always)]
    pub(crate) fn look(
        &mut self,
        parts: &[Instance<'_>],
        mut score: impl FnMut(Instance<'_>, &mut View) -> f64,
    ) {
        self.scores.clear();
        (self.beyond, self.alone) = (false, None);
        if let [x] = parts {
            let square = score(*x, self);
            self.sizes.set(square.sqrt());
            self.squares.set(square);
            return;
        }
        self.sizes.clear();
        self.squares.clear();
        for &x in parts {
            let square = score(x, self);
            self.sizes.push(square.sqrt());
            self.squares.push(square);
        }
    }

    /// Measures every part by this dual norm.
    pub(crate) fn measure(&mut self, parts: &[Instance<'_>], size: impl Fn(Instance<'_>) -> f64) {
        self.sizes.clear();
        self.squares.clear();
        for &x in parts {
            self.sizes.push(size(x));
            self.squares.push(x.square());
        }
    }

    /// Gives every part more rows, whose scores are 0, and appends so many parts that score 0.
    pub(crate) fn widen(&mut self, from: usize, to: usize, parts: usize) {
        let old = std::mem::take(&mut self.scores);
        for scores in old.chunks(from.max(1)) {
            let end = self.scores.len() + to.max(scores.len());
            self.scores.extend_from_slice(scores);
            self.scores.resize(end, 0.0);
        }
        self.scores.resize(self.scores.len() + parts * to, 0.0);
    }

    /// Largest dual norm among the parts.
    #[inline]
    pub fn size(&self) -> f64 {
        match self.sizes.as_slice() {
            [size] => *size,
            sizes => sizes.iter().fold(0.0, |m, s| s.max(m)),
        }
    }
}
