//! Fuzz targets: what must hold of everything that takes bytes from outside, whatever they are.
//!
//! A target is a function of bytes that panics if something does not hold. `tests/replay.rs` runs
//! each on the files of `corpus/NAME`; the fuzzer of `libfuzzer/` looks for more (README.md).
//!
//! | file | what it holds |
//! |---|---|
//! | `text` | data formats, given or guessed |
//! | `cache` | binary caches, as they are and with their checksums made right |
//! | `model` | model files, as they are and with any content |
//! | `choice` | learners as text and as JSON |
//! | `number`, `label` | the texts that rows are made of |

mod cache;
mod choice;
mod label;
mod model;
mod number;
mod text;

pub use cache::{cache, cache_file};
pub use choice::{choice, spec};
pub use label::label;
pub use model::{model, model_content};
pub use number::number;
pub use text::{conll, csv, guessed, jsonl, svmlight, tsv, vw};

/// What is tried on some bytes; it panics if something does not hold.
pub type Target = fn(&[u8]);

/// All targets by name: that of their corpus and of their program in `libfuzzer/src/bin`.
pub const TARGETS: &[(&str, Target)] = &[
    ("svmlight", svmlight),
    ("vw", vw),
    ("conll", conll),
    ("csv", csv),
    ("tsv", tsv),
    ("jsonl", jsonl),
    ("guessed", guessed),
    ("cache", cache),
    ("cache_file", cache_file),
    ("model", model),
    ("model_content", model_content),
    ("choice", choice),
    ("spec", spec),
    ("number", number),
    ("label", label),
];
