//! What a run that was stopped says of itself, and when its checkpoints begin.

#![cfg(unix)]
#![allow(clippy::unwrap_used)]

use crate::common::data::{examples, grouped, svmlight};
use crate::common::live::Live;
use crate::common::{Lab, parse};

fn lab(count: usize) -> Lab {
    let (lab, all) = (Lab::new(), examples(count, 12, 3));
    lab.write("binary.svm", svmlight(&all, "binary"));
    lab.write("queries.svm", grouped(&all, "queries"));
    lab
}

/// The pass it was in, and how far: `stopped by SIGINT in pass P of N, after R rows of it`.
fn place(said: &str, of: u64) -> (u64, u64) {
    let line = said.lines().find(|line| line.contains("stopped by SIGINT")).unwrap();
    let rest = line.strip_prefix("noregret: stopped by SIGINT in pass ").unwrap();
    let (pass, rest) = rest.split_once(&format!(" of {of}, after ")).unwrap();
    let rows = rest.strip_suffix(" rows of it").unwrap();
    (pass.parse().unwrap(), rows.parse().unwrap())
}

/// Whether rows are read again, kept in memory (groups), or their scores are (kernels).
#[test]
fn a_run_of_several_passes_says_in_which_it_was_stopped() {
    let lab = lab(600);
    let passes = 1_000_000;
    for (data, flags, size) in [
        ("binary", "-a pa1 --problem binary", 1),
        ("binary", "-a pa1 --problem binary --skip 100", 1),
        ("queries", "-a pa1 --problem queries", 3),
        ("binary", "-a pa1 --problem binary --kernel gaussian:sigma=2", 1),
    ] {
        let skipped = if flags.contains("--skip") { 100 } else { 0 };
        let live = Live::start(
            &lab,
            &format!("learn {data}.svm {flags} --passes {passes} --json --predictions answers"),
        );
        // More than the first pass and far from all: an object of progress says so.
        let seen = || parse(&live.line())["examples"].as_u64().unwrap();
        while seen() < 5 * 600 {}
        live.signal("INT");
        let mut last = String::new();
        while let Some(line) = live.next_line() {
            last = line;
        }
        let (code, said) = live.end();
        assert_eq!(code, Some(130), "{flags}: {said}");
        let (pass, rows) = place(&said, passes);
        let done = parse(&last);
        assert_eq!(done["passes"], pass, "{flags}");
        let learned = (pass - 1) * (600 - skipped) + (rows - skipped);
        assert_eq!(done["examples"], learned / size, "{flags}: {said}");
    }
}
