//! What a shell must not know, and what the engine must not do.
//!
//! A problem and a format are members of a list. A shell that names one, or asks which one it has,
//! has to be changed for every new member; so it asks the problem or the format instead. The engine
//! prints nothing and knows no command line.

use crate::sources::{code, each_file, strings};
use noregret::core::problem::AnyProblem;
use noregret::io::FORMATS;
use std::path::{Path, PathBuf};

/// The sources of the shells.
const SHELLS: &[&str] = &["../cli/src", "../python/src"];

fn folder(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Calls `f` with the name and the code of every file of every shell.
fn each_shell_file(mut f: impl FnMut(&str, &str)) {
    let mut files = 0;
    for shell in SHELLS {
        each_file(&folder(shell), &mut |file, source| {
            files += 1;
            f(&format!("{shell}/{file}.rs"), &code(source));
        });
    }
    assert!(files > 20, "the shells were not found");
}

/// Whether a text has this name as a word, placeholders of `format!` aside.
fn names(text: &str, name: &str) -> bool {
    let outside = text.split('{').map(|part| part.split_once('}').map_or(part, |(_, rest)| rest));
    let is_part = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    outside.into_iter().any(|part| part.split(|c| !is_part(c)).any(|word| word == name))
}

#[test]
fn no_shell_matches_on_a_problem() {
    each_shell_file(|file, code| {
        assert!(!code.contains("AnyProblem"), "{file} asks which problem it has");
    });
}

#[test]
fn no_shell_names_a_problem_or_a_format() {
    let problems = AnyProblem::entries().into_iter().map(|entry| entry.name);
    let all: Vec<&str> = problems.chain(FORMATS.iter().map(|format| format.name)).collect();
    assert!(all.contains(&"binary") && all.contains(&"csv"), "{all:?}");
    each_shell_file(|file, code| {
        for text in strings(code) {
            let named = all.iter().find(|name| names(&text, name));
            assert_eq!(named, None, "{file}: \"{text}\"");
        }
    });
}

#[test]
fn the_engine_prints_nothing_and_knows_no_command_line() {
    let manifest = std::fs::read_to_string(folder("Cargo.toml")).unwrap();
    assert!(!manifest.contains("clap") && !manifest.contains("indicatif"));
    each_file(&folder("src"), &mut |file, source| {
        for word in ["println!", "print!", "eprint", "dbg!", "stdout", "stderr", "clap", "exit("] {
            assert!(!code(source).contains(word), "{file}.rs has {word}");
        }
    });
}

#[test]
fn a_word_is_found_but_not_a_part_of_one_or_a_placeholder() {
    assert!(names("--problem binary", "binary") && names("binary:x={x}", "binary"));
    assert!(!names("{candidates} rows", "candidates") && !names("csvs", "csv"));
    assert!(!names("one-vs-rest-not", "one-vs-rest"));
}
