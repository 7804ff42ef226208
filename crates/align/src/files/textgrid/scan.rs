//! The values of a Praat text file, one after the other.
//!
//! Both text forms are the same sequence of values: free-standing numbers, quoted strings and flags
//! like `<exists>`. All other words (`xmin =`, `intervals [3]:`) are there for the reader's eye and
//! skipped, as are comments from `!` to the end of the line. A quote within a string is doubled.
//! The text is UTF-8, or UTF-16 if a byte order mark says so.

use crate::error::{Error, Place};

/// A value of the file.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value {
    Number(f64),
    Text(String),
    Flag(String),
}

/// Takes values from a text.
pub(super) struct Scanner<'a> {
    name: &'a str,
    rest: &'a str,
    /// The line of what comes next.
    line: usize,
    /// The line of the value taken last.
    at: usize,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(name: &'a str, text: &'a str) -> Self {
        Self { name, rest: text, line: 1, at: 1 }
    }

    /// An error at the value taken last.
    pub(super) fn error(&self, reason: impl Into<String>) -> Error {
        Error::in_file(self.name, Place::Line(self.at), reason)
    }

    pub(super) fn number(&mut self, what: &str) -> Result<f64, Error> {
        match self.value(what)? {
            Value::Number(number) => Ok(number),
            other => Err(self.unexpected(what, &other)),
        }
    }

    pub(super) fn count(&mut self, what: &str) -> Result<usize, Error> {
        let number = self.number(what)?;
        match number >= 0.0 && number.fract() == 0.0 && number < 1e9 {
            true => Ok(number as usize),
            false => Err(self.error(format!("{what} is {number}: a count is expected"))),
        }
    }

    pub(super) fn text(&mut self, what: &str) -> Result<String, Error> {
        match self.value(what)? {
            Value::Text(text) => Ok(text),
            other => Err(self.unexpected(what, &other)),
        }
    }

    pub(super) fn flag(&mut self, what: &str) -> Result<String, Error> {
        match self.value(what)? {
            Value::Flag(flag) => Ok(flag),
            other => Err(self.unexpected(what, &other)),
        }
    }

    fn unexpected(&self, what: &str, found: &Value) -> Error {
        let found = match found {
            Value::Number(number) => number.to_string(),
            Value::Text(text) => format!("\"{text}\""),
            Value::Flag(flag) => flag.clone(),
        };
        self.error(format!("{what} is expected, not {found}"))
    }

    /// The next value; `what` it should be is said if there is none.
    fn value(&mut self, what: &str) -> Result<Value, Error> {
        loop {
            let start = self.rest.trim_start();
            self.skip(self.rest.len() - start.len());
            self.at = self.line;
            match start.chars().next() {
                None => return Err(self.error(format!("the file ends where {what} is expected"))),
                Some('!') => self.skip(start.find('\n').unwrap_or(start.len())),
                Some('"') => return self.string().map(Value::Text),
                Some(_) => {
                    let word = &start[..start.find(char::is_whitespace).unwrap_or(start.len())];
                    self.skip(word.len());
                    match word.parse::<f64>() {
                        Ok(number) if number.is_finite() => return Ok(Value::Number(number)),
                        Ok(_) => return Err(self.error(format!("{what} is {word}"))),
                        Err(_) if word.starts_with('<') => return Ok(Value::Flag(word.into())),
                        Err(_) => {}
                    }
                }
            }
        }
    }

    /// A quoted string, which begins here.
    fn string(&mut self) -> Result<String, Error> {
        let mut text = String::new();
        let mut parts = self.rest[1..].split_inclusive('"');
        let mut length = 1;
        while let Some(part) = parts.next() {
            let Some(inside) = part.strip_suffix('"') else { break };
            text += inside;
            length += part.len();
            if !self.rest[length..].starts_with('"') {
                self.skip(length);
                return Ok(text);
            }
            text.push('"');
            parts.next();
            length += 1;
        }
        Err(self.error("a string has no closing quote"))
    }

    fn skip(&mut self, length: usize) {
        let (passed, rest) = self.rest.split_at(length);
        self.line += passed.matches('\n').count();
        self.rest = rest;
    }
}

/// The text of a file in UTF-8, or in UTF-16 with a byte order mark.
pub(super) fn decode(name: &str, bytes: &[u8]) -> Result<String, Error> {
    let failed = |reason: &str| Error::in_file(name, Place::Whole, reason);
    let wide = |unit: fn([u8; 2]) -> u16| {
        let pairs = bytes[2..].chunks_exact(2);
        if !pairs.remainder().is_empty() {
            return Err(failed("the UTF-16 text is cut short"));
        }
        let units: Vec<u16> = pairs.map(|pair| unit([pair[0], pair[1]])).collect();
        String::from_utf16(&units).map_err(|_| failed("the text is not valid UTF-16"))
    };
    match bytes {
        [0xff, 0xfe, ..] => wide(u16::from_le_bytes),
        [0xfe, 0xff, ..] => wide(u16::from_be_bytes),
        _ => {
            let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
            let text = std::str::from_utf8(bytes).map_err(|_| {
                failed("the text is neither UTF-8 nor UTF-16 with a byte order mark")
            })?;
            Ok(text.to_owned())
        }
    }
}
