//! Tests of `problem`: labels, constraints and answers.

mod costs;
mod label_ranking;
mod multiclass;
mod ordinal;
mod own_problems;
mod prices;
mod queries;
mod reductions;
mod sequence;
mod uniclass;
