//! Tests of `geometry`: regularisers, their conjugates, and the sets of weights.

mod adaptive;
mod class_simplices;
mod conjugate_errata;
mod convexity;
mod domains;
mod formulas;
mod projection;
