//! Online learning that proves how far it can be from the best fixed predictor in hindsight.
//!
//! This crate is the engine, and the one to add: everything that the `noregret` program does,
//! without a terminal. It reads data or takes rows from memory, opens (decides what the labels
//! ask), trains one learner or several, counts, certifies, saves and loads.
//!
//! | folder | what it holds |
//! |---|---|
//! | [`choice`] | which learner: text, JSON or builders |
//! | [`source`] | rows of files |
//! | `example` | rows that belong together, and what their labels ask |
//! | `opening` | what the first rows decide |
//! | [`train`] | runs: the learning loop, comparisons, conversions to batch, boosting |
//! | [`model`] | what answers: one learner, a contest, a committee, boosted stumps |
//! | [`mod@array`] | rows of matrices in memory |
//! | `session` | a model from its first row on |
//! | [`proof`] | witnesses beside a model: how much of its loss was avoidable |
//! | `save` | a model as bytes and back |
//! | `trace` | the dual variables of a run, a line a round |
//! | `verify` | a certificate checked against data, by other code than made it |
//! | `axes` | what a learner is put together from |
//! | [`chart`] | curves of a run as SVG |

pub mod array;
mod axes;
pub mod chart;
pub mod choice;
mod error;
mod example;
pub mod model;
mod observer;
mod opening;
pub mod proof;
mod save;
mod session;
pub mod source;
mod trace;
pub mod train;
mod verify;
pub mod words;

pub use axes::{Axis, axes};
pub use choice::Choice;
pub use error::{Error, Result};
pub use example::{Record, RecordLabel};
pub use model::Model;
pub use noregret_core as core;
pub use noregret_io as io;
pub use observer::{Observer, Progress, Silent};
pub use opening::{LeftOut, Opening, list_classes};
pub use proof::{Certify, Headroom};
pub use session::Session;
pub use source::ReadingOptions;
pub use train::{Trained, Training};
pub use verify::{Verification, Verified};

/// The code of the README runs.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
