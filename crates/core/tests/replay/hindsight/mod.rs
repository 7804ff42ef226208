//! The best fixed predictor in hindsight.

mod model;
mod optimum;
mod regret;
mod scales;
