//! Tests of `schedule`: the trade-off of every round, and the regret it bounds.

mod lower_bound;
mod mirror_descent;
mod regret_bounds;
mod self_tuned_errata;
mod strong;
