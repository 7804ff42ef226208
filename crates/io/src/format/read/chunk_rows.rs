//! The rows of a chunk: parsed, but without slots, in buffers that are reused from chunk to chunk.

use std::collections::VecDeque;

use super::parser::RowParser;
use crate::error::{ErrorKind, Fault, Located};
use crate::features::{Draft, Features};
use crate::label::number_of;
use crate::row::Row;
use crate::source::Lines;

/// A row without its features; its texts are `texts[start..end]` of the chunk.
#[derive(Debug)]
pub(crate) struct RowHead {
    pub(crate) weight: f64,
    pub(crate) qid: Option<u64>,
    /// The line it starts on.
    pub(crate) line: u64,
    label: Option<TextSpan>,
    number: Option<f64>,
    tag: TextSpan,
}

#[derive(Debug, Clone, Copy, Default)]
struct TextSpan {
    start: u32,
    end: u32,
}

/// Where a parser puts a row: all its parts come empty.
pub(crate) struct RowTarget<'a> {
    pub(crate) row: &'a mut RowHead,
    pub(crate) draft: &'a mut Draft,
    texts: &'a mut String,
}

impl RowTarget<'_> {
    /// Lends the target for one call.
    pub(crate) fn reborrow(&mut self) -> RowTarget<'_> {
        RowTarget { row: self.row, draft: self.draft, texts: self.texts }
    }

    /// Takes the label at byte `at`.
    pub(crate) fn set_label(&mut self, text: &str, at: Option<usize>) -> Result<(), Fault> {
        self.row.number = number_of(text).map_err(|error| {
            let reason = format!("label {} {error}", crate::quote::quoted(text.as_bytes()));
            Fault { at, kind: ErrorKind::Parse(reason) }
        })?;
        self.row.label = Some(self.keep(text));
        Ok(())
    }

    /// Takes the label as a name, even if it looks like a number.
    pub(crate) fn set_name(&mut self, text: &str) {
        self.row.number = None;
        self.row.label = Some(self.keep(text));
    }

    /// Takes the row's own name.
    pub(crate) fn set_tag(&mut self, text: &str) {
        self.row.tag = self.keep(text);
    }

    fn keep(&mut self, text: &str) -> TextSpan {
        let start = self.texts.len() as u32;
        self.texts.push_str(text);
        TextSpan { start, end: self.texts.len() as u32 }
    }
}

/// A row that could not be parsed.
#[derive(Debug)]
struct Broken {
    /// How many good rows come before it.
    before: usize,
    located: Located,
}

/// The rows of a chunk.
#[derive(Debug, Default)]
pub(crate) struct ChunkRows {
    rows: Vec<RowHead>,
    draft: Draft,
    texts: String,
    broken: VecDeque<Broken>,
    /// Rows handed out.
    taken: usize,
    /// How many lines the chunk has.
    pub(crate) lines: u64,
    /// To be added to line numbers.
    pub(crate) first_line: u64,
    /// Whether the parser was [clean](RowParser::is_clean) at the end of the chunk.
    pub(crate) clean: bool,
}

impl ChunkRows {
    /// Parses all rows of `lines`.
    pub(crate) fn fill(&mut self, parser: &mut dyn RowParser, mut lines: Lines<'_>) {
        self.clear();
        let before = lines.line();
        while self.row(parser, &mut lines) {}
        self.lines = lines.line() - before;
        self.clean = parser.is_clean();
    }

    /// Parses a row; false if there is none.
    fn row(&mut self, parser: &mut dyn RowParser, lines: &mut Lines<'_>) -> bool {
        let mut head = RowHead {
            weight: 1.0,
            qid: None,
            line: 0,
            label: None,
            number: None,
            tag: TextSpan::default(),
        };
        let texts = self.texts.len();
        let target = RowTarget { row: &mut head, draft: &mut self.draft, texts: &mut self.texts };
        match parser.next_row(lines, target) {
            Ok(true) => {
                self.draft.close_row();
                self.rows.push(head);
                true
            }
            Ok(false) => {
                self.draft.drop_row();
                false
            }
            Err(located) => {
                self.draft.drop_row();
                self.texts.truncate(texts);
                self.broken.push_back(Broken { before: self.rows.len(), located });
                true
            }
        }
    }

    fn clear(&mut self) {
        self.rows.clear();
        self.draft.clear();
        self.texts.clear();
        self.broken.clear();
        self.taken = 0;
        self.lines = 0;
        self.first_line = 0;
    }

    /// Whether all rows have been handed out.
    pub(crate) fn is_done(&self) -> bool {
        self.taken >= self.rows.len() && self.broken.is_empty()
    }

    /// Whether no more rows of the chunk are in the group of the one handed out last.
    pub(crate) fn ends_group(&self) -> bool {
        let group = |at: usize| self.rows.get(at).map(|row| row.qid);
        self.taken == 0 || group(self.taken) != group(self.taken - 1)
    }

    /// Hands out the next row, all but its features in `row`; `None` if there is none left.
    pub(crate) fn next(&mut self, row: &mut Row) -> Result<Option<Features<'_>>, Located> {
        if self.broken.front().is_some_and(|broken| broken.before == self.taken)
            && let Some(Broken { located: Located { line, fault }, .. }) = self.broken.pop_front()
        {
            return Err(Located { line: line + self.first_line, fault });
        }
        let Some(head) = self.rows.get(self.taken) else { return Ok(None) };
        let text = |span: TextSpan| self.texts.get(span.start as usize..span.end as usize);
        if let Some(label) = head.label {
            row.label.assign(text(label).unwrap_or_default(), head.number);
        }
        row.tag.push_str(text(head.tag).unwrap_or_default());
        row.weight = head.weight;
        row.qid = head.qid;
        row.line = head.line + self.first_line;
        let features = self.draft.row(self.taken);
        self.taken += 1;
        Ok(Some(features))
    }
}
