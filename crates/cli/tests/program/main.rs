//! The program, from its command line.
#![allow(clippy::unwrap_used)]

#[path = "../common/mod.rs"]
mod common;

mod align;
mod auto;
mod bad_model;
mod bad_usage;
mod boost;
mod broken_input;
mod cache;
mod certificate_on_data;
mod certify;
mod certify_refused;
mod commands_learn;
mod commands_other;
mod commands_predict;
mod compare_hindsight;
mod default;
mod docs;
mod email;
mod equalities;
mod floors_on_data;
mod generate;
mod groups;
mod headroom;
mod hindsight;
mod hindsight_default;
mod holdout;
mod interact;
mod json;
mod kernel;
mod live;
mod live_inputs;
mod live_sentences;
mod live_stopped;
mod misread;
mod multiclass;
mod multiclass_costs;
mod multilabel;
mod plot;
mod predictions;
mod rankings;
mod resume;
mod risk;
mod rows;
mod sequence;
mod skipping;
mod strong;
mod task_columns;
mod text;
mod third_label;
mod threads;
mod trace;
mod verify;
mod verify_sequence;
