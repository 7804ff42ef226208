//! Lines of Vowpal Wabbit text to rows.
//!
//! - The tag is the token attached to the first `|`, or the last one before it if it starts with
//!   `'`.
//! - The label is any token without `:`, or missing. The importance is a finite number of 0 or
//!   more, default 1. A third number (VW's initial prediction) is refused: nothing here would use
//!   it.
//! - A namespace follows its `|` directly; after a blank the default namespace is meant. Its scale
//!   multiplies the values in it; a value is 1 unless given.
//! - The feature `name` of namespace `ns` is called `ns^name`, in the default namespace `name`; if
//!   that would be taken for one of a namespace, `^name`. A namespace may not hold `^`.
//! - Blank lines are skipped. What VW reads silently as something else is an error here: a value
//!   that is no number, a feature without a name.

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
        target.row.weight = importance(word).map_err(|reason| Fault::parse(at, reason))?;
    }
    match words.next() {
        None => Ok(()),
        Some((at, word)) => Err(Fault::parse(
            at,
            format!("{}: an initial prediction is not supported", quoted(word.as_bytes())),
        )),
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
    let list = List { text, section: target.draft.open_section(text, space), scale };
    let begin = first.map_or(0, |(_, token)| token.len());
    list.features(begin, target.draft).map_err(|fault| fault.shifted(start))
}

/// The features of a namespace.
struct List<'a> {
    text: &'a str,
    section: Section,
    scale: f64,
}

impl List<'_> {
    /// Takes the features from `start` on.
    fn features(&self, start: usize, draft: &mut Draft) -> Result<(), Fault> {
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
    fn careful_feature(&self, at: usize, draft: &mut Draft) -> Result<usize, Fault> {
        let token = self.text[at..].split(is_blank).next().unwrap_or_default();
        if let Some(place) = token.find('\r') {
            let reason = "there is a CR in mid-line; perhaps CR alone ends the lines";
            return Err(Fault::parse(at + place, reason.into()));
        }
        let (name, value) = name_and_value(at, token, "feature")?;
        let scaled = value * self.scale;
        if !scaled.is_finite() {
            let reason =
                format!("{}: value times scale is not a finite number", quoted(token.as_bytes()));
            return Err(Fault::parse(at, reason));
        }
        if self.section.is_default() && needs_mark(name) {
            draft.push_encoded(&self.section, &["^", name], scaled);
        } else {
            draft.push_part(&self.section, at..at + name.len(), false, scaled);
        }
        Ok(at + token.len())
    }
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
    let (name, value) = match token.split_once(':') {
        None => (token, Ok(1.0)),
        Some((name, value)) => (name, number::parse(value.as_bytes())),
    };
    if name.is_empty() {
        return Err(Fault::parse(at, format!("{what} {} has no name", quoted(token.as_bytes()))));
    }
    match value {
        Ok(value) => Ok((name, value)),
        Err(_) if token.ends_with(':') && token.len() == name.len() + 1 => {
            Err(Fault::parse(at, format!("{what} {} has no value", quoted(token.as_bytes()))))
        }
        Err(error) => {
            let value = quoted(&token.as_bytes()[name.len() + 1..]);
            Err(Fault::parse(at + name.len() + 1, format!("value {value} {error}")))
        }
    }
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
