//! One JSON object to a row.

use std::borrow::Cow;

use super::clash;
use super::node::Node;
use crate::error::Fault;
use crate::format::read::LabelChoice;
use crate::format::read::RowTarget;
use crate::label::{LABELS, listed};
use crate::number::{EXACT, push_shortest};
use crate::quote::quoted;

const WEIGHTS: [&str; 2] = ["weight", "importance"];
const TAGS: [&str; 2] = ["tag", "id"];
const GROUPS: [&str; 1] = ["qid"];
const FEATURES: [&str; 1] = ["features"];

/// A key and what it holds.
pub(super) type KeyValue<'a> = (Cow<'a, str>, Node<'a>);

/// The keys chosen for the label, the importance, the group and texts.
#[derive(Clone)]
pub(super) struct ChosenKeys {
    pub(super) label: LabelChoice,
    pub(super) weight: Option<String>,
    pub(super) group: Option<String>,
    /// Those whose texts are split into words.
    pub(super) text: Vec<String>,
}

/// Takes the row that `entries` describe; `path` is scratch space.
pub(super) fn take_row(
    entries: &[KeyValue<'_>],
    keys: &ChosenKeys,
    path: &mut String,
    target: &mut RowTarget<'_>,
) -> Result<(), Fault> {
    let label = match &keys.label {
        LabelChoice::Auto | LabelChoice::Usual => match pick(entries, &LABELS)? {
            None => pick_in_any_case(entries, &LABELS)?,
            found => found,
        },
        LabelChoice::None => None,
        LabelChoice::Key(key) => pick(entries, &[key])?,
    };
    let weight = match &keys.weight {
        None => pick(entries, &WEIGHTS)?,
        Some(key) => pick(entries, &[key])?,
    };
    let tag = pick(entries, &TAGS)?;
    let group = match &keys.group {
        None => pick(entries, &GROUPS)?,
        Some(key) => pick(entries, &[key])?,
    };
    take_label(label.map(|at| &entries[at]), target)?;
    take_weight(weight.map(|at| &entries[at]), target)?;
    take_tag(tag.map(|at| &entries[at]), target)?;
    take_group(group.map(|at| &entries[at]), target)?;
    path.clear();
    if let Some(at) = pick(entries, &FEATURES)?
        && let Node::Object(features) = &entries[at].1
    {
        clash::check(features)?;
        features.iter().for_each(|(key, node)| descend(path, key, node, keys, target));
        return Ok(());
    }
    clash::check(entries)?;
    let taken = [label, weight, tag, group];
    let rest = entries.iter().enumerate().filter(|(at, _)| !taken.contains(&Some(*at)));
    rest.for_each(|(_, (key, node))| descend(path, key, node, keys, target));
    Ok(())
}

/// The place of the first of `keys` that is there; twice is an error.
fn pick(entries: &[KeyValue<'_>], keys: &[&str]) -> Result<Option<usize>, Fault> {
    pick_by(entries, keys, |key, wanted| key == wanted)
}

/// The same with `Label` for `label`.
fn pick_in_any_case(entries: &[KeyValue<'_>], keys: &[&str]) -> Result<Option<usize>, Fault> {
    pick_by(entries, keys, str::eq_ignore_ascii_case)
}

#[inline]
fn pick_by(
    entries: &[KeyValue<'_>],
    keys: &[&str],
    same: impl Fn(&str, &str) -> bool,
) -> Result<Option<usize>, Fault> {
    for wanted in keys {
        let mut found = (0..entries.len()).filter(|&at| same(&entries[at].0, wanted));
        match (found.next(), found.next()) {
            (None, _) => {}
            (only, None) => return Ok(only),
            _ => return Err(Fault::row(format!("the key '{wanted}' occurs twice"))),
        }
    }
    Ok(None)
}

fn take_label(entry: Option<&KeyValue<'_>>, target: &mut RowTarget<'_>) -> Result<(), Fault> {
    match entry {
        None | Some((_, Node::Null)) => Ok(()),
        Some((_, Node::Bool(value))) => {
            target.set_label(if *value { "true" } else { "false" }, None)
        }
        Some((_, Node::Array(items))) if items.is_empty() => Ok(()),
        Some((key, node)) => target.set_label(&label_text(key, node)?, None),
    }
}

/// A label as text; those of an array are joined by commas, each in quotes where it needs them.
fn label_text<'a>(key: &str, node: &'a Node<'a>) -> Result<Cow<'a, str>, Fault> {
    let one = |node: &'a Node<'a>| {
        let refused = || Fault::row(format!("the label '{key}' is neither a number nor a text"));
        scalar_text(node).ok_or_else(refused)
    };
    let Node::Array(items) = node else { return one(node) };
    let entry = |node| {
        let text = one(node)?;
        listed(&text).ok_or_else(|| {
            let reason = "holds a quote and a blank, ',' or '>': a label of several cannot";
            Fault::row(format!("{} in '{key}' {reason}", quoted(text.as_bytes())))
        })
    };
    let texts = items.iter().map(entry).collect::<Result<Vec<_>, _>>()?;
    Ok(Cow::Owned(texts.join(",")))
}

fn take_weight(entry: Option<&KeyValue<'_>>, target: &mut RowTarget<'_>) -> Result<(), Fault> {
    let Some((key, node)) = entry.filter(|(_, node)| !matches!(node, Node::Null)) else {
        return Ok(());
    };
    let weight = node.number().filter(|&weight| weight >= 0.0 && weight.is_finite());
    target.row.weight =
        weight.ok_or_else(|| Fault::row(format!("'{key}' is not a number of 0 or more")))?;
    Ok(())
}

fn take_tag(entry: Option<&KeyValue<'_>>, target: &mut RowTarget<'_>) -> Result<(), Fault> {
    let Some((key, node)) = entry.filter(|(_, node)| !matches!(node, Node::Null)) else {
        return Ok(());
    };
    let text = scalar_text(node)
        .ok_or_else(|| Fault::row(format!("'{key}' is neither a number nor a text")))?;
    target.set_tag(&text);
    Ok(())
}

fn take_group(entry: Option<&KeyValue<'_>>, target: &mut RowTarget<'_>) -> Result<(), Fault> {
    match entry {
        None | Some((_, Node::Null)) => Ok(()),
        Some((_, Node::Unsigned(group))) => {
            target.row.qid = Some(*group);
            Ok(())
        }
        // Some programs write whole numbers with a point.
        Some((_, Node::Float(group)))
            if group.fract() == 0.0 && (0.0..EXACT as f64).contains(group) =>
        {
            target.row.qid = Some(*group as u64);
            Ok(())
        }
        Some((key, _)) => Err(Fault::row(format!("'{key}' is not a whole number of 0 or more"))),
    }
}

fn scalar_text<'a>(node: &'a Node<'a>) -> Option<Cow<'a, str>> {
    match node {
        Node::Text(text) => Some(Cow::Borrowed(text)),
        Node::Unsigned(value) => Some(Cow::Owned(value.to_string())),
        Node::Negative(value) => Some(Cow::Owned(value.to_string())),
        Node::Float(value) => {
            let mut text = Vec::new();
            push_shortest(&mut text, *value);
            String::from_utf8(text).ok().map(Cow::Owned)
        }
        _ => None,
    }
}

/// Adds the features of `node`, found under `key`.
fn descend(
    path: &mut String,
    key: &str,
    node: &Node<'_>,
    keys: &ChosenKeys,
    target: &mut RowTarget<'_>,
) {
    let outer = path.len();
    path.push_str(key);
    match node {
        _ if keys.text.contains(path) => {
            let mut texts = Vec::new();
            collect_texts(node, &mut texts);
            target.draft.push_words(path, texts.iter().map(Cow::as_ref));
        }
        Node::Null | Node::Bool(false) => {}
        Node::Bool(true) => target.draft.push_name(path, 1.0),
        Node::Text(text) => {
            path.push('=');
            path.push_str(text);
            target.draft.push_name(path, 1.0);
        }
        Node::Object(entries) => {
            path.push('.');
            for (inner, node) in entries {
                descend(path, inner, node, keys, target);
            }
        }
        Node::Array(items) => {
            path.push('.');
            for (place, item) in items.iter().enumerate() {
                descend(path, &place.to_string(), item, keys, target);
            }
        }
        Node::Unsigned(_) | Node::Negative(_) | Node::Float(_) => {
            target.draft.push_name(path, node.number().unwrap_or(0.0));
        }
    }
    path.truncate(outer);
}

/// All strings and numbers in `node`, however deep.
fn collect_texts<'a>(node: &'a Node<'a>, texts: &mut Vec<Cow<'a, str>>) {
    match node {
        Node::Array(items) => items.iter().for_each(|item| collect_texts(item, texts)),
        Node::Object(entries) => entries.iter().for_each(|(_, node)| collect_texts(node, texts)),
        _ => texts.extend(scalar_text(node)),
    }
}
