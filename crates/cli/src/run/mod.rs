//! A learning run: from files to rounds.
//!
//! | file | what it holds |
//! |---|---|
//! | `plan` | typed flags to a `Spec` |
//! | `costs` | the file of `--costs` |
//! | `committee` | several learners side by side, whose answers are weighed |
//! | `contest` | several learners side by side until one is chosen |
//! | `entrants` | which learners those are |
//! | `head` | the first rows, from which problem and bias are decided |
//! | `labels` | which problem their labels suggest |
//! | `example` | rows that belong together, and what their labels ask |
//! | `session` | learner, features and meters together: what a model file keeps |
//! | `answers` | what it says about rows it does not learn from |
//! | `block` | rows read ahead |
//! | `boosted` | stumps that answer in place of a learner |
//! | `groups` | rows put together to examples |
//! | `stream` | rows of several files, broken ones skipped or not |
//! | `saved` | a session as a model file and back |
//! | `place` | output files that appear when they are whole |
//! | `meter` | progressive counters |
//! | `curve` | the same along the way |
//! | `measures` | what is measured of rankings and ranks |
//! | `confusion` | which class was taken for which |
//! | `unlabelled` | rankings of labels for rows that have none |

pub(crate) mod answers;
pub(crate) mod block;
pub(crate) mod boosted;
pub(crate) mod committee;
pub(crate) mod confusion;
pub(crate) mod contest;
pub(crate) mod costs;
pub(crate) mod curve;
pub(crate) mod entrants;
pub(crate) mod example;
pub(crate) mod groups;
pub(crate) mod head;
pub(crate) mod kept;
pub(crate) mod labels;
pub(crate) mod measures;
pub(crate) mod meter;
pub(crate) mod place;
pub(crate) mod plan;
pub(crate) mod saved;
pub(crate) mod session;
pub(crate) mod stream;
pub(crate) mod unlabelled;
