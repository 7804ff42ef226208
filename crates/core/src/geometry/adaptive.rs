//! Quadratic geometries that adapt to the data: `f_t(w) = 0.5 sum_j H_(t,j) w_j^2` with an H that
//! never falls.
//!
//! Each coordinate of each row has a [`Cell`]: its weight, its potential `v_j` (so that the
//! certificate is that of every other learner) and its spread, what H grows with. A geometry may
//! also follow the scale of every feature, `s_j = max |x_j|` so far: H then grows with `s_j^2`, and
//! predictions do not depend on the units of the features.

/// One coordinate of one row.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cell {
    /// What is stored of the weight: `w_j / rate(c)`.
    pub weight: f64,
    /// Potential `v_j = sum d a_j`.
    pub potential: f64,
    /// What the stiffness grows with.
    pub spread: f64,
}

/// One coordinate of an instance on its way into a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Push {
    /// The square of the feature's value, times the weight of the example.
    pub square: f64,
    /// What is added to the potential: `d coef x`.
    pub step: f64,
    /// Scale of the feature.
    pub scale: f64,
    /// Trade-off.
    pub c: f64,
}

/// What a round brings to the cells it touches, at most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Load {
    /// Euclidean norm of the instance.
    pub size: f64,
    /// Weight of the example.
    pub weight: f64,
    /// Sum of its dual variables, in size.
    pub mass: f64,
    /// Trade-off.
    pub c: f64,
}

/// What a round may bring: ten thousand million like it still sum to a number.
pub(super) const LARGEST_LOAD: f64 = 1e290;

/// The formulas of an adaptive geometry.
pub trait Adaptive: Clone {
    /// Whether the scales of the features are followed; they are 1 otherwise.
    fn is_scaled(&self) -> bool;

    /// `c H_j`: along a the dual curves by `sum_j a_j^2 / (c H_j)`.
    fn stiffness(&self, spread: f64, scale: f64, c: f64) -> f64;

    /// Whether spreads and stiffnesses stay numbers, and the spreads exact sums, after a round like
    /// this.
    fn bears(&self, load: &Load) -> bool;

    /// Takes a step in.
    fn push(&self, cell: &mut Cell, push: &Push);

    /// Restates a weight after the scale of its feature has grown.
    fn rescale(&self, cell: &mut Cell, from: f64, to: f64);

    /// The cell that has the weight of this one, and the potential and spread that several runs
    /// added up as far as they go with that weight.
    fn merged_cell(&self, summed: Cell, scale: f64) -> Cell;

    /// The factor that makes weights of what is stored.
    fn rate(&self, c: f64) -> f64;
}
