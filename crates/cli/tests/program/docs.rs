//! The generated page is the one in the repository, and the README's flags exist.

#![allow(clippy::unwrap_used)]

use std::path::PathBuf;
use std::process::Command;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn noregret(args: &[&str]) -> String {
    let out = Command::new(env!("CARGO_BIN_EXE_noregret")).args(args).output().unwrap();
    assert!(out.status.success(), "{args:?}: {}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8(out.stdout).unwrap()
}

#[test]
fn algorithms_page_is_up_to_date() {
    let page = std::fs::read_to_string(root().join("docs/algorithms.md")).unwrap();
    let fresh = noregret(&["list", "--markdown"]);
    assert!(page == fresh, "run: noregret list --markdown > docs/algorithms.md");
}

/// Every published name has a row among the theorems, by its whole name.
#[test]
fn every_algorithm_has_its_guarantee() {
    let page = std::fs::read_to_string(root().join("docs/guarantees.md")).unwrap();
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let words: Vec<&str> = page
        .lines()
        .filter(|line| line.starts_with('|'))
        .filter_map(|line| line.split('|').nth(1))
        .flat_map(|cell| cell.split(|c: char| !is_part(c)))
        .collect();
    for algorithm in noregret_core::algorithms::ALGORITHMS {
        assert!(words.contains(&algorithm.name), "no row for {}", algorithm.name);
    }
}

/// Every `noregret …` line in a code block of the README or docs/ runs, from the root of the
/// repository.
#[test]
fn commands_in_the_documentation_run() {
    let scratch = tempfile::tempdir().unwrap();
    let exe = PathBuf::from(env!("CARGO_BIN_EXE_noregret"));
    let mut ran = 0;
    for page in ["README.md", "docs/formats.md", "docs/guarantees.md", "examples/spam/README.md"] {
        let text = std::fs::read_to_string(root().join(page)).unwrap();
        for block in text.split("```").skip(1).step_by(2) {
            for line in
                block.lines().filter(|l| l.starts_with("noregret ") || l.contains("| noregret "))
            {
                let script = line.replace("examples/", &format!("{}/examples/", root().display()));
                let path = format!(
                    "{}:{}",
                    exe.parent().unwrap().display(),
                    std::env::var("PATH").unwrap()
                );
                let out = Command::new("sh")
                    .args(["-c", &script])
                    .env("PATH", path)
                    .current_dir(scratch.path())
                    .output()
                    .unwrap();
                assert!(
                    out.status.success(),
                    "{page}: {line}: {}",
                    String::from_utf8_lossy(&out.stderr)
                );
                ran += 1;
            }
        }
    }
    assert!(ran >= 8, "only {ran} commands were found");
}
