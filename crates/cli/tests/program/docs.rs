//! What the documentation says is so: its commands run and print what it shows, the generated page
//! is the one in the repository, every algorithm has a theorem.

#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};
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

/// A fenced block of a page.
struct Fence<'a> {
    /// What follows the backticks of its first line.
    kind: &'a str,
    lines: Vec<&'a str>,
    /// Whether there is nothing between it and the block before.
    follows: bool,
}

fn fences(page: &str) -> Vec<Fence<'_>> {
    let pieces: Vec<&str> = page.split("```").collect();
    let mut fences = Vec::new();
    for pair in pieces.chunks_exact(2) {
        let (kind, lines) = pair[1].split_once('\n').unwrap();
        let follows = pair[0].trim().is_empty();
        fences.push(Fence { kind: kind.trim(), lines: lines.lines().collect(), follows });
    }
    fences
}

/// The script of a block that this program runs; `cargo run` stands for the program.
fn script(fence: &Fence<'_>) -> Option<String> {
    let script = fence.lines.join("\n").replace("cargo run --release -- ", "noregret ");
    let starts = ["noregret ", "printf ", "zcat ", "gzip "];
    let runs = fence.kind == "sh" && starts.iter().any(|start| script.starts_with(start));
    runs.then_some(script)
}

/// Runs a script where `examples/` is that of the repository; everything it printed.
fn run(script: &str, folder: &Path) -> Result<String, String> {
    let bin = PathBuf::from(env!("CARGO_BIN_EXE_noregret"));
    let path = format!("{}:{}", bin.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let out = Command::new("sh")
        .args(["-e", "-c", script])
        .env("PATH", path)
        .current_dir(folder)
        .output()
        .unwrap();
    let text = [out.stdout, out.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
    if out.status.success() { Ok(text) } else { Err(text) }
}

/// Whether a line was printed; `…` stands for anything from there on.
fn printed(line: &str, output: &str) -> bool {
    match line.split_once('…') {
        Some((start, _)) => output.lines().any(|printed| printed.starts_with(start)),
        None => output.lines().any(|printed| printed.trim_end() == line.trim_end()),
    }
}

/// Runs the commands of a page in its order, and compares the output that it shows; how many ran.
fn follow(page: &str) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let examples = root().join("examples").canonicalize().unwrap();
    std::os::unix::fs::symlink(examples, folder.path().join("examples")).unwrap();
    let text = std::fs::read_to_string(root().join(page)).unwrap();
    let fences = fences(&text);
    let mut ran = 0;
    for (at, fence) in fences.iter().enumerate() {
        let Some(script) = script(fence) else { continue };
        let output = run(&script, folder.path())
            .unwrap_or_else(|output| panic!("{page}: {script}\nfails: {output}"));
        ran += script.lines().count();
        let shown = fences.get(at + 1).filter(|next| next.kind == "text" && next.follows);
        for line in shown.iter().flat_map(|next| &next.lines) {
            assert!(printed(line, &output), "{page}: {script}\nprints no '{line}':\n{output}");
        }
    }
    ran
}

#[test]
fn commands_of_the_readme_run_and_print_what_it_shows() {
    assert!(follow("README.md") >= 7);
}

#[test]
fn commands_of_the_guide_run_and_print_what_it_shows() {
    assert!(follow("docs/guide.md") >= 40);
}

#[test]
fn commands_of_other_pages_run_and_print_what_they_show() {
    for (page, least) in [
        ("docs/certificate.md", 1),
        ("docs/formats.md", 6),
        ("docs/cookbook/tag-text.md", 3),
        ("docs/cookbook/align-speech.md", 5),
        ("docs/cookbook/align-music.md", 3),
        ("examples/spam/README.md", 2),
        ("examples/audit/README.md", 2),
        ("examples/email/README.md", 3),
    ] {
        assert!(follow(page) >= least, "{page}");
    }
}

/// Every command of the program is on the path of the guide.
#[test]
fn the_guide_uses_every_command() {
    let guide = std::fs::read_to_string(root().join("docs/guide.md")).unwrap();
    let help = noregret(&["--help"]);
    let commands = help.lines().skip_while(|line| !line.starts_with("Commands:")).skip(1);
    let names = commands
        .take_while(|line| !line.is_empty())
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next());
    let mut seen = 0;
    for name in names.filter(|name| *name != "help") {
        assert!(guide.contains(&format!("noregret {name}")), "the guide never says {name}");
        seen += 1;
    }
    assert!(seen >= 11, "{help}");
}
