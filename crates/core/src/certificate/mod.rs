//! Certificates: what a run proves about every fixed predictor, from a few numbers kept along the
//! way.
//!
//! Each round adds `g_t(u) >= <lambda_t,u> - g_t*(lambda_t)`, so for every u
//!
//! ```text
//! sum_t g_t(u) >= A - <v,u>,   A = sum_t -g_t*(lambda_t),   v = -sum_t lambda_t
//! ```
//!
//! and the regret of the run against u is at most `G - A + <v,u>`. Nothing is assumed of the data
//! and nothing of the optimality of the steps: only that every dual variable lies in its domain.
//! (Thesis, Lemma 1 and 2 read as they stand; no trade-off c is needed.)

mod assumption;
mod change;
pub mod competitive;
mod dual;
mod ledger;
mod merge;
pub mod mistakes;
pub mod regret;
mod regularised;
mod row_totals;

pub use assumption::{Assumption, Promise};
pub(crate) use change::Change;
pub(crate) use dual::Evidence;
pub use dual::{Certificate, Level};
pub use ledger::Ledger;
pub(crate) use ledger::LedgerEntry;
pub use regularised::Regularised;
pub use row_totals::RowTotals;
