//! Tests of `algorithms`: published names as compositions.

mod equivalences;
mod golden;
mod passive_aggressive_laws;
mod winnow;
