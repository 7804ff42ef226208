//! The best fixed predictor in hindsight.

mod adaptive;
mod classes;
mod model;
mod optimum;
mod regret;
mod scales;
mod shards;
mod standard;
