//! The best fixed predictor in hindsight: is it the best, and is the regret against it never above the certified one?
#![allow(clippy::unwrap_used)]

#[path = "../common_product/mod.rs"]
mod common_product;
#[path = "../common_thesis/mod.rs"]
mod common_thesis;

mod hindsight_losses;
mod hindsight_model;
mod hindsight_optimum;
mod hindsight_regret;
mod hindsight_scales;
