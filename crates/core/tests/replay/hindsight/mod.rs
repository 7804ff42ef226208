//! The best fixed predictor in hindsight.

mod classes;
mod model;
mod optimum;
mod regret;
mod scales;
