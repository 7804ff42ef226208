//! Lines of Vowpal Wabbit text to rows.
//!
//! - The tag is the token attached to the first `|`, or the last one before it if it starts with
//!   `'`.
//! - The label is any token without `:`, or missing. The importance is a finite number of 0 or
//!   more, default 1. A third number (VW's initial prediction) is refused: nothing here would use
//!   it, and left out it would change what the label means.
//! - A namespace follows its `|` directly; after a blank the default namespace is meant. Its scale
//!   multiplies the values in it; a value is 1 unless given.
//! - The feature `name` of namespace `ns` is called `ns^name`, in the default namespace `name`; if
//!   that would be taken for one of a namespace, `^name`. A namespace may not hold `^`.
//! - A value that does not begin like a number is text: `name:text` is a feature of value 1 with
//!   this whole name, whatever the scale, and `:text` is the feature `text`. A value without a name
//!   is that of a number: 0 for the first such in a `|`, then 1, and so on.
//! - Blank lines are skipped. What VW reads silently as something else is an error here: a value
//!   that only begins like a number, `nan`, a feature with neither name nor value.

use crate::error::{ErrorKind, Fault, Located};
use crate::features::{Draft, Section};
use crate::format::read::{RowParser, RowTarget, as_text, importance, row_by_line};
use crate::format::svmlight::is_feature;
use crate::number;
use crate::quote::quoted;
use crate::source::Lines;

/// Parses Vowpal Wabbit text.
pub(super) struct VwParser;

impl RowParser for VwParser {
    fn next_row(&mut self, lines: &mut Lines<'_>, target: RowTarget<'_>) -> Result<bool, Located> {
        row_by_line(lines, target, parse_line)
    }

    fn fork(&self) -> Option<Box<dyn RowParser>> {
        Some(Box::new(Self))
    }
}

fn parse_line(line: &[u8], target: &mut RowTarget<'_>) -> Result<bool, Fault> {
    let text = as_text(line)?;
    if text.trim_ascii().is_empty() {
        return Ok(false);
    }
    let mut bars = memchr::memchr_iter(b'|', line);
    let Some(mut bar) = bars.next() else { return Err(no_bar(text)) };
    head(&text[..bar], target)?;
    loop {
        let next = bars.next();
        namespace(text, bar + 1, next.unwrap_or(text.len()), target)?;
        match next {
            Some(following) => bar = following,
            None => return Ok(true),
        }
    }
}

fn no_bar(text: &str) -> Fault {
    let mut tokens = text.split_ascii_whitespace();
    if tokens.any(|token| is_feature(token.as_bytes())) {
        let reason =
            "there is no '|'; this looks like svmlight text, read it with --format svmlight";
        return ErrorKind::WrongFormat(reason.into()).into();
    }
    Fault::row("there is no '|' before the features".into())
}

/// Parses what stands before the first `|`: label, importance, tag.
fn head(text: &str, target: &mut RowTarget<'_>) -> Result<(), Fault> {
    let (before, last) = split_last(text);
    let tagged = text.len() == before.len() + last.len() || last.starts_with('\'');
    if tagged {
        target.set_tag(last.strip_prefix('\'').unwrap_or(last));
    }
    let end = if tagged { before.len() } else { text.len() };
    let mut words = tokens(text, 0, end);
    if let Some((at, word)) = words.next() {
        if word.contains(':') {
            let reason = "holds ':' (labels with costs are not supported)";
            return Err(Fault::parse(at, format!("label {} {reason}", quoted(word.as_bytes()))));
        }
        target.set_label(word, Some(at))?;
    }
    if let Some((at, word)) = words.next() {
        target.row.weight = importance(word).map_err(|reason| {
            let tag = number::parse(word.as_bytes()) == Err(number::NumberError::NotANumber);
            let hint = if tag { "; if it is the tag, that must touch the '|'" } else { "" };
            Fault::parse(at, format!("{reason}{hint}"))
        })?;
    }
    match words.next() {
        None => Ok(()),
        Some((at, word)) => {
            let reason = match number::parse(word.as_bytes()) {
                Ok(_) => "an initial prediction is not supported",
                Err(_) => "a tag must touch the '|'",
            };
            Err(Fault::parse(at, format!("{}: {reason}", quoted(word.as_bytes()))))
        }
    }
}

/// The text before the last token, and that token.
fn split_last(text: &str) -> (&str, &str) {
    let trimmed = text.trim_end_matches(is_blank);
    trimmed.split_at(trimmed.rfind(is_blank).map_or(0, |blank| blank + 1))
}

/// Parses a namespace and its features: `text[start..end]`, after the `|`.
fn namespace(
    text: &str,
    start: usize,
    end: usize,
    target: &mut RowTarget<'_>,
) -> Result<(), Fault> {
    let named = text[start..end].starts_with(|c: char| !is_blank(c));
    let first = if named { tokens(text, start, end).next() } else { None };
    let (space, scale) = match first {
        Some((at, token)) => name_and_value(at, token, "namespace")?,
        None => ("", 1.0),
    };
    if space.contains('^') {
        let reason = "holds '^', which ends a namespace in the names of features";
        return Err(Fault::parse(
            start,
            format!("namespace {} {reason}", quoted(space.as_bytes())),
        ));
    }
    let text = &text[start..end];
    let section = target.draft.open_section(text, space);
    let mut list = List { text, section, scale, nameless: 0 };
    let begin = first.map_or(0, |(_, token)| token.len());
    list.features(begin, target.draft).map_err(|fault| fault.shifted(start))
}

/// The features of a namespace.
struct List<'a> {
    text: &'a str,
    section: Section,
    scale: f64,
    /// How many features without a name came.
    nameless: u32,
}

impl List<'_> {
    /// Takes the features from `start` on.
    fn features(&mut self, start: usize, draft: &mut Draft) -> Result<(), Fault> {
        let bytes = self.text.as_bytes();
        let mut at = start;
        while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
            if is_blank(char::from(rest[0])) {
                at += 1;
            } else if let Some((name, value, used)) = quick_feature(rest)
                && (value * self.scale).is_finite()
            {
                draft.push_part(&self.section, at..at + name, true, value * self.scale);
                at += used;
            } else {
                at = self.careful_feature(at, draft)?;
            }
        }
        Ok(())
    }

    /// Takes any feature, right or wrong; where it ends.
    #[cold]
    fn careful_feature(&mut self, at: usize, draft: &mut Draft) -> Result<usize, Fault> {
        let token = self.text[at..].split(is_blank).next().unwrap_or_default();
        if let Some(place) = token.find('\r') {
            let reason = "there is a CR in mid-line; perhaps CR alone ends the lines";
            return Err(Fault::parse(at + place, reason.into()));
        }
        match token.split_once(':') {
            Some(("", text)) if is_text(text) => self.name(text, 1.0, draft),
            Some((name, text)) if is_text(text) => self.text_value(name, text, draft),
            Some(("", value)) if !value.is_empty() => {
                let value = self.scaled(at, token, number_at(at + 1, value)?)?;
                draft.push_number(&self.section, self.nameless, value);
                self.nameless = self.nameless.saturating_add(1);
            }
            _ => {
                let (name, value) = name_and_value(at, token, "feature")?;
                self.name(name, self.scaled(at, token, value)?, draft);
            }
        }
        Ok(at + token.len())
    }

    /// Adds a feature by its name.
    fn name(&self, name: &str, value: f64, draft: &mut Draft) {
        match self.section.is_default() {
            true if needs_mark(name) => draft.push_encoded(&self.section, &["^", name], value),
            true => draft.push_name(name, value),
            false => draft.push_text(&self.section, name, value),
        }
    }

    /// Adds a feature by its name and the text that is its value.
    fn text_value(&self, name: &str, text: &str, draft: &mut Draft) {
        let mark = if self.section.is_default() && needs_mark(name) { "^" } else { "" };
        draft.push_encoded(&self.section, &[mark, name, ":", text], 1.0);
    }

    fn scaled(&self, at: usize, token: &str, value: f64) -> Result<f64, Fault> {
        Some(value * self.scale).filter(|value| value.is_finite()).ok_or_else(|| {
            let token = quoted(token.as_bytes());
            Fault::parse(at, format!("{token}: value times scale is not a finite number"))
        })
    }
}

/// Whether Vowpal Wabbit takes a value for text: it begins neither like a number nor with `nan` or
/// `inf`.
pub(super) fn is_text(value: &str) -> bool {
    let value = value.strip_prefix(['+', '-']).unwrap_or(value);
    let value = value.strip_prefix('.').unwrap_or(value);
    let begins = |word: &str| value.get(..3).is_some_and(|v| v.eq_ignore_ascii_case(word));
    let exponent = value.strip_prefix(['e', 'E']);
    let is_exponent =
        exponent.is_some_and(|e| e.is_empty() || e.starts_with(|c: char| c.is_ascii_digit()));
    let is_number =
        value.is_empty() || value.starts_with(|c: char| c.is_ascii_digit()) || is_exponent;
    !is_number && !begins("nan") && !begins("inf")
}

/// Whether a name of the default namespace would be taken for one of another, were it not for a `^`
/// before it, or for a name with such a mark.
pub(super) fn needs_mark(name: &str) -> bool {
    name.trim_start_matches('^').split_once('^').is_some_and(|(_, after)| !after.is_empty())
}

/// The usual feature: a name without `^`, and no value or a number without an exponent. The length
/// of the name, the value, and the length of all. `None` if the text is anything else, right or
/// wrong.
#[inline(always)]
fn quick_feature(text: &[u8]) -> Option<(usize, f64, usize)> {
    let name = text.iter().position(|&byte| ENDS_NAME[byte as usize]).unwrap_or(text.len());
    let (value, end) = match text.get(name) {
        Some(b':') => {
            let (value, used) = number::prefix(text.get(name + 1..)?)?;
            (value, name + 1 + used)
        }
        Some(b'^') => return None,
        _ => (1.0, name),
    };
    let ended = matches!(text.get(end), None | Some(b' ' | b'\t'));
    (ended && name > 0).then_some((name, value, end))
}

/// The bytes that a plain name does not hold.
const ENDS_NAME: [bool; 256] = {
    let mut ends = [false; 256];
    ends[b' ' as usize] = true;
    ends[b'\t' as usize] = true;
    ends[b':' as usize] = true;
    ends[b'^' as usize] = true;
    ends[b'\r' as usize] = true;
    ends
};

/// Splits `name[:number]`; the number is 1 if absent.
fn name_and_value<'a>(at: usize, token: &'a str, what: &str) -> Result<(&'a str, f64), Fault> {
    let (name, value) = token.split_once(':').map_or((token, None), |(n, v)| (n, Some(v)));
    let without =
        |part: &str| Fault::parse(at, format!("{what} {} has no {part}", quoted(token.as_bytes())));
    match value {
        _ if name.is_empty() => Err(without("name")),
        None => Ok((name, 1.0)),
        Some("") => Err(without("value")),
        Some(value) => Ok((name, number_at(at + name.len() + 1, value)?)),
    }
}

/// The number that a text at this place is.
fn number_at(at: usize, text: &str) -> Result<f64, Fault> {
    number::parse(text.as_bytes())
        .map_err(|error| Fault::parse(at, format!("value {} {error}", quoted(text.as_bytes()))))
}

fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t')
}

/// The tokens of `text[start..end]` and where they start in `text`.
fn tokens(text: &str, start: usize, end: usize) -> impl Iterator<Item = (usize, &str)> {
    let mut at = start;
    text[start..end].split(is_blank).filter_map(move |token| {
        let place = at;
        at += token.len() + 1;
        (!token.is_empty()).then_some((place, token))
    })
}
