//! The primal-dual framework of the thesis.
#![allow(clippy::unwrap_used)]

#[path = "../common_thesis/mod.rs"]
mod common_thesis;

mod thesis_ascent;
mod thesis_bounds;
mod thesis_certificate;
mod thesis_convexity;
mod thesis_domains;
mod thesis_equivalences;
mod thesis_errata;
mod thesis_geometry;
mod thesis_logarithmic;
mod thesis_lower;
mod thesis_mistakes;
mod thesis_slack;
mod thesis_winnow;
