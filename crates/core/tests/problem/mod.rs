//! Tests of `problem`: labels, constraints and answers.

mod label_ranking;
mod multiclass;
mod own_problems;
mod queries;
mod reductions;
mod uniclass;
