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

fn rows(lab: &Lab, name: &str) -> Vec<String> {
    let text = String::from_utf8(lab.read(name)).unwrap();
    text.lines().map(|row| format!("{row}\n")).collect()
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

/// What is said when nothing can be saved for a while: here both the head and a contest.
#[test]
fn a_run_whose_checkpoints_have_to_wait_says_so() {
    let lab = lab(1100);
    let begin = "noregret: no checkpoint is written before the first 1000 rows have decided about \
                 the rest, nor while learners compete (the first 8192 rows); with --problem, \
                 --bias, -a they begin at once\n";
    let all: String = rows(&lab, "binary.svm").concat();
    for every in ["--save-every 100", "--save-seconds 1"] {
        let ran = lab.run_on(&format!("learn - {every} -o m"), all.as_bytes());
        assert!(ran.code == Some(0) && ran.err.starts_with(begin), "{}", ran.err);
    }
    for (flags, said) in [
        ("-a pa1", "the first 1000 rows have decided about the rest; with --problem, --bias they"),
        (
            "--problem multiclass --bias 1 -a pa1",
            "the first 1000 rows have decided about the rest; with --head 1 they begin at once",
        ),
        (
            "--problem binary --bias 1 --hash 10",
            "no checkpoint is written while learners compete (the first 8192 rows); with -a they",
        ),
        ("--head 1 --hash 10", "while learners compete (the first 8192 rows); with -a they"),
    ] {
        let ran = lab.run_on(&format!("learn - {flags} --save-every 100 -o m"), all.as_bytes());
        assert!(ran.code == Some(0) && ran.err.contains(said), "{flags}: {}", ran.err);
        assert_eq!(ran.err.matches("no checkpoint").count(), 1, "{flags}: {}", ran.err);
    }
    for words in [
        "learn - --problem binary --bias 1 -a pa1 --save-every 100 -o m",
        "learn - --problem binary --bias 1 -a pa1 -o m",
        "learn - -a auto --among pa1,arow --head 1 --save-every 100 -o m",
        "learn binary.svm --save-every 100 -o m",
    ] {
        let ran = lab.run_on(words, all.as_bytes());
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{words}");
    }
}

/// As soon as both classes have come, and with the bytes of a run that looks at 1,000 rows.
#[test]
fn checkpoints_begin_at_once_where_nothing_is_left_open() {
    let lab = lab(1500);
    let rows = rows(&lab, "binary.svm");
    // 1 and 2 are sides only beside each other.
    let twos: Vec<String> = rows.iter().map(|row| row.replace("-1 ", "2 ")).collect();
    for rows in [rows, twos] {
        lab.write("rows.svm", rows.concat());
        let flags = "--problem binary --bias 1 -a pa1";
        let mut live = Live::start(&lab, &format!("learn - {flags} -q --save-every 50 -o live.m"));
        live.send(&rows[..120].concat());
        let saved = || lab.has("live.m") && lab.json("inspect live.m")["place"] == 100;
        for _ in 0..600 {
            if saved() {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(100));
        }
        assert!(saved());
        live.signal("KILL");
        live.end();
        lab.run("learn rows.svm --resume live.m -q -o live.m");
        lab.ok(&format!("learn rows.svm {flags} -q -o whole.m"));
        assert!(lab.read("live.m") == lab.read("whole.m"));
    }
}
