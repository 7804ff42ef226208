//! What boosting asks of a weak learner: under any weights of the examples, a hypothesis with an
//! edge.

/// Finds hypotheses on examples that it holds.
pub trait WeakLearner {
    /// What it finds.
    type Hypothesis;

    /// A hypothesis with a large edge `sum_i weights_i sides_i h(x_i)`, its answers `h(x_i)`
    /// written to `answers`; none if it knows of no hypothesis with an edge above 0.
    fn fit(
        &mut self,
        weights: &[f64],
        sides: &[f64],
        answers: &mut [f64],
    ) -> Option<Self::Hypothesis>;
}
