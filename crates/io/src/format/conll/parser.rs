//! Lines of columns to rows: a row a token, whose features are those of the templates.
//!
//! - Columns are separated by blanks or tabs, the last is the tag. A blank line ends a sentence, and
//!   so does the end of the file. Lines that start with `-DOCSTART-` are sentences of their own,
//!   which are left out.
//! - The label of a row is the tag as a name, whatever it looks like; the group (`qid`) is the
//!   number of its sentence in the file, from 1.
//! - All lines have as many columns as the first. With the columns of a model there may be one
//!   less: then the tags are missing.
//! - With a broken line its whole sentence is lost.

use std::ops::Range;

use super::expansion::Expansion;
use super::options::{ConllSchema, TokenMemory};
use super::sentence::Sentence;
use crate::error::{ErrorKind, Fault, Located};
use crate::format::ReadOptions;
use crate::format::read::{RowParser, RowTarget, as_text};
use crate::source::Lines;

/// So many features are remembered; data with more is looked at anew.
const MOST_FEATURES: usize = 1 << 23;
/// What a line starts with that begins a document.
const DOCUMENT: &[u8] = b"-DOCSTART-";

/// Parses columns of tokens.
pub(super) struct ConllParser {
    schema: Option<ConllSchema>,
    /// `None` without a schema, and while it is moved.
    expansion: Option<Box<Expansion>>,
    memory: TokenMemory,
    sentence: Sentence,
    /// Where the cells of the line are.
    cells: Vec<Range<usize>>,
    /// The columns of the lines so far, and the first of those lines.
    columns: Option<(usize, u64)>,
    echo: bool,
    /// Lines without a token since the last sentence, to be echoed before the next.
    passed: String,
    /// Whether features are given by name and not by number.
    by_name: bool,
    /// Whether the rest of a sentence is skipped.
    skipping: bool,
}

impl ConllParser {
    /// A parser for the schema of the options; without one it refuses all rows.
    pub(super) fn new(options: &ReadOptions) -> Self {
        let conll = &options.conll;
        let expansion = conll.schema.as_ref().map(|schema| conll.memory.take(schema));
        Self {
            schema: conll.schema.clone(),
            expansion,
            memory: conll.memory.clone(),
            sentence: Sentence::default(),
            cells: Vec::new(),
            columns: None,
            echo: conll.echo,
            passed: String::new(),
            // Products need the names of their factors.
            by_name: !options.interact.is_empty(),
            skipping: false,
        }
    }

    /// Takes a line that is no row yet.
    fn line(&mut self, line: &[u8], number: u64, longest: usize) -> Result<(), Fault> {
        let blank = line.trim_ascii().is_empty();
        if blank || line.starts_with(DOCUMENT) {
            // The blank line after a sentence belongs to it.
            if self.echo && !(blank && (self.skipping || !self.sentence.is_empty())) {
                self.pass(line, longest);
            }
            match std::mem::take(&mut self.skipping) {
                true => self.sentence.give_up(),
                false => self.end_sentence(),
            }
            return Ok(());
        }
        if self.skipping {
            return Ok(());
        }
        self.token(line, number, longest)
    }

    /// Keeps a line that is no token, unless there are very many.
    fn pass(&mut self, line: &[u8], longest: usize) {
        if self.passed.len() + line.len() < longest {
            self.passed += &String::from_utf8_lossy(line.trim_ascii());
            self.passed.push('\n');
        }
    }

    fn end_sentence(&mut self) {
        if let Some(expansion) = self.expansion.as_ref().filter(|_| !self.sentence.is_empty()) {
            self.sentence.complete(&expansion.values);
        }
    }

    /// Adds a line to the sentence.
    fn token(&mut self, line: &[u8], number: u64, longest: usize) -> Result<(), Fault> {
        let text = as_text(line)?;
        cells(line, &mut self.cells);
        self.check_columns(self.cells.len(), number)?;
        let (Some(schema), Some(expansion)) = (&self.schema, &mut self.expansion) else {
            return Err(ErrorKind::Schema(
                "the lines before are too long to tell the columns".into(),
            )
            .into());
        };
        let before = schema.before_tag();
        if self.sentence.size() > longest {
            let reason =
                format!("the sentence takes more than {longest} bytes; a blank line ends one");
            return Err(Fault::row(reason));
        }
        let token = self.sentence.push(number, &expansion.values);
        let cell = |place: &Range<usize>| text.get(place.clone()).unwrap_or_default();
        for (column, place) in self.cells.iter().take(before).enumerate() {
            expansion.values.look(column, cell(place), token);
        }
        if let Some(tag) = self.cells.get(before) {
            self.sentence.set_tag(cell(tag));
        }
        if self.echo {
            self.passed += text.trim_ascii();
            self.sentence.set_echo(&self.passed);
            self.passed.clear();
        }
        if let Some(place) = memchr::memchr(b'\r', line) {
            let reason = "there is a CR in mid-line; perhaps CR alone ends the lines";
            return Err(Fault::parse(place, reason.into()));
        }
        Ok(())
    }

    /// Refuses a line that has not as many columns as the others.
    fn check_columns(&mut self, columns: usize, number: u64) -> Result<(), Fault> {
        let has = |columns: usize| match columns {
            1 => "1 column".to_owned(),
            _ => format!("{columns} columns"),
        };
        if let Some((first, line)) = self.columns {
            if first == columns {
                return Ok(());
            }
            let (this, others) = (has(columns), has(first));
            return Err(Fault::row(format!("the line has {this}, and line {line} has {others}")));
        }
        let schema = self.schema.as_ref();
        let fits =
            |schema: &ConllSchema| columns == schema.columns || columns == schema.before_tag();
        if let Some(schema) = schema.filter(|schema| !fits(schema)) {
            let (this, model) = (has(columns), schema.columns);
            let less = if schema.tagged {
                format!(" ({} without tags)", model - 1)
            } else {
                String::new()
            };
            return Err(Fault::row(format!(
                "the line has {this}, and the model's data {model}{less}"
            )));
        }
        self.columns = Some((columns, number));
        Ok(())
    }

    /// Puts the next token of the sentence into `target`; false after the last.
    fn emit(&mut self, target: &mut RowTarget<'_>) -> bool {
        let Some(expansion) = &mut self.expansion else { return false };
        let Some(token) = self.sentence.next(&expansion.values) else { return false };
        target.row.line = token.line;
        if let Some(tag) = token.tag {
            target.set_name(tag);
        }
        if !token.echo.is_empty() {
            target.set_tag(token.echo);
        }
        let numbers = expansion.features(token.window);
        if !self.by_name {
            target.draft.push_numbered(numbers);
            target.draft.set_book(expansion.book());
        } else {
            let numbers = numbers.to_vec();
            let book = expansion.book().open();
            numbers.iter().for_each(|&number| target.draft.push_name(book.name(number), 1.0));
        }
        target.row.qid = Some(self.sentence.number());
        true
    }

    /// Forgets all features if there are very many; not while rows of a chunk name them by number.
    fn rest(&mut self) {
        let full = |expansion: &Expansion| expansion.book().open().len() > MOST_FEATURES;
        if self.sentence.is_empty() && self.expansion.as_deref().is_some_and(full) {
            let schema = self.schema.as_ref();
            self.expansion = schema.map(|s| Box::new(Expansion::new(&s.templates, s.before_tag())));
        }
    }
}

impl RowParser for ConllParser {
    fn next_row(
        &mut self,
        lines: &mut Lines<'_>,
        mut target: RowTarget<'_>,
    ) -> Result<bool, Located> {
        loop {
            if self.sentence.is_complete() {
                if self.emit(&mut target) {
                    return Ok(true);
                }
                self.sentence.clear();
            }
            let line = lines.next_line().inspect_err(|_| self.skipping = true)?;
            let Some(line) = line else {
                if !lines.is_last() || self.sentence.is_empty() || self.skipping {
                    self.rest();
                    return Ok(false);
                }
                self.end_sentence();
                continue;
            };
            if let Err(fault) = self.line(line, lines.line(), lines.longest()) {
                self.skipping = true;
                return Err(Located { line: lines.line(), fault });
            }
        }
    }

    fn fork(&self) -> Option<Box<dyn RowParser>> {
        None
    }

    fn is_clean(&self) -> bool {
        self.sentence.is_empty() && !self.skipping
    }
}

impl Drop for ConllParser {
    fn drop(&mut self) {
        if let (Some(schema), Some(expansion)) = (&self.schema, self.expansion.take()) {
            self.memory.keep(schema, expansion);
        }
    }
}

/// Finds the cells of a line.
fn cells(line: &[u8], out: &mut Vec<Range<usize>>) {
    out.clear();
    let mut start = 0;
    for (at, byte) in line.iter().enumerate() {
        if matches!(byte, b' ' | b'\t') {
            if start < at {
                out.push(start..at);
            }
            start = at + 1;
        }
    }
    if start < line.len() {
        out.push(start..line.len());
    }
}

/// The first line that is a token, with its number.
fn first_token(head: &[u8]) -> Option<(u64, &[u8])> {
    let is_token = |line: &[u8]| !line.trim_ascii().is_empty() && !line.starts_with(DOCUMENT);
    (1..).zip(head.split(|&byte| byte == b'\n')).find(|(_, line)| is_token(line))
}

/// Whether the first bytes of a file hold a whole line that is a token.
pub(super) fn is_told(head: &[u8]) -> bool {
    let whole =
        memchr::memrchr(b'\n', head).map_or(&[][..], |end| head.get(..end).unwrap_or_default());
    first_token(whole).is_some()
}

/// Decides the columns and templates by the first bytes of a file, if no model does.
pub(super) fn settle(head: &[u8], options: &mut ReadOptions) -> Result<(), Located> {
    let Some((number, line)) = first_token(head).filter(|_| options.conll.schema.is_none()) else {
        return Ok(());
    };
    let refuse = |reason: String| Located { line: number, fault: ErrorKind::Schema(reason).into() };
    let blank = |byte: &u8| matches!(byte, b' ' | b'\t');
    let columns = line.trim_ascii().split(blank).filter(|cell| !cell.is_empty()).count();
    let tagged = options.label != crate::format::LabelChoice::None;
    if columns < 2 && tagged {
        let reason =
            "the line has 1 column; the last of several is the tag (--label none: no tags)";
        return Err(refuse(reason.into()));
    }
    let schema = ConllSchema::new(options.conll.templates.as_ref(), columns, tagged);
    options.conll.schema = Some(schema.map_err(|error| refuse(error.to_string()))?);
    Ok(())
}
