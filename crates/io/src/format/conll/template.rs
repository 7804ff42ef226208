//! One feature template: which cells around a token make a feature of it, and how it is called.
//!
//! The name of the feature is the texts of the template with the values between them:
//! `w[-1]/w[0]` gives `w[-1]/w[0]=the/dog`. Where two values meet, `\` and `/` within them are
//! written `\\` and `\/`; a value that looks like a mark for a place outside of the sentence
//! (`_B-1`, `_B+1`) gets a `\` before it. So no two features have one name. Lines of CRF++ keep the
//! names that CRF++ gives, without any of that.

use std::fmt;

use super::function::Function;

/// The farthest cell that a template may look at.
pub(super) const FARTHEST: i32 = 99;
/// The letters of the first columns: word, part of speech, chunk.
pub(super) const COLUMNS: [&str; 3] = ["w", "p", "c"];

/// What is looked at: a function of a column at a distance from the token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Term {
    /// From 0.
    pub(super) column: usize,
    pub(super) function: Function,
    /// 0 is the token itself, -1 the one before.
    pub(super) offset: i32,
}

/// A feature template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Template {
    pub(super) terms: Vec<Term>,
    /// The texts before, between and after the values: one more than terms.
    pub(super) texts: Vec<String>,
    /// Whether it is a line of CRF++.
    pub(super) is_crf: bool,
}

impl Template {
    /// The template of some terms joined by `/`.
    pub(super) fn joined(terms: Vec<Term>) -> Self {
        let names: Vec<String> = terms.iter().map(Term::to_string).collect();
        let mut texts = vec!["/".to_owned(); terms.len() + 1];
        texts.iter_mut().take(1).for_each(|first| *first = format!("{}=", names.join("/")));
        texts.iter_mut().last().into_iter().for_each(String::clear);
        Self { terms, texts, is_crf: false }
    }

    /// Appends the name of the feature with these values; `None` is the mark of the term's place.
    pub(super) fn name<'a>(
        &self,
        values: impl Iterator<Item = Option<&'a str>>,
        mark: impl Fn(&Term) -> String,
        out: &mut String,
    ) {
        let mut texts = self.texts.iter();
        texts.next().into_iter().for_each(|text| out.push_str(text));
        for ((term, value), text) in self.terms.iter().zip(values).zip(texts) {
            match value {
                None => out.push_str(&mark(term)),
                Some(value) if self.is_crf => out.push_str(value),
                Some(value) => push_value(value, self.terms.len() > 1, out),
            }
            out.push_str(text);
        }
    }
}

/// Appends a value so that it can be told from others and from marks.
fn push_value(value: &str, several: bool, out: &mut String) {
    if value.trim_start_matches('\\').starts_with("_B") {
        out.push('\\');
    }
    if !several {
        return out.push_str(value);
    }
    for c in value.chars() {
        if matches!(c, '/' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = COLUMNS.get(self.column);
        match (self.function, name) {
            (Function::Cell, Some(name)) => f.write_str(name)?,
            (Function::Cell, None) => write!(f, "{}", self.column)?,
            (function, _) if self.column == 0 => write!(f, "{function}")?,
            (function, Some(name)) => write!(f, "{name}.{function}")?,
            (function, None) => write!(f, "{}.{function}", self.column)?,
        }
        write!(f, "[{}]", self.offset)
    }
}

/// The template as it would be typed.
impl fmt::Display for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.is_crf {
            let head = self.texts.first().map_or("", |text| text.trim_end_matches('='));
            return f.write_str(head);
        }
        let mut texts = self.texts.iter();
        texts.next().map_or(Ok(()), |text| f.write_str(text))?;
        for (term, text) in self.terms.iter().zip(texts) {
            write!(f, "%x[{},{}]{text}", term.offset, term.column)?;
        }
        Ok(())
    }
}
