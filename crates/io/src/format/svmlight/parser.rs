//! Lines of svmlight text to rows.
//!
//! - Tokens are separated by blanks and tabs; blank lines and lines with only a comment are
//!   skipped.
//! - The label is any token without `:`; it is missing if the first token is `index:value`.
//! - The index as written is the key (0 or 1 based alike), up to 4294967294. Indices may come in
//!   any order and repeat: repeated ones are summed.
//! - The value is a finite decimal number.
//!
//! Lines are read token by token, the usual ones faster where the machine can do that (`plain`).

use super::plain::PlainLines;
use crate::error::{ErrorKind, Fault, Located};
use crate::features::{Draft, MAX_INDEX};
use crate::format::read::{RowParser, RowTarget, as_text, row_by_line};
use crate::number;
use crate::quote::quoted;
use crate::source::Lines;

/// Parses svmlight text.
#[derive(Default)]
pub(super) struct SvmlightParser {
    plain: PlainLines,
}

impl RowParser for SvmlightParser {
    fn next_row(&mut self, lines: &mut Lines<'_>, target: RowTarget<'_>) -> Result<bool, Located> {
        row_by_line(lines, target, |line, target| {
            self.line(line, target).map_err(|fault| explain(line, fault))
        })
    }

    fn fork(&self) -> Option<Box<dyn RowParser>> {
        Some(Box::new(Self::default()))
    }
}

impl SvmlightParser {
    fn line(&mut self, line: &[u8], target: &mut RowTarget<'_>) -> Result<bool, Fault> {
        let mut at = skip_blanks(line, 0);
        if matches!(line.get(at), None | Some(b'#')) {
            return Ok(false);
        }
        let end = token_end(line, at);
        let first = &line[at..end];
        if !first.contains(&b':') {
            let label = as_text(first)?;
            if label.contains('|') {
                return Err(Fault::parse(at, format!("label {} holds '|'", quoted(first))));
            }
            target.set_label(label, Some(at))?;
            at = skip_blanks(line, end);
        }
        if line[at..].starts_with(b"qid:") {
            let end = token_end(line, at);
            target.row.qid = Some(group(line, at, end)?);
            at = skip_blanks(line, end);
        }
        if !self.plain.read(line.get(at..).unwrap_or_default(), target.draft) {
            features(line, at, target.draft)?;
        }
        Ok(true)
    }
}

fn group(line: &[u8], at: usize, end: usize) -> Result<u64, Fault> {
    number::parse_u64(&line[at + 4..end]).ok_or_else(|| {
        let reason =
            format!("{}: the group after 'qid:' is not a whole number", quoted(&line[at..end]));
        Fault::parse(at, reason)
    })
}

pub(super) fn features(line: &[u8], start: usize, draft: &mut Draft) -> Result<(), Fault> {
    let mut rest = line.get(start..).unwrap_or_default();
    loop {
        if let Some((key, value, after)) = quick_feature(rest) {
            draft.push_index(key, value);
            rest = after;
            continue;
        }
        match rest.split_first() {
            None | Some((b'#', _)) => return Ok(()),
            Some((b' ' | b'\t', after)) => rest = after,
            Some(_) => {
                let (key, value, end) = careful_feature(line, line.len() - rest.len())?;
                draft.push_index(key, value);
                rest = line.get(end..).unwrap_or_default();
            }
        }
    }
}

/// The usual feature: an index of up to 8 digits and a number without an exponent, and what follows
/// them. `None` if the text is anything else, right or wrong.
#[inline(always)]
fn quick_feature(text: &[u8]) -> Option<(u32, f64, &[u8])> {
    let index = number::run(0, text);
    if index.len.wrapping_sub(1) >= 8 {
        return None;
    }
    let (b':', text) = text.get(index.len..)?.split_first()? else { return None };
    let (value, used) = number::prefix(text)?;
    let after = text.get(used..)?;
    let after = match after.split_first() {
        None => after,
        Some((b' ', after)) => after,
        Some((b'\t' | b'#', _)) => after,
        Some(_) => return None,
    };
    Some((index.value as u32, value, after))
}

#[cold]
fn careful_feature(line: &[u8], at: usize) -> Result<(u32, f64, usize), Fault> {
    let end = token_end(line, at);
    let token = &line[at..end];
    let fail = |offset: usize, reason: String| Err(Fault::parse(at + offset, reason));
    let Some(colon) = token.iter().position(|&byte| byte == b':') else {
        return fail(0, format!("expected index:value, found {}", quoted(token)));
    };
    let (index, value) = (&token[..colon], &token[colon + 1..]);
    if index.is_empty() || !index.iter().all(u8::is_ascii_digit) {
        let reason = "is not a whole number of 0 or more";
        return fail(0, format!("feature index {} {reason}", quoted(index)));
    }
    let key = number::parse_u64(index).and_then(|key| u32::try_from(key).ok());
    let Some(key) = key.filter(|&key| key <= MAX_INDEX) else {
        let digits = quoted(index);
        let digits = digits.trim_matches('\'');
        return fail(0, format!("feature index {digits} is too large (limit {MAX_INDEX})"));
    };
    match number::parse(value) {
        Ok(value) => Ok((key, value, end)),
        Err(_) if value.is_empty() => fail(0, format!("feature {} has no value", quoted(token))),
        Err(error) => fail(colon + 1, format!("value {} {error}", quoted(value))),
    }
}

/// Explains a broken line that is not svmlight text at all.
#[cold]
fn explain(line: &[u8], fault: Fault) -> Fault {
    let text = line.split(|&byte| byte == b'#').next().unwrap_or(line);
    if let Err(deeper) = as_text(text) {
        return deeper;
    }
    if text.contains(&b'|') {
        let reason = "this looks like Vowpal Wabbit text, not svmlight; read it with --format vw";
        return ErrorKind::WrongFormat(reason.into()).into();
    }
    fault
}

#[inline(always)]
fn skip_blanks(line: &[u8], start: usize) -> usize {
    let mut at = start;
    while matches!(line.get(at), Some(b' ' | b'\t')) {
        at += 1;
    }
    at
}

/// Where the token that starts at `start` ends.
fn token_end(line: &[u8], start: usize) -> usize {
    let rest = line.get(start..).unwrap_or_default();
    let len = rest.iter().position(|byte| matches!(byte, b' ' | b'\t' | b'#'));
    start + len.unwrap_or(rest.len())
}

/// Whether a line looks like a row.
pub(super) fn sniff(line: &[u8]) -> bool {
    let text = line.split(|&byte| byte == b'#').next().unwrap_or(line);
    let mut tokens = text.split(u8::is_ascii_whitespace).filter(|token| !token.is_empty());
    let Some(first) = tokens.next() else { return false };
    let rest: Vec<_> = tokens.filter(|token| !token.starts_with(b"qid:")).collect();
    let lone = rest.is_empty() && (number::parse(first).is_ok() || is_plain_name(first));
    lone || (rest.iter().all(|token| is_feature(token)) && (!rest.is_empty() || is_feature(first)))
}

/// Whether a label that stands alone is a name, and no record of a table in another form.
fn is_plain_name(token: &[u8]) -> bool {
    token.iter().all(|&byte| !byte.is_ascii_punctuation() || b"_-+.".contains(&byte))
}

/// True if `token` is `digits:number`.
pub(in crate::format) fn is_feature(token: &[u8]) -> bool {
    match token.iter().position(|&byte| byte == b':') {
        Some(colon) => {
            number::parse_u64(&token[..colon]).is_some()
                && number::parse(&token[colon + 1..]).is_ok()
        }
        None => false,
    }
}
