//! Keys of a row that would be one feature although they are not one key: in
//! `{"a.b": 1, "a": {"b": 2}}` both are called `a.b`.
//!
//! A key of that kind begins with another and a point, which is looked for first; rows without
//! nested keys are not looked at at all.

use super::node::Node;
use super::object::KeyValue;
use crate::error::Fault;
use crate::quote::quoted;

/// Refuses a row in which two different keys give the same feature.
pub(super) fn check(entries: &[KeyValue<'_>]) -> Result<(), Fault> {
    if !may_clash(entries) {
        return Ok(());
    }
    let mut found = Vec::new();
    entries
        .iter()
        .for_each(|(key, node)| collect(key.to_string(), key.to_string(), node, &mut found));
    found.sort_unstable();
    match found.windows(2).find(|pair| pair[0].0 == pair[1].0 && pair[0].1 != pair[1].1) {
        None => Ok(()),
        Some(pair) => {
            let name = quoted(pair[0].0.as_bytes());
            let reason = "once as a key that holds a point and once as nested keys";
            Err(Fault::row(format!("the feature {name} is there twice, {reason}")))
        }
    }
}

/// Whether a key begins with the key of an object or an array beside it, and a point.
fn may_clash(entries: &[KeyValue<'_>]) -> bool {
    let longer = |key: &str| {
        let at = key.len();
        let is_longer =
            |other: &str| other.as_bytes().get(at) == Some(&b'.') && other.starts_with(key);
        entries.iter().any(|(other, _)| is_longer(other))
    };
    entries.iter().any(|(key, node)| match node {
        Node::Object(inner) => longer(key) || may_clash(inner),
        Node::Array(_) => longer(key),
        _ => false,
    })
}

/// Adds the features of a node, each by its name and by its keys.
fn collect(name: String, keys: String, node: &Node<'_>, found: &mut Vec<(String, String)>) {
    let inner = |key: &str| (format!("{name}.{key}"), format!("{keys}\0{key}"));
    match node {
        Node::Null | Node::Bool(false) => {}
        Node::Object(entries) => entries.iter().for_each(|(key, node)| {
            let (name, keys) = inner(key);
            collect(name, keys, node, found);
        }),
        Node::Array(items) => items.iter().enumerate().for_each(|(place, node)| {
            let (name, keys) = inner(&place.to_string());
            collect(name, keys, node, found);
        }),
        Node::Text(text) => found.push((format!("{name}={text}"), keys)),
        _ => found.push((name, keys)),
    }
}
