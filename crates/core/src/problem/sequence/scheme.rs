//! What the tags of a sentence look like: chunks (`B-NP I-NP O`) or anything.

use crate::error::{Error, Result};
use crate::round::{ClassName, Label, TagCounts, chunks, is_chunk_tag};
use serde::{Deserialize, Serialize};

/// What the tags look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scheme {
    /// `O`, `B-type`, `I-type`, `E-type` or `S-type`: other tags are refused.
    Chunks,
    /// Anything: chunks are not counted.
    Plain,
}

/// What the first tags of the data look like: those of chunks as soon as one of them is, so that
/// a wrong one among them is refused wherever it stands. `None` while all are `O`.
pub(super) fn of_first(names: &[ClassName]) -> Option<Scheme> {
    if names.iter().all(is_outside) {
        return None;
    }
    let has_chunk = names.iter().any(|name| is_chunk(name) && !is_outside(name));
    Some(if has_chunk { Scheme::Chunks } else { Scheme::Plain })
}

/// An error if a new tag is none of chunks, and those known are.
pub(super) fn check(scheme: Option<Scheme>, tag: Label<'_>, known: &[ClassName]) -> Result<()> {
    let is_expected = match scheme {
        Some(Scheme::Plain) => return Ok(()),
        Some(Scheme::Chunks) => true,
        None => has_chunks(known),
    };
    if !is_expected || matches!(tag, Label::Name(name) if is_chunk_tag(name)) {
        return Ok(());
    }
    Err(Error::Label(format!(
        "the tag '{tag}' is none of O, B-type, I-type, E-type, S-type, as others are; --problem \
         sequence:scheme=plain takes any"
    )))
}

/// Counts wrong tags and, where the tags are those of chunks, chunks.
pub(super) fn count(
    scheme: Option<Scheme>,
    names: &[ClassName],
    truth: &[usize],
    found: &[usize],
) -> TagCounts {
    let counted = TagCounts::of_tags(truth, found);
    if !counts(scheme, names) {
        return counted;
    }
    let text = |&tag: &usize| match &names[tag] {
        ClassName::Text(text) => text.as_str(),
        ClassName::Number(_) => "O",
    };
    let truth = chunks(truth.iter().map(text));
    // What is right need not be looked at twice.
    match counted.wrong {
        0 => counted.with_chunks(&truth, &truth),
        _ => counted.with_chunks(&truth, &chunks(found.iter().map(text))),
    }
}

/// Whether chunks are counted.
pub(super) fn counts(scheme: Option<Scheme>, names: &[ClassName]) -> bool {
    scheme != Some(Scheme::Plain) && has_chunks(names)
}

/// Whether all tags are those of chunks, and one of them is not `O`.
fn has_chunks(names: &[ClassName]) -> bool {
    names.iter().all(is_chunk) && !names.iter().all(is_outside)
}

fn is_chunk(name: &ClassName) -> bool {
    matches!(name, ClassName::Text(text) if is_chunk_tag(text))
}

fn is_outside(name: &ClassName) -> bool {
    matches!(name, ClassName::Text(text) if text == "O")
}
