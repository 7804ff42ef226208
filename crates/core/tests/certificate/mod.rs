//! Tests of `certificate`: what a run proves, and the bounds known before it.

mod comparators;
mod label_ranking_bounds;
mod mistakes;
mod mistakes_errata;
mod multiclass_bounds;
mod passive_aggressive_bounds;
mod planted_solutions;
mod printed;
mod simultaneous_bounds;
mod slack;
