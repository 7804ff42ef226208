//! What the end-to-end tests share: a scratch folder in which the program runs, its JSON, made-up
//! data.

// Every test file is a program of its own and uses some of this.
#![allow(dead_code, unreachable_pub)]
#![allow(clippy::unwrap_used)]

pub mod comparators;
pub mod data;
pub mod live;
pub mod sets;

use serde_json::Value;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// A folder that is gone after the test; the program runs inside it, so messages hold bare names.
pub struct Lab(TempDir);

/// How a run ended.
#[derive(Debug)]
pub struct Ran {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Lab {
    pub fn new() -> Self {
        Lab(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), bytes).unwrap();
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    pub fn has(&self, name: &str) -> bool {
        self.path(name).exists()
    }

    /// Runs `noregret` with these words, nothing on standard input.
    pub fn run(&self, words: &str) -> Ran {
        self.run_on(words, b"")
    }

    /// The same with this on standard input.
    pub fn run_on(&self, words: &str, input: &[u8]) -> Ran {
        let mut program = Command::new(env!("CARGO_BIN_EXE_noregret"));
        program.args(words.split_whitespace()).current_dir(self.0.path());
        finish(&mut program, input)
    }

    /// Runs a shell line in which `$NOREGRET` is the program.
    pub fn shell(&self, line: &str) -> Ran {
        let mut sh = Command::new("sh");
        sh.args(["-c", line]).current_dir(self.0.path());
        sh.env("NOREGRET", env!("CARGO_BIN_EXE_noregret"));
        finish(&mut sh, b"")
    }

    /// Standard output of a run that must succeed without a word on standard error.
    pub fn ok(&self, words: &str) -> String {
        let ran = self.run(words);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{words}");
        ran.out
    }

    /// The model that `learn` with these words makes.
    pub fn model(&self, words: &str) -> Vec<u8> {
        self.ok(&format!("learn {words} --quiet -o the.model"));
        self.read("the.model")
    }

    /// The last JSON object that a command prints.
    pub fn json(&self, words: &str) -> Value {
        self.ok(&format!("{words} --json")).lines().last().map(parse).unwrap()
    }

    /// The published learners that take a problem.
    pub fn algorithms(&self, problem: &str) -> Vec<String> {
        let takes = |row: &Value| {
            let mut losses = row["losses"].as_array().unwrap().iter();
            losses.any(|loss| loss.as_str().unwrap().split(':').next() == Some(problem))
        };
        let rows = self.ok("list algorithms --json");
        let rows = rows.lines().map(parse).filter(takes);
        let names: Vec<_> = rows.map(|row| row["name"].as_str().unwrap().to_owned()).collect();
        assert!(!names.is_empty(), "no learner takes {problem}");
        names
    }

    /// The last JSON object without what differs from run to run.
    pub fn timeless(&self, words: &str) -> Value {
        let mut value = self.json(words);
        assert!(value.as_object_mut().unwrap().remove("seconds").unwrap().is_number());
        value
    }

    /// Runs what must fail: the exit code and exactly this on standard error.
    pub fn fails(&self, words: &str, code: i32, message: &str) {
        let ran = self.run(words);
        assert_eq!((ran.code, ran.err.as_str()), (Some(code), message), "{words}");
    }

    /// Runs what must be refused as wrong usage, with these parts in the message.
    pub fn misused(&self, words: &str, parts: &[&str]) {
        let ran = self.run(words);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{words}: {}", ran.err);
        for part in parts {
            assert!(ran.err.contains(part), "{words}: no '{part}' in: {}", ran.err);
        }
    }
}

/// One line of JSON.
pub fn parse(line: &str) -> Value {
    serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"))
}

fn finish(program: &mut Command, input: &[u8]) -> Ran {
    program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = program.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // Writing may fail: a program that refuses its flags reads nothing.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    Ran {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}
