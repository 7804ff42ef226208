//! A program that runs while a test talks to it: rows go in, lines come out.

use super::Lab;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{JoinHandle, spawn};
use std::time::Duration;

/// What comes later than this never comes.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running program.
pub struct Live {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    /// What was said on standard error, until somebody has asked.
    errors: Option<JoinHandle<String>>,
}

impl Live {
    /// Starts `noregret` with these words in the folder of the lab.
    pub fn start(lab: &Lab, words: &str) -> Self {
        let mut program = Command::new(env!("CARGO_BIN_EXE_noregret"));
        program.args(words.split_whitespace()).current_dir(lab.path("."));
        program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = program.spawn().unwrap();
        let (sender, lines) = channel();
        let (out, mut err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
        spawn(move || {
            for line in BufReader::new(out).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let errors = spawn(move || {
            let mut text = String::new();
            err.read_to_string(&mut text).unwrap();
            text
        });
        Live { stdin: child.stdin.take(), child, lines, errors: Some(errors) }
    }

    /// Sends this to standard input, which stays open.
    pub fn send(&mut self, text: &str) {
        self.stdin.as_mut().unwrap().write_all(text.as_bytes()).unwrap();
    }

    /// Closes standard input.
    pub fn close(&mut self) {
        self.stdin = None;
    }

    /// The next line of standard output.
    pub fn line(&self) -> String {
        self.lines.recv_timeout(PATIENCE).unwrap_or_else(|error| panic!("no line: {error}"))
    }

    /// The next line of standard output, if there is one before its end.
    pub fn next_line(&self) -> Option<String> {
        match self.lines.recv_timeout(PATIENCE) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Disconnected) => None,
            Err(error) => panic!("no line: {error}"),
        }
    }

    /// The next lines, so many.
    pub fn lines(&self, count: usize) -> Vec<String> {
        (0..count).map(|_| self.line()).collect()
    }

    /// Sends a signal, by its name.
    pub fn signal(&self, name: &str) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-s", name, &pid]).status().unwrap().success());
    }

    /// Waits for the end: the exit code, and all that was said on standard error.
    pub fn end(mut self) -> (Option<i32>, String) {
        let status = self.child.wait().unwrap();
        (status.code(), self.errors.take().unwrap().join().unwrap())
    }
}

impl Drop for Live {
    /// A test that fails leaves no program behind that waits for more.
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}
