//! Experiments that are one pass over streams: the percentage of rounds with a mistake, for the best of a grid of
//! settings, beside what was published.
//!
//! | file | what it holds |
//! |---|---|
//! | `trials` | the table of experiments |
//! | `enron`, `blocks` | the streams: mail by folder, drawn blocks of tasks |
//! | `stream` | a stream of either kind |
//! | `arena` | all settings of all contenders on one stream |
//! | `perform` | all streams of an experiment |
//! | `section` | what came out, as Markdown and as pictures |

mod arena;
mod blocks;
mod enron;
pub(crate) mod perform;
pub(crate) mod section;
mod stream;
pub(crate) mod trials;
