//! The sentence that is being read: for each token the numbers of its values, the tag and the line.

use super::pair_table::NONE;
use super::values::Values;

/// The tokens of a sentence; the buffers are reused.
#[derive(Debug, Default)]
pub(super) struct Sentence {
    /// The numbers of the values, token by token, with the marks outside around them.
    values: Vec<u32>,
    tokens: Vec<Token>,
    /// The tags and lines, one after the other.
    texts: String,
    /// How many sentences came before it in its file.
    before: u64,
    /// Tokens that have been handed out.
    taken: usize,
    /// Whether the end has been seen.
    complete: bool,
}

/// Where a token is; its texts start where those of the token before end.
#[derive(Debug, Clone, Copy)]
struct Token {
    line: u64,
    /// Where its tag ends in the texts, and then its line as it is to be echoed.
    tag: usize,
    echo: usize,
    is_tagged: bool,
}

/// What is handed out of a token.
pub(super) struct Taken<'a> {
    /// The values around it, as far as templates look.
    pub(super) window: &'a [u32],
    pub(super) line: u64,
    pub(super) tag: Option<&'a str>,
    pub(super) echo: &'a str,
}

impl Sentence {
    /// Forgets the sentence and begins the next.
    pub(super) fn clear(&mut self) {
        self.before += u64::from(!self.tokens.is_empty());
        self.values.clear();
        self.tokens.clear();
        self.texts.clear();
        (self.taken, self.complete) = (0, false);
    }

    /// Counts a sentence of which nothing is kept.
    pub(super) fn give_up(&mut self) {
        self.before += u64::from(self.tokens.is_empty());
        self.clear();
    }

    /// Its number in the file, from 1.
    pub(super) fn number(&self) -> u64 {
        self.before + 1
    }

    pub(super) fn is_empty(&self) -> bool {
        self.tokens.is_empty()
    }

    /// Whether its tokens can be handed out.
    pub(super) fn is_complete(&self) -> bool {
        self.complete
    }

    /// How many bytes of memory it takes, about.
    pub(super) fn size(&self) -> usize {
        size_of_val(self.values.as_slice()) + size_of_val(self.tokens.as_slice()) + self.texts.len()
    }

    /// Adds a token; the numbers of its values, to be filled in.
    pub(super) fn push(&mut self, line: u64, values: &Values) -> &mut [u32] {
        let (views, reach) = (values.views(), values.reach());
        if self.tokens.is_empty() {
            // The first place is the farthest from the sentence.
            for mark in (0..reach).rev() {
                self.values.extend((0..views).map(|_| mark as u32));
            }
        }
        let end = self.texts.len();
        self.tokens.push(Token { line, tag: end, echo: end, is_tagged: false });
        let start = self.values.len();
        self.values.resize(start + views, NONE);
        self.values.get_mut(start..).unwrap_or_default()
    }

    /// Gives the token added last its tag.
    pub(super) fn set_tag(&mut self, tag: &str) {
        self.texts.push_str(tag);
        let end = self.texts.len();
        if let Some(token) = self.tokens.last_mut() {
            (token.tag, token.echo, token.is_tagged) = (end, end, true);
        }
    }

    /// Gives the token added last, which has its tag, its line.
    pub(super) fn set_echo(&mut self, line: &str) {
        self.texts.push_str(line);
        let end = self.texts.len();
        if let Some(token) = self.tokens.last_mut() {
            token.echo = end;
        }
    }

    /// Ends the sentence.
    pub(super) fn complete(&mut self, values: &Values) {
        let (views, reach) = (values.views(), values.reach());
        for mark in reach..2 * reach {
            self.values.extend((0..views).map(|_| mark as u32));
        }
        self.complete = true;
    }

    /// The next token; `None` after the last.
    pub(super) fn next(&mut self, values: &Values) -> Option<Taken<'_>> {
        let token = *self.tokens.get(self.taken)?;
        let before = self.taken.checked_sub(1).and_then(|before| self.tokens.get(before));
        let start = before.map_or(0, |before| before.echo);
        let text = |from, to| self.texts.get(from..to).unwrap_or_default();
        let (first, views) = (self.taken * values.views(), values.views());
        let window = first..first + (2 * values.reach() + 1) * views;
        self.taken += 1;
        Some(Taken {
            window: self.values.get(window).unwrap_or_default(),
            line: token.line,
            tag: token.is_tagged.then(|| text(start, token.tag)),
            echo: text(token.tag, token.echo),
        })
    }
}
