//! Simultaneous projections and label ranking.
#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;
#[path = "../common_block/mod.rs"]
mod common_block;
#[path = "../common_ranking/mod.rs"]
mod common_ranking;

mod progress;
mod ranking_bounds;
mod ranking_edges;
mod ranking_limits;
mod ranking_queries;
mod ranking_rounds;
mod simproj_bounds;
mod simproj_decomposed;
mod simproj_errata;
mod simproj_golden;
mod simproj_limits;
mod simproj_multiplicative;
mod simproj_reductions;
mod simproj_rounds;
