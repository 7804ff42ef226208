//! Lines to cells (RFC 4180).
//!
//! A cell that starts with `"` runs to the next single `"`, across delimiters and newlines; `""` in
//! it is one quote. Blanks around cells are removed, but not inside quotes. Blank lines are
//! skipped. A newline in a cell is `\n`, however the file ends its lines. The line splitter of this
//! crate feeds it, so line numbers count every line and a quote that is never closed cannot take
//! more memory than the longest line may. A record may go on from one chunk to the next.

use crate::error::{ErrorKind, Fault, Located};
use crate::source::Lines;

/// The cells of one record, in reused buffers.
#[derive(Debug, Default)]
pub(crate) struct Record {
    text: Vec<u8>,
    ends: Vec<usize>,
    /// The line it starts on.
    pub(crate) line: u64,
    /// It ends inside quotes so far, and goes on in the next chunk.
    open: bool,
}

impl Record {
    /// Reads the next record, or goes on with one that is open; false if the chunk ends before it.
    pub(crate) fn read(&mut self, lines: &mut Lines<'_>, delimiter: u8) -> Result<bool, Located> {
        if !self.open {
            self.text.clear();
            self.ends.clear();
        }
        // Whatever goes wrong, the next record starts on the next line.
        let mut open = std::mem::take(&mut self.open);
        while let Some(line) = lines.next_line()? {
            if !open && line.trim_ascii().is_empty() && !line.contains(&delimiter) {
                continue;
            }
            if !open {
                self.line = lines.line();
            }
            let parsed = self.take_line(line, delimiter, open);
            open = parsed.map_err(|fault| Located { line: lines.line(), fault })?;
            if !open {
                return Ok(true);
            }
            if self.text.len() > lines.longest() {
                let fault = ErrorKind::LineTooLong { limit: lines.longest() }.into();
                return Err(Located { line: self.line, fault });
            }
        }
        self.open = open;
        Ok(false)
    }

    /// Whether a record goes on in the next chunk.
    pub(crate) fn is_open(&self) -> bool {
        self.open
    }

    /// The end of the data: an error if a record is open.
    pub(crate) fn finish(&mut self) -> Result<(), Located> {
        if !std::mem::take(&mut self.open) {
            return Ok(());
        }
        let fault = Fault::row("a quoted cell is never closed".into());
        Err(Located { line: self.line, fault })
    }

    /// The number of cells of the record.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The cells of the record.
    pub(crate) fn cells(&self) -> impl Iterator<Item = &[u8]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let cell = self.text.get(start..end).unwrap_or_default();
            start = end;
            cell
        })
    }

    /// Takes one line; `open` says that it starts inside quotes. True if it also ends inside.
    fn take_line(&mut self, line: &[u8], delimiter: u8, open: bool) -> Result<bool, Fault> {
        let mut at = 0;
        let mut quoted = open;
        if open {
            self.text.push(b'\n');
        }
        loop {
            if !quoted {
                at = skip_blanks(line, at, delimiter);
                quoted = line.get(at) == Some(&b'"');
                at += usize::from(quoted);
            }
            at = if quoted {
                match self.take_quoted(line, at) {
                    Some(end) => skip_blanks(line, end, delimiter),
                    None => return Ok(true),
                }
            } else {
                self.take_plain(line, at, delimiter)
            };
            quoted = false;
            self.ends.push(self.text.len());
            match line.get(at) {
                None => return Ok(false),
                Some(&byte) if byte == delimiter => at += 1,
                Some(_) => {
                    let reason = "there is text after the quote that closes a cell";
                    return Err(Fault::parse(at, reason.into()));
                }
            }
        }
    }

    /// Takes the inside of quotes from `at`; the place after the closing quote, if it is here.
    fn take_quoted(&mut self, line: &[u8], start: usize) -> Option<usize> {
        let mut at = start;
        loop {
            let rest = line.get(at..).unwrap_or_default();
            let Some(quote) = memchr::memchr(b'"', rest) else {
                self.text.extend_from_slice(rest);
                return None;
            };
            self.text.extend_from_slice(&rest[..quote]);
            at += quote + 1;
            if line.get(at) != Some(&b'"') {
                return Some(at);
            }
            self.text.push(b'"');
            at += 1;
        }
    }

    /// Takes an unquoted cell from `at`; the place of the delimiter or the end.
    fn take_plain(&mut self, line: &[u8], at: usize, delimiter: u8) -> usize {
        let (cell, end) = plain_cell(line, at, delimiter);
        self.text.extend_from_slice(cell);
        end
    }
}

/// The unquoted cell at `start`, without the blanks around it, and where it ends.
pub(super) fn plain_cell(line: &[u8], start: usize, delimiter: u8) -> (&[u8], usize) {
    let start = skip_blanks(line, start, delimiter);
    let rest = line.get(start..).unwrap_or_default();
    let len = memchr::memchr(delimiter, rest).unwrap_or(rest.len());
    (rest[..len].trim_ascii_end(), start + len)
}

fn skip_blanks(line: &[u8], start: usize, delimiter: u8) -> usize {
    let mut at = start;
    while line.get(at).is_some_and(|&byte| matches!(byte, b' ' | b'\t') && byte != delimiter) {
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::Record;
    use crate::error::Located;
    use crate::source::{Chunk, Chunker, Lines, Source, Tail};

    fn records(text: &'static str, delimiter: u8) -> Vec<String> {
        let source = Source::from_read("t", text.as_bytes()).expect("plain");
        let mut chunker = Chunker::new(source, 5, 40);
        let mut record = Record::default();
        let (mut out, mut before) = (Vec::new(), 0);
        let error = |located: Located| {
            let column = located.fault.at.map_or(String::new(), |at| format!(":{}", at + 1));
            format!("{}{column}: {}", located.line, located.fault.kind)
        };
        loop {
            let chunk = chunker.next(Chunk::default());
            let mut lines = Lines::new(&chunk, before, 40);
            loop {
                match record.read(&mut lines, delimiter) {
                    Ok(false) => break,
                    Ok(true) => {
                        let cells = record.cells().map(String::from_utf8_lossy).collect::<Vec<_>>();
                        out.push(format!("{}:{}", record.line, cells.join("|")));
                    }
                    Err(located) => out.push(error(located)),
                }
            }
            before = lines.line();
            if let Tail::End = chunk.tail {
                out.extend(record.finish().err().map(error));
                return out;
            }
        }
    }

    #[test]
    fn cells_quotes_and_line_numbers() {
        let text = "a, b ,c\r\n\n \"x, y\" ,\"say \"\"hi\"\"\",\"two\r\nlines\"\n,,\nq\"r,s,\"\"";
        assert_eq!(
            records(text, b','),
            ["1:a|b|c", "3:x, y|say \"hi\"|two\nlines", "5:||", "6:q\"r|s|"]
        );
        assert_eq!(records("a\t\tb c\n\t\n", b'\t'), ["1:a||b c", "2:|"]);
    }

    #[test]
    fn broken_quotes_are_errors_and_reading_goes_on() {
        assert_eq!(
            records("\"a\"b,c\nd,e\n\"open\nx", b','),
            [
                "1:4: there is text after the quote that closes a cell",
                "2:d|e",
                "3: a quoted cell is never closed"
            ]
        );
        let long = "x,\"0123456789\n0123456789\n0123456789\n0123456789\n\"\n";
        assert_eq!(records(long, b',')[0], "1: the line is longer than 40 bytes");
    }
}
