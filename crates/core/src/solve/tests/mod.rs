//! The numerical solvers against golden vectors, optimality conditions and slow oracles.

mod block;
mod box_pair;
mod budget;
mod entropy;
mod mira_optimality;
mod mira_rounds;
mod mira_solvers;
mod ranking;
mod ranking_edges;
mod ranking_interior;
mod rounds;
mod support;
