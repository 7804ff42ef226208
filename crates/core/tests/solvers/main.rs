//! The numerical solvers.
#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;
#[path = "../common_solve/mod.rs"]
mod common_solve;

mod mira_optimality;
mod mira_rounds;
mod mira_solvers;
mod solve_block;
mod solve_budget;
mod solve_edges;
mod solve_interior;
mod solve_project;
mod solve_ranking;
