//! Witnesses: what they prove holds for every comparator, however they are cut, saved and merged.

mod data;
mod floors;
mod resumed;
mod shards;
mod slices;
mod standardised;
