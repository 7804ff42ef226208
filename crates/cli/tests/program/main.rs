//! The program, from its command line.

#[path = "../common/mod.rs"]
mod common;

mod bad_model;
mod bad_usage;
mod broken_input;
mod cache;
mod certificate_on_data;
mod commands_learn;
mod commands_other;
mod commands_predict;
mod default;
mod docs;
mod email;
mod equalities;
mod groups;
mod hindsight;
mod holdout;
mod interact;
mod kernel;
mod multiclass;
mod multiclass_costs;
mod multilabel;
mod predictions;
mod rankings;
mod repro;
mod resume;
mod rows;
mod skipping;
mod text;
mod third_label;
mod threads;
