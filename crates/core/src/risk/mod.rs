//! From online to batch: what a run says about examples that it has not seen, if all are drawn
//! independently from one distribution.
//!
//! A run makes hypotheses h_1, h_2, …, each tested by the next example before it learns from it;
//! `risk(h)` is the expected loss of h on a fresh example, and the mean of the losses met on the
//! way is an honest estimate of the mean risk.
//!
//! | file | what it holds |
//! |---|---|
//! | `certified` | bounds made of numbers of the run alone |
//! | `relative` | bounds against the least risk there is, from a regret bound |
//! | `stop` | which hypothesis to keep: a random one, or the best of several on fresh examples |
//!
//! Losses lie between 0 and 1 (divide by their bound), logarithms are natural, delta is the
//! probability that the examples were so unusual that a bound fails. (Thesis, appendix B;
//! Cesa-Bianchi, Conconi and Gentile 2004.)

mod certified;
mod relative;
mod stop;

pub use certified::{check_delta, ensemble, running_average, validated};
pub use relative::{Regret, amplified, best_loss, expected, last, progressive};
pub use stop::{FRESH_EVERY, Stop, blocks, fold};
