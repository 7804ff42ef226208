//! The hypothesis class of alignment and its inference.
//!
//! A signal has N frames and is known to hold K events, in order. An alignment gives the frame at
//! which each starts, `0 = y_1 <= y_2 <= … <= y_K < y_{K+1} = N`, and is scored by
//! `<w, phi(y)>` with `phi_j(y) = sum_i psi_j(y_{i-1}, y_i, y_{i+1})`. Every base function psi_j
//! but the last depends on `y_i` alone or on `(y_i, y_{i+1})` through sums over the segment and its
//! length; the last couples three times, `(r_i - r_{i-1})^2` with the rate
//! `r_i = (y_{i+1} - y_i) / mu_i`. (Shalev-Shwartz 2007, sec. 9.1 to 9.4, with the corrections of
//! Fig. 9.1: the last event ends after the last frame.)
//!
//! | file | what it holds |
//! |---|---|
//! | `base` | what the base functions of an example must say, and phi |
//! | `bounds` | which alignments are candidates |
//! | `chain` | base functions times weights |
//! | `decode` | the best alignment, in O(K N L) |
//! | `size` | how large a problem it takes |
//! | `envelope` | the upper envelope of lines that makes it so |
//! | `cost` | what a wrong alignment costs |
//! | `frames` | a signal |
//! | `aligned` | starts with their times |

mod aligned;
mod base;
mod bounds;
mod chain;
mod cost;
mod decode;
mod envelope;
mod frames;
mod infeasible;
pub(crate) mod size;

pub use aligned::Aligned;
pub use base::{BaseFunctions, features};
pub use bounds::{Bounds, Window};
pub use chain::Chain;
pub use cost::Tolerance;
pub use decode::{Alignment, decode};
pub use frames::Frames;
pub use infeasible::Infeasible;
