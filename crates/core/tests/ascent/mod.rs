//! Tests of `ascent`: the steps of the dual variables.

mod alma;
mod bounded;
mod bounded_errata;
mod dual_steps;
mod dual_steps_errata;
mod joint;
mod joint_many;
mod label_ranking_errata;
mod mira;
mod own_rows;
mod passive_aggressive;
mod romma;
mod simultaneous;
mod ultraconservative;
mod ultraconservative_errata;
