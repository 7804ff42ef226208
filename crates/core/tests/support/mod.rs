//! What tests share: numbers and comparisons first, then one file or folder for each kind of run.

pub mod boosting;
mod compare;
mod composition;
pub mod descent;
pub mod expansion;
pub mod generated;
mod geometry;
pub mod label_ranking;
pub mod matrix;
pub mod multiclass;
pub mod passive_aggressive;
pub mod potentials;
pub mod primal_dual;
pub mod product;
pub mod projection;
pub mod realisable;
mod rng;
mod search;
pub mod tasks;
mod vectors;

pub use compare::{at_most, at_most_up_to, close, near, near_all};
pub use composition::{composition, with_ascent};
pub use geometry::Geometry;
pub use rng::Rng;
pub use search::{crossing, search};
pub use vectors::{
    basis, distance, dot, doubled, largest, norm, p_norm, plus, scaled, square, sub,
};
