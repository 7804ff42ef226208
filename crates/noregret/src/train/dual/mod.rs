//! The best fixed predictor for rows that lie on several machines.
//!
//! | file | what it holds |
//! |---|---|
//! | `master` | v, the sum over all shards, and the gap |
//! | `shard` | the rows of one machine with their dual variables |
//! | `momentum` | how far ahead of v a step begins |
//! | `report` | how the rows of a shard went, as bytes |
//!
//! The mathematics is in [`noregret_core::replay::hindsight::Shard`]. A shard keeps nothing that
//! cannot be taken out and put back: its dual variables may travel with its rows.
//!
//! ```
//! use noregret::train::{DualMaster, DualShard};
//! use noregret::{Choice, Model, Record};
//! use noregret::core::replay::hindsight::Local;
//!
//! let rows: Vec<Record> = (0..40)
//!     .map(|t| (f64::from(t % 7) - 3.0, if t % 7 + t % 2 > 3 { 1.0 } else { -1.0 }))
//!     .map(|(x, y)| Record::dense(&[x, 1.0]).label(y))
//!     .collect();
//! let mut model = Model::new(&Choice::parse("pa1:C=0.5")?.problem("binary"))?;
//! model.learn_many(&rows, |_, _| {})?;
//! let mut master = DualMaster::new(&model, 2, &[])?;
//! let mut shards = Vec::new();
//! for rows in rows.chunks(20) {
//!     shards.push(DualShard::of(master.base(), rows.to_vec())?);
//! }
//! for seed in 0..100 {
//!     let momentum = master.momentum();
//!     let (v, local) = (master.ahead(), Local { momentum, ..Local::new(master.sigma(), seed) });
//!     let steps: noregret::Result<Vec<_>> =
//!         shards.iter_mut().map(|shard| shard.step(&v, &local)).collect();
//!     master.add(&steps?)?;
//! }
//! let v = master.v();
//! let reports: noregret::Result<Vec<_>> = shards.iter().map(|shard| shard.report(&v)).collect();
//! let (best, bounds) = master.finish(&reports?)?;
//! assert!(bounds.relative_gap() < 1e-4 && best.meter().examples == 40);
//! # Ok::<(), noregret::Error>(())
//! ```

mod master;
mod momentum;
mod report;
mod shard;

pub use master::DualMaster;
pub use report::Report;
pub use shard::DualShard;
