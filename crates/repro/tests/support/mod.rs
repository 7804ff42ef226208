//! A scratch folder in which the program runs.

#![allow(clippy::unwrap_used)]

use serde_json::Value;
use std::path::PathBuf;
use std::process::Command;
use tempfile::TempDir;

/// A folder that is gone after the test; the program runs inside it, so messages hold bare names.
pub(crate) struct Lab(TempDir);

/// How a run ended.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Lab {
    pub(crate) fn new() -> Self {
        Lab(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), bytes).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    /// Runs `noregret-repro` with these words.
    pub(crate) fn run(&self, words: &str) -> Ran {
        self.finish(
            Command::new(env!("CARGO_BIN_EXE_noregret-repro")).args(words.split_whitespace()),
        )
    }

    /// Runs a shell line in which `$REPRO` is the program.
    pub(crate) fn shell(&self, line: &str) -> Ran {
        let mut shell = Command::new("sh");
        shell.args(["-c", line]).env("REPRO", env!("CARGO_BIN_EXE_noregret-repro"));
        self.finish(&mut shell)
    }

    /// Standard output of a run that must succeed without a word on standard error.
    pub(crate) fn ok(&self, words: &str) -> String {
        let ran = self.run(words);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{words}");
        ran.out
    }

    /// Runs what must fail: the exit code and exactly this on standard error.
    pub(crate) fn fails(&self, words: &str, code: i32, message: &str) {
        let ran = self.run(words);
        assert_eq!((ran.code, ran.err.as_str()), (Some(code), message), "{words}");
    }

    /// Runs what must be refused as wrong usage, with these parts in the message.
    pub(crate) fn misused(&self, words: &str, parts: &[&str]) {
        let ran = self.run(words);
        assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""), "{words}: {}", ran.err);
        for part in parts {
            assert!(ran.err.contains(part), "{words}: no '{part}' in: {}", ran.err);
        }
    }

    fn finish(&self, program: &mut Command) -> Ran {
        let output = program.current_dir(self.0.path()).output().unwrap();
        Ran {
            code: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// One line of JSON.
pub(crate) fn parse(line: &str) -> Value {
    serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"))
}
