//! Every file of every corpus is tried, and every target has a corpus and a program that looks for
//! more.

#![allow(clippy::unwrap_used, reason = "a helper of a test fails the test where it stands")]

use noregret_fuzz::TARGETS;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn the_corpora_hold() {
    for (name, target) in TARGETS {
        let corpus = files(&here().join("corpus").join(name));
        assert!(!corpus.is_empty(), "{name} has no corpus");
        for file in corpus {
            let bytes = std::fs::read(&file).unwrap();
            let tried = std::panic::catch_unwind(|| target(&bytes));
            assert!(tried.is_ok(), "{name} fails on {}", file.display());
        }
    }
}

#[test]
fn every_target_has_its_corpus_and_program() {
    let names = |folder: &str| -> BTreeSet<String> {
        let stem = |path: PathBuf| path.file_stem().unwrap().to_string_lossy().into_owned();
        files(&here().join(folder)).into_iter().map(stem).collect()
    };
    let targets: BTreeSet<String> = TARGETS.iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(names("corpus"), targets);
    assert_eq!(names("libfuzzer/src/bin"), targets);
}
