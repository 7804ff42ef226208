//! What a step on a past round changes in the totals of the run.

/// The change of one group of a stored round.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Change {
    /// What the moved dual variables, and the total of the group, added to A before.
    pub(crate) before: f64,
    /// What they add now.
    pub(crate) after: f64,
    /// Size of the terms that cancelled in the two.
    pub(crate) cancelled: f64,
    /// Change of the sum of the dual variables (in size).
    pub(crate) mass: f64,
    /// Change of `sum_i |d_i| |a_i|`, which bounds the group's share of v.
    pub(crate) stretch: f64,
    /// Dual norm of what is added to v, or a bound on it.
    pub(crate) step: f64,
}
